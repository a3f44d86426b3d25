"""The twelve actions as players write them (15.1), each a struct that is told apart by `action`."""

from __future__ import annotations

from typing import Literal, Union

import msgspec

from adjudicator.polis.words import Good, MarketGood, Mode, PolisName, ProjectName, SeaName, ShipmentName, TerritoryName


class Action(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"
):
    """One action. `fee` is the good that is paid for it when playing on alone (6-D)."""

    fee: Good | None = None


class Create(Action, frozen=True, kw_only=True):
    """7.1 to 7.3: units of the population of a polis. The payment is for those that are not hired (15.1-A)."""

    polis: PolisName
    n: int
    silver: int | None = None


class CreateHoplites(Create, frozen=True, kw_only=True, tag="create_hoplites"):
    """7.1: new hoplites of a polis; `hired` under 13-G."""

    metal: int | None = None
    hired: int = 0


class CreateGalleys(Create, frozen=True, kw_only=True, tag="create_galleys"):
    """7.2: new galleys of a polis; `split` says which go to which sea, at Korinthos (7.2-C)."""

    wood: int | None = None
    hired: int = 0
    split: dict[SeaName, int] = {}


class CreateMerchants(Create, frozen=True, kw_only=True, tag="create_merchants"):
    """7.3: new merchants of a polis."""

    wood: int | None = None


class StartProject(Action, frozen=True, kw_only=True, tag="start_project"):
    """7.4: a project begins in a polis; `silver_for` names the lots that are paid in silver."""

    polis: PolisName
    project: ProjectName
    silver_for: list[MarketGood] = []


class March(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hoplites that go the same way, one after the other."""

    origin: TerritoryName = msgspec.field(name="from")
    by: Mode
    count: int


class Sail(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Galleys that go the same way, one after the other."""

    origin: SeaName = msgspec.field(name="from")
    count: int


class MoveHoplites(Action, frozen=True, kw_only=True, tag="move_hoplites"):
    """7.5: hoplites move to a territory, in the order of the list."""

    to: TerritoryName
    units: list[March]


class MoveGalleys(Action, frozen=True, kw_only=True, tag="move_galleys"):
    """7.6: galleys move to a sea, in the order of the list."""

    to: SeaName
    units: list[Sail]


class Besiege(Action, frozen=True, kw_only=True, tag="besiege"):
    """7.7: a siege of a polis."""

    polis: PolisName


class Collect(Action, frozen=True, kw_only=True, tag="collect"):
    """7.8: goods of a territory, `rows` by good in squares; `suppress` under 13-H."""

    territory: TerritoryName
    rows: dict[Good, int] = {}
    suppress: int = 0


class Trade(Action, frozen=True, kw_only=True, tag="trade"):
    """7.9: a shipment, paid in goods or in silver."""

    shipment: ShipmentName
    pay: Literal["barter", "silver"]


class MoveProxenos(Action, frozen=True, kw_only=True, tag="move_proxenos"):
    """7.10: the proxenos goes to a polis."""

    to: PolisName
    mode: Mode


class RedeemProxenos(Action, frozen=True, kw_only=True, tag="redeem_proxenos"):
    """7.11: a captive proxenos comes home."""


class CivilWar(Action, frozen=True, kw_only=True, tag="civil_war"):
    """7.12: a civil war where the proxenos is."""


AnyAction = Union[  # noqa: UP007 - a type for msgspec, at run time
    CreateHoplites,
    CreateGalleys,
    CreateMerchants,
    StartProject,
    MoveHoplites,
    MoveGalleys,
    Besiege,
    Collect,
    Trade,
    MoveProxenos,
    RedeemProxenos,
    CivilWar,
]


def kind_of(action: Action) -> str:
    """6-A: the kind of an action."""
    return str(action.__struct_config__.tag)
