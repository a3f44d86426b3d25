"""What a finished game tells its contest."""

from __future__ import annotations

from typing import Final, Literal

from sqlmodel import Session

from api.games.game_log import read_log
from api.store.lookups import load_seats
from api.store.models import Game
from schemas.contests.story import DrawnGame
from schemas.log import entries
from schemas.log.contest_entries import Result
from schemas.record.ending import ADJUDICATED, ANNULLED, ENDED, LATE, VOTED
from schemas.statements.canonical import to_base64url

Outcome = Literal["played", "ended", "adjudicated", "annulled"]
OUTCOMES: Final[dict[str, Outcome]] = {
    ANNULLED: "annulled",
    ADJUDICATED: "adjudicated",
    ENDED: "ended",
    VOTED: "ended",
    LATE: "ended",
}


def result_of(session: Session, game: Game, table: DrawnGame) -> Result:
    """Places and scores by those who were drawn, who of them gave up their seat, and who came in for them."""
    outcome, log = OUTCOMES.get(game.reason or "", "played"), read_log(session, game.id)
    over = next(entry for entry in reversed(log) if isinstance(entry.body, entries.Over))
    holders = {seat.name: seat.player for seat in load_seats(session, game.id)}
    left = {name: drawn for name, drawn in table.seats.items() if holders.get(name) != drawn}
    places = {} if outcome == "annulled" else {table.seats[seat]: place for seat, place in (game.places or {}).items()}
    return Result(
        round=table.round,
        game=game.id,
        outcome=outcome,
        places=places,
        scores={table.seats[seat]: score for seat, score in (game.scores or {}).items()},
        left=sorted(left.values()),
        substitutes={holder: drawn for name, drawn in sorted(left.items()) if (holder := holders[name]) is not None},
        head=to_base64url(over.hash),
    )
