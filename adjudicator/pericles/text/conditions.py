"""20-G: the facts that conditions of books are built from. Sides and Factions are named; nothing is `mine`.

What is being resolved is read from the expedition under way, else from the questions that are open.
"""

from __future__ import annotations

from typing import Literal

from adjudicator.kernel import Unknown
from adjudicator.kernel.books.conditions import Fact
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.text.conditions_issues import ISSUE_CONDITIONS
from adjudicator.pericles.words import ENEMY, FactionName, SideName

ChapterName = Literal["aristophanes", "assembly", "political", "theater", "end"]
_CHAPTERS: tuple[tuple[int, ChapterName], ...] = (  # section 20: the last decision of each phase of the turn
    (5, "aristophanes"),
    (9, "assembly"),
    (15, "political"),
    (35, "theater"),
    (39, "end"),
)


class Turn(Fact, frozen=True, kw_only=True, tag="turn"):
    """It is this turn (the printed one, 1 to 10)."""

    number: int

    def holds(self, view: Pericles) -> bool:
        """14-G."""
        return view.turn == self.number

    def told(self) -> str:
        """In words."""
        return f"it is turn {self.number}"


class War(Fact, frozen=True, kw_only=True, tag="war"):
    """There is War; Peace is `not` this."""

    def holds(self, view: Pericles) -> bool:
        """7.41."""
        return view.war

    def told(self) -> str:
        """In words."""
        return "there is War"


class PostPlague(Fact, frozen=True, kw_only=True, tag="post-plague"):
    """The Plague has struck; Pre-Plague is `not` this."""

    def holds(self, view: Pericles) -> bool:
        """5.13-A."""
        return view.post_plague

    def told(self) -> str:
        """In words."""
        return "it is Post-Plague"


class Chapter(Fact, frozen=True, kw_only=True, tag="chapter"):
    """The phase of the turn."""

    name: ChapterName

    def holds(self, view: Pericles) -> bool:
        """4.0-A."""
        return chapter_of(view) == self.name

    def told(self) -> str:
        """In words."""
        return f"it is the {self.name.capitalize()} Phase"


def chapter_of(view: Pericles) -> ChapterName | None:
    """The phase of the turn to which the questions that are open belong; None where none is seen."""
    asks = view.phase.asks if view.phase else []
    numbers = [int(ask.question.removeprefix("D")) for ask in asks]
    return next((name for last, name in _CHAPTERS if numbers and numbers[0] <= last), None)


class Tokens(Fact, frozen=True, kw_only=True, tag="tokens"):
    """A Faction has at least so many tokens behind its shield; never so where they are hidden."""

    faction: FactionName
    at_least: int

    def holds(self, view: Pericles) -> bool:
        """2.2-A, 4.1-B."""
        held = view.shields.get(self.faction, 0)
        return not isinstance(held, Unknown) and held >= self.at_least

    def told(self) -> str:
        """In words."""
        return f"{name_of(self.faction)} hold {self.at_least} or more tokens, and you see them"


class SideLead(Fact, frozen=True, kw_only=True, tag="side honor lead"):
    """The Honor of a Side is above that of the other by at least so much (below 0: behind by no more)."""

    side: SideName
    at_least: int

    def holds(self, view: Pericles) -> bool:
        """1-C."""
        return view.side_honor(self.side) - view.side_honor(ENEMY[self.side]) >= self.at_least

    def told(self) -> str:
        """In words."""
        return f"the Honor of {name_of(self.side)} less that of {name_of(ENEMY[self.side])} is {self.at_least} or more"


class HonorLead(Fact, frozen=True, kw_only=True, tag="honor lead"):
    """The Honor of a Faction is above that of another by at least so much."""

    faction: FactionName
    over: FactionName
    at_least: int

    def holds(self, view: Pericles) -> bool:
        """10."""
        return view.honor.get(self.faction, 0) - view.honor.get(self.over, 0) >= self.at_least

    def told(self) -> str:
        """In words."""
        return f"the Honor of {name_of(self.faction)} less that of {name_of(self.over)} is {self.at_least} or more"


class Controlling(Fact, frozen=True, kw_only=True, tag="controlling"):
    """A Faction governs its Side."""

    faction: FactionName

    def holds(self, view: Pericles) -> bool:
        """3.2-C."""
        return self.faction in view.controlling.values()

    def told(self) -> str:
        """In words."""
        return f"{name_of(self.faction)} are the Controlling Faction"


CONDITIONS: tuple[type[Fact], ...] = (
    Turn,
    War,
    PostPlague,
    Chapter,
    Tokens,
    SideLead,
    HonorLead,
    Controlling,
    *ISSUE_CONDITIONS,
)
