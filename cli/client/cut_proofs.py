"""The proof that a cut counted what this seat had sent last: the leaf in the log, the salt told to the seat.

The log holds one leaf for every seat, asked or not: SHA-256(0x02, salt, digest of the counted envelope, of the book). A
seat is told its own salt and digest, and nobody else's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.errors import FormerHolders, Refused, TrustBroken
from schemas.envelopes import Envelope
from schemas.keys.chance import cut_leaf
from schemas.statements.canonical import from_base64url, to_base64url

if TYPE_CHECKING:
    from cli.client import Client


def prove_cut(
    client: Client, game: str, seat: str, phase: dict[str, Any], log: Sequence[dict[str, Any]], seats: Sequence[str]
) -> Envelope | None:
    """Hold a phase of the seat's report against the log; gives the envelope that counted, None when there was none."""
    number, cut = phase["phase"], phase["cut"]
    salt = from_base64url(cut["salt"], "salt", 32)
    digest = from_base64url(cut["digest"], "digest", 32) if cut["digest"] else None
    book = from_base64url(cut["book"], "book", 32) if cut["book"] else None
    if leaf_of(log, number, seats.index(seat)) != to_base64url(cut_leaf(salt, digest, book)):
        raise TrustBroken(f"The cut of phase {number} in the log is not the one that seat {seat} was told of.")
    newest = newest_envelope(client, game, seat, number)
    if digest != (newest.digest if newest else None):
        sent = f"envelope {newest.header.sequence} ({newest.header.word})" if newest else "none"
        raise TrustBroken(
            f"The cut of phase {number} did not count the newest envelope of seat {seat}, which is {sent}."
        )
    return newest


def leaf_of(log: Sequence[dict[str, Any]], phase: int, place: int) -> str | None:
    """The leaf of the seat at a place in the cut of a phase."""
    for entry in log:
        if entry["kind"] == "cut" and entry["body"]["phase"] == phase:
            return str(entry["body"]["leaves"][place])
    return None


def newest_envelope(client: Client, game: str, seat: str, phase: int) -> Envelope | None:
    """The newest envelope of the seat for a phase, its own or a former holder's; None when there was none."""
    try:
        return client.own_envelope(game, seat, phase)[0]
    except FormerHolders as error:
        return error.envelope
    except Refused as error:
        if error.code != "no-envelope":
            raise
    return None
