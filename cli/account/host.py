"""`ostraka host`: the hosts that this home knows."""

from __future__ import annotations

from typing import Any

import click

from cli.errors import Misuse
from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, home_options, json_option, require_sure, yes_option
from cli.terminal.output import emit, table, tell


@click.group(cls=Group)
def host() -> None:
    """List the hosts that you have met, look at one, or forget one."""


@host.command("list")
@json_option
@home_options
def list_(connection: Connection, as_json: bool) -> None:
    """List the hosts that you have met, each with its name and how many games of it are known."""
    known = [
        {"url": url, "name": one["name"], "key": one["key"], "games": len(one["games"])}
        for url, one in sorted(connection.home.hosts().items())
    ]
    emit(known, as_json, show_hosts)


def show_hosts(known: list[dict[str, Any]]) -> None:
    """The hosts as a table, or how to meet one."""
    if known:
        table(("url", "name", "games"), [(one["url"], one["name"], one["games"]) for one in known])
    else:
        tell("You have met no host yet. To meet one: ostraka key register --url URL")


@host.command()
@click.argument("address", metavar="URL")
@json_option
@home_options
def show(connection: Connection, address: str, as_json: bool) -> None:
    """Show the host at URL: its name and key, who may register, and what it serves to browsers.

    The hash of the table that it serves at /play/ should be the one that the changelog of a release names, or that of
    your own `make site`.
    """
    from cli.client import Client

    client = Client(address, home=connection.home)
    key, told = client.meet().key_id, client.wire.get("/")
    shown = {"url": client.url, "name": told["name"], "key_id": key}
    shown |= {"registering": told.get("registering", "open"), "bundle": told.get("bundle")}
    emit(shown, as_json, show_host)


def show_host(shown: dict[str, Any]) -> None:
    """What a host says of itself."""
    who = {"open": "everybody", "invited": "who is invited"}.get(shown["registering"], "not told")
    serves = f"a table with the hash {shown['bundle']}" if shown["bundle"] else "no table"
    tell(f"{shown['name']}, {shown['url']}")
    tell(f"Its key is {shown['key_id']}.")
    tell(f"New players: {who}. In a browser it serves {serves}.")


@host.command()
@click.argument("address", metavar="URL")
@yes_option
@json_option
@home_options
def forget(connection: Connection, address: str, yes: bool, as_json: bool) -> None:
    """Forget the host at URL: its pinned key, and what was seen of its games.

    Keys, receipts and letters stay. If you meet it again, whatever it shows then is believed as at a first meeting.
    """
    from cli.home.home import normalised_url

    known = connection.home.hosts()
    address = address if address in known else normalised_url(address)
    if address not in known:
        raise Misuse(f"No host at {address} is known. See those that are with: ostraka host list")
    games = len(known[address]["games"])
    if games:
        require_sure(f"What you have seen of {games} games there could be taken back unnoticed. Forget {address}?", yes)
    with connection.home.changing_hosts() as hosts:
        del hosts[address]
    forgotten = {"url": address, "games": games}
    emit(forgotten, as_json, lambda _: tell(f"{address} is forgotten."))
