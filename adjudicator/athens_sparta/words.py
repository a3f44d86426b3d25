"""The words of Athens & Sparta that orders, positions and components are made of.

Blocks, hexes and cards are named as the components name them. Hexes and blocks are separate name spaces (2.2-C2).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from adjudicator.kernel.faults import name_of_a

SideName = Literal["sparta", "athens"]
Colour = Literal["blue", "red", "green"]
"""1.1-A: of blocks. A green one is commanded by the side that its city has joined."""
BlockType = Literal["hoplite", "peltast", "cavalry", "ship", "demos", "tyrant", "helot"]
Posture = Literal["FIELD", "BESIEGED", "SIEGING", "BLOCKADING", "PATROL"]
"""5.0-C."""
Status = Literal["NEUTRAL", "FRIENDLY", "ENEMY", "VACANT", "CONTESTED"]
"""4.2-A."""
EventName = Literal["storm", "earthquake", "betrayal", "alliance", "plague"]
Direction = Literal["N", "NE", "SE", "S", "SW", "NW"]
HexName = Annotated[str, name_of_a("hex")]
HexOrAny = Annotated[str, name_of_a("hex (or *)")]
BlockName = Annotated[str, name_of_a("block")]
CardName = Annotated[str, name_of_a("card")]

SIDES: Final[tuple[SideName, ...]] = get_args(SideName)  # Sparta first: it wins every tie of the order of play (0.3-B)
ENEMY: Final[dict[SideName, SideName]] = {"sparta": "athens", "athens": "sparta"}
DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)
COLOURS: Final[dict[str, Colour]] = {"sparta": "red", "athens": "blue", "neutral": "green"}
OUTSIDE: Final[tuple[Posture, ...]] = ("SIEGING", "BLOCKADING")
FACE_UP: Final[tuple[Posture, ...]] = ("SIEGING", "BLOCKADING", "PATROL")  # 2.2-A
REVOLT_TYPES: Final[tuple[BlockType, ...]] = ("demos", "tyrant", "helot")
CITIZENS: Final[tuple[BlockType, ...]] = ("demos", "tyrant")  # 7.0-I: they hold their city and nothing else
SICILY: Final[HexName] = "SICILY"
HELOT_CITY: Final = "Messene"  # 7.1-A
