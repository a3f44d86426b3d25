"""`ostraka key rotate`, `key lost`: a player's key is replaced, by their own word or after a loss.

The new key waits in keys/new until the host has taken it, so that a command that was cut short can be repeated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.terminal.options import Connection, host_options, json_option, require_sure, yes_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from schemas.keys.identities import Identity


@click.command()
@click.option("--also", multiple=True, metavar="URL", help="Another host where the key is registered; repeatable.")
@json_option
@host_options
def rotate(connection: Connection, also: tuple[str, ...], as_json: bool) -> None:
    """Replace your key with a new one, here and at every host of --also.

    From then on only the new key speaks for you, also in your games; your tokens and sign-ins at the host end. The
    old key is kept: it opens what was sealed to it. The new one has the same password.
    """
    from cli.client import Client
    from cli.terminal.passwords import opened_by_password
    from schemas.keys.identities import KeyFile

    home, name = connection.home, connection.handle()
    file = KeyFile.read(home.key_path(name))
    old = opened_by_password(connection, file) if file.locked else connection.identity()
    new = waiting_key(connection, name, file.locked)
    clients = [Client(url, old, name, home) for url in (connection.url, *also)]
    for client in clients:
        client.rotate(new)
    home.replace_key(name, old.key_id)
    done = {"handle": name, "key_id": new.key_id, "former": old.key_id, "urls": [client.url for client in clients]}
    emit(done, as_json, show_rotated)


def show_rotated(done: dict[str, Any]) -> None:
    """Which key speaks for the player now, and where."""
    from schemas.statements.in_words import listed

    tell(f"{done['handle']} is now {done['key_id']} at {listed(done['urls'])}. The old key, {done['former']}, is kept.")


@click.command()
@click.argument("name")
@click.option("--no-password", is_flag=True, help="Store the new key unlocked, for a bot that runs unattended.")
@yes_option
@json_option
@host_options
def lost(connection: Connection, name: str, no_password: bool, yes: bool, as_json: bool) -> None:
    """Make a new key for player NAME, whose key or password is lost, and claim the name with it.

    The claim does nothing until it is confirmed: in each game by its organiser, for the name itself by whoever runs
    the host. Tell them the new key's id yourself, in a way that shows them who you are.
    """
    from cli.client import Client

    home = connection.home
    if home.key_path(name).exists():
        require_sure(f"There is a key {name} in {home.root}/keys. Put it aside and claim the name with a new one?", yes)
    new = waiting_key(connection, name, not no_password)
    client = Client(connection.url, new, name, home)
    client.claim(new)
    home.replace_key(name, None)
    claimed = {"handle": name, "key_id": new.key_id, "file": str(home.key_path(name)), "url": client.url}
    emit(claimed, as_json, show_lost)


def show_lost(claimed: dict[str, Any]) -> None:
    """What others have to do now."""
    tell(f"{claimed['key_id']} claims to be {claimed['handle']} at {claimed['url']}. It is in {claimed['file']}")
    tell(
        f"The organisers of your games confirm it with: ostraka game rekey GAME {claimed['handle']} {claimed['key_id']}"
    )
    tell(f"Whoever runs the host confirms it with: ostraka db rekey {claimed['handle']} {claimed['key_id']}")


def waiting_key(connection: Connection, name: str, under_password: bool) -> Identity:
    """The key that waits to replace another; made, locked with the password, if none is waiting yet."""
    from cli.home.home import make_private
    from cli.terminal.passwords import ask_new_password, keep_new_open
    from schemas.keys.identities import Identity

    path = connection.home.new_key_path(name)
    if path.exists():
        return connection.open_key(path)
    password = ask_new_password(connection, name) if under_password else None
    make_private(path.parent)
    identity = Identity.generate()
    identity.save(path, password)
    keep_new_open(connection, path)
    return identity
