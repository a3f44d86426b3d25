"""Devices that show notices of the player's games: how a browser subscribes at a host, and how it is forgotten.

A browser's scripts ask here what they need and hand in what the browser says of itself; no form of a page does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, jsonify, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from cli.errors import ClientError, Refused
from cli.table.addresses.table import Table

if TYPE_CHECKING:
    from cli.client import Client

SAID: Final = ("endpoint", "p256dh", "auth")
NO_NOTICES: Final = ("receipt", "digest")
"""Of the mails that can be muted, those that no device is told of."""


def add_push(app: Flask, table: Table) -> None:
    """What scripts ask, and the form that forgets a device."""
    place = f"{table.guard.home}push"

    @app.get(place)
    def hosts_that_push() -> Response:
        return jsonify([facts_of(client) for client in table.hosts.clients()])

    @app.post(place)
    def subscribe() -> AnyResponse:
        client, form = client_at(table, request.form.get("url", "")), request.form
        muted = [kind for kind in client.preferences()["muted"] if kind not in NO_NOTICES]
        try:
            made = client.add_device(
                {name: form.get(name, "") for name in SAID},
                form.get("name", ""),
                muted,
                mails_too="mails_too" in form,
            )
        except Refused as refused:
            answer = jsonify({"trouble": refused.message})
            answer.status_code = 422
            return answer
        return jsonify({"device": made["device"]})

    @app.post(f"{place}/forget")
    def forget() -> AnyResponse:
        try:
            client_at(table, request.form.get("url", "")).forget_device(request.form.get("device", ""))
        except Refused as refused:
            if refused.code != "unknown-device":  # else it is forgotten already
                raise
        return redirect(f"{table.guard.home}settings", 303)


def client_at(table: Table, url: str) -> Client:
    """The player at a host; 404 where they are known at none of that address."""
    client = next((one for one in table.hosts.clients() if one.url == url), None)
    if client is None:
        raise NotFound("You are not known at that host.")
    return client


def facts_of(client: Client) -> dict[str, Any]:
    """A host, the key to which a browser subscribes there, and the devices that are told; or why that is not known."""
    try:
        return {"url": client.url, "trouble": "", **client.devices()}
    except ClientError as error:
        return {"url": client.url, "trouble": str(error)}
