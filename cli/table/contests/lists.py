"""*Contests*: those at the reader's hosts, those first that concern them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response

from cli.errors import ClientError, TrustBroken
from cli.table.addresses.table import Table, page
from cli.table.contests.found import STATUS
from schemas.contests.plan import KINDS

if TYPE_CHECKING:
    from cli.client import Client

MOST_LOOKED_AT: Final = 24
"""Contests that go on, of which it is asked whether the reader has entered: the newest."""
MOST_OVER: Final = 50


def add_lists(app: Flask, table: Table) -> None:
    """The page."""

    @app.get(f"{table.guard.home}contests")
    def contests() -> Response:
        found, trouble = list[dict[str, Any]](), list[str]()
        for client in table.hosts.clients():
            try:
                found += contests_at(client)
            except TrustBroken:
                raise
            except ClientError as error:
                trouble.append(error.plain)
        parts = {
            "Yours": [one for one in found if one["mine"] and not one["over"]],
            "Open for entries": [one for one in found if not one["mine"] and one["open"]],
            "Under way": [one for one in found if not one["mine"] and not one["over"] and not one["open"]],
            "Over": [one for one in found if one["over"]][:MOST_OVER],
        }
        facts = {"parts": parts, "trouble": trouble, "hosts": [client.url for client in table.hosts.clients()]}
        return page("contests/list", table.guard, command=table.hosts.command(), **facts)


def contests_at(client: Client) -> Iterator[dict[str, Any]]:
    """The contests of a host, the newest first, with what the reader is in each that goes on."""
    from adjudicator.index import kinds

    found, titles = client.contests(), kinds()
    going = [one["contest"] for one in found if one["status"] != "finished"][:MOST_LOOKED_AT]
    looked = client.at_once(*(partial(client.contest, contest) for contest in going))
    entered = {one["contest"] for one in looked if is_in(client, one)}
    organised = {one["contest"] for one in looked if client.handle in one["organisers"]}
    for one in found:
        part = "you organise it" if one["contest"] in organised or one["organiser"] == client.handle else ""
        part = ", ".join(filter(None, [part, "you are in" if one["contest"] in entered else ""]))
        title = titles.get(one["title"])
        yield {
            "contest": one["contest"],
            "name": one["name"],
            "what": f"{KINDS[one['kind']].partition(':')[0]} of {title['name'] if title else one['title']}",
            "organiser": one["organiser"],
            "host": client.url,
            "status": STATUS[one["status"]],
            "part": part,
            "mine": bool(part),
            "open": one["status"] == "entering",
            "over": one["status"] == "finished",
        }


def is_in(client: Client, contest: dict[str, Any]) -> bool:
    """Whether the player is in a contest, or waits as a substitute."""
    names = {client.handle, client.pins.aliases().get(contest["contest"])}
    return any(one["player"] in names and not one["left"] for one in contest["entrants"])
