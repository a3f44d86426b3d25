"""`ostraka key unlock`, `key lock`: keep a key open for a while, or no longer."""

from __future__ import annotations

from typing import Any

import click

from cli.terminal.durations import Duration
from cli.terminal.options import Connection, home_options, json_option
from cli.terminal.output import emit, tell


class LockTime(Duration):
    """A length of time of a week at most; 0 for no time."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The length in seconds."""
        from cli.home.agent import LONGEST_OPEN

        seconds = 0 if value == "0" else super().convert(value, param, ctx)
        return seconds if seconds <= LONGEST_OPEN else self.fail(f"{value!r} is more than a week.", param, ctx)


@click.command()
@click.option(
    "--for",
    "seconds",
    type=Duration(),
    help="How long after it was last used.  [default: 30m, or as `key lock --after` says]",
)
@json_option
@home_options
def unlock(connection: Connection, seconds: int | None, as_json: bool) -> None:
    """Keep your key open, so that no command asks for its password until it has not been used for a while.

    A password typed at a terminal does the same, for half an hour or as long as `ostraka key lock --after` says
    (OSTRAKA_UNLOCK_FOR goes before it; 0: never). The key is kept by a process of yours, in memory; other users of the
    machine cannot ask it.
    """
    from cli.home.agent import IDLE
    from cli.terminal.passwords import opened_by_password, seconds_kept
    from schemas.keys.identities import KeyFile

    name, seconds = connection.handle(), seconds or seconds_kept(connection.home.root) or IDLE
    file = KeyFile.read(connection.home.key_path(name))
    if file.locked:
        opened_by_password(connection, file, seconds)
    unlocked = {"handle": name, "seconds": seconds}
    emit(unlocked, as_json, lambda _: tell(f"{name} stays unlocked until it is not used for {in_words(seconds)}."))


@click.command()
@click.option(
    "--after",
    type=LockTime(),
    help="Lock nothing now, but from now on after so long without use, the table too; 0: keep no key open.",
)
@json_option
@home_options
def lock(connection: Connection, after: int | None, as_json: bool) -> None:
    """Keep no key open any longer: the next command asks for its password."""
    from cli.home.agent import end_agent, set_lock_seconds

    if after is not None:
        set_lock_seconds(connection.home.root, after)
        emit({"after": after}, as_json, lambda _: tell(f"From now on {lock_in_words(after)}."))
        return
    locked = {"was_unlocked": end_agent(connection.home.root)}
    emit(
        locked,
        as_json,
        lambda _: tell("Locked." if locked["was_unlocked"] else "No key was unlocked."),
    )


def lock_in_words(seconds: int) -> str:
    """After how long keys lock, as half a sentence."""
    return f"keys lock {in_words(seconds)} after their last use" if seconds else "every command asks for the password"


def in_words(seconds: int) -> str:
    """A length of time as people say it."""
    from schemas.statements.in_words import length

    return length(seconds)
