"""`ostraka key mail`, `mute`, `unmute`, `devices`: where a player wants mails and notices, and which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from inspect import cleandoc
from typing import Any, Final

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, host_options, json_option
from cli.terminal.output import emit, table, tell

KINDS: Final = {
    "invited": "somebody invites you to a game",
    "started": "a game has started",
    "orders-wanted": "you are asked",
    "reminder": "a deadline is near",
    "receipt": "a mail of yours has come: its receipt",
    "digest": "something has happened",
    "nmr": "somebody missed a deadline",
    "over": "a game is over",
    "press": "somebody wrote to you",
    "organiser": "the organiser or a seat has acted",
    "veiled": "a phase hides whom it asks",
}
ADDRESS: Final = re.compile(r"[!-?A-~]{1,64}@[A-Za-z0-9.-]{1,190}")
kinds_argument = click.argument("kinds", nargs=-1, required=True, metavar="KIND...", type=click.Choice([*KINDS]))


@click.command()
@click.argument("address", required=False)
@click.option("--none", "nowhere", is_flag=True, help="Get no mails at all.")
@click.option(
    "--time-zone",
    metavar="ZONE",
    help="Your time zone in mails, such as Europe/Athens; `game`: each game's.",
)
@json_option
@host_options
def mail(connection: Connection, address: str | None, nowhere: bool, time_zone: str | None, as_json: bool) -> None:
    """Set the ADDRESS that the host writes to, or --none, and the time zone of its mails. With neither, show both."""
    if address and nowhere:
        raise Misuse("Give ADDRESS or --none, not both.")
    if address and not ADDRESS.fullmatch(address):
        raise Misuse(f"{address!r} is not an email address. For no mails at all: ostraka key mail --none")
    client = connection.player()
    changes: dict[str, str | None] = {"address": address} if address or nowhere else {}
    if time_zone:
        require_time_zone(time_zone)
        changes["time_zone"] = None if time_zone == "game" else time_zone
    now = client.prefer(**changes) if changes else client.preferences()
    emit(now, as_json, show_preferences)


@click.command()
@kinds_argument
@json_option
@host_options
def mute(connection: Connection, kinds: tuple[str, ...], as_json: bool) -> None:
    """Get no more mails of KIND.

    Without mails about phases that hide whom they ask you are not asked in them: your book answers, or the default.
    """
    change_muted(connection, "muted", kinds, True, as_json)


mute.help = f"{cleandoc(mute.help or '')}\n\n\b\n" + "\n".join(f"  {kind:<15}{words}" for kind, words in KINDS.items())


@click.command()
@kinds_argument
@json_option
@host_options
def unmute(connection: Connection, kinds: tuple[str, ...], as_json: bool) -> None:
    """Get mails of KIND again."""
    change_muted(connection, "muted", kinds, False, as_json)


@click.command()
@click.option("--forget", "device", metavar="DEVICE", help="Send no more notices to the device with this id.")
@json_option
@host_options
def devices(connection: Connection, device: str | None, as_json: bool) -> None:
    """List the browsers that show notices of your games, or forget one. A browser is added in its own settings."""
    client = connection.player()
    if device:
        client.forget_device(device)
        emit({"device": device}, as_json, lambda one: tell(f"{one['device']} gets no more notices."))
    else:
        emit(client.devices()["devices"], as_json, show_devices)


def show_devices(found: list[dict[str, Any]]) -> None:
    """The devices as a table."""
    from cli.times import local_time

    columns = ("device", "name", "service", "since", "last refusal")
    rows = [
        [one["device"], one["name"], one["service"], local_time(one["created_at"]), one["refusal"]] for one in found
    ]
    table(columns, rows)


def change_muted(connection: Connection, what: str, names: Sequence[str], muted: bool, as_json: bool) -> None:
    """Add names to a list of what is muted, or remove them from it."""
    client = connection.player()
    before = client.preferences()[what]
    kept = [name for name in before if name not in names]
    emit(client.prefer(**{what: [*kept, *dict.fromkeys(names)] if muted else kept}), as_json, show_preferences)


def kind_in_words(kind: str) -> str:
    """A kind of mail as it is typed, with what it is; a newer host may know others."""
    return f"{kind} ({KINDS[kind]})" if kind in KINDS else kind


def require_time_zone(name: str) -> None:
    """Misuse where it is no time zone, as far as this machine knows them."""
    from zoneinfo import available_timezones

    from schemas.statements.times import find_zone

    known = name == "game" or find_zone(name) is not None
    if not known and available_timezones():  # a machine without a list leaves it to the host
        raise Misuse(
            f"There is no time zone {name!r}; write, for example, Europe/Athens. For each game's own: --time-zone game"
        )


def show_preferences(now: dict[str, Any]) -> None:
    """Where mails go, and what is muted."""
    tell(f"{now['handle']} gets mail at {now['address']}." if now["address"] else f"{now['handle']} gets no mail.")
    tell(f"Times in mails: {now['time_zone'] or 'those of each game'}")
    tell(f"Muted mails: {', '.join(map(kind_in_words, now['muted'])) or 'none'}")
    tell(f"Muted players: {', '.join(now['muted_press']) or 'none'}")


PREFERENCE_COMMANDS = (mail, mute, unmute, devices)
