"""The versions of these rules, and what leads from each to the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.athens_sparta.components import box
from adjudicator.athens_sparta.sieges.in_force import SHEET, sheet_faults
from adjudicator.athens_sparta.state.orders import BattleSheet
from adjudicator.athens_sparta.words import ENEMY, OUTSIDE
from adjudicator.kernel import Malformed, Upgrade
from adjudicator.kernel.faults import convert
from adjudicator.kernel.rules.components_files import OURS

VERSION = "athens_sparta/2"
Plain = dict[str, Any]


def _set_right(plain: Plain) -> Plain:
    """What version 1 left as it should not be: see the parts."""
    _have_them_meet(plain)
    _end_revolts(plain)
    _take_in(plain)
    _look_again(plain)
    _read_plans(plain)
    _ask_again(plain)
    return plain


def _foes(plain: Plain, block: Plain) -> list[str]:
    """The postures of the enemy's blocks in the hex of a block."""
    there = [one for one in plain["blocks"] if one["place"] == block["place"]]
    return [one["posture"] for one in there if one["side"] != block["side"]]


def _fought_in(plain: Plain) -> str | None:
    """The hex of the battle under way."""
    battle = plain["combat"] and plain["combat"]["battle"]
    return battle["place"] if battle else None


def _have_them_meet(plain: Plain) -> None:
    """9.5-G: blocks that have changed sides are marked until they have met; before, their city named them."""
    green = box(plain["options"].get("components", OURS)).green_blocks
    for pending in (*plain["agenda"], plain["phase"]["then"]):
        if pending["name"] in ("meet_former_friends", "leave_city", "fight_changed", "take_leave"):
            args = pending["args"]
            names = green.get(args.pop("city", None), [one for city in green.values() for one in city])
            for block in plain["blocks"]:
                mine = block["side"] == args["side"] and args.get("place", block["place"]) == block["place"]
                if mine and block["id"] in names and not _lies_as_its_side(plain, block):
                    block["turned"] = True


def _lies_as_its_side(plain: Plain, block: Plain) -> bool:
    """RULING-115: in its own city or before the enemy's: it has come there since."""
    owner = plain["control"].get(block["place"])
    own = ("BESIEGED", "PATROL") if owner == block["side"] else OUTSIDE
    return owner is not None and block["posture"] in own


def _end_revolts(plain: Plain) -> None:
    """7.0-G: a Revolt that has no battle to fight, or none any more, is over."""
    turn, control = plain["turn"], plain["control"]
    for block in plain["blocks"]:
        resisted = not plain["combat"] or any(one != "PATROL" for one in _foes(plain, block))
        won = control.get(block["place"]) == block["side"]
        if won or not turn or turn["side"] != block["side"] or not resisted:
            block["rising"] = False


def _take_in(plain: Plain) -> None:
    """5.3-D: a green ship in the field before its own besieged port goes in, on patrol where there is no room."""
    for block in _left_outside(plain):
        there = [one for one in plain["blocks"] if one["place"] == block["place"] and one["posture"] == "BESIEGED"]
        room = box(plain["options"].get("components", OURS)).limit_of(block["place"])
        block["posture"] = "BESIEGED" if len(there) < room else "PATROL"


def _left_outside(plain: Plain) -> Iterator[Plain]:
    for block in plain["blocks"]:
        own = plain["control"].get(block["place"]) == block["side"] and block["place"] != _fought_in(plain)
        green = block["colour"] == "green" and block["posture"] == "FIELD" and not block["origin"]
        if own and green and "SIEGING" in _foes(plain, block) and "turned" not in block:
            yield block


def _look_again(plain: Plain) -> None:
    """4.2-B: a hex where blocks that changed sides stand alone is their new friends'."""
    held = plain["standing"]["open"]
    for hex in held:
        sides = {one["side"] for one in plain["blocks"] if one["place"] == hex}
        if sides == {ENEMY.get(held[hex])} and hex != _fought_in(plain):
            held[hex] = sides.pop()


def _read_plans(plain: Plain) -> None:
    """RULING-118: battle orders that cannot be read say nothing; an empty order of contacts was none."""
    for side, plan in [*plain["battle_plans"].items()]:
        if not plan.get("contacts"):
            plan.pop("contacts", None)
        said = {name: plan[name] for name in ("contacts", "battle") if name in plan}
        try:
            unread = bool(sheet_faults(convert({**said, "question": SHEET}, BattleSheet)))
        except Malformed:
            unread = True
        if unread:
            del plain["battle_plans"][side]


def _ask_again(plain: Plain) -> None:
    """RULING-121, RULING-123: what is asked of the seat itself says so."""
    for ask in plain["phase"]["asks"]:
        if plain["combat"] and ask["question"] == "D-8B" and ask["seat"] == plain["combat"]["side"]:
            ask["args"]["again"] = True
        if plain["phase"]["then"]["name"] == "move_on":
            ask["args"]["rest"] = True


UPGRADES = {
    "athens_sparta/1": Upgrade(
        (
            "A city that a Revolt alone has taken is not reported as sacked when its ship comes with it, and no ship "
            "or green block that goes over with a captured city gains a step at its sack (RULING-21, RULING-114).",
            "A Revolt is over when the last block that resists it goes over with its own city: that city falls when "
            "the Phase ends, and the revolt block fights like any other from then on (7.0-G, RULING-113).",
            "A hex where only blocks stand that have just changed sides is FRIENDLY to their new friends at once, for "
            "retreats and regroups, and ENEMY to their former ones (4.2-B).",
            "Land blocks do not retreat over a hexside by which enemy ships came to attack in this Player Turn; those "
            "of the ships' own side may (5.3-B, RULING-104).",
            "The side whose turn it is, attacked by blocks that have changed sides, retreats over any hexside "
            "(RULING-105).",
            "When attrition kills the last ship of a blockade, those who hold the city may regroup (RULING-109).",
            "Blocks that must retreat go one after the other by their letter, the stronger first, not by their id "
            "(RULING-112).",
            "A block that has changed sides and has left the hex since, by regrouping, meets no former friends where "
            "it has gone: it stays BESIEGED in a port of its new side, and attacks nobody (9.5-G, RULING-115).",
            "Garrison orders, and what a book says to the decisions of battles, count in every battle and in attrition "
            "in an Earthquake: field by field below what is sent in the turn. For D-8B default, pass and ask_me end "
            "them (RULING-116, RULING-117, RULING-120).",
            "A Storm or a sally that is ordered makes a fight of a contact that need not be fought (RULING-122).",
            "Who asks to revise battle orders, or to be asked for the rest of a list of moves, is asked, whatever "
            "stands in their book (RULING-121, RULING-123).",
            "What a condition says of a battle is unknown where there is none; my strength is known for regroups "
            "after attrition too (RULING-124). Blocks that are ordered to withdraw go in first (RULING-125).",
            "Nobody regroups after a battle in an Earthquake (5.4-C). A list of replacements that asks or stops is "
            "refused (RULING-126).",
        ),
        _set_right,
    ),
}
