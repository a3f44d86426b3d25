"""What `ostraka game show` prints: heading, seats, open phase, absences and votes, terms and options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.kernel.position.position import reason_in_words
from cli.terminal.output import table, tell
from cli.times import local_time, time_left
from schemas.documents.game_in_words import (
    absences_in_words,
    misses_in_words,
    terms_in_words,
    votes_in_words,
)
from schemas.statements.in_words import length

Payload = dict[str, Any]


def show_game(game: Payload) -> None:
    """All that everyone may know of a game, at a glance."""
    paused = f", paused since {local_time(game['paused_at'])}" if game["paused_at"] else ""
    tell(f"{game['name']} ({game['game']}): {game['title']}/{game['scenario']}, {game['status']}{paused}")
    if game["stopped"]:
        tell(stopped_in_words(game))
    columns = dict(columns_of(game))
    names = [seat["seat"] for seat in game["seats"]]
    table(("seat", *columns), [[name, *(column.get(name) for column in columns.values())] for name in names])
    for line in (*begun(game), *of_phase(game["open"]), *under_way(game), *ending(game)):
        tell(line)
    tell(f"Terms, signed by {game['organiser']}, who organises it:")
    for line in (*terms_in_words(game["terms"]), *said_in_words(game)):
        tell(f"  {line}")
    if chosen := list(options(game)):
        tell("Options:")
    for line in chosen:
        tell(f"  {line}")


def stopped_in_words(game: Payload) -> str:
    """What can be done about a phase that could not be resolved."""
    return (
        f"Phase {game['phase']} could not be resolved. The host tries again from time to time; the organiser can "
        "set aside what a seat has sent ahead for it, amend the position, take the game back, end or annul it."
    )


def said_in_words(game: Payload) -> Iterator[str]:
    """What else the organiser signed: how it begins, who sees it, how many seats a player holds, tags."""
    if game["start"] == "full":
        yield "The game begins by itself when its last seat is taken."
    if (most := game["seats_a_player"] or 1) > 1:
        yield f"One player may hold {most} seats."
    if game["private"] != "no":
        until = " until it is over" if game["private"] == "until-over" else ""
        yield f"Only its organiser, its players and those who are invited see the game{until}."
    if game["tags"]:
        yield f"Tags: {', '.join(game['tags'])}."


def begun(game: Payload) -> Iterator[str]:
    """When the game began and ended, and who missed what."""
    ended = f", it ended {local_time(game['over_at'])}" if game["over_at"] else ""
    if game["started_at"]:
        yield f"The game began {local_time(game['started_at'])}{ended}."
    yield from misses_in_words(game["missed"])


def options(game: Payload) -> Iterator[str]:
    """The options chosen for the game; what they mean is said for titles that this program knows."""
    if not game["options"]:
        return
    from adjudicator.registry import is_title, title
    from cli.rules.game_options import as_typed, options_in_words

    if is_title(game["title"]):
        yield from options_in_words(title(game["title"]), game["options"])
    else:
        yield from (f"{name}: {as_typed(value)}" for name, value in game["options"].items())


def columns_of(game: Payload) -> Iterator[tuple[str, dict[str, Any]]]:
    """The columns of the table of seats; a column that would be empty is left out."""
    seats, phase = game["seats"], game["open"]
    yield "player", {seat["seat"]: player(seat) for seat in seats}
    if phase:
        asked = {ask["seat"]: ask for ask in phase["asked"]}
        held = [seat for seat in seats if not seat["unmanned"]]
        bots = {seat["seat"]: "bot" for seat in held if seat["seat"] in phase["bots"]}
        yield "orders", {seat["seat"]: orders_in_words(asked.get(seat["seat"])) for seat in held} | bots
        yield "misses left", {seat["seat"]: seat["excused"] for seat in held}
        if game["terms"]["bank_seconds"]:
            yield "bank", {seat["seat"]: length(seat["bank_seconds"]) for seat in held}
    if game["scores"]:
        yield "score", game["scores"]
    if game["places"]:
        yield "place", game["places"]


def player(seat: Payload) -> str:
    """Who plays from a seat, or why nobody does."""
    if seat["unmanned"]:
        return "bot"
    if seat["player"]:
        return f"{seat['player']} (was {seat['holder']})" if seat["holder"] else str(seat["player"])
    why = [f"vacant since {local_time(seat['vacant_since'])}"] if seat["vacant_since"] else []
    why += [f"reserved for {seat['kept_for']}"] if seat["kept_for"] else []
    return ", ".join(why)


def orders_in_words(ask: Payload | None) -> str:
    """How far the orders of an asked seat are, as everyone may know it."""
    if ask is None:
        return ""
    return "final" if ask["final"] else "draft" if ask["in"] else "awaited"


def of_phase(phase: Payload | None) -> Iterator[str]:
    """The open phase and whom it is waiting for."""
    if phase:
        yield f"Phase {phase['phase']} is open until {time_left(phase['deadline'])}."
        for sentence in phase["waiting"]:
            yield f"  {sentence}"


def under_way(game: Payload) -> Iterator[str]:
    """Announced absences, and votes that have not passed yet."""
    yield from absences_in_words(game["absences"])
    yield from votes_in_words(game["votes"])


def ending(game: Payload) -> Iterator[str]:
    """Why a game is over."""
    if game["reason"]:
        yield f"The game is over: {reason_in_words(game['reason'])}."
