"""Acts on a contest, as they are typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from cli.errors import Misuse
from cli.terminal.durations import Duration

if TYPE_CHECKING:
    from schemas.statements.contests import ContestActs

Words = Sequence[str]

KINDS: Final[dict[str, tuple[str, Callable[[Words, str], ContestActs]]]] = {}


def act(name: str, words: str) -> Callable[[Callable[[Words, str], ContestActs]], Callable[[Words, str], ContestActs]]:
    """Register how a kind of act is read; `words` are what it wants, `…` for more of the last."""

    def register(read: Callable[[Words, str], ContestActs]) -> Callable[[Words, str], ContestActs]:
        KINDS[name] = (words, read)
        return read

    return register


def read_act(kind: str, words: Words, reason: str) -> ContestActs:
    """The act that was typed."""
    wanted, read = KINDS[kind]
    count, is_open = len(wanted.rstrip("…").split()), wanted.endswith("…")
    if len(words) < count or (len(words) > count and not is_open):
        raise Misuse(f"Write it as: {' '.join(filter(None, (kind, wanted)))} (not {' '.join([kind, *words])}).")
    return read(words, reason)


@act("apart", "PLAYER PLAYER")
def _apart(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import KeepApart

    return KeepApart(reason=reason, players=list(words))


@act("redraw", "ROUND")
def _redraw(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import Redraw

    return Redraw(reason=reason, round=round_typed(words[0]))


@act("disqualify", "PLAYER")
def _disqualify(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import Disqualify

    return Disqualify(reason=reason, player=words[0])


@act("adjudicate", "GAME PLAYER PLAYER…")
def _adjudicate(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import Adjudicate

    places: dict[str, int] = {}
    for group in words[1:]:
        equals = group.split("=")
        places |= dict.fromkeys(equals, len(places) + 1)
    return Adjudicate(reason=reason, game=words[0], places=places)


@act("extend", "ROUND LENGTH")
def _extend(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import Lengthen

    return Lengthen(reason=reason, round=round_typed(words[0]), seconds=Duration().convert(words[1], None, None))


@act("assistant", "PLAYER")
def _assistant(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import NameAssistant

    return NameAssistant(reason=reason, player=words[0])


@act("organiser", "PLAYER")
def _organiser(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import NameOrganiser

    return NameOrganiser(reason=reason, player=words[0])


@act("dismiss", "PLAYER")
def _dismiss(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import DismissOrganiser

    return DismissOrganiser(reason=reason, player=words[0])


@act("annul", "GAME")
def _annul(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import AnnulGame

    return AnnulGame(reason=reason, game=words[0])


@act("correct", "GAME PLAYER PLAYER…")
def _correct(words: Words, reason: str) -> ContestActs:
    from msgspec import UNSET

    from schemas.statements.contests import CorrectResult

    places: dict[str, int] = {}
    scores: dict[str, int] = {}
    for group in words[1:]:
        said = [one.partition(":") for one in group.split("=")]
        scores |= {player: _score(player, score) for player, colon, score in said if colon}
        places |= dict.fromkeys((player for player, _, _ in said), len(places) + 1)
    if scores and (unscored := sorted(set(places) - set(scores))):
        raise Misuse(f"Give a score to everybody or to nobody: {', '.join(unscored)} has none, as in {unscored[0]}:20.")
    return CorrectResult(reason=reason, game=words[0], places=places, scores=scores or UNSET)


@act("end", "")
def _end(words: Words, reason: str) -> ContestActs:
    from schemas.statements.contests import EndContest

    return EndContest(reason=reason)


def _score(player: str, word: str) -> int:
    if not word.removeprefix("-").isdecimal():
        raise Misuse(f"{word or 'Nothing'} is not a score of {player}: give a whole number, as in {player}:20.")
    return int(word)


def round_typed(word: str) -> int:
    """The number of a round, as it was typed."""
    if not word.isdecimal() or int(word) < 1:
        raise Misuse(f"{word} is not a round: give its number, from 1.")
    return int(word)
