"""A running game in which something is done: its open phase, log and mails, its time, and an end before its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlmodel import Session

from adjudicator.kernel import OtherRules, Title
from api.games.game_log import GameLog
from api.games.open_phase import OpenPhase, load_open_phase, schedule
from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.outbox import Outbox
from api.mail_out.phase_mails import outbox_of
from api.referee.aliases import reveal_game
from api.referee.deadlines import go_on, lengthen
from api.store.database import ring
from api.store.lookups import laid, load_phase, load_title, title_of, unresolved_phase
from api.store.models import CUT, INVITING, OVER, RESOLVED, VOID, Game, PhaseRow
from api.store.sealed_rows import chance_secret, forget_phase_key
from schemas.log import entries
from schemas.log.entries import ANNULLED, ranked
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK

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


def require_pausable(context: ActContext) -> None:
    """Refuse to pause a game that is paused."""
    if context.game.paused_at is not None:
        refuse(409, "already-paused", "The game is already paused; it can be resumed.")


def require_paused(context: ActContext) -> None:
    """Refuse to resume a game that is not paused."""
    if context.game.paused_at is None:
        refuse(409, "not-paused", "The game is not paused.")


def pause(context: ActContext) -> None:
    """Nothing is cut, and no deadline runs, until the game is resumed."""
    require_pausable(context)
    context.game.paused_at = context.host.now()
    context.session.add(context.game)
    schedule(context.phase())


def resume(context: ActContext) -> None:
    """Deadline and grace are later by the working time that the pause took of this phase."""
    require_paused(context)
    go_on(context.phase())


def extend(context: ActContext, seconds: int) -> None:
    """The open phase's deadline is so much later; grace ends where the deadline lies ahead again."""
    phase = context.phase()
    lengthen(phase, seconds)
    if phase.row.deadline is not None and phase.row.deadline > context.host.now():
        phase.row.grace_until = None
        schedule(phase)


def remind(context: ActContext) -> None:
    """Mail the players who have sent nothing (in a veiled phase: all)."""
    phase = context.phase()
    missing = [seat.name for seat in phase.missing]
    context.outbox.reminder(phase.row, phase.position, missing, context.mark)


def end(context: ActContext, reason: str) -> None:
    """End a game where it stands; one that has not begun has no scores."""
    scores = {} if context.game.status == INVITING else context.title.scores(context.phase(stopped=True).position)
    close(context, ranked(scores), scores, reason)


def annul(context: ActContext) -> None:
    """Annul a game: it ends without places or scores."""
    close(context, {}, {}, ANNULLED)


def close(context: ActContext, places: dict[str, int], scores: dict[str, int], reason: str) -> None:
    """End the game: the open phase is void, and what was sent to it is never opened."""
    game, session = context.game, context.session
    if game.status != INVITING:
        phase, books = context.row(stopped=True), load_phase(session, game.id, BOOK)
        phase.status, phase.look_at = VOID, None
        books.status = RESOLVED
        forget_phase_key(session, phase)
        forget_phase_key(session, books)
        session.add_all([phase, books])
    game.status, game.paused_at = OVER, None
    game.places, game.scores, game.reason = places, scores, reason
    session.add(game)
    secret = to_base64url(chance_secret(context.host.vault, game))
    reveal_game(context.host, session, game)
    game.over_at = context.log.append(entries.Over(places=places, scores=scores, reason=reason, secret=secret)).at
    if game.contest is not None:
        ring(session)
