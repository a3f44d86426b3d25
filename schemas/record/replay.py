"""The replay: the same orders and the same dice through the same rules, phase by phase.

Only orders that came in envelopes are fed to the rules; what a book or a default answered must come out by itself, as
must the source of every order. The first phase that diverges ends the replay, with both hashes.
"""

from typing import Any

import msgspec

from adjudicator.kernel import Book, Chance, Order, OstrakaError, Resolution, Title
from adjudicator.registry import title as title_of
from schemas import chance
from schemas.canonical import from_base64url, to_base64url
from schemas.errors import Diverged
from schemas.record.finding import Finding
from schemas.record.form import Record, RecordedPhase
from schemas.record.story import Chapter, Story


def replay_findings(record: Record, story: Story) -> list[Finding]:
    """Replay a record whose log and secret hold; at most one finding: the first divergence."""
    replay = _Replay(record, story)
    try:
        replay.run()
    except Diverged as error:
        return [Finding(error.code, replay.phase, error.message)]
    return []


class _Replay:
    """One replay; `phase` is the phase it has come to (0: the setup, None: before and after)."""

    def __init__(self, record: Record, story: Story) -> None:
        self.record = record
        self.story = story
        self.secret = from_base64url(record.secret, "secret", chance.SECRET_BYTES)
        self.phase: int | None = None

    def run(self) -> None:
        """Set up, resolve every phase, compare the end."""
        title = self._title()
        position = self._begin(title)
        phases = {phase.phase: phase for phase in self.record.phases}
        for chapter in self.story.chapters:
            self.phase = chapter.phase
            if chapter.phase not in phases:
                raise Diverged("the record holds nothing of this phase")
            position = self._resolve(title, position, chapter, phases[chapter.phase])
        self.phase = None
        self._require_end(title, position)

    def _title(self) -> Title[Any]:
        try:
            title = title_of(self.record.title)
        except OstrakaError as error:
            raise Diverged(str(error)) from error
        if title.version != self.record.version:
            raise Diverged(
                f"played under {self.record.version}, and the rules here are {title.version}: use its release"
            )
        return title

    def _begin(self, title: Title[Any]) -> Any:
        self.phase = 0
        record = self.record
        try:
            setup = title.begin(
                scenario=record.scenario,
                seats=record.seats,
                options=record.options,
                chance=self._chance(self.story.start),
            )
        except (OstrakaError, ValueError) as error:
            raise Diverged(f"the game cannot be set up: {error}") from error
        self._require_position(title, setup, self.story.dealt.position)
        return setup.position

    def _resolve(self, title: Title[Any], position: Any, chapter: Chapter, phase: RecordedPhase) -> Any:
        open_now = position.phase.number if position.phase else None
        if open_now != chapter.phase:
            raise Diverged(f"the log cuts phase {chapter.phase}, where the replay has come to {open_now or 'the end'}")
        resolution = title.resolve(position, _sent(title, phase), self._chance(chapter.cut), _books(title, phase))
        self._require_orders(resolution, phase)
        self._require_position(title, resolution, chapter.position)
        return resolution.position

    def _chance(self, substance: bytes) -> Chance:
        return Chance(chance.phase_key(self.secret, substance, self.record.game, self.phase or 0))

    def _require_orders(self, resolution: Resolution[Any], phase: RecordedPhase) -> None:
        counted, recorded = msgspec.to_builtins(resolution.counted), msgspec.to_builtins(phase.orders)
        for found, told in zip(counted, recorded, strict=False):
            if found != told:
                raise Diverged(f"the replay carries out {found}, where the record has {told}")
        if len(counted) != len(recorded):
            raise Diverged(f"the replay carries out {len(counted)} orders, where the record has {len(recorded)}")

    def _require_position(self, title: Title[Any], resolution: Resolution[Any], wanted: str) -> None:
        salt = chance.position_salt(self.secret, self.record.game, self.phase or 0)
        found = to_base64url(chance.position_hash(salt, title.encode(resolution.position)))
        if found != wanted:
            raise Diverged(f"the replay leads to position {found}, where the log has {wanted}")

    def _require_end(self, title: Title[Any], position: Any) -> None:
        if position.outcome is None:
            raise Diverged("the log ends the game, and in the replay it is not over")
        over, outcome = self.story.over, position.outcome
        for what, found, told in (
            ("reason", outcome.reason, over.reason),
            ("places", outcome.places, over.places),
            ("scores", title.scores(position), over.scores),
        ):
            if found != told:
                raise Diverged(f"the {what} of the replay is {found!r}, where the log has {told!r}")


def _sent(title: Title[Any], phase: RecordedPhase) -> dict[str, list[Order]]:
    """The orders of a phase that came in envelopes and counted, as their authors sent them."""
    sent: dict[str, list[Order]] = {}
    for envelope in phase.envelopes:
        orders = [leaf.order for leaf in envelope.leaves or () if leaf.order is not None]
        try:
            sent[envelope.seat] = title.decode_orders(orders)
        except OstrakaError as error:
            raise Diverged(f"an order of seat {envelope.seat!r} cannot be read: {error}") from error
    return sent


def _books(title: Title[Any], phase: RecordedPhase) -> dict[str, Book]:
    """The books that the cut of a phase put in force; one that did not open, or cannot be read, is none."""
    books: dict[str, Book] = {}
    for envelope in phase.books:
        try:
            books[envelope.seat] = title.check_book([leaf.order for leaf in envelope.leaves or ()])
        except OstrakaError:
            books[envelope.seat] = []
    return books
