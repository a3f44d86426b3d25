"""The components of Pericles, read from `pericles.yaml` and checked when loaded.

The file says line by line where its facts come from: [S] a seed rulebook, [P] public material, [R] our own
reconstruction. Who owns the boxed game may lay a file of the same shape over ours: `add_components` checks it and gives
its digest, which a game carries; `box` finds it again.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import msgspec

from adjudicator.kernel.rules.components_files import ComponentsFiles
from adjudicator.kernel.subjects import told_apart
from adjudicator.pericles.components.checks import require_same_scenarios, require_sound
from adjudicator.pericles.components.model import (
    AristophanesCard,
    Components,
    ConnectionType,
    LeaderCard,
    PoliticalCard,
    ScenarioFacts,
    TheaterFacts,
)
from adjudicator.pericles.words import FACTIONS_OF, THEATERS, FactionName, SideName, TheaterName


class Box:
    """A components file with what is looked up in it."""

    def __init__(self, components: Components) -> None:
        self.components = components

    @cached_property
    def cards(self) -> dict[str, PoliticalCard | LeaderCard]:
        """Political and Leader cards by id."""
        ordinary = {card.id: card for deck in self.components.political_cards.values() for card in deck}
        return ordinary | {card.id: card for card in self.components.leader_cards}

    @cached_property
    def card_names(self) -> dict[str, str]:
        """What is printed on a card, of a Leader the name, with its value; two cards of a Side may be alike in both."""
        return told_apart({name: f"{one.title} ({one.value})" for name, one in self.cards.items()})

    @cached_property
    def leaders(self) -> dict[FactionName, str]:
        """5.22-C: each Faction's Leader card."""
        return {card.faction: card.id for card in self.components.leader_cards}

    @cached_property
    def decks(self) -> dict[SideName, list[str]]:
        """2.1-D: the ordinary cards of each Side."""
        return {side: [card.id for card in deck] for side, deck in self.components.political_cards.items()}

    @cached_property
    def plays(self) -> dict[str, AristophanesCard]:
        """5.11: the Aristophanes cards by id."""
        return {card.id: card for card in self.components.aristophanes_cards}

    @cached_property
    def theaters(self) -> dict[TheaterName, TheaterFacts]:
        """3.2-B: the printed facts of each theater, in the order of their numbers."""
        return {name: self.components.theaters[number] for number, name in enumerate(THEATERS, 1)}

    @cached_property
    def joined(self) -> dict[TheaterName, dict[TheaterName, ConnectionType]]:
        """9.32: the theaters joined to each, lower numbers first, with the type of the connection."""
        found: dict[TheaterName, dict[TheaterName, ConnectionType]] = {name: {} for name in THEATERS}
        types = self.components.connection_types
        both = [(one.a, one.b, one.type) for one in self.components.connections]
        for a, b, kind in sorted(both + [(b, a, kind) for a, b, kind in both]):
            found[THEATERS[a - 1]][THEATERS[b - 1]] = types[kind]
        return found

    @cached_property
    def scenarios(self) -> dict[str, ScenarioFacts]:
        """14-A, each with its own setup."""
        known = self.components.scenarios
        return {
            name: msgspec.structs.replace(facts, setup=known[facts.setup_same_as].setup)
            if facts.setup_same_as
            else facts
            for name, facts in known.items()
        }

    @cached_property
    def factions(self) -> dict[str, tuple[FactionName, ...]]:
        """4.0-C: the Factions of each scenario, those of Athens first."""
        return {
            name: tuple(faction for side in facts.sides for faction in FACTIONS_OF[side])
            for name, facts in self.scenarios.items()
        }

    @cached_property
    def in_play(self) -> dict[str, dict[bool, tuple[TheaterName, ...]]]:
        """14-C, 13.2-A: the theaters of each scenario by their numbers, before the Persian War and in it."""
        return {
            name: {
                persian_war: tuple(
                    theater
                    for number, theater in enumerate(THEATERS, 1)
                    if (not facts.theaters_in_play or number in facts.theaters_in_play)
                    and (theater != "east" or persian_war)
                )
                for persian_war in (False, True)
            }
            for name, facts in self.scenarios.items()
        }

    @cached_property
    def joined_in(self) -> dict[tuple[TheaterName, ...], dict[TheaterName, dict[TheaterName, ConnectionType]]]:
        """9.32: `joined` between the theaters of each of the `in_play`."""
        return {
            theaters: {name: {to: by for to, by in self.joined[name].items() if to in theaters} for name in theaters}
            for by_war in self.in_play.values()
            for theaters in by_war.values()
        }


FILE = Path(__file__).with_name("pericles.yaml")
FORMER = (
    "sides",
    "factions",
    "state_ship_strategos",
    "hostage_markers",
    "honor",
    "options",
    "removed_after_resolution",
    "military_value",
    "build_points",
    "persia",
    "connection_types.*.clauses",
)
"""What a file could say in earlier versions, and no rule ever read."""
_FILES = ComponentsFiles(FILE, Components, Box, require_sound, require_same_scenarios, former=FORMER)
BOXES = _FILES.boxes
box = _FILES.box
add_components = _FILES.add
read = _FILES.read
