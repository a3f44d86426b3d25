"""4.1, 22: who may know what."""

from __future__ import annotations

from adjudicator.kernel.position.position import UNKNOWN
from adjudicator.pericles.state.expedition import secret_commitments
from adjudicator.pericles.state.position import Marker, Pericles
from adjudicator.pericles.words import COMPATRIOT, SIDE_OF, FactionName

# --- cards --------------------------------------------------------------------------------------------------------


def knows_cards_of(position: Pericles, seat: str | None) -> list[FactionName]:
    """4.1-A: a Faction knows its hand and Entourage; 15.2-B: beside a bot, a player knows only their own."""
    return [one for one in position.factions if one == seat and not _of_the_bot(position, one)]


def _of_the_bot(position: Pericles, faction: FactionName) -> bool:
    """15.2-B, RULING-83: whether the bot holds a Faction's cards this turn while one player has the whole Side."""
    side = SIDE_OF[faction]
    if position.options[side] != "together":
        return False
    return position.controlling_at_start.get(side, position.controlling.get(side)) != faction


def cards_seen(position: Pericles) -> list[str]:
    """22: cards of a hand or an Entourage that everybody knows there: the Leaders until they are shown, which all see
    (5.22-C, 5.23-A), and what a Brain Trust drew, until the debate is over (6.31-C).
    """
    drawn = position.debate.entourage_card.values() if position.debate else ()
    return [*position.box.leaders.values(), *drawn]


# --- tokens -------------------------------------------------------------------------------------------------------


def _shares(position: Pericles, option: str) -> bool:
    """4.1-E to 4.1-G: whether Compatriots see each other's markers or tokens."""
    return bool(position.options[option]) and not position.options["cross_play"]


def tokens_unseen(position: Pericles, seat: str | None) -> list[FactionName]:
    """4.1-B, 4.1-F: the Factions behind whose shields a seat does not see.

    Not even a Compatriot does while what the Faction committed is hidden (9.31-C, RULING-78): one would tell the other.
    """
    shared, secret = _shares(position, "team_sees_tokens"), secret_commitments(position)
    return [
        one
        for one in position.factions
        if seat != one and not (shared and seat == COMPATRIOT[one] and one not in secret)
    ]


def commitments_unseen(position: Pericles, seat: str | None) -> list[FactionName]:
    """9.31-C: the Factions that have committed tokens unseen by a seat."""
    return [one for one in secret_commitments(position) if seat != one]


# --- markers ------------------------------------------------------------------------------------------------------


def as_seen(position: Pericles, seat: str | None, marker: Marker, holder: FactionName | None) -> Marker:
    """4.1-C, 4.1-E: a marker as a seat sees it: whole for its owner, its holder or placer, and their Compatriot."""
    if seat == holder or seat == marker.owner:
        return marker
    if holder and seat == COMPATRIOT[holder] and _shares(position, "team_sees_markers"):
        return marker
    return Marker(UNKNOWN, UNKNOWN, marker.placer)
