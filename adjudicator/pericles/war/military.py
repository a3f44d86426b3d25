"""9.0, 9.2: Military issues: decline, Build, Raid or Expedition; decision D25."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec

from adjudicator.kernel import Answers, Ask, Illegal, One, agenda_step, step
from adjudicator.pericles.events import theater as events
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import Mode, ModeOrder
from adjudicator.pericles.state.position import Pericles, Status
from adjudicator.pericles.state.theaters import about, advantage, capacity, decides, faction_of, load, theater_of
from adjudicator.pericles.theater.queues import status_fits, without_effect
from adjudicator.pericles.war.building import build_city_state
from adjudicator.pericles.war.commitments import begin_expedition
from adjudicator.pericles.words import ENEMY, HOME, SIDE_OF, FactionName, TheaterName

RAIDERS = 3


@agenda_step
def resolve_military(running: Running, theater: TheaterName, owner: FactionName) -> None:
    """9.0-B: without a token it has no effect and nothing is asked; else its owner commands (9.0-A)."""
    if running.position.tokens(owner):
        asks = [Ask(owner, ChooseMode.id, about(theater, "military"))]
        running.ask(asks, take_mode, theater=theater, owner=owner)
    else:
        without_effect(running, theater, "military", owner, "9.0-B: the Commanding General has no token")


@agenda_step
def take_mode(running: Running, answers: Answers, theater: TheaterName, owner: FactionName) -> None:
    """9.0-C, RULING-32; 8.5-B: declining costs a token."""
    mode = answers[owner][ChooseMode.id].mode
    running.emit(events.ModeChosen(general=owner, theater=theater, mode=mode))
    if mode == "decline":
        ledger.spend(running, owner, 1, "8.5-B: a Military issue declined")
    elif mode == "build":
        running.do(step(build_city_state, owner=owner))
    elif mode == "raid":
        raid(running, owner)
    else:
        running.do(step(begin_expedition, theater=theater, general=owner))


def raid(running: Running, owner: FactionName) -> None:
    """9.2-A: three tokens, 3 Honor; the enemy's Controlling Faction loses tokens, or Honor for want of them."""
    ledger.spend(running, owner, RAIDERS, "9.2-A")
    ledger.gain_honor(running, owner, 3, "9.2-A: a raid")
    value = ledger.draw_battle_card(running, SIDE_OF[owner], "9.2-A")
    victim = running.position.controlling[ENEMY[SIDE_OF[owner]]]
    lost = ledger.spend(running, victim, value, "9.2-A: lost to a raid")
    ledger.lose_honor(running, victim, value - lost, "9.2-A: tokens that it lacks")


class Commanding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book says to D25: in these theaters and statuses; left out: in all."""

    mode: Mode
    theaters: list[TheaterName] = []
    statuses: list[Status] = []


def mode_refusal(view: Pericles, ask: Ask, mode: Mode) -> Illegal | None:
    """9.0-C: Build at Home (RULING-89), Raid where Contested."""
    theater, side = theater_of(ask), SIDE_OF[faction_of(ask)]
    status, held = view.status(theater, side), view.tokens(faction_of(ask))
    if mode == "build" and (theater != HOME[side] or status not in ("friendly", "contested")):
        home = name_of(HOME[side])
        if theater != HOME[side]:
            return Illegal("9.1-A", f"a Build is possible only in {home}; this marker is in {name_of(theater)}")
        return Illegal("9.1-A", f"a Build needs {home} to be Friendly Controlled or Contested")
    if mode == "raid" and status != "contested":
        return Illegal(
            "9.2-A", f"a Raid is possible only in a Contested theater; {name_of(theater)} is {status.capitalize()}"
        )
    if mode == "raid" and held < RAIDERS:
        return Illegal("9.2-A", f"a Raid costs {RAIDERS} tokens, and you hold {held}")
    return None


def modes_open(view: Pericles, ask: Ask) -> list[Mode]:
    """Those of Decline, Build, Raid, Expedition that are possible."""
    return [mode for mode in get_args(Mode) if mode_refusal(view, ask, mode) is None]


def mode_in_words(mode: Mode) -> str:
    """What the General does, with what declining costs."""
    return {
        "decline": "decline and lose 1 token",
        "raid": f"raid (you pay {RAIDERS} tokens)",
        "expedition": "lead an expedition",
    }.get(mode, mode)


class ChooseMode(
    PartedDecision[ModeOrder],
    id="D25",
    passing={"mode": "decline"},
    clause="9.0-C",
    policy="15.4-D7",
    choice=Commanding,
    subject="Use a Military issue",
):
    """D25: asked of the owner of a Military issue, its Commanding General; they may also decline."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return f"What do you do with your Military issue in {name_of(theater_of(ask))}?"

    def awaited(self, ask: Ask) -> str:
        return decides(ask, "what to do with their Military issue")

    parts = {"mode": One(modes_open, words=mode_in_words)}

    def refusal(self, view: Pericles, ask: Ask, order: ModeOrder) -> Illegal | None:
        # 9.0-C
        return mode_refusal(view, ask, order.mode)

    def policy(self, view: Pericles, ask: Ask) -> ModeOrder:
        side = SIDE_OF[faction_of(ask)]
        modes = modes_open(view, ask)
        if "build" in modes and load(view, side) + 4 <= capacity(view, side):
            return ModeOrder(mode="build")
        if "raid" in modes and advantage(view, theater_of(ask), side) < 0:
            return ModeOrder(mode="raid")
        return ModeOrder(mode="expedition")

    def concerns(self, view: Pericles, ask: Ask, choice: Commanding) -> bool:
        """Section 20: a condition on the theater or its status."""
        fits = not choice.theaters or theater_of(ask) in choice.theaters
        return fits and status_fits(view, ask, choice.statuses)

    def orders_of(self, view: Pericles, ask: Ask, choice: Commanding) -> Iterator[ModeOrder]:
        yield ModeOrder(mode=choice.mode)

    def choice_in_words(self, choice: Commanding | ModeOrder) -> str:
        if isinstance(choice, ModeOrder):
            return mode_in_words(choice.mode)
        parts = [*map(name_of, choice.theaters), *map(str.capitalize, choice.statuses)]
        said = mode_in_words(choice.mode).partition(" (")[0]
        return f"{said} ({', '.join(parts)})" if parts else said
