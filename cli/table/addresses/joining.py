"""Finding a game or a contest at a host by what one was sent: its link, or the id in it."""

from __future__ import annotations

import re
from typing import Final

from flask import Flask, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from cli.errors import Misuse, Refused
from cli.table.addresses.table import Table
from cli.terminal.finding import GAME_ID
from schemas.statements.invitation_words import WORD

ID: Final = re.compile(rf"(?<![a-z-]){GAME_ID.pattern}(?![a-z-])")

OF_CONTEST: Final = re.compile(r"/contests/|#enter/")
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
                "There is no game or contest in that: paste the link that you were sent, or its three words, such as "
                "fiviv-fodas-koniv."
            )
        known = [client.url for client in table.hosts.clients()]
        if "://" in given and not any(given.startswith(f"{url}/") for url in known):
            where = given.partition("://")[2].partition("/")[0]
            raise Misuse(f"You are not known at {where} yet. Register there first; then open the link again.")
        if (word := INVITED.search(given)) and "://" in given:
            client = next(one for one in table.hosts.clients() if given.startswith(f"{one.url}/"))
            client.register(invited=word[1])
        if OF_CONTEST.search(given) or ("://" not in given and is_contest(table, found[0])):
            return redirect(f"{guard.home}contests/{found[0]}", 303)
        return redirect(f"{guard.home}games/{found[0]}/about", 303)


def is_contest(table: Table, name: str) -> bool:
    """Whether a host that knows the reader has a contest of that id."""
    for client in table.hosts.clients():
        try:
            client.contest(name)
        except Refused as refused:
            if refused.code != "unknown-contest":
                raise
        else:
            return True
    return False
