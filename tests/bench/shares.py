"""Who wins Pericles between steady bots: shares by Side and by Faction, beside what 14-H reports.

    python -m tests.bench shares [--games 1000] [--processes 1] [SCENARIO ...]

The games are the same on every machine: the number of a game keys its chance. It takes long, so it runs only when it
is named: on one core some ten games of a scenario of one turn a second, two of 14.2, one of the campaign.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import Pool
from typing import Any

from adjudicator.kernel import Chance
from adjudicator.pericles.events.ending import GameOver, WarWon
from adjudicator.pericles.words import FACTIONS, FACTIONS_OF, SIDES
from adjudicator.registry import title
from tests.adjudicator.players import key
from tests.bench.table import show

GAMES = 1_000
REPORTED = {  # 14-H: per cent of the games that Athens won
    "14.1.01A": 38,
    "14.1.09A": 54,
    "14.1.08A": 60,
    "14.1.06A": 55,
    "14.2": 44,
    "14.3": 56,
    "14.4": 49,
}
REPORTED_FIRST = {"14.2": "24, 29", "14.3": "30, 26"}  # 14-H: Honor of Athens and of Sparta after the first turn


@dataclass
class Ended:
    """What a game came to: who won (several: a draw), the Side that won the war, Honor after the first turn."""

    winners: list[str] = field(default_factory=list)
    side: str = ""
    first: dict[str, int] | None = None
    turns: int = 0


def play(game: tuple[str, int]) -> Ended:
    """One game of steady bots at every seat, the same each time."""
    scenario, number = game
    pericles = title("pericles")
    seed, bot, ended = ("shares", scenario, number), pericles.bot("steady"), Ended()
    seats = pericles.seats(scenario, pericles.scenarios[scenario].seat_counts[0])
    resolution = pericles.begin(scenario=scenario, seats=seats, chance=Chance(key(seed, "setup")))
    while (phase := resolution.position.phase) is not None:
        position: Any = resolution.position
        if position.nth_turn == 2 and ended.first is None:
            ended.first = dict(position.honor)
        asked = dict.fromkeys(ask.seat for ask in phase.asks)
        chance = Chance(key(seed, position.phases, "bots"))
        sent = {seat: bot(pericles.view(position, seat), seat, chance) for seat in asked}
        resolution = pericles.advance(position, sent, Chance(key(seed, position.phases, "dice")))
        for event in resolution.events:
            if isinstance(event, WarWon):
                ended.side = event.side
            elif isinstance(event, GameOver):
                ended.winners = list(event.winners)
    ended.turns = resolution.position.nth_turn
    return ended


def row(scenario: str, games: Sequence[Ended]) -> list[str]:
    """A line of the table."""
    number = len(games)
    sides, factions = Counter(one.side for one in games), Counter[str]()
    for one in games:
        factions.update(one.winners if len(one.winners) == 1 else ["draw"])
    athens = 100 * sides["athens"] / number
    error = math.sqrt(athens * (100 - athens) / number)
    by_side = f"{athens:.0f} ± {error:.1f}" if sides["athens"] + sides["sparta"] else "-"
    shares = [f"{100 * factions[name] / number:.0f}" if factions[name] else "-" for name in (*FACTIONS, "draw")]
    turns = sum(one.turns for one in games) / number
    wanted = (str(REPORTED.get(scenario, "-")), first(games), REPORTED_FIRST.get(scenario, "-"), f"{turns:.1f}")
    return [scenario, str(number), by_side, wanted[0], *shares, *wanted[1:]]


def first(games: Sequence[Ended]) -> str:
    """The mean Honor of each Side after the first turn."""
    known = [one.first for one in games if one.first]
    sums = [sum(honor[name] for honor in known for name in FACTIONS_OF[side]) for side in SIDES]
    return ", ".join(f"{total / len(known):.1f}" for total in sums) if known else "-"


def measure(scenarios: Sequence[str], games: int, processes: int) -> None:
    """Play them all and print the table."""
    rows = []
    with Pool(processes) as pool:
        for scenario in scenarios:
            rows.append(row(scenario, pool.map(play, [(scenario, number) for number in range(games)], chunksize=1)))
    show(
        "Who wins Pericles between steady bots, in per cent of the games",
        ("scenario", "games", "Athens", "14-H", *FACTIONS, "draw", "first turn", "14-H", "turns"),
        rows,
        "Athens: its share of the wars, with the standard error of as many games as were played.",
        "first turn: mean Honor of Athens and of Sparta after it. 14-H is of 400 games each, of 300 theater scenarios,",
        "so it is uncertain by some 2.5; its campaign was played without 14.43-B.",
    )


def main(arguments: Sequence[str]) -> None:
    """Read how many games of which scenarios are wanted, and play them."""
    there = tuple(title("pericles").scenarios)
    parser = argparse.ArgumentParser(prog="python -m tests.bench shares", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=f"{', '.join(there)}; all when none is named")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each scenario (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="how many play at once (default: %(default)s)")
    wanted = parser.parse_args(arguments)
    if unknown := set(wanted.scenarios) - set(there):
        parser.error(f"unknown scenarios: {', '.join(sorted(unknown))}; there are {', '.join(there)}")
    if wanted.games < 1 or wanted.processes < 1:
        parser.error("--games and --processes are 1 or more")
    measure(wanted.scenarios or there, wanted.games, wanted.processes)
