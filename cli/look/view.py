"""`ostraka view` and `ostraka report`: the board and the news, as everyone or one seat may know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, game_argument, host_options, json_option
from cli.terminal.output import board, clean, emit, fallen_in_words, tell

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.envelopes import Envelope

PICTURE = click.Path(path_type=Path, dir_okay=False, writable=True)


@click.command()
@game_argument()
@click.argument("seat", required=False)
@json_option
@click.option("--svg", type=PICTURE, help="Save a picture of the board as SVG.")
@click.option("--png", type=PICTURE, help="Save a picture of the board as PNG.")
@click.option("--dark", is_flag=True, help="Draw the picture light on dark.")
@host_options
def view(
    connection: Connection,
    game: str,
    seat: str | None,
    as_json: bool,
    svg: Path | None,
    png: Path | None,
    dark: bool,
) -> None:
    """Show the board as everyone, or as your seat, may see it.

    This program draws the board of GAME by its own rules, from what everyone, or SEAT, may know.
    """
    if svg or png:
        draw_board(connection.reader(seat).view(game, seat)["view"], seat, dark, svg, png)
        drawn = {"svg": str(svg) if svg else None, "png": str(png) if png else None}
        emit(drawn, as_json, show_files)
        return
    if dark:
        raise Misuse("--dark is for pictures: add --svg FILE or --png FILE.")
    emit(connection.reader(seat).view(game, seat), as_json, lambda answer: show_view(answer["view"], seat))


def show_view(position: dict[str, Any], seat: str | None) -> None:
    """The board of a view."""
    from cli.rules.local_check import position_of, title_of

    board(title_of(position).show(position_of(position)), f"as {seat} sees it" if seat else "as everyone sees it")


def show_files(drawn: dict[str, str | None]) -> None:
    """The files that were written."""
    for file in filter(None, drawn.values()):
        tell(f"The board is saved in {file}.")


def draw_board(position: dict[str, Any], seat: str | None, dark: bool, svg: Path | None, png: Path | None) -> None:
    """Draw the board of a view into files."""
    from adjudicator.pictures import render, standalone
    from cli.rules.local_check import position_of, title_of

    drawn = title_of(position).draw(position_of(position), seat, dark)
    if svg:
        svg.write_text(standalone(drawn), encoding="utf-8")
    if png:
        png.write_bytes(render(drawn))


@click.command()
@game_argument()
@click.argument("seat", required=False)
@click.option("--after", type=int, help="Only what happened after this phase.")
@click.option("--scenes", is_flag=True, help="Told in scenes: a battle, a vote, moves under a heading of its own.")
@json_option
@host_options
def report(connection: Connection, game: str, seat: str | None, after: int | None, scenes: bool, as_json: bool) -> None:
    """Show what happened, as everyone, or as your seat, may know it.

    With SEAT, the log of GAME must prove for each phase that your newest envelope is the one that counted; not so with
    --scenes.
    """
    from cli.look.people import of_people, scenes_of_people

    client = connection.reader(seat)
    if scenes:
        told = client.scenes(game, seat, after)
        emit(told, as_json, lambda told: show_scenes(scenes_of_people(client, game, seat, told)))
        return
    phases = client.report(game, seat, after)
    proved = with_proved_cuts(client, game, seat, phases) if seat else phases
    emit(proved, as_json, lambda told: show_phases(of_people(client, game, told)))


def with_proved_cuts(
    client: Client, game: str, seat: str, phases: Sequence[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    """The phases, each cut one with the seat's envelope that counted (or none), as the log proves it."""
    from cli.client.cut_proofs import prove_cut

    seats = [each["seat"] for each in client.game(game)["seats"]]
    log = client.seen_bodies(game)
    return [
        {**phase, "counted": counted_envelope(client, prove_cut(client, game, seat, phase, log, seats))}
        if phase.get("cut")
        else phase
        for phase in phases
    ]


def counted_envelope(client: Client, envelope: Envelope | None) -> dict[str, Any] | None:
    """Which envelope it is, and whether the player or a former holder of the seat sent it."""
    if envelope is None:
        return None
    header = envelope.header
    return {"sequence": header.sequence, "word": header.word, "own": header.signer == client.me.key_id}


def show_scenes(scenes: Sequence[Mapping[str, Any]]) -> None:
    """Scene after scene, each under its heading; chapters above."""
    for scene in scenes:
        for chapter in scene["chapters"]:
            click.secho(clean(chapter.removesuffix(".")), bold=True)
        if scene["rows"]:
            tell(f"  {scene['heading']}")
        for row in scene["rows"]:
            tell(f"    {row['words']}")
    if not scenes:
        tell("Nothing has happened yet.")


def show_phases(phases: Sequence[Mapping[str, Any]]) -> None:
    """Phase after phase, then what is proved of all of them."""
    from schemas.statements.in_words import counted

    for phase in phases:
        show_phase(phase)
    cuts = [phase["counted"] for phase in phases if "counted" in phase]
    if cuts:
        own, former = (sum(1 for one in cuts if one and one["own"] is whose) for whose in (True, False))
        inherited = f", and {former} of the seat's former holder" if former else ""
        sent = f"{counted(own, 'envelope')}{inherited}"
        tell(f"The log proves for {counted(len(cuts), 'cut')} that the newest you had sent counted: {sent}.")


def show_phase(phase: Mapping[str, Any]) -> None:
    """One phase: its events, orders that were not carried out, and which envelope counted."""
    tell(f"Phase {phase['phase']}")
    for event in phase["events"]:
        tell(f"  {event['sentence']}")
    for fallen in phase.get("fallen") or ():
        tell(f"  {fallen_in_words(fallen['question'], fallen['message'], fallen['clause'])}")
    if envelope := phase.get("counted"):
        which = f"envelope {envelope['sequence']} ({envelope['word']})"
        whose = f"Your {which}" if envelope["own"] else f"The {which} of the seat's former holder"
        tell(f"  {whose} counted; the log proves it.")
