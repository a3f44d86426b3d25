"""The projects on display, and where others are in progress or finished."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.pictures.shapes import MARGIN, Card
from adjudicator.polis.picture.layout import WIDTH
from adjudicator.polis.state.position import Polis
from adjudicator.polis.text.wording import prestige_said, project_said
from adjudicator.polis.words import POLEIS, PolisName, ProjectName

COLUMNS = 4
GAP = 8
CARD = ((WIDTH - 2 * MARGIN - GAP * (COLUMNS - 1)) // COLUMNS, 70)


def projects(view: Polis, top: int) -> list[Card]:
    """7.4: a card a project on display; then, in a line, those that were begun."""
    cards = [_project(view, project, number, top) for number, project in enumerate(view.display)]
    begun = [f"{view.box.poleis[polis].name}: {', '.join(said)}" for polis in POLEIS if (said := _begun(view, polis))]
    if begun:
        line = Card("; ".join(begun), max((card.bottom for card in cards), default=top - 6) + 6)
        line.bottom = line.prose(f"{'; '.join(begun)}.", MARGIN, line.top, WIDTH - 2 * MARGIN)
        cards.append(line)
    return cards


def _begun(view: Polis, polis: PolisName) -> list[str]:
    city, facts = view.poleis[polis], view.box.projects
    begun = [f"{facts[city.project].name} in progress"] if city.project else []
    return [*begun, *(facts[project].name for project in city.finished)]


def _project(view: Polis, project: ProjectName, number: int, top: int) -> Card:
    row, column = divmod(number, COLUMNS)
    x, y, facts = MARGIN + column * (CARD[0] + GAP), top + row * (CARD[1] + GAP), view.box.projects[project]
    card = Card(project_said(view, project), y, subject=subject("project", project))
    card.box(x, y, *CARD, "card")
    card.words(facts.name, x + 10, y + 16, "place")
    card.words(", ".join(f"{number} {good}" for good, number in facts.cost.items()), x + 10, y + 37, "line")
    card.words(f"{facts.kind}: {prestige_said(view, project)}", x + 10, y + 56, "mini")
    card.bottom = y + CARD[1]
    return card
