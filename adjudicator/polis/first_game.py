"""What is said in a first game of Polis."""

from adjudicator.kernel.rules.first_game import FirstGame, Note
from adjudicator.polis.state.position import Polis


def _has_a_merchant(view: Polis, seat: str) -> bool:
    return view.sides[view.side(seat)].port > 0


FIRST_GAME = FirstGame(
    "corinthian_war",
    (
        Note(
            "D2",
            "Most points win: the people of your poleis and your Prestige. "
            "Athens begins the last round of the Corinthian War with 22 to 20.",
            "11-D",
        ),
        Note("D2", "A merchant takes a shipment that is free and open in this round.", "7.9-A", _has_a_merchant),
        Note("prestige-paid", "Every military action costs 1 Prestige. With none you are tied to your home.", "7-A"),
        Note("collected", "1, 2, 3, 4 or 5 hoplites on one good bring 1, 3, 6, 10 or 15 of it.", "7.8-C"),
        Note(
            "D2",
            "At the end each of your people eats 1 wheat, or costs 1 Prestige. With what is left poleis grow.",
            "9.2-A",
        ),
    ),
)
