"""Who plays on, and in what sequence players stand, in the kinds of contest where that hangs on earlier rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from schemas.contests.matches.match import LAST, Match, match_of, matches_in
from schemas.contests.parts import LadderChallenge, Round
from schemas.contests.standings import Table, lots, lots_by, standings, void_for
from schemas.contests.story import ContestStory
from schemas.statements.contests import Contest

LEAST: Final = 2
"""Players at a table: who sits there alone with a bot meets nobody."""


def sizes_of(plan: Contest) -> list[int]:
    """The sizes of tables, that wanted most first."""
    return [len(seats) for seats in plan.tables]


def sizes_with_bots(plan: Contest) -> list[int]:
    """How many players may sit at a table: where the rules' bot makes up the number, one less, but two at least."""
    sizes = sizes_of(plan)
    fewer = [size - 1 for size in sizes if plan.odd == "bot" and size > LEAST]
    return [*sizes, *(size for size in fewer if size not in sizes)]


def is_knock_out(plan: Contest, number: int) -> bool:
    """Is this a round of a knock-out?"""
    return plan.kind == "knock-out" or (plan.kind == "cup" and number > plan.swiss_rounds)


def seeded(story: ContestStory, players: Iterable[str], lot: Mapping[str, int]) -> list[str]:
    """The strongest first, as the plan seeds them; by lot those rated alike, who is not seeded, and all where the plan
    seeds nobody."""
    plan = story.plan
    ratings = story.rounds[0].ratings if story.rounds else {}
    rated = {player: (0, -rating) for player, rating in ratings.items()}
    listed = {player: (0, n) for n, player in enumerate(plan.seed_list)}
    place = {"list": listed, "rating": rated, "lot": {}}[plan.seeds]
    return sorted(players, key=lambda player: (place.get(player, (1, 0)), lot.get(player, LAST), player))


def next_field(story: ContestStory, playing: Sequence[str]) -> list[str]:
    """Of those who play on, who is in the next round: not who asked to sit it out, unless they would be too few."""
    asking = story.asking.get(len(story.rounds) + 1, [])
    field = [player for player in playing if player not in asking]
    return field if len(field) >= min(sizes_with_bots(story.plan)) else list(playing)


def next_entrants(story: ContestStory) -> list[str] | None:
    """Who is in the round after the last one that closed, the best first in a knock-out; None if there is no more."""
    plan, number, playing = story.plan, len(story.rounds) + 1, story.playing()
    if number > plan.rounds:
        return None
    if story.rounds and is_knock_out(plan, number):
        last = story.rounds[-1]
        if not is_knock_out(plan, number - 1):
            playing = _qualified(story, playing)
        elif len(matches_in(plan, last)) == 1 and not last.byes:
            return None
        else:
            playing = _advancing(story, last)
    return next_field(story, playing) if len(playing) >= min(sizes_with_bots(plan)) else None


def last_places(story: ContestStory) -> dict[str, int]:
    """The places with which a contest ends; none where no game of it counts, for then nobody won anything."""
    return final_places(story) if story.has_results else {}


def final_places(story: ContestStory) -> dict[str, int]:
    """Everybody's place at the end, or of the moment."""
    return places_after(story)


def places_after(story: ContestStory, after: int | None = None) -> dict[str, int]:
    """Everybody's place after a round (None: of the moment): by points, in a knock-out by how far they came, in a
    league and on a ladder by where they stand, once there is a first round."""
    last = len(story.rounds) if after is None else after
    table = standings(story, after)
    if story.plan.kind in ("league", "ladder") and story.rounds:
        shown = [player for player in ladder(story, last + 1, lots(story)) if table.line(player)]
        return {player: place for place, player in enumerate(shown, start=1)}
    if not any(is_knock_out(story.plan, round_.number) for round_ in story.rounds[:last]):
        return {line.player: line.place for line in table.lines}
    far = {line.player: (*came(story, line.player, last), line.place) for line in table.lines}
    return {player: 1 + sum(other < far[player] for other in far.values()) for player in far}


def came(story: ContestStory, player: str, last: int) -> tuple[int, int]:
    """How far somebody came in the knock-out, up to a round: less the number of the last round that they were in, and
    their place there.

    Who has a bye there, or whose game does not count, is ahead of those who lost at another table, and points part
    them; in the first edition they were behind.
    """
    for round_ in reversed(story.rounds[:last]):
        if is_knock_out(story.plan, round_.number) and player in round_.entrants:
            match = match_of(story.plan, round_, player)
            if story.edition > 1 and round_.is_done and (match is None or _is_void(match, player)):
                return -round_.number, 1
            return -round_.number, LAST if match is None else match.place(player)
    return 0, LAST


def _is_void(match: Match, player: str) -> bool:
    """Does no game of a match that is over count, through no fault of theirs?"""
    return not match.counting and any(player in void_for(game) for game in match.games)


def ladder(story: ContestStory, before: int, lot: Mapping[str, int], key: bytes = b"") -> list[str]:
    """League and ladder: who stands above whom when a round is drawn. Newcomers stand at the bottom, by lot.

    `key` is that of the draw being made. In the first edition newcomers stood as the host wrote them into its log.
    """
    order: list[str] = []
    for round_ in story.rounds:
        fresh = [player for player in (*round_.entrants, *round_.asked) if player not in order]
        if not order:
            order += seeded(story, fresh, lot)
        elif story.edition == 1:
            order += sorted(fresh, key=lambda one: story.entrants[one].joined)
        else:
            order += lots_by(key if key and round_ is story.rounds[-1] else round_.key, fresh)
        if round_.number >= before:
            break
        order = _moved(order, round_, story.plan)
    return order


def are_apart(story: ContestStory, one: str, other: str) -> bool:
    """Does the plan, or an act, keep two apart?"""
    return (one, other) in story.apart or (other, one) in story.apart


def challenges_that_stand(story: ContestStory, order: Sequence[str], number: int) -> list[LadderChallenge]:
    """The challenges that a draw seats, in the order of the log, by who plays in it, the first rung first.

    One that was declined has lapsed; so has one of players who no longer stand within so many rungs as the plan says,
    or who sit out, or are kept apart by now.
    """
    rung = {player: n for n, player in enumerate(order)}
    return [
        one
        for one in story.challenges
        if one.round == number
        and not one.declined
        and {one.challenger, one.opponent} <= set(rung)
        and 1 <= rung[one.challenger] - rung[one.opponent] <= story.plan.advance
        and not (story.edition > 1 and are_apart(story, one.challenger, one.opponent))
    ]


def _advancing(story: ContestStory, last: Round) -> list[str]:
    """So many of each table as the plan says, and who had a bye; the next best for those who have left since.

    Who share a place at a table, or whose game does not count, are parted by where they stood before the round; who
    stood nowhere yet, by lot.
    """
    plan, lot = story.plan, lots(story)
    strength = _strength(standings(story), lot)
    before = {one: (LAST, lot.get(one, LAST)) for one in last.entrants} | _strength(
        standings(story, last.number - 1), lot
    )
    still = set(story.playing())
    chosen = [player for player in last.byes if player in still]
    matches = matches_in(plan, last)
    for match in matches:
        by_place = sorted(match.players, key=lambda one: (match.place(one), before[one]))
        chosen += [player for player in by_place[: plan.advance] if player in still]
    wanted = max(plan.advance * len(matches) + len(last.byes), min(sizes_of(plan)))
    places = {player: match.place(player) for match in matches for player in match.players}
    ranked = sorted(last.entrants, key=lambda one: (places.get(one, 1), strength.get(one, (LAST, LAST))))
    others = [player for player in ranked if player in still and player not in chosen]
    chosen += others[: max(0, wanted - len(chosen))]
    return [player for player in ranked if player in chosen]


def _qualified(story: ContestStory, playing: Sequence[str]) -> list[str]:
    """The best of the Swiss rounds."""
    strength = _strength(standings(story), lots(story))
    return sorted(playing, key=lambda one: strength.get(one, (LAST, LAST)))[: qualifying(story.plan, len(playing))]


def qualifying(plan: Contest, playing: int) -> int:
    """How many of a cup's Swiss rounds play on: as many as lead, round by round, to one last table."""
    size = sizes_of(plan)[0]
    fields = [size]
    for _ in range(plan.rounds - plan.swiss_rounds - 1):
        fields.append(-(-fields[-1] // plan.advance) * size)
    return max((count for count in fields if count <= playing), default=playing)


def _strength(table: Table, lot: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    return {line.player: (line.place, lot.get(line.player, LAST)) for line in table.lines}


def _moved(order: list[str], round_: Round, plan: Contest) -> list[str]:
    """The sequence after a round. Ladder: who sat together share their rungs out by place. League: the first of each
    division change places with the last of the one above."""
    rung = {player: n for n, player in enumerate(order)}
    matches = matches_in(plan, round_)
    groups = [_ranked(match, rung) for match in matches]
    if plan.kind == "league":
        for upper, lower in pairwise(groups):
            count = min(plan.advance, len(upper) // 2, len(lower) // 2)
            if count:
                upper[-count:], lower[:count] = lower[:count], upper[-count:]
    moved = list(order)
    rungs = [sorted(rung[one] for one in match.players) for match in matches]
    for group, free in zip(groups, rungs, strict=True):
        for player, at in zip(group, free, strict=True):
            moved[at] = player
    return moved


def _ranked(match: Match, rung: Mapping[str, int]) -> list[str]:
    """Who sits at a table, the first first; those who are equal, or whose game does not count, as they stood."""
    return sorted(match.players, key=lambda one: (match.place(one) if match.counting else 0, rung[one]))
