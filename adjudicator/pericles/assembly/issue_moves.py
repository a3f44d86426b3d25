"""6.13 to 6.15: the debated issues move by the difference of the totals; War/Peace may stop on the centre (D9)."""

from __future__ import annotations

from adjudicator.kernel import Answers, Ask, YesNo, agenda_step, no_first
from adjudicator.pericles.assembly.brain_trust import discard_used, margin
from adjudicator.pericles.assembly.played_cards import debate_of, debaters
from adjudicator.pericles.events.assembly import DebateTied, DebateWon, IssueCaptured, WarPeaceStopped
from adjudicator.pericles.state import tracks
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import StopOrder
from adjudicator.pericles.state.position import Issue, Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.words import ENEMY, FACTIONS_OF, SIDE_OF, SIGN, FactionName, SideName

END = 7


def winner(position: Pericles, side: SideName) -> FactionName | None:
    """6.13-A: the Faction with the higher total in a Side's debate; None: equal totals, or no debate."""
    if side not in debate_of(position).selected:
        return None
    first, second = FACTIONS_OF[side]
    lead = margin(position, first)
    return first if lead > 0 else second if lead < 0 else None


def debated(position: Pericles, side: SideName) -> Issue:
    """The issue that a Side debates."""
    return position.tracks[side][debate_of(position).selected[side]]


def target(position: Pericles, faction: FactionName) -> int:
    """6.13-B: where the issue goes that a Faction has won."""
    issue = debated(position, SIDE_OF[faction])
    return max(-END, min(END, issue.space + SIGN[faction] * margin(position, faction)))


def crosses(position: Pericles, faction: FactionName) -> bool:
    """6.14-A, 6.14-B, RULING-14: War/Peace goes from the loser's half to the winner's."""
    issue = debated(position, SIDE_OF[faction])
    sign = SIGN[faction]
    return issue.kind == "war_peace" and issue.space * sign < 0 < target(position, faction) * sign


def winners(position: Pericles) -> list[FactionName]:
    """Who has won the debates, Athens first."""
    return [faction for side in position.sides if (faction := winner(position, side))]


@agenda_step
def offer_stops(running: Running) -> None:
    """6.14-A: who may stop War/Peace on the centre; then all issues move."""
    position = running.position
    asks = [Ask(faction, StopWarPeace.id) for faction in winners(position) if crosses(position, faction)]
    if asks:
        running.ask(asks, move_issues)
    else:
        move_issues(running, Answers())


@agenda_step
def move_issues(running: Running, answers: Answers) -> None:
    """6.13-A: the issue of each Side whose debate has a winner moves, Athens first."""
    position = running.position
    for side in position.sides:
        faction = winner(position, side)
        if faction:
            order: StopOrder | None = answers.get(faction, {}).get(StopWarPeace.id)
            move(running, side, faction, stop=bool(order and order.stop))
        elif side in debate_of(position).selected:
            total = debate_of(position).totals[FACTIONS_OF[side][0]]
            running.emit(DebateTied(side=side, issue=debated(position, side).kind, total=total))


def move(running: Running, side: SideName, faction: FactionName, *, stop: bool) -> None:
    """Move a debated issue towards its winner (6.13-B, 6.14-A); on the last space it is captured (6.15-A)."""
    position = running.position
    issue, space = debated(position, side), 0 if stop else target(position, faction)
    if stop:
        running.emit(WarPeaceStopped(faction=faction))
    issue.space = space
    won = DebateWon(
        faction=faction,
        issue=issue.kind,
        difference=margin(position, faction),
        space=space,
        where=tracks.where(side, space),
    )
    running.emit(won)
    if issue.captured:
        running.emit(IssueCaptured(faction=faction, issue=issue.kind))


@agenda_step
def conclude_debate(running: Running) -> None:
    """6.13-A, 6.31-C: the cards are discarded, a Leader is out until the next turn."""
    position = running.position
    for faction in debaters(position):
        card = debate_of(position).cards[faction]
        if card != position.box.leaders[faction]:
            position.discards[SIDE_OF[faction]].append(card)
        discard_used(running, faction)
    position.debate = None


class StopWarPeace(
    PartedDecision[StopOrder],
    id="D9",
    passing={"stop": False},
    clause="6.14-A",
    default="20-K",
    policy="15.4-B7",
    subject="Decide whether War/Peace stops on the centre",
    public_options=True,
):
    """D9: asked of the winner of a debate on War/Peace that would take it across the centre."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        faction = faction_of(ask)
        there = tracks.space_name(SIDE_OF[faction], target(view, faction))
        return f"War/Peace would cross the centre and move to {there}. Stop it on the centre?"

    parts = {"stop": YesNo(no_first, yes="stop it there", no="let it go on")}

    def policy(self, view: Pericles, ask: Ask) -> StopOrder:
        side = SIDE_OF[faction_of(ask)]
        return StopOrder(stop=not view.war and view.side_honor(side) >= view.side_honor(ENEMY[side]))

    def default(self, view: Pericles, ask: Ask) -> StopOrder:
        return StopOrder(stop=False)
