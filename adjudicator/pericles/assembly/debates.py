"""6.1: the six debates of each Side, those of the same number in lock-step (20-L): selection (D6), then the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from adjudicator.kernel import Answers, Ask, Illegal, One, agenda_step, step
from adjudicator.kernel.questions.offers import Option
from adjudicator.kernel.subjects import Naming, subject
from adjudicator.pericles.assembly.brain_trust import offer_brain_trusts
from adjudicator.pericles.assembly.issue_moves import conclude_debate, offer_stops
from adjudicator.pericles.assembly.played_cards import ask_for_cards, best_total
from adjudicator.pericles.assembly.strategy_board import fill_boards
from adjudicator.pericles.events.assembly import IssueSelected, IssuesReturned, IssuesWon
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state import tracks
from adjudicator.pericles.state.decision import PartedDecision, Running, tell_chapter
from adjudicator.pericles.state.orders import SelectOrder
from adjudicator.pericles.state.position import Debate, Issue, Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.words import ENEMY, FACTIONS_OF, ISSUES, SIDE_OF, SIGN, FactionName, IssueKind, SideName

DEBATES = 6


@agenda_step
def begin_assembly(running: Running) -> None:
    """6.1-A. 14-B: where no Boule is played the Strategy Board is filled now."""
    tell_chapter(running, 2)
    if running.position.facts.boule == "preset":
        fill_boards(running)
    running.do(*(step(open_debate, number=number) for number in range(1, DEBATES + 1)), step(end_assembly))


@agenda_step
def open_debate(running: Running, number: int) -> None:
    """6.11-A: the selection of both Sides, then the cards of all, and so on step by step.

    5.32-0, 14-B, 6.15-A: of seven issues or more on a track, six debates leave one open at the least. Only a case
    file puts none there: that Side then does not debate.
    """
    position = running.position
    position.debate = Debate(number)
    running.do(step(ask_for_cards), step(offer_brain_trusts), step(offer_stops), step(conclude_debate))
    asks = []
    for side in position.sides:
        open_to = selectable(position, side)
        if len(open_to) == 1:
            select(running, side, open_to[0])
        elif open_to:
            asks.append(Ask(selector(position, side), SelectIssue.id))
    if asks:
        running.ask(asks, take_selections)


@agenda_step
def take_selections(running: Running, answers: Answers) -> None:
    """6.11-A: what each Side debates."""
    for side in running.position.sides:
        order: SelectOrder | None = answers.get(selector(running.position, side), {}).get(SelectIssue.id)
        if order:
            select(running, side, Issue(order.issue, order.space))


def select(running: Running, side: SideName, issue: Issue) -> None:
    """Note and tell what a Side debates: of markers of one kind on one space it does not matter which."""
    position = running.position
    if position.debate is None:
        raise ValueError("no debate is open")
    position.debate.selected[side] = position.tracks[side].index(issue)
    running.emit(
        IssueSelected(
            number=position.debate.number,
            side=side,
            faction=selector(position, side),
            issue=issue.kind,
            space=issue.space,
            where=tracks.where(side, issue.space),
        )
    )


def selector(position: Pericles, side: SideName) -> FactionName:
    """6.11-A: the Controlling Faction selects in debates 1, 3, 5, the Opposition Faction in 2, 4, 6."""
    if position.debate is None:
        raise ValueError("no debate is open")
    return position.controlling[side] if position.debate.number % 2 else position.opposition(side)


def selectable(position: Pericles, side: SideName) -> list[Issue]:
    """6.11-A, 6.15-A: the issues that may be selected, each kind on each space once, in the order TO."""
    found: list[Issue] = []
    for issue in position.tracks[side]:
        if not issue.captured and issue not in found:
            found.append(issue)
    return sorted(found, key=lambda issue: (ISSUES.index(issue.kind), -issue.space))


@agenda_step
def end_assembly(running: Running) -> None:
    """6.16-A: each Faction has won what lies on its half; what lies on the centre returns to the reserve."""
    position = running.position
    position.debate = None
    for side in position.sides:
        idle = [issue.kind for issue in position.tracks[side] if issue.space == 0]
        position.tracks[side] = [issue for issue in position.tracks[side] if issue.space != 0]
        if idle:
            running.emit(IssuesReturned(side=side, issues=in_order(idle)))
    for faction in position.factions:
        won = [issue.kind for issue in tracks.won_by(position, faction)]
        running.emit(IssuesWon(faction=faction, issues=in_order(won)))


def in_order(kinds: list[IssueKind]) -> list[str]:
    """Kinds in the order TO."""
    return sorted(kinds, key=ISSUES.index)


class SheetIssues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """20-H: a ranked list of issues for one debate, or (left out) for every one that the Faction selects.

    Of several markers of a kind the one on the centre is taken first, then the Compatriot's nearest, then one's own.
    """

    issues: Annotated[list[IssueKind], msgspec.Meta(min_length=1)]
    debate: Annotated[int, msgspec.Meta(ge=1, le=DEBATES)] | None = None

    def in_words(self) -> str:
        which = "in every debate that you select" if self.debate is None else f"in debate {self.debate}"
        return f"{', else '.join(map(name_of, self.issues))} {which}"


def issues_to_select(view: Pericles, ask: Ask) -> list[tuple[IssueKind, int]]:
    """6.11-A, 6.15-A: the issues of the Side that is asked, each with its space."""
    return [(issue.kind, issue.space) for issue in selectable(view, SIDE_OF[faction_of(ask)])]


def issue_in_words(issue: tuple[IssueKind, int]) -> str:
    """An issue and its space, where it is not known which Side's: `League on AF 2 or EK 2`."""
    kind, space = issue
    return f"{name_of(kind)} on {' or '.join(dict.fromkeys(tracks.space_name(side, space) for side in FACTIONS_OF))}"


class OnTrack(One, frozen=True):
    """One of the issues on the track of the Side that is asked, as the board names its space."""

    def option(self, value: Any, most: int, *at: Any) -> Option:
        """With its disc."""
        view, ask = at
        return Option(
            value, tracks.placed_in_words(SIDE_OF[faction_of(ask)], *value), (disc_of(view, ask, value),), most
        )


def disc_of(view: Pericles, ask: Ask, issue: tuple[IssueKind, int]) -> str:
    """The id of its disc on the track."""
    return subject("issue", f"{issue[0]}@{SIDE_OF[faction_of(ask)]}", issue[1])


class SelectIssue(
    PartedDecision[SelectOrder],
    id="D6",
    clause="6.11-A",
    policy="15.4-B4",
    choice=SheetIssues,
    subject="Select the issue that is debated",
):
    """D6: asked of the Faction that selects; an order names the space too, as a kind may lie on several."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        number = view.debate.number if view.debate else 0
        return f"Which issue does your Side debate in debate {number}?"

    parts = {("issue", "space"): OnTrack(issues_to_select, words=issue_in_words)}

    def refusal(self, view: Pericles, ask: Ask, order: SelectOrder) -> Illegal | None:
        """6.11-A, 6.15-A: an issue on the Side's track that has not been captured."""
        side = SIDE_OF[faction_of(ask)]
        open_to = selectable(view, side)
        if Issue(order.issue, order.space) in open_to:
            return None
        may = ", ".join(tracks.placed_in_words(side, issue.kind, issue.space) for issue in open_to)
        wanted = tracks.placed_in_words(side, order.issue, order.space)
        if Issue(order.issue, order.space) in view.tracks[side]:
            return Illegal("6.15-A", f"{wanted} is captured; you can choose: {may}")
        return Illegal("6.11-A", f"your track has no {wanted}; you can choose: {may}")

    def answer_in_words(self, view: Pericles, seat: str, order: SelectOrder, names: Naming) -> str:
        """The issue on the track of the seat's Side."""
        return tracks.placed_in_words(SIDE_OF[seat], order.issue, order.space)  # type: ignore[index]

    def policy(self, view: Pericles, ask: Ask) -> SelectOrder:
        faction = faction_of(ask)
        issues = selectable(view, SIDE_OF[faction])
        contested = [issue for issue in issues if issue.space * SIGN[faction] <= 0 and _wanted(view, faction, issue)]
        own = [issue for issue in issues if issue.space * SIGN[faction] > 0]
        if contested:
            chosen = min(contested, key=lambda issue: (-best_total(view, faction, issue.kind), *_near(issue)))
        else:
            chosen = min(own, key=lambda issue: abs(issue.space)) if own else issues[0]
        return SelectOrder(issue=chosen.kind, space=chosen.space)

    def concerns(self, view: Pericles, ask: Ask, choice: SheetIssues) -> bool:
        """Whether the list is for this debate."""
        return choice.debate is None or (view.debate is not None and choice.debate == view.debate.number)

    def choice_of(self, view: Pericles, ask: Ask, order: SelectOrder) -> dict[str, Any]:
        """An issue of this kind, in every debate."""
        return {"issues": [order.issue]}

    def orders_of(self, view: Pericles, ask: Ask, choice: SheetIssues) -> Iterator[SelectOrder]:
        """The issues of the list that lie on the track, best first."""
        sign = SIGN[faction_of(ask)]
        there = sorted(selectable(view, SIDE_OF[faction_of(ask)]), key=lambda i: (i.space * sign > 0, abs(i.space)))
        for kind in choice.issues:
            yield from (SelectOrder(issue=kind, space=issue.space) for issue in there if issue.kind == kind)


def _near(issue: Issue) -> tuple[bool, int, int]:
    """15.4-B4, RULING-92: ties: one on the centre, then TO, then the nearest to the centre."""
    return issue.space != 0, ISSUES.index(issue.kind), abs(issue.space)


def _wanted(view: Pericles, faction: FactionName, issue: Issue) -> bool:
    """15.4-B4: War/Peace only where the Side would gain by it."""
    lead = view.side_honor(SIDE_OF[faction]) - view.side_honor(ENEMY[SIDE_OF[faction]])
    return issue.kind != "war_peace" or (lead > 0 if view.war else lead < 0)
