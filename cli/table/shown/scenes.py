"""What happened, told in scenes: in the log, and as cards with the boards that they begin and end with.

No first board needs it: there is nothing to tell before the first answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

import msgspec

from adjudicator.kernel.run.events import ChapterBegins
from adjudicator.kernel.scenes.grouping import Told
from adjudicator.kernel.scenes.telling import Line, Moment, Scene
from adjudicator.pictures.people import swatch
from adjudicator.pictures.told import SIGNS, WEIGHTY
from cli.seat.game import Chapter, Game
from cli.table.rendering import linked, names_of, with_names
from cli.table.sitting import Sitting

AT_ONCE: Final = 40
"""So many scenes are given at once."""
Facts = dict[str, Any]


def scenes_since(game: Game, view: Any, phase: int, noted: Collection[int] = ()) -> list[Scene]:
    """The scenes that end in a phase or later, told whole; with the moments of some phases, if they are `noted`."""
    chapters = game.chapters()
    begun = [place for place, one in enumerate(chapters) if one.phase < phase and begins_chapter(one)]
    told = [
        Told(one.phase, one.events, game.moments(one.phase) if one.phase in noted else ())
        for one in chapters[begun[-1] if begun else 0 :]
    ]
    return [one for one in game.rules.in_scenes(told, view) if one.after.phase >= phase]


def begins_chapter(chapter: Chapter) -> bool:
    """Whether a chapter of the rules begins in a phase."""
    return any(isinstance(event, ChapterBegins) for event in chapter.events)


class Scenes(msgspec.Struct, frozen=True):
    """The scenes of a game that somebody sits at."""

    sitting: Sitting

    @property
    def view(self) -> Any:
        """The position now."""
        return self.sitting.now.view

    # --- the log --------------------------------------------------------------------------------------------------

    def log(self, chapters: Sequence[Chapter]) -> list[list[Facts]]:
        """What was told in each of these phases: scenes of weight under their headings, all else as lines."""
        since = min((one.phase for one in chapters), default=0)
        of = {
            row.told: (scene, row) for scene in scenes_since(self.sitting.game, self.view, since) for row in scene.rows
        }
        return [list(self._told(chapter, of).values()) for chapter in chapters]

    def _told(self, chapter: Chapter, of: dict[tuple[int, int], tuple[Scene, Line]]) -> dict[object, Facts]:
        parts: dict[object, Facts] = {}
        for number, told in enumerate(chapter.told):
            scene, row = of.get((chapter.phase, told.number), (None, None))
            rules = self.sitting.game.rules
            if scene is None or row is None or scene.shape not in WEIGHTY:
                begins = told.number and isinstance(chapter.events[told.number - 1], ChapterBegins)
                if row is not None or begins or not (told.number and chapter.events):
                    parts[number] = {"scene": "", "begins": begins, "lines": [with_names(told, rules, self.view)]}
                continue
            part = parts.setdefault(scene.id, {"lines": [], "is_news": False, **self._head(scene, chapter.phase)})
            names = names_of(told.subjects, rules, self.view)
            part["lines"].append(linked(row.words, names, rules))
            part["is_news"] |= not self._chosen(row)
        return parts

    def _head(self, scene: Scene, phase: int) -> Facts:
        result = scene.result if scene.after.phase == phase else ""
        return {"scene": scene.id, "heading": scene.heading, "sign": SIGNS[scene.shape], "result": result}

    def _chosen(self, row: Line) -> bool:
        """Whether a row tells the reader no more than what they have just chosen."""
        by_chance = row.dice or row.points is not None
        return row.part in CHOSEN and row.seats == [self.sitting.game.seat] and not by_chance

    # --- cards ----------------------------------------------------------------------------------------------------

    def cards(self, since: str = "") -> Facts:
        """Scenes one after another from one on, or from the last answer on; and the ids of those around them."""
        game = self.sitting.game
        first = phase_of(since) if since else max(game.answered, default=0)
        found = self._noted(first)
        start = next((place for place, one in enumerate(found) if one.id == since), 0)
        shown = found[start : start + AT_ONCE]
        after = found[start + AT_ONCE : start + AT_ONCE + 1]
        return {"cards": [self.card(one) for one in shown], "more": after[0].id if after else ""}

    def _noted(self, phase: int) -> list[Scene]:
        """Scenes that end in a phase or later, with the moments of those that are shown."""
        game = self.sitting.game
        plain = scenes_since(game, self.view, phase)[: 2 * AT_ONCE]
        noted = {moment.phase for scene in plain for moment in (scene.before, scene.after)}
        return scenes_since(game, self.view, phase, noted)

    def places(self) -> list[Facts]:
        """All scenes with the phase in which each ended; none where what was told of some phase cannot be read."""
        game = self.sitting.game
        if any(one.told and not one.events for one in game.chapters()):
            return []
        return [{"scene": one.id, "phase": one.after.phase} for one in scenes_since(game, self.view, 0)]

    def looked_at(self, id: str, shape: str = "") -> Facts | None:
        """A scene with the board that it ends with, and the ids of those around it; None where there is none.

        The board is in one shape if that is named.
        """
        game, since = self.sitting.game, self._chapter_before(phase_of(id))
        found = scenes_since(game, self.view, since)
        place = next((place for place, one in enumerate(found) if one.id == id), None)
        if place is None:
            return None
        scene = found[place]
        scene = scenes_since(game, self.view, since, {scene.before.phase, scene.after.phase})[place]
        ends = [found[at].id if 0 <= at < len(found) else "" for at in (place - 1, place + 1)]
        views = list(game.views())
        boards = self.boards(scene, shape)
        rules, view = self.sitting.game.rules, self.view
        told = [linked(row.words, names_of(scene.at, rules, view)) for row in scene.rows]
        return {
            **boards,
            "scene": {**self.card(scene), "before_it": ends[0], "after_it": ends[1]},
            "phase": scene.after.phase,
            "place": views.index(scene.after.phase) if scene.after.phase in views else 0,
            "told": told if shape else [],
        }

    def _chapter_before(self, phase: int) -> int:
        """The phase in which the chapter before one began: a scene that comes before it is told from there on."""
        begun = [one.phase for one in self.sitting.game.chapters() if one.phase < phase and begins_chapter(one)]
        return begun[-1] if begun else 0

    def boards(self, scene: Scene, shape: str) -> Facts:
        """The board that a scene ends with, with what it changed."""
        ends = (scene.before, scene.after)
        before, after = (self.sitting.boards.at(one.phase, one.told, shape) for one in ends)
        new = after[0].new_since(before[0])
        about = () if shape else scene.at  # a script has lights of its own
        lights = {**dict.fromkeys(about, "way"), **dict.fromkeys(new, "changed")}
        if shape:  # beside the board that is there already
            now = [one for one in self.sitting.boards.now if one.shape == shape]
            after = [one.without_signs_of(other) for one, other in zip(after, now, strict=True)]
        return {
            "boards": [one.lit(lights) for one in after],
            "bare": after[0],
            "sheets": sorted({one.sheet for one in after}),
        }

    def card(self, scene: Scene) -> Facts:
        """A scene as its card has it."""
        return {
            "id": scene.id,
            "shape": scene.shape,
            "sign": SIGNS[scene.shape],
            "weighty": scene.shape in WEIGHTY,
            "heading": scene.heading,
            "result": scene.result,
            "chapters": scene.chapters,
            "at": scene.at,
            "before": address_of(scene.before),
            "after": address_of(scene.after),
            "paths": [list(one.path) for one in scene.rows if len(one.path) > 1],
            "rows": [self.row(one, scene) for one in scene.rows],
        }

    def row(self, line: Line, scene: Scene) -> Facts:
        """A line of a card, with names for what it names, and how long its bars are."""
        facts: Facts = {"bars": None, **{name: getattr(line, name) for name in line.__struct_fields__}}
        rules = self.sitting.game.rules
        facts["seats"] = [(swatch(rules, seat), self.named(f"seat:{seat}")) for seat in line.seats]
        facts["cards"] = [self.named(one) for one in line.cards]
        facts["subject"] = self.named(line.subject)
        facts["held"] = [(self.named(one), most) for one, most in line.held.items()]
        facts["hits"] = sum(line.lit)
        for side in ("left", "right"):
            told = getattr(line, side)
            if isinstance(told, list) and line.part == "open":
                facts[side] = self.counted(told)
        if isinstance(line.left, int) and isinstance(line.right, int):
            facts["bars"] = lengths([line.left, line.right])
        if line.value is not None:
            values = [one.value for one in scene.rows if one.value is not None]
            facts["long"] = lengths([line.value, *values])[0]
        facts["is_drawn"] = line.part in DRAWN and not (line.part == "dice" and line.dice)
        facts["words"] = linked(line.words, {})
        return facts

    def named(self, id: str) -> str:
        """What something is called."""
        return next(iter(names_of([id], self.sitting.game.rules, self.view)), "").removeprefix("the ") if id else ""

    def counted(self, ids: Iterable[str]) -> list[tuple[str, int]]:
        """Things by their names, each once, with how many of it there are."""
        return list(Counter(name for one in ids if (name := self.named(one))).items())


CHOSEN: Final = ("open", "bar", "cards")
"""Parts that tell what their seat chose."""
DRAWN: Final = ("bars", "sums", "dice", "fire", "bar")
"""Parts that say in their picture all that their words say."""


def lengths(numbers: Sequence[int]) -> list[int]:
    """How long bars are, the longest 100."""
    most = max(1, *numbers)
    return [max(1, round(100 * one / most)) for one in numbers]


def phase_of(id: str) -> int:
    """The phase in which a scene begins."""
    return int(id.partition(".")[0])


def address_of(moment: Moment) -> str:
    """A board inside a phase, as addresses name it."""
    return f"{moment.phase}/{moment.told}"
