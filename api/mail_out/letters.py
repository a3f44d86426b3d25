"""Letters of a game: what one seat alone may know, so that its player can answer without a connection.

The size class follows from what a spectator knows, with twice the room: it tells nothing of what the letter holds.
Both are counted as they are deflated, which all letters of phases are: nobody but the host has a word in them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from werkzeug.utils import cached_property

from adjudicator.kernel import Event, Title
from api.access.signing_keys import card_in
from api.games.game_log import GameLog
from api.games.open_phase import OpenPhase
from api.http.answers import statement_form
from api.rules.outside import worked_out
from api.store.lookups import load_components, load_phase
from api.store.models import Player, ResolutionRow, Seat
from api.store.sealed_rows import Archive, resolutions
from schemas.documents.components_files import packed
from schemas.documents.letters import deflated, seal_letter
from schemas.statements.canonical import dumps
from schemas.statements.payloads import BOOK, Letter, MailKind, instant

ROOM = 1_024
"""For the rest of a letter, deflated: its signature, and what a book would do."""


@dataclass(frozen=True)
class Letters:
    """Writes the letters of one open phase."""

    phase: OpenPhase
    _read: dict[int, Sequence[ResolutionRow]] = field(default_factory=dict)

    def of_seats(
        self, seats: Sequence[Seat], kind: MailKind, since: Mapping[str, int], player: Player
    ) -> dict[str, bytes]:
        """A letter to each of a player's seats, with what it was not told yet."""
        return {seat.name: self.letter(seat, player, kind, since[seat.name]) for seat in seats}

    def letter(self, seat: Seat, player: Player, kind: MailKind, since: int) -> bytes:
        """A seat's letter, sealed, with what it was not told yet."""
        card = card_in(self.phase.session, self.phase.game.id, player)
        letter = Letter(
            game=self.phase.game.id,
            seat=seat.name,
            player=card.key_id,
            phase=self.phase.row.number,
            kind=kind,
            at=instant(self.phase.host.now()),
            body=self._body(seat.name, since),
        )
        public = self._known(None, since)
        least = len(deflated(dumps(public))) + len(deflated(dumps(self._frame | public))) + ROOM
        return seal_letter(letter, card, self.phase.host.identity, least, deflate=True)

    def _body(self, seat: str, since: int) -> dict[str, Any]:
        return {
            **self._frame,
            **self._known(seat, since),
            "fallen": self._fallen(seat, since),
            "foreseen": self._foreseen[seat],
            "sequences": {"phase": self._sequence(self.phase.row.number, seat), "book": self._sequence(BOOK, seat)},
        }

    @cached_property
    def _foreseen(self) -> Mapping[str, list[str]]:
        """What the seats' books would do."""
        phase, seats = self.phase, [seat.name for seat in self.phase.seats]
        key = (
            "foreseen",
            phase.game.id,
            phase.row.number,
            *((seat, book.digest) for seat, book in phase.books.items()),
        )
        return worked_out(phase.session, key, partial(foreseen, phase.title, phase.with_books, seats))

    @cached_property
    def _frame(self) -> dict[str, Any]:
        """What every seat's letter says."""
        game, row, config = self.phase.game, self.phase.row, self.phase.host.config
        return {
            "kind": "phase",
            "title": game.title,
            "version": row.notice.version,
            "name": game.opened.name,
            "deadline": instant(row.deadline) if row.deadline else None,
            "key": statement_form(row.statement),
            "book_key": statement_form(load_phase(self.phase.session, game.id, BOOK).statement),
            "address": config.address(game.id),
            "url": config.public_url,
            "checkpoint": GameLog(self.phase.host, self.phase.session, game.id).checkpoint().to_note(),
            **({"components": packed(laid)} if (laid := load_components(self.phase.session, game)) else {}),
        }

    def _known(self, seat: str | None, since: int) -> dict[str, Any]:
        events = [event for row in self._rows(since) for event in self._archive.events(row)]
        return known(self.phase.title, self.phase.position, events, seat)

    def _fallen(self, seat: str, since: int) -> list[dict[str, str]]:
        every = [fallen for row in self._rows(since) for fallen in self._archive.fallen(row, seat)]
        return [{"question": one.question, "clause": one.clause, "message": one.message} for one in every]

    def _sequence(self, phase: int, seat: str) -> int:
        newest = self.phase.sent[phase].get(seat)
        return newest.sequence if newest else 0

    def _rows(self, since: int) -> Sequence[ResolutionRow]:
        """What the phases after one led to; read once, since most seats were told up to the same phase."""
        if since not in self._read:
            self._read[since] = resolutions(self.phase.session, self.phase.game.id, since)
        return self._read[since]

    @property
    def _archive(self) -> Archive:
        return Archive(self.phase.host.vault, self.phase.title)


def known(title: Title[Any], position: Any, events: Sequence[Event], seat: str | None) -> dict[str, Any]:
    """View and news of a seat, or of a spectator."""
    view, told = title.view(position, seat), title.events_for(events, seat)
    return {
        "view": json.loads(title.encode(view)),
        "news": [title.sentence(event, view) for event in told],
        "subjects": [title.subjects(event) for event in told],
    }


def foreseen(title: Title[Any], position: Any, seats: Sequence[str]) -> dict[str, list[str]]:
    """What the seats' books would do, question by question."""
    views = {seat: title.view(position, seat) for seat in seats}
    return {
        seat: [line for ask in title.asked_of(view, seat) for line in title.foreseen(view, seat, ask.name)]
        for seat, view in views.items()
    }
