"""`python -m tests.balance [GAMES]`: bots of several policies play Athens & Sparta; who wins, how, and when.

Each policy of Athens meets each of Sparta in as many games, so that GAMES is rounded up to a multiple of the pairs.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from itertools import product
from typing import Any

from adjudicator.athens_sparta.bots import POLICIES, play
from adjudicator.kernel import Chance
from adjudicator.registry import title
from tests.adjudicator.players import begin, key

TITLE = title("athens_sparta")


def played(sparta: str, athens: str, seed: object) -> Any:
    """The last position of a game."""
    bots = {"sparta": partial(play, policy=POLICIES[sparta]), "athens": partial(play, policy=POLICIES[athens])}
    position = begin(TITLE, 2, seed).position
    while position.outcome is None:
        sent = {
            seat: bots[seat](TITLE.questions, TITLE.view(position, seat), seat)
            for seat in position.seats
            if position.phase.asked_of(seat)
        }
        position = TITLE.resolve(position, sent, Chance(key(seed, position.phases, "dice"))).position
    return position


def main(games: int) -> None:
    """A table of pairs, then all together."""
    pairs = list(product(POLICIES, POLICIES))
    each = -(-games // len(pairs))
    wins: Counter[tuple[str, str]] = Counter()
    endings: Counter[str] = Counter()
    for sparta, athens in pairs:
        print(sparta, athens, file=sys.stderr, flush=True)
        for number in range(each):
            end = played(sparta, athens, ("balance", sparta, athens, number))
            winner = min(end.outcome.places, key=end.outcome.places.get)
            wins[sparta, athens] += winner == "athens"
            endings[f"{winner} by {end.outcome.reason}, Olympiad {end.olympiad}"] += 1
    print(f"{each} games a pair; games won by Athens (columns) against Sparta (rows)")
    print(f"{'':10}" + "".join(f"{athens:>10}" for athens in POLICIES))
    for sparta in POLICIES:
        print(f"{sparta:10}" + "".join(f"{wins[sparta, athens]:>10}" for athens in POLICIES))
    for ending, number in sorted(endings.items()):
        print(f"{number:6} {ending}")
    print(f"{sum(wins.values())} of {each * len(pairs)} won by Athens")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else len(POLICIES) ** 2)
