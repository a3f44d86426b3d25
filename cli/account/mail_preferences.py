"""`ostraka key mail`, `mute`, `unmute`: where a player wants mails, and which not. Signed, and told to nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, connected, reading
from cli.terminal.output import emit, tell

KINDS = ("invited", "started", "orders-wanted", "reminder", "receipt", "digest", "nmr", "over", "press", "organiser")
kinds_argument = click.argument("kinds", nargs=-1, required=True, metavar="KIND...", type=click.Choice(KINDS))


@click.command()
@click.argument("address", required=False)
@click.option("--none", "nowhere", is_flag=True, help="Have no mails at all.")
@reading
@connected
def mail(connection: Connection, address: str | None, nowhere: bool, as_json: bool) -> None:
    """Say where the service writes to you: ADDRESS, or nowhere. With neither, show what holds now."""
    if address and nowhere:
        raise Misuse("Give ADDRESS or --none, not both.")
    client = connection.player()
    now = client.prefer(address=None if nowhere else address) if address or nowhere else client.preferences()
    emit(now, as_json, show_preferences)


@click.command()
@kinds_argument
@reading
@connected
def mute(connection: Connection, kinds: tuple[str, ...], as_json: bool) -> None:
    """Have no mails of KIND any more.

    Kinds are invited, started, orders-wanted, reminder, receipt, digest, nmr (who missed a deadline), over, press,
    organiser (what organiser and seats do).
    """
    change_muted(connection, "muted", kinds, True, as_json)


@click.command()
@kinds_argument
@reading
@connected
def unmute(connection: Connection, kinds: tuple[str, ...], as_json: bool) -> None:
    """Have mails of KIND again."""
    change_muted(connection, "muted", kinds, False, as_json)


def change_muted(connection: Connection, what: str, names: Sequence[str], muted: bool, as_json: bool) -> None:
    """Add names to a list of what is muted, or take them from it."""
    client = connection.player()
    before = client.preferences()[what]
    kept = [name for name in before if name not in names]
    emit(client.prefer(**{what: [*kept, *dict.fromkeys(names)] if muted else kept}), as_json, show_preferences)


def show_preferences(now: dict[str, Any]) -> None:
    """What holds now."""
    tell(f"mails to {now['handle']} go {'to ' + now['address'] if now['address'] else 'nowhere'}")
    tell(f"muted mails: {', '.join(now['muted']) or 'none'}")
    tell(f"muted players: {', '.join(now['muted_press']) or 'none'}")


PREFERRING = (mail, mute, unmute)
