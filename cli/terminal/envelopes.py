"""Envelopes and their receipts, in words and printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cli.terminal.output import emit, tell
from cli.times import local_time


def envelope_in_words(envelope: Mapping[str, Any]) -> str:
    """Which envelope it is: of which seat, in which game, for what, draft or final."""
    what = f"orders for phase {envelope['phase']}" if envelope["phase"] else "book"
    return f"envelope {envelope['sequence']} of {envelope['seat']} in {envelope['game']}, {what} ({envelope['word']})"


def received_in_words(receipt: Mapping[str, Any]) -> str:
    """What the host says that it received, and when."""
    return f"Received {local_time(receipt['received_at'])}: {envelope_in_words(receipt)}."


def give_envelope(sealed: dict[str, Any], output: Path | None, as_json: bool) -> None:
    """Print a sealed envelope, or write it into a file: what every command that seals ends with."""
    if output:
        output.write_text(sealed["armored"], encoding="utf-8")
    emit(sealed, as_json, lambda made: show_sealed(made, output))


def show_sealed(sealed: dict[str, Any], output: Path | None = None) -> None:
    """The armored envelope on standard output or in a file, and what to do with it on standard error."""
    where = sealed["address"] or "the game's address, which every mail of the host comes from"
    if output:
        tell(f"In {output}: {envelope_in_words(sealed)}.")
    else:
        tell(sealed["armored"].removesuffix("\n"))
    tell(f"# Not sent yet: mail {envelope_in_words(sealed)} to {where}", error=True)
    tell("# The reply brings the receipt; open it with: ostraka open FILE", error=True)


def show_receipt(receipt: dict[str, Any], left: Sequence[str] = ()) -> None:
    """What the host has acknowledged, what it leaves to the default, and where the proof is kept."""
    for line in (received_in_words(receipt), *left):
        tell(line)
    tell(f"The receipt is verified and kept in {receipt['file']}")


def show_sent_or_sealed(done: dict[str, Any]) -> None:
    """Print what `send_or_seal` gave: a receipt, or an envelope for a mail."""
    (show_sealed if "armored" in done else show_receipt)(done)


def warn_if_unchecked(view: dict[str, Any]) -> bool:
    """Say on stderr that orders are not checked, if the rules of a view are not here; gives whether that is so."""
    from cli.rules.local_check import lacks_rules, unchecked_in_words

    lacking = lacks_rules(view)
    if lacking:
        tell(unchecked_in_words(view["version"]), error=True)
    return lacking
