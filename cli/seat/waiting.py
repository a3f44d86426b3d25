"""The answer that is sealed and has not reached its host yet: kept, and sent again as it is, until it is known what
became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cli.client import Client
from cli.errors import Refused, SentElsewhere
from cli.home.kept_envelopes import own_envelopes
from cli.seat.delivery import with_receipt_file
from cli.seat.game import Given
from cli.terminal.envelopes import received_in_words
from schemas.envelopes import Envelope

LATER: Final = (429, 503)
"""With these a host refuses for now only."""
CUT: Final = ("phase-closed", "no-open-phase")
NOT_NEWER: Final = "sequence-not-newer"


class Waiting:
    """The newest answer of a seat that no host has answered to, where there is one."""

    def __init__(self, client: Client, game: str, seat: str) -> None:
        self.client, self.game, self.seat = client, game, seat
        self.path = client.home.unsent_path(game, seat)
        self.became: Given | SentElsewhere | None = None

    @property
    def envelope(self) -> Envelope | None:
        """It; None also where it is known what became of it, and nobody was told yet."""
        return Envelope.parse(self.path.read_bytes()) if self.became is None and self.path.exists() else None

    def keep(self, envelope: Envelope) -> None:
        """Have it wait, in the place of an older one."""
        self.client.home.keep_file(self.path, envelope.to_json())
        self.became = None

    def forget(self) -> None:
        """Nothing waits any more."""
        self.path.unlink(missing_ok=True)
        self.became = None

    def came(self) -> Given | None:
        """What became of it, once; until then it stays, and is asked after again by who starts anew."""
        became = self.became
        if became is not None:
            self.forget()
        if isinstance(became, SentElsewhere):
            raise became
        return became

    def send(self, envelope: Envelope) -> None:
        """Send it; it may have arrived before. Refused where the host takes nothing for now."""
        try:
            receipt = with_receipt_file(self.client, self.client.deliver(envelope))
        except Refused as refused:
            if refused.retry_after or refused.status in LATER:
                raise
            if not self.is_newest(envelope):
                return
            self._refused(refused, envelope)
        else:
            if self.is_newest(envelope):
                self.became = received([receipt])

    def _refused(self, refused: Refused, envelope: Envelope) -> None:
        if refused.code == NOT_NEWER and self.arrived(envelope.header.phase):
            self.forget()  # one that was sealed here later has arrived before it
        elif refused.code == NOT_NEWER:
            self.became = SentElsewhere()
        else:
            why = "the phase was cut before it reached the host" if refused.code in CUT else refused.message
            self.became = Given((f"The answer that waited here does not count: {why}.",))

    def is_newest(self, envelope: Envelope) -> bool:
        """Whether nothing was sealed in its place meanwhile."""
        newest = self.envelope
        return newest is not None and newest.digest == envelope.digest

    def arrived(self, phase: int) -> int:
        """The sequence of the seat's newest envelope at the host, if it was sealed in this home; else 0."""
        try:
            held, _ = self.client.own_envelope(self.game, self.seat, phase)
        except Refused:
            return 0
        ours = own_envelopes(self.client.home, self.game, self.seat, phase)
        return held.header.sequence if any(one.digest == held.digest for one in ours) else 0


def received(sent: Sequence[Mapping[str, Any]]) -> Given:
    """What the host has acknowledged, the answer first."""
    here = [{**one, "game": "this game"} for one in reversed(sent)]
    said = [line for one in here for line in (received_in_words(one), kept_in(one))]
    return Given(tuple(said), done=sent[0])


def kept_in(receipt: Mapping[str, Any]) -> str:
    """Where the proof is."""
    return f"The receipt is verified and kept in {receipt['file']}."


def sealed_in_words(done: Mapping[str, Any], trouble: str = "") -> Given:
    """An envelope for a mail; `trouble`: why it was not sent."""
    where = done["address"] or "the game's address, which every mail of the host comes from"
    if trouble:
        itself = "Your answer is sealed, and goes out by itself as soon as the host answers while this game is open."
        said = f"{itself} If you can't wait, save the file and mail it to {where}; the reply is your receipt."
        return Given((trouble, said), str(done["armored"]), True, done)
    said = f"Your answer is sealed, but not sent yet. Save the file and mail it to {where}; the reply is your receipt."
    return Given((said,), str(done["armored"]), False, done)
