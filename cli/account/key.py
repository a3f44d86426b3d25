"""`ostraka key`: a player's keys, on this machine and at a host."""

from __future__ import annotations

import click

from cli.account.kept_keys import fetch, keep, password
from cli.account.key_replacement import lost, rotate
from cli.account.mail_preferences import ADDRESS, PREFERENCE_COMMANDS
from cli.account.unlocking import lock, unlock
from cli.errors import Misuse
from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, home_options, host_options, json_option
from cli.terminal.output import emit, tell


@click.group(cls=Group)
def key() -> None:
    """Make, register and replace your keys, and choose which mails you get."""


@key.command()
@click.argument("name")
@click.option("--no-password", is_flag=True, help="Store the key unlocked, for a bot that runs unattended.")
@json_option
@home_options
def new(connection: Connection, name: str, no_password: bool, as_json: bool) -> None:
    """Make the keys of player NAME: one to sign with, one for what is sealed to you.

    The password is taken from OSTRAKA_PASSWORD, or asked for. Nobody can restore a lost key or password.
    """
    from cli.home.home import make_private
    from cli.terminal.passwords import ask_new_password, keep_new_open
    from schemas.keys.identities import Identity, require_free

    path = connection.home.key_path(name)
    make_private(path.parent)
    require_free(path)  # before a password is thought of
    password = None if no_password else ask_new_password(connection, name)
    identity = Identity.generate()
    identity.save(path, password)
    keep_new_open(connection, path)
    where = "" if connection.home.hosts() else " --url ADDRESS_OF_A_HOST"
    made = {"handle": name, "key_id": identity.key_id, "file": str(path)}
    emit(
        made,
        as_json,
        lambda _: tell(
            f"{name} is {identity.key_id}. The key is in {path}; keep a copy. Next: ostraka key register{where}"
        ),
    )


@key.command()
@json_option
@home_options
def show(connection: Connection, as_json: bool) -> None:
    """Show your key's name and id, and its public halves."""
    from schemas.statements.canonical import to_base64url

    identity, handle = connection.identity(), connection.handle()
    card = {
        "handle": handle,
        "key_id": identity.key_id,
        "signing_key": to_base64url(identity.signing_key),
        "sealing_key": to_base64url(identity.sealing_key),
    }
    emit(card, as_json, show_card)


def show_card(card: dict[str, str]) -> None:
    """Print each field on a line of its own."""
    for what, value in card.items():
        tell(f"{what}: {value}")


@key.command()
@click.option("--email", help="Where the host writes to you. Nobody else is ever told.")
@click.option("--invited", metavar="LINK", help="The link of your invitation, or its last word.")
@json_option
@host_options
def register(connection: Connection, email: str | None, invited: str | None, as_json: bool) -> None:
    """Register your key with the host, under its name.

    With an invitation a seat that it reserves is kept for you, also if you are registered there already.
    """
    from schemas.statements.invitation_words import is_word

    word = invited.rpartition("=")[2] if invited else None
    if word is not None and not is_word(word):
        raise Misuse("The link of an invitation ends in a word of 24 letters and digits: copy all of it.")
    if email and not ADDRESS.fullmatch(email):
        raise Misuse(
            f"{email!r} is not an email address, such as leonidas@example.org. Without mails, leave --email out."
        )
    client = connection.player()
    known = {**client.register(email, word), "url": client.url, "host_key_id": client.host.key_id}
    emit(known, as_json, show_registered)


def show_registered(known: dict[str, str]) -> None:
    """Where the player is registered, and which host it is."""
    tell(f"{known['handle']} is registered at {known['url']}. The key of that host is {known['host_key_id']}.")


for command in (unlock, lock, password, keep, fetch, rotate, lost, *PREFERENCE_COMMANDS):
    key.add_command(command)
