"""`ostraka key keep`, `key fetch`, `key password`: a copy of a locked key at a host, and the password that locks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, home_options, host_options, json_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from pathlib import Path

    from cli.client import Client
    from schemas.keys.identities import Identity

UNLOCKED = "The key of {name} has no password, and only a locked key is kept. Lock it with: ostraka key password"


@click.command()
@click.option("--withdraw", is_flag=True, help="Have the host delete its copy.")
@json_option
@host_options
def keep(connection: Connection, withdraw: bool, as_json: bool) -> None:
    """Have the host keep a copy of your locked key, so that your name and password bring it to any device.

    The host never gets the password, but can try passwords on the copy for as long as it likes. So it must have five
    different words, or 20 characters of which 11 differ. The copy goes when you replace your key: keep one of the new.
    """
    from schemas.keys.identities import KeyFile

    name = connection.handle()
    if withdraw:
        emit({**connection.player().withdraw_key()}, as_json, show_kept)
        return
    file = KeyFile.read(connection.home.key_path(name))
    if not file.locked:
        raise Misuse(UNLOCKED.format(name=name))
    identity, password = by_password(connection, file.path)
    try:
        kept = client_of(connection, identity, name).keep_key(KeyFile.read(file.path).raw, password)
    except Misuse as error:
        if error.code != "weak-password":
            raise
        raise Misuse(f"{error.message}\nSet another with: ostraka key password", error.code) from None
    emit({**kept}, as_json, show_kept)


def by_password(connection: Connection, path: Path) -> tuple[Identity, str]:
    """The keys of a locked file, and the password that opened it: asked for, unless it was given."""
    from cli.terminal.passwords import opened_by_password
    from schemas.keys.identities import KeyFile

    identity = opened_by_password(connection, KeyFile.read(path))
    if connection.password is None:
        raise Misuse("There is no password.")
    return identity, connection.password


def client_of(connection: Connection, identity: Identity | None, name: str) -> Client:
    """A client with keys that are open already, or with none."""
    from cli.client import Client

    return Client(connection.url, identity, name, connection.home)


def show_kept(kept: dict[str, Any]) -> None:
    """Whether there is a copy now, and how to come by it."""
    if kept["at"] is None:
        tell(f"The host keeps no copy of the key of {kept['handle']}.")
    else:
        tell(f"The host keeps a copy. On another device: ostraka key fetch {kept['handle']} --url ADDRESS_OF_THE_HOST")


@click.command()
@click.argument("handle")
@json_option
@host_options
def fetch(connection: Connection, handle: str, as_json: bool) -> None:
    """Fetch the key of player HANDLE, of which the host keeps a copy, by its password.

    A key of that name that is here already is never replaced. The host takes a few tries an hour.
    """
    from cli.home.home import make_private
    from cli.terminal.passwords import ask_password, keep_new_open
    from schemas.keys.identities import require_free, write_new

    path = connection.home.key_path(handle)
    require_free(path)
    if connection.password is None:
        connection.password, connection.typed = ask_password(handle), True
    client = client_of(connection, None, "")
    file, identity = client.fetch_key(handle, connection.password)
    make_private(path.parent)
    write_new(path, file)
    keep_new_open(connection, path)
    fetched = {"handle": handle, "key_id": identity.key_id, "file": str(path), "url": client.url}
    emit(fetched, as_json, lambda _: tell(f"{handle} is {identity.key_id}. The key is in {path}. Next: ostraka next"))


@click.command()
@json_option
@home_options
def password(connection: Connection, as_json: bool) -> None:
    """Put your key under another password.

    The new one is taken from OSTRAKA_NEW_PASSWORD, or asked for. Five words that nobody has chosen are offered. A copy
    that a host keeps stays under the old password until you keep another.
    """
    import os

    from cli.home.home import write_private
    from cli.terminal.passwords import ask_new_password, keep_new_open
    from schemas.keys.identities import KeyFile
    from schemas.keys.kept_keys import five_words
    from schemas.keys.password_files import lock

    name = connection.handle()
    file = KeyFile.read(connection.home.key_path(name))
    identity = by_password(connection, file.path)[0] if file.locked else file.identity(None)
    connection.password = os.environ.get("OSTRAKA_NEW_PASSWORD")
    if connection.password is None:
        tell(f"Five words that nobody has chosen, if you like them: {five_words()}", error=True)
    write_private(file.path, lock(identity.to_bytes(), ask_new_password(connection, name)))
    keep_new_open(connection, file.path)
    changed = {"handle": name, "key_id": identity.key_id, "file": str(file.path)}
    emit(changed, as_json, lambda _: tell(f"{file.path} is under the new password."))
