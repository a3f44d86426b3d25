"""Why somebody stands where they stand, as sentences: they add up to the points, and end with the place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from schemas.contests.progress import LAST, came, is_knock_out, ladder, place_at, places_after, table_of
from schemas.contests.standings import Line, Table, in_words, lots, standings
from schemas.contests.story import ContestStory, Round
from schemas.statements.contests import TieBreak


def explained(story: ContestStory, player: str, after: int | None = None) -> list[str]:
    """Each game, each sum, the way to the place, and what parts a player from the one above: a sentence each."""
    table = standings(story, after)
    if (line := table.line(player)) is None:
        return [f"{player} is not in the standings."]
    last = len(story.rounds) if after is None else after
    places = places_after(story, after)
    place = f"place {places[player]} of {len(places)}"
    said, sum_ = table.played_in_words(player), f"Together {in_words(line.points)} points"
    if story.plan.kind in ("league", "ladder") and story.rounds:
        way = list(_rungs(story, table, player, last))
        return [*said, f"{sum_}, which part nobody here.", *way, f"{_standing(story, player, last)}: {place}."]
    if any(is_knock_out(story.plan, round_.number) for round_ in story.rounds[:last]):
        return [
            *said,
            f"{sum_}.",
            f"{_came_in_words(story, player, last)}: {place}.",
            *_as_far(story, table, line, last),
        ]
    above = _above(table, line)
    return [*said, f"{sum_}: {place}.", *([table.parted(above, line)] if above else [])]


def parted_by(story: ContestStory, after: int | None = None) -> dict[str, TieBreak | None]:
    """By player, the tie-break that parts them from the next: None where points, rungs, or how far they came do.

    In the first edition what parts them by points was told in contests of all kinds.
    """
    table, last = standings(story, after), len(story.rounds) if after is None else after
    if story.edition == 1 or not story.rounds:
        return {line.player: line.decided_by for line in table.lines}
    found: dict[str, TieBreak | None] = dict.fromkeys(line.player for line in table.lines)
    if story.plan.kind not in ("league", "ladder"):
        far = {line.player: came(story, line.player, last) for line in table.lines}
        for line, following in pairwise(sorted(table.lines, key=lambda line: far[line.player])):
            if (far[line.player], line.points) == (far[following.player], following.points):
                found[line.player] = table.tie_between(line, following)
    return found


def _above(table: Table, line: Line) -> Line | None:
    """The line just above, if it has as many points."""
    at = table.lines.index(line)
    return table.lines[at - 1] if at and table.lines[at - 1].points == line.points else None


# --- knock-out --------------------------------------------------------------------------------------------------------


def _came_in_words(story: ContestStory, player: str, last: int) -> str:
    """How far somebody came."""
    number = -came(story, player, last)[0]
    if not number:
        return "Did not qualify for the knock-out"
    said, round_ = f"Reached round {number} of the knock-out", story.rounds[number - 1]
    if (table := table_of(round_, player)) is None:
        return f"{said}, and sits out there" if player in round_.byes else said
    if table.counting is None:
        return said if table.is_open else f"{said}, where the game counts for nothing"
    place = place_at(table, player)
    return f"{said}, and left the game there" if place == LAST else f"{said}, place {place} at its table there"


def _as_far(story: ContestStory, table: Table, line: Line, last: int) -> Iterator[str]:
    """What parts a player from the one just above, if both came equally far."""
    far = came(story, line.player, last)
    before = [one for one in table.lines[: table.lines.index(line)] if came(story, one.player, last) == far]
    if not before:
        return
    above = before[-1]
    if above.points == line.points:
        yield table.parted(above, line)
    else:
        yield (
            f"{above.player} came as far, and ranks higher by points: "
            f"{in_words(above.points)} to {in_words(line.points)}."
        )


# --- league and ladder ------------------------------------------------------------------------------------------------


def _rungs(story: ContestStory, table: Table, player: str, last: int) -> Iterator[str]:
    """Where a player stood when each round was drawn, and after it; who has no line is on no rung."""
    lot = lots(story)
    for round_ in story.rounds[:last]:
        before, then = ladder(story, round_.number, lot), ladder(story, round_.number + 1, lot)
        if player in before:
            at, now = (1 + [one for one in order if table.line(one)].index(player) for order in (before, then))
            how = f"from rung {at} {'up' if now < at else 'down'} to {now}" if now != at else f"stays on rung {at}"
            yield f"Round {round_.number}: {_sat(story, round_, player)}{how}."


def _sat(story: ContestStory, round_: Round, player: str) -> str:
    """At which table, and with what place."""
    if (table := table_of(round_, player)) is None:
        return "not drawn, " if player in round_.entrants and not round_.byes else "sits out, "
    where = f"{'division' if story.plan.kind == 'league' else 'table'} {table.number}"
    if table.counting is None:
        return f"{where}, {'still being played' if table.is_open else 'annulled'}, "
    place = place_at(table, player)
    return f"{where}, {'who left is last' if place == LAST else f'place {place} of {len(table.competitors)}'}, "


def _standing(story: ContestStory, player: str, last: int) -> str:
    """The rung, in a league with the division of the newest round."""
    if story.plan.kind == "ladder":
        return "Now on the ladder"
    drawn = [table for round_ in story.rounds[:last] if (table := table_of(round_, player))]
    return f"Now in the league, of late in division {drawn[-1].number}" if drawn else "Now in the league"
