"""What a title declares of its scenes: for each kind of event its shape, its part in it, and which fields say what.

    SCENES = Scenes({
        "turned-up": battle("open", at="location", left="attacker", right="defender", heading="Battle of {location}"),
        "dice-rolled": battle("dice", left="attacker", right="defender"),
        "prestige-paid": wait(),
    })

`open` begins a scene. Any other part joins the scene that is open if shape and `of` agree, else begins one. A `note`
begins none of its own: where it joins none it is a notice. `aside` joins a scene of any shape that `joins` names.
`wait` keeps a line for the next scene, `skip` hides what another line says already. A kind that is not in the table is
a line of the scene that is open if it names what that is about, else a notice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, get_args

import msgspec

Shape = Literal["battle", "move", "vote", "card", "score", "notice"]
SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)
Part = Literal[
    "open", "head", "bars", "sums", "dice", "fire", "held", "cards", "loss", "result", "points",  # of a battle
    "arrow", "bar", "card", "row", "final", "line", "note",
    "aside", "wait", "skip",
]  # fmt: skip


class Row(msgspec.Struct, frozen=True):
    """What one kind of event is in a scene. A role names a field of the event, or what its class tells as a property.

    `at` are subjects: fields that name them, or patterns such as `spot:{location}:{side}`. `of` is a pattern that tells
    scenes of one shape apart; left out it is the first of `at` in battles and votes, and the heading of a notice.
    `heading` (that of an opening event goes first) and `title` are worded like sentences. What the roles come to is
    told at `Line`.
    """

    shape: Shape
    part: Part
    at: tuple[str, ...] = ()
    of: str = ""
    heading: str = ""
    title: str = ""
    joins: tuple[Shape, ...] = ()
    roles: Mapping[str, str | tuple[str, ...]] = {}
    sums: Mapping[str, str] = {}  # by the name of a sum, the field with what it is for each side


APART: Final = ("battle", "vote")
"""Shapes whose scenes are told apart by where they are."""


def _row(
    shape: Shape,
    part: Part,
    at: str | Sequence[str] = (),
    *,
    of: str = "",
    heading: str = "",
    title: str = "",
    joins: tuple[Shape, ...] = (),
    sums: Mapping[str, str] | None = None,
    **roles: str | tuple[str, ...],
) -> Row:
    places = (at,) if isinstance(at, str) else tuple(at)
    if not of and shape in APART:
        of = _place(at)
    elif not of and shape == "notice":
        of = heading
    return Row(shape, part, places, of, heading, title, joins, roles, sums or {})


def _place(at: str | Sequence[str]) -> str:
    first = at if isinstance(at, str) else next(iter(at), "")
    return first if "{" in first or not first else f"{{{first}}}"


def as_notice(row: Row) -> Row:
    """What a row is that finds no scene to join."""
    return Row("notice", "line", row.at, row.heading, row.heading)


_Declared = Callable[..., Row]
battle: _Declared = partial(_row, "battle")
"""Battles, sieges, storms, raids."""
move: _Declared = partial(_row, "move")
"""Marches, counters that are sent, redeployment."""
vote: _Declared = partial(_row, "vote")
"""Elections, debates, control."""
card: _Declared = partial(_row, "card")
"""A card of a round, a tile that is taken, a marker that is turned up."""
score: _Declared = partial(_row, "score")
"""What each seat gained and lost."""
notice: _Declared = partial(_row, "notice")
"""Everything else."""


def wait() -> Row:
    """A line of the next scene, whatever that is."""
    return Row("notice", "wait")


def skip(shape: Shape = "battle", at: str | Sequence[str] = ()) -> Row:
    """No line, where a scene of this shape is open: it says it already."""
    return _row(shape, "skip", at)


def aside(*joins: Shape, at: str | Sequence[str] = ()) -> Row:
    """A note of the scene that is open, one of that place before others; of one of these shapes, or of any."""
    return msgspec.structs.replace(_row("notice", "aside", at, of=_place(at)), joins=joins or SHAPES)


class Scenes(msgspec.Struct, frozen=True):
    """The table of a title.

    `places` are the kinds of subjects at which a notice is that declares none. `headings` are those of scenes in which
    no event has one; `{at}` is what the scene is about. `sides` says which word of a role is the left side.
    """

    rows: Mapping[str, Row] = {}
    places: tuple[str, ...] = ("place", "city")
    headings: Mapping[Shape, str] = {}
    sides: tuple[str, str] = ("", "")


OF_THE_KERNEL: Final[Mapping[str, Row]] = {
    "no-order": wait(),
    "passed-over": wait(),
    "plan-skipped": wait(),
    "draw-offered": wait(),
    "reopened": notice("open", heading="Phase {phase} is void"),
    "rules-changed": notice("open", heading="The rules changed"),
    "conceded": notice("open", heading="{seat} concedes the game"),
}
HEADINGS: Final[Mapping[Shape, str]] = {
    "battle": "Battle of {at}",
    "move": "On the march",
    "vote": "{at}",
    "card": "{at}",
    "score": "Reckoning",
    "notice": "{at}",
}
ELSEWHERE: Final[Mapping[Shape, str]] = {"battle": "Battle", "vote": "Vote", "card": "Cards", "notice": "Meanwhile"}
"""The headings of scenes that are about nothing that can be named."""
