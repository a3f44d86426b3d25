"""What happened, told in scenes to one reader, and the boards inside a phase at which their scenes begin and end.

Neither is stored. A phase is resolved again, from the position before it, the orders that counted and its chance; where
it was played by other rules than the game's now, or does not come out as it is stored, there are the boards before and
after it. Who asks for a board inside a phase has it at the ends of their own scenes alone: whatever they ask for, the
same is done, and whatever is not theirs is refused in the same words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlmodel import Session
from werkzeug.utils import cached_property

from adjudicator.kernel import Title
from adjudicator.kernel.run.resolution import moments_of
from adjudicator.kernel.scenes.grouping import Told
from adjudicator.kernel.scenes.telling import Scene, ends
from api.games.people import calling_people
from api.games.replay import replay_phase
from api.games.told_phases import ToldPhases
from api.host.host import Host
from api.host.kept import Kept
from api.http.problems import refuse
from api.openapi import game_answers as answers
from api.store.lookups import load_phase, load_resolution, title_of
from api.store.models import VOID, Game, ResolutionRow
from api.store.sealed_rows import Archive

LONGEST: Final = 40
"""Phases that a scene goes on over, at most."""
_KEPT: Final[Kept[Mapping[int, Any]]] = Kept(24)
"""Of a phase and a reader the positions at their moments."""
NO_END: Final = (
    "None of your scenes begins or ends there; `before` and `after` of each name the boards that you may ask for."
)


@dataclass(frozen=True)
class Retelling:
    """A game as a seat, or everybody (None), may know it; in words that name people where it is `called` so."""

    host: Host
    session: Session
    game: Game
    seat: str | None
    called: bool = False

    @cached_property
    def title(self) -> Title[Any]:
        """The rules of the game."""
        rules = title_of(self.session, self.game)
        return calling_people(self.session, self.game, rules) if self.called else rules

    @cached_property
    def archive(self) -> Archive:
        """What rests sealed of it."""
        return Archive(self.host.vault, self.title)

    @cached_property
    def phases(self) -> ToldPhases:
        """What the reader was told of its phases."""
        return ToldPhases(self.session, self.game.id, self.archive, self.seat)

    def scenes(self, after: int, limit: int) -> tuple[list[Scene], int, bool]:
        """The scenes that go on in so many phases after one, the last of these phases, and whether there are more."""
        rows = self.phases.after(after, limit + 1)
        shown = rows[:limit]
        if not shown:
            return [], after, False
        view = self.title.view(self.archive.position(shown[-1]), self.seat)
        found = [one for one in self._told(shown, after, view) if one.after.phase > after]
        return found, shown[-1].phase, len(rows) > limit

    def headings(self, since: int, last: int) -> list[Scene]:
        """The scenes that end in these phases, without the boards inside a phase."""
        rows = [row for row in self.phases.after(since - 1) if row.phase <= last]
        every = [*(self.phases.earlier(rows[0].phase) if rows else ()), *rows]
        told = [Told(row.phase, self.phases.events(row)) for row in every]
        view = self.title.view(self.archive.position(rows[-1]), self.seat) if rows else None
        return [one for one in self.title.in_scenes(told, view) if since <= one.after.phase]

    def scene(self, phase: int, number: int) -> tuple[Scene, Scene | None, Scene | None]:
        """The scene that begins with an event of a phase, by its number, and those before and after it."""
        rows, wanted = self.phases.after(phase - 1, LONGEST), f"{phase}.{number}"
        plain = [*self.phases.earlier(phase), *rows]
        scenes = self.title.in_scenes([Told(row.phase, self.phases.events(row)) for row in plain])
        place = next((place for place, one in enumerate(scenes) if one.id == wanted), None)
        if place is None:
            refuse(404, "not-found", f"No scene begins with event {number} of phase {phase}.")
        last = scenes[place].after.phase
        view = self.title.view(self.archive.position(next(row for row in rows if row.phase == last)), self.seat)
        told = self._told([row for row in rows if row.phase <= last], phase - 1, view)
        before = scenes[place - 1] if place else None
        return next(one for one in told if one.id == wanted), before, next(iter(scenes[place + 1 :]), None)

    def position(self, phase: int, told: int) -> Any:
        """The position inside a phase when the reader had been told so much of it, at an end of one of their scenes."""
        row = load_resolution(self.session, self.game.id, phase)
        scenes, moments = self._told([row], phase - 1), self._moments(row)
        shown = [0, len(self.phases.events(row)), *ends(scenes, phase)]
        if told not in shown or told not in moments:
            refuse(404, "unknown-moment", NO_END)
        return moments[told]

    def _told(self, rows: Sequence[ResolutionRow], after: int, view: Any = None) -> list[Scene]:
        """The scenes of these phases, and of those before them in the chapter; with the boards of those that go on
        after a phase. A phase is resolved again only if such a scene begins or ends in the middle of it."""
        every = [*self.phases.earlier(rows[0].phase), *rows]
        told = [Told(row.phase, self.phases.events(row), range(len(self.phases.events(row)))) for row in every]
        last = {one.phase: len(one.events) for one in told}
        going_on = (one for one in self.title.in_scenes(told) if one.after.phase > after)
        inside = [
            moment.phase for scene in going_on for moment in (scene.before, scene.after)
            if 0 < moment.told < last[moment.phase]
        ]  # fmt: skip
        moments = {row.phase: [*self._moments(row)] for row in every if row.phase in inside}
        return self.title.in_scenes([one._replace(moments=moments.get(one.phase, ())) for one in told], view)

    def _moments(self, row: ResolutionRow) -> Mapping[int, Any]:
        """The positions inside a phase, by how many of its events the reader had been told."""
        made_from = f"{self.title.version} {row.phase} {self.seat} ".encode() + row.events
        return _KEPT.of(made_from, lambda: self._resolved_again(row))

    def _resolved_again(self, row: ResolutionRow) -> Mapping[int, Any]:
        after, told = self.archive.position(row), len(self.phases.events(row))
        if row.phase == 0:
            return {told: after}
        before = self.archive.position(load_resolution(self.session, self.game.id, row.phase - 1))
        played = load_phase(self.session, self.game.id, row.phase)
        if played.status == VOID or played.notice.version != self.title.version:
            return {0: before, told: after}
        counted = self.archive.counted(row)
        again = replay_phase(self.host, self.session, self.game, self.title, before, counted, row.phase, moments=True)
        if again.events != self.archive.events(row):
            return {0: before, told: after}
        return moments_of(again, self.seat)


def describe_scene(scene: Scene) -> answers.Scene:
    """A scene as data."""
    return answers.Scene(**msgspec.to_builtins(scene))
