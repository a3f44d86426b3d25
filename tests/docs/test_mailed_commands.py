"""Every command that a mail names exists, with the arguments and options that the mail gives it."""

import re
import shlex

import click
import pytest

from api.mail_out.outbox import BY_MAIL
from api.mail_out.rendering import write
from cli.terminal import help_pages
from tests.api.mail_out.test_rendering import COMMON, KINDS
from tests.cli.test_main import EVERY

COMMANDS = dict(EVERY)
PLAIN = {**COMMON, "game": type("Game", (), {**vars(COMMON["game"]), "organiser": "gorgo"}), "name": "Sherds"}
PLAIN |= {"by_hand": [("To answer in the terminal:", "ostraka play lusab"), BY_MAIL]}
NAMED = re.compile(r"^(?:    |.*: )(ostraka .+)$", re.MULTILINE)


def named(kind):
    """The commands in a mail of that kind, as words."""
    return [shlex.split(line.partition(" > ")[0])[1:] for line in NAMED.findall(write(kind, PLAIN)[0])]


def leaf(words):
    """The command that the words begin with, and the rest of them."""
    return next((COMMANDS[tuple(words[:n])], words[n:]) for n in (1, 2) if tuple(words[:n]) in COMMANDS)


def require_typable(words):
    """Insist that a command exists, with these arguments and options."""
    command, rest = leaf(words)
    given, left_over, _ = command.make_parser(click.Context(command, **help_pages.context_settings())).parse_args(
        [w for w in rest if w != "--help"]
    )
    missing = [p.name for p in command.params if p.required and given.get(p.name) in (None, ())]
    assert "--help" in rest or not (missing or left_over), words


@pytest.mark.parametrize("kind", KINDS)
def test_every_command_of_a_mail_can_be_typed(kind):
    for words in named(kind):
        require_typable(words)


def test_the_mail_that_asks_names_the_table_first_and_in_its_note_the_ways_without_a_browser_or_a_connection():
    assert [words[0] for words in named("orders-wanted")] == ["table", "key", "play", "answer"]
