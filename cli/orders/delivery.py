"""Orders or a book on their way to the host: sent, or sealed to be mailed, and kept until the receipt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client
    from cli.orders.known_game import Known
    from schemas.statements.payloads import Word

Orders = Sequence[dict[str, Any]]


def send_or_seal(known: Known, orders: Orders, word: Word) -> dict[str, Any]:
    """Send orders to the open phase; of a seat that is known from a letter, seal them to be mailed."""
    if known.letter:
        return sealed(known, known.phase, orders, word)
    return with_place(known.client, known.client.send(known.game, known.seat, orders, word, known.phase))


def sealed(known: Known, phase: int, orders: Orders, word: Word) -> dict[str, Any]:
    """Orders to the open phase, or the entries of a book (phase 0), sealed, kept here and in armor for a mail."""
    from schemas.documents.armor import armor

    key, newest = known.key(phase)
    envelope = known.client.sealed(key, known.seat, orders, word, newest)
    raw, header = envelope.to_json(), envelope.header
    path = known.client.home.sealed_path(known.game, known.seat, phase, header.sequence)
    known.client.home.keep(path, raw)
    what = {"game": known.game, "seat": known.seat, "phase": phase, "sequence": header.sequence, "word": header.word}
    comments = {name.capitalize(): str(value) for name, value in what.items()}
    address = known.letter.body.address if known.letter else None
    return {**what, "address": address, "file": str(path), "armored": armor("envelope", raw, comments)}


def hand_over(told: dict[str, Any], output: Path | None, as_json: bool) -> None:
    """What every command that seals ends with: the armored envelope is told, or written where it is wanted."""
    if output:
        output.write_text(told["armored"], encoding="utf-8")
    emit(told, as_json, lambda told: show_sealed(told, output))


def show_sealed(told: dict[str, Any], output: Path | None = None) -> None:
    """The armored envelope on standard output or in a file, and what to do with it on standard error."""
    where = told["address"] or "the game's address, which every mail of the host comes from"
    if output:
        tell(f"{about(told)} is in {output}")
    else:
        tell(told["armored"].removesuffix("\n"))
    tell(f"# {about(told)}, is not sent: mail it to {where}", error=True)
    tell("# The answer brings the receipt: ostraka open FILE", error=True)


def about(told: dict[str, Any]) -> str:
    """Which envelope it is."""
    what = "book" if told["phase"] == 0 else f"orders for phase {told['phase']}"
    return f"envelope {told['sequence']} of {told['seat']}, {what}, {told['word']}"


def with_place(client: Client, receipt: dict[str, Any]) -> dict[str, Any]:
    """What was acknowledged, and the file in which the proof rests."""
    game, seat, phase, sequence = (receipt[field] for field in ("game", "seat", "phase", "sequence"))
    return {**receipt, "file": str(client.home.receipt_path(game, seat, phase, sequence))}


def show_receipt(receipt: dict[str, Any]) -> None:
    """What was acknowledged, and where the proof rests."""
    what = f"phase {receipt['phase']}" if receipt["phase"] else "its book"
    envelope = f"envelope {receipt['sequence']} of {receipt['seat']} for {what}"
    tell(f"{receipt['word']}: {envelope} received {receipt['received_at']}")
    tell(f"receipt verified and kept in {receipt['file']}")


def show_handed(told: dict[str, Any]) -> None:
    """Whichever of the two came of it."""
    (show_sealed if "armored" in told else show_receipt)(told)
