"""What every title must keep of its scenes, and of the moments of a phase at which their boards are drawn.

Part of the battery.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Any, ClassVar

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.contract.playing import Phase, watchers
from adjudicator.kernel.run.events import KERNEL_EVENTS, ChapterBegins
from adjudicator.kernel.run.resolution import Resolution, moments_of
from adjudicator.kernel.scenes.grouping import Told, grouped
from adjudicator.kernel.scenes.table import Row
from adjudicator.kernel.scenes.telling import Moment
from adjudicator.kernel.title.title import Title

BOARDS = 40
"""So many scenes of a game are looked at on their boards."""


class ToldInScenes:
    """The part of the battery on scenes."""

    rules: ClassVar[Title[Any]]

    @property
    def counts(self) -> tuple[int, ...]:
        """As in the battery."""
        raise NotImplementedError

    def one_game(self, count: int) -> list[Phase]:
        """As in the battery."""
        raise NotImplementedError

    def noted(self) -> Iterator[Resolution[Any]]:
        """The resolutions of the game, with their moments."""
        for before, sent, chance_key, _ in self.one_game(self.counts[-1]):
            yield self.rules.resolve(before, sent, Chance(chance_key), moments=True)

    def told(self, viewer: str | None, noted: list[Resolution[Any]]) -> list[Told]:
        """What somebody is told of these resolutions."""
        return [
            Told(resolution.moments[0].position.phases, self.rules.events_for(resolution.events, viewer),
                 [*moments_of(resolution, viewer)])
            for resolution in noted
        ]  # fmt: skip

    def test_moments_change_nothing_and_lead_from_the_position_before_to_the_one_after(self) -> None:
        rules = self.rules
        for (before, *_, plain), noted in zip(self.one_game(self.counts[-1]), self.noted(), strict=True):
            assert rules.encode(noted.position) == rules.encode(plain.position)
            assert noted.events == plain.events
            assert plain.moments == []
            told = [moment.told for moment in noted.moments]
            assert told == sorted(set(told)) or told == [0, 0]
            assert (told[0], told[-1]) == (0, len(noted.events))
            assert noted.moments[0].position is before
            assert rules.encode(noted.moments[-1].position) == rules.encode(plain.position)

    def test_every_event_is_in_exactly_one_scene(self) -> None:
        rules, noted = self.rules, [*self.noted()]
        for viewer in (None, *self.one_game(self.counts[-1])[0][0].seats):
            told = self.told(viewer, noted)
            groups = grouped(rules.scenes(), rules.naming, told)
            places = [(entry.phase, entry.number) for group in groups for entry in group.entries]
            assert sorted(places) == [(one.phase, number + 1) for one in told for number in range(len(one.events))]
            assert [group.entries[0][:2] for group in groups] == sorted(group.entries[0][:2] for group in groups)

    def test_scenes_are_the_same_wherever_a_reader_begins(self) -> None:
        """As long as it is at a phase in which a chapter begins."""
        told = self.told(None, [*self.noted()])
        begun = [number for number, one in enumerate(told) if any(isinstance(e, ChapterBegins) for e in one.events)]
        whole = {scene.id: scene for scene in self.rules.in_scenes(told)}
        for number in begun[len(begun) // 3 :: 5]:
            chapter = next(n for n, e in enumerate(told[number].events, 1) if isinstance(e, ChapterBegins))
            later = [
                scene for scene in self.rules.in_scenes(told[number:]) if scene.begins >= (told[number].phase, chapter)
            ]
            assert [(one.id, one) for one in later] == [(one.id, whole.get(one.id)) for one in later]
            assert later

    def test_what_a_table_of_scenes_names_is_there(self) -> None:
        rules, table = self.rules, self.rules.scenes()
        kinds = {str(kind.__struct_config__.tag): kind for kind in (*KERNEL_EVENTS, *rules.events)}
        assert set(table.rows) <= set(kinds)
        for tag, row in table.rows.items():
            for name in _named(row):
                assert hasattr(kinds[tag], name), f"{tag} has no {name}"

    def test_what_a_scene_is_about_is_drawn_before_or_after_it(self) -> None:
        rules, positions = self.rules, dict[tuple[str | None, Moment], Any]()
        resolutions = [*self.noted()]
        viewers = watchers(resolutions[0].moments[0].position)
        for viewer in viewers:
            for resolution in resolutions:
                phase = resolution.moments[0].position.phases
                for number, position in moments_of(resolution, viewer).items():
                    positions[viewer, Moment(phase, number)] = position
        for viewer in viewers:
            scenes = [scene for scene in rules.in_scenes(self.told(viewer, resolutions)) if scene.at]
            for scene in scenes[:: 1 + len(scenes) // BOARDS]:
                boards = [positions[viewer, scene.before], positions[viewer, scene.after]]
                drawn = {id for board in boards for id in _drawn(rules, board, viewer)}
                assert set(scene.at) <= drawn, (scene.id, scene.heading, sorted(set(scene.at) - drawn))


def _drawn(rules: Title[Any], position: Any, viewer: str | None) -> list[str]:
    return re.findall(r'data-id="([^"]*)"', rules.draw(rules.view(position, viewer), viewer, False))


def _named(row: Row) -> Iterator[str]:
    """The fields and properties that a row names."""
    patterns = [row.of, row.heading, row.title, *(one for one in row.at if "{" in one)]
    patterns += [one for what in row.roles.values() for one in _texts(what) if "{" in one]
    for pattern in patterns:
        yield from (name.partition(".")[0] for _, name, *_ in Formatter().parse(pattern) if name)
    yield from (one for one in row.at if "{" not in one)
    yield from (one for what in row.roles.values() for one in _texts(what) if "{" not in one)
    yield from row.sums.values()


def _texts(what: Any) -> tuple[str, ...]:
    return (what,) if isinstance(what, str) else tuple(what)
