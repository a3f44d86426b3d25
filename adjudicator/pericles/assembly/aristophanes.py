"""5.1: the Aristophanes card: its issues, then its effects in listed order, then its Will of the Assembly."""

from __future__ import annotations

from adjudicator.kernel import Unknown, agenda_step, step
from adjudicator.pericles.assembly import giving_up
from adjudicator.pericles.components.model import AristophanesCard, Effect, Objective
from adjudicator.pericles.events.aristophanes import (
    AlcibiadesLeaves,
    IssueIgnored,
    PlagueStrikes,
    PlayRevealed,
    WillDeclared,
    WillVoid,
)
from adjudicator.pericles.events.common import TokensSetAside
from adjudicator.pericles.state import ledger, tracks
from adjudicator.pericles.state.decision import Running, tell_chapter, watch_persia
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import CITY_STATE_BASE, LEAGUE_BASE, THEATERS, SideName, TheaterName


@agenda_step
def reveal_aristophanes(running: Running) -> None:
    """5.11-A, 5.11-H: the top card of the deck; it is out of play afterwards."""
    tell_chapter(running, 1)
    position = running.position
    card = position.aristophanes_deck.pop(0)
    if isinstance(card, Unknown):
        raise ValueError("the Aristophanes deck is hidden here")
    position.aristophanes = card
    position.played.append(card)
    play = position.box.plays[card]
    running.emit(PlayRevealed(card=card, play=play.play, version=play.version))
    place_issues(running, play)
    running.do(step(carry_out_effects, effect=0), step(record_will))


def card_of(position: Pericles) -> AristophanesCard:
    """The card of the turn."""
    return position.box.plays[str(position.aristophanes)]


def place_issues(running: Running, play: AristophanesCard) -> None:
    """5.11-B to 5.11-D, RULING-5: place the issues of a card, in its order; those that cannot be placed are ignored."""
    for placing in play.issues:
        side, kind = placing.side, placing.issue
        if kind == "war_peace" and tracks.on_track(running.position, side, kind):
            why = "5.11-C: it is on the track already"
        elif tracks.put_issue(running, side, kind, placing.faction, placing.space, f"5.11-B, {play.id}"):
            continue
        else:
            why = "5.11-D: no marker of that kind is left"
        running.emit(IssueIgnored(side=side, issue=kind, why=why))


@agenda_step
def carry_out_effects(running: Running, effect: int) -> None:
    """5.11-E to 5.11-I: the effects from this one on, in listed order."""
    effects = card_of(running.position).effects
    if effect == len(effects):
        return
    removal = effects[effect].op == "remove_units"
    end = giving_up.together(effects, effect) if removal else effect + 1
    running.do(step(carry_out_effects, effect=end))
    if removal:
        running.do(step(giving_up.give_up_units, first=effect, end=end))
    else:
        carry_out(running, effects[effect])


def carry_out(running: Running, effect: Effect) -> None:
    """5.11-I: an effect that needs no decision."""
    why = f"5.11-E, {running.position.aristophanes}"
    if effect.op == "gain" and effect.faction:
        ledger.receive(running, effect.faction, effect.tokens, why)
    elif effect.op == "stock" and effect.side:
        set_aside(running, effect.side, -effect.delta)
    elif effect.op == "add_units":
        add_units(running, effect, why)
    elif effect.op == "alcibiades_to_persia":
        send_alcibiades(running)
    elif effect.op == "plague":
        strike_with_plague(running)


def strike_with_plague(running: Running) -> None:
    """5.13-A: Post-Plague for good; then both Sides lose units at once (5.14)."""
    running.emit(PlagueStrikes(first=not running.position.post_plague))
    running.position.post_plague = True
    running.do(step(giving_up.give_up_units, first=0, end=0))


def set_aside(running: Running, side: SideName, tokens: int) -> None:
    """5.11-G, RULING-7: tokens of the Stock, as many as it holds, are out for this turn."""
    position = running.position
    out = min(tokens, position.stock[side])
    if out > 0:
        position.stock[side] -= out
        position.set_aside[side] += out
        running.emit(TokensSetAside(side=side, tokens=out, why=f"5.11-G, {position.aristophanes}"))


def add_units(running: Running, effect: Effect, why: str) -> None:
    """5.11-I: units from the reserve, never into a closed theater, and with the condition of the card."""
    if effect.theater is None or effect.unit is None or effect.side is None:
        return
    theater = THEATERS[effect.theater - 1]
    based = running.position.theaters[theater].bases(effect.side) > 0
    if theater in running.position.in_play() and (based or not effect.only_if_friendly_base):
        ledger.place(running, theater, {effect.unit: effect.count}, why)


def send_alcibiades(running: Running) -> None:
    """12.2-A: move Alcibiades; his arrival in Persia opens it (13.1-A, RULING-57)."""
    position = running.position
    if position.alcibiades == "persia":
        return
    position.alcibiades = "persia"
    running.emit(AlcibiadesLeaves())
    watch_persia(running)


@agenda_step
def record_will(running: Running) -> None:
    """5.12-A: each Side's objective, for 11.4; one that cannot count is void."""
    position = running.position
    will = card_of(position).will or {}
    for side in position.sides:
        if side not in will:
            continue
        objective = will[side]
        theater = THEATERS[objective.theater - 1]
        position.will[side] = objective
        running.emit(WillDeclared(side=side, kind=objective.kind, theater=theater))
        void = void_by(position, side, objective, theater)
        if void:
            position.void_will[side] = void.partition(":")[0]
            running.emit(WillVoid(side=side, why=void))


def void_by(position: Pericles, side: SideName, objective: Objective, theater: TheaterName) -> str | None:
    """5.12-B, RULING-8; 11.41-A: why an objective is void, beginning with the clause; None: it counts."""
    if theater not in position.in_play():
        return "5.12-B: the theater is closed"
    bases = (CITY_STATE_BASE[side], LEAGUE_BASE[side])
    if objective.kind == "build_base" and all(position.on_map(base) == position.limit(base) for base in bases):
        return "11.41-A: every base piece of the Side is on the map"
    return None
