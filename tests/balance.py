"""`python -m tests.balance [GAMES] [FILE] [OPTION ...]`: bots of several policies play Athens & Sparta; who wins, how.

Each policy of Athens meets each of Sparta in as many games, so that GAMES is rounded up to a multiple of the pairs. A
components FILE is laid over ours (`-`: none, `proposed`: that of RULING-83); options such as `syracuse_pp` are switched
on.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

from adjudicator.athens_sparta import components
from adjudicator.athens_sparta.bots import POLICIES, play
from adjudicator.kernel import Chance
from adjudicator.registry import title
from tests.adjudicator.players import key

TITLE = title("athens_sparta")
OURS = Path(components.__file__).parent.joinpath("athens_sparta.yaml")
PROPOSED = {"A01": 3, "A02": 3, "A04": 2, "A22": 2}
"""RULING-83: steps of blocks in the reconstruction that came nearest to even."""


def proposed() -> str:
    """Our components file with the steps of RULING-83."""
    text = OURS.read_text(encoding="utf-8")
    for block, steps in PROPOSED.items():
        text = re.sub(rf"(id: {block}, .*?steps: )\d", rf"\g<1>{steps}", text)
    return text


def played(sparta: str, athens: str, seed: object, options: Mapping[str, Any]) -> Any:
    """The last position of a game."""
    bots = {"sparta": partial(play, policy=POLICIES[sparta]), "athens": partial(play, policy=POLICIES[athens])}
    position = TITLE.begin(
        scenario="war", seats=TITLE.seats("war", 2), options=options, chance=Chance(key(seed, "setup"))
    ).position
    while position.outcome is None:
        sent = {
            seat: bots[seat](TITLE.questions, TITLE.view(position, seat), seat)
            for seat in position.seats
            if position.phase.asked_of(seat)
        }
        position = TITLE.resolve(position, sent, Chance(key(seed, position.phases, "dice"))).position
    return position


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval of 95%, in per cent."""
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return tuple(100 * (middle + sign * half) / (1 + z * z / games) for sign in (-1, 1))  # type: ignore[return-value]


def main(games: int, file: str = "-", *switches: str) -> None:
    """A table of pairs, then all together. Rounds go through all pairs, so that what is shown early is balanced."""
    options: dict[str, Any] = dict.fromkeys(switches, True)
    if file != "-":
        text = proposed() if file == "proposed" else Path(file).read_text(encoding="utf-8")
        options["components"] = components.add_components(text)
    pairs = list(product(POLICIES, POLICIES))
    rounds = -(-games // len(pairs))
    wins: Counter[tuple[str, str]] = Counter()
    endings: Counter[str] = Counter()
    for number in range(rounds):
        for sparta, athens in pairs:
            end = played(sparta, athens, ("balance", sparta, athens, number), options)
            winner = min(end.outcome.places, key=end.outcome.places.get)
            wins[sparta, athens] += winner == "athens"
            endings[f"{winner} by {end.outcome.reason}, Olympiad {end.olympiad}"] += 1
        print(f"{wins.total()} of {len(pairs) * (number + 1)} won by Athens", file=sys.stderr, flush=True)
    print(f"{rounds} games a pair; games won by Athens (columns) against Sparta (rows)")
    print(f"{'':10}" + "".join(f"{athens:>10}" for athens in POLICIES))
    for sparta in POLICIES:
        print(f"{sparta:10}" + "".join(f"{wins[sparta, athens]:>10}" for athens in POLICIES))
    for ending, number in sorted(endings.items()):
        print(f"{number:6} {ending}")
    low, high = interval(wins.total(), rounds * len(pairs))
    print(f"{wins.total()} of {rounds * len(pairs)} won by Athens: {low:.0f} to {high:.0f}%")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else len(POLICIES) ** 2, *sys.argv[2:])
