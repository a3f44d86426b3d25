"""What each act on a contest does, what is asked before it, and what was done, in words."""

from __future__ import annotations

from typing import Final

from cli.games.act_words import ActWords

WORDS: Final = {
    "extend": ActWords("Its time is up so much later.", "The time of the round is up {length} later."),
    "apart": ActWords(
        "From the next draw on the two are not seated together, if it can be helped.",
        "{player} and {other} are kept apart from the next draw on.",
    ),
    "assistant": ActWords(
        "They decide in games in which you play: there your own word counts for nothing.",
        "{player} decides in games in which you play.",
    ),
    "organiser": ActWords(
        "They have your rights, in the contest and in its games; who else organises it only you say.",
        "{player} organises the contest too.",
    ),
    "dismiss": ActWords(
        "They decide nothing in it any more.",
        "{player} organises the contest no more.",
        "Shall {player} organise the contest no more?",
    ),
    "adjudicate": ActWords(
        "The game ends with these places, which count for all of them, also for who had lost their seat.",
        "The game is over, with the places that you gave.",
        "End this game with these places: {places}? It cannot be played on.",
    ),
    "replace": ActWords(
        "It is kept for them until they join. They may be anybody registered here, but nobody who is disqualified "
        "or plays another game of this round.",
        "{seat} is reserved for {player}, who has to join there.",
    ),
    "annul": ActWords(
        "It counts for nothing, and no round waits for it.",
        "The game is annulled.",
        "Annul this game, so that it counts for nothing?",
    ),
    "correct": ActWords(
        "A game that is over counts with these places and scores. The log keeps what counted before; rounds that were "
        "drawn by it stay as they are.",
        "The result is corrected, and everything is counted anew.",
        "Correct this result: {places}? Standings and ratings are counted anew, and all are told.",
    ),
    "redraw": ActWords(
        "The newest round is drawn once more, without those who have left since. Its games are annulled.",
        "Round {round} is drawn once more.",
        "Draw round {round} once more? All its games are annulled.",
    ),
    "disqualify": ActWords(
        "They are out, and lose their seats in games that go on.",
        "{player} is disqualified.",
        "Disqualify {player}? They are out, lose their seats, and cannot enter again.",
    ),
    "end": ActWords(
        "It is over at once, with the standings of the moment. Before the first round that cancels it.",
        "The contest is ended.",
        "End {name} now, as it stands? Its games are annulled.",
    ),
}
YES: Final = {
    "adjudicate": "Yes, end the game",
    "annul": "Yes, annul the game",
    "correct": "Yes, correct it",
    "redraw": "Yes, draw it again",
    "disqualify": "Yes, disqualify them",
    "dismiss": "Yes, they organise it no more",
    "end": "Yes, end the contest",
}
"""What answers the question before an act."""
