"""The acts of a game's organiser, taken and carried out."""

from __future__ import annotations

from typing import Final

from sqlmodel import Session

from api.access.signing_keys import find_in_game
from api.acts import clock, ending, lost_keys, reopening, seats, setting_aside
from api.acts.context import ActContext
from api.games.log_sentences import act_sentence
from api.games.numbered_statements import is_known, require_going, require_newer, store
from api.games.statements import form, require_organiser
from api.host.host import Host
from api.store.models import Game
from schemas.log import entries
from schemas.log.entries import ENDED
from schemas.statements import payloads
from schemas.statements.payloads import Act, Acts
from schemas.statements.statements import Statement

BEFORE_THE_DEAL: Final = (payloads.End, payloads.Annul, payloads.Rekey, payloads.Vacate, payloads.Replace)


def take_act(host: Host, session: Session, game: Game, statement: Statement) -> bool:
    """Take an act of the organiser, log it, tell all, carry it out; False when it was taken before."""
    wanted = statement.read(Act)
    require_organiser(session, game, statement, wanted)
    if is_known(session, statement):
        return False
    require_going(game, inviting=isinstance(wanted.act, BEFORE_THE_DEAL))
    require_newer(session, game.id, statement.key_id, wanted.number)
    name = str(statement.body["act"]["act"])
    store(host, session, statement, game=game.id, number=wanted.number, act=name)
    context = ActContext(host, session, game, statement.digest.hex()[:16])
    context.log.append(entries.Acted(statement=form(statement)))
    carry_out_and_tell(context, wanted.act, statement)
    return True


def carry_out_and_tell(context: ActContext, act: Acts, statement: Statement) -> None:
    """Carry an act out and tell the players; a reminder tells for itself."""
    match act:
        case payloads.Remind():
            carry_out(context, act)
        case payloads.Extend() | payloads.Resume():
            carry_out(context, act)
            deadline = None if context.game.paused_at else context.phase().row.deadline
            context.tell(act_sentence(statement.body), act.reason, deadline=deadline)
        case payloads.Rekey():
            player = find_in_game(context.session, context.game.id, act.player)
            owner = {"owner": player.handle} if player else {}
            context.tell(act_sentence(statement.body, **owner), act.reason, always=True)
            carry_out(context, act)
        case payloads.Vacate() | payloads.Replace():
            context.tell(act_sentence(statement.body), act.reason, lost=act.seat)  # while its player holds it
            carry_out(context, act)
        case _:
            context.tell(act_sentence(statement.body), act.reason)
            carry_out(context, act)


def carry_out(context: ActContext, act: Acts) -> None:
    """Carry out an act of the organiser."""
    match act:
        case payloads.Pause():
            clock.pause(context)
        case payloads.Resume():
            clock.resume(context)
        case payloads.Extend():
            clock.extend(context, act.seconds)
        case payloads.Remind():
            clock.remind(context)
        case payloads.Vacate():
            seats.remove(context, act.seat)
        case payloads.Replace():
            seats.replace(context, act.seat, act.player)
            context.outbox.invited(act.player, None, act.seat, context.mark)
        case payloads.End():
            ending.end(context, ENDED)
        case payloads.Annul():
            ending.annul(context)
        case payloads.Rollback():
            reopening.roll_back(context, act)
        case payloads.Amend():
            reopening.amend(context, act)
        case payloads.Rekey():
            lost_keys.rekey(context, act)
        case payloads.SetAside():
            setting_aside.set_aside(context, act)
