"""The names of Polis: what people read for a word of the rules, and for a subject."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from adjudicator.kernel.subjects import Naming, listed, split
from adjudicator.polis.components import Box, box
from adjudicator.polis.words import CARDS, GOODS, REGIONS, Branch, CardName


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


def goods_said(goods: Mapping[Any, int]) -> str:
    """`2 metal and 1 silver`, in the order of the components; `nothing` where there is none."""
    said = [f"{goods[good]} {good}" for good in GOODS if goods.get(good)]
    return listed(said) if said else "nothing"


def units_said(regions: Mapping[Any, int]) -> str:
    """`2 in Attika and 1 in Ionia`."""
    return listed([f"{regions[region]} in {name_of(region)}" for region in REGIONS if regions.get(region)])


def words(view: Any, one: str) -> str:
    """The name of a subject, as the components have it that the game is played with, where a view says which."""
    kind, name = split(one)
    printed = view.box if view is not None else box()
    if kind == "card":
        return f"{name} {card_name(printed, name)}"
    if kind == "piece":
        units, _, side = name.partition("@")[0].partition("-")
        return f"{units} of {name_of(side)}"
    if kind == "way":
        return " to ".join(map(name_of, name.split("-")))
    return name_of(name, printed)


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

NAMING = Naming(words, FIELDS, actions={"move_proxenos": {"to": "polis"}})
