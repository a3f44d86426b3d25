"""Writes the pictures of the README, from games that bots play from a fixed seed: `make pictures`."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from adjudicator.kernel import Chance, Shape
from adjudicator.kernel.contract.playing import begin, key
from adjudicator.pictures import standalone
from adjudicator.pictures.opening import map_alone
from adjudicator.registry import title as find_title

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
SEED: Final = "pictures"


class Shown(NamedTuple):
    """A map after so many phases of the first scenario of a title, with the fewest seats."""

    title: str
    phases: int
    shape: Shape = "wide"


PICTURES: Final = {
    "perikles.svg": Shown("perikles", 78),
    "athens_sparta.svg": Shown("athens_sparta", 14),
    "polis-phone.svg": Shown("polis", 24, "tall"),
}


def drawn(shown: Shown) -> str:
    """The picture, as everybody sees it."""
    rules = find_title(shown.title)
    scenario = next(iter(rules.scenarios.values()))
    position = begin(rules, min(scenario.seat_counts), SEED).position
    while position.phases <= shown.phases:
        sent = {
            seat: rules.bot("steady")(rules.view(position, seat), seat, Chance(key(SEED, position.phases, seat)))
            for seat in rules.waits_for(position)
        }
        position = rules.advance(position, sent, Chance(key(SEED, position.phases))).position
    whole = rules.draw(rules.view(position, None), None, False, shown.shape)
    return standalone(map_alone(whole) or whole)


def main() -> None:
    """Write them."""
    FOLDER.mkdir(exist_ok=True)
    for name, shown in PICTURES.items():
        (FOLDER / name).write_text(drawn(shown), encoding="utf-8")


if __name__ == "__main__":
    main()
