"""The feed of a game: what happened, item by item, numbered from 1 for each reader.

Nothing is stored for it. The public items follow from the log, which is public and only ever grows; a seat's feed adds
its own press, each message between the two log entries between which it came. So a number never changes, and gives
away nothing that its reader may not know: the only gaps are messages from players whom the reader has muted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from sqlmodel import Session, col, select

from api.games.game_log import GameLog, read_entry
from api.games.press import Delivered, messages, muted_by
from api.host.host import Host
from api.openapi.game_answers import FeedItem, OwnFeed, OwnFeedItem, PublicFeed
from api.store.lookups import load_title, title_of
from api.store.models import Game, LogRow, ResolutionRow, Seat
from api.store.sealed_rows import TABLE
from api.store.vault import Place, Vault
from schemas.documents.log_in_words import joined_seat, told_to_all
from schemas.log.chain import LogEntry
from schemas.log.entries import (
    Acted,
    Dealt,
    Joined,
    Notice,
    Over,
    Reopened,
    Resolved,
    Revealed,
    RulesChanged,
    Seated,
)
from schemas.statements.statements import Statement

OPENS: Final = ("dealt", "resolved", "reopened", "rules-changed")
"""Entries with which a phase opens, unless the game is over with them."""
SILENT: Final = ("dealt", "cut")
"""Entries that are not items themselves; what follows from them is."""


@dataclass(frozen=True)
class Source:
    """Where an item comes from: an entry of the log, the phase that opens with it, or a message."""

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
        return len(self._sources())

    def page(self, after: int, limit: int) -> PublicFeed | OwnFeed:
        """The items after the number `after`, `limit` at most."""
        muted = muted_by(self.host, self.session, self.seat) if self.seat else ()
        shown = [
            (number, source)
            for number, source in enumerate(self._sources()[after:], after + 1)
            if source.message is None or source.message.message.author not in muted
        ]
        entries = self._entries({source.entry for _, source in shown[:limit]})
        asked = self._asked([opened_phase(entries[source.entry]) for _, source in shown[:limit] if source.opens])
        items = [self._item(number, source, entries[source.entry], asked) for number, source in shown[:limit]]
        latest = items[-1].number if items else after
        fields: dict[str, Any] = {"game": self.game.id, "items": items, "more": len(shown) > limit, "next": latest}
        return PublicFeed(**fields) if self.seat is None else OwnFeed(seat=self.seat.name, **fields)

    def joined(self) -> int:
        """The number of the item with which the present holder took the seat."""
        sources = self._sources()
        entries = self._entries({source.entry for source in sources})
        for number in range(len(sources), 0, -1):
            source, body = sources[number - 1], entries[sources[number - 1].entry].body
            if source.message is None and self.seat and joined_seat(body) == self.seat.name:
                return number
        return 0

    def _sources(self) -> list[Source]:
        """Every item in order. Only the kinds of the entries are read for it."""
        rows = self.session.exec(
            select(LogRow.index, LogRow.kind).where(LogRow.game == self.game.id).order_by(col(LogRow.index))
        ).all()
        press = self._press()
        sources: list[Source] = []
        for place, (index, kind) in enumerate(rows):
            sources += [] if kind in SILENT else [Source(index)]
            ends = place + 1 < len(rows) and rows[place + 1][1] in (Revealed.kind, Over.kind)
            sources += [Source(index, opens=True)] if kind in OPENS and not ends else []
            sources += [source for source in press if source.entry == index]
        return sources

    def _press(self) -> list[Source]:
        if self.seat is None:
            return []
        own = [one for one in messages(self.host, self.session, self.game) if one.concerns(self.seat.name)]
        return [Source(self._after(one), press=number, message=one) for number, one in enumerate(own, 1)]

    def _after(self, one: Delivered) -> int:
        """The entry after which a message came; older messages do not say so and go by the clock."""
        if one.message.after is not None:
            return one.message.after
        log = GameLog(self.host, self.session, self.game.id).entries()
        return max((entry.index for entry in log if entry.entry.at <= one.at), default=0)

    def _entries(self, indices: set[int]) -> dict[int, LogEntry]:
        rows = self.session.exec(
            select(LogRow.index, LogRow.statement).where(LogRow.game == self.game.id, col(LogRow.index).in_(indices))
        ).all()
        return {index: read_entry(statement) for index, statement in rows}

    def _item(self, number: int, source: Source, entry: LogEntry, asked: Mapping[int, Sequence[str]]) -> FeedItem:
        own: dict[str, Any] = {"asked": None, "press": None}
        if source.message is not None:
            press = source.message.press
            sentence = f"{press.seat} wrote to {', '.join(press.to)}."
            fields = item_fields("press", source.message.at, sentence, seats=[press.seat])
            own["press"] = source.press
        elif source.opens:
            phase = opened_phase(entry)
            fields = item_fields("phase", entry.entry.at, f"Phase {phase} is open.", phase=phase)
            own["asked"] = asked.get(phase)
        else:
            fields = entry_fields(entry)
        if self.seat is None:
            return FeedItem(number=number, **fields)
        return OwnFeedItem(number=number, **fields, **own)

    def _asked(self, phases: Sequence[int]) -> dict[int, Sequence[str]]:
        """What these phases asked of the seat when they opened."""
        if self.seat is None or not phases:
            return {}
        before = col(ResolutionRow.phase).in_([phase - 1 for phase in phases])
        found = select(ResolutionRow.phase, ResolutionRow.position).where(ResolutionRow.game == self.game.id, before)
        title, vault = title_of(self.session, self.game).id, self.host.vault
        return {
            phase + 1: asked_of(vault, title, Place(TABLE, self.game.id, phase, "position"), sealed, self.seat.name)
            for phase, sealed in self.session.exec(found).all()
        }


@lru_cache(maxsize=4096)
def asked_of(vault: Vault, name: str, place: Place, sealed: bytes, seat: str) -> Sequence[str]:
    """What a stored position asks of a seat. Cached: it never changes, and feeds are read often."""
    title = load_title(name)
    view = title.view(title.upgraded(vault.open(place, sealed)), seat)
    return tuple(ask.name for ask in title.asked_of(view, seat))


def opened_phase(entry: LogEntry) -> int:
    """The phase that opened with an entry."""
    body = entry.body
    if isinstance(body, Reopened | RulesChanged):
        return body.number
    return body.phase + 1 if isinstance(body, Dealt | Resolved) else 0


def item_fields(
    kind: str, at: str, sentence: str, *, phase: int | None = None, seats: Sequence[str] = (), what: str | None = None
) -> dict[str, Any]:
    """The fields of an item that everybody may read."""
    return {"at": at, "kind": kind, "phase": phase, "seats": list(seats), "what": what, "sentence": sentence}


def entry_fields(entry: LogEntry) -> dict[str, Any]:
    """The item of a log entry; a deadline that passed is a kind of its own."""
    passed = isinstance(entry.body, Notice) and entry.body.what == "overdue"
    return item_fields("deadline" if passed else entry.kind, entry.entry.at, **entry_facts(entry))


def entry_facts(entry: LogEntry) -> dict[str, Any]:
    """What an entry says, kind by kind."""
    body, told = entry.body, {"sentence": told_to_all(entry)}
    if isinstance(body, Joined | Seated):
        return told | {"seats": [joined_seat(body)]}
    if isinstance(body, Notice):
        return told | {"phase": body.phase, "seats": body.seats, "what": body.what}
    if isinstance(body, Resolved | Reopened | RulesChanged):
        return told | {"phase": body.phase}
    if isinstance(body, Acted):
        act = Statement.from_form(body.statement).body
        return told | {"seats": [act["seat"]] if "seat" in act else [], "what": act["act"]["act"]}
    return told
