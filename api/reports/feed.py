"""The feed of a game: what happened, item by item, numbered for each viewer from 1 on.

Nothing is stored for it. The public items follow from the log, which is public and only ever grows; a seat has besides
them its own press, each message between the two log entries between which it came. So a number, once given, stands,
and tells nothing of what its reader may not know: gaps are left only by messages whose author he has muted himself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from sqlmodel import Session, col, select

from api.games.game_log import GameLog, read_entry
from api.games.log_sentences import sentence
from api.games.press import Delivered, messages, muted_by
from api.host.host import Host
from api.store.lookups import load_title, title_of
from api.store.models import Game, LogRow, ResolutionRow, Seat
from api.store.sealed_rows import TABLE
from api.store.vault import Place, Vault
from schemas.log.chain import LogEntry
from schemas.log.entries import Acted, Dealt, Joined, Moved, Notice, Over, Reopened, Resolved, RulesChanged
from schemas.statements.statements import Statement

OPENS: Final = ("dealt", "resolved", "reopened", "rules-changed")
"""Entries with which a phase opens, unless the game is over with them."""
SILENT: Final = ("dealt", "cut")
"""Entries that are no item themselves: what comes of them is."""

PLAIN: Final = {
    "created": "The game was opened.",
    "started": "The game began.",
    "rekeyed": "A player replaced his key.",
    "over": "The game is over.",
}


@dataclass(frozen=True)
class Spot:
    """Where an item comes from: an entry of the log, the phase that opens with it, or a message of the press."""

    entry: int
    opens: bool = False
    press: int = 0
    message: Delivered | None = None


@dataclass(frozen=True)
class Feed:
    """The feed of a game as a seat, or everybody (None), may read it."""

    host: Host
    session: Session
    game: Game
    seat: Seat | None

    def length(self) -> int:
        """The number of the newest item."""
        return len(self._spots())

    def page(self, since: int, limit: int) -> dict[str, Any]:
        """At most so many of the items after the number given, and from which number to go on."""
        muted = muted_by(self.session, self.seat) if self.seat else ()
        shown = [
            (number, spot)
            for number, spot in enumerate(self._spots()[since:], since + 1)
            if spot.message is None or spot.message.message.author not in muted
        ]
        entries = self._entries({spot.entry for _, spot in shown[:limit]})
        items = [{"number": number, **self._item(spot, entries[spot.entry])} for number, spot in shown[:limit]]
        seat = {"seat": self.seat.name} if self.seat else {}
        latest = items[-1]["number"] if items else since
        return {"game": self.game.id, **seat, "items": items, "next": latest, "more": len(shown) > limit}

    def joined(self) -> int:
        """The number of the item by which the seat came to whoever holds it: he is told of nothing before it."""
        spots = self._spots()
        entries = self._entries({spot.entry for spot in spots})
        for number in range(len(spots), 0, -1):
            spot, body = spots[number - 1], entries[spots[number - 1].entry].body
            if spot.message is None and self.seat and taker(body) == self.seat.name:
                return number
        return 0

    def _spots(self) -> list[Spot]:
        """Every item in order. Only the kinds of the entries are read for it."""
        rows = self.session.exec(
            select(LogRow.index, LogRow.kind).where(LogRow.game == self.game.id).order_by(col(LogRow.index))
        ).all()
        press = self._press()
        spots: list[Spot] = []
        for place, (index, kind) in enumerate(rows):
            spots += [] if kind in SILENT else [Spot(index)]
            ends = place + 1 < len(rows) and rows[place + 1][1] == Over.kind
            spots += [Spot(index, opens=True)] if kind in OPENS and not ends else []
            spots += [spot for spot in press if spot.entry == index]
        return spots

    def _press(self) -> list[Spot]:
        if self.seat is None:
            return []
        own = [one for one in messages(self.host, self.session, self.game) if one.concerns(self.seat.name)]
        return [Spot(self._after(one), press=number, message=one) for number, one in enumerate(own, 1)]

    def _after(self, one: Delivered) -> int:
        """The entry after which a message came; of one from before messages said so, by the clock."""
        if one.message.after is not None:
            return one.message.after
        log = GameLog(self.host, self.session, self.game.id).entries()
        return max((entry.index for entry in log if entry.entry.at <= one.at), default=0)

    def _entries(self, indices: set[int]) -> dict[int, LogEntry]:
        rows = self.session.exec(
            select(LogRow.index, LogRow.statement).where(LogRow.game == self.game.id, col(LogRow.index).in_(indices))
        ).all()
        return {index: read_entry(statement) for index, statement in rows}

    def _item(self, spot: Spot, entry: LogEntry) -> dict[str, Any]:
        """One item; a seat's tells besides what its phase asked of it, and the number of its message."""
        own: dict[str, Any] = {} if self.seat is None else {"asked": None, "press": None}
        if spot.message is not None:
            said = f"{spot.message.press.seat} wrote to {', '.join(spot.message.press.to)}."
            return item("press", spot.message.at, said, seats=[spot.message.press.seat]) | own | {"press": spot.press}
        if not spot.opens:
            return told(entry) | own
        phase = opened(entry)
        asked = {"asked": self._asked(phase, self.seat)} if self.seat else {}
        return item("phase", entry.entry.at, f"Phase {phase} is open.", phase=phase) | own | asked

    def _asked(self, phase: int, seat: Seat) -> Sequence[str]:
        """What a phase asked of the seat when it opened."""
        led_to = (ResolutionRow.game == self.game.id, ResolutionRow.phase == phase - 1)
        sealed = self.session.exec(select(ResolutionRow.position).where(*led_to)).one()
        title = title_of(self.session, self.game).id
        return asked_of(self.host.vault, title, Place(TABLE, self.game.id, phase - 1, "position"), sealed, seat.name)


@lru_cache(maxsize=4096)
def asked_of(vault: Vault, name: str, rests: Place, sealed: bytes, seat: str) -> Sequence[str]:
    """What a stored position asks of a seat. Kept: it never changes, and feeds are read often."""
    title = load_title(name)
    view = title.view(title.upgraded(vault.open(rests, sealed)), seat)
    return tuple(ask.name for ask in title.asked_of(view, seat))


def opened(entry: LogEntry) -> int:
    """The phase that opened with an entry."""
    body = entry.body
    if isinstance(body, Reopened | RulesChanged):
        return body.number
    return body.phase + 1 if isinstance(body, Dealt | Resolved) else 0


def taker(body: Any) -> str | None:
    """The seat that a `joined` entry is about, or the one that its organiser gave away."""
    if not isinstance(body, Joined):
        return None
    seat: str = Statement.from_form(body.statement).body["seat"]
    return seat


def item(
    kind: str, at: str, said: str, *, phase: int | None = None, seats: Sequence[str] = (), what: str | None = None
) -> dict[str, Any]:
    """An item as everybody may read it."""
    return {"at": at, "kind": kind, "phase": phase, "seats": list(seats), "what": what, "sentence": said}


def told(entry: LogEntry) -> dict[str, Any]:
    """The item that an entry of the log is; a deadline that passed is a kind of its own."""
    passed = isinstance(entry.body, Notice) and entry.body.what == "overdue"
    return item("deadline" if passed else entry.kind, entry.entry.at, **facts(entry))


def facts(entry: LogEntry) -> dict[str, Any]:
    """What an entry says, kind by kind."""
    body = entry.body
    if isinstance(body, Resolved):
        return {"said": f"Phase {body.phase} is resolved.", "phase": body.phase}
    if isinstance(body, Joined):
        return {"said": f"Seat {taker(body)} is taken.", "seats": [taker(body)]}
    if isinstance(body, Notice):
        return {"said": sentence(entry), "phase": body.phase, "seats": body.seats, "what": body.what}
    if isinstance(body, Reopened | RulesChanged):
        return {"said": sentence(entry), "phase": body.phase}
    if isinstance(body, Acted):
        done = Statement.from_form(body.statement).body
        return {"said": sentence(entry), "seats": [done["seat"]] if "seat" in done else [], "what": done["act"]["act"]}
    if isinstance(body, Moved):
        return {"said": f"The game goes on at {body.url}."}
    return {"said": PLAIN[entry.kind]}
