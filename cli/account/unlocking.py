"""`ostraka key unlock`, `key lock`: keep a key open for a while, or no longer."""

from __future__ import annotations

import click

from cli.terminal.durations import Duration
from cli.terminal.options import Connection, home_options, json_option
from cli.terminal.output import emit, tell


@click.command()
@click.option(
    "--for", "seconds", type=Duration(), default="30m", show_default=True, help="How long after it was last used."
)
@json_option
@home_options
def unlock(connection: Connection, seconds: int, as_json: bool) -> None:
    """Keep your key open, so that no command asks for its password until it has not been used for a while.

    A password typed at a terminal does the same, for half an hour (OSTRAKA_UNLOCK_FOR; 0: never). The key is kept by
    a process of yours, in memory; other users of the machine cannot ask it.
    """
    from cli.terminal.passwords import opened_by_password
    from schemas.keys.identities import KeyFile

    name = connection.handle()
    file = KeyFile.read(connection.home.key_path(name))
    if file.locked:
        opened_by_password(connection, file, seconds)
    unlocked = {"handle": name, "seconds": seconds}
    emit(unlocked, as_json, lambda _: tell(f"{name} stays unlocked until it is not used for {in_words(seconds)}."))


@click.command()
@json_option
@home_options
def lock(connection: Connection, as_json: bool) -> None:
    """Keep no key open any longer: the next command asks for its password."""
    from cli.home.agent import end_agent

    locked = {"was_unlocked": end_agent(connection.home.root)}
    emit(
        locked,
        as_json,
        lambda _: tell("Locked." if locked["was_unlocked"] else "No key was unlocked."),
    )


def in_words(seconds: int) -> str:
    """A length of time as people say it."""
    from schemas.statements.durations import length

    return length(seconds)
