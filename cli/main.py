"""The group `ostraka`: its commands, and how errors end it.

The commands of the host (`serve`, `worker`, `status`, `db`) come from the entry points `ostraka.commands` of this
distribution.
Commands are imported when they are invoked, not before: `ostraka --help` loads neither Flask nor cryptography, and
answers within 150 ms (`make bench`).
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import Any, NoReturn

import click

from cli.errors import EXIT_CODES, Misuse, failure_of
from cli.terminal import help_pages

ENTRY_POINTS = "ostraka.commands"
INSTALL = "run pip install '.[server]' in a clone of Ostraka."
SERVER_PART = ("flask_openapi", "sqlmodel", "gunicorn")  # of what the extra `server` installs, what no command can miss
COMMANDS = {
    "next": ("cli.play.next:next_", "Show what is waiting for you in all your games, and how to answer it."),
    "host": ("cli.account.host:host", "List the hosts that you have met, look at one, or forget one."),
    "key": ("cli.account.key:key", "Make, register and replace your keys, and choose which mails you get."),
    "token": ("cli.account.token:token", "Let a program read on your behalf: make, list and revoke bearer tokens."),
    "game": ("cli.games.game:game", "Open, find, join and start games, and organise them."),
    "contest": (
        "cli.contests.contest:contest",
        "Hold cups, leagues and ladders: games in rounds under one plan (docs/contests.md).",
    ),
    "player": (
        "cli.contests.player:player",
        "See how players do in contests: places, ratings, figures of reliability.",
    ),
    "ratings": (
        "cli.contests.player:ratings",
        "Show the ratings in TITLE by the contests of the host: of players, and what each seat of a scenario is worth.",
    ),
    "orders": ("cli.orders.orders:orders", "Write, check, seal and send your orders."),
    "view": ("cli.look.view:view", "Show the board as everyone, or as your seat, may see it."),
    "report": ("cli.look.view:report", "Show what happened, as everyone, or as your seat, may know it."),
    "history": (
        "cli.look.history:history",
        "Tell the story of GAME chapter by chapter, as everyone, or as your seat, may know it.",
    ),
    "log": ("cli.look.log:log", "Verify and show the log of a game."),
    "audit": (
        "cli.audit.command:audit",
        "Check everything that a host has signed about a game or contest, and say in words what it proves.",
    ),
    "replay": ("cli.look.log:replay", "Prove a finished game: verify everything and replay it to the same bytes."),
    "press": ("cli.mail.press:press", "Write to the other seats of a game, and read what they write to you."),
    "vote": ("cli.games.seat_holder:vote", "Vote in GAME to pause it, resume it, extend the deadline or end it."),
    "absent": (
        "cli.games.seat_holder:absent",
        "Announce that SEAT of GAME will be away from one date to another, both included; `all`: all your seats.",
    ),
    "leave": ("cli.games.seat_holder:leave", "Take your join back before GAME begins: SEAT is free again. Asks first."),
    "resign": ("cli.games.seat_holder:resign", "Give up SEAT of GAME: it falls vacant. Asks first."),
    "bot": ("cli.play.bot:bot", "Have a bot play a seat until the game is over."),
    "play": (
        "cli.play.play:play",
        "Answer what a game asks you, question by question, or play a title on this machine.",
    ),
    "ahead": (
        "cli.table.ahead:ahead",
        "See what SEAT of GAME may still be asked this turn, and answer it now, at the table.",
    ),
    "table": ("cli.table.command:table", "Sit down and play, in your browser."),
    "try": ("cli.orders.try_orders:try_", "See what might come of the open phase. Nothing is sent."),
    "answer": (
        "cli.play.answer:answer",
        "Answer MAIL, as your mail program saves it (.eml), or the letter attached to it.",
    ),
    "open": ("cli.mail.open:open_", "Open what a mail from the host brought: your letter, or receipts."),
    "book": (
        "cli.books.book:book",
        "Check standing orders, send or seal them, and see what they would do (docs/books.md).",
    ),
    "web": (
        "cli.look.web:web",
        "Open the host's pages in your browser, signed in as you; with GAME, at your seat in it.",
    ),
    "webhook": (
        "cli.account.webhook:webhook",
        "Notify a web address of yours when something happens in your games (docs/scripting.md).",
    ),
    "case": ("cli.look.case:case", "Run case files: a situation in a game, and what must come of it (docs/cases.md)."),
    "title": ("cli.look.title:title", "List the titles that can be played, and what each asks."),
}
SERVICE_COMMANDS = {
    "serve": "Run the service.",
    "worker": "Cut, resolve and mail beside other processes of a host.",
    "status": "Show how a host is doing, and what its operator has to see to.",
    "db": "Create, upgrade, check, back up and replay the database of a host.",
}


class Deferred(click.Command):
    """A command that is imported when it is invoked; until then it is a name, a place and one line of help."""

    def __init__(self, name: str, line: str, place: str | None = None) -> None:
        super().__init__(name=name, help=line)
        self.place = place

    @cached_property
    def command(self) -> click.Command:
        """The command itself; without a place, one of the entry points."""
        module, _, name = (self.place or entry_point(str(self.name))).partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """The context of the command itself, with its own parameters and help."""
        return help_pages.make_context(self.command.make_context, *args, **kwargs)


class OstrakaGroup(help_pages.Group):
    """The group with its deferred commands; every error ends in a sentence on stderr and a documented exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names; the host's come last."""
        return [*COMMANDS, *SERVICE_COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, not imported yet."""
        if cmd_name in COMMANDS:
            place, line = COMMANDS[cmd_name]
            return Deferred(cmd_name, line, place)
        return Deferred(cmd_name, SERVICE_COMMANDS[cmd_name]) if cmd_name in SERVICE_COMMANDS else None

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        """Run, and end the process with an exit code."""
        sys.exit(self.exit_code(args, prog_name, extra))

    def exit_code(self, args: Sequence[str] | None, prog_name: str | None, extra: dict[str, Any]) -> int:
        """Run, say what went wrong if anything did, and return the exit code."""
        given = sys.argv[1:] if args is None else args
        try:
            return int(super().main(given, prog_name, **{**extra, "standalone_mode": False}) or 0)
        except click.exceptions.NoArgsIsHelpError as page:
            page.show()
            return page.exit_code
        except BrokenPipeError:
            sys.stdout = None  # the reader has gone: there is nobody left to print for
            return 0
        except Exception as error:
            return end(error, as_json="--json" in given)


def end(error: Exception, as_json: bool) -> int:
    """Say on stderr what went wrong, as JSON if the command was asked for JSON, and return the exit code."""
    from cli.terminal.output import as_text, tell

    failure = failure_of(error)
    tell(as_text(failure.to_json_value()) if as_json else failure.sentence(), error=True)
    return failure.exit_code


def exit_codes() -> str:
    """The exit codes on one line."""
    return f"Exit codes: {', '.join(f'{code} {meaning}' for code, meaning in EXIT_CODES.items())} (docs/cli.md)."


@click.group(cls=OstrakaGroup, context_settings=help_pages.context_settings(), epilog=exit_codes())
@click.version_option(package_name="ostraka", prog_name="ostraka")
def ostraka() -> None:
    """Play war games by mail: signed, sealed orders, opened only when everyone's are in.

    New here? Try `ostraka table perikles`: a game against bots on this machine. `ostraka next` shows what is waiting
    for you in your games. COMMAND --help explains each command; with --json, results and errors are JSON.
    """


def entry_point(name: str) -> str:
    """Where a command of the host is; looked up only when it is invoked, because that takes time."""
    from importlib.metadata import PackageNotFoundError, distribution
    from importlib.util import find_spec

    try:
        (found,) = distribution("ostraka").entry_points.select(group=ENTRY_POINTS, name=name)
    except (PackageNotFoundError, ValueError):
        raise Misuse(
            f"{name} needs the installed program: run pip install '.[server]' in a clone of Ostraka."
        ) from None
    if not all(find_spec(needed) for needed in SERVER_PART):
        raise Misuse(
            f"{name} needs the host's part, which is not installed: run pip install '.[server]' in a clone of Ostraka."
        )
    return str(found.value)


def main() -> None:
    """The program; it ends without taking apart what the end of the process frees at once (20 ms of a command's time).

    Not where that may do something: in `serve` and `worker`, or while another thread is at work.
    """
    serves = set(sys.argv) & SERVICE_COMMANDS.keys()
    if not serves:
        gc.set_threshold(100_000)  # what a command leaves behind is not worth the 10 ms of looking for it
    code = ostraka.exit_code(None, None, {})
    if serves or threading.active_count() > 1:
        sys.exit(code)
    with suppress(BrokenPipeError):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    os._exit(code)
