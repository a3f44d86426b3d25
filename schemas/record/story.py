"""The log of a finished game as a story: created, joined, started, dealt, then cut and resolved by turns, over.

A game that starts when it is full has no `started`: it is dealt after the last join.

Between the phases stand acts, notices of the host, and joins of substitutes; a rollback, an amendment or a
change of the rules leaves a phase void and opens another.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from adjudicator.kernel import Title
from adjudicator.registry import rules_of
from schemas.documents import components_files
from schemas.errors import BrokenLog, FalseRecord
from schemas.log.chain import LogEntry, substance
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
    Revealed,
    RulesChanged,
    Seated,
    Started,
)
from schemas.log.openings import opened_game
from schemas.record.form import NOT_RECOMPUTED, Finding, Record
from schemas.statements.payloads import Act, SetAside
from schemas.statements.statements import Statement

B = TypeVar("B", bound=Body)
Person = Seated | Joined | Rekeyed | Acted
"""What changes who plays, or who speaks for them."""


class Chapter(msgspec.Struct, frozen=True):
    """One phase in the log. `cut` is the substance of the log up to and with the cut: it keys the phase's dice.

    Of a phase that was voided it is the substance before the entry that voids it.

    `people` are the substitutes who joined before the cut, the keys that were replaced, and the acts. `reopened` says
    that the phase was voided, cut or not; `changed` that it was voided, cut or not, because the rules changed. What the
    seats `aside` had sent ahead counts for nothing in it, by an act between the cut and the resolution.
    """

    phase: int
    cut: bytes
    leaves: list[str]
    position: str
    people: list[Person]
    reopened: Reopened | None = None
    acts: tuple[Acted, ...] = ()
    changed: RulesChanged | None = None
    aside: tuple[str, ...] = ()

    @property
    def void(self) -> bool:
        """Was the phase voided? Then nothing that was sent to it counts."""
        return self.reopened is not None or self.changed is not None


class Story(msgspec.Struct, frozen=True):
    """The entries of a finished game, each in its part. `start` is the substance of the log that keys the setup.

    `hosts` are the key ids of those who signed the entries, one for each of `bodies`.
    """

    created: Created
    people: list[Person]
    started: Started | None
    start: bytes
    dealt: Dealt
    chapters: list[Chapter]
    over: Over
    bodies: list[Body]
    hosts: list[str]

    @classmethod
    def read(cls, log: Sequence[LogEntry]) -> "Story":
        """Sort the entries; a log that tells no finished game is refused by the index at which it goes wrong."""
        reader = _Reader(log)
        created = reader.take(Created)
        people = _between(reader)
        if reader.take_if(Over) is not None:
            raise BrokenLog("the game was ended before it began: nothing was dealt, and there is nothing to replay")
        by_itself = opened_game(created, log[0].entry.game).start == "full"
        started = None if by_itself else reader.take(Started)
        start, dealt = reader.substance, reader.take(Dealt)
        chapters, over = _chapters(reader), reader.take(Over)
        reader.require_end()
        bodies, hosts = [entry.body for entry in log], [entry.statement.key_id for entry in log]
        return cls(created, people, started, start, dealt, chapters, over, bodies, hosts)

    @property
    def before_over(self) -> Body:
        """The last entry before `over` and what is revealed with it: why a game ended before its rules end it."""
        return next(body for body in reversed(self.bodies[:-1]) if not isinstance(body, Revealed))

    def host_of(self, entry: Body) -> str:
        """The key id of the host that wrote this very entry."""
        return next(host for body, host in zip(self.bodies, self.hosts, strict=True) if body is entry)


class _Reader:
    def __init__(self, log: Sequence[LogEntry]) -> None:
        self.log = log
        self.index = 0

    @property
    def substance(self) -> bytes:
        """The substance of the log up to and with the entry taken last."""
        return substance(self.log[: self.index])

    def take_if(self, kind: type[B]) -> B | None:
        body = self.log[self.index].body if self.index < len(self.log) else None
        if not isinstance(body, kind):
            return None
        self.index += 1
        return body

    def take(self, kind: type[B]) -> B:
        body = self.take_if(kind)
        if body is None:
            raise BrokenLog(f"log entry {self.index} {self._found()}; expected {kind.kind!r}")
        return body

    def stands_at(self, kind: type[Body]) -> bool:
        return self.index < len(self.log) and isinstance(self.log[self.index].body, kind)

    def require_end(self) -> None:
        if self.index != len(self.log):
            raise BrokenLog(f"log entry {self.index} {self._found()}, but the game is over")

    def _found(self) -> str:
        return f"is {self.log[self.index].kind!r}" if self.index < len(self.log) else "is missing"


def _chapters(reader: _Reader) -> list[Chapter]:
    """Phase after phase, each with what was done before it ended."""
    chapters: list[Chapter] = []
    early: list[Person] = []  # what came between the last cut and its resolution
    while True:
        people = _between(reader)
        acts = tuple(body for body in people if isinstance(body, Acted))
        people, early, keyed_by = [*early, *people], [], reader.substance
        if (cut := reader.take_if(Cut)) is not None:
            keyed_by = reader.substance
            early = _between(reader)
        late = tuple(body for body in early if isinstance(body, Acted))
        if (changed := reader.take_if(RulesChanged)) is not None:
            chapter = Chapter(changed.phase, keyed_by, [], changed.position, people, None, acts, changed)
        elif (reopened := reader.take_if(Reopened)) is not None:
            keyed_by = substance(reader.log[: reader.index - 1])
            chapter = Chapter(reopened.phase, keyed_by, [], reopened.position, people, reopened, (*acts, *late))
        elif cut is not None and not reader.stands_at(Over):
            resolved, aside = reader.take(Resolved), _set_aside(late, cut.phase)
            chapter = Chapter(resolved.phase, keyed_by, cut.leaves, resolved.position, people, None, acts, None, aside)
        else:
            return chapters
        if cut is not None:
            _require_number(reader, chapter.phase, cut.phase)
        _require_number(reader, chapter.phase, len(chapters) + 1)
        chapters.append(chapter)


def _set_aside(acts: Sequence[Acted], phase: int) -> tuple[str, ...]:
    """The seats of which the organiser set aside what they had sent ahead for a phase."""
    statements = [Statement.from_form(acted.statement) for acted in acts]
    said = [statement.read(Act).act for statement in statements if statement.kind == Act.document]
    return tuple(dict.fromkeys(one.seat for one in said if isinstance(one, SetAside) and one.phase == phase))


def _between(reader: _Reader) -> list[Person]:
    """What stands between two steps of the game: joins, new keys, acts; notices tell nothing needed here."""
    people: list[Person] = []
    while (entry := _aside(reader)) is not None:
        if isinstance(entry, Joined | Rekeyed | Acted | Seated):
            people.append(entry)
    return people


def _aside(reader: _Reader) -> Body | None:
    for kind in (Seated, Joined, Rekeyed, Acted, Notice, Revealed):
        if (entry := reader.take_if(kind)) is not None:
            return entry
    return None


def _require_number(reader: _Reader, found: int, wanted: int) -> None:
    if found != wanted:
        raise BrokenLog(f"log entry {reader.index - 1} is about phase {found}, but phase {wanted} comes next")


def versions_of(record: Record, story: Story) -> dict[int, str]:
    """By phase, the version it was played under (0: the setup); each change of rules leads on from what was before."""
    version, position, versions = record.version, story.dealt.position, {0: record.version}
    for chapter in story.chapters:
        versions[chapter.phase] = version
        if (changed := chapter.changed) is not None:
            found = (changed.older, changed.before, changed.number)
            wanted = (version, position, chapter.phase + 1)
            if found != wanted or not is_newer(changed.newer, version):
                raise FalseRecord(
                    f"phase {chapter.phase}: the rules change from {found} to {changed.newer}, but "
                    f"{wanted} was in force"
                )
            version = changed.newer
        position = chapter.position
    return versions


def is_newer(version: str, older: str) -> bool:
    """Is it a later version of the rules of the same title?"""
    (title, number), (same, lower) = version.split("/"), older.split("/")
    return title == same and int(number) > int(lower)


def installed_rules(record: Record, version: str) -> Title[Any] | None:
    """The rules of a version with the record's components file laid over them; None where they are not installed."""
    rules = rules_of(version)
    if rules is not None:
        components_files.add_components(rules, record.options, record.components)
    return rules


def not_recomputed(lacking: dict[int, str]) -> list[Finding]:
    """What to say of phases that were not recomputed, from the version that each would have taken: one for each run."""
    runs: list[tuple[int, int, str]] = []
    for phase, version in sorted(lacking.items()):
        if runs and runs[-1][1:] == (phase - 1, version):
            runs[-1] = (runs[-1][0], phase, version)
        else:
            runs.append((phase, phase, version))
    return [Finding(NOT_RECOMPUTED, first, _in_words(first, last, version)) for first, last, version in runs]


def _in_words(first: int, last: int, version: str) -> str:
    phases = f"phase {last}" if last - max(first, 1) == 0 else f"phases {max(first, 1)} to {last}"
    what = " and ".join((["the setup"] if first == 0 else []) + ([phases] if last else []))
    return (
        f"{what}: not recomputed, because the rules {version} are not installed; a release of Ostraka that "
        "has them can do it"
    )
