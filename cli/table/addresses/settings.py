"""*Settings*: which mails come and where to, at each host; when the table locks; whose time is shown."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from cli.account.mail_preferences import ADDRESS, KINDS
from cli.errors import ClientError, Refused
from cli.home.agent import lock_seconds, set_lock_seconds
from cli.home.home import Home
from cli.home.settings import settle, settled, warns
from cli.table.addresses.table import Table, page
from cli.table.guard import idle_of
from cli.times import zone_in_words
from schemas.errors import ProtocolError
from schemas.statements.in_words import length

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import Device

LOCK_TIMES: Final = (300, 900, 1_800, 3_600, 14_400, 28_800)  # seconds


def add_settings(app: Flask, table: Table) -> None:
    """The page, and its forms: one for each host, one that locks the table."""
    guard = table.guard
    place = f"{guard.home}settings"

    @app.get(place)
    def settings() -> Response:
        return shown(table)

    @app.post(place)
    def prefer() -> AnyResponse:
        wrong = preferred(table)
        return shown(table, wrong) if wrong else redirect(place, 303)

    @app.post(f"{place}/lock-after")
    def lock_after() -> AnyResponse:
        wanted = request.form.get("seconds", "")
        seconds = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 8 else -1
        if seconds not in (0, *LOCK_TIMES, lock_seconds(table.home.root)):
            raise NotFound("There is no such time to choose.")
        set_lock_seconds(table.home.root, seconds)
        guard.idle = idle_of(table.home.root)
        return redirect(place, 303)

    @app.post(f"{place}/turn")
    def turn() -> AnyResponse:
        settle(table.home.root, sound="sound" in request.form, notices="notices" in request.form)
        return redirect(place, 303)

    @app.post(f"{place}/warnings")
    def warnings() -> AnyResponse:
        settle(table.home.root, warnings="warnings" in request.form)
        return redirect(place, 303)

    @app.post(f"{place}/lock")
    def lock() -> AnyResponse:
        guard.lock()
        return redirect(guard.home, 303)


def shown(table: Table, wrong: str = "") -> Response:
    """The page; `wrong`: why what was wanted was not done."""
    now = lock_seconds(table.home.root)
    return page(
        "settings",
        table.guard,
        hosts=[host_facts(client) for client in table.hosts.clients()],
        kinds=[*KINDS.items()],
        zone=zone_in_words(datetime.now().astimezone()),
        wrong=wrong,
        now=now,
        times=[(seconds, length(seconds)) for seconds in sorted({*LOCK_TIMES, now} - {0})],
        idle=table.guard.idle_in_words,
        turn=told_of_turns(table.home),
        command=table.hosts.command(),
        foresees=table.imagines is not None,
        warns=warns(table.home.root),
    )


def preferred(table: Table) -> str:
    """Do as the form of a host wants; why not, where it cannot be done."""
    client = next((one for one in table.hosts.clients() if one.url == request.form.get("url", "")), None)
    if client is None:
        raise NotFound("You are not known at that host.")
    address = request.form.get("address", "").strip()
    if address and not ADDRESS.fullmatch(address):
        return f"{address!r} is not an email address. For no mails at all leave the field empty."
    wanted = request.form.getlist("mail")
    try:
        client.prefer(
            address=address or None,
            muted=[kind for kind in KINDS if kind not in wanted],
            time_zone=request.form.get("time_zone", "").strip() or None,
        )
    except Refused as refused:
        return refused.message
    except ProtocolError as error:  # what can be no time zone is not even signed
        return str(error)
    return ""


def told_of_turns(home: Home) -> dict[str, bool]:
    """How a page tells of a turn that came: by a sound, which is off until it is wanted; by notices, if allowed."""
    found = settled(home.root)
    return {"sound": found.get("sound") is True, "notices": found.get("notices") is not False}


def host_facts(client: Client) -> dict[str, Any]:
    """What a host has of the player, or why that is not known."""
    try:
        now = client.preferences()
    except ClientError as error:
        return {"url": client.url, "trouble": str(error)}
    kept = {name: now[name] for name in ("handle", "address", "muted", "time_zone")}
    return {"url": client.url, "trouble": "", "devices": devices_at(client), **kept}


def devices_at(client: Client) -> list[Device]:
    """The devices that show notices of a host; none where the host is older than they."""
    try:
        return client.devices()["devices"]
    except ClientError:
        return []
