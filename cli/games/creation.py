"""What `ostraka game create` asks for: of a title, like another game, or many at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from cli.rules.components_files import read_components
from schemas.documents.components_files import OPTION
from schemas.log.entries import ANNULLED
from schemas.statements.payloads import Terms

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import GameSummary

SAID = ("seats_a_player", "start", "private", "tags", "anonymous")


class Wanted(msgspec.Struct, frozen=True):
    """A game about to be opened: title, scenario and seats; name; terms, options and the rest."""

    of_title: tuple[str, str, int]
    name: str
    more: dict[str, Any]


def wanted_game(client: Client, said: Mapping[str, Any], given: set[str]) -> Wanted:
    """A game as the command says; what it does not say (`given` names what it does) is as in the game it is `like`."""
    from adjudicator.registry import title
    from cli.rules.game_options import parse_options

    model: GameSummary | None = client.game(said["like"]) if said["like"] else None
    title_id = str(said["title_id"] or (model and model["title"]))
    name = said["name"] if model is None or said["name"] is not None else model["name"]
    same = model if model and model["title"] == title_id else None
    rules = title(title_id)
    scenario = rules.scenario(said["scenario"] or (same["scenario"] if same else next(iter(rules.scenarios))))
    alike = same and same["scenario"] == scenario.id
    seats = said["seats"] or (len(same["seats"]) if same and alike else min(scenario.seat_counts))
    options = dict(same["options"]) if same else {}
    file = options.pop(OPTION, None)
    components = read_components(said["components"]) if said["components"] else None
    if file and components is None and same:
        components = str(client.wire.get(f"/games/{same['game']}/components")["components"])
    more: dict[str, Any] = {
        "terms": terms_of(said["terms"], model, given),
        "options": options | (parse_options(rules, said["options"]) if said["options"] else {}),
        "components": components,
        **{field: value for field in SAID if (value := as_said(said, model, given, field))},
    }
    return Wanted((title_id, scenario.id, seats), str(name), more)


def terms_of(said: Terms, model: GameSummary | None, given: set[str]) -> Terms:
    """The terms that were said, the others as in the model."""
    if model is None:
        return said
    by_hand = {field: getattr(said, field) for field in Terms.__struct_fields__ if field in given}
    return msgspec.structs.replace(msgspec.convert(model["terms"], Terms), **by_hand)


def as_said(said: Mapping[str, Any], model: GameSummary | None, given: set[str], field: str) -> Any:
    """What else the statement says; a list where the option may be repeated."""
    found = said[field] if model is None or field in given else dict(model)[field]
    return list(found) if isinstance(found, tuple) else found


def wanted_games(client: Client, wanted: Wanted, count: int) -> list[GameSummary]:
    """So many games, numbered; those of that name that the player organises already are taken as they are."""
    organised = client.games(organiser=client.handle, title=wanted.of_title[0])
    mine = {game["name"]: game for game in organised if game["reason"] != ANNULLED}
    numbered = [replace(wanted, name=f"{wanted.name} {number}") for number in range(1, count + 1)]
    return [mine.get(one.name) or client.create_game(*one.of_title, one.name, **one.more) for one in numbered]
