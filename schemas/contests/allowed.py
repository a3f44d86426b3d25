"""What a contest allows: acts, challenges, and who takes a seat that has fallen vacant; else why not, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta

import msgspec
from msgspec import UnsetType

from schemas.contests.counting.corrections import corrected
from schemas.contests.counting.scoring import scored_by
from schemas.contests.parts import DrawnGame
from schemas.contests.progress import are_apart, ladder, sizes_with_bots
from schemas.contests.standings import lots
from schemas.contests.story import MOST_LONGER, ContestStory
from schemas.keys.chance import MOST_DRAWS
from schemas.statements.contests import (
    MOST_FURTHER,
    Adjudicate,
    AnnulGame,
    ContestActs,
    CorrectResult,
    DismissOrganiser,
    Disqualify,
    Enter,
    KeepApart,
    Lengthen,
    NameAssistant,
    NameOrganiser,
    Redraw,
)
from schemas.statements.in_words import counted, listed


class Refusal(msgspec.Struct, frozen=True):
    """Why an act cannot be: a code for programs, and a sentence."""

    code: str
    why: str


def entry_refused(story: ContestStory, handle: str, wanted: Enter) -> Refusal | None:
    """Why somebody cannot enter, or not any more."""
    plan, before = story.plan, story.entrants.get(handle)
    if before is not None and before.disqualified:
        return Refusal("disqualified", "You were disqualified in this contest, and cannot enter it again.")
    known = before if before is not None and before.is_in and not story.rests(handle) else None
    if known is not None and (known.key, known.substitute) == (wanted.player, wanted.substitute):
        return Refusal("already-entered", "You have entered this contest already.")
    if wanted.substitute:
        return None if plan.substitutes else Refusal("no-substitutes", "This contest's plan has no substitutes.")
    is_in = before is not None and before.is_in and not before.substitute
    if story.rounds and not is_in and not story.takes_late:
        why = "Entry is closed: the first round has been drawn."
        return Refusal("entering-closed", f"{why} You can still enter as a substitute." if plan.substitutes else why)
    if not is_in and len(story.rounds) >= plan.rounds:
        return Refusal("entering-closed", "Entry is closed: the last round has been drawn.")
    if not is_in and len(story.entered()) >= plan.most:
        why = f"The contest is full: {plan.most} have entered."
        return Refusal("contest-full", f"{why} You can enter as a substitute." if plan.substitutes else why)
    return None


def act_refused(story: ContestStory, act: ContestActs) -> Refusal | None:
    """Why an act cannot be taken as the contest stands; who may act, and whom the host knows, is not asked."""
    match act:
        case KeepApart(players=players):
            found = _apart(story, players)
        case Redraw(round=number):
            found = _redrawn(story, number)
        case Disqualify(player=player):
            found = _disqualified(story, player)
        case Adjudicate():
            found = _adjudicated(story, act)
        case Lengthen(round=number, seconds=seconds):
            found = _lengthened(story, number, seconds)
        case NameAssistant(player=player):
            found = _assisted(story, player)
        case NameOrganiser(player=player):
            found = _named(story, player)
        case DismissOrganiser(player=player):
            found = _dismissed(story, player)
        case AnnulGame(game=game):
            found = _annulled(story, game)
        case CorrectResult():
            found = _corrected(story, act)
        case _:
            return None
    return next(found, None)


def seat_refused(
    story: ContestStory, game: str, player: str, *, named: bool, seat: str | None = None, lost: Collection[str] = ()
) -> str | None:
    """Why somebody cannot take a vacant seat in a game of the contest; None where they can.

    `named` by the organiser, in an act `replace`; else only who waits in the pool can, whom the host asks in turn.
    Who gave a seat up is given it again, but (asked with a `seat`) none that they played against. `lost` are those who
    took a vacant seat of the game and lost it: a seat is theirs only if they are named.
    """
    table, entrant = story.game(game), story.entrants.get(player)
    if table is None:
        return f"{game} is not a game of this contest"
    if entrant is not None and entrant.disqualified:
        return f"{player} is disqualified in this contest"
    own = [one for one in story.games if one.round == table.round and player in one.competitors.values()]
    others = [one for one in own if (one.draw, one.match) != (table.draw, table.match)]
    if any(one.is_open or one.counting is not None for one in others):
        return f"{player} is in another game of this round"
    if named:
        against = seat is not None and player in table.seats.values() and table.seats.get(seat) != player
        return f"{player} was drawn to another seat of this table" if against else None
    if not story.plan.substitutes:
        return "the contest's plan has no substitutes; its organiser can give the seat to somebody"
    if player in table.seats.values():
        return f"{player} was drawn to this table"
    if player in lost:
        return f"{player} has taken a seat of this game before, and lost it"
    if player not in story.pool():
        return "only substitutes of the contest are offered its vacant seats"
    return None


def challenge_refused(story: ContestStory, player: str, opponent: str, *, declined: bool) -> str | None:
    """Why somebody cannot challenge another now, or decline the other's challenge, in words; None where they can."""
    number = len(story.rounds) + 1
    open_ = [one for one in story.challenges if one.round == number and not one.declined]
    if story.plan.kind != "ladder":
        return f"players challenge each other only on a ladder; this is a {story.plan.kind}"
    if number > story.plan.rounds:
        return "the round being played is the last one"
    if declined:
        if all((one.challenger, one.opponent) != (opponent, player) for one in open_):
            return f"{opponent} has not challenged you for round {number}"
        if any(one.opponent == player and one.declined and one.round == number for one in story.challenges):
            return f"you have declined one challenge for round {number}, and you can decline only one a round"
        return None
    if number == 1 or story.rounds[-1].drawn_at is None:
        return "nobody is on the ladder yet: challenge once the first round has been drawn"
    if any(one.challenger == player for one in open_):
        return f"you have challenged somebody for round {number} already"
    if story.edition > 1 and are_apart(story, player, opponent):
        return f"you and {opponent} are kept apart"
    order = [one for one in ladder(story, number, lots(story)) if one in story.playing()]
    if player not in order:
        return "you are not on the ladder yet: the next draw places you"
    if opponent not in order:
        return f"{opponent} is not on the ladder"
    if not 1 <= order.index(player) - order.index(opponent) <= story.plan.advance:
        near = order[max(0, order.index(player) - story.plan.advance) : order.index(player)]
        whom = f"you can challenge {listed(near)}" if near else "nobody is above you"
        return f"{opponent} is not within {story.plan.advance} rungs above you: {whom}"
    return None


def bye_refused(story: ContestStory, player: str, number: int, *, withdrawn: bool) -> str | None:
    """Why somebody cannot ask to sit out a round, or take that back, in words; None where they can."""
    most, asking = story.plan.asked_byes, player in story.asking.get(number, [])
    if isinstance(most, UnsetType):
        return "the contest's plan lets nobody sit out a round because they ask to"
    if number > story.plan.rounds:
        return f"the contest has {story.plan.rounds} rounds"
    if number <= len(story.rounds):
        return f"round {number} is drawn"
    if withdrawn:
        return None if asking else f"you have not asked to sit out round {number}"
    if asking:
        return f"you sit out round {number} already"
    if player not in story.entered():
        return "you wait as a substitute, and are not drawn"
    waiting = [one for one, players in story.asking.items() if one > len(story.rounds) and player in players]
    if len(waiting) + sum(player in round_.asked for round_ in story.rounds) >= most:
        return f"the plan lets everybody sit out {counted(most, 'round')}, and you have named so many"
    return None


def _apart(story: ContestStory, players: list[str]) -> Iterator[Refusal]:
    if story.plan.anonymous:
        yield Refusal("anonymous", "In an anonymous contest you cannot keep players apart: that would show who is who.")
    if story.plan.kind == "league":
        yield Refusal(
            "wrong-act", "In a league who sits together follows from the divisions: nobody can be kept apart."
        )
    if players[0] == players[1]:
        yield Refusal("wrong-act", "A pair is two players; you named one of them twice.")


def _redrawn(story: ContestStory, number: int) -> Iterator[Refusal]:
    yield from _newest(story, number)
    round_ = story.rounds[-1]
    if round_.drawn_at is None:
        yield Refusal("not-drawn", f"Round {number} is not drawn yet.")
    if any(not table.is_open for table in round_.tables):
        yield Refusal("game-over", f"A game of round {number} is over, so the round cannot be drawn again.")
    left, least = len(story.still_in(round_)), min(sizes_with_bots(story.plan))
    if left < least:
        yield Refusal("too-few-left", f"Only {left} players of round {number} are still in, and a table needs {least}.")
    if story.draws + 1 + story.plan.rounds - number > MOST_DRAWS:
        yield Refusal(
            "no-more-draws",
            f"A contest has secrets for {MOST_DRAWS} draws: {story.draws} were made, and the rest are for its rounds.",
        )


def _disqualified(story: ContestStory, player: str) -> Iterator[Refusal]:
    entrant = story.entrants.get(player)
    if entrant is None or entrant.disqualified:
        yield Refusal("not-entered", f"{player} is not in this contest.")


def _adjudicated(story: ContestStory, act: Adjudicate) -> Iterator[Refusal]:
    yield from _known(story, act.game)
    table, places = story.game(act.game), act.places
    if table is None or not table.is_open or table in story.void:
        yield Refusal("game-over", f"Game {act.game} is not being played, so it cannot be adjudicated.")
    else:
        yield from _misplaced(table, places)


def _misplaced(table: DrawnGame, places: Mapping[str, int]) -> Iterator[Refusal]:
    if set(places) != (wanted := set(table.competitors.values())):
        yield Refusal("wrong-act", f"Each of {listed(sorted(wanted))} needs a place, and nobody else.")
    elif any(place != 1 + sum(other < place for other in places.values()) for place in places.values()):
        yield Refusal("wrong-act", "Places are 1, 2, 3 …; after a shared place the next ones stay empty: 1, 2, 2, 4.")


def _corrected(story: ContestStory, act: CorrectResult) -> Iterator[Refusal]:
    yield from _known(story, act.game)
    table = story.game(act.game)
    if table is None or table in story.void or (was := table.counting) is None:
        goes_on = table is not None and table not in story.void and table.is_open
        how = "is still being played: adjudicate it instead" if goes_on else "is annulled, and counts for nothing"
        yield Refusal("wrong-act", f"There is no result to correct: game {act.game} {how}.")
        return
    yield from _misplaced(table, act.places)
    wanted, scores = sorted(was.places), None if isinstance(act.scores, UnsetType) else act.scores
    if scores is not None and sorted(scores) != wanted:
        yield Refusal("wrong-act", f"`scores` needs a score for each of {listed(wanted)}, or leave it out.")
    if scores is None and scored_by(story.plan, was) != "places":
        yield Refusal(
            "wrong-act", f"This contest counts scores: `scores` needs the right one for each of {listed(wanted)}."
        )
    now = corrected(was, act)
    if (now.places, now.scores) == (was.places, was.scores):
        yield Refusal("wrong-act", f"Game {act.game} counts so already.")


def _lengthened(story: ContestStory, number: int, seconds: int) -> Iterator[Refusal]:
    if number != 1 or story.rounds:
        yield from _newest(story, number)
        if not story.plan.round_seconds:
            yield Refusal(
                "wrong-act", "In this contest a round lasts as long as its games: there is no end to put off."
            )
    elif story.closes_at is None:
        yield Refusal("wrong-act", "Entry closes when the contest is full: there is no time to put off.")
    if story.longer_in(number) + timedelta(seconds=seconds) > MOST_LONGER:
        yield Refusal("wrong-act", f"You cannot put anything off by more than {MOST_LONGER.days} days in all.")


def _assisted(story: ContestStory, player: str) -> Iterator[Refusal]:
    if story.plan.anonymous:
        yield Refusal("anonymous", "An anonymous contest has no assistant: its organiser does not play in it.")
    if player in story.officers.organisers:
        yield Refusal("wrong-act", "An organiser cannot be the assistant: somebody else has to decide where they play.")


def _named(story: ContestStory, player: str) -> Iterator[Refusal]:
    if story.plan.anonymous:
        why = "In an anonymous contest the plan alone names organisers: one named later could be playing already."
        yield Refusal("anonymous", why)
    if player in story.officers.organisers:
        yield Refusal("wrong-act", f"{player} organises the contest already.")
    if player == story.assistant:
        yield Refusal("wrong-act", f"{player} is the assistant: name another one first.")
    if len(story.officers.further) >= MOST_FURTHER:
        yield Refusal("wrong-act", f"A contest has {1 + MOST_FURTHER} organisers at most: dismiss one first.")


def _dismissed(story: ContestStory, player: str) -> Iterator[Refusal]:
    if player == story.organiser:
        yield Refusal("wrong-act", f"{player} opened the contest, and stays its organiser. `end` ends it.")
    elif player not in story.officers.further:
        yield Refusal("wrong-act", f"{player} does not organise this contest.")


def _annulled(story: ContestStory, game: str) -> Iterator[Refusal]:
    yield from _known(story, game)
    table = story.game(game)
    if table is None or (table.counting is None and not table.is_open) or table in story.void:
        yield Refusal("game-over", f"Game {game} is annulled already.")


def _known(story: ContestStory, game: str) -> Iterator[Refusal]:
    if story.game(game) is None:
        yield Refusal("unknown-game", "The contest has no game with that id.")


def _newest(story: ContestStory, number: int) -> Iterator[Refusal]:
    if len(story.rounds) != number:
        yield Refusal("wrong-round", f"Round {number} is not the newest; the newest is round {len(story.rounds)}.")
