"""The projects on display, and where others are in progress or finished."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.polis.state.position import Polis
from adjudicator.polis.text.wording import prestige_said, project_said
from adjudicator.polis.words import POLEIS, PolisName, ProjectName

GAP = 8
HEIGHT = 70


def projects(view: Polis, frame: Frame, top: int) -> list[Card]:
    """7.4: a card a project on display; then, in a line, those that were begun."""
    cards = [_project(view, project, number, frame, top) for number, project in enumerate(view.display)]
    begun = [f"{view.box.poleis[polis].name}: {', '.join(said)}" for polis in POLEIS if (said := _begun(view, polis))]
    if begun:
        line = Card("; ".join(begun), max((card.bottom for card in cards), default=top - 6) + 6)
        line.bottom = frame.flow(line, line.top, 8).prose(f"{'; '.join(begun)}.").bottom
        cards.append(line)
    return cards


def _begun(view: Polis, polis: PolisName) -> list[str]:
    city, facts = view.poleis[polis], view.box.projects
    begun = [f"{facts[city.project].name} in progress"] if city.project else []
    return [*begun, *(facts[project].name for project in city.finished)]


def _project(view: Polis, project: ProjectName, number: int, frame: Frame, top: int) -> Card:
    columns = 4 if frame.shape == "wide" else 1
    row, column = divmod(number, columns)
    width = (frame.inner - GAP * (columns - 1)) // columns
    x, y, facts = frame.edge + column * (width + GAP), top + row * (HEIGHT + GAP), view.box.projects[project]
    card = Card(project_said(view, project), y, subject=subject("project", project))
    card.box(x, y, width, HEIGHT, "card")
    card.words(facts.name, x + 10, y + 16, "place")
    card.words(", ".join(f"{number} {good}" for good, number in facts.cost.items()), x + 10, y + 37, "line")
    card.words(f"{facts.kind}: {prestige_said(view, project)}", x + 10, y + 56, "mini")
    card.bottom = y + HEIGHT
    return card
