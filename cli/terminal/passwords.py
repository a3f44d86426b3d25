"""Passwords of keys: asked for where a key is locked and not kept open, and tried again where one was mistyped."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cli.errors import Misuse
from cli.terminal.connected import Connected
from cli.terminal.output import tell

if TYPE_CHECKING:
    from schemas.keys.identities import Identity, KeyFile

TRIES: Final = 3
SHORTEST: Final = 8
KEPT: Final = "OSTRAKA_UNLOCK_FOR"
"""The variable that says how long keys stay open after their last use; `0`: not at all."""


def ask_new_password(connection: Connected, name: str) -> str:
    """Ask twice, on stderr, until it is long enough; a password that was given already is not asked for."""
    while connection.password is None:
        typed = str(click.prompt(f"New password for {name}", hide_input=True, confirmation_prompt=True, err=True))
        if len(typed) >= SHORTEST:
            connection.password, connection.typed = typed, True
        else:
            tell(f"With fewer than {SHORTEST} characters it is soon guessed: a few words are best.", error=True)
    return connection.password


def opened(connection: Connected, path: Path) -> Identity:
    """The keys of a file: kept open, or opened with the password."""
    from cli.home.agent import kept_key
    from schemas.errors import ProtocolError
    from schemas.keys.identities import KeyFile

    file = KeyFile.read(path)
    if not file.locked:
        return file.identity(None)
    if (kept := kept_key(connection.home.root, file.digest)) is not None:
        with suppress(ProtocolError):
            return file.identity(kept)
    return opened_by_password(connection, file)


def opened_unasked(connection: Connected, path: Path) -> Identity | None:
    """The keys of a file that is not locked, or kept open, or whose password was given; None: it would be asked for."""
    from cli.home.agent import kept_key
    from schemas.keys.identities import KeyFile

    file = KeyFile.read(path)
    is_open = not file.locked or connection.password is not None
    return opened(connection, path) if is_open or kept_key(connection.home.root, file.digest) is not None else None


def opened_by_password(connection: Connected, file: KeyFile, seconds: int | None = None) -> Identity:
    """The keys of a file by the password given, else by one that is asked for; a mistyped one may be tried again.

    They are kept open for so many seconds; without a number, as `keep_open` decides.
    """
    from schemas.errors import WrongPassword

    if connection.password is not None:
        try:
            return opened_with(connection, file, connection.password, seconds)
        except WrongPassword:
            if not connection.typed:  # it is that of OSTRAKA_PASSWORD
                raise
    name = file.path.stem
    for tries_left in reversed(range(TRIES)):
        typed = ask_password(name)
        try:
            connection.typed = True
            identity = opened_with(connection, file, typed, seconds)
        except WrongPassword:
            if tries_left:
                tell(f"That password does not open {file.path}. Try again.", error=True)
            continue
        connection.password = typed
        return identity
    raise WrongPassword(
        f"the password does not open {file.path}. If it is lost, claim your name with a new key: "
        f"ostraka key lost {name}"
    )


def ask_password(name: str) -> str:
    """Ask for it on stderr. Where nobody can answer, Misuse says what to do; at a terminal Ctrl-C is an answer."""
    try:
        return str(click.prompt(f"Password of {name}", hide_input=True, err=True))
    except click.Abort:
        if at_terminal():
            raise
        raise Misuse(
            f"The key of {name} is locked, and there is no terminal to ask for its password: open it before, with "
            "ostraka key unlock, or set OSTRAKA_PASSWORD."
        ) from None


def opened_with(connection: Connected, file: KeyFile, password: str, seconds: int | None) -> Identity:
    """The keys of a file by its password; a file that an age program had made costlier is written anew."""
    from cli.home.home import write_private
    from schemas.keys.identities import KeyFile

    key = file.key(password)
    identity = file.identity(key)
    with suppress(OSError):
        if (again := file.relocked(key, password)) is not None:
            write_private(file.path, again)
            file = KeyFile.read(file.path)
            key = file.key(password)
    keep_open(connection, file, key, seconds)
    return identity


def keep_open(connection: Connected, file: KeyFile, key: bytes, seconds: int | None = None) -> None:
    """Keep the key of a file for a while; without `seconds` only if its password was typed at a terminal."""
    from cli.home.agent import keep_key

    if seconds is None:
        seconds = seconds_kept(connection.home.root) if connection.typed and at_terminal() else 0
    if seconds:
        keep_key(connection.home.root, file.digest, key, seconds)


def keep_new_open(connection: Connected, path: Path) -> None:
    """Keep a key open that was just made, if its password was typed at a terminal."""
    from schemas.keys.identities import KeyFile

    if connection.typed and connection.password is not None and at_terminal():
        file = KeyFile.read(path)
        keep_open(connection, file, file.key(connection.password))


def at_terminal() -> bool:
    """Does a person type here, and not a script?"""
    return sys.stderr.isatty()


def seconds_kept(root: Path) -> int:
    """For how long keys stay open after their last use: as the environment says, else the settings of the home."""
    from cli.home.agent import lock_seconds
    from cli.terminal.durations import Duration

    wanted = os.environ.get(KEPT)
    return 0 if wanted == "0" else lock_seconds(root) if not wanted else Duration().convert(wanted, None, None)
