"""The replay: the same orders and the same dice through the same rules, phase by phase.

Only orders that came in envelopes are fed to the rules; what a book or a default answered must come out by itself, as
must the source of every order. The first phase that diverges ends the replay, with both hashes. What is shown of
envelopes and books must be what came out to count, no more and no less.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from adjudicator.kernel import Book, Chance, Malformed, Order, OstrakaError, OtherRules, Resolution, Title
from adjudicator.kernel.title.reopening import reopened, reopened_under
from schemas.envelopes import Leaf
from schemas.errors import Diverged, FalseRecord
from schemas.keys import chance
from schemas.log.entries import ANNULLED, RulesChanged, ranked
from schemas.log.positions import logged_position
from schemas.record.acts import early_end, reopening_act
from schemas.record.contest_games import contest_ending
from schemas.record.form import Finding, Record, RecordedEnvelope, RecordedPhase, books_in_part
from schemas.record.notices import Stood, notice_findings
from schemas.record.story import Chapter, Story, installed_rules, not_recomputed, versions_of
from schemas.statements.canonical import from_base64url
from schemas.statements.payloads import Rollback


def replay_findings(record: Record, story: Story, opened: Mapping[str, Leaf]) -> list[Finding]:
    """Replay a record whose log and secret hold: the first divergence, or what does not hold in what is shown, and in
    the host's notices.

    And what could not be recomputed, because its rules are not installed here. `opened` as for `verify_record`.
    """
    replay = _Replay(record, story, opened)
    try:
        replay.run()
    except Diverged as error:
        return [Finding(error.code, replay.phase, error.message)]
    notices = notice_findings(replay.record, story, replay.stood)
    return [*replay.shown_falsely, *notices, *not_recomputed(replay.lacking)]


class _BookInForce(msgspec.Struct):
    """A book from the cut that put it in force, as the record shows it and as it is known here.

    `used` are the entries on which something rested since; `recomputed` says whether every phase since was.
    """

    phase: int
    seat: str
    shown: list[int]
    known: list[int]
    length: int
    used: set[int]
    recomputed: bool = True

    @property
    def is_known(self) -> bool:
        """Whether all of it is known here."""
        return len(self.known) == self.length

    def shown_falsely(self) -> Iterator[Finding]:
        """The entries that are shown though nothing rested on them, or hidden though something did."""
        whose = f"of the book of seat {self.seat!r}"
        for entry in sorted(self.used.difference(self.shown)):
            yield _false(self.phase, f"entry {entry + 1} {whose} counted, but the record hides it")
        for entry in self.shown if self.recomputed else ():
            if entry not in self.used:
                yield _false(self.phase, f"entry {entry + 1} {whose} is shown, but never counted")


class _Replay:
    """One replay; `phase` is the phase it has come to (0: the setup, None: before and after).

    `position` is None where nothing tells it: the rules that led there are not installed, as `lacking` says by phase.
    `record` shows the leaves that were opened too; `told` what the host shows of each phase.
    """

    def __init__(self, record: Record, story: Story, opened: Mapping[str, Leaf]) -> None:
        self.told = {phase.phase: phase for phase in record.phases}
        self.record = record.opened(opened)
        self.story = story
        self.books: dict[str, _BookInForce] = {}
        self.shown_falsely: list[Finding] = []
        self.secret = from_base64url(record.secret, "secret", chance.SECRET_BYTES)
        self.phase: int | None = None
        self.position: Any = None
        self.stood: dict[int, Stood] = {}
        self.lacking: dict[int, str] = {}
        self.installed: dict[str, Title[Any] | None] = {}

    def run(self) -> None:
        """Set up, resolve every phase, compare the end."""
        versions, phases = versions_of(self.record, self.story), {phase.phase: phase for phase in self.record.phases}
        self.position = self._begin()
        for chapter in self.story.chapters:
            self.phase, version = chapter.phase, versions[chapter.phase]
            if chapter.phase not in phases:
                raise Diverged("the record holds nothing of this phase")
            self._put_in_force(phases[chapter.phase])
            self._stand(version, chapter, phases[chapter.phase])
            if chapter.changed is not None:
                self.position = self._change(chapter.changed, phases[chapter.phase])
            elif chapter.phase not in self.stood:
                self.position = self._lack(self._lacked(chapter.phase - 1) if self._rules(version) else version)
            elif chapter.reopened is not None:
                self.position = self._reopen(self.stood[chapter.phase], chapter)
            else:
                self.position = self._resolve(self.stood[chapter.phase], chapter, phases[chapter.phase])
        self.phase = None
        self.shown_falsely += [one for book in self.books.values() for one in book.shown_falsely()]
        if self.position is not None and (title := self._rules(self.position.version)) is not None:
            self._require_end(title, self.position)

    def _rules(self, version: str) -> Title[Any] | None:
        if version not in self.installed:
            self.installed[version] = installed_rules(self.record, version)
        return self.installed[version]

    def _lack(self, version: str) -> Any:
        """No position: what the phase led to cannot be told without these rules."""
        self.lacking[self.phase or 0] = version
        for book in self.books.values():
            book.recomputed = False
        return None

    def _lacked(self, phase: int) -> str:
        """The rules that are missing here, without which a phase cannot be recomputed."""
        return next(self.lacking[before] for before in range(phase, -1, -1) if before in self.lacking)

    def _begin(self) -> Any:
        self.phase, record = 0, self.record
        if (title := self._rules(record.version)) is None:
            return self._lack(record.version)
        try:
            setup = title.begin(
                scenario=record.scenario,
                seats=record.seats,
                options=record.options,
                chance=self._chance(self.story.start),
            )
        except (OstrakaError, ValueError) as error:
            raise Diverged(f"the game cannot be set up: {error}") from error
        self._require_hash(title, setup.position, self.story.dealt.position)
        return setup.position

    def _put_in_force(self, phase: RecordedPhase) -> None:
        """Note the books that the cut of a phase puts in force in place of others."""
        for told, book in zip(self.told[phase.phase].books, phase.books, strict=True):
            if (before := self.books.get(book.seat)) is not None:
                self.shown_falsely += before.shown_falsely()
            length = len(book.leaves or ())
            self.books[book.seat] = _BookInForce(phase.phase, book.seat, told.shown, book.shown, length, set())

    def _stand(self, version: str, chapter: Chapter, phase: RecordedPhase) -> None:
        """Note the position at which a phase was open, where its rules are here and led to it."""
        title = self._rules(version)
        if title is not None and self.position is not None:
            self._require_open(self.position, chapter)
            unread = [seat for seat, book in self.books.items() if not book.is_known]
            self.stood[chapter.phase] = Stood(title, self.position, _books(title, phase, self.position), unread)

    def _change(self, changed: RulesChanged, phase: RecordedPhase) -> Any:
        """The position under newer rules, from the one that the record holds: the older rules need not be here."""
        if not isinstance(phase.position, dict):
            raise Diverged("the record lacks the position in which the rules changed")
        self._require_bytes(_encoded(phase.position), changed.before, changed.phase - 1)
        stored = _encoded({**phase.position, "books": self._books_at_change(phase)})
        if (title := self._rules(changed.newer)) is None:
            return self._lack(changed.newer)
        try:
            position, _ = reopened_under(title, stored, changed.number)
        except OtherRules:
            return self._lack(changed.newer)
        except OstrakaError as error:
            raise Diverged(f"the position cannot be upgraded: {error}") from error
        self._require_hash(title, position, changed.position)
        return position

    def _books_at_change(self, phase: RecordedPhase) -> Any:
        """The books under which newer rules begin: what is left of them by the replay, or else by the record.

        The record alone tells that one fell because of an entry that is not shown, which the newer rules cannot read.
        """
        told, shown = _recorded_books(phase.position), {seat: book.shown for seat, book in self.books.items()}
        stood = self.stood.get(phase.phase)
        ours = told if stood is None else msgspec.json.decode(stood.title.encode(stood.position))["books"]
        in_part = books_in_part(ours, shown)
        for seat, book in told.items():
            if book != in_part.get(seat, []):
                raise Diverged(f"when the rules change, the record has another book of seat {seat!r} than the replay")
        if stood is None:
            for known in self.books.values():
                known.known = known.shown
            return told
        return {seat: book for seat, book in ours.items() if seat in told or seat not in stood.unread}

    def _require_open(self, position: Any, chapter: Chapter) -> None:
        open_now = position.phase.number if position.phase else None
        if open_now != chapter.phase:
            does = "voids" if chapter.void else "cuts"
            raise Diverged(f"the log {does} phase {chapter.phase}, but the replay has come to {open_now or 'the end'}")

    def _reopen(self, stood: Stood, chapter: Chapter) -> Any:
        """The position after a rollback or an amendment; books stay as they are in force."""
        title, position = stood.title, stood.position
        number, dice = chapter.phase + 1, self._chance(chapter.cut)
        try:
            act = reopening_act(chapter)
            if isinstance(act, Rollback):
                if act.phase > chapter.phase:
                    raise Diverged(f"the rollback goes back to phase {act.phase}, which the game has not reached")
                if act.phase not in self.stood:
                    return self._lack(self._lacked(act.phase))
                then = self.stood[act.phase]
                before = title.upgraded(then.title.encode(then.position))
                again = reopened(title, before, number, dice, books=position.books)
            else:
                again = reopened(title, position, number, dice if act.redeal else None, act.changes, redeal=act.redeal)
        except (OstrakaError, FalseRecord) as error:
            raise Diverged(f"phase {chapter.phase} cannot be reopened: {error}") from error
        self._require_hash(title, again, chapter.position)
        return again

    def _resolve(self, stood: Stood, chapter: Chapter, phase: RecordedPhase) -> Any:
        title, position = stood.title, stood.position
        sent, dice = _sent(title, phase), self._chance(chapter.cut)
        resolution = title.resolve(position, sent, dice, stood.books, chapter.aside)
        self._require_orders(resolution, phase)
        self._require_hash(title, resolution.position, chapter.position)
        for told in self.told[chapter.phase].envelopes:
            self.shown_falsely += _shown_falsely(title, chapter.phase, told, resolution)
        for seat, entries in resolution.used.items():
            self.books[seat].used.update(entries)
        return resolution.position

    def _chance(self, substance: bytes) -> Chance:
        return Chance(chance.phase_key(self.secret, substance, self.record.game, self.phase or 0))

    def _require_orders(self, resolution: Resolution[Any], phase: RecordedPhase) -> None:
        counted, recorded = msgspec.to_builtins(resolution.counted), msgspec.to_builtins(phase.orders)
        for found, told in zip(counted, recorded, strict=False):
            if found != told:
                raise Diverged(f"the replay carries out {found}, but the record has {told}")
        if len(counted) != len(recorded):
            raise Diverged(f"the replay carries out {len(counted)} orders, but the record has {len(recorded)}")

    def _require_hash(self, title: Title[Any], position: Any, wanted: str) -> None:
        self._require_bytes(title.encode(position), wanted, self.phase or 0)

    def _require_bytes(self, stored: bytes, wanted: str, phase: int) -> None:
        found = logged_position(self.secret, self.record.game, phase, stored)
        if found != wanted:
            raise Diverged(f"the replay leads to position {found}, but the log has {wanted}")

    def _require_end(self, title: Title[Any], position: Any) -> None:
        over = self.story.over
        for what, found, told in zip(
            ("reason", "places", "scores"),
            self._end(title, position),
            (over.reason, over.places, over.scores),
            strict=True,
        ):
            if found != told:
                raise Diverged(f"the {what} of the replay is {found!r}, but the log has {told!r}")

    def _end(self, title: Title[Any], position: Any) -> tuple[str, dict[str, int], dict[str, int]]:
        """Reason, places and scores: by the rules, or by the act or vote that stands before `over`."""
        if position.outcome is not None:
            return position.outcome.reason, position.outcome.places, title.scores(position)
        if (ended := contest_ending(self.record, self.story)) is not None:
            why, places = ended
            scores = {} if why == ANNULLED else title.scores(position)
            return why, dict(ranked(scores) if places is None else places), scores
        reason = early_end(self.story)
        if reason is None:
            raise Diverged("the log ends the game, but it is not over in the replay")
        scores = {} if reason == ANNULLED else title.scores(position)
        return reason, ranked(scores), scores


def _false(phase: int, message: str) -> Finding:
    return Finding(FalseRecord.code, phase, message)


def _encoded(plain: Any) -> bytes:
    """A recorded position as it was stored."""
    return msgspec.json.encode(plain, order="sorted")


def _recorded_books(position: Any) -> dict[str, list[dict[str, Any]]]:
    """The books in a recorded position."""
    try:
        return msgspec.convert(position.get("books", {}), dict[str, list[dict[str, Any]]])
    except msgspec.ValidationError as error:
        raise Diverged(f"the books of the position in which the rules changed cannot be read: {error}") from error


def _sent(title: Title[Any], phase: RecordedPhase) -> dict[str, list[Order]]:
    """The orders of a phase that came in envelopes, as far as they are shown, as their authors sent them."""
    return {
        envelope.seat: [order for leaf in envelope.leaves or () for order in _order_of(title, leaf.order)]
        for envelope in phase.envelopes
    }


def _order_of(title: Title[Any], plain: dict[str, Any] | None) -> list[Order]:
    """The order of a leaf; none where it is not shown, or where the rules cannot read it: then it fell."""
    try:
        return [] if plain is None else title.decode_orders([plain])
    except Malformed:
        return []


def _shown_falsely(
    title: Title[Any], phase: int, told: RecordedEnvelope, resolution: Resolution[Any]
) -> Iterator[Finding]:
    """Whether a record shows an order that did not count, or hides one that did."""
    leaves = [leaf.order for leaf in told.leaves or () if leaf.order is not None]
    shown = Counter(_told([title.order_to_dict(order) for order in _order_of(title, leaf)]) for leaf in leaves)
    counted = Counter(
        _told([one.order]) for one in resolution.counted if (one.seat, one.source) == (told.seat, "envelope")
    )
    if shown - counted:
        yield _false(phase, f"an order of seat {told.seat!r} is shown, but did not count")
    if counted - shown:
        yield _false(phase, f"an order of seat {told.seat!r} counted, but the record hides it")


def _told(orders: list[dict[str, Any]]) -> str:
    return json.dumps(orders, sort_keys=True)


def _books(title: Title[Any], phase: RecordedPhase, position: Any) -> dict[str, Book]:
    """The books that the cut of a phase put in force, as far as they are known, without unreadable ones."""
    books: dict[str, Book] = {}
    for envelope in phase.books:
        try:
            leaves = [leaf.order for leaf in envelope.leaves or ()]
            books[envelope.seat] = title.book_in_part(leaves, title.known(position))
        except OstrakaError:
            books[envelope.seat] = []
    return books
