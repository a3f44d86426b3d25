"""What each act of an organiser or a seat does, what is asked before it, and what was done, in words.

`{game}` is the game, as whoever asks calls it: by its id in a terminal, `the game` on its page; `{then}` is what
becomes of a seat that falls vacant there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from cli.client import Client


class ActWords(NamedTuple):
    """`does`: for who is about to do it; `done`; `sure`: asked before what cannot be undone."""

    does: str
    done: str
    sure: str = ""


WORDS: Final = {
    "start": ActWords("It is dealt, and the first phase opens.", "{game} has begun."),
    "pause": ActWords("Nothing is cut and no deadline runs until it is resumed.", "{game} is paused."),
    "resume": ActWords("Deadlines move by as long as it was paused.", "{game} goes on."),
    "extend": ActWords(
        "The open phase gets a later deadline, counted in working time.",
        "The deadline in {game} is now {length} later.",
    ),
    "remind": ActWords(
        "Everybody who is awaited gets a mail now.", "Everybody whom {game} is waiting for gets a reminder."
    ),
    "vacate": ActWords(
        "A player loses their seat. What they have sent counts until somebody joins there and replaces it.",
        "{seat} is vacant; {then}.",
        "Take {seat} from its player? Then {then}.",
    ),
    "replace": ActWords(
        "A player loses their seat, which is kept for somebody else until they join.",
        "{seat} is vacant and reserved for {player}, who has to join there.",
        "Take {seat} from its player, and keep it for {player}?",
    ),
    "end": ActWords(
        "It is over at once, with places by the present scores. The open phase is void.",
        "{game} is over.",
        "End {game} now, with places by the present scores?",
    ),
    "annul": ActWords(
        "It is over at once, and nobody gets a place.",
        "{game} is annulled.",
        "Annul {game}, so that nobody gets a place?",
    ),
    "rollback": ActWords(
        "It goes back to before a phase was resolved. That phase opens again, and decks that nobody has seen are "
        "shuffled again.",
        "{game} is back before phase {phase}.",
        "Take {game} back to before phase {phase} was resolved? Everything since will be void.",
    ),
    "redeal": ActWords(
        "What chance dealt face down is dealt again; what players chose stays. The open phase opens again.",
        "The position of {game} is amended.",
        "Amend the position of {game}? The open phase becomes void and opens again.",
    ),
    "amend": ActWords(
        "The position is changed openly.",
        "The position of {game} is amended.",
        "Amend the position of {game}? The open phase becomes void and opens again.",
    ),
    "set-aside": ActWords(
        "The phase that could not be resolved is tried without what a seat sent ahead for it. Its default answers "
        "count in it, and its book stands again in the next phase.",
        "What {seat} sent ahead is set aside; phase {phase} is tried without it.",
        "Ignore everything that {seat} sent ahead for phase {phase} of {game}?",
    ),
    "rekey": ActWords(
        "A player who lost their key plays on with a new one. Anyone can make a claim: ask them for the id of their "
        "key, in a way that shows you who they are.",
        "{key} now speaks for {player} in {game}.",
        "Whoever has {key} will play for {player} in {game}. Have you asked {player} about it?",
    ),
    "vote": ActWords(
        "A vote passes with more than half of the seats that have a player; one to end the game needs all of them. "
        "Yours stands until you vote again on the same matter.",
        "{seat} votes {way} {matter}.",
    ),
    "absence": ActWords(
        "On these days, both included, your deadlines do not run. Days begin after today, and everybody is told.",
        "{seats} {days}.",
    ),
    "leave": ActWords(
        "You take your join back, before it begins: the seat is free again.",
        "You have left {game}; {seat} is free again.",
        "Leave {game}? Anyone may then take {seat}.",
    ),
    "resign": ActWords(
        "You give up the seat for good. What you have sent counts until your substitute replaces it.",
        "{seat} is vacant; {then}.",
        "Give up {seat} in {game}? Then {then}.",
    ),
}
VOTED: Final = {"pause": "a pause", "resume": "going on", "extend": "a later deadline", "end": "ending the game"}


def then(client: Client, contest: str | None) -> str:
    """What becomes of a seat that falls vacant, in a game of that contest or of none."""
    if contest is None:
        return "anyone may join there"
    plan = client.contest(contest)["plan"]
    if plan["substitutes"]:
        return "the substitutes of its contest are asked to take it, one after the other"
    named = "only the player whom the organiser of its contest names may take it"
    return "nobody may take it" if plan["anonymous"] else named


def done(act: str, game: str, **facts: Any) -> str:
    """What was done."""
    return sentence(WORDS[act].done.format(game=game, **facts))


def question(act: str, game: str, **facts: Any) -> str:
    """What is asked before it; nothing where it is done at once."""
    return sentence(WORDS[act].sure.format(game=game, **facts))


def days_away(first: str, last: str) -> str:
    """From when to when somebody is away."""
    return f"absent from {first} to {last}" if last != first else f"absent on {first}"


def sentence(words: str) -> str:
    """Words that begin like a sentence, but for an id."""
    return f"The{words[3:]}" if words.startswith("the ") else words
