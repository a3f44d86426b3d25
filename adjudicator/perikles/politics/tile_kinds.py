"""D.03: Influence tiles by colour and kind, as standing orders name them; what a ranked choice of tiles comes to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from adjudicator.perikles.components import CityName, InfluenceTile, components, influence_tile
from adjudicator.perikles.names import name_of
from adjudicator.perikles.state.orders import Assassination, Proposal, SpecialUse, TakeOrder, TileKind
from adjudicator.perikles.state.position import Perikles

Colour = Literal["athens", "sparta", "argos", "corinth", "thebes", "megara", "any"]


def kind_of_tile(tile: InfluenceTile) -> TileKind:
    """D.03: two-shard, candidate, assassin or any."""
    if tile.colour == "any":
        return "any"
    if tile.shards == 2:
        return "two-shard"
    return "candidate" if tile.symbol == "candidate" else "assassin"


class Wanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """D.03: a tile named by colour and kind."""

    colour: Colour
    kind: TileKind

    def __post_init__(self) -> None:
        """There is such a tile. ValueError names the kinds of this colour."""
        kinds = dict.fromkeys(kind_of_tile(one) for one in components().influence_tiles if one.colour == self.colour)
        if self.kind not in kinds:
            raise ValueError(f"there is no {self.kind} tile of colour {self.colour}; choose {' or '.join(kinds)}")

    def in_words(self) -> str:
        tiles = components().influence_tiles
        return name_of(next(one.id for one in tiles if (one.colour, kind_of_tile(one)) == (self.colour, self.kind)))


class TakeChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """D.03: either a bundle that names its tile by (colour, kind), or a catch-all of ranked colours."""

    take: Wanted | None = None
    colours: list[Colour] = []
    before: SpecialUse | None = None
    city: CityName | None = None
    candidate: Proposal | None = None
    assassinate: Assassination | None = None
    after: SpecialUse | None = None

    def __post_init__(self) -> None:
        """One of the two. ValueError says so."""
        others = [name for name in self.__struct_fields__ if name != "colours" and getattr(self, name) is not None]
        if self.colours and others:
            raise ValueError(f"colours stands alone: its tiles take their default actions; leave {others[0]} out")
        if not self.colours and self.take is None:
            raise ValueError("a choice has exactly one of take (a tile by colour and kind) and colours (a list)")


def tiles_wanted(view: Perikles, wanted: Wanted) -> Iterator[str]:
    """The tiles on display that fit, by slot."""
    for tile in view.influence_display:
        if tile and influence_tile(tile).colour == wanted.colour and kind_of_tile(influence_tile(tile)) == wanted.kind:
            yield tile


def bundle_with(choice: TakeChoice, tile: str) -> TakeOrder:
    """The order that a choice makes with one tile."""
    return TakeOrder(
        tile=tile,
        before=choice.before,
        city=choice.city,
        candidate=choice.candidate,
        assassinate=choice.assassinate,
        after=choice.after,
    )


def best_by_colour(tiles: list[str], colours: list[Colour]) -> Iterator[str]:
    """D.03: of the tiles with most shards those whose colour stands first in the list, then lowest slot."""
    shards = max((influence_tile(tile).shards for tile in tiles), default=0)
    most = [tile for tile in tiles if influence_tile(tile).shards == shards]
    yield from sorted(
        (tile for tile in most if influence_tile(tile).colour in colours),
        key=lambda tile: [*colours].index(influence_tile(tile).colour),  # type: ignore[arg-type]
    )
