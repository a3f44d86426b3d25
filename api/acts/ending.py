"""A game ended before its rules end it: with places by the scores of the moment, or without any."""

from __future__ import annotations

from api.acts.context import Doing
from api.store.lookups import load_phase
from api.store.models import INVITING, OVER, RESOLVED, VOID
from api.store.sealed_rows import chance_secret
from schemas.log import entries
from schemas.record.ending import ANNULLED, ranked
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK


def end(doing: Doing, reason: str) -> None:
    """End a game where it stands; one that has not begun has no scores."""
    scores = {} if doing.game.status == INVITING else doing.title.scores(doing.phase().position)
    close(doing, ranked(scores), scores, reason)


def annul(doing: Doing) -> None:
    """End a game without places."""
    close(doing, {}, {}, ANNULLED)


def close(doing: Doing, places: dict[str, int], scores: dict[str, int], reason: str) -> None:
    """End the game: the open phase is void, and what was sent to it is never opened."""
    game, session = doing.game, doing.session
    if game.status != INVITING:
        phase, books = doing.phase().row, load_phase(session, game.id, BOOK)
        phase.status, phase.private_key, phase.look_at = VOID, None, None
        books.status, books.private_key = RESOLVED, None
        session.add_all([phase, books])
    game.status, game.paused_at = OVER, None
    game.places, game.scores, game.reason = places, scores, reason
    session.add(game)
    secret = to_base64url(chance_secret(doing.host.vault, game))
    doing.log.append(entries.Over(places=places, scores=scores, reason=reason, secret=secret))
