"""Finding a game at a host by what one was sent: its link, or the id in it."""

from __future__ import annotations

import re
from typing import Final

from flask import Flask, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from cli.errors import Misuse
from cli.table.addresses.table import Table
from cli.terminal.finding import GAME_ID
from schemas.statements.invitation_words import WORD

ID: Final = re.compile(rf"(?<![a-z-]){GAME_ID.pattern}(?![a-z-])")

INVITED: Final = re.compile(rf"[?&]invited=({WORD})(?![a-z0-9])")


def add_joining(app: Flask, table: Table) -> None:
    """The form on *Your games*."""
    guard = table.guard

    @app.post(f"{guard.home}find")
    def find() -> AnyResponse:
        given = request.form.get("link", "").strip()
        found = ID.search(given)
        if found is None:
            raise Misuse(
                "There is no game in that: paste the link that you were sent, or the three words of the game, such as "
                "fiviv-fodas-koniv."
            )
        known = [client.url for client in table.hosts.clients()]
        if "://" in given and not any(given.startswith(f"{url}/") for url in known):
            where = given.partition("://")[2].partition("/")[0]
            raise Misuse(f"You are not known at {where} yet. Register there first; then open the link again.")
        if (word := INVITED.search(given)) and "://" in given:
            client = next(one for one in table.hosts.clients() if given.startswith(f"{one.url}/"))
            client.register(invited=word[1])
        return redirect(f"{guard.home}games/{found[0]}/about", 303)
