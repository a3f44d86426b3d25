"""A phase made void, and another opened in its place: after a rollback, an amendment, a change of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlmodel import Session

from adjudicator.kernel import Chance, Event, Fallen, Resolution
from api.games.game_log import GameLog
from api.host.host import Host
from api.mail_out.phase_mails import write_phase_mails
from api.referee.resolution import go_on
from api.store.lookups import load_seats, title_of
from api.store.models import VOID, Game, PhaseRow
from api.store.sealed_rows import Archive, CountedOrders, chance_secret, forget_phase_key
from schemas.log.entries import Body
from schemas.log.positions import logged_position


def open_in_place(
    host: Host,
    session: Session,
    game: Game,
    void: PhaseRow,
    position: Any,
    event: Event,
    body: Callable[[str], Body],
    fallen: Sequence[Fallen] = (),
) -> None:
    """Void a phase, store and log (`body` of the salted hash) where the game stands instead, and open the next.

    What was sent to the void phase is never opened: its private key is deleted. `event` is all that its report says.
    """
    title = title_of(session, game)
    void.status, void.look_at = VOID, None
    forget_phase_key(session, void)
    session.add(void)
    outcome = Resolution(position, Chance(bytes(32)), title.steps)
    outcome.emit(event)
    outcome.fallen.extend(fallen)
    session.add(Archive(host.vault, title).row(game.id, void.number, outcome, CountedOrders([]), host.now()))
    digest = position_hash(host, game, void.number, title.encode(position))
    GameLog(host, session, game.id).append(body(digest))
    go_on(host, session, game, load_seats(session, game.id), position)
    write_phase_mails(host, session, game)


def position_hash(host: Host, game: Game, phase: int, stored: bytes) -> str:
    """The salted hash by which the log names the position that a phase led to."""
    return logged_position(chance_secret(host.vault, game), game.id, phase, stored)
