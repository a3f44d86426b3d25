"""docs/cli.md tells of every command, option, variable and exit code."""

import inspect
import re

import click
import pytest

from cli.client import Client
from cli.errors import EXIT_CODES
from cli.main import SERVICE_COMMANDS
from cli.terminal.finding import URL
from tests.cli.rules.shapes import GUIDE, SHAPES
from tests.cli.terminal import reference
from tests.cli.test_main import EVERY, has_json

OURS = [(path, command) for path, command in EVERY if path[0] not in SERVICE_COMMANDS]


@pytest.mark.parametrize("path", [path for path, _ in EVERY], ids=" ".join)
def test_every_command_is_in_the_guide(path):
    assert f"`ostraka {path[0] if path[0] in SERVICE_COMMANDS else ' '.join(path)}" in GUIDE


@pytest.mark.parametrize(("path", "command"), OURS, ids=[" ".join(path) for path, _ in OURS])
def test_every_option_is_in_the_guide(path, command):
    options = [
        option for parameter in command.params if isinstance(parameter, click.Option) for option in parameter.opts
    ]
    for option in options:
        if option.startswith("--") and option != "--help":
            assert f"`{option}" in GUIDE, f"{' '.join(path)} {option}"


@pytest.mark.parametrize("variable", ["URL", "HOME", "KEY", "PASSWORD", "UNLOCK_FOR"])
def test_every_variable_is_in_the_guide(variable):
    assert f"`OSTRAKA_{variable}`" in GUIDE


def test_the_default_address_is_in_the_guide():
    assert URL in GUIDE


@pytest.mark.parametrize(("code", "meaning"), EXIT_CODES.items())
def test_every_exit_code_is_in_the_guide(code, meaning):
    assert f"\n| {code} | {meaning} | " in GUIDE


def test_the_guide_says_of_every_command_what_json_it_prints_and_of_no_other():
    assert set(SHAPES) == {path for path, command in EVERY if has_json(command)}
    assert all(SHAPES.values())


def test_the_reference_is_what_the_program_says():
    assert reference.FILE.read_text() == reference.reference(), "run `make reference`"


PARTS = {
    "at_once", "book_key", "called", "cards", "deliver", "fetch_press", "held_before", "key_of", "known_game",
    "load_components", "meet", "newest_sequence", "next_number", "noted", "own_seat", "post", "post_numbered",
    "post_statement", "proved_log", "read_list", "read_parts", "require_never_sent", "sealed", "seen_bodies",
    "seen_log", "signed_with",
}  # fmt: skip
"""Methods of which the others are made: a new one of the client is told in the guide, or added here."""


def test_every_method_that_scripts_call_is_in_the_guide_and_no_other():
    table = GUIDE.partition("| methods | for |")[2].partition("\n\n")[0]
    told = re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in table.splitlines()[2:]))
    public = {name for name in dir(Client) if not name.startswith("_") and inspect.isfunction(getattr(Client, name))}
    assert sorted(told) == sorted(public - PARTS)
    assert public >= PARTS


def test_every_method_that_scripts_call_says_what_it_is_for():
    for name in dir(Client):
        if not name.startswith("_") and inspect.isfunction(getattr(Client, name)):
            assert inspect.getdoc(getattr(Client, name)), name
