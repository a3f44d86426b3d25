"""The words of Polis, of which orders, positions and components are made: apart from all that imports them."""

from __future__ import annotations

from typing import Final, Literal, get_args

SideName = Literal["sparta", "athens"]
Good = Literal["metal", "wood", "wine", "oil", "silver", "wheat"]
MarketGood = Literal["metal", "wood", "wine", "oil"]
RoundName = Literal["3", "4", "5a", "5b"]
TerritoryName = Literal[
    "sikelia", "akarnania", "thessalia", "makedonia", "boiotia", "attika", "megaris", "achaia", "arcadia", "messenia",
    "lakedaimon", "ionia",
]  # fmt: skip
SeaName = Literal["ionio_pelagos", "myrtoo_pelagos", "kyklades", "noties_sporades", "thrakiko_pelagos"]
PolisName = Literal[
    "sparta", "pylos", "gytheion", "athenai", "chalkis", "chios", "samos", "thebai", "korinthos", "argos", "korkyra",
    "naupaktos", "pydna", "poteidaia", "abdera", "epidamnos", "syrakousai", "gela",
]  # fmt: skip
MarketName = Literal["illyria", "thraki", "euxeinos_pontos", "persis", "aigyptos"]
ShipmentName = Literal[
    "illyria_1", "illyria_2", "thraki_1", "thraki_2", "euxeinos_1", "euxeinos_2", "persis_1", "persis_2", "persis_3",
    "aigyptos_1", "aigyptos_2", "aigyptos_3",
]  # fmt: skip
ProjectName = Literal[
    "socrates", "democritus", "protagoras", "phidias", "temple_zeus", "temple_apollo", "theatre_episkenion", "theatre",
    "statue_venus", "statue_ephebe", "festival_demeter", "festival_dionysus", "games_nemean", "games_isthmian",
]  # fmt: skip
CardName = Literal[
    "C01", "C02", "C03", "C04", "C05", "C06", "C07", "C08", "C09", "C10", "C11", "C12", "C13", "C14", "C15", "C16",
    "C17", "C18", "C19", "C20", "C21", "C22", "C23", "C24",
]  # fmt: skip
KindName = Literal["philosopher", "artist", "temple", "theatre", "statue", "festival", "games"]
Branch = Literal["land", "naval"]
Mode = Literal["land", "sea"]
Region = Literal[
    "sikelia", "akarnania", "thessalia", "makedonia", "boiotia", "attika", "megaris", "achaia", "arcadia", "messenia",
    "lakedaimon", "ionia", "ionio_pelagos", "myrtoo_pelagos", "kyklades", "noties_sporades", "thrakiko_pelagos",
]  # fmt: skip

SIDES: Final[tuple[SideName, ...]] = get_args(SideName)
GOODS: Final[tuple[Good, ...]] = get_args(Good)
MARKET_GOODS: Final[tuple[MarketGood, ...]] = get_args(MarketGood)
TERRITORIES: Final[tuple[TerritoryName, ...]] = get_args(TerritoryName)
SEAS: Final[tuple[SeaName, ...]] = get_args(SeaName)
REGIONS: Final[tuple[Region, ...]] = get_args(Region)  # 8-B: territories, then seas
POLEIS: Final[tuple[PolisName, ...]] = get_args(PolisName)
SHIPMENTS: Final[tuple[ShipmentName, ...]] = get_args(ShipmentName)
PROJECTS: Final[tuple[ProjectName, ...]] = get_args(ProjectName)
CARDS: Final[tuple[CardName, ...]] = get_args(CardName)
ENEMY: Final[dict[SideName, SideName]] = {"sparta": "athens", "athens": "sparta"}
