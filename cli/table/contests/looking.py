"""The page of a contest: what it waits for, how it stands and why, its rounds, its plan; and a draw to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Flask, Response, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from cli.table.addresses.hosted import tried
from cli.table.addresses.table import Table, number
from cli.table.contests.found import Seen, contest_of, of_contest
from cli.terminal.finding import GAME_ID


def add_looking(app: Flask, table: Table) -> None:
    """The page, a draw, and the standings as a file."""
    place = f"{table.guard.home}contests/<name>"

    @app.get(place)
    def contest(name: str) -> AnyResponse:
        guard = table.guard
        if guard.place.account and GAME_ID.fullmatch(name) and not table.hosts.clients():
            return redirect(f"{guard.home}enter/{name}", 303)  # where one says who one is
        return contest_page(table, contest_of(table, name))

    @app.get(f"{place}/draw")
    def draw(name: str) -> Response:
        from cli.contests.trial import trial_draw

        seen, found = contest_of(table, name), list[dict[str, Any]]()
        wrong = tried(lambda: found.append(trial_draw(seen.client.contest_log(seen.id))))
        return of_contest(table, seen, "draw", wrong, found=found)

    @app.get(f"{place}/standings.csv")
    def standings(name: str) -> Response:
        from schemas.contests.exports import standings_csv

        seen = contest_of(table, name)
        response = Response(standings_csv(seen.story, after(seen)), mimetype="text/csv")
        response.headers["Content-Disposition"] = f'attachment; filename="standings-{seen.id}.csv"'
        return response


def contest_page(table: Table, seen: Seen, wrong: Sequence[str] = ()) -> Response:
    """The page; `wrong`: why something was not done."""
    from cli.table.contests.shown import facts_of

    facts = facts_of(seen, after(seen), drawn(seen), request.args.get("why", ""))
    return of_contest(table, seen, "contest", wrong, **facts)


def drawn(seen: Seen) -> int | None:
    """The round by whose draw the standings are asked for, as they were before corrections; None for those of now."""
    found = number("drawn")
    if found is not None and not any(one.number == found and one.drawn_at for one in seen.story.rounds):
        raise NotFound(f"Round {found} of this contest is not drawn yet.")
    return found


def after(seen: Seen) -> int | None:
    """The round after which the standings are asked for; None for those of the moment."""
    found = number("after")
    if found is not None and not 1 <= found <= len(seen.story.rounds):
        raise NotFound(f"This contest has come to round {len(seen.story.rounds)}.")
    return found
