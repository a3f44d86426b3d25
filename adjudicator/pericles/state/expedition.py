"""The expedition under way, as the chapters of section 9 need it: who commits, who decides, who is stronger."""

from __future__ import annotations

from adjudicator.kernel import Unknown
from adjudicator.pericles.state.position import Expedition, Pericles
from adjudicator.pericles.words import COMPATRIOT, ENEMY, FACTIONS_OF, HUNDRED, SIDE_OF, FactionName, SideName, UnitKind


def on_expedition(position: Pericles) -> Expedition:
    """The expedition that is under way."""
    if position.expedition is None:
        raise ValueError("no expedition is under way")
    return position.expedition


def opposed(position: Pericles) -> bool:
    """9.31-A, 9.31-B: whether all four Factions commit: the Expedition Theater is Contested or Enemy Controlled."""
    expedition = on_expedition(position)
    return position.status(expedition.theater, SIDE_OF[expedition.general]) in ("contested", "enemy")


def contested(position: Pericles) -> bool:
    """9.4-A: whether both Sides stand in the Expedition Theater."""
    return position.status(on_expedition(position).theater, "athens") == "contested"


def enemies_of(general: FactionName) -> tuple[FactionName, FactionName]:
    """The two enemy Factions of the Commanding General."""
    return FACTIONS_OF[ENEMY[SIDE_OF[general]]]


def committed_by(position: Pericles, faction: FactionName) -> int:
    """The tokens that a Faction has committed. ValueError where they are hidden."""
    tokens = position.committed[faction]
    if isinstance(tokens, Unknown):
        raise ValueError(f"the tokens that {faction} committed are hidden here")
    return tokens


def moves_allowed(position: Pericles) -> int:
    """9.32-0: how many units the Commanding General may move, without the extra move of the 300 (12.4-B)."""
    general = on_expedition(position).general
    return committed_by(position, general) + committed_by(position, COMPATRIOT[general])


def hundred_here(position: Pericles) -> bool:
    """12.4-A, RULING-56: whether the 300 stand in the Expedition Theater; once eliminated they give nothing."""
    return position.theaters[on_expedition(position).theater].count(HUNDRED) > 0


def strategoi(position: Pericles, side: SideName) -> int:
    """9.42-A, 9.44-D: a Side's committed tokens, the State Ship (12.3) and the 300 (12.4-A) among them."""
    tokens = sum(committed_by(position, faction) for faction in FACTIONS_OF[side])
    if side == "athens":
        return tokens + on_expedition(position).state_ship
    return tokens + hundred_here(position)


def before_cards(position: Pericles, side: SideName, kind: UnitKind) -> int:
    """9.42-A, 9.41-A: a Side's total in a battle of a kind in the Expedition Theater, without its Battle card."""
    there = position.theaters[on_expedition(position).theater]
    return there.strength(side, kind) + there.treachery.get(side, 0) + strategoi(position, side)


def lead(position: Pericles, side: SideName, kind: UnitKind) -> int:
    """By how much a Side is ahead in a battle of a kind before cards; below 0: behind."""
    return before_cards(position, side, kind) - before_cards(position, ENEMY[side], kind)


def decider(position: Pericles, side: SideName) -> FactionName:
    """9.44-C, RULING-88, 9.45-B, 9.6-A: who decides for a Side: its General, else its Controlling Faction."""
    general = on_expedition(position).general
    return general if SIDE_OF[general] == side else position.controlling[side]


def battle(position: Pericles) -> tuple[SideName, UnitKind]:
    """The winner and the kind of the battle that has just been fought."""
    expedition = on_expedition(position)
    if expedition.winner is None or expedition.kind is None:
        raise ValueError("no battle has been won")
    return expedition.winner, expedition.kind


def secret_commitments(position: Pericles) -> list[FactionName]:
    """9.31-C: the Factions whose commitments, and so what is left behind their shields, are now secret."""
    revealed = position.expedition.revealed if position.expedition else []
    return [faction for faction in position.factions if faction not in revealed] if revealed else []
