"""The acts of the player who holds a seat, taken and carried out."""

from __future__ import annotations

from sqlmodel import Session

from api.acts import seats
from api.acts.context import ActContext
from api.acts.votes import vote
from api.games.log_sentences import act_sentence
from api.games.numbered_statements import is_known, require_going, require_newer, store
from api.games.statements import form, require_signer, require_this_game
from api.host.host import Host
from api.http.problems import refuse
from api.store.lookups import load_seat
from api.store.models import INVITING, Game, Seat
from schemas.log import entries
from schemas.statements.payloads import Absence, Leave, Resign, SeatAct, Vote
from schemas.statements.statements import Statement


def take_seat_act(host: Host, session: Session, game: Game, name: str, statement: Statement) -> bool:
    """Take an act of a seat's holder, log it, tell all, carry it out; False when it was taken before."""
    wanted = statement.read(SeatAct)
    player = require_signer(session, statement, wanted.player, game)
    require_this_game(game, wanted.game)
    seat = load_seat(session, game.id, name)
    if wanted.seat != seat.name:
        refuse(422, "wrong-seat", f"The statement is for seat {wanted.seat}, but was sent to {seat.name}.")
    if is_known(session, statement):
        return False
    if player.handle != seat.player:
        refuse(403, "not-your-seat", f"Seat {seat.name} is held by {seat.player or 'no one'}, not by you.")
    leaving = isinstance(wanted.act, Leave)
    require_going(game, inviting=leaving)
    if leaving and game.status != INVITING:
        refuse(409, "already-started", f"The game has begun; {seat.name} can be given up now: ostraka resign")
    require_newer(session, game.id, statement.key_id, wanted.number)
    act = type(wanted.act).__name__.lower()
    store(host, session, statement, game=game.id, number=wanted.number, act=act, seat=seat.name)
    context = ActContext(host, session, game, statement.digest.hex()[:16])
    context.log.append(entries.Acted(statement=form(statement)))
    context.tell(act_sentence(statement.body), wanted.act.reason)
    carry_out(context, seat, wanted)
    return True


def carry_out(context: ActContext, seat: Seat, wanted: SeatAct) -> None:
    """Carry out an act of a seat's holder."""
    if isinstance(wanted.act, Vote):
        vote(context, wanted.act)
    elif isinstance(wanted.act, Absence):
        seats.announce(context, seat, wanted.act, wanted.player)
    else:
        if isinstance(wanted.act, Resign):
            context.outbox.resigned(context.phase().row.number, seat.name)
        seats.vacate(context, seat.name)
