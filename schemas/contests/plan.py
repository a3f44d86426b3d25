"""What a plan means, and what contradicts itself in it, in words; whether the title has its scenario is not asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Final

from msgspec import UnsetType

from schemas.contests.counting.scoring import NO_PLACES, best_of, scoring_in_words
from schemas.contests.draws.seating import byes, table_sizes
from schemas.contests.matches.match import DECIDING, is_over_both_sides
from schemas.contests.progress import qualifying, sizes_of, sizes_with_bots
from schemas.contests.standings import TIE_BREAKS
from schemas.contests.story import LATE_ENTRY
from schemas.contests.story import moment as read_moment
from schemas.statements.contests import Contest
from schemas.statements.in_words import length, listed
from schemas.statements.payloads import instant

KINDS: Final = {
    "mini": "A mini cup: it begins when it is full",
    "round-robin": "A round robin: everybody meets as many others as possible",
    "swiss": "A Swiss: players with about the same points meet",
    "knock-out": "A knock-out: the best of each table play on",
    "cup": "A cup: Swiss rounds, then a knock-out",
    "league": "A league: each table is a division, with promotion after each round",
    "ladder": "A ladder: neighbours play, and change places by result",
}
LATE: Final = {
    "wait": "is played to its end",
    "end": "ends with the places of that moment",
    "adjudicate": "waits for the organiser's word",
}


STANDING: Final = {
    "knock-out": "whoever stood higher in the standings before it (in round 1 by lot); the last match to whoever does "
    "after it",
    "cup": "whoever stood higher in the standings before it; the last match to whoever does after it",
    "league": "whoever stood higher before it",
    "ladder": "whoever stood higher before it",
}
"""Who wins a match that nothing else decides."""
WORTH: Final = {"mean": "the mean of their games", "half": "half a win", "nothing": "nothing"}
WORTH_OF_TWO: Final = {"mean": "twice the mean of their games", "half": "a win", "nothing": "nothing"}
"""What a round brings that somebody asked to sit out: of one game, and of a match of two."""
MOST_RANGES: Final = 4
FILLED_IN: Final = ("round-robin", "swiss")
"""Kinds in which somebody for whom it does not count may sit in: no place at one table decides who plays on."""


def plan_faults(plan: Contest) -> list[str]:
    """Everything wrong with a plan, each with what would be right; an empty list when it can be played."""
    parts = (_tables, _matches, _entering, _rounds, _counting, _going_on, _people)
    return [fault for part in parts for fault in part(plan)]


def _tables(plan: Contest) -> Iterator[str]:
    sizes = [len(seats) for seats in plan.tables]
    for size in sorted({size for size in sizes if sizes.count(size) > 1}):
        yield f"tables: two lists of {size} seats; name each size once, the preferred one first"
    for seats in plan.tables:
        if len(set(seats)) < len(seats):
            yield f"tables: a seat is named twice in {', '.join(seats)}"
    if plan.odd == "bot" and max(sizes) < 3:
        yield "odd: at a table of 2 a bot would leave nobody to meet; say `odd: bye`: a player left over sits out once"
    if plan.odd == "fill-in" and min(sizes) < 3:
        yield "odd: at a table of 2 a fill-in would leave nobody to meet; say `odd: bye`: who is left over sits out"
    if plan.odd == "fill-in" and plan.kind not in FILLED_IN:
        yield f"odd: a substitute can fill in only in a {' or '.join(FILLED_IN)}, not in a {plan.kind}; say `odd: bye`"
    if plan.odd == "fill-in" and not plan.substitutes:
        yield "odd: fill-ins are taken from the substitutes; leave `substitutes: false` out, or say `odd: bye`"


def _matches(plan: Contest) -> Iterator[str]:
    is_match, tied = is_over_both_sides(plan), not isinstance(plan.tied, UnsetType)
    others = [str(size) for size in sorted({len(seats) for seats in plan.tables} - {2})]
    if is_match and others:
        yield (
            f"both_sides: a match over both sides is between two, and this plan has tables of {' and '.join(others)}; "
            "say `tables: [2]` in a title for two, or leave it out"
        )
    if is_match and plan.kind in DECIDING and not tied:
        yield (
            "tied: who wins a match that is tied on points? Say `score` (who scored more in both games) or `standing` "
            "(who stands higher)"
        )
    if tied and not (is_match and plan.kind in DECIDING):
        where = f"in a {plan.kind} a match need not be won" if is_match else "it means nothing without `both_sides`"
        yield f"tied: {where}; leave it out"


def _entering(plan: Contest) -> Iterator[str]:
    sizes = sizes_with_bots(plan)
    if plan.kind == "mini":
        if plan.closes_at is not None:
            yield "closes_at: a mini begins when it is full; leave closes_at out, or choose another kind"
        if table_sizes(plan.most, sizes) is None:
            yield f"most: {plan.most} players cannot fill tables of {_or(plan)}; a mini begins with exactly `most`"
    elif plan.closes_at is None:
        yield f"closes_at: when does entering close? A {plan.kind} needs it, say 2027-01-10T18:00:00Z"
    if plan.fewest > plan.most:
        yield f"fewest: {plan.fewest} is more than most, {plan.most}"
    if plan.most < min(sizes):
        yield f"most: {plan.most} players cannot fill a table of {_or(plan)}"

    if not isinstance(plan.asked_byes, UnsetType) and plan.kind not in LATE_ENTRY:
        yield f"asked_byes: in a {plan.kind} nobody sits out a round because they ask to; leave it out"
    if isinstance(plan.asked_byes, UnsetType) and not isinstance(plan.asked_worth, UnsetType):
        yield "asked_worth: it means nothing without `asked_byes`; say how many rounds an entrant may sit out"
    if plan.kind not in LATE_ENTRY and not isinstance(plan.late_entry, UnsetType):
        yield f"late_entry: nobody enters a {plan.kind} late anyway; leave it out"


def _rounds(plan: Contest) -> Iterator[str]:
    biggest = len(plan.tables[0]) if plan.kind != "ladder" else max(len(seats) for seats in plan.tables)
    if plan.kind in ("knock-out", "cup"):
        if not 1 <= plan.advance < biggest:
            yield f"advance: how many of a table of {biggest} play on? 1 to {biggest - 1}, not {plan.advance}"
    elif plan.kind == "league":
        if not 1 <= plan.advance <= biggest // 2:
            yield f"advance: how many of {biggest} go up, as many down? 1 to {biggest // 2}, not {plan.advance}"
    elif plan.kind == "ladder":
        if plan.advance < biggest - 1:
            yield f"advance: among how many rungs below are opponents found? At least {biggest - 1}, not {plan.advance}"
    elif plan.advance:
        yield f"advance: it means nothing in a {plan.kind}; leave it out"
    if plan.kind == "cup" and not 1 <= plan.swiss_rounds < plan.rounds:
        yield f"swiss_rounds: how many of the {plan.rounds} rounds come before the knock-out? 1 to {plan.rounds - 1}"
    if plan.kind != "cup" and plan.swiss_rounds:
        yield f"swiss_rounds: it means nothing in a {plan.kind}; leave it out"


def _counting(plan: Contest) -> Iterator[str]:
    best = best_of(plan)
    if plan.kind in NO_PLACES and not isinstance(plan.scoring, UnsetType):
        yield f"scoring: in a {plan.kind} places at tables move players, and points part nobody; leave it out"
    if best is not None and plan.kind in (*NO_PLACES, "knock-out", "cup"):
        yield f"best: in a {plan.kind} the points of all rounds do not make the places; leave it out"
    elif best is not None and plan.rounds == 1:
        yield "best: the only round of a player counts anyway; leave it out"
    elif best is not None and best >= plan.rounds:
        yield f"best: how many of the {plan.rounds} rounds of a player count? 1 to {plan.rounds - 1}"


def _going_on(plan: Contest) -> Iterator[str]:
    if plan.late != "wait" and not plan.round_seconds:
        yield f"late: {plan.late} needs the time after which a game is late; say how long a round lasts"
    if len(set(plan.ties)) < len(plan.ties):
        yield "ties: one is named twice"
    if plan.seeds == "list" and not plan.seed_list:
        yield "seed_list: `seeds: list` needs it, the strongest first"
    if plan.seeds != "list" and plan.seed_list:
        yield f"seed_list: it means nothing with seeds: {plan.seeds}; say `seeds: list`"
    if len(set(plan.seed_list)) < len(plan.seed_list):
        yield "seed_list: somebody is named twice"


def _people(plan: Contest) -> Iterator[str]:
    further = _further(plan)
    if len(set(further)) < len(further):
        yield "organisers: somebody is named twice"
    if plan.assistant in further:
        yield f"assistant: {plan.assistant} organises it already, and decides where you play; leave it out"
    if plan.apart and plan.kind == "league":
        yield "apart: in a league the divisions say who sits together; leave it out"
    for one, other in plan.apart:
        if one == other:
            yield f"apart: {one} cannot be kept apart from themselves"
    if plan.anonymous:
        yield from _anonymous(plan)


def _anonymous(plan: Contest) -> Iterator[str]:
    """What would name somebody who must stay unknown, or depend on who they are."""
    if plan.apart:
        yield "apart: not in an anonymous contest, where it would show who is who; leave it out"
    if plan.seeds == "list":
        yield "seeds: not by a list in an anonymous contest, where it would show who is who; say `seeds: lot`"
    if plan.seeds == "rating":
        yield "seeds: not by rating in an anonymous contest, where it would show who is strong; say `seeds: lot`"
    if plan.assistant is not None:
        yield "assistant: not in an anonymous contest: its organiser does not play in it, and decides; leave it out"


def _further(plan: Contest) -> list[str]:
    return [] if isinstance(plan.organisers, UnsetType) else plan.organisers


def _or(plan: Contest) -> str:
    return " or ".join(str(len(seats)) for seats in plan.tables)


def plan_in_words(
    plan: Contest, moment: Callable[[str], str], played: str | None = None, longer: timedelta = timedelta()
) -> list[str]:
    """All that a plan fixes, a sentence for each thing; `moment` says instants, `played` what is played.

    `longer`: by how much acts have put off that entering closes.
    """
    sizes = [str(len(seats)) for seats in plan.tables]
    rounds = f"{plan.rounds} round{'s' * (plan.rounds > 1)}"
    played = played or f"{plan.title}/{plan.scenario}"
    return [
        f"{KINDS[plan.kind]}; {rounds} of {played} at tables of {' or '.join(sizes)}.",
        *_entry_in_words(plan, moment, longer),
        *_matches_in_words(plan),
        *_rounds_in_words(plan),
        *_counting_in_words(plan),
        *_people_in_words(plan),
    ]


def _entry_in_words(plan: Contest, moment: Callable[[str], str], longer: timedelta) -> Iterator[str]:
    who = "Invited players" if plan.private else "Anybody"
    if plan.closes_at is None:
        yield f"{who} may enter; it begins when {plan.most} have."
    else:
        closes = moment(instant(read_moment(plan.closes_at) + longer))
        put_off = f" (put off from {moment(plan.closes_at)})" if longer else ""
        yield (
            f"{who} may enter until {closes}{put_off}; at least {plan.fewest} are needed, at most {plan.most} have "
            "room."
        )
    if plan.kind in LATE_ENTRY and plan.rounds > 1:
        can = isinstance(plan.late_entry, UnsetType)
        yield (
            "Who enters later, while there is room, is drawn from the next round on." if can else "Nobody enters later."
        )
    if plan.private:
        yield "It is private: only they and the organiser see it and its games, and no game counts in a rating."


def _sufficing(plan: Contest) -> list[int]:
    """Knock-out and cup: for how many entrants the rounds lead to one last table."""
    least = max(plan.fewest, min(sizes_with_bots(plan)))
    return [players for players in range(least, plan.most + 1) if _comes_to_an_end(plan, players)]


def _comes_to_an_end(plan: Contest, players: int) -> bool:
    sizes = sizes_with_bots(plan)
    if plan.kind == "cup":
        players = qualifying(plan, players)
    for _ in range(plan.rounds - plan.swiss_rounds):
        out = byes(players, sizes)
        tables = table_sizes(players - out, sizes) or []
        if len(tables) == 1 and not out:
            return True
        players = min(players, max(plan.advance * len(tables) + out, min(sizes_of(plan))))
    return False


def _ranges(numbers: list[int]) -> str:
    """Numbers as people list them: 4 to 10, 12 and 13, 16."""
    begins = [one for one in numbers if one - 1 not in numbers]
    ends = [one for one in numbers if one + 1 not in numbers]
    said = [f"{one} to {other}" if other > one else str(one) for one, other in zip(begins, ends, strict=True)]
    if len(said) > MOST_RANGES:
        said = [said[0], f"some numbers up to {ends[-1]}"]
    return listed(said) if said else "no number of players"


def _matches_in_words(plan: Contest) -> Iterator[str]:
    if is_over_both_sides(plan):
        yield "Each pairing is a match of two games, in which the two change sides; the points of both are added."
    if not isinstance(plan.tied, UnsetType):
        by_score = "whoever scored more in both games together, then to " if plan.tied == "score" else ""
        yield f"A match that is tied on points goes to {by_score}{STANDING[plan.kind]}."


def _rounds_in_words(plan: Contest) -> Iterator[str]:
    if plan.kind in ("knock-out", "cup"):
        swiss = f"After {plan.swiss_rounds} Swiss rounds, " if plan.swiss_rounds else ""
        yield f"{swiss}{plan.advance} of each table play on."
        enough = _sufficing(plan)
        if enough != list(range(max(plan.fewest, min(sizes_with_bots(plan))), plan.most + 1)):
            so_many = _ranges(enough)
            yield f"Its rounds lead to one last table where {so_many} enter; else points part the best of several."
    if plan.odd == "bye":
        twice = "twice " if is_over_both_sides(plan) else ""
        yield f"Who is left over sits out the round, and gets {twice}the mean of their games for it."
    if not isinstance(plan.asked_byes, UnsetType):
        worths = WORTH_OF_TWO if is_over_both_sides(plan) else WORTH
        worth = worths["mean" if isinstance(plan.asked_worth, UnsetType) else plan.asked_worth]
        rounds = "a round; it" if plan.asked_byes == 1 else f"up to {plan.asked_byes} rounds; each"
        yield f"Who asks before the draw may sit out {rounds} brings them {worth}."
    if plan.odd == "bot":
        yield "If a table is a player short, the rules' bot fills in, and takes nobody's place."
    if plan.odd == "fill-in":
        yield "If a table is a player short, a substitute fills in; the game does not count for them."
    if plan.kind == "ladder":
        yield (
            f"A player challenged by one of the {plan.advance} below them must play, but may decline one "
            "challenge a round."
        )
    if plan.round_seconds:
        yield f"A round lasts {length(plan.round_seconds)} at most; a game still being played then {LATE[plan.late]}."
    else:
        yield "A round lasts as long as its games do."
    yield f"A phase lasts {length(plan.terms.phase_seconds)} of working time, in the time zone {plan.terms.time_zone}."


def _counting_in_words(plan: Contest) -> Iterator[str]:
    if plan.kind not in NO_PLACES:
        yield f"{scoring_in_words(plan)}."
    if (best := best_of(plan)) is not None:
        rounds = "round counts" if best == 1 else f"{best} rounds count"
        yield f"Of each player's {plan.rounds} rounds only the best {rounds}; a round that they sit out is one of them."
    if plan.ties and plan.kind not in NO_PLACES:
        yield f"Ties on points are broken by {', then '.join(TIE_BREAKS[tie] for tie in plan.ties)}."
    if plan.seeds == "rating":
        yield "Seeded by this host's ratings a minute before entry closes; players without one by lot."
    if plan.seed_list:
        yield f"Seeded: {listed(plan.seed_list)}."
    if plan.apart:
        yield f"Kept apart: {'; '.join(' and '.join(pair) for pair in plan.apart)}."


def _people_in_words(plan: Contest) -> Iterator[str]:
    if plan.substitutes:
        yield "Seats that fall vacant are offered to those who entered as substitutes."
    elif not plan.anonymous:
        yield "Nobody takes a seat that fell vacant unless the organiser names them."
    if not isinstance(plan.no_shows, UnsetType):
        seats = "a seat" if plan.no_shows == 1 else f"{plan.no_shows} seats"
        yield f"Who gave up or lost {seats} is not drawn again until they enter once more."
    further = _further(plan)
    if further:
        yield f"{listed(further)} {'organises' if len(further) == 1 else 'organise'} it too, with the same rights."
    if plan.assistant is not None:
        yield f"{plan.assistant} decides in games in which the organiser plays."
    elif further and not plan.anonymous:
        yield "No organiser decides in a game in which they play: the others do."
    elif not plan.anonymous:
        yield "In games in which the organiser plays nobody decides, unless an act names an assistant."
    if plan.anonymous:
        yield (
            "Anonymous: entrants play under aliases, and their names are revealed when it is over. The "
            "organiser does not play."
        )
