"""`ostraka webhook`: addresses of one's own that the service tells of what happens in one's games."""

from __future__ import annotations

from typing import Any

import click

from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, connected, reading
from cli.terminal.output import emit, table, tell


@click.group(cls=Group)
def webhook() -> None:
    """Have an address of yours told when something happens in your games (docs/scripting.md)."""


@webhook.command()
@click.argument("address", metavar="URL")
@reading
@connected
def add(connection: Connection, address: str, as_json: bool) -> None:
    """Have URL told of what happens in your games from now on.

    It has to be https at a public address. What it gets says where to read and nothing more, signed by the host.
    """
    told = connection.player().add_webhook(address)
    emit(told, as_json, lambda one: tell(f"{one['webhook']} tells {one['url']} from now on"))


@webhook.command(name="list")
@reading
@connected
def list_(connection: Connection, as_json: bool) -> None:
    """List your webhooks: how many deliveries each has to make, and how many nobody took."""
    emit(connection.player().webhooks(), as_json, show_webhooks)


@webhook.command()
@click.argument("webhook_id", metavar="WEBHOOK")
@reading
@connected
def remove(connection: Connection, webhook_id: str, as_json: bool) -> None:
    """Have nothing more sent to WEBHOOK."""
    connection.player().remove_webhook(webhook_id)
    emit({"webhook": webhook_id}, as_json, lambda one: tell(f"{one['webhook']} is gone"))


@webhook.command()
@click.argument("webhook_id", metavar="WEBHOOK")
@reading
@connected
def deliveries(connection: Connection, webhook_id: str, as_json: bool) -> None:
    """Show what was sent to WEBHOOK last, and how it went; `dead` is what nobody took."""
    emit(connection.player().deliveries(webhook_id), as_json, show_deliveries)


@webhook.command()
@click.argument("webhook_id", metavar="WEBHOOK")
@click.argument("number", type=click.IntRange(min=1))
@reading
@connected
def retry(connection: Connection, webhook_id: str, number: int, as_json: bool) -> None:
    """Have delivery NUMBER of WEBHOOK sent once more."""
    told = connection.player().retry_delivery(webhook_id, number)
    emit(told, as_json, lambda one: tell(f"delivery {one['number']} is sent once more"))


def show_webhooks(webhooks: list[dict[str, Any]]) -> None:
    """The webhooks as a table."""
    columns = ("webhook", "url", "due", "dead", "rests until")
    table(columns, [[one["webhook"], one["url"], one["due"], one["dead"], one["rests_until"]] for one in webhooks])


def show_deliveries(told: list[dict[str, Any]]) -> None:
    """The deliveries as a table."""
    columns = ("number", "game", "seat", "kind", "phase", "status", "attempts", "outcome", "next try")
    names = [column.replace(" ", "_") for column in columns]
    table(columns, [[one[name] for name in names] for one in told])
