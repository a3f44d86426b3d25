"""`ostraka view` and `ostraka report`: the board and the news, as everybody or as one seat may know them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse
from cli.options import Connection, connected, reading
from cli.output import board, emit, tell

if TYPE_CHECKING:
    from cli.client import Client

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
        if as_json:
            raise Misuse("--json prints the position, --svg and --png draw it: choose one of the two.")
        draw(connection.reader(seat).view(game, seat)["view"], seat, dark, svg, png)
        return
    if dark:
        raise Misuse("--dark is about pictures: add --svg FILE or --png FILE.")
    emit(connection.reader(seat).view(game, seat), as_json, lambda told: show_view(told["view"], seat))


def show_view(position: dict[str, Any], seat: str | None) -> None:
    """The board of a view."""
    from cli.check import position_of, title_of

    board(title_of(position).show(position_of(position)), f"as {seat} knows it" if seat else "as everybody knows it")


def draw(position: dict[str, Any], seat: str | None, dark: bool, svg: Path | None, png: Path | None) -> None:
    """The board of a view, into files."""
    from adjudicator.pictures import render
    from cli.check import position_of, title_of

    drawn = title_of(position).draw(position_of(position), seat, dark)
    if svg:
        svg.write_text(drawn, encoding="utf-8")
        click.echo(f"board drawn in {svg}")
    if png:
        png.write_bytes(render(drawn))
        click.echo(f"board drawn in {png}")


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
    proved = proofs(client, game, seat, phases) if seat else {}
    emit(phases, as_json, lambda told: show_phases(told, proved))


def proofs(client: Client, game: str, seat: str, phases: list[dict[str, Any]]) -> dict[int, str]:
    """For each phase that was cut, what the log proves about the seat's envelope; empty where none was sent."""
    from cli.cuts import prove_cut

    log, seats = client.log(game), [each["seat"] for each in client.game(game)["seats"]]
    counted = {p["phase"]: prove_cut(client, game, seat, p, log, seats) for p in phases if p.get("cut")}
    return {phase: f"envelope {e.header.sequence} ({e.header.word})" if e else "" for phase, e in counted.items()}


def show_phases(phases: list[dict[str, Any]], proved: dict[int, str]) -> None:
    """Phase after phase, then what was proved of all of them."""
    for phase in phases:
        show_phase(phase, proved.get(phase["phase"]))
    if proved:
        count = sum(1 for envelope in proved.values() if envelope)
        tell(f"The log proves for {len(proved)} cuts that the newest you had sent counted ({count} envelopes).")


def show_phase(phase: dict[str, Any], envelope: str | None) -> None:
    """One phase: its events, what fell, which envelope counted."""
    tell(f"Phase {phase['phase']}")
    for event in phase["events"]:
        tell(f"  {event['sentence']}")
    for fallen in phase.get("fallen") or ():
        tell(f"  Your order to {fallen['question']} fell: {fallen['message']} [{fallen['clause']}]")
    if envelope:
        tell(f"  Your {envelope} counted; the log proves it.")
