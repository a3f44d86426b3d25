"""`send`, `seal` and `withdraw`, once for the orders of a phase (`ostraka orders`) and for books (`ostraka book`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cli.terminal.options import (
    Command,
    Connection,
    game_and_seat,
    host_options,
    json_option,
    require_sure,
    seal_options,
    word_option,
    yes_option,
)
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.seat.known_game import KnownGame

    Read = Callable[[KnownGame, Any], list[dict[str, Any]]]

MAILED = """

    Prints an armored envelope: mail it as it is, as text or as an attached file. It counts once you have its receipt
    (ostraka open), and replaces """


class Content(NamedTuple):
    """What an envelope holds: the orders of the open phase, or a book (phase 0), with the help of its commands.

    `read` gives the content of FILE, checked by the rules; `arguments` are those of `send` and `seal`.
    """

    is_book: bool
    read: Read
    arguments: Callable[[Command], Command]
    send_help: str
    seal_help: str
    withdraw_help: str


def envelope_commands(content: Content) -> tuple[click.Command, click.Command, click.Command]:
    """The commands `send`, `seal` and `withdraw` for this content."""
    return send_command(content), seal_command(content), withdraw_command(content)


def send_command(content: Content) -> click.Command:
    """`send`: sealed, to the host."""

    @click.command(help=content.send_help)
    @content.arguments
    @word_option
    @yes_option
    @json_option
    @host_options
    def send(
        connection: Connection, game: str, seat: str, file: Path | None, final: bool, yes: bool, as_json: bool
    ) -> None:
        from cli.orders.known_here import load_known_game
        from cli.seat.delivery import send_or_seal
        from cli.terminal.envelopes import show_receipt

        known = load_known_game(connection, game, seat, offline=False)
        phase, items = phase_of(content, known), content.read(known, file)
        require_meant(content, known, items, yes)
        left = left_to_default(content, known, items)
        sent = send_or_seal(known, phase, items, "final" if final else "draft")
        emit(sent, as_json, lambda receipt: show_receipt(receipt, left))

    return send


def seal_command(content: Content) -> click.Command:
    """`seal`: sealed for a mail."""

    @click.command(help=content.seal_help)
    @content.arguments
    @seal_options
    @yes_option
    @json_option
    @host_options
    def seal(
        connection: Connection,
        game: str,
        seat: str,
        file: Path | None,
        final: bool,
        output: Path | None,
        offline: bool,
        yes: bool,
        as_json: bool,
    ) -> None:
        from cli.orders.known_here import load_known_game
        from cli.seat.delivery import seal_envelope
        from cli.terminal.envelopes import give_envelope

        known = load_known_game(connection, game, seat, offline)
        phase, items = phase_of(content, known), content.read(known, file)
        require_meant(content, known, items, yes)
        for line in left_to_default(content, known, items):
            tell(f"# {line}", error=True)
        give_envelope(seal_envelope(known, phase, items, "final" if final else "draft"), output, as_json)

    return seal


def withdraw_command(content: Content) -> click.Command:
    """`withdraw`: take back what was sent."""

    @click.command(help=content.withdraw_help)
    @game_and_seat
    @json_option
    @host_options
    def withdraw(connection: Connection, game: str, seat: str, as_json: bool) -> None:
        from cli.seat.delivery import with_receipt_file
        from cli.terminal.envelopes import show_receipt
        from schemas.statements.payloads import BOOK

        client = connection.player()
        receipt = client.withdraw(game, seat, BOOK if content.is_book else None)
        emit(with_receipt_file(client, receipt), as_json, show_receipt)

    return withdraw


def require_meant(content: Content, known: KnownGame, items: list[dict[str, Any]], yes: bool) -> None:
    """Ask once more before what ends the game, or gives something up for good."""
    warnings = known.warnings_of_book(items) if content.is_book else known.warnings(items)
    if warnings:
        require_sure(f"{' '.join(warnings)} Send it?", yes)


def left_to_default(content: Content, known: KnownGame, items: list[dict[str, Any]]) -> list[str]:
    """Which open questions these orders leave to their default; nothing for a book."""
    return [] if content.is_book else known.left_to_default(items)


def phase_of(content: Content, known: KnownGame) -> int:
    """The number of the open phase, 0 for a book; Refused when the game is over."""
    from schemas.statements.payloads import BOOK

    phase = known.phase
    return BOOK if content.is_book else phase
