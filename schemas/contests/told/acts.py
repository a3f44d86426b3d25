"""What was done in a contest, in words."""

from __future__ import annotations

from schemas.contests.counting.corrections import change_in_words, corrected, result_in_words
from schemas.contests.story import ContestStory
from schemas.log.contest_entries import Result
from schemas.statements.contests import (
    Adjudicate,
    AnnulGame,
    CorrectResult,
    Decisions,
    DismissOrganiser,
    Disqualify,
    EndContest,
    KeepApart,
    Lengthen,
    NameAssistant,
    NameOrganiser,
    Redraw,
)
from schemas.statements.in_words import length, listed


def act_in_words(act: Decisions, story: ContestStory, *, has_begun: bool, was: Result | None = None) -> str:
    """What an act does, as a sentence; `has_begun`: a round was closed before it; `was`: the result it corrects."""
    match act:
        case KeepApart(players=players):
            return f"{listed(players)} are not seated together from the next draw on, if it can be helped."
        case Redraw(round=number):
            return f"round {number} is drawn once more; its games are annulled."
        case Disqualify(player=player):
            return f"{player} is disqualified."
        case Adjudicate(game=game, places=places):
            return f"{_called(story, game)} is adjudicated: {result_in_words(places, {})}."
        case Lengthen(round=number, seconds=seconds):
            if number == 1 and not has_begun:
                return f"entering closes {length(seconds)} later."
            return f"round {number} may last {length(seconds)} longer."
        case NameAssistant(player=player):
            return f"{player} decides in games in which {story.organiser} plays."
        case NameOrganiser(player=player):
            return f"{player} organises the contest too."
        case DismissOrganiser(player=player):
            return f"{player} organises the contest no more."
        case AnnulGame(game=game):
            return f"{_called(story, game)} does not count."
        case CorrectResult(game=game) if was is not None:
            return f"{_called(story, game)} counts as {change_in_words(was, corrected(was, act))}."
        case CorrectResult(game=game):
            return f"the result of {_called(story, game)} is corrected."
        case EndContest():
            return "the contest is ended."


def _called(story: ContestStory, game: str) -> str:
    """A game as people find it among many: by its round and table, with its id."""
    table = story.game(game)
    return f"game {game}" if table is None else f"round {table.round}, table {table.number} ({game})"
