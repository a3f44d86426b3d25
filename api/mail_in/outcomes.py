"""What became of a document that came by mail: taken, with the host's receipt, or refused with every error at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from api.http.problems import Problem
from schemas.errors import Malformed, ProtocolError, UnknownFormat, UnknownSuite, WrongKind

QUOTING: Final = (Malformed, UnknownFormat, UnknownSuite, WrongKind)
"""Errors whose message may repeat what came in: given in full only to a sender who proved to have written it."""

RIGHT: Final = {
    "malformed": "Send the file exactly as the program wrote it.",
    "too-large": "Send the file exactly as the program wrote it.",
    "unknown-format": "Update the program and seal again.",
    "unknown-suite": "Open the game's newest letter, and seal again.",
    "wrong-version": "Update the program and seal again.",
    "wrong-phase-key": "Open the game's newest letter, and seal again.",
    "unknown-signer": "Sign with the key of the player who holds the seat.",
    "bad-signature": "It was changed on the way, or signed by another key: send the file exactly as it was written.",
    "body-digest-mismatch": "It was changed on the way: send the file exactly as the program wrote it.",
    "copy-digest-mismatch": "It was changed on the way: send the file exactly as the program wrote it.",
    "body-size": "Seal again; the program pads to the right size.",
    "withdrawn-with-body": "Withdraw again; a withdrawal contains no orders.",
    "phase-closed": "The phase is over: see what is asked now with `ostraka next`.",
    "sequence-not-newer": "Seal again; the program chooses a higher sequence.",
    "number-not-newer": "Send it again; the program chooses a higher number.",
}
"""What would be right, if the message does not say it."""


@dataclass(frozen=True)
class Refusal:
    """One thing that was wrong: its code, what it was, and what would be right."""

    code: str
    message: str
    right: str = ""


@dataclass(frozen=True)
class Outcome:
    """What became of one document. `signer` is the handle of the player whose signature holds."""

    where: str
    what: str = "a document"
    signer: str | None = None
    game: str | None = None
    seat: str | None = None
    phase: int | None = None
    digest: str | None = None
    """An envelope's, in hexadecimal, by which it can be found again in receipt and record."""
    new: bool = False
    sentences: Sequence[str] = ()
    receipts: Sequence[tuple[str, bytes]] = field(default=(), repr=False)
    """Statements of the host, each with its kind."""
    refusals: Sequence[Refusal] = ()


def refusal(error: Exception, *, known: bool) -> Refusal:
    """An error in words; raises again what is not a refusal. A known signer may read their own words in it."""
    if isinstance(error, Problem):
        return Refusal(error.code, error.detail, RIGHT.get(error.code, ""))
    if isinstance(error, ProtocolError):
        quiet = isinstance(error, QUOTING) and not known
        message = (type(error).__doc__ or "").split(".")[0] if quiet else error.message
        return Refusal(error.code, message, RIGHT.get(error.code, ""))
    raise error
