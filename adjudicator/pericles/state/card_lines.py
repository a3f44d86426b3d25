"""6.2: the lines of Political cards: which one is aligned, and what it gives."""

from __future__ import annotations

from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.components.model import Line, Requirement
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.position import Pericles, Spot
from adjudicator.pericles.words import FactionName, IssueKind


def meets(position: Pericles, faction: FactionName, requirement: Requirement) -> bool:
    """6.2-B, RULING-15: whether a requirement holds now."""
    holding: dict[Requirement, bool] = {
        "controlling": position.governs(faction),
        "pre_plague": not position.post_plague,
        "post_plague": position.post_plague,
        "at_war": position.war,
        "alcibiades_in_athens": position.alcibiades == "athens",
        "alcibiades_not_in_athens": position.alcibiades != "athens",
    }
    return holding[requirement]


def fits(line: Line, issue: IssueKind) -> bool:
    """6.2-A: whether an issue fits the issue condition of a line."""
    return issue == line.issue or (line.issue == "any" and issue not in line.exclude)


def aligned_line(position: Pericles, faction: FactionName, card: str, issue: IssueKind) -> Line | None:
    """6.2-B, 6.2-C, RULING-16: the one line of a card that counts: the highest bonus, then the highest award."""
    lines = [
        line
        for line in position.box.cards[card].lines_of(faction)
        if fits(line, issue) and all(meets(position, faction, one) for one in line.requires)
    ]
    return max(lines, key=lambda line: (line.bonus, line.strategos)) if lines else None


def bonus_of(position: Pericles, faction: FactionName, card: str, issue: IssueKind) -> int:
    """6.2-C: the bonus of the aligned line."""
    line = aligned_line(position, faction, card, issue)
    return line.bonus if line else 0


def award_of(position: Pericles, faction: FactionName, card: str, issue: IssueKind) -> int:
    """6.2-C: the Strategos award of the aligned line."""
    line = aligned_line(position, faction, card, issue)
    return line.strategos if line else 0


def total_of(position: Pericles, faction: FactionName, card: str, issue: IssueKind) -> int:
    """6.12-B: value and bonus, without a Brain Trust."""
    return position.box.cards[card].value + bonus_of(position, faction, card, issue)


# --- how the options of questions are said ----------------------------------------------------------------------------


def theater_in_words(theater: Spot | None) -> str:
    """A theater; `none` where none is chosen."""
    return name_of(theater) if theater else "none"


def units_in_words(units: tuple[int, int]) -> str:
    """So many naval and land units."""
    numbers = (
        count_of(number, f"{kind} unit") for number, kind in zip(units, ("naval", "land"), strict=True) if number
    )
    return " and ".join(numbers) or "no unit"
