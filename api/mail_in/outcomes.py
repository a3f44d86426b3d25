"""What became of a document that came by mail, in words: taken, with the host's word for it, or every error at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from api.http.problems import Problem
from schemas.errors import Malformed, ProtocolError, UnknownFormat, UnknownSuite, WrongKind

QUOTING: Final = (Malformed, UnknownFormat, UnknownSuite, WrongKind)
"""Errors whose message may repeat words of what came in: told whole only to whoever proved to have written them."""

RIGHT: Final = {
    "malformed": "Send the file as the program wrote it.",
    "too-large": "Send the file as the program wrote it.",
    "unknown-format": "Update the program, and seal again.",
    "unknown-suite": "Seal again, with the phase key of the game's last letter.",
    "wrong-version": "Update the program, and seal again.",
    "wrong-phase-key": "Seal again, with the phase key of the game's last letter.",
    "unknown-signer": "Sign with the key of the player who holds the seat.",
    "bad-signature": "It was changed on the way, or signed with another key: send the file as the program wrote it.",
    "body-digest-mismatch": "It was changed on the way: send the file as the program wrote it.",
    "copy-digest-mismatch": "It was changed on the way: send the file as the program wrote it.",
    "body-size": "Seal again; the program pads to the right size.",
    "withdrawn-with-body": "Withdraw again; a withdrawal carries nothing.",
    "phase-closed": "Look at what is asked now; orders for a phase count up to its cut.",
    "sequence-not-newer": "Seal again, with a higher sequence.",
    "number-not-newer": "Sign again, with a higher number.",
}
"""What would be right, where the message does not say it."""


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
    what: str = "something that was to be a document"
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
    """An error in words; raises again what is no refusal. `known`: the signer is, so that his own words may be told."""
    if isinstance(error, Problem):
        return Refusal(error.code, error.detail, RIGHT.get(error.code, ""))
    if isinstance(error, ProtocolError):
        quiet = isinstance(error, QUOTING) and not known
        message = (type(error).__doc__ or "").split(".")[0] if quiet else error.message
        return Refusal(error.code, message, RIGHT.get(error.code, ""))
    raise error
