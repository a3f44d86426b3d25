"""The proof that a cut counted the last that this seat had sent, from the leaf in the log and the seat's salt.

The log holds one leaf for every seat, asked or not: SHA-256(0x02, salt, digest of the counted envelope, of the book). A
seat gets its own salt and digest, and nobody else's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.errors import FormerHolders, Refused, TrustBroken
from schemas.envelopes import Envelope
from schemas.keys.chance import cut_leaf
from schemas.statements.canonical import from_base64url, to_base64url

if TYPE_CHECKING:
    from cli.client import Client


def prove_cut(
    client: Client,
    game: str,
    seat: str,
    phase: Mapping[str, Any],
    log: Sequence[dict[str, Any]],
    seats: Sequence[str],
    known: Envelope | None = None,
) -> Envelope | None:
    """Compare a phase of the seat's report with the log; gives the envelope that counted, None if there was none.

    `known`: the newest that the seat sent, where that is known; the host is asked for it otherwise.
    """
    number, cut = phase["phase"], phase["cut"]
    salt = from_base64url(cut["salt"], "salt", 32)
    digest = from_base64url(cut["digest"], "digest", 32) if cut["digest"] else None
    book = from_base64url(cut["book"], "book", 32) if cut["book"] else None
    if leaf_of(log, number, seats.index(seat)) != to_base64url(cut_leaf(salt, digest, book)):
        raise TrustBroken(f"The cut of phase {number} in the log is not the one in the report of seat {seat}.")
    newest = known or newest_envelope(client, game, seat, number)
    if digest != (newest.digest if newest else None):
        sent = f"envelope {newest.header.sequence} ({newest.header.word})" if newest else "none"
        raise TrustBroken(
            f"The cut of phase {number} did not count the newest envelope of seat {seat}, which is {sent}."
        )
    return newest


def leaf_of(log: Sequence[dict[str, Any]], phase: int, place: int) -> str | None:
    """The leaf of a seat, by its place among the seats, in the cut of a phase."""
    for entry in log:
        if entry["kind"] == "cut" and entry["body"]["phase"] == phase:
            return str(entry["body"]["leaves"][place])
    return None


def newest_envelope(client: Client, game: str, seat: str, phase: int) -> Envelope | None:
    """The seat's newest envelope for a phase, the player's or a former holder's; None if there was none."""
    try:
        return client.own_envelope(game, seat, phase)[0]
    except FormerHolders as error:
        return error.envelope
    except Refused as error:
        if error.code != "no-envelope":
            raise
    return None
