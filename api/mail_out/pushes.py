"""Notices to devices as rows, written beside the mails of a game, or in their place.

A notice says what the subject of the mail says: what a spectator may know. It does not ask whether there is an address.
Of what asks for orders the mail waits where a notice goes out: who reads that and answers gets no mail, for it is true
no longer, and who does not is mailed while there is time. So nothing rests on a push service, which takes a notice also
for a telephone that is off or lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final

from sqlmodel import Session, col, select

from api.access.aliases import letterbox
from api.games.presence import held_until
from api.host.host import Host
from api.store.database import MAIL_WORK, ring
from api.store.models import URGENT, DeviceRow, Player, PushRow
from schemas.statements.payloads import MailKind

LATER: Final = timedelta(hours=1)
"""For so long at most a mail that asks waits for the answer to a notice."""
KEPT: Final = timedelta(days=1)
"""For so long a notice is tried that has no deadline."""
LONGEST: Final = 400
"""Characters of what it says."""
TURN, TALK = "turn", "talk"
TALKS: Final = ("press", "organiser")
"""What must not take the place of a question that has not been seen."""


ROW: Final = ("rank", "true_while", "asks", "next_try")
"""What the row of a notice has in common with that of its mail."""


@dataclass(frozen=True)
class Pushes:
    """Writes the notices of one game into the transaction at hand."""

    host: Host
    session: Session
    game: str

    def tell(
        self,
        player: Player | None,
        kind: MailKind,
        words: str,
        phase: int | None,
        row: Mapping[str, Any] = MappingProxyType({}),
        *,
        seat: str | None = None,
        closes: datetime | None = None,
        veiled: bool = False,
        always: bool = False,
    ) -> bool:
        """Write a notice if a device of the player wants it; answers whether a mail that asks the same may wait.

        `row`: that of the mail; `closes`: until when it asks; `always`: whatever a device mutes.
        """
        mutes = () if always else (kind, "veiled") if veiled else (kind,)
        devices = devices_for(self.host, self.session, player) if player is not None and kind != "digest" else ()
        wanting = [one for one in devices if is_wanted_by(one, mutes)]
        if player is None or not wanting:
            return False
        now = self.host.now()
        about = {"kind": kind, "seat": seat, "phase": phase, "words": words[:LONGEST], "mutes": [*mutes]}
        when = {"next_try": now, "until": max(closes or now + KEPT, now + LATER), "created_at": now}
        shared = {"rank": URGENT, **{name: value for name, value in row.items() if name in ROW}}
        slot = TALK if kind in TALKS else TURN
        self.session.add(PushRow(game=self.game, player=player.handle, slot=slot, **(about | when | shared)))
        ring(self.session, MAIL_WORK)
        return not any(one.mails_too for one in wanting)

    def mailed_later(self, deadline: datetime) -> datetime:
        """When a mail goes that asks what a notice asks now."""
        return held_until(self.host.now(), deadline, LATER)


def is_wanted_by(device: DeviceRow, mutes: Sequence[str]) -> bool:
    """Does a device get what these are muted by?"""
    return not {*mutes} & {*device.muted}


def devices_for(host: Host, session: Session, player: Player) -> Sequence[DeviceRow]:
    """The devices on which a player is told of their games; for an alias its holder's."""
    return devices_of(session, letterbox(host, session, player))


def devices_of(session: Session, player: Player) -> Sequence[DeviceRow]:
    """A player's own devices, the oldest first."""
    return session.exec(select(DeviceRow).where(DeviceRow.player == player.handle).order_by(col(DeviceRow.id))).all()
