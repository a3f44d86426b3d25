"""A whole game played from memory, as a host would: its record is true, and each part can be falsified."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from adjudicator.kernel import Book, Chance, Order, Title
from adjudicator.kernel.title.reopening import reopened, reopened_under
from schemas.envelopes import Envelope, Leaf, open_envelope, seal
from schemas.errors import ProtocolError
from schemas.keys import chance
from schemas.keys.identities import Card, Identity
from schemas.keys.sealing import LIGHT, PhaseKey
from schemas.log.chain import LogEntry, append, substance
from schemas.log.entries import (
    Acted,
    Body,
    Created,
    Cut,
    Dealt,
    Joined,
    Notice,
    Over,
    Rekeyed,
    Reopened,
    Resolved,
    RulesChanged,
    Started,
)
from schemas.log.positions import logged_position
from schemas.record import Record, RecordedEnvelope, RecordedLeaf, RecordedOrder, RecordedPhase
from schemas.record.form import published
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK, Act, Acts, Game, Join, Rotation, SeatAct, SeatActs, Start, Terms, Word
from schemas.statements.statements import sign_payload
from schemas.statements.texts import game_id

AT = datetime(2026, 11, 21, 10, tzinfo=UTC)
EXCUSED = 1
NOTES = [{"question": "B-N", "text": "too long " * 9}, {"question": "B-N", "text": "remember"}]


@dataclass
class Playing:
    """The host and all players in one; bots give the orders."""

    title: Title[Any]
    scenario: str
    seats: list[str]
    host: Identity
    players: dict[str, Identity]
    secret: bytes = hashlib.sha256(b"secret").digest()
    log: list[LogEntry] = field(default_factory=list)
    phases: list[RecordedPhase] = field(default_factory=list)
    game: str = ""
    book_key: PhaseKey = field(default_factory=lambda: PhaseKey.generate(LIGHT))
    books: dict[str, bytes] = field(default_factory=dict)
    everybody: list[Identity] = field(default_factory=list)
    new_books: dict[str, Envelope] = field(default_factory=dict)
    used: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    """By phase and seat, the entries of its book on which something rested."""
    misses: dict[str, int] = field(default_factory=dict)
    """By seat that is held, how often it has missed a phase."""
    lies: dict[str, list[str]] = field(default_factory=dict)
    """What the host's notices at the next cut name, where they do not name whom they should."""
    office: Identity | None = None
    handles: dict[str, str] = field(default_factory=dict)
    """By key, the handle that it took over."""
    options: dict[str, Any] = field(default_factory=dict)
    said: dict[str, Any] = field(default_factory=dict)
    """What the organiser's statement says beside title and terms."""
    components: str | None = None
    began: str = ""
    """The version of the rules before they changed, where they did."""

    def write(self, body: Body) -> LogEntry:
        """The next entry of the log."""
        at: datetime = AT + timedelta(minutes=len(self.log))
        before = self.log[-1] if self.log else None
        self.log.append(append(before, game=self.game, body=body, at=at, host=self.host))
        return self.log[-1]

    def play(self, silent: str, clumsy: str) -> Record:
        """Play to the end; `silent` sends nothing, `clumsy` sends two notes besides, one of them illegal."""
        resolution = self.begin()
        while resolution.position.phase is not None:
            resolution = self.phase(resolution.position, silent, clumsy)
        return self.finish(resolution.position)

    def begin(self) -> Any:
        """Join, start and deal."""
        self.everybody = list(self.players.values())
        self._invite()
        resolution = self.title.begin(
            scenario=self.scenario, seats=self.seats, options=self.options, chance=self._chance(self._start(), 0)
        )
        self.write(Dealt(phase=0, position=self._hash(0, resolution.position)))
        return resolution

    def finish(self, position: Any) -> Record:
        """The outcome by the rules."""
        outcome = position.outcome
        return self.over(outcome.places, self.title.scores(position), outcome.reason)

    def over(self, places: dict[str, int], scores: dict[str, int], reason: str) -> Record:
        """The last entry, and the record."""
        self.write(Over(places=places, scores=scores, reason=reason, secret=to_base64url(self.secret)))
        return self.record()

    def record(self) -> Record:
        """Everything that the host publishes."""
        return Record(
            game=self.game,
            title=self.title.id,
            version=self.began or self.title.version,
            scenario=self.scenario,
            seats=self.seats,
            options=self.options,
            components=self.components,
            host_key=to_base64url(self.host.signing_key),
            secret=to_base64url(self.secret),
            players=[self.card(player).statement.to_form() for player in self.everybody],
            log=[entry.statement.to_form() for entry in self.log],
            phases=published(self.phases, [self.used.get(phase.phase, {}) for phase in self.phases]),
        )

    @property
    def organiser(self) -> Identity:
        """The first seat's first player, with the key that he has now."""
        return self.office or self.everybody[0]

    def card(self, player: Identity) -> Card:
        """The card of a player, under the handle that goes on with a new key."""
        return player.card(self.handles.get(player.key_id, f"player-{self.everybody.index(player)}"))

    def succeed(self, old: Identity, new: Identity) -> None:
        """A new key has the handle, the seats and the office of an old one."""
        self.handles[new.key_id] = self.card(old).handle
        self.everybody += [new]
        self.office = new if old is self.organiser else self.office
        self.players = {seat: new if player is old else player for seat, player in self.players.items()}

    def rotate(self, old: Identity, new: Identity, *, by: Identity | None = None, host: str = "") -> None:
        """A player replaces his key, or somebody in his name."""
        card = new.card(self.handles.get(new.key_id) or self.card(old).handle).statement.to_form()
        said = Rotation(host=host or self.host.key_id, player=old.key_id, card=card)
        self.succeed(old, new)
        self.write(Rekeyed(statement=sign_payload(said, by or old).to_form()))

    def _invite(self) -> None:
        committed = to_base64url(chance.commitment(self.secret))
        game = Game(
            nonce=to_base64url(bytes(32)),
            organiser=self.organiser.key_id,
            host=self.host.key_id,
            name="Samos in the morning",
            title=self.title.id,
            scenario=self.scenario,
            seats=self.seats,
            options=self.options,
            terms=Terms(phase_seconds=86_400, grace_seconds=3_600, excused=EXCUSED),
            **self.said,
        )
        opening = sign_payload(game, self.organiser)
        self.game = game_id(opening.digest)
        self.write(Created(statement=opening.to_form(), commitment=committed))
        for seat, player in self.players.items():
            self.join(seat, player)

    def join(self, seat: str, player: Identity) -> None:
        """A player takes a seat, at the start or as a substitute."""
        join = Join(
            game=self.game,
            seat=seat,
            player=player.key_id,
            contribution=to_base64url(hashlib.sha256(seat.encode()).digest()),
            host=self.host.key_id,
            commitment=to_base64url(chance.commitment(self.secret)),
        )
        self.players = {**self.players, seat: player}
        self.misses[seat] = 0
        self.everybody += [player] if player not in self.everybody else []
        self.write(Joined(statement=sign_payload(join, player).to_form()))

    def act(self, number: int, act: Acts, *, by: Identity | None = None) -> None:
        """The organiser acts, or somebody in his name."""
        said = Act(game=self.game, organiser=self.organiser.key_id, number=number, act=act)
        self.write(Acted(statement=sign_payload(said, by or self.organiser).to_form()))

    def seat_act(self, number: int, seat: str, act: SeatActs, *, by: Identity | None = None) -> None:
        """The holder of a seat acts, or somebody in its name."""
        player = by or self.players[seat]
        said = SeatAct(game=self.game, seat=seat, player=player.key_id, number=number, act=act)
        self.write(Acted(statement=sign_payload(said, player).to_form()))

    def reopen(self, position: Any, void: Any, since: int, **how: Any) -> Any:
        """Void the phase open at `void`, and open the next at `position`; both as `reopened` has it."""
        number = void.phase.number
        dice = self._chance(substance(self.log), number) if how.pop("dealt", True) else None
        again = reopened(self.title, position, number + 1, dice, how.pop("changes", None), books=void.books, **how)
        digest = self._hash(number, again)
        self.write(Reopened(phase=number, number=number + 1, since=since, position=digest))
        self.phases.append(RecordedPhase(number, [], []))
        return again

    def change(self, title: Title[Any], position: Any) -> Any:
        """The rules change: void the open phase, and open the next at the upgraded position."""
        number, stored = position.phase.number, self.title.encode(position)
        again, fallen = reopened_under(title, stored, number + 1)
        before, older = self._hash(number - 1, position), self.title.version
        self.began, self.title = self.began or older, title
        body = {"phase": number, "number": number + 1, "from": older, "to": title.version, "before": before}
        self.write(RulesChanged.from_body({**body, "position": self._hash(number, again)}))
        plain = msgspec.json.decode(stored)
        books = {seat: book for seat, book in plain["books"].items() if seat not in fallen}
        self.phases.append(RecordedPhase(number, [], [], position={**plain, "books": books}))
        return again

    def _start(self) -> bytes:
        if self.said.get("start") != "full":
            start = Start(game=self.game, organiser=self.organiser.key_id)
            self.write(Started(statement=sign_payload(start, self.organiser).to_form()))
        return substance(self.log)

    def phase(self, position: Any, silent: str = "", clumsy: str = "") -> Any:
        """One phase, cut and resolved."""
        number, key = position.phase.number, PhaseKey.generate(LIGHT)
        envelopes = {
            seat: self._envelope(position, number, seat, key, clumsy=seat == clumsy)
            for seat in self.seats
            if seat != silent and seat in self.players and position.phase.asked_of(seat)
        }
        salts = {seat: chance.leaf_salt(self.secret, self.game, number, seat) for seat in self.seats}
        digests = {seat: envelope.digest for seat, envelope in envelopes.items()}
        arrived, self.new_books = self.new_books, {}
        self.books |= {seat: book.digest for seat, book in arrived.items()}
        cut_leaves = [
            to_base64url(chance.cut_leaf(salts[seat], digests.get(seat), self.books.get(seat))) for seat in self.seats
        ]
        self.write(Cut(phase=number, leaves=cut_leaves))
        keyed_by = substance(self.log)
        opened = {seat: open_envelope(envelope, key.private) for seat, envelope in envelopes.items()}
        sent = {seat: self.orders_in(leaves) for seat, leaves in opened.items()}
        inside = {seat: self._opened(book) for seat, book in arrived.items()}
        entries = {seat: self.book_in(leaves or ()) for seat, leaves in inside.items()}
        self._announce(position, self.title.with_books(position, entries), list(digests))
        resolution = self.title.resolve(position, sent, self._chance(keyed_by, number), entries)
        self.write(Resolved(phase=number, position=self._hash(number, resolution.position)))
        orders = [RecordedOrder(**msgspec.to_builtins(counted)) for counted in resolution.counted]
        shown = [(order.seat, order.order) for order in orders if order.source == "envelope"]
        recorded = [
            RecordedEnvelope(seat, envelopes[seat].statement.to_form(), [_leaf(seat, leaf, shown) for leaf in leaves])
            for seat, leaves in opened.items()
        ]
        books = [
            RecordedEnvelope(
                seat,
                arrived[seat].statement.to_form(),
                None if leaves is None else [RecordedLeaf.of(leaf, shown=True) for leaf in leaves],
            )
            for seat, leaves in inside.items()
        ]
        self.phases.append(RecordedPhase(number, recorded, orders, books))
        self.used[number] = resolution.used
        return resolution

    def orders_in(self, leaves: Sequence[Leaf]) -> list[Order]:
        """The orders that the host takes from an envelope: all."""
        return self.title.decode_orders([leaf.order for leaf in leaves])

    def book_in(self, leaves: Sequence[Leaf]) -> Book:
        """The book that the host takes from its leaves: the whole."""
        return self.title.check_book([leaf.order for leaf in leaves])

    def _announce(self, position: Any, with_books: Any, sent: list[str]) -> None:
        """Who missed a phase, and whose seat falls vacant by it."""
        asked = [seat for seat in self.seats if position.phase.asked_of(seat) and seat in self.misses]
        asked = [] if position.phase.veiled else [seat for seat in asked if seat not in sent]
        missing = [seat for seat in asked if self.title.unanswered(self.title.view(with_books, seat), seat)]
        fallen = [seat for seat in missing if self.misses[seat] == EXCUSED]
        told, self.lies = {"missed": missing, "vacated": fallen, **self.lies}, {}
        for what, seats in told.items():
            if seats:
                self.write(Notice(what=what, phase=position.phase.number, seats=seats))  # type: ignore[arg-type]
        self.misses |= {seat: self.misses[seat] + 1 for seat in missing}
        self.misses = {seat: count for seat, count in self.misses.items() if seat not in fallen}

    def file_book(
        self, seat: str, entries: list[dict[str, Any]], *, word: Word = "final", key: PhaseKey | None = None
    ) -> None:
        """A seat sends a book, which the next cut puts in force; one sealed to another key does not open."""
        self.new_books[seat] = seal(
            identity=self.players[seat],
            version=self.title.version,
            suite=LIGHT,
            game=self.game,
            phase=BOOK,
            seat=seat,
            sequence=len(self.log),
            word=word,
            phase_public=(key or self.book_key).public,
            orders=entries,
        )

    def _opened(self, book: Envelope) -> list[Leaf] | None:
        try:
            return list(open_envelope(book, self.book_key.private))
        except ProtocolError:
            return None

    def _envelope(self, position: Any, number: int, seat: str, key: PhaseKey, *, clumsy: bool) -> Envelope:
        bot = self.title.bot("random")
        draws = Chance(hashlib.sha256(f"{seat} {number}".encode()).digest())
        orders = [self.title.order_to_dict(order) for order in bot(self.title.view(position, seat), seat, draws)]
        return seal(
            identity=self.players[seat],
            version=self.title.version,
            suite=LIGHT,
            game=self.game,
            phase=number,
            seat=seat,
            sequence=1,
            word="final",
            phase_public=key.public,
            orders=[*orders, *(NOTES if clumsy else [])],
        )

    def _chance(self, keyed_by: bytes, phase: int) -> Chance:
        return Chance(chance.phase_key(self.secret, keyed_by, self.game, phase))

    def _hash(self, phase: int, position: Any) -> str:
        return logged_position(self.secret, self.game, phase, self.title.encode(position))


def _leaf(seat: str, leaf: Leaf, shown: list[tuple[str, dict[str, Any]]]) -> RecordedLeaf:
    return RecordedLeaf.of(leaf, shown=(seat, leaf.order) in shown)
