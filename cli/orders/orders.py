"""`ostraka orders`: print a form, check it, seal and send it, read it back, withdraw it."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.orders.envelope_commands import MAILED, Content, envelope_commands
from cli.terminal.connected import OWN_SEAT
from cli.terminal.help_pages import Group
from cli.terminal.options import Command, Connection, game_and_seat, host_options, json_option, offline_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.rules.order_form import Form
    from cli.seat.known_game import KnownGame

NO_FILE = "(no file)"


class FormFile(click.Path):
    """A form: a file, or - for standard input (given as `None`)."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, or `None` for standard input."""
        if value == NO_FILE:
            return value
        return None if value == "-" else super().convert(value, param, ctx)


def game_seat_and_form(command: Command) -> Command:
    """Arguments GAME, SEAT and FILE; with only two, SEAT was left out."""

    @functools.wraps(command)
    def shifted(*args: Any, seat: str, file: Any, **rest: Any) -> Any:
        if file == NO_FILE:
            if seat == OWN_SEAT:
                raise click.UsageError("Missing argument 'FILE'.", click.get_current_context())
            seat, file = OWN_SEAT, FormFile().convert(seat, None, click.get_current_context())
        return command(*args, seat=seat, file=file, **rest)

    return game_and_seat(click.argument("file", type=FormFile(), default=NO_FILE, metavar="FILE")(shifted))


@click.group(cls=Group)
def orders() -> None:
    """Write, check, seal and send your orders."""


@orders.command()
@game_and_seat
@click.option("--edit", is_flag=True, help="Open the form in your editor, check what you save, then offer to send it.")
@offline_option
@json_option
@host_options
def form(connection: Connection, game: str, seat: str, edit: bool, offline: bool, as_json: bool) -> None:
    """Print the form for what SEAT is asked in GAME. Edit it, then send it.

    With --edit the form opens in your editor ($VISUAL or $EDITOR). What you save is checked, and the editor opens again
    until the orders are legal or you give up. A form that you give up is kept, and the next --edit opens it again.
    """
    from cli.orders.known_here import form_content, load_known_game
    from cli.rules.order_form import write_form
    from cli.terminal.envelopes import show_sent_or_sealed

    known = load_known_game(connection, game, seat, offline)
    if edit:
        from cli.orders.editor import edit_and_send

        emit(edit_and_send(known), as_json, show_sent_or_sealed)
    else:
        content = form_content(known)
        emit(content, as_json, lambda asked: tell(write_form(asked, seat, known.in_words).removesuffix("\n")))


@orders.command()
@game_seat_and_form
@offline_option
@json_option
@host_options
def check(connection: Connection, game: str, seat: str, file: Path | None, offline: bool, as_json: bool) -> None:
    """Check the orders in FILE (- for standard input) against the rules, as far as SEAT can know. Nothing is sent."""
    from msgspec.structs import asdict

    from cli.orders.known_here import load_known_game

    known = load_known_game(connection, game, seat, offline)
    checked = checked_form(known, file)
    found = [legal_in_words(len(checked.orders)), *known.left_to_default(checked.orders)]
    emit(asdict(checked), as_json, lambda _: tell("\n".join(found)))


def checked_form(known: KnownGame, file: Path | None) -> Form:
    """A form whose orders the rules allow; `Refused` with every refusal at once."""
    from cli.rules.local_check import require_legal
    from cli.rules.order_form import read_form
    from cli.terminal.envelopes import warn_if_unchecked

    filled = read_form(file).meant_for(known.game, known.phase, known.seat)
    if not warn_if_unchecked(known.plain):
        require_legal(known.plain, known.seat, filled.orders)
    return filled


def legal_in_words(count: int) -> str:
    """That so many orders are legal."""
    return "OK: 1 order is legal." if count == 1 else f"OK: {count} orders are legal."


ORDERS = Content(
    is_book=False,
    read=lambda known, file: checked_form(known, file).orders,
    arguments=game_seat_and_form,
    send_help="""Check the orders in FILE (- for standard input), seal them, send them, keep the receipt.

    They replace whatever SEAT has sent for the open phase. The host cannot read them before the cut.""",
    seal_help=f"""Check the orders in FILE (- for standard input) and seal them, to be mailed to the game's address.
    {MAILED}whatever SEAT has sealed or sent for this phase.""",
    withdraw_help="Take back what SEAT has sent for the open phase, as if nothing had been sent.",
)
send, seal, withdraw = envelope_commands(ORDERS)
orders.add_command(send)
orders.add_command(seal)


@orders.command()
@game_and_seat
@json_option
@host_options
def show(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """Show what SEAT has sent for the open phase, from whichever device. Only you can open it before the cut."""
    envelope, sent = connection.player().own_envelope(game, seat)
    header = envelope.header
    content = {"phase": header.phase, "sequence": header.sequence, "word": header.word, "orders": sent}
    emit(content, as_json, show_orders)


def show_orders(content: dict[str, Any]) -> None:
    """The orders as a form has them."""
    from cli.rules.order_form import write_orders

    tell(f"# {content['word']}: envelope {content['sequence']} for phase {content['phase']}")
    tell("\n".join(["orders:" if content["orders"] else "orders: []", *write_orders(content["orders"])]))


orders.add_command(withdraw)
