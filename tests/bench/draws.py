"""Seconds for a draw of a contest: a hundred of 64 players in five rounds, then the largest there can be."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations

from adjudicator.kernel.chance import Chance
from schemas.contests.seating import Field, draw

SEATS = {4: ("a", "b", "c", "d")}
ROUNDS = 5
CONTESTS = (("round-robin", 64, 100), ("swiss", 64, 10), ("round-robin", 256, 3), ("swiss", 256, 1))
"""Their kind, their players, and how many of them."""


def measure() -> None:
    """Draw, and count who meets whom twice."""
    print("\ndraws of contests, tables of four")
    for kind, players, times in CONTESTS:
        runs = [five_rounds(players, kind == "swiss", n) for n in range(times)]
        seconds = sorted(one for run, *_ in runs for one in run)
        again, uneven = (sum(run[n] for run in runs) for n in (1, 2))
        print(f"  {players:>3} {kind:<11}  {times:>3} x {ROUNDS} rounds: median {seconds[len(seconds) // 2]:.2f} s, "
              f"slowest {seconds[-1]:.2f} s; meet twice: {again} pairs; sides not within 1: {uneven} "
              f"of {times * players}; {drawn_digest(runs)}")  # fmt: skip


Run = tuple[list[float], int, int, list[dict[str, str]]]
"""The seconds of each round's draw, how many pairs meet twice, how many players have uneven sides, and the tables."""


def drawn_digest(runs: Sequence[Run]) -> str:
    """What was drawn, in sixteen digits: the same on every machine."""
    return sha256(repr([tables for *_, tables in runs]).encode()).hexdigest()[:16]


def five_rounds(players: int, is_swiss: bool, seed: int) -> Run:
    """Five rounds, drawn one after the other."""
    names = [f"player {n}" for n in range(players)]
    past: list[dict[str, str]] = []
    points, seconds = dict.fromkeys(names, 0), list[float]()
    for number in range(1, ROUNDS + 1):
        chance = Chance(sha256(f"{seed} {number}".encode()).digest())
        known = points if is_swiss and number > 1 else {}
        begun = time.perf_counter()
        field = Field(names, SEATS, [4] * (players // 4), past, points=known, left=ROUNDS - number if known else None)
        tables = draw(field, 1, chance, "round")[0]
        seconds.append(time.perf_counter() - begun)
        past += tables
        play(tables, points, chance)
    met = Counter(pair for table in past for pair in combinations(sorted(table.values()), 2))
    had = Counter((player, seat) for table in past for seat, player in table.items())
    counts = [[had[name, seat] for seat in SEATS[4]] for name in names]
    uneven = sum(max(one) - min(one) > 1 for one in counts)
    return seconds, sum(count > 1 for count in met.values()), uneven, past


def play(tables: Sequence[dict[str, str]], points: dict[str, int], chance: Chance) -> None:
    """Each table ends as chance has it."""
    for table in tables:
        for place, player in enumerate(chance.shuffle(list(table.values()), "result")):
            points[player] += 12 - 4 * place
