"""Another game like one that is over, for the same people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, cast

import msgspec

from cli.client.client import Said
from cli.errors import Refused
from schemas.documents.components_files import OPTION
from schemas.statements.payloads import Terms

LONGEST: Final = 120
"""Characters of a game's name (`payloads.Title`)."""

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import GameSummary


def again(client: Client, old: GameSummary) -> tuple[str, list[str]]:
    """Open it with this player as organiser, who takes the seat after their old one; the others are invited to theirs.

    It begins when all have come. Gives the id of the new game, and who could not be invited and why, in sentences.
    """
    player = client.own
    said = {"private": old["private"], "tags": old["tags"], "anonymous": old["anonymous"], "start": "full"}
    if old["seats_a_player"] is not None:
        said["seats_a_player"] = old["seats_a_player"]
    file = player.wire.get(f"/games/{old['game']}/components")["components"] if OPTION in old["options"] else None
    options = {name: value for name, value in old["options"].items() if name != OPTION}
    of_title = (old["title"], old["scenario"], len(old["seats"]))
    terms = msgspec.convert(old["terms"], Terms)
    made = player.create_game(*of_title, named_again(old["name"]), terms, options, file, **cast(Said, said))
    return made["game"], list(_seated(player, made["game"], old))


def _seated(player: Client, new: str, old: GameSummary) -> Iterator[str]:
    """Join and invite, one seat on among those that people play."""
    played = [one for one in old["seats"] if not one["unmanned"]]
    for place, one in enumerate(played):
        seat, who = played[(place + 1) % len(played)]["seat"], one["holder"] or one["player"]
        if who == player.handle:
            player.join(new, seat)
        elif who:
            try:
                player.invite(new, who, seat)
            except Refused as refused:
                yield f"{who} could not be invited: {refused.plain}"


def named_again(name: str) -> str:
    """`Thursday evening (2)`, after that `(3)`; no longer than names may be."""
    found = re.fullmatch(r"(.*) \((\d+)\)", name)
    first, number = (found[1], int(found[2]) + 1) if found else (name, 2)
    ending = f" ({number})"
    return first[: LONGEST - len(ending)] + ending
