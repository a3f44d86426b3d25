"""A running game in which something is done: its open phase, its log, its mails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlmodel import Session

from adjudicator.kernel import OtherRules, Title
from api.games.game_log import GameLog
from api.games.open_phase import OpenPhase, load_open_phase
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.outbox import Outbox
from api.mail_out.phase_mails import outbox_of
from api.store.lookups import laid, load_title, title_of, unresolved_phase
from api.store.models import CUT, Game, PhaseRow

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
        try:
            return outbox_of(self.host, self.session, self.game)
        except OtherRules:  # an update set the game aside: there is nothing to tell of its phases
            title = laid(self.session, self.game, load_title(self.game.title))
            return Outbox(self.host, self.session, self.game, title)

    def phase(self, *, stopped: bool = False) -> OpenPhase:
        """The open phase; refused while one is being resolved. `stopped`: also one that cannot be resolved."""
        return load_open_phase(self.host, self.session, self.game, self.row(stopped=stopped))

    def row(self, *, stopped: bool = False) -> PhaseRow:
        """The row of the same phase, also where these rules cannot read its position."""
        row = unresolved_phase(self.session, self.game.id)
        if row is None:
            refuse(409, "being-resolved", "No phase of the game is open yet: send the same again in a moment.")
        if row.status == CUT and row.is_stopped and not stopped:
            refuse(409, "game-stopped", STOPPED.format(phase=row.number))
        if row.status == CUT and not row.is_stopped:
            refuse(409, "being-resolved", f"Phase {row.number} is being resolved: send the same again in a moment.")
        return row

    def tell(self, sentence: str, reason: str = "", **about: Any) -> None:
        """Write to all players what was done, and why; `about` as `Outbox.acted` has it."""
        self.outbox.acted(sentence, reason, self.mark, **about)
