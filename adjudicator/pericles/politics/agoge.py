"""7.45B: Agoge: Spartan land units are built in Sparta, at War only (D14)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel import Answers, Ask, Count, YesNo, agenda_step
from adjudicator.pericles.politics.political_issues import ask_owner, be_done
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import AgogeOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import HUNDRED, FactionName, PieceName

MOST_BUILT = 3


@agenda_step
def train_agoge(running: Running) -> None:
    """7.45B, 7.42-D; RULING-24: whatever the status of the Sparta theater."""
    war = running.position.war
    ask_owner(running, "sparta", "agoge", Agoge.id, settle_agoge, possible=lambda now: any(available(now)), holds=war)


def available(position: Pericles) -> tuple[int, int]:
    """2.1-A: Spartan land units and the 300 in the reserve."""
    return max(0, position.reserve("spartan_land")), max(0, position.reserve(HUNDRED))


@agenda_step
def settle_agoge(running: Running, answers: Answers, owner: FactionName) -> None:
    """7.45B: build the units; the issue is then out of the game."""
    order: AgogeOrder = answers[owner][Agoge.id]
    pieces: dict[PieceName, int] = {"spartan_land": order.land, HUNDRED: int(order.hundred)}
    put = ledger.place(running, "sparta", pieces, "7.45B, Agoge")
    be_done(running, "sparta", owner, "agoge", nothing=not put)


def land_to_build(view: Pericles, ask: Ask) -> int:
    """How many Spartan land units may be built."""
    return max(0, min(MOST_BUILT, view.reserve("spartan_land")))


def hundred_to_build(view: Pericles, ask: Ask, land: int) -> list[bool]:
    """Whether the 300 may be built too, as one of the three."""
    return [True, False] if land < MOST_BUILT and view.reserve(HUNDRED) > 0 else [False]


class Agoge(
    PartedDecision[AgogeOrder],
    id="D14",
    clause="7.45B",
    default="20-C",
    policy="15.4-C2",
    subject="Choose what the Agoge builds",
    public_options=True,
):
    """D14: asked of the owner of the Agoge; the 300 count as one of the three units."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        land, hundred = available(view)
        there = f"{land} Spartan land{' and the 300' if hundred else ''}"
        return (
            f"Agoge: how many Spartan land units do you build in Sparta? With the 300, who count as one of them, "
            f"{MOST_BUILT} at most; in the reserve: {there}."
        )

    parts = {
        "land": Count(land_to_build, thing="Spartan land unit", falling=True),
        "hundred": YesNo(
            hundred_to_build, yes="with the 300", no="without the 300", asks="Build the 300 as one of them?"
        ),
    }

    def policy(self, view: Pericles, ask: Ask) -> AgogeOrder:
        """15.4-C2: three, the 300 first."""
        return self._cut(view, AgogeOrder(land=MOST_BUILT, hundred=True))

    def orders_of(self, view: Pericles, ask: Ask, choice: AgogeOrder) -> Iterator[AgogeOrder]:
        """As much of it as is in the reserve."""
        yield self._cut(view, choice)

    def _cut(self, view: Pericles, wanted: AgogeOrder) -> AgogeOrder:
        land, hundred = available(view)
        with_them = wanted.hundred and hundred > 0
        return AgogeOrder(land=max(0, min(wanted.land, land, MOST_BUILT - with_them)), hundred=with_them)
