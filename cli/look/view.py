"""`ostraka view` and `ostraka report`: the board and the news, as everybody or as one seat may know them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, connected, reading
from cli.terminal.output import board, emit, tell

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.envelopes import Envelope

PICTURE = click.Path(path_type=Path, dir_okay=False, writable=True)


@click.command()
@click.argument("game")
@click.argument("seat", required=False)
@reading
@click.option("--svg", type=PICTURE, help="Draw the board into this file, as SVG.")
@click.option("--png", type=PICTURE, help="Draw the board into this file, as PNG.")
@click.option("--dark", is_flag=True, help="Draw it light on dark.")
@connected
def view(
    connection: Connection,
    game: str,
    seat: str | None,
    as_json: bool,
    svg: Path | None,
    png: Path | None,
    dark: bool,
) -> None:
    """Show the board, as everybody or as your seat may know it.

    The board of GAME is drawn here, by this program's own rules, from what everybody, or SEAT, may be told.
    """
    if svg or png:
        draw(connection.reader(seat).view(game, seat)["view"], seat, dark, svg, png)
        drawn = {"svg": str(svg) if svg else None, "png": str(png) if png else None}
        emit(drawn, as_json, show_files)
        return
    if dark:
        raise Misuse("--dark is about pictures: add --svg FILE or --png FILE.")
    emit(connection.reader(seat).view(game, seat), as_json, lambda told: show_view(told["view"], seat))


def show_view(position: dict[str, Any], seat: str | None) -> None:
    """The board of a view."""
    from cli.rules.local_check import position_of, title_of

    board(title_of(position).show(position_of(position)), f"as {seat} knows it" if seat else "as everybody knows it")


def show_files(drawn: dict[str, str | None]) -> None:
    """Where the pictures are."""
    for file in filter(None, drawn.values()):
        tell(f"board drawn in {file}")


def draw(position: dict[str, Any], seat: str | None, dark: bool, svg: Path | None, png: Path | None) -> None:
    """The board of a view, into files."""
    from adjudicator.pictures import render, standalone
    from cli.rules.local_check import position_of, title_of

    drawn = title_of(position).draw(position_of(position), seat, dark)
    if svg:
        svg.write_text(standalone(drawn), encoding="utf-8")
    if png:
        png.write_bytes(render(drawn))


@click.command()
@click.argument("game")
@click.argument("seat", required=False)
@click.option("--since", type=int, help="Only what happened after this phase.")
@reading
@connected
def report(connection: Connection, game: str, seat: str | None, since: int | None, as_json: bool) -> None:
    """Tell what happened, as everybody or as your seat may know it.

    With SEAT, the log of GAME has to prove for each phase that your newest envelope is the one that counted.
    """
    client = connection.reader(seat)
    phases = client.report(game, seat, since)
    emit(proved(client, game, seat, phases) if seat else phases, as_json, show_phases)


def proved(client: Client, game: str, seat: str, phases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The phases; those that were cut with the envelope of the seat that counted, as the log proves it, or none."""
    from cli.client.cut_proofs import prove_cut

    log, seats = client.log(game), [each["seat"] for each in client.game(game)["seats"]]
    return [
        {**phase, "counted": about(client, prove_cut(client, game, seat, phase, log, seats))}
        if phase.get("cut")
        else phase
        for phase in phases
    ]


def about(client: Client, envelope: Envelope | None) -> dict[str, Any] | None:
    """Which envelope it is, and whether it is the player's own or that of a former holder of the seat."""
    if envelope is None:
        return None
    header = envelope.header
    return {"sequence": header.sequence, "word": header.word, "own": header.signer == client.me.key_id}


def show_phases(phases: list[dict[str, Any]]) -> None:
    """Phase after phase, then what was proved of all of them."""
    for phase in phases:
        show_phase(phase)
    cuts = [phase["counted"] for phase in phases if "counted" in phase]
    if cuts:
        own, former = (sum(1 for one in cuts if one and one["own"] is whose) for whose in (True, False))
        inherited = f", and {former} of the seat's former holder" if former else ""
        tell(f"The log proves for {len(cuts)} cuts that the newest you had sent counted ({own} envelopes{inherited}).")


def show_phase(phase: dict[str, Any]) -> None:
    """One phase: its events, what fell, which envelope counted."""
    tell(f"Phase {phase['phase']}")
    for event in phase["events"]:
        tell(f"  {event['sentence']}")
    for fallen in phase.get("fallen") or ():
        tell(f"  Your order to {fallen['question']} fell: {fallen['message']} [{fallen['clause']}]")
    if envelope := phase.get("counted"):
        which = f"envelope {envelope['sequence']} ({envelope['word']})"
        whose = f"Your {which}" if envelope["own"] else f"The {which} that the seat's former holder sent"
        tell(f"  {whose} counted; the log proves it.")
