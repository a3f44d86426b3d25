"""Another game like one that is over, for the same people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

import msgspec

from cli.client.client import Said
from schemas.documents.components_files import OPTION
from schemas.statements.payloads import Terms

LONGEST: Final = 120
"""Characters of a game's name (`payloads.Title`)."""

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import GameSummary


def again(client: Client, old: GameSummary) -> str:
    """Open it with this player as organiser, who takes the seat after their old one; the others are invited to theirs.

    It begins when all have come. Gives the id of the new game.
    """
    player, seats = client.own, [one["seat"] for one in old["seats"]]
    said = {"private": old["private"], "tags": old["tags"], "anonymous": old["anonymous"], "start": "full"}
    if old["seats_a_player"] is not None:
        said["seats_a_player"] = old["seats_a_player"]
    file = player.wire.get(f"/games/{old['game']}/components")["components"] if OPTION in old["options"] else None
    options = {name: value for name, value in old["options"].items() if name != OPTION}
    terms, name = msgspec.convert(old["terms"], Terms), named_again(old["name"])
    new = player.create_game(old["title"], old["scenario"], len(seats), name, terms, options, file, **cast(Said, said))[
        "game"
    ]
    people = {seat: one["player"] for seat, one in zip(seats[1:] + seats[:1], old["seats"], strict=True)}
    for seat, who in people.items():
        if who == player.handle:
            player.join(new, seat)
        elif who:
            player.invite(new, who, seat)
    return new


def named_again(name: str) -> str:
    """`Thursday evening (2)`, after that `(3)`; no longer than names may be."""
    found = re.fullmatch(r"(.*) \((\d+)\)", name)
    first, number = (found[1], int(found[2]) + 1) if found else (name, 2)
    ending = f" ({number})"
    return first[: LONGEST - len(ending)] + ending
