"""The names of Polis: what people read for a word of the rules, a subject, a field of an order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final, cast, get_args

from adjudicator.kernel.subjects import Naming, SeatText, count_of, listed, split
from adjudicator.polis.components import Box, box
from adjudicator.polis.words import CARDS, GOODS, REGIONS, SEAS, Branch, CardName, PolisName, SeaName, SideName

KINDS_SAID: Mapping[str, str] = {
    "create_hoplites": "create hoplites",
    "create_galleys": "create galleys",
    "create_merchants": "create merchants",
    "start_project": "start a project",
    "move_hoplites": "move hoplites",
    "move_galleys": "move galleys",
    "besiege": "besiege a polis",
    "collect": "collect goods",
    "trade": "trade",
    "move_proxenos": "move the proxenos",
    "redeem_proxenos": "redeem the proxenos",
    "civil_war": "instigate civil war",
}
"""7.1 to 7.12."""


@cache
def _names(printed: Box) -> dict[str, str]:
    named: dict[str, str] = {"sparta": "Sparta", "athens": "Athens"}
    parts = printed.components
    for block in (parts.seas, parts.territories, parts.poleis, parts.markets, parts.projects, parts.events):
        named |= {name: facts.name for name, facts in block.items()}
    for market in parts.markets.values():
        named |= {one.id: f"{market.name} {one.id.rpartition('_')[2]}" for one in market.shipments}
    return named


def name_of(word: str, printed: Box | None = None) -> str:
    """A place, polis, shipment, project, event or side as people say it; any other word as it is."""
    return _names(printed or box()).get(word) or word.replace("_", " ")


@lru_cache(1000)
def of_sides(text: str, **sides: SideName) -> SeatText:
    """A text that names sides, as in `of_sides("{side} has no merchant in port", side=side)`."""
    return SeatText(text, sides, name_of)


def card_name(printed: Box, card: str, branch: Branch | None = None) -> str:
    """A combat card: `Phalanx, Othismos (2)`; without a branch both halves."""
    if card not in CARDS:
        return card
    branches: tuple[Branch, ...] = (branch,) if branch else ("land", "naval")
    said = [half_name(printed, card, one) for one in branches]
    return " / ".join(dict.fromkeys(said))


def half_name(printed: Box, card: str, branch: Branch) -> str:
    """One half of a card."""
    formation, manoeuvre = getattr(printed.components.combat_cards[cast("CardName", card)], branch)
    value = getattr(printed.components.manoeuvres, branch)[manoeuvre]
    return f"{formation.replace('_', ' ').capitalize()}, {manoeuvre.capitalize()} ({value})"


def counts(of: Mapping[Any, int]) -> dict[str, int]:
    """Numbers by name, as events tell them."""
    return {str(name): number for name, number in of.items()}


def siege_said(printed: Box, polis: PolisName) -> str:
    """7.7-D: what a siege needs on the die: `3 or more`."""
    needs = printed.poleis[polis].base
    return f"{needs} or more" if needs < printed.components.die else f"{needs}"


def goods_said(goods: Mapping[Any, int]) -> str:
    """`2 metal and 1 silver`, in the order of the components; `nothing` where there is none."""
    said = [f"{goods[good]} {good}" for good in GOODS if goods.get(good)]
    return listed(said) if said else "nothing"


def unit_of(region: str) -> str:
    """2-E: `hoplite` in a territory, `galley` in a sea."""
    return "galley" if region in SEAS else "hoplite"


def units_in(region: str, number: int) -> str:
    """Units by the kind that stands in a region: `2 hoplites`, `1 galley`, `no galleys`."""
    return count_of(number, unit_of(region)) if number else f"no {unit_of(region)}s"


def units_said(regions: Mapping[Any, int]) -> str:
    """`2 in Attika and 1 in Ionia`."""
    return listed([f"{regions[region]} in {name_of(region)}" for region in REGIONS if regions.get(region)])


def words(view: Any, one: str) -> str:
    """The name of a subject, as the components have it that the game is played with, where a view says which."""
    kind, name = split(one)
    printed = view.box if view is not None else box()
    if kind == "card":
        battle = view.battle if view is not None else None
        return card_name(printed, name, battle and ("naval" if battle.region in SEAS else "land"))
    if kind == "action":
        return KINDS_SAID.get(name, name)
    if kind == "piece":
        units, _, region = name.partition("@")
        kind, _, side = units.partition("-")
        alone = view is not None and view.units[region][side] == 1
        return f"{kind.removesuffix('s') if alone else kind} of {name_of(side)}"
    if kind == "walls":
        return siege_said(printed, cast("PolisName", name))
    if kind == "way":
        return " to ".join(map(name_of, name.split("-")))
    return name_of(name, printed)


# --- how the fields of orders are asked for, and what is said of them -------------------------------------------------

FieldWords = Mapping[str, tuple[str, ...]]
_ACTION: Final[FieldWords] = {
    "action": ("Which action?", "{}", "pass"),
    "polis": ("Which polis?", "in {}"),
    "n": ("How many?", "{}"),
    "territory": ("In which territory?", "in {}"),
    "to": ("Where to?", "to {}"),
    "mode": ("By land or by sea?", "by {}"),
    "units.from": ("Where from?", "from {}"),
    "units.count": ("How many units?", "{}"),
    "units.by": ("By land or by sea?", "by {}"),
    "project": ("Which project?", "{}"),
    "shipment": ("Which shipment?", "{}"),
    "pay": ("By barter or for silver?", "by {}"),
    "silver": ("How many do you pay for in silver?", "{} in silver"),
    "silver_for": ("Which good do you pay in silver?", "{} in silver"),
    "hired": ("How many of them are hired?", "{} hired"),
    "fee": ("Which good pays the fee?", "fee {}"),
    "suppress": ("How many hoplites suppress?", "{} suppressing"),
    **{f"rows.{good}": ("On which goods?", f"{{}} on {good}") for good in GOODS},
    **{f"split.{sea}": ("In which sea?", f"{{}} in {name_of(sea)}") for sea in get_args(SeaName)},
}
GROWTH: Final[FieldWords] = {
    f"plan.do.poleis.{polis}": ("Which polis grows?", f"{name_of(polis)} by {{}}") for polis in get_args(PolisName)
}
RELEASE: Final[FieldWords] = {"plan.do.release": ("Which polis do you release?", "{}", "no more")}
PHOROS: Final[FieldWords] = {
    "plan.do.prestige": ("How much Prestige do you spend, or keep?", "spend {}"),
    "plan.do.keep": ("How much Prestige do you spend, or keep?", "keep {} and spend the rest"),
}


def of_action(prefix: str) -> FieldWords:
    """Those of an action that is a field of an order."""
    return {f"{prefix}.{name}": said for name, said in _ACTION.items()}


FIELDS: Mapping[str, str] = {
    "seat": "seat",
    "seats": "seat",
    "side": "seat",
    "other": "seat",
    "first": "polis",
    "owner": "seat",
    "scores": "seat",
    "winner": "seat",
    "polis": "polis",
    "poleis": "polis",
    "release": "polis",
    "released": "polis",
    "to_polis": "polis",
    "from_polis": "polis",
    "territory": "place",
    "sea": "place",
    "region": "place",
    "regions": "place",
    "origin": "place",
    "from": "place",
    "to": "place",
    "seas": "place",
    "shipment": "market",
    "shipments": "market",
    "project": "project",
    "projects": "project",
    "event_card": "event",
    "action": "action",
    "card": "card",
    "cards": "card",
}

NAMING = Naming(
    words, FIELDS, actions={"move_proxenos": {"to": "polis"}}, endings=("{seat} cannot feed {seat.its} capital",)
)
