"""3.2-E, 6.13-B: the issue tracks: where an issue lies, how one is put there, and who has won it."""

from __future__ import annotations

from adjudicator.pericles.events.aristophanes import IssuePlaced
from adjudicator.pericles.names import name_of, space_of
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.position import Issue, Pericles
from adjudicator.pericles.words import FACTIONS_OF, SIGN, FactionName, IssueKind, SideName


def half_of(side: SideName, space: int) -> FactionName | None:
    """6.13-B: the Faction on whose half a space lies; None for the centre."""
    if space == 0:
        return None
    first, second = FACTIONS_OF[side]
    return first if space > 0 else second


def where(side: SideName, space: int) -> str:
    """A space of a track as events keep it: `DF 1`."""
    half = half_of(side, space)
    return f"{half} {abs(space)}" if half else "the centre"


def space_name(side: SideName, space: int) -> str:
    """The same as people say it: `space 1 of the Demagogues`."""
    return space_of(where(side, space))


def placed_in_words(side: SideName, kind: IssueKind, space: int) -> str:
    """An issue on a Side's track: `League on space 1 of the Demagogues`."""
    return f"{name_of(kind)} on {space_name(side, space)}"


def hostage_space(view: Pericles, side: SideName) -> int:
    """5.33-A: where a Side's War/Peace goes for Hostages: space 2 of its Opposition."""
    return 2 * SIGN[view.opposition(side)]


def put_issue(
    running: Running, side: SideName, kind: IssueKind, faction: FactionName | None, space: int, why: str
) -> bool:
    """Put an issue from the reserve on a Faction's half (None: the centre). Returns whether one was left."""
    if running.position.issues_left(side, kind) < 1:
        return False
    spot = SIGN[faction] * space if faction else 0
    running.position.tracks[side].append(Issue(kind, spot))
    running.emit(IssuePlaced(side=side, issue=kind, space=spot, where=where(side, spot), why=why))
    return True


def on_track(position: Pericles, side: SideName, kind: IssueKind) -> bool:
    """Whether an issue of a kind is on a Side's track."""
    return any(issue.kind == kind for issue in position.tracks[side])


def won_by(position: Pericles, faction: FactionName) -> list[Issue]:
    """6.16-A: the issues on a Faction's half, captured ones included."""
    return [
        issue for side in position.sides for issue in position.tracks[side] if half_of(side, issue.space) == faction
    ]


def winner_of(position: Pericles, side: SideName, kind: IssueKind) -> FactionName | None:
    """6.16-A: the Faction of a Side that has won an issue of which there is only one marker; None if neither has."""
    for faction in FACTIONS_OF[side]:
        if any(issue.kind == kind for issue in won_by(position, faction)):
            return faction
    return None
