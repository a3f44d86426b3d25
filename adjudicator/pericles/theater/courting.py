"""8.51-C: diplomacy in a Neutral theater: both Sides commit in secret; decisions D21 and D22, in one veiled phase."""

from __future__ import annotations

from adjudicator.kernel import Answers, Ask, agenda_step
from adjudicator.pericles.events import theater as events
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.orders import CourtOrder, OpposeOrder
from adjudicator.pericles.state.theaters import about
from adjudicator.pericles.theater.queues import ask_owner, declined, without_effect
from adjudicator.pericles.theater.token_questions import TokenDecision
from adjudicator.pericles.words import ENEMY, LEAGUE_BASE, SIDE_OF, SIDES, FactionName, TheaterName


@agenda_step
def court_theater(running: Running, theater: TheaterName, owner: FactionName) -> None:
    """8.5-B, RULING-79: the owner first declares whether the issue is resolved; only then do both commit."""
    if running.position.reserve(LEAGUE_BASE[SIDE_OF[owner]]) > 0:
        running.ask(ask_owner(theater, "diplomatic", owner), take_court, theater=theater, owner=owner)
    else:
        without_effect(running, theater, "diplomatic", owner, "8.51-C, 2.1-A: no League base is left")


@agenda_step
def take_court(running: Running, answers: Answers, theater: TheaterName, owner: FactionName) -> None:
    """8.51-C: the owner and the enemy's Controlling Faction commit, in secret and together."""
    if declined(running, answers, theater, "diplomatic", owner):
        return
    opponent = running.position.controlling[ENEMY[SIDE_OF[owner]]]
    args = about(theater, "diplomatic")
    asks = [Ask(owner, Court.id, args), Ask(opponent, Oppose.id, args)]
    running.ask(asks, settle_court, veiled=True, theater=theater, owner=owner, opponent=opponent)


@agenda_step
def settle_court(
    running: Running, answers: Answers, theater: TheaterName, owner: FactionName, opponent: FactionName
) -> None:
    """8.51-C: with a Battle card each, twice the enemy's sum wins a League base; RULING-27: no Honor."""
    own, against = answers[owner][Court.id].tokens, answers[opponent][Oppose.id].tokens
    running.emit(events.Courting(owner=owner, theater=theater, own=own, opponent=opponent, against=against))
    cards = {side: ledger.draw_battle_card(running, side, "8.51-C") for side in SIDES}
    side = SIDE_OF[owner]
    mine, theirs = own + cards[side], against + cards[ENEMY[side]]
    running.emit(events.CourtingEnds(owner=owner, theater=theater, own=mine, enemy=theirs))
    ledger.spend(running, owner, own, "8.51-C")
    ledger.spend(running, opponent, against, "8.51-C")
    if mine >= 2 * theirs:
        ledger.place(running, theater, {LEAGUE_BASE[side]: 1}, "8.51-C")


class Court(
    TokenDecision[CourtOrder],
    id="D21",
    passing={"tokens": 0},
    clause="8.51-C",
    policy="15.4-D4",
    subject="Commit tokens to win a Neutral theater",
    may_decline=True,
):
    """D21; RULING-28: it needs no token."""

    most = 5
    usual = 4
    what = "You try to win a base by diplomacy"


class Oppose(
    TokenDecision[OpposeOrder],
    id="D22",
    passing={"tokens": 0},
    clause="8.51-C",
    policy="15.4-D4",
    subject="Commit tokens against enemy diplomacy in a Neutral theater",
    may_decline=True,
):
    """D22: asked of the enemy Controlling Faction, at once with D21 and secret until both are in."""

    most = 4
    usual = 2
    what = "The enemy tries to win a base by diplomacy"
