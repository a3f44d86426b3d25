"""7.4: start a project."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudicator.kernel import Illegal
from adjudicator.kernel.subjects import listed
from adjudicator.polis.actions.kind import Kind, Running, lacking, pay, require_own
from adjudicator.polis.events.actions import ProjectStarted
from adjudicator.polis.names import counts, name_of
from adjudicator.polis.state.actions import StartProject
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import MARKET_GOODS, Good, SideName


class StartingProject(Kind[StartProject]):
    """7.4: a project on display, in a polis that may start its kind."""

    clause, name = "7.4", "project"

    def bill(self, position: Polis, action: StartProject) -> dict[Good, int]:
        """7.4-D, RULING-9: each lot in its good, or in as much silver."""
        bill: dict[Good, int] = {}
        for good, number in position.box.projects[action.project].cost.items():
            paid: Good = "silver" if good in action.silver_for else good
            bill[paid] = bill.get(paid, 0) + number
        return bill

    def refusal(self, position: Polis, side: SideName, action: StartProject) -> Illegal | None:
        polis = position.box.poleis[action.polis]
        project = position.box.projects[action.project]
        if action.project not in position.display:
            shown = f"you can start {', '.join(map(name_of, position.display))}" if position.display else "nothing is"
            return Illegal("7.4-A", f"{name_of(action.project)} is not on display; {shown}")
        if wrong := require_own(position, side, "7.4-A", action.polis):
            return wrong
        if position.poleis[action.polis].project is not None:
            return Illegal("7.4-A", f"{name_of(action.polis)} already has a project in progress")
        if project.kind not in polis.projects:
            may = f"it can start: {', '.join(polis.projects)}" if polis.projects else "it can start no project"
            wrong_kind = f"{name_of(action.polis)} cannot start {name_of(action.project)} ({project.kind})"
            return Illegal("7.4-F", f"{wrong_kind}; {may}")
        wrong_lots = [good for good in action.silver_for if good not in project.cost]
        if wrong_lots or len(set(action.silver_for)) < len(action.silver_for):
            return Illegal(
                "7.4-D", f"silver can pay for {', '.join(project.cost)} of {name_of(action.project)}, each named once"
            )
        return lacking(position, side, "7.4-B", self.bill(position, action))

    def options(self, position: Polis, side: SideName) -> Iterator[StartProject]:
        """With as few lots in silver as are needed."""
        box = position.box
        for polis in position.owned(side):
            able = box.poleis[polis].projects if position.poleis[polis].project is None else ()
            for project in [one for one in position.display if box.projects[one].kind in able]:
                cost = box.projects[project].cost
                short = [good for good in MARKET_GOODS if cost.get(good, 0) > position.stock(side, good)]
                action = StartProject(polis=polis, project=project, silver_for=short)
                if self.refusal(position, side, action) is None:
                    yield action

    def grown(self, position: Polis, side: SideName, action: StartProject) -> Iterator[StartProject]:
        """One lot more in silver."""
        for good in MARKET_GOODS:
            further = msgspec.structs.replace(action, silver_for=[*action.silver_for, good])
            if good not in action.silver_for and self.refusal(position, side, further) is None:
                yield further

    def make(self, running: Running, side: SideName, action: StartProject) -> None:
        """7.4-B, 7.4-C: beside what is finished there."""
        position = running.position
        bill = self.bill(position, action)
        pay(position, side, bill)
        position.display.remove(action.project)
        position.poleis[action.polis].project = action.project
        running.emit(ProjectStarted(side=side, polis=action.polis, project=action.project, paid=counts(bill)))

    def in_words(self, action: StartProject) -> str:
        silver = f", paying its {listed(action.silver_for)} in silver" if action.silver_for else ""
        return f"{self._started(action)}{silver}"

    def deed(self, position: Polis, action: StartProject) -> str:
        return self._started(action)

    def price(self, position: Polis, side: SideName, action: StartProject) -> dict[Good, int]:
        return self.bill(position, action)

    def _started(self, action: StartProject) -> str:
        return f"start {name_of(action.project)} in {name_of(action.polis)}"
