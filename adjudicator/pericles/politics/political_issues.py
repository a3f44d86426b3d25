"""7.4: political issues: whose a special one is, what becomes of it; Games."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel import Ask, agenda_step
from adjudicator.pericles.events.politics import IssueCancelled, IssueSpent
from adjudicator.pericles.state import ledger, tracks
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FactionName, IssueKind, SideName


@agenda_step
def hold_games(running: Running) -> None:
    """7.43-A: 3 Honor at Peace; 7.43-B: 3 tokens of the Stock at War."""
    position = running.position
    for side in position.sides:
        owner = tracks.winner_of(position, side, "games")
        if owner and position.war:
            ledger.receive(running, owner, 3, "7.43-B, Games")
        elif owner:
            ledger.gain_honor(running, owner, 3, "7.43-A, Games")


def owner_of(position: Pericles, side: SideName, kind: IssueKind) -> FactionName | None:
    """3.2-D: who has won a special issue; None also where the Side is not in play (14-B)."""
    return tracks.winner_of(position, side, kind) if side in position.sides else None


def leave_game(position: Pericles, side: SideName, kind: IssueKind) -> None:
    """5.32-G, 24-E: a debate marker goes from the track out of the game."""
    position.tracks[side] = [issue for issue in position.tracks[side] if issue.kind != kind]
    position.out_of_game[side].append(kind)


def ask_owner(
    running: Running,
    side: SideName,
    kind: IssueKind,
    question: str,
    close: Callable[..., None],
    *,
    possible: Callable[[Pericles], object],
    holds: bool = True,
) -> None:
    """7.44, 7.45: the owner of a special issue is asked, where anything is possible; if not, the issue is done.

    7.42-D: where the status that it requires does not hold, it is cancelled.
    """
    position = running.position
    owner = owner_of(position, side, kind)
    if owner is None:
        return
    if not holds:
        leave_game(position, side, kind)
        running.emit(IssueCancelled(faction=owner, issue=kind, status="War" if position.war else "Peace"))
    elif possible(position):
        running.ask([Ask(owner, question)], close, owner=owner)
    else:
        be_done(running, side, owner, kind, nothing=True)


def be_done(running: Running, side: SideName, owner: FactionName, kind: IssueKind, *, nothing: bool = False) -> None:
    """7.44, 7.45: out of the game afterwards, in any case."""
    leave_game(running.position, side, kind)
    running.emit(IssueSpent(faction=owner, issue=kind, nothing=nothing))
