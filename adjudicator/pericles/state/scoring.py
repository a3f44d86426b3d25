"""11.14, 14-B, 14-F: the end of the game: what is scored, who has won, and the places."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import Event
from adjudicator.pericles.events.common import HonorGained, HonorLost
from adjudicator.pericles.events.ending import GameOver, SidesScored, WarWon
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import SIDE_OF, FactionName, SideName

BONUS = 5  # 11.12-A, 11.13-A, 11.14-A: the political bonus


def peace_ends(position: Pericles) -> bool:
    """14-E: whether Peace in this turn ends the scenario."""
    first = position.facts.end.peace_ends_from_turn
    return first is not None and position.turn >= first and not position.war


def score_the_end(running: Running, reason: str) -> None:
    """11.14: A to D where the scenario plays them in full (14-F), then E and F."""
    if running.position.facts.victory.method == "end_of_game":
        for side in running.position.sides:
            give_political_bonus(running, side, "11.14-A")
        for side in running.position.sides:
            score_bases(running, side)
        for side in running.position.sides:
            score_theaters(running, side)
    decide(running, reason)


def give_political_bonus(running: Running, side: SideName, why: str) -> None:
    """11.12-A, 11.13-A, 11.14-A: the Controlling Faction gains 5, the Opposition loses 5."""
    governing, other = running.position.governing_first(side)
    ledger.gain_honor(running, governing, BONUS, why)
    ledger.lose_honor(running, other, BONUS, why)


def split(running: Running, side: SideName, honor: int, why: str) -> None:
    """11.14-B, 11.14-G, RULING-48: Honor is split evenly, and the Controlling Faction gets an odd point."""
    governing, other = running.position.governing_first(side)
    ledger.gain_honor(running, governing, honor - honor // 2, why)
    ledger.gain_honor(running, other, honor // 2, why)


def score_bases(running: Running, side: SideName) -> None:
    """11.14-B, RULING-46: 3 Honor for each base on the map."""
    bases = running.position.bases_on_map(side)
    split(running, side, 3 * bases, f"11.14-B, {bases} bases")


def score_theaters(running: Running, side: SideName) -> None:
    """11.14-C: 3 for each that Athens Controls; 11.14-D: 6 for each that Sparta does."""
    position = running.position
    controlled = sum(position.status(name, side) == "friendly" for name in position.in_play())
    each, clause = (3, "11.14-C") if side == "athens" else (6, "11.14-D")
    split(running, side, each * controlled, f"{clause}, {controlled} theaters Controlled")


def decide(running: Running, reason: str) -> None:
    """11.14-E, 11.14-F: the Side with the higher sum, then its better Faction."""
    position = running.position
    extra = position.facts.victory.side_bonus
    sums = {side: position.side_honor(side) + extra.get(side, 0) for side in position.sides}
    running.emit(SidesScored(sums=sums))
    best = [side for side in position.sides if sums[side] == max(sums.values())]
    clause = "11.14-E" if len(best) == 1 else "11.14-F"
    side = best[0] if len(best) == 1 else side_of_the_best(position)
    win_war(running, side, clause, reason)


def side_of_the_best(position: Pericles) -> SideName:
    """11.14-F: the Side of the Faction with most Honor of all four; Athens where both Sides have one."""
    most = max(position.honor[faction] for faction in position.factions)
    return SIDE_OF[next(faction for faction in position.factions if position.honor[faction] == most)]


def win_war(running: Running, side: SideName, clause: str, reason: str) -> None:
    """11.14-E: the Faction with more Honor of the Side that wins the war, the Controlling one on a tie (RULING-47)."""
    position = running.position
    running.emit(WarWon(side=side, why=clause))
    governing, other = position.governing_first(side)
    end(running, reason, [other if position.honor[other] > position.honor[governing] else governing])


def end(running: Running, reason: str, winners: list[FactionName]) -> None:
    """End the game: the winner is first (several winners draw), and the others follow by Honor."""
    position = running.position
    places = places_of(position, winners)
    honor = {faction: position.honor[faction] for faction in position.factions}
    running.emit(GameOver(reason=reason, winners=winners, honor=honor, places=places))
    running.finish(reason, places)


def places_of(position: Pericles, winners: list[FactionName]) -> dict[str, int]:
    """1-C, RULING-71: winners are first, whatever the Honor of others; otherwise equal Honor shares a place."""
    rank = {
        faction: (faction in winners, 0 if faction in winners else position.honor[faction])
        for faction in position.factions
    }
    return {faction: 1 + sum(other > rank[faction] for other in rank.values()) for faction in position.factions}


def scores(position: Pericles) -> dict[str, int]:
    """1-C: the score of a game is the Honor of each Faction."""
    return {faction: position.honor[faction] for faction in position.factions}


SOURCES = {
    "7.1": "orations and ostracism",
    "7.2": "Favor",
    "7.4": "political issues",
    "8.5": "theater issues",
    "8.6": "Political Capital",
    "9.2": "raids",
    "9.5": "battles",
    "11.1": "the end of the war",
    "11.4": "the Will of the Assembly",
    "12": "the League",
    "13": "Persia",
    "14": "War and Peace",
}
"""What Honor comes from, by how the clauses begin that give or take it."""


def tally(position: Pericles, told: Sequence[Event]) -> dict[str, dict[str, int]]:
    """1-C, section 10: the Honor of each Faction by what gave or took it; what is left it had when the game began."""
    found = {str(faction): {"at the start": honor} for faction, honor in scores(position).items()}
    for event in told:
        if isinstance(event, HonorGained | HonorLost):
            mine, honor = found[event.faction], event.honor if isinstance(event, HonorGained) else -event.honor
            source = next((name for clause, name in SOURCES.items() if event.why.startswith(clause)), "other")
            mine[source] = mine.get(source, 0) + honor
            mine["at the start"] -= honor
    return found
