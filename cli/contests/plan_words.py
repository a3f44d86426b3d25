"""What a plan means, in sentences, before anybody signs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cli.times import local_time

KINDS: Final = {
    "mini": "A mini cup: it begins when it is full",
    "round-robin": "A round robin: everybody meets as many others as can be",
    "swiss": "A Swiss: players of like points meet",
    "knock-out": "A knock-out: the first of each table play on",
    "cup": "A cup: Swiss rounds, then a knock-out",
    "league": "A league: each table is a division, with promotion after each round",
    "ladder": "A ladder: neighbours play, and change places by result",
}
LATE: Final = {
    "wait": "is waited for",
    "end": "ends with the places of that moment",
    "adjudicate": "waits for the organiser's word",
}


def plan_in_words(plan: Mapping[str, Any]) -> list[str]:
    """A sentence for each thing that matters."""
    from schemas.statements.durations import length, listed

    sizes = [str(len(seats)) for seats in plan["tables"]]
    rounds = f"{plan['rounds']} round{'s' * (plan['rounds'] > 1)}"
    said = [
        f"{KINDS[plan['kind']]}; {rounds} of {plan['title']}/{plan['scenario']} at tables of {' or '.join(sizes)}.",
        _entering(plan),
    ]
    if plan["kind"] in ("knock-out", "cup"):
        swiss = f"After {plan['swiss_rounds']} Swiss rounds, " if plan["swiss_rounds"] else ""
        said.append(f"{swiss}{plan['advance']} of each table play on.")
    if plan["round_seconds"]:
        lasts = length(plan["round_seconds"])
        said.append(f"A round lasts {lasts} at most; a game that goes on then {LATE[plan['late']]}.")
    said.append(f"A phase lasts {length(plan['terms']['phase_seconds'])} of working time.")
    if plan["ties"]:
        said.append(f"Who have as many points are parted by {listed([_tie(tie) for tie in plan['ties']])}.")
    if plan["apart"]:
        said.append(f"Kept apart: {'; '.join(' and '.join(pair) for pair in plan['apart'])}.")
    if plan["seed_list"]:
        said.append(f"Seeded: {listed(plan['seed_list'])}.")
    return said


def _entering(plan: Mapping[str, Any]) -> str:
    who = "Whoever is invited" if plan["private"] else "Anybody"
    if plan["closes_at"] is None:
        return f"{who} may enter; it begins when {plan['most']} are in."
    until = local_time(plan["closes_at"])
    return f"{who} may enter until {until}; {plan['fewest']} are wanted at least, {plan['most']} at most."


def _tie(tie: str) -> str:
    from schemas.contests.standings import TIE_BREAKS

    return TIE_BREAKS[tie]
