"""4.1, 22: who may know what: from a position to a view."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel import Unknown, unknowns
from adjudicator.kernel.position.hidden import UNKNOWN
from adjudicator.pericles.state.expedition import hidden_commitment
from adjudicator.pericles.state.position import HiddenWord, Marker, Pericles
from adjudicator.pericles.words import COMPATRIOT, FACTIONS, MARKERS, SIDE_OF, FactionName, MarkerKind


def hide(view: Pericles, seat: str | None) -> None:
    """Make a position a view: what `seat` (None: a spectator) may not know becomes Unknown."""
    _hide(view, seat, [faction for faction in view.factions if knows_cards(view, seat, faction)])


def hide_from_bot(view: Pericles, seat: str | None) -> None:
    """15.2-B: what the bot at a seat sees: its own cards as well, which the player of its Side may not."""
    _hide(view, seat, [faction for faction in view.factions if faction == seat])


def _hide(view: Pericles, seat: str | None, own: list[FactionName]) -> None:
    """Everything that is replaced is replaced whole: its parts are those of the position too."""
    markers = all_markers(view)
    view.aristophanes_deck = [*unknowns(len(view.aristophanes_deck))]
    view.decks = {side: [*unknowns(len(deck))] for side, deck in view.decks.items()}
    others = [faction for faction in view.factions if faction not in own]
    view.hands = view.hands | {one: masked(view.hands[one], open_cards(view, one)) for one in others}
    view.entourages = view.entourages | {one: masked(view.entourages[one], open_cards(view, one)) for one in others}
    veiled = [faction for faction in view.factions if not knows_tokens(view, seat, faction)]
    view.shields = {**view.shields, **dict.fromkeys(veiled, UNKNOWN)}
    veiled = [faction for faction in view.factions if not knows_commitment(view, seat, faction)]
    view.committed = {**view.committed, **dict.fromkeys(veiled, UNKNOWN)}
    if markers:
        _hide_markers(view, seat, markers)


def _hide_markers(view: Pericles, seat: str | None, markers: list[tuple[FactionName, Marker]]) -> None:
    """Held ones with those that are known first, as no order is told; placed ones where they lie."""
    if not any(isinstance(marker.kind, Unknown) for _, marker in markers):
        view.unrevealed = unrevealed(markers)
    held = {faction: [as_seen(view, seat, one, faction) for one in view.markers[faction]] for faction in view.factions}
    known_first = {one: sorted(held[one], key=lambda marker: isinstance(marker.kind, Unknown)) for one in held}
    view.markers = view.markers | known_first
    view.theaters = view.theaters | {
        spot: replace(there, queue=[as_seen(view, seat, one, one.placer) for one in there.queue])
        for spot, there in view.theaters.items()
        if there.queue
    }


# --- cards --------------------------------------------------------------------------------------------------------


def knows_cards(position: Pericles, seat: str | None, faction: FactionName) -> bool:
    """4.1-A: a Faction knows its hand and its Entourage; 15.2-B: not who plays a Side together with the bot."""
    return seat == faction and not of_the_bot(position, faction)


def of_the_bot(position: Pericles, faction: FactionName) -> bool:
    """15.2-B, RULING-83: whether the bot holds a Faction's cards this turn, and its Side is one player's."""
    side = SIDE_OF[faction]
    governed = position.controlling_at_start.get(side, position.controlling.get(side))
    return position.options[side] == "together" and governed != faction


def open_cards(position: Pericles, faction: FactionName) -> list[str]:
    """22: cards of a hand or an Entourage that everybody knows there: the Leader until it is shown, which all see
    (5.22-C, 5.23-A), and the card that a Brain Trust drew, until the debate is over (6.31-C).
    """
    drawn = position.debate.entourage_card.get(faction) if position.debate else None
    return [position.box.leaders[faction], *([drawn] if drawn else [])]


def masked(cards: list[HiddenWord], known: list[str]) -> list[HiddenWord]:
    """Cards as others see them: how many, and those that are known; no order is told."""
    shown = [card for card in cards if card in known]
    return [*unknowns(len(cards) - len(shown)), *shown]


# --- tokens -------------------------------------------------------------------------------------------------------


def _shares(position: Pericles, option: str) -> bool:
    """4.1-E to 4.1-G: whether Compatriots see each other's markers or tokens."""
    return bool(position.options[option]) and not position.options["cross_play"]


def knows_tokens(position: Pericles, seat: str | None, faction: FactionName) -> bool:
    """4.1-B, 4.1-F: whether a seat sees the tokens behind a Faction's shield.

    Not even a Compatriot does while what the Faction committed is hidden (9.31-C, RULING-78): one would tell the other.
    """
    if seat == faction:
        return True
    mate = seat == COMPATRIOT[faction] and _shares(position, "team_sees_tokens")
    return mate and not hidden_commitment(position, faction)


def knows_commitment(position: Pericles, seat: str | None, faction: FactionName) -> bool:
    """9.31-C: whether a seat sees the tokens that a Faction has committed."""
    return seat == faction or not hidden_commitment(position, faction)


# --- markers ------------------------------------------------------------------------------------------------------


def as_seen(position: Pericles, seat: str | None, marker: Marker, holder: FactionName | None) -> Marker:
    """4.1-C, 4.1-E: a marker as a seat sees it: whole for its holder or placer, its owner, and his Compatriot."""
    if seat == holder or seat == marker.owner:
        return marker
    if holder and seat == COMPATRIOT[holder] and _shares(position, "team_sees_markers"):
        return marker
    return Marker(UNKNOWN, UNKNOWN, marker.placer)


def all_markers(position: Pericles) -> list[tuple[FactionName, Marker]]:
    """The markers that are not revealed yet, held and placed, each with its holder or placer, in a fixed order."""
    held = [(faction, marker) for faction in position.factions for marker in position.markers[faction]]
    placed = [marker for _, marker in placed_markers(position)]
    return held + [(marker.placer, marker) for marker in placed if marker.placer]


def placed_markers(position: Pericles) -> list[tuple[str, Marker]]:
    """The markers in the queues, with where they lie, in the order of the theaters."""
    spots = sorted(spot for spot, theater in position.theaters.items() if theater.queue)
    return [(spot, marker) for spot in spots for marker in position.theaters[spot].queue]


def unrevealed(markers: list[tuple[FactionName, Marker]]) -> dict[FactionName, dict[MarkerKind, int]]:
    """22: of each Faction's markers those that nobody has revealed: won for all to see (7.5-A), and revealed so."""
    there = [(marker.owner, marker.kind) for _, marker in markers]
    owned = {owner: [kind for one, kind in there if one == owner] for owner in FACTIONS}
    return {
        owner: {kind: kinds.count(kind) for kind in MARKERS if kind in kinds} for owner, kinds in owned.items() if kinds
    }
