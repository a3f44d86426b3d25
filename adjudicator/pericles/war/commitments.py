"""9.31, 9.7: tokens are committed to an expedition; decisions D27, D28 and D29, in one veiled phase (20-C)."""

from __future__ import annotations

from typing import TypeVar

from adjudicator.kernel import Answers, Ask, agenda_step, step
from adjudicator.pericles.events import battles as events
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.expedition import committed_by, enemies_of, on_expedition, opposed
from adjudicator.pericles.state.orders import CommandOrder, ResistOrder, SupportOrder
from adjudicator.pericles.state.position import Expedition, Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.theater.token_questions import TokenDecision
from adjudicator.pericles.war.battles import begin_battle
from adjudicator.pericles.war.movement import begin_movement
from adjudicator.pericles.words import COMPATRIOT, FACTIONS, FACTIONS_OF, FactionName, TheaterName

T = TypeVar("T", CommandOrder, SupportOrder, ResistOrder)


@agenda_step
def begin_expedition(running: Running, theater: TheaterName, general: FactionName) -> None:
    """9.3: an expedition; when it is over its committed tokens are in the Stock, and the agenda goes on."""
    position = running.position
    position.expedition = Expedition(theater, general)
    running.emit(events.ExpeditionBegins(theater=theater, general=general))
    running.do(*(step(part) for part in (begin_movement, reveal_commitments, begin_battle, end_expedition)))
    running.ask(asks_of(position), commit_tokens, veiled=True)


def asks_of(position: Pericles) -> list[Ask]:
    """9.31-A, 9.31-B: the Commanding General commits; if anybody opposes, so do the other three.

    RULING-93: whatever lies behind their shields.
    """
    general = on_expedition(position).general
    asks = [Ask(general, Command.id)]
    if opposed(position):
        asks.append(Ask(COMPATRIOT[general], Support.id))
        asks += [Ask(faction, Resist.id) for faction in enemies_of(general)]
    return asks


@agenda_step
def commit_tokens(running: Running, answers: Answers) -> None:
    """9.31-C: the tokens leave the shields; those of the General and of the Compatriot are shown at once."""
    position, expedition = running.position, on_expedition(running.position)
    friends: list[FactionName] = [expedition.general, COMPATRIOT[expedition.general]]
    all_commit = opposed(position)
    expedition.revealed = friends if all_commit else [*FACTIONS]
    for faction in FACTIONS:
        tokens = next((order.tokens for order in answers.get(faction, {}).values()), 0)
        position.shields[faction] = position.tokens(faction) - tokens
        position.committed[faction] = tokens
        if faction not in expedition.revealed:
            running.emit(events.CommittedSecretly(faction=faction, tokens=tokens, only=(faction,)))
    for faction in friends if all_commit else friends[:1]:
        running.emit(events.Committed(faction=faction, tokens=committed_by(position, faction)))


@agenda_step
def reveal_commitments(running: Running) -> None:
    """9.31-C: after movement the enemy's commitments are revealed, whether or not there is a battle."""
    expedition = on_expedition(running.position)
    hidden = [faction for faction in FACTIONS if faction not in expedition.revealed]
    expedition.revealed = [*FACTIONS]
    for faction in hidden:
        running.emit(events.Committed(faction=faction, tokens=committed_by(running.position, faction)))


@agenda_step
def end_expedition(running: Running) -> None:
    """9.7-A, 8.5-E: all committed tokens go to their Stocks."""
    position = running.position
    for side in position.sides:
        tokens = sum(committed_by(position, faction) for faction in FACTIONS_OF[side])
        position.stock[side] += tokens
        for faction in FACTIONS_OF[side]:
            position.committed[faction] = 0
        if tokens:
            running.emit(events.TokensReturned(side=side, tokens=tokens))
    position.expedition = None


class _Commit(TokenDecision[T], policy="15.4-D9"):
    """9.31: tokens committed to an expedition, for it or against it."""

    most = 4

    def prompt(self, view: Pericles, ask: Ask) -> str:
        expedition = on_expedition(view)
        whose = {"D27": "Your expedition", "D28": "The expedition of your Compatriot"}.get(
            self.id, f"Against the expedition of {name_of(expedition.general)}"
        )
        return f"{whose} to {name_of(expedition.theater)}: {self.how_many(view, ask)}"

    def theater(self, view: Pericles, ask: Ask) -> TheaterName:
        return on_expedition(view).theater


def _held(view: Pericles, ask: Ask) -> int:
    """The tokens behind the shield of the Faction that is asked."""
    return view.tokens(faction_of(ask))


class Command(
    _Commit[CommandOrder],
    id="D27",
    clause="9.31",
    subject="Commit tokens as Commanding General",
):
    """D27: the tokens of the Commanding General (9.31). At least one goes: no order does nothing."""

    least = 1
    most = 5

    def policy(self, view: Pericles, ask: Ask) -> CommandOrder:
        """15.4-D9: half of what is held, rounded up, five at most."""
        return CommandOrder(tokens=min(5, (_held(view, ask) + 1) // 2))


class Support(
    _Commit[SupportOrder],
    id="D28",
    passing={"tokens": 0},
    clause="9.31-B",
    default="20-K",
    subject="Commit tokens to the Compatriot's expedition",
    may_decline=True,
):
    """D28: the tokens of the General's Compatriot (9.31-B)."""

    def policy(self, view: Pericles, ask: Ask) -> SupportOrder:
        """15.4-D9: a third of what is held, rounded down, two at most."""
        return SupportOrder(tokens=min(2, _held(view, ask) // 3))

    def default(self, view: Pericles, ask: Ask) -> SupportOrder:
        """Section 20, D28: no tokens."""
        return SupportOrder(tokens=0)


class Resist(
    _Commit[ResistOrder],
    id="D29",
    passing={"tokens": 0},
    clause="9.31-B",
    subject="Commit tokens against an enemy expedition",
    may_decline=True,
):
    """D29: the tokens of an enemy Faction (9.31-B)."""

    def policy(self, view: Pericles, ask: Ask) -> ResistOrder:
        """15.4-D9: a third of what is held, rounded up, four at most."""
        return ResistOrder(tokens=min(4, (_held(view, ask) + 2) // 3))
