"""`ostraka history`: what happened in a game, chapter by chapter, as everyone or one seat may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, game_argument, host_options, json_option
from cli.terminal.output import clean, emit, fallen_in_words, tell

Payload = dict[str, Any]
BEGINS = "chapter-begins"
SETUP = "Before the first chapter."


@click.command()
@game_argument()
@click.argument("seat", required=False)
@click.option("--chapter", metavar="N", help="Only this chapter, as in 2.5, or with 2 every chapter of turn 2.")
@click.option("--after", type=int, metavar="PHASE", help="Only what happened after this phase.")
@json_option
@host_options
def history(
    connection: Connection, game: str, seat: str | None, chapter: str | None, after: int | None, as_json: bool
) -> None:
    """Tell the story of GAME chapter by chapter, as everyone, or as your seat, may know it.

    With SEAT it includes your secrets, and those of your orders that were not carried out. `ostraka report` shows what
    the log proves.
    """
    from cli.look.people import of_people

    client = connection.reader(seat)
    phases = client.report(game, seat)
    every = chapters(phases if as_json else of_people(client, game, phases))
    wanted = matching_chapters(every, chapter, game) if chapter else every
    shown = list(chapters_after(wanted, after)) if after is not None else wanted
    emit(shown, as_json, show_history)


def chapters(phases: Iterable[Mapping[str, Any]]) -> list[Payload]:
    """The phases of a report, by chapter; what came before the first chapter is under none."""
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


def matching_chapters(every: Sequence[Payload], wanted: str, game: str) -> list[Payload]:
    """The chapter of that number, or all whose numbers begin with it."""
    found = [one for one in every if f"{one['chapter']}.".startswith(f"{wanted}.")]
    if not found:
        known = ", ".join(str(one["chapter"]) for one in every if one["chapter"]) or "none"
        raise Misuse(f"{game} has no chapter {wanted!r} yet; its chapters are: {known}.")
    return found


def chapters_after(every: Iterable[Payload], after: int) -> Iterator[Payload]:
    """What happened after a phase; chapters in which nothing did are left out."""
    for one in every:
        kept = {part: [event for event in one[part] if event["phase"] > after] for part in ("events", "fallen")}
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
            tell(f"  {fallen_in_words(fallen['question'], fallen['message'], fallen['clause'])}")
    if not every:
        tell("Nothing has happened yet.")
