"""`ostraka web`: the host's pages in a browser, signed in as the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import click

from cli.errors import TrustBroken
from cli.terminal.options import Connection, game_argument, host_options, json_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client


@click.command()
@game_argument(required=False, metavar="[GAME]")
@click.option("--print", "only_print", is_flag=True, help="Print the link instead of opening it.")
@json_option
@host_options
def web(connection: Connection, game: str | None, only_print: bool, as_json: bool) -> None:
    """Open the host's pages in your browser, signed in as you; with GAME, at your seat in it.

    The link signs in one browser, once, within two minutes. The pages show what your seats may know; orders are given
    with this program only.
    """
    link = sign_in_link(connection.player())
    address = link["url"] + (f"?{urlencode({'game': game})}" if game else "")
    opened = not only_print and not as_json and click.launch(address) == 0
    said = {"url": address, "expires_at": link["expires_at"]}
    emit(said, as_json, lambda _: tell("Opened in your browser: confirm there." if opened else address))


def sign_in_link(client: Client) -> dict[str, Any]:
    """A one-time link of the host; refused if it leads to another address."""
    client.meet()
    link = client.wire.post(f"/players/{client.handle}/sessions", b"{}", signed=True)
    if not str(link["url"]).startswith(f"{client.url}/sign-in/"):
        raise TrustBroken(f"The sign-in link of {client.url} leads elsewhere, to {link['url']}, so it was not opened.")
    return link
