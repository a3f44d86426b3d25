"""What a player does in a contest: enter, leave, sit out a round, challenge."""

from __future__ import annotations

from typing import Any

from flask import Flask, request
from werkzeug.wrappers import Response as AnyResponse

from cli.contests.shared.entering import entered_in_words
from cli.table.addresses.hosted import ask_once_more, tried
from cli.table.addresses.table import Table, number
from cli.table.contests.found import contest_of, done, place_of
from cli.table.contests.looking import contest_page


def add_entering(app: Flask, table: Table) -> None:
    """The forms on the page of a contest."""
    place = f"{table.guard.home}contests/<name>"

    @app.post(f"{place}/enter", endpoint="enter_contest")
    def enter(name: str) -> AnyResponse:
        seen, after = contest_of(table, name), list[dict[str, Any]]()
        substitute = "substitute" in request.form
        if wrong := tried(lambda: after.append(seen.client.enter_contest(seen.id, substitute=substitute))):
            return contest_page(table, seen, wrong)
        return done(table, seen.id, "", entered_in_words(seen.client, after[0], substitute=substitute))

    @app.post(f"{place}/leave")
    def leave(name: str) -> AnyResponse:
        seen = contest_of(table, name)
        asked = f"Leave {seen.told['name']}? You are drawn in no later round."
        does = "Games that go on are still yours: give one up on its own page, if you must."
        if (page := ask_once_more(table, asked, does, "Yes, leave", place_of(table, seen.id))) is not None:
            return page
        if wrong := tried(lambda: seen.client.leave_contest(seen.id)):
            return contest_page(table, seen, wrong)
        return done(table, seen.id, "", f"You have left {seen.told['name']}; the next draw leaves you out.")

    @app.post(f"{place}/bye")
    def bye(name: str) -> AnyResponse:
        seen, withdrawn = contest_of(table, name), "withdraw" in request.form
        if (sat_out := number("round")) is None:
            return contest_page(table, seen, ["Which round? Choose one of the rounds to come."])
        if wrong := tried(lambda: seen.client.ask_bye(seen.id, sat_out, withdrawn=withdrawn)):
            return contest_page(table, seen, wrong)
        said = f"You play in round {sat_out} after all." if withdrawn else f"You sit out round {sat_out}."
        return done(table, seen.id, "", said)

    @app.post(f"{place}/challenge")
    def challenge(name: str) -> AnyResponse:
        seen, player, declined = contest_of(table, name), request.form.get("player", ""), "decline" in request.form
        if wrong := tried(lambda: seen.client.challenge(seen.id, player, declined=declined)):
            return contest_page(table, seen, wrong)
        declines, challenges = "You have declined the challenge of {}.", "{} is told that you challenge them."
        return done(table, seen.id, "", (declines if declined else challenges).format(player))
