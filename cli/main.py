"""The group `ostraka`: what the program is called with, and how errors end it.

The commands of the service (`serve`, `db`) come from the entry-point group `ostraka.commands` of this distribution.
All are imported when invoked, not before: `ostraka --help` loads neither Flask nor cryptography, and is there within
150 ms (`make bench`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, NoReturn

import click

from cli.errors import EXIT_CODES, Misuse, failure_of
from cli.terminal import help_pages

ENTRY_POINTS = "ostraka.commands"
COMMANDS = {
    "next": ("cli.play.next:next_", "Tell what waits for you in all your games, and with which command you answer."),
    "key": (
        "cli.account.key:key",
        "Make and replace your keys, register them with a service, and say which mails you want.",
    ),
    "token": ("cli.account.token:token", "Let a program read for you: make, list and revoke bearer tokens."),
    "game": ("cli.games.game:game", "Open a game, find one, take a seat, start; and organise it."),
    "orders": ("cli.orders.orders:orders", "Write, check, seal and send the orders of your seat."),
    "view": ("cli.look.view:view", "Show the board, as everybody or as your seat may know it."),
    "report": ("cli.look.view:report", "Tell what happened, as everybody or as your seat may know it."),
    "history": (
        "cli.look.history:history",
        "Tell the story of GAME chapter by chapter, as everybody or as your seat may know it.",
    ),
    "log": ("cli.look.log:log", "Show the log of a game, verified."),
    "replay": ("cli.look.log:replay", "Prove a finished game: verify everything, replay it to the same bytes."),
    "press": ("cli.mail.press:press", "Write to the other seats of a game, and read what they write to you."),
    "vote": (
        "cli.games.seat_holder:vote",
        "Vote in GAME: to pause it, to resume it, to extend the deadline, to end it.",
    ),
    "absent": (
        "cli.games.seat_holder:absent",
        "Announce that SEAT of GAME will not answer from one date to another, both counted; `all` for all your seats.",
    ),
    "resign": ("cli.games.seat_holder:resign", "Give SEAT of GAME back; anybody may join there. Asks first."),
    "bot": ("cli.play.bot:bot", "Play a seat by machine until the game is over."),
    "play": (
        "cli.play.play:play",
        "Answer what a game asks you, question by question; or play a title on this machine.",
    ),
    "try": (
        "cli.orders.try_orders:try_",
        "See what could come of the open phase, on this machine only. Nothing is sent.",
    ),
    "open": ("cli.mail.open:open_", "Open what a mail of the host brought: your letter, or receipts."),
    "book": (
        "cli.orders.book:book",
        "Check standing orders, send or seal them, and see what they would do (docs/books.md).",
    ),
    "web": (
        "cli.look.web:web",
        "Open the pages of the service in your browser, signed in as you; with GAME at your seat in it.",
    ),
    "webhook": (
        "cli.account.webhook:webhook",
        "Have an address of yours told when something happens in your games (docs/scripting.md).",
    ),
    "case": ("cli.look.case:case", "Run case files: a situation of a game and what must come of it (docs/cases.md)."),
    "title": ("cli.look.title:title", "List the titles that can be played, and what each asks."),
}
SERVICE_COMMANDS = {"serve": "Run the service.", "db": "Found, upgrade, check and replay the database."}


class Deferred(click.Command):
    """A command that is imported when it is invoked; until then it is a name, a place and a line of help."""

    def __init__(self, name: str, line: str, place: str | None = None) -> None:
        super().__init__(name=name, help=line)
        self.place = place

    @cached_property
    def command(self) -> click.Command:
        """The command itself; without a place it is one of the entry points."""
        module, _, name = (self.place or entry_point(str(self.name))).partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """The context of the command itself, with its own parameters and help."""
        return self.command.make_context(*args, **kwargs)


class OstrakaGroup(help_pages.Group):
    """The group with its deferred commands; every error ends as one sentence on stderr and a documented exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, those of the service last."""
        return [*COMMANDS, *SERVICE_COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command by name."""
        if cmd_name in COMMANDS:
            place, line = COMMANDS[cmd_name]
            return Deferred(cmd_name, line, place)
        return Deferred(cmd_name, SERVICE_COMMANDS[cmd_name]) if cmd_name in SERVICE_COMMANDS else None

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        """Run, and end the process with the exit code."""
        sys.exit(self.exit_code(args, prog_name, extra))

    def exit_code(self, args: Sequence[str] | None, prog_name: str | None, extra: dict[str, Any]) -> int:
        """Run, say what went wrong if anything did, and give the exit code."""
        given = sys.argv[1:] if args is None else args
        try:
            return int(super().main(given, prog_name, **{**extra, "standalone_mode": False}) or 0)
        except click.exceptions.NoArgsIsHelpError as page:
            page.show()
            return page.exit_code
        except BrokenPipeError:
            sys.stdout = None  # whoever read has gone: nothing is left to say
            return 0
        except Exception as error:
            return end(error, as_json="--json" in given)


def end(error: Exception, as_json: bool) -> int:
    """Say on stderr what went wrong, as JSON where the command was asked for JSON, and give the exit code."""
    from cli.terminal.output import as_text, tell

    failure = failure_of(error)
    tell(as_text(failure.to_json_value()) if as_json else failure.sentence(), error=True)
    return failure.exit_code


def exit_codes() -> str:
    """The exit codes on one line."""
    return f"Exit codes: {', '.join(f'{code} {meaning}' for code, meaning in EXIT_CODES.items())} (docs/cli.md)."


@click.group(cls=OstrakaGroup, context_settings=help_pages.settings(), epilog=exit_codes())
@click.version_option(package_name="ostraka", prog_name="ostraka")
def ostraka() -> None:
    """Play war games by mail: signed, sealed orders that are opened only when all are in.

    COMMAND --help explains each command. With --json a command prints JSON, and so does what goes wrong.
    """


def entry_point(name: str) -> str:
    """The place of a command that this distribution adds; looked for when it is invoked, because looking takes time."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        (found,) = distribution("ostraka").entry_points.select(group=ENTRY_POINTS, name=name)
    except (PackageNotFoundError, ValueError):
        raise Misuse(f"{name} comes with the installed program only: install it with pip install ostraka.") from None
    return str(found.value)


def main() -> None:
    """The program."""
    ostraka()
