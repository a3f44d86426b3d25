"""A running game in which something is done: its open phase, its log, its mails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlmodel import Session

from adjudicator.kernel import Title
from api.games.game_log import GameLog
from api.games.open_phase import OpenPhase, find_open_phase
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.outbox import Outbox
from api.mail_out.phase_mails import outbox_of
from api.store.lookups import title_of
from api.store.models import CUT, Game

STOPPED: Final = (
    "Phase {phase} could not be resolved, and the host tries again from time to time. Until then the organiser can set "
    "aside what a seat has sent ahead for it, amend the position, take the game back, end or annul it."
)


@dataclass(frozen=True)
class ActContext:
    """One game in the transaction at hand. `mark` tells the mails of one act from those of another."""

    host: Host
    session: Session
    game: Game
    mark: str

    @property
    def title(self) -> Title[Any]:
        """The rules that the game is played by."""
        return title_of(self.session, self.game)

    @property
    def log(self) -> GameLog:
        """The game's log."""
        return GameLog(self.host, self.session, self.game.id)

    @property
    def outbox(self) -> Outbox:
        """The game's mails."""
        return outbox_of(self.host, self.session, self.game)

    def phase(self, *, stopped: bool = False) -> OpenPhase:
        """The open phase; refused while one is being resolved. `stopped`: also one that cannot be resolved."""
        phase = find_open_phase(self.host, self.session, self.game)
        if phase is None:
            refuse(409, "being-resolved", "No phase of the game is open yet: send the same again in a moment.")
        if phase.row.status == CUT and phase.row.is_stopped and not stopped:
            refuse(409, "game-stopped", STOPPED.format(phase=phase.row.number))
        if phase.row.status == CUT and not phase.row.is_stopped:
            refuse(
                409, "being-resolved", f"Phase {phase.row.number} is being resolved: send the same again in a moment."
            )
        return phase

    def tell(self, sentence: str, reason: str = "", **about: Any) -> None:
        """Write to all players what was done, and why; `about` as `Outbox.acted` has it."""
        self.outbox.acted(sentence, reason, self.mark, **about)
