"""`ostraka web`: the service's pages in a browser, signed in as the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import click

from cli.errors import TrustBroken
from cli.terminal.options import Connection, connected, reading
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client


@click.command()
@click.argument("game", required=False)
@click.option("--print", "only_print", is_flag=True, help="Print the link and open nothing.")
@reading
@connected
def web(connection: Connection, game: str | None, only_print: bool, as_json: bool) -> None:
    """Open the pages of the service in your browser, signed in as you; with GAME at your seat in it.

    The link signs one browser in, once and within two minutes. It shows what your seats may know; orders stay here.
    """
    link = sign_in_link(connection.player())
    address = link["url"] + (f"?{urlencode({'game': game})}" if game else "")
    opened = not only_print and not as_json and click.launch(address) == 0
    said = {"url": address, "expires_at": link["expires_at"]}
    emit(said, as_json, lambda _: tell("Opened in your browser; confirm it there." if opened else address))


def sign_in_link(client: Client) -> dict[str, Any]:
    """A one-time link of the service; one that leads to another address is not followed."""
    client.meet()
    link = client.wire.post(f"/players/{client.handle}/sessions", b"{}", signed=True)
    if not str(link["url"]).startswith(f"{client.url}/sign-in/"):
        raise TrustBroken(f"The link of {client.url} to sign in leads elsewhere, to {link['url']}; it was not opened.")
    return link
