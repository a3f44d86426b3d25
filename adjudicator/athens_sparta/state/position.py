"""The position of Athens & Sparta: blocks, control, cards, turn. What follows from something else is not stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from adjudicator.athens_sparta.components import BOXES
from adjudicator.athens_sparta.components.box import Box
from adjudicator.athens_sparta.components.model import BlockFacts
from adjudicator.athens_sparta.state.accounts import Account
from adjudicator.athens_sparta.state.battle import BattlePlan, Combat
from adjudicator.athens_sparta.words import (
    FACE_UP,
    BlockName,
    CardName,
    Colour,
    EventName,
    HexName,
    Posture,
    SideName,
)
from adjudicator.kernel import ChapterBegins, DrawOffers, Resolution, Unknown
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.rules.components_files import OURS

HiddenBlock = BlockName | Unknown
HiddenCard = CardName | Unknown
HiddenNumber = int | Unknown


class Block(msgspec.Struct, forbid_unknown_fields=True):
    """A block in play (2.1-A): in a hex or in SICILY. `side` commands it, `colour` is its wood (1.1-A).

    `up`: turned face up for the time of a battle (5.0-F). `origin` is the hex in which it began this Player Turn, if it
    has moved, and `came_from` the last hex before the one where it stopped; both are known to its owner alone.
    `rising`: a Revolt whose battle is still to be fought (7.0-C). `turned`: it has changed sides with its city and is
    still to meet its former friends where it stands (9.5-G). In a view id and strength of a block that the reader may
    not know are unknown (2.2-A).
    """

    id: HiddenBlock
    side: SideName
    colour: Colour
    place: HexName
    strength: HiddenNumber
    posture: Posture = "FIELD"
    up: bool = False
    origin: HexName | None = None
    came_from: HexName | None = None
    rising: bool = False
    turned: bool | UnsetType = UNSET

    @property
    def open(self) -> bool:
        """2.2-A: everybody sees type and strength."""
        return self.up or self.posture in FACE_UP

    @property
    def name(self) -> BlockName:
        """The id of a block that one knows. ValueError where it is hidden."""
        if isinstance(self.id, Unknown):
            raise ValueError("the id of this block is hidden")
        return self.id

    @property
    def steps(self) -> int:
        """Its strength, of a block that one knows. ValueError where it is hidden."""
        if isinstance(self.strength, Unknown):
            raise ValueError("the strength of this block is hidden")
        return self.strength


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """The Player Turn under way (0.1-D): whose, the MP of their card, those spent (public, 2.2-B2).

    `attacks`: by hex, how many land blocks entered it to attack, by the hex they came from (4.1-B); `sailed`: likewise
    whence ships came (5.3-B). `event`: that of the card, until it is used or declined.
    """

    side: SideName
    mp: int
    spent: int = 0
    event: EventName | None = None
    attacks: dict[HexName, dict[HexName, int]] = {}
    sailed: dict[HexName, list[HexName]] = {}


class Standing(msgspec.Struct, forbid_unknown_fields=True):
    """4.2-A: what was so when the Phase began, for the status of hexes.

    `open`: by hex without a city whose blocks stood there, or `contested`. `sieging` and `blockading`: who did in which
    hex. Control of cities is stored in the position; it changes only at the end of a Phase, but for 4.2-B and 4.2-C.
    """

    open: dict[HexName, Literal["sparta", "athens", "contested"]] = {}
    sieging: dict[HexName, SideName] = {}
    blockading: dict[HexName, SideName] = {}


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    """2.2-B: what a seat has ordered for later in its Player Turn, until that is carried out."""

    moves: list[Item] = []


class AthensSparta(DrawOffers, kw_only=True):
    """A position of Athens & Sparta.

    `first` is Player 1 of the Game Turn (0.3-B), `cards` what was revealed for it. `control`: by hex, who controls its
    city (1.1-B); a green city that has joined nobody is not in it. `joined`: the green cities that have joined, and
    whom first (9.5). `aside`: blocks out of play (16.1-A).
    """

    olympiad: int = 0
    game_turn: int = 0
    first: SideName = "sparta"
    blocks: list[Block] = []
    pools: dict[SideName, list[HiddenBlock]] = {}
    aside: list[BlockName] = []
    control: dict[HexName, SideName] = {}
    joined: dict[HexName, SideName] = {}
    hands: dict[SideName, list[HiddenCard]] = {}
    undealt: list[HiddenCard] = []
    played: list[CardName] = []
    cards: dict[SideName, CardName] = {}
    shown_hand: SideName | None = None  # 0.2-B: whose hand lies open until the other side has decided
    sicily_cards: dict[SideName, HiddenCard] = {}
    sicily_up: bool = False
    turn: Turn | None = None
    combat: Combat | None = None
    standing: Standing = msgspec.field(default_factory=Standing)
    revolted: dict[SideName, list[HexName]] = {}  # 7.0-B: in this Olympiad
    support: bool = False  # 9.3-B: Sparta has Persian support now
    supported: bool = False  # 10.2-B: it was taken at some time
    sheets: dict[str, Sheet] = {}
    battle_plans: dict[str, BattlePlan] = {}
    accounts: dict[SideName, Account] = {}  # 8.0-A: while replacements are carried out, never between two phases

    def scratch(self) -> AthensSparta:
        """A copy for trying out what the rules would do. Cards and sheets are shared: no move changes them."""
        return msgspec.structs.replace(
            self,
            agenda=[],
            blocks=[msgspec.structs.replace(one) for one in self.blocks],
            pools={side: [*pool] for side, pool in self.pools.items()},
            aside=[*self.aside],
            control=dict(self.control),
            joined=dict(self.joined),
            turn=self.turn
            and msgspec.structs.replace(
                self.turn,
                attacks={hex: dict(one) for hex, one in self.turn.attacks.items()},
                sailed={hex: [*one] for hex, one in self.turn.sailed.items()},
            ),
            revolted={side: [*one] for side, one in self.revolted.items()},
        )

    # --- what the game is played with -----------------------------------------------------------------------------

    @property
    def box(self) -> Box:
        """The components that the game is played with."""
        return BOXES[self.options.get("components", OURS)]  # type: ignore[index] # a digest, as `add` gave it

    def facts(self, block: Block) -> BlockFacts:
        """What is printed on a block that one knows."""
        return self.box.blocks[block.name]

    @property
    def with_sicily_cards(self) -> bool:
        """0.4-A: the optional rule `syracuse_pp` is played."""
        return bool(self.options.get("syracuse_pp", False))

    @property
    def event(self) -> EventName | None:
        """4.6-C: Storm or Earthquake, where it is in force in this Game Turn; Earthquake cancels Storm (4.6-D)."""
        events = [self.box.cards[card].event for card in self.cards.values()]
        return "earthquake" if "earthquake" in events else "storm" if "storm" in events else None

    # --- blocks ---------------------------------------------------------------------------------------------------

    def at(self, place: HexName, side: SideName | None = None) -> list[Block]:
        """The blocks in a hex, of one side or of both, by id; those that a view hides come last."""
        if side is None:
            return [one for one in self.blocks if one.place == place]
        return [one for one in self.blocks if one.place == place and one.side == side]

    def by_hex(self) -> dict[HexName, list[Block]]:
        """All blocks by where they stand, for who looks at many hexes."""
        found: dict[HexName, list[Block]] = {}
        for one in self.blocks:
            found.setdefault(one.place, []).append(one)
        return found

    def of(self, side: SideName) -> Iterator[Block]:
        """The blocks of a side in play."""
        return (one for one in self.blocks if one.side == side)

    def block(self, name: BlockName) -> Block | None:
        """A block in play by its id; None where it is not there, or hidden from the reader."""
        return next((one for one in self.blocks if one.id == name), None)

    def is_ship(self, block: Block) -> bool:
        """2.1-D; of a block that one knows."""
        return block.name in self.box.ships

    def put(self, block: Block) -> None:
        """Put a block into play; all are kept by id, those that a view hides last."""
        self.blocks = sorted([*self.blocks, block], key=_by_id)

    def take(self, block: Block) -> None:
        """Take a block out of play, and put it nowhere."""
        self.blocks = [one for one in self.blocks if one is not block]


def _by_id(block: Block) -> tuple[bool, str]:
    return (False, block.id) if isinstance(block.id, str) else (True, "")


# --- the chapters by which a game is told -----------------------------------------------------------------------------

Running = Resolution[AthensSparta]


def turn_said(position: AthensSparta) -> str:
    """`Olympiad 84, Game Turn 3`."""
    return f"Olympiad {position.olympiad}, Game Turn {position.game_turn}"


def tell_deal(running: Running) -> None:
    """0.2-A."""
    olympiad = running.position.olympiad
    running.emit(ChapterBegins(chapter=f"{olympiad}", name=f"Olympiad {olympiad}"))


def tell_card_phase(running: Running) -> None:
    """0.3-A."""
    position = running.position
    chapter = f"{position.olympiad}.{position.game_turn}"
    running.emit(ChapterBegins(chapter=chapter, name=f"{turn_said(position)}: cards"))


def tell_player_turn(running: Running, side: SideName) -> None:
    """0.1-D."""
    position = running.position
    chapter = f"{position.olympiad}.{position.game_turn}.{side}"
    running.emit(ChapterBegins(chapter=chapter, name=f"{turn_said(position)}: turn of {side.capitalize()}"))


def tell_end_of_olympiad(running: Running) -> None:
    """0.1-B."""
    olympiad = running.position.olympiad
    running.emit(ChapterBegins(chapter=f"{olympiad}.end", name=f"Olympiad {olympiad}: its end"))
