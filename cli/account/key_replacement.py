"""`ostraka key rotate`, `key lost`: a player's key is replaced, by his own word or after a loss.

The new key waits in keys/new until the host has taken it, so that a command that was cut short can be given again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.games.organiser import require_sure, yes_option
from cli.terminal.options import Connection, connected, reading
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from schemas.keys.identities import Identity


@click.command()
@click.option("--also", multiple=True, metavar="URL", help="Another service that knows the key; repeatable.")
@reading
@connected
def rotate(connection: Connection, also: tuple[str, ...], as_json: bool) -> None:
    """Replace your key by a new one, here and at every service of --also.

    From then on the new key alone speaks for you, also in your games; tokens and sign-ins of the service end. The old
    one is kept aside: it opens what was sealed to it. The new one is under the same password.
    """
    from cli.client import Client

    home, name, old = connection.home, connection.handle(), connection.identity()
    new = waiting_key(connection, name, locked(home.key_path(name)))
    clients = [Client(url, old, name, home) for url in (connection.url, *also)]
    for client in clients:
        client.rotate(new)
    home.succeed(name, old.key_id)
    done = {"handle": name, "key_id": new.key_id, "former": old.key_id, "urls": [client.url for client in clients]}
    emit(done, as_json, show_rotated)


def show_rotated(done: dict[str, Any]) -> None:
    """Which key speaks now, and where."""
    tell(f"{done['handle']} is {done['key_id']} now, at {', '.join(done['urls'])}; {done['former']} is kept aside")


@click.command()
@click.argument("name")
@click.option("--no-password", is_flag=True, help="Leave the new key in the clear, for a bot that runs unattended.")
@yes_option
@reading
@connected
def lost(connection: Connection, name: str, no_password: bool, yes: bool, as_json: bool) -> None:
    """Make a new key for player NAME, whose key or password is lost, and claim his name with it.

    The claim does nothing until it is confirmed: in each game by its organiser, for the name itself by whoever runs
    the service. Tell them the new key's id yourself, by a way on which they know you.
    """
    from cli.client import Client

    home = connection.home
    if home.key_path(name).exists():
        require_sure(f"There is a key {name} in {home.root}/keys. Set it aside and claim the name with a new one?", yes)
    new = waiting_key(connection, name, not no_password)
    client = Client(connection.url, new, name, home)
    client.claim(new)
    home.succeed(name, None)
    claimed = {"handle": name, "key_id": new.key_id, "file": str(home.key_path(name)), "url": client.url}
    emit(claimed, as_json, show_lost)


def show_lost(claimed: dict[str, Any]) -> None:
    """What has to be done by others now."""
    tell(f"{claimed['key_id']} claims to be {claimed['handle']} at {claimed['url']}; it rests in {claimed['file']}")
    tell(f"organisers of your games confirm it with: ostraka game rekey GAME {claimed['handle']} {claimed['key_id']}")
    tell(f"whoever runs the service, for your name: ostraka db rekey {claimed['handle']} {claimed['key_id']}")


def waiting_key(connection: Connection, name: str, under_password: bool) -> Identity:
    """The key that waits to take the place of another; made, under the password, where none waits yet."""
    from cli.account.passwords import ask_new_password
    from cli.home.home import make_private
    from schemas.keys.identities import Identity

    path = connection.home.new_key_path(name)
    if path.exists():
        if locked(path) and connection.password is None:
            connection.password = str(click.prompt(f"Password of the new key of {name}", hide_input=True, err=True))
        return Identity.load(path, connection.password)
    if under_password and connection.password is None:
        connection.password = ask_new_password(name)
    make_private(path.parent)
    identity = Identity.generate()
    identity.save(path, connection.password if under_password else None)
    return identity


def locked(path: Path) -> bool:
    """Is this key under a password?"""
    from schemas.keys.identities import is_locked

    return is_locked(path)
