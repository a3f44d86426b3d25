"""Two houses, and games that go from one to the other."""

from __future__ import annotations

import shutil
from pathlib import Path

from api.transfer.arrival import Arrived, arrive
from api.transfer.departure import move
from schemas.documents.game_exports import Exported
from tests.api.houses import HouseUnderTest

ADDRESS = "https://new.example"
OTHER_MASTER_KEY = bytes(range(1, 33))


def other_house(folder: Path, house: HouseUnderTest, name: str = "other") -> HouseUnderTest:
    """Another house on the same clock, with keys of its own."""
    (folder / name).mkdir()
    return HouseUnderTest(folder / name, house.clock, OTHER_MASTER_KEY)


def copy_of(folder: Path, house: HouseUnderTest) -> HouseUnderTest:
    """The same house in another database, as it stands now."""
    house.house.database.erase()
    (folder / "copy").mkdir()
    shutil.copy(house.path, folder / "copy" / house.path.name)
    return with_people_of(house, HouseUnderTest(folder / "copy", house.clock))


def with_people_of(house: HouseUnderTest, other: HouseUnderTest) -> HouseUnderTest:
    """The players of one house, in the tests of another."""
    other.players, other.numbers = dict(house.players), house.numbers
    other.seats = {game: dict(seats) for game, seats in house.seats.items()}
    return other


def moved(house: HouseUnderTest, other: HouseUnderTest, game: str) -> Arrived:
    """Move a game; its players go along."""
    with_people_of(house, other)
    return arrive(other.house, Exported.parse(move(house.house, game, other.house.card, ADDRESS)))
