"""`ostraka history`: what happened in a game, chapter by chapter, as everybody or as one seat may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, connected, reading
from cli.terminal.output import clean, emit, tell

Payload = dict[str, Any]
BEGINS = "chapter-begins"
SETUP = "Before the first chapter."


@click.command()
@click.argument("game")
@click.argument("seat", required=False)
@click.option("--chapter", metavar="N", help="Only this chapter, as in 2.5, or with 2 every chapter of turn 2.")
@click.option("--since", type=int, metavar="PHASE", help="Only what happened after this phase.")
@reading
@connected
def history(
    connection: Connection, game: str, seat: str | None, chapter: str | None, since: int | None, as_json: bool
) -> None:
    """Tell the story of GAME chapter by chapter, as everybody or as your seat may know it.

    With SEAT your own secrets and the orders of yours that fell are in it. What the log proves, `ostraka report` tells.
    """
    every = chapters(connection.reader(seat).report(game, seat))
    wanted = named(every, chapter, game) if chapter else every
    told = list(later(wanted, since)) if since is not None else wanted
    emit(told, as_json, show_history)


def chapters(phases: Iterable[Payload]) -> list[Payload]:
    """The phases of a report, gathered by chapter; what came before the first chapter stands under none."""
    found: list[Payload] = [{"chapter": None, "name": SETUP, "events": [], "fallen": []}]
    for phase in phases:
        number = phase["phase"]
        for event in phase["events"]:
            if event["event"] == BEGINS:
                found.append({"chapter": event["chapter"], "name": event["sentence"], "events": [], "fallen": []})
            else:
                found[-1]["events"].append({**event, "phase": number})
        found[-1]["fallen"] += [{**fallen, "phase": number} for fallen in phase.get("fallen") or ()]
    return [one for one in found if one["chapter"] or one["events"]]


def named(every: Sequence[Payload], wanted: str, game: str) -> list[Payload]:
    """The chapter of that number, or all those that it is the beginning of."""
    found = [one for one in every if f"{one['chapter']}.".startswith(f"{wanted}.")]
    if not found:
        known = ", ".join(str(one["chapter"]) for one in every if one["chapter"]) or "none"
        raise Misuse(f"No chapter {wanted!r} has begun in {game}; there are: {known}.")
    return found


def later(every: Iterable[Payload], since: int) -> Iterator[Payload]:
    """What happened after a phase; a chapter in which nothing did is left out."""
    for one in every:
        kept = {part: [told for told in one[part] if told["phase"] > since] for part in ("events", "fallen")}
        if kept["events"] or kept["fallen"]:
            yield {**one, **kept}


def show_history(every: Sequence[Payload]) -> None:
    """Each chapter under its name."""
    for one in every:
        number = f" ({one['chapter']})" if one["chapter"] else ""
        click.secho(clean(f"{one['name'].removesuffix('.')}{number}"), bold=True)
        for event in one["events"]:
            tell(f"  {event['sentence']}")
        for fallen in one["fallen"]:
            tell(f"  Your order to {fallen['question']} fell: {fallen['message']} [{fallen['clause']}]")
    if not every:
        tell("Nothing has happened.")
