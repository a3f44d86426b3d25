"""5.3: the Boule: the Strategy Board filled, Hostages spent (D4), seven issues selected (D5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from adjudicator.kernel import Answers, Ask, Illegal, Some, YesNo, agenda_step, no_first, step
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.assembly.strategy_board import fill_boards
from adjudicator.pericles.events.assembly import HostagesKept, HostagesSpent
from adjudicator.pericles.names import name_of, space_of
from adjudicator.pericles.state import tracks
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import BouleOrder, HostageOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.words import ENEMY, ISSUES, SIDE_OF, THEATERS, FactionName, IssueKind, SideName

SlotName = Literal["A", "B", "C", "D"]
SLOTS: dict[SlotName, tuple[int, int]] = {"A": (1, 2), "B": (1, 1), "C": (3, 0), "D": (2, 0)}  # issues, space (5.32)
GOVERNING: tuple[SlotName, ...] = ("A", "C")
TO_THE_CENTRE: tuple[IssueKind, ...] = ("ostracism", "war_peace")  # 5.32-E
FIRST: tuple[IssueKind, ...] = ("military", "league", "diplomatic")  # 15.4-B1
LAST: tuple[IssueKind, ...] = ("games", "oracle", "military", "diplomatic", "league")  # 15.4-B3
REST: tuple[IssueKind, ...] = ("military", "league", "diplomatic", "military", "oracle", "games")  # 15.4-B2
MANY_TREACHERIES = 3  # 15.4-B2


@agenda_step
def begin_boule(running: Running) -> None:
    """5.31-A, then 5.33-A (Athens decides first), then 5.32 A to D, both Sides in lock-step (20-L)."""
    fill_boards(running)
    hostages = [step(ask_about_hostages, side=side) for side in running.position.sides]
    running.do(*hostages, *(step(ask_for_issues, slot=slot) for slot in SLOTS))


# --- Hostages -----------------------------------------------------------------------------------------------------


@agenda_step
def ask_about_hostages(running: Running, side: SideName) -> None:
    """5.33-A: where a Side holds the Hostage marker and the other's War/Peace is not on its track yet."""
    position = running.position
    other = ENEMY[side]
    if position.hostages[side] and other in position.sides and not tracks.on_track(position, other, "war_peace"):
        running.ask([Ask(position.controlling[side], SpendHostages.id)], settle_hostages, side=side)


@agenda_step
def settle_hostages(running: Running, answers: Answers, side: SideName) -> None:
    """5.33-A: the other Side's War/Peace goes to its Opposition's space 2."""
    position, other = running.position, ENEMY[side]
    faction = position.controlling[side]
    order: HostageOrder = answers[faction][SpendHostages.id]
    if not order.spend:
        running.emit(HostagesKept(faction=faction, side=side))
        return
    position.hostages[side] = False
    running.emit(HostagesSpent(faction=faction, side=side))
    tracks.put_issue(running, other, "war_peace", position.opposition(other), 2, "5.33-A")


class SpendHostages(
    PartedDecision[HostageOrder],
    id="D4",
    passing={"spend": False},
    clause="5.33-A",
    default="20-K",
    policy="15.4-A4",
    subject="Decide whether to spend the Hostages",
    public_options=True,
):
    """D4: asked of the Controlling Faction whose Side holds the Hostages, Athens first."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        other = ENEMY[SIDE_OF[faction_of(ask)]]
        target = tracks.space_name(other, tracks.hostage_space(view, other))
        return f"Spend the Hostages to put War/Peace of {name_of(other)} on {target}?"

    parts = {"spend": YesNo(no_first, yes="spend the Hostages", no="keep the Hostages")}

    def policy(self, view: Pericles, ask: Ask) -> HostageOrder:
        side = SIDE_OF[faction_of(ask)]
        return HostageOrder(spend=view.war and view.side_honor(side) > view.side_honor(ENEMY[side]))

    def default(self, view: Pericles, ask: Ask) -> HostageOrder:
        return HostageOrder(spend=False)


# --- Issues -------------------------------------------------------------------------------------------------------


@agenda_step
def ask_for_issues(running: Running, slot: SlotName) -> None:
    """5.32-A to 5.32-D: a Faction of each Side, both in one phase."""
    position = running.position
    asks = [Ask(chooser(position, side, slot), Select.id, {"slot": slot}) for side in position.sides]
    running.ask(asks, put_issues, slot=slot)


@agenda_step
def put_issues(running: Running, answers: Answers, slot: SlotName) -> None:
    """5.32-E, 5.32-F: each on its space, Ostracism and War/Peace on the centre."""
    position = running.position
    for side in position.sides:
        faction = chooser(position, side, slot)
        order: BouleOrder = answers[faction][Select.id]
        for kind in order.issues:
            space = 0 if kind in TO_THE_CENTRE else SLOTS[slot][1]
            half = faction if space else None
            tracks.put_issue(running, side, kind, half, space, f"5.32-{slot}, {faction}")


def chooser(position: Pericles, side: SideName, slot: SlotName) -> FactionName:
    """5.32-0: the Controlling Faction selects in A and C, the Opposition in B and D."""
    return position.controlling[side] if slot in GOVERNING else position.opposition(side)


def available(view: Pericles, side: SideName, wanted: Sequence[IssueKind], number: int) -> list[IssueKind]:
    """The first issues of a list that the reserve holds, as often as they are named and as it holds them."""
    taken: list[IssueKind] = []
    for kind in wanted:
        if len(taken) < number and view.issues_left(side, kind) > taken.count(kind):
            taken.append(kind)
    return taken


class SlotChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book says to D5: a ranked list of issues, for one slot or (left out) for all."""

    issues: Annotated[list[IssueKind], msgspec.Meta(min_length=1)]
    slot: SlotName | None = None

    def __post_init__(self) -> None:
        """5.32: as many as the slot takes. ValueError says so."""
        number = SLOTS[self.slot][0] if self.slot else 1
        if len(self.issues) < number:
            raise ValueError(
                f"slot {self.slot} takes {number} issues; name {number} or more, one kind as often as wanted"
            )


def issues_due(view: Pericles, ask: Ask) -> int:
    """5.32-A to 5.32-D: how many issues the slot takes."""
    return SLOTS[ask.args["slot"]][0]


def issues_in_reserve(view: Pericles, ask: Ask) -> list[IssueKind]:
    """5.32-F: the issues of a Side's reserve, in the order TO."""
    side = SIDE_OF[faction_of(ask)]
    return [kind for kind in ISSUES for _ in range(view.issues_left(side, kind))]


class Select(
    PartedDecision[BouleOrder],
    id="D5",
    clause="5.32-F",
    default="15.4-B1 to 15.4-B3",
    policy="15.4-B1",
    choice=SlotChoice,
    subject="Select issues in the Boule",
    public_options=True,
):
    """D5: asked slot by slot, of the two Factions of a Side in turn."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        number, space = SLOTS[ask.args["slot"]]
        spot = space_of(f"{ask.seat} {space}") if space else "the centre"
        return f"Which {'issue goes' if number == 1 else f'{number} issues go'} to {spot} of your Side's track?"

    parts = {"issues": Some(issues_in_reserve, least=issues_due, most=issues_due, thing="issue", words=name_of)}

    def refusal(self, view: Pericles, ask: Ask, order: BouleOrder) -> Illegal | None:
        """5.32: so many as the slot takes; 5.32-F: from the reserve."""
        slot, side = ask.args["slot"], SIDE_OF[faction_of(ask)]
        number = SLOTS[slot][0]
        if len(order.issues) != number:
            return Illegal(f"5.32-{slot}", f"select exactly {count_of(number, 'issue')} here, not {len(order.issues)}")
        for kind in dict.fromkeys(order.issues):
            left = view.issues_left(side, kind)
            if order.issues.count(kind) > left:
                held = {one: view.issues_left(side, one) for one in ISSUES}
                there = ", ".join(f"{number} {name_of(one)}" for one, number in held.items() if number)
                return Illegal("5.32-F", f"your reserve holds {left} {name_of(kind)}; choose from {there}")
        return None

    def policy(self, view: Pericles, ask: Ask) -> BouleOrder:
        """15.4-B1 to 15.4-B3; where their lists run out, TO."""
        faction, number = faction_of(ask), SLOTS[ask.args["slot"]][0]
        wanted = wishes(view, faction, ask.args["slot"])
        return _in_order(available(view, SIDE_OF[faction], [*wanted, *ISSUES], number))

    def choice_in_words(self, choice: SlotChoice | BouleOrder) -> str:
        """The list, and the slot that it is for; or the issues."""
        slot = choice.slot if isinstance(choice, SlotChoice) else None
        return f"{', then '.join(map(name_of, choice.issues))}{f' for slot {slot}' if slot else ''}"

    def concerns(self, view: Pericles, ask: Ask, choice: SlotChoice) -> bool:
        """Whether the list is for this slot."""
        return choice.slot in (None, ask.args["slot"])

    def orders_of(self, view: Pericles, ask: Ask, choice: SlotChoice) -> Iterator[BouleOrder]:
        """The first of the list that there are; nothing where there are too few."""
        number = SLOTS[ask.args["slot"]][0]
        found = available(view, SIDE_OF[faction_of(ask)], choice.issues, number)
        if len(found) == number:
            yield _in_order(found)


def _in_order(kinds: list[IssueKind]) -> BouleOrder:
    """The issues in the order TO, as the space has them."""
    return BouleOrder(issues=sorted(kinds, key=ISSUES.index))


def wishes(view: Pericles, faction: FactionName, slot: SlotName) -> list[IssueKind]:
    """15.4-B1 to 15.4-B3: what the bot wants, best first."""
    side = SIDE_OF[faction]
    if slot == "D":
        first, second = view.governing_first(side)
        compatriot = first if faction == second else second
        return ["ostracism", *LAST] if view.honor[faction] < view.honor[compatriot] else [*LAST]
    return [*_status_wish(view, side), *_special_wish(view, side), *REST] if slot == "C" else [*FIRST]


def _status_wish(view: Pericles, side: SideName) -> list[IssueKind]:
    """15.4-B2: War/Peace where the Side would gain by it."""
    lead = view.side_honor(side) - view.side_honor(ENEMY[side])
    return ["war_peace"] if (lead > 10 if view.war else lead < -10) else []


def _special_wish(view: Pericles, side: SideName) -> list[IssueKind]:
    """15.4-B2, RULING-84: the special issues whose status now holds."""
    treachery = sum(view.theaters[name].treachery.get("athens", 0) for name in THEATERS)
    holding: dict[SideName, list[tuple[IssueKind, bool]]] = {
        "athens": [("colony", not view.war), ("citizenship", True)],
        "sparta": [("agoge", view.war), ("krypteia", treachery >= MANY_TREACHERIES)],
    }
    return [kind for kind, holds in holding[side] if holds]
