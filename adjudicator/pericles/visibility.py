"""Section 22 and 4.1: who may see what."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel import Chance, unknowns
from adjudicator.kernel.hidden import UNKNOWN
from adjudicator.pericles.expedition_facts import hidden_commitment
from adjudicator.pericles.position import Marker, Pericles
from adjudicator.pericles.words import COMPATRIOT, FactionName


def hide(view: Pericles, seat: str | None) -> None:
    """Make a position a view: what `seat` (None: a spectator) may not know becomes Unknown."""
    view.aristophanes_deck = [*unknowns(len(view.aristophanes_deck))]
    view.decks = {side: [*unknowns(len(deck))] for side, deck in view.decks.items()}
    for faction in view.factions:
        if faction != seat:
            view.hands[faction] = [*unknowns(len(view.hands[faction]))]
            view.entourages[faction] = [*unknowns(len(view.entourages[faction]))]
        if not knows_tokens(view, seat, faction):
            view.shields[faction] = UNKNOWN
        if faction != seat and hidden_commitment(view, faction):
            view.committed[faction] = view.shields[faction] = UNKNOWN
        view.markers[faction] = [as_seen(view, seat, one, faction) for one in view.markers[faction]]
    for theater in view.theaters.values():
        theater.queue = [as_seen(view, seat, one, one.placer) for one in theater.queue]


def knows_tokens(position: Pericles, seat: str | None, faction: FactionName) -> bool:
    """4.1-B, 4.1-F: whether a seat sees the tokens behind a Faction's shield."""
    return seat == faction or (seat == COMPATRIOT[faction] and bool(position.options["team_sees_tokens"]))


def as_seen(position: Pericles, seat: str | None, marker: Marker, holder: FactionName | None) -> Marker:
    """4.1-C, 4.1-E: a marker as a seat sees it: whole for its holder or placer, its owner, and his Compatriot."""
    near = [holder, marker.owner]
    if position.options["team_sees_markers"] and holder:
        near.append(COMPATRIOT[holder])
    return marker if seat in near else replace(marker, kind=UNKNOWN, owner=UNKNOWN)


def hide_from_bot(view: Pericles, seat: str | None) -> None:
    """15.2-B: what the bot at a seat sees: its own cards as well, which the player of its Side may not."""
    hide(view, seat)


def redeal_hidden(position: Pericles, seat: str | None, chance: Chance) -> None:
    """Deal anew what a seat may not know."""


def imagine_hidden(view: Pericles, seat: str | None, chance: Chance) -> None:
    """Fill in what a view hides."""


def reshuffle(position: Pericles, chance: Chance) -> None:
    """Shuffle what lies undrawn, each pile in itself."""
