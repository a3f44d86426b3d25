"""7.45A: Krypteia: Athenian Treachery markers are removed (D13)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel import Answers, Ask, Shares, agenda_step
from adjudicator.pericles.names import name_of
from adjudicator.pericles.politics.political_issues import ask_owner, be_done
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import KrypteiaOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import THEATERS, FactionName, TheaterName

MOST_REMOVED = 6


@agenda_step
def send_krypteia(running: Running) -> None:
    """7.45A, at War and at Peace."""
    ask_owner(running, "sparta", "krypteia", Krypteia.id, settle_krypteia, possible=markers)


def markers(position: Pericles) -> dict[TheaterName, int]:
    """Where Athenian Treachery markers lie."""
    there = {name: position.theaters[name].treachery.get("athens", 0) for name in THEATERS}
    return {name: number for name, number in there.items() if number}


@agenda_step
def settle_krypteia(running: Running, answers: Answers, owner: FactionName) -> None:
    """7.45A, RULING-24: remove the markers; the issue is then out of the game."""
    order: KrypteiaOrder = answers[owner][Krypteia.id]
    for theater in THEATERS:
        if theater in order.removed:
            ledger.drop_treachery(running, theater, "athens", order.removed[theater], "7.45A, Krypteia")
    be_done(running, "sparta", owner, "krypteia", nothing=not order.removed)


class Krypteia(
    PartedDecision[KrypteiaOrder],
    id="D13",
    clause="7.45A",
    default="20-C",
    policy="15.4-C2",
    subject="Choose what the Krypteia removes",
    public_options=True,
    nothing="remove none",
):
    """D13: asked of the owner of the Krypteia."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return f"Krypteia: which Athenian Treachery markers do you remove? At most {MOST_REMOVED}."

    parts = {
        "removed": Shares(
            lambda view, ask: markers(view),
            most=MOST_REMOVED,
            thing="marker",
            words=lambda theater: f"in {name_of(theater)}",
            subject="theater",
        )
    }

    def policy(self, view: Pericles, ask: Ask) -> KrypteiaOrder:
        """15.4-C2: as many as possible, Sparta first, then lower theaters."""
        return self._cut(view, dict.fromkeys(("sparta", *THEATERS), MOST_REMOVED))

    def orders_of(self, view: Pericles, ask: Ask, choice: KrypteiaOrder) -> Iterator[KrypteiaOrder]:
        """As many of the list as are there, and no others (RULING-91)."""
        yield self._cut(view, choice.removed)

    def _cut(self, view: Pericles, wanted: dict[TheaterName, int]) -> KrypteiaOrder:
        there, left = markers(view), MOST_REMOVED
        removed: dict[TheaterName, int] = {}
        for theater in ("sparta", *THEATERS):
            number = min(left, wanted.get(theater, 0), there.get(theater, 0))
            if number > 0 and theater not in removed:
                removed[theater] = number
                left -= number
        return KrypteiaOrder(removed={name: removed[name] for name in THEATERS if name in removed})
