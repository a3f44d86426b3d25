"""The replay: the same orders and the same dice through the same rules, phase by phase.

Only orders that came in envelopes are fed to the rules; what a book or a default answered must come out by itself, as
must the source of every order. The first phase that diverges ends the replay, with both hashes.
"""

from typing import Any

import msgspec

from adjudicator.kernel import Book, Chance, Order, OstrakaError, Resolution, Title
from adjudicator.kernel.title.reopening import reopened
from adjudicator.registry import title as title_of
from schemas.errors import Diverged, FalseRecord
from schemas.keys import chance
from schemas.record.acts import early_end, reopening_act
from schemas.record.ending import ANNULLED, ranked
from schemas.record.finding import Finding
from schemas.record.form import Record, RecordedPhase
from schemas.record.notices import notice_findings
from schemas.record.story import Chapter, Story
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import Rollback


def replay_findings(record: Record, story: Story) -> list[Finding]:
    """Replay a record whose log and secret hold: the first divergence, or what does not hold in the host's notices."""
    replay = _Replay(record, story)
    try:
        replay.run()
    except Diverged as error:
        return [Finding(error.code, replay.phase, error.message)]
    title = title_of(record.title)
    books = {phase.phase: _books(title, phase) for phase in record.phases}
    return notice_findings(record, story, title, replay.stood, books)


class _Replay:
    """One replay; `phase` is the phase it has come to (0: the setup, None: before and after)."""

    def __init__(self, record: Record, story: Story) -> None:
        self.record = record
        self.story = story
        self.secret = from_base64url(record.secret, "secret", chance.SECRET_BYTES)
        self.phase: int | None = None
        self.stood: dict[int, Any] = {}  # by phase, the position at which it was open

    def run(self) -> None:
        """Set up, resolve every phase, compare the end."""
        title = self._title()
        position = self._begin(title)
        phases = {phase.phase: phase for phase in self.record.phases}
        for chapter in self.story.chapters:
            self.phase = chapter.phase
            if chapter.phase not in phases:
                raise Diverged("the record holds nothing of this phase")
            self._require_open(position, chapter)
            self.stood[chapter.phase] = position
            if chapter.reopened is None:
                position = self._resolve(title, position, chapter, phases[chapter.phase])
            else:
                position = self._reopen(title, position, chapter)
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
        self._require_hash(title, setup.position, self.story.dealt.position)
        return setup.position

    def _require_open(self, position: Any, chapter: Chapter) -> None:
        open_now = position.phase.number if position.phase else None
        if open_now != chapter.phase:
            does = "voids" if chapter.reopened else "cuts"
            raise Diverged(
                f"the log {does} phase {chapter.phase}, where the replay has come to {open_now or 'the end'}"
            )

    def _reopen(self, title: Title[Any], position: Any, chapter: Chapter) -> Any:
        """The position after a rollback or an amendment; books stay as they are in force."""
        number, dice = chapter.phase + 1, self._chance(chapter.cut)
        try:
            act = reopening_act(chapter)
            if isinstance(act, Rollback):
                if act.phase not in self.stood:
                    raise Diverged(f"the rollback goes back to phase {act.phase}, which the game has not come to")
                again = reopened(title, self.stood[act.phase], number, dice, books=position.books)
            else:
                again = reopened(title, position, number, dice if act.redeal else None, act.changes, redeal=act.redeal)
        except (OstrakaError, FalseRecord) as error:
            raise Diverged(f"phase {chapter.phase} cannot be opened anew: {error}") from error
        self._require_hash(title, again, chapter.position)
        return again

    def _resolve(self, title: Title[Any], position: Any, chapter: Chapter, phase: RecordedPhase) -> Any:
        resolution = title.resolve(position, _sent(title, phase), self._chance(chapter.cut), _books(title, phase))
        self._require_orders(resolution, phase)
        self._require_hash(title, resolution.position, chapter.position)
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

    def _require_hash(self, title: Title[Any], position: Any, wanted: str) -> None:
        salt = chance.position_salt(self.secret, self.record.game, self.phase or 0)
        found = to_base64url(chance.position_hash(salt, title.encode(position)))
        if found != wanted:
            raise Diverged(f"the replay leads to position {found}, where the log has {wanted}")

    def _require_end(self, title: Title[Any], position: Any) -> None:
        over = self.story.over
        for what, found, told in zip(
            ("reason", "places", "scores"),
            self._end(title, position),
            (over.reason, over.places, over.scores),
            strict=True,
        ):
            if found != told:
                raise Diverged(f"the {what} of the replay is {found!r}, where the log has {told!r}")

    def _end(self, title: Title[Any], position: Any) -> tuple[str, dict[str, int], dict[str, int]]:
        """Reason, places and scores: by the rules, or by the act or vote that stands before `over`."""
        if position.outcome is not None:
            return position.outcome.reason, position.outcome.places, title.scores(position)
        reason = early_end(self.story)
        if reason is None:
            raise Diverged("the log ends the game, and in the replay it is not over")
        scores = {} if reason == ANNULLED else title.scores(position)
        return reason, ranked(scores), scores


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
