"""5, 6: what is stored of a Combat Phase and of the battle under way, and the battle orders of 12.2."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from adjudicator.athens_sparta.words import BlockName, BlockType, HexName, SideName
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.position.position import Entry

Declared = Literal["accept", "withdraw", "patrol"]
Deed = Literal["fire", "retreat", "withdraw", "blockade", "patrol", "coastal", "pass"]
Relief = Literal["enter", "patrol", "fight"]
Result = Literal["won", "lost", "siege"]
When = bool | dict[str, Any]
"""Never (false), always (true), or a condition (12.2-B)."""
ANYWHERE = "*"


class _Written(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player writes in battle orders."""


class Declare(_Written, frozen=True, kw_only=True):
    """12.2-A `declare`: for a block, for blocks of a type, or, if neither is named, for all."""

    do: Declared
    block: BlockName | None = None
    type: BlockType | None = None


class Act(_Written, frozen=True, kw_only=True):
    """12.2-A `turns`: for a block, blocks of a type, or for all; a retreat goes to the first hex of `to` that is open.

    `ships` are declared for Coastal Combat together with it (6.2-A).
    """

    do: Deed
    block: BlockName | None = None
    type: BlockType | None = None
    to: list[HexName] = []
    ships: list[BlockName] = []


class Regroup(_Written, frozen=True, kw_only=True):
    """12.2-A `regroup`: a block, and the hex to which it goes."""

    block: BlockName
    to: HexName


class BattleOrders(_Written, frozen=True, kw_only=True):
    """12.2-A: the battle orders for a hex or for `*`.

    `declare` (D-9) and `turns` (D-11): of these items the first that holds and can be done. `storm`, `sally`: whether
    (D-12, D-23); `stormers` and `sallyers`: who, of `stormers` as many as may, else the strongest; `betrayal`: use the
    event in this Storm. `relief` (D-22): ships that come into a besieged port. `order` (D-24): own blocks, the others
    follow. `ships` (D-10, D-11, D-25): what ships do that face no enemy ship, best first. `hits` (D-13), `retreat_to`
    (D-14), `sack` (D-16): best first. `regroup` (D-15, D-17, D-20R), `after` (D-17): what follows a battle that is won.
    `ask`: ask me wherever nothing here decides; otherwise the default counts.

    None: nothing is said of it (RULING-116); an empty list says that no rule is given.
    """

    declare: list[Item] | None = None
    storm: When | None = None
    stormers: list[BlockName] | None = None
    betrayal: bool | None = None
    sally: When | None = None
    sallyers: list[BlockName] | None = None
    relief: Relief | None = None
    order: list[BlockName] | None = None
    ships: list[Literal["coastal", "blockade", "patrol", "retreat"]] | None = None
    turns: list[Item] | None = None
    hits: list[BlockName] | None = None
    retreat_to: list[HexName] | None = None
    regroup: list[Item] | None = None
    sack: list[BlockName] | None = None
    after: Literal["siege", "blockade", "regroup"] | None = None
    ask: bool | None = None


class BattlePlan(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """12.1-C: the battle orders that a seat has sent for the Player Turn under way, and its order of contacts.

    `drawn`: the entries of its book with `times` of which something was used in this turn (RULING-119).
    """

    contacts: list[Item] | None = None
    battle: dict[HexName, BattleOrders] = {}
    revise: bool = False
    drawn: list[Entry] = []


class Battle(msgspec.Struct, forbid_unknown_fields=True):
    """A battle (5.0-B). All names are of blocks that lie open, for as long as it lasts.

    `attackers`: who attack (5.0-D). `relief`: the attackers hold the city, the defenders lie outside (5.55, 5.56).
    `acted` had their combat turn in this round, `passed` kept it (5.1-B); `began`: strengths when the round began,
    and `lines` the order that the owners chose (5.1-A). `coastal`: ships in Coastal Combat (6.2). `storm`: one goes
    on, by `stormers`, against `half` (5.53-A) or without double defence (`betrayal`). `fallen`: the city was
    captured while ships of the former holder fight on (5.5-E). `free`: who retreat by any hexside (RULING-17,
    RULING-29). `retreats`: how many of a side went where in this round (5.3-C). `unaided`: a Revolt without other
    blocks (7.0-D2); `fired`: of a Revolt's battle (7.0-E). `hits`: still to be applied, of what `acting` scored. In
    a view `reader` is the side that reads it.
    """

    place: HexName
    attacker: SideName
    relief: bool = False
    attackers: list[BlockName] = []
    sallied: list[BlockName] = []
    rebel: BlockName | None = None
    round: int = 0
    acted: list[BlockName] = []
    passed: list[BlockName] = []
    fired: list[BlockName] = []
    began: dict[BlockName, int] = {}
    lines: dict[SideName, list[BlockName]] = {}
    coastal: list[BlockName] = []
    storm: bool = False
    stormed: bool = False
    declined: bool = False
    stormers: list[BlockName] = []
    betrayal: bool = False
    half: BlockName | None = None
    fallen: bool = False
    captured: bool = False
    free: list[BlockName] = []
    retreats: dict[SideName, dict[HexName, int]] = {}
    acting: BlockName | None = None
    hits: int = 0
    unaided: bool = False
    reader: SideName | None = None


class Combat(msgspec.Struct, forbid_unknown_fields=True):
    """5.0-A: the Combat Phase under way: contacts that are done, and what they came to for each side (12.2-B).

    `waiting`: those of types (1) and (2) that are not resolved yet, which is public (12.1-C).

    `regrouped`: how many went where in the regrouping under way (5.4-A).
    `reader`: as in a battle. `about`: in a view, the block of which a condition speaks; it is never stored."""

    side: SideName
    done: list[HexName] = []
    waiting: list[HexName] = []
    results: dict[HexName, dict[SideName, Result]] = {}
    battle: Battle | None = None
    regrouped: dict[HexName, int] = {}
    reader: SideName | None = None
    about: BlockName | UnsetType = UNSET
