"""How the fields of orders are asked for, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from adjudicator.polis.names import name_of
from adjudicator.polis.words import GOODS, PolisName, SeaName

FieldWords = Mapping[str, tuple[str, ...]]
_ACTION: Final[FieldWords] = {
    "action": ("Which action?", "{}", "pass"),
    "polis": ("Which polis?", "in {}"),
    "n": ("How many?", "{}"),
    "territory": ("Which territory?", "in {}"),
    "to": ("Where to?", "to {}"),
    "mode": ("By land or by sea?", "by {}"),
    "units.from": ("Where from?", "from {}"),
    "units.count": ("How many units?", "{}"),
    "units.by": ("By land or by sea?", "by {}"),
    "project": ("Which project?", "{}"),
    "shipment": ("Which shipment?", "{}"),
    "pay": ("How do you pay?", "by {}"),
    "fee": ("Which good is the fee?", "for {}"),
    "suppress": ("How many units suppress it?", "suppressed by {}"),
    **{f"rows.{good}": ("Which goods?", f"{{}} {good}") for good in GOODS},
    **{f"split.{sea}": ("In which sea?", f"{{}} in {name_of(sea)}") for sea in get_args(SeaName)},
}
GROWTH: Final[FieldWords] = {
    f"plan.do.poleis.{polis}": ("Which polis grows?", f"{name_of(polis)} by {{}}") for polis in get_args(PolisName)
}
RELEASE: Final[FieldWords] = {"plan.do.release": ("Which polis do you release?", "{}", "no more")}
PHOROS: Final[FieldWords] = {
    "plan.do.prestige": ("How much Prestige do you spend, or keep?", "spend {}"),
    "plan.do.keep": ("How much Prestige do you spend, or keep?", "keep {}"),
}


def of_action(prefix: str) -> FieldWords:
    """Those of an action that is a field of an order."""
    return {f"{prefix}.{name}": said for name, said in _ACTION.items()}
