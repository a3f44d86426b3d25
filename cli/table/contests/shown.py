"""What the page of a contest says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cli.contests.shared import told
from cli.contests.shared.entering import POOL, closing, refused
from cli.contests.shared.opening import meaning_of
from cli.table.contests.found import Seen
from cli.table.shown.about import as_heading, names_of
from schemas.contests.allowed import bye_refused, challenge_refused
from schemas.contests.duties import HOW
from schemas.contests.matches.in_words import results_in_words
from schemas.contests.standings import TIE_BREAKS, in_words
from schemas.contests.told.corrections import as_drawn, draw_in_words
from schemas.contests.told.explaining import Explained
from schemas.documents.game_in_words import in_names

if TYPE_CHECKING:
    from schemas.contests.parts import DrawnGame
    from schemas.contests.story import ContestStory

Facts = dict[str, Any]
MOST_AWAITED: Final = 16
"""Games of which it is asked for whom they wait."""
MOST_EXPLAINED: Final = 24
"""Lines of standings that all come with why they are where they are; in longer ones that is asked for line by line."""


def facts_of(seen: Seen, after: int | None, drawn: int | None, why: str) -> Facts:
    """All of it; standings after a round, those by which one was drawn, or of the moment; `why`: whose is told."""
    story = seen.story
    stands = as_drawn(seen.client.contest_log(seen.id), story, drawn) if drawn else story
    common, names, meaning = told.facts_of(story), seats_of(seen), meaning_of(story.plan, seen.played, story.longer)
    return {
        "lead": meaning[0],
        "meaning": meaning[1:],
        "mine": mine(seen),
        "waits": waits(seen, names),
        "duties": duties(seen),
        "after": after,
        "closed": len(story.rounds),
        "drawn": drawn,
        "why": why,
        "lines": list(lines(seen, stands, after, why)) if stands.has_results else [],
        "rounds": [
            {
                "number": one.number,
                "byes": one.byes,
                "asked": one.asked,
                "tables": [table_of(seen, table, names) for table in one.tables],
                "matches": results_in_words(story.plan, one),
                "drawn_by": draw_in_words(story, one),
            }
            for one in reversed(story.rounds)
        ],
        "acts": common["acts"],
        "words": list(reversed(common["words"])),
        "asking": common["asking"],
        "challenges": common["challenges"],
        "entrants": common["entrants"],
        "pool": common["pool"],
        "out": common["out"],
        "reason": seen.told["reason"],
        "can_draw": not seen.is_over and len(story.rounds) < story.plan.rounds,
    }


def seats_of(seen: Seen) -> dict[str, str]:
    """The seats of its games, as they are called."""
    return names_of(seen.rules, sorted({seat for seats in seen.story.plan.tables for seat in seats}))


def waits(seen: Seen, names: Mapping[str, str]) -> Facts | None:
    """What it waits for: some of its games with whom they wait for, and how many more there are."""
    found = told.stuck_at(seen.client, seen.story, MOST_AWAITED) if not seen.is_over else None
    if found is None:
        return None
    going = {table.game: table for table in seen.story.games if table.is_open}
    games = [named(one, going[one["game"]], names) for one in found["games"]]
    return found | {"games": games, "more": len(going) - len(games)}


def named(game: Facts, table: DrawnGame, names: Mapping[str, str]) -> Facts:
    """A game that is awaited, with its table, and its seats as they are called."""
    return game | {"number": table.number, "players": [in_names(one, names) for one in game["players"]]}


def table_of(seen: Seen, table: DrawnGame, names: Mapping[str, str]) -> Facts:
    """A table of a round: who sits where, and how it ended."""
    return {
        "number": table.number,
        "game": table.game,
        "mine": table.is_open and seen.me in table.seats.values(),
        "seats": [
            f"{player} ({as_heading(names.get(seat, seat))}{', fills in' if player in table.fill_ins else ''})"
            for seat, player in table.seats.items()
        ],
        "result": told.ended(told.as_data(table)),
    }


def lines(seen: Seen, story: ContestStory, after: int | None, why: str) -> Iterator[Facts]:
    """The standings, with why each line stands there; of many only the reader's and the one that is asked for."""
    stands = Explained(story, after)
    is_short = len(stands.lines) <= MOST_EXPLAINED
    parted = stands.parted_by()
    for line in stands.lines:
        tie = parted[line.player]
        yield {
            "place": stands.places[line.player],
            "player": line.player,
            "was": story.holders.get(line.player, ""),
            "mine": line.player == seen.me,
            "points": in_words(line.points),
            "division": stands.division(line.player),
            "by": TIE_BREAKS[tie] if tie else "",
            "why": stands.why(line.player) if is_short or line.player in (seen.me, why) else [],
        }


def duties(seen: Seen) -> list[Facts]:
    """Whose word it waits for, the reader's first; what is done about it on which page."""
    found: dict[str, Facts] = {}
    for one in seen.told["duties"]:
        shared = found.setdefault(one["what"], {**one, "players": []})
        shared["players"].append(one["player"])
    for shared in found.values():
        is_mine = not {seen.client.handle, seen.me}.isdisjoint(shared["players"])
        shared |= {"mine": is_mine, "what": shared["what"].removesuffix(HOW)}
    return sorted(found.values(), key=lambda one: not one["mine"])


def mine(seen: Seen) -> Facts:
    """What the reader is in it, and what they can do about that."""
    story, me = seen.story, seen.me
    entrant = story.entrants.get(me)
    is_in = entrant is not None and entrant.is_in
    could = not seen.is_over and not (story.plan.anonymous and seen.organises)
    why, why_not_wait = (refused(seen.client, story, me, substitute=one) if could else None for one in (False, True))
    waits = bool(is_in and entrant and entrant.substitute)
    return {
        "alias": me if me != seen.client.handle else "",
        "is_in": is_in,
        "waits": waits,
        "rests": is_in and story.rests(me),
        "then": then(seen, waits=waits) if is_in and not seen.is_over else "",
        "enter": could and why is None,
        "substitute": could and not is_in and why_not_wait is None,
        "why": why.why if why and not is_in else "",
        "terms": len(story.rounds) == 0,
        "byes": byes(story, me, range(len(story.rounds) + 1, story.plan.rounds + 1) if is_in else ()),
        "challenge": whom(seen, declined=False) if is_in else [],
        "decline": whom(seen, declined=True) if is_in else [],
    }


def byes(story: ContestStory, me: str, coming: Sequence[int]) -> Facts:
    """Which rounds to come the reader may ask to sit out, and of which they may take that back."""
    return {
        how: [one for one in coming if bye_refused(story, me, one, withdrawn=how == "back") is None]
        for how in ("out", "back")
    }


def then(seen: Seen, *, waits: bool) -> str:
    """What comes next for somebody who is in; nothing where they are in a round already."""
    if waits:
        return POOL
    has_begun = any(seen.me in round_.entrants for round_ in seen.story.rounds)
    return "" if has_begun else closing(seen.told)


def whom(seen: Seen, *, declined: bool) -> list[str]:
    """On a ladder, whom the reader may challenge now; or whose challenge they may decline."""
    story, others = seen.story, [one for one in seen.story.playing() if one != seen.me]
    if story.plan.kind != "ladder" or seen.is_over:
        return []
    return [one for one in others if challenge_refused(story, seen.me, one, declined=declined) is None]
