"""The replay: the same orders and the same dice through the same rules, phase by phase.

Only orders that came in envelopes are fed to the rules; what a book or a default answered must come out by itself, as
must the source of every order. The first phase that diverges ends the replay, with both hashes.
"""

from typing import Any

import msgspec

from adjudicator.kernel import Book, Chance, Order, OstrakaError, OtherRules, Resolution, Title
from adjudicator.kernel.title.reopening import reopened, reopened_under
from schemas.errors import Diverged, FalseRecord
from schemas.keys import chance
from schemas.log.entries import RulesChanged
from schemas.record.acts import early_end, reopening_act
from schemas.record.contest_games import contest_ending
from schemas.record.ending import ANNULLED, ranked
from schemas.record.finding import Finding
from schemas.record.form import Record, RecordedPhase
from schemas.record.notices import Stood, notice_findings
from schemas.record.story import Chapter, Story
from schemas.record.versions import installed_rules, not_recomputed, versions_of
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import Rollback


def replay_findings(record: Record, story: Story) -> list[Finding]:
    """Replay a record whose log and secret hold: the first divergence, or what does not hold in the host's notices.

    And what could not be recomputed, because its rules are not installed here.
    """
    replay = _Replay(record, story)
    try:
        replay.run()
    except Diverged as error:
        return [Finding(error.code, replay.phase, error.message)]
    return [*notice_findings(record, story, replay.stood), *not_recomputed(replay.lacking)]


class _Replay:
    """One replay; `phase` is the phase it has come to (0: the setup, None: before and after).

    `position` is None where nothing tells it: the rules that led there are not installed, as `lacking` says by phase.
    """

    def __init__(self, record: Record, story: Story) -> None:
        self.record = record
        self.story = story
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
        if self.position is not None and (title := self._rules(self.position.version)) is not None:
            self._require_end(title, self.position)

    def _rules(self, version: str) -> Title[Any] | None:
        if version not in self.installed:
            self.installed[version] = installed_rules(self.record, version)
        return self.installed[version]

    def _lack(self, version: str) -> Any:
        """No position: what the phase led to cannot be told without these rules."""
        self.lacking[self.phase or 0] = version
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

    def _stand(self, version: str, chapter: Chapter, phase: RecordedPhase) -> None:
        """Note the position at which a phase was open, where its rules are here and led to it."""
        title = self._rules(version)
        if title is not None and self.position is not None:
            self._require_open(self.position, chapter)
            self.stood[chapter.phase] = Stood(title, self.position, _books(title, phase))

    def _change(self, changed: RulesChanged, phase: RecordedPhase) -> Any:
        """The position under newer rules, from the one that the record holds: the older rules need not be here."""
        if not isinstance(phase.position, dict):
            raise Diverged("the record does not hold the position in which the rules changed")
        stored = msgspec.json.encode(phase.position, order="sorted")
        self._require_bytes(stored, changed.before, changed.phase - 1)
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

    def _require_open(self, position: Any, chapter: Chapter) -> None:
        open_now = position.phase.number if position.phase else None
        if open_now != chapter.phase:
            does = "voids" if chapter.void else "cuts"
            raise Diverged(
                f"the log {does} phase {chapter.phase}, where the replay has come to {open_now or 'the end'}"
            )

    def _reopen(self, stood: Stood, chapter: Chapter) -> Any:
        """The position after a rollback or an amendment; books stay as they are in force."""
        title, position, _ = stood
        number, dice = chapter.phase + 1, self._chance(chapter.cut)
        try:
            act = reopening_act(chapter)
            if isinstance(act, Rollback):
                if act.phase > chapter.phase:
                    raise Diverged(f"the rollback goes back to phase {act.phase}, which the game has not come to")
                if act.phase not in self.stood:
                    return self._lack(self._lacked(act.phase))
                then = self.stood[act.phase]
                before = title.upgraded(then.title.encode(then.position))
                again = reopened(title, before, number, dice, books=position.books)
            else:
                again = reopened(title, position, number, dice if act.redeal else None, act.changes, redeal=act.redeal)
        except (OstrakaError, FalseRecord) as error:
            raise Diverged(f"phase {chapter.phase} cannot be opened anew: {error}") from error
        self._require_hash(title, again, chapter.position)
        return again

    def _resolve(self, stood: Stood, chapter: Chapter, phase: RecordedPhase) -> Any:
        title, position, books = stood
        resolution = title.resolve(position, _sent(title, phase), self._chance(chapter.cut), books)
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
        self._require_bytes(title.encode(position), wanted, self.phase or 0)

    def _require_bytes(self, stored: bytes, wanted: str, phase: int) -> None:
        salt = chance.position_salt(self.secret, self.record.game, phase)
        found = to_base64url(chance.position_hash(salt, stored))
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
        if (ended := contest_ending(self.record, self.story)) is not None:
            why, places = ended
            scores = {} if why == ANNULLED else title.scores(position)
            return why, dict(ranked(scores) if places is None else places), scores
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
