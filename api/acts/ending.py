"""A game ended before its rules end it: with places by the scores of the moment, or without any."""

from __future__ import annotations

from api.acts.context import ActContext
from api.referee.aliases import reveal_game
from api.store.database import ring
from api.store.lookups import load_phase
from api.store.models import INVITING, OVER, RESOLVED, VOID
from api.store.sealed_rows import chance_secret, forget_phase_key
from schemas.log import entries
from schemas.log.entries import ANNULLED, ranked
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK


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
