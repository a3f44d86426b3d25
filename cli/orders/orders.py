"""`ostraka orders`: print a form, check it, seal and send it, read it back, withdraw it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, at_seat, connected, reading, saying, sealing, without_service
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.orders.known_game import Known
    from cli.rules.order_form import Form


class FormFile(click.Path):
    """A form: a file, or - for standard input (given as `None`)."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, `None` for standard input."""
        return None if value == "-" else super().convert(value, param, ctx)


@click.group(cls=Group)
def orders() -> None:
    """Write, check, seal and send the orders of your seat."""


@orders.command()
@at_seat
@click.option("--edit", is_flag=True, help="Open it in your editor; check what you save; ask whether to send it.")
@without_service
@reading
@connected
def form(connection: Connection, game: str, seat: str, edit: bool, offline: bool, as_json: bool) -> None:
    """Print the form for what is asked of SEAT in GAME: edit it, then send it.

    With --edit the form opens in your editor ($VISUAL or $EDITOR). What you save is checked, and the editor opens again
    until it is legal or you give up; then the form is kept, and found again by the next --edit.
    """
    from cli.orders.asked_questions import content_of_form
    from cli.orders.delivery import show_handed
    from cli.orders.known_game import know
    from cli.rules.order_form import write_form

    known = know(connection, game, seat, offline)
    if edit:
        from cli.orders.editor import edit as edit_form

        emit(edit_form(known), as_json, show_handed)
    else:
        content = content_of_form(known)
        emit(content, as_json, lambda told: tell(write_form(told, seat).removesuffix("\n")))


@orders.command()
@at_seat
@click.argument("file", type=FormFile())
@without_service
@reading
@connected
def check(connection: Connection, game: str, seat: str, file: Path | None, offline: bool, as_json: bool) -> None:
    """Check the orders in FILE (- for standard input) by the rules, from what SEAT may know. Nothing is sent."""
    from cli.orders.known_game import know

    checked = checked_form(know(connection, game, seat, offline), file)
    emit(asdict(checked), as_json, lambda _: tell(f"{count(checked.orders)} would be carried out"))


def checked_form(known: Known, file: Path | None) -> Form:
    """A form whose orders the rules allow; `Refused` with every refusal at once."""
    from cli.rules.local_check import require_legal
    from cli.rules.order_form import read_form

    filled = read_form(file).meant_for(known.game, known.phase, known.seat)
    require_legal(known.plain, known.seat, filled.orders)
    return filled


@orders.command()
@at_seat
@click.argument("file", type=FormFile())
@saying
@reading
@connected
def send(connection: Connection, game: str, seat: str, file: Path | None, final: bool, as_json: bool) -> None:
    """Check the orders in FILE (- for standard input), seal them to the open phase, send them, keep the receipt.

    They replace whatever SEAT sent before for this phase. The service cannot read them before the cut.
    """
    from cli.orders.delivery import send_or_seal, show_receipt
    from cli.orders.known_game import know

    known = know(connection, game, seat, offline=False)
    filled = checked_form(known, file)
    emit(send_or_seal(known, filled.orders, "final" if final else "draft"), as_json, show_receipt)


@orders.command()
@at_seat
@click.argument("file", type=FormFile())
@sealing
@reading
@connected
def seal(
    connection: Connection,
    game: str,
    seat: str,
    file: Path | None,
    final: bool,
    output: Path | None,
    offline: bool,
    as_json: bool,
) -> None:
    """Check the orders in FILE (- for standard input) and seal them, to be mailed to the game's address.

    Prints an armored envelope: mail it as it is, as text or as an attached file. It counts when its receipt comes back
    (ostraka open), and replaces whatever SEAT sealed or sent before for this phase.
    """
    from cli.orders.delivery import hand_over, sealed
    from cli.orders.known_game import know

    known = know(connection, game, seat, offline)
    filled = checked_form(known, file)
    hand_over(sealed(known, known.phase, filled.orders, "final" if final else "draft"), output, as_json)


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
    from cli.rules.order_form import write_orders

    tell(f"# {content['word']}: envelope {content['sequence']} for phase {content['phase']}")
    tell("\n".join(["orders:" if content["orders"] else "orders: []", *write_orders(content["orders"])]))


@orders.command()
@at_seat
@reading
@connected
def withdraw(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """Take back what SEAT sent for the open phase: as if nothing had been sent."""
    from cli.orders.delivery import show_receipt, with_place

    client = connection.player()
    emit(with_place(client, client.withdraw(game, seat)), as_json, show_receipt)


def count(orders: list[dict[str, Any]]) -> str:
    """How many orders, in words."""
    return "1 order" if len(orders) == 1 else f"{len(orders)} orders"
