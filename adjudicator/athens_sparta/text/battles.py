"""What board and picture say of the Combat Phase and of the battle in course."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.state.battle import ANYWHERE, Battle
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.text.wording import group_said, groups
from adjudicator.athens_sparta.words import ENEMY, SIDES, SideName
from adjudicator.kernel import Unknown


def battle_of(view: AthensSparta) -> Battle | None:
    """The battle in course."""
    return view.combat.battle if view.combat else None


def combat_said(view: AthensSparta) -> str:
    """5.0-A: whose Combat Phase it is, the contacts that are done, and what they came to."""
    if not view.combat:
        return ""
    combat, said = view.combat, [f"Combat Phase of {view.combat.side.capitalize()}"]
    said += [f"to come: {', '.join(place_name(hex, view.box) for hex in combat.waiting)}"] if combat.waiting else []
    said += [f"done: {', '.join(place_name(hex, view.box) for hex in combat.done)}"] if combat.done else []
    for hex, results in combat.results.items():
        came = ", ".join(f"{side.capitalize()} {results[side]}" for side in SIDES if side in results)
        said += [f"{place_name(hex, view.box)}: {came}"]
    went = ", ".join(f"{number} to {place_name(hex, view.box)}" for hex, number in combat.regrouped.items())
    said += [f"regrouped: {went}"] if went else []
    return "; ".join(said)


def assault_said(view: AthensSparta, battle: Battle) -> str:
    """`Battle in Thebes (I08), round 1: Athens attacks`."""
    when = f"round {battle.round}" if battle.round else "Declaration"
    how = " to relieve the city" if battle.relief else ""
    return f"Battle in {place_name(battle.place, view.box)}, {when}: {battle.attacker.capitalize()} attacks{how}"


def course_said(view: AthensSparta, battle: Battle) -> str:
    """What has happened in a battle so far, of the blocks that are still there and that the viewer knows."""
    here = [one.name for side in SIDES for one in fighters(view, battle, side)]
    lines = [(f"order of {side.capitalize()}", battle.lines.get(side, [])) for side in SIDES]
    said = [_blocks(word, [one for one in names if one in here]) for word, names in [*_deeds(battle), *lines]]
    said += ["without double defence (Betrayal)"] if battle.betrayal else []
    said += ["no Storm"] if battle.declined else ["Storm over"] if battle.stormed and not battle.storm else []
    said += ["the city is captured"] if battle.captured or battle.fallen else []
    for side in SIDES:
        ways = ", ".join(f"{number} to {hex}" for hex, number in battle.retreats.get(side, {}).items())
        said += [f"{side.capitalize()} retreated {ways}"] if ways else []
    said += [f"{battle.acting} acts"] if battle.acting in here else []
    said += [f"{battle.hits} hits to apply"] if battle.hits else []
    return "; ".join(one for one in said if one)


def plan_said(view: AthensSparta, side: SideName) -> str:
    """12.1-C: for which hexes battle orders are kept; only their owner sees any."""
    plan = view.battle_plans.get(side)
    if plan is None:
        return ""
    places = ", ".join("all" if hex == ANYWHERE else place_name(hex, view.box) for hex in plan.battle)
    said = [f"battle orders for {places}"] if places else []
    said += [f"{len(plan.contacts)} contacts in order"] if plan.contacts else []
    return "; ".join([*said, *(["to be asked again"] if plan.revise else [])])


def _deeds(battle: Battle) -> Iterable[tuple[str, list[str]]]:
    yield "attackers", battle.attackers
    yield "sallied", battle.sallied
    yield "Revolt", [battle.rebel] if battle.rebel else []
    yield "Storm" if battle.storm else "stormed", battle.stormers
    yield "Coastal Combat", battle.coastal
    yield "hit by half", [battle.half] if battle.half else []
    yield "had their turn", battle.acted
    yield "fired", battle.fired
    yield "passed", battle.passed
    yield "retreat by any hexside", battle.free


def _blocks(word: str, names: list[str]) -> str:
    return f"{word}: {', '.join(names)}" if names else ""


def fighters(view: AthensSparta, battle: Battle, side: SideName) -> list[Block]:
    """The blocks of a side in the hex that the viewer knows."""
    return [one for one in view.at(battle.place, side) if not isinstance(one.id, Unknown)]


def battle_lines(view: AthensSparta, battle: Battle) -> list[str]:
    """The assault, its course, and who stands where, the defender first."""
    rows = [assault_said(view, battle), course_said(view, battle)]
    found = sorted(groups(view, battle.place), key=lambda group: group.side != ENEMY[battle.attacker])
    return [*(row for row in rows if row), *(group_said(view, group) for group in found)]
