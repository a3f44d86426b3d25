"""`ostraka webhook`: a player's web addresses that the host notifies of what happens in their games."""

from __future__ import annotations

from typing import Any

import click

from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, host_options, json_option
from cli.terminal.output import emit, table, tell
from cli.times import local_time


@click.group(cls=Group)
def webhook() -> None:
    """Notify a web address of yours when something happens in your games (docs/scripting.md)."""


@webhook.command()
@click.argument("address", metavar="URL")
@json_option
@host_options
def add(connection: Connection, address: str, as_json: bool) -> None:
    """Notify URL from now on of what happens in your games.

    It has to be https at a public address. A delivery says where to read, and nothing more; the host signs it. It is
    not notified of what you play under an alias: whose the address is would tell whose the alias is.
    """
    added = connection.player().add_webhook(address)
    emit(added, as_json, lambda one: tell(f"{one['webhook']} notifies {one['url']} from now on."))


@webhook.command(name="list")
@json_option
@host_options
def list_(connection: Connection, as_json: bool) -> None:
    """List your webhooks, with how many deliveries of each are due and how many failed for good."""
    emit(connection.player().webhooks(), as_json, show_webhooks)


@webhook.command()
@click.argument("webhook_id", metavar="WEBHOOK")
@json_option
@host_options
def remove(connection: Connection, webhook_id: str, as_json: bool) -> None:
    """Remove WEBHOOK: nothing more is sent to it."""
    connection.player().remove_webhook(webhook_id)
    emit({"webhook": webhook_id}, as_json, lambda one: tell(f"{one['webhook']} is removed."))


@webhook.command()
@click.argument("webhook_id", metavar="WEBHOOK")
@json_option
@host_options
def deliveries(connection: Connection, webhook_id: str, as_json: bool) -> None:
    """Show the latest deliveries to WEBHOOK and how they went; `dead` ones failed for good."""
    emit(connection.player().deliveries(webhook_id), as_json, show_deliveries)


@webhook.command()
@click.argument("webhook_id", metavar="WEBHOOK")
@click.argument("number", type=click.IntRange(min=1))
@json_option
@host_options
def retry(connection: Connection, webhook_id: str, number: int, as_json: bool) -> None:
    """Send delivery NUMBER of WEBHOOK once more."""
    retried = connection.player().retry_delivery(webhook_id, number)
    emit(retried, as_json, lambda one: tell(f"Delivery {one['number']} is sent once more."))


def show_webhooks(webhooks: list[dict[str, Any]]) -> None:
    """The webhooks as a table."""
    columns = ("webhook", "url", "due", "dead", "rests until")
    table(
        columns,
        [
            [one["webhook"], one["url"], one["due"], one["dead"], local_time(one["rests_until"] or "")]
            for one in webhooks
        ],
    )
    for one in webhooks:
        if one["silent"]:
            tell(f"{one['webhook']} is silent, since your key was replaced: remove it, and add its address again.")


def show_deliveries(sent: list[dict[str, Any]]) -> None:
    """The deliveries as a table."""
    columns = ("number", "game", "seat", "kind", "phase", "status", "attempts", "outcome", "next try")
    names = [column.replace(" ", "_") for column in columns]
    rows = [{**one, "next_try": local_time(one["next_try"] or "")} for one in sent]
    table(columns, [[one[name] for name in names] for one in rows])
