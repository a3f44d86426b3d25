"""`ostraka orders`: print a form, check it, seal and send it, read it back, withdraw it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.options import Command, Connection, connected, reading
from cli.output import emit, tell
from cli.pages import Group

if TYPE_CHECKING:
    from cli.client import Client
    from cli.form import Form


class FormFile(click.Path):
    """A form: a file, or - for standard input (given as `None`)."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, `None` for standard input."""
        return None if value == "-" else super().convert(value, param, ctx)


def at_seat(command: Command) -> Command:
    """Arguments GAME and SEAT."""
    return click.argument("game")(click.argument("seat")(command))


@click.group(cls=Group)
def orders() -> None:
    """Write, check, seal and send the orders of your seat."""


@orders.command()
@at_seat
@reading
@connected
def form(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """Print the form for what is asked of SEAT in GAME: edit it, then send it."""
    from cli.check import additions
    from cli.form import write_form

    client = connection.player()
    asked = client.questions(game, seat)
    extra = additions(client.view(game, seat)["view"], seat)
    emit({**asked, "unasked": extra}, as_json, lambda told: tell(write_form(told, seat).removesuffix("\n")))


@orders.command()
@at_seat
@click.argument("file", type=FormFile())
@reading
@connected
def check(connection: Connection, game: str, seat: str, file: Path | None, as_json: bool) -> None:
    """Check the orders in FILE (- for standard input) by the rules, from what SEAT may know. Nothing is sent."""
    checked = checked_form(connection.player(), game, seat, file)
    emit(asdict(checked), as_json, lambda _: tell(f"{count(checked.orders)} would be carried out"))


def checked_form(client: Client, game: str, seat: str, file: Path | None) -> Form:
    """A form whose orders the rules allow; `Refused` with every refusal at once."""
    from cli.check import require_legal
    from cli.errors import Refused
    from cli.form import read_form

    filled = read_form(file)
    view = client.view(game, seat)
    if view["phase"] is None:
        raise Refused(f"{game} is over; nothing is asked any more.", "no-open-phase")
    form = filled.meant_for(game, view["phase"], seat)
    require_legal(view["view"], seat, form.orders)
    return form


@orders.command()
@at_seat
@click.argument("file", type=FormFile())
@click.option("--final/--draft", default=True, help="May the phase be cut without waiting for you?  [default: final]")
@reading
@connected
def send(connection: Connection, game: str, seat: str, file: Path | None, final: bool, as_json: bool) -> None:
    """Check the orders in FILE (- for standard input), seal them to the open phase, send them, keep the receipt.

    They replace whatever SEAT sent before for this phase. The service cannot read them before the cut.
    """
    client = connection.player()
    filled = checked_form(client, game, seat, file)
    receipt = client.send(game, seat, filled.orders, "final" if final else "draft", filled.phase)
    emit(with_place(client, receipt), as_json, show_receipt)


def with_place(client: Client, receipt: dict[str, Any]) -> dict[str, Any]:
    """What was acknowledged, and the file in which the proof rests."""
    game, seat, phase, sequence = (receipt[field] for field in ("game", "seat", "phase", "sequence"))
    return {**receipt, "file": str(client.home.receipt_path(game, seat, phase, sequence))}


def show_receipt(receipt: dict[str, Any]) -> None:
    """What was acknowledged, and where the proof rests."""
    envelope = f"envelope {receipt['sequence']} of {receipt['seat']} for phase {receipt['phase']}"
    tell(f"{receipt['word']}: {envelope} received {receipt['received_at']}")
    tell(f"receipt verified and kept in {receipt['file']}")


@orders.command()
@at_seat
@reading
@connected
def show(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """Open your copy of what SEAT sent for the open phase, on whichever device you sent it."""
    envelope, sent = connection.player().own_envelope(game, seat)
    header = envelope.header
    content = {"phase": header.phase, "sequence": header.sequence, "word": header.word, "orders": sent}
    emit(content, as_json, show_orders)


def show_orders(content: dict[str, Any]) -> None:
    """The orders as they stand in a form."""
    from cli.form import write_orders

    tell(f"# {content['word']}: envelope {content['sequence']} for phase {content['phase']}")
    tell("\n".join(["orders:" if content["orders"] else "orders: []", *write_orders(content["orders"])]))


@orders.command()
@at_seat
@reading
@connected
def withdraw(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """Take back what SEAT sent for the open phase: as if nothing had been sent."""
    client = connection.player()
    emit(with_place(client, client.withdraw(game, seat)), as_json, show_receipt)


def count(orders: list[dict[str, Any]]) -> str:
    """How many orders, in words."""
    return "1 order" if len(orders) == 1 else f"{len(orders)} orders"
