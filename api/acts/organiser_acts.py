"""The acts of a game's organiser, taken and carried out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import structlog
from sqlmodel import Session, col, delete, select

from adjudicator.kernel import Chance, Malformed
from adjudicator.kernel.run.events import Reopened
from adjudicator.kernel.title.amending import require_lasting
from adjudicator.kernel.title.reopening import named, reopened
from api.access.signing_keys import find_in_game
from api.acts.context import ActContext, annul, end, extend, pause, remind, resume
from api.acts.seat_acts import vacate
from api.games.open_phase import OpenPhase
from api.games.statements import form, is_new, require_named, store
from api.host.host import Host
from api.http.problems import fault, refuse
from api.referee.key_replacement import claimed, replace_in_game
from api.referee.resolution import open_in_place
from api.rules.limits import Limit, RulesTooLong
from api.rules.outside import worked_out
from api.store.database import ring
from api.store.lookups import load_phase, load_player, load_seat
from api.store.models import CUT, RESOLVED, Game, InvitedRow, PhaseRow, Seat
from api.store.sealed_rows import Archive, chance_secret, resolutions
from schemas.documents import successions
from schemas.documents.log_in_words import act_sentence
from schemas.keys import chance
from schemas.log import entries
from schemas.log.entries import ENDED
from schemas.statements import payloads
from schemas.statements.payloads import Act, Acts, Amend, Rekey, Rollback, SetAside
from schemas.statements.statements import Statement

LOG = structlog.get_logger("ostraka.play")
BEFORE_THE_DEAL: Final = (payloads.End, payloads.Annul, payloads.Rekey, payloads.Vacate, payloads.Replace)


def take_act(host: Host, session: Session, game: Game, statement: Statement) -> bool:
    """Take an act of the organiser, log it, tell all, carry it out; False when it was taken before."""
    wanted = statement.read(Act)
    if not is_new(session, game, statement, wanted, inviting=isinstance(wanted.act, BEFORE_THE_DEAL)):
        return False
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
            pause(context)
        case payloads.Resume():
            resume(context)
        case payloads.Extend():
            extend(context, act.seconds)
        case payloads.Remind():
            remind(context)
        case payloads.Vacate():
            remove(context, act.seat)
        case payloads.Replace():
            replace(context, act.seat, act.player)
            context.outbox.invited(act.player, None, act.seat, context.mark)
        case payloads.End():
            end(context, ENDED)
        case payloads.Annul():
            annul(context)
        case payloads.Rollback():
            roll_back(context, act)
        case payloads.Amend():
            amend(context, act)
        case payloads.Rekey():
            rekey(context, act)
        case payloads.SetAside():
            set_aside(context, act)


def remove(context: ActContext, name: str, kept_for: str | None = None) -> None:
    """Take a seat from its player as the organiser: their invitation ends, also in a private game."""
    former = load_seat(context.session, context.game.id, name).player
    vacate(context, name, kept_for)
    invited = (col(InvitedRow.game) == context.game.id, col(InvitedRow.player) == former)
    context.session.exec(delete(InvitedRow).where(*invited))


def replace(context: ActContext, name: str, handle: str) -> None:
    """Take a seat from its player and keep it for another."""
    require_named(context.game)
    seat = load_seat(context.session, context.game.id, name)
    if load_player(context.session, handle).handle == seat.player:
        refuse(409, "already-holds", f"{handle} already holds seat {name}; name another player.")
    remove(context, name, handle)


def roll_back(context: ActContext, act: Rollback) -> None:
    """Go back to before a phase was resolved; decks that nobody has seen are shuffled anew."""
    phase, since = context.phase(stopped=True), load_phase(context.session, context.game.id, act.phase)
    if since.status == CUT:
        reopen(context, phase, opened_anew(phase, phase.position, dice(context, act.phase)), act.phase)
        return
    if since.status != RESOLVED:
        refuse(409, "not-resolved", f"Phase {act.phase} is {since.status}; a rollback goes to {resolved(context)}.")
    row = resolutions(context.session, context.game.id, act.phase - 2)[0]
    before = Archive(context.host.vault, context.title).position(row)
    position = opened_anew(phase, before, dice(context, phase.row.number))
    reopen(context, phase, position, act.phase)


def resolved(context: ActContext) -> str:
    """The phases that can be gone back to, in words."""
    rows = context.session.exec(
        select(PhaseRow.number)
        .where(PhaseRow.game == context.game.id, PhaseRow.status == RESOLVED)
        .order_by(PhaseRow.number)  # type: ignore[arg-type]
    ).all()
    return f"one of the resolved phases: {', '.join(map(str, rows))}" if rows else "a resolved phase, and none is yet"


def amend(context: ActContext, act: Amend) -> None:
    """Change the position openly; hidden things are only dealt anew."""
    if not act.changes and not act.redeal:
        refuse(422, "nothing-amended", "The amendment changes nothing: name a change, or ask for a new deal.")
    phase = context.phase(stopped=True)
    if act.changes:
        worked_out(context.session, ("amend", phase.row.number, repr(act.changes)), partial(tried, phase, act.changes))
    shuffling = dice(context, phase.row.number) if act.redeal else None
    position = opened_anew(phase, phase.position, shuffling, act.changes, redeal=act.redeal)
    reopen(context, phase, position, phase.row.number)


def tried(phase: OpenPhase, changes: dict[str, Any]) -> None:
    """Refuse changes that would stop the game later."""
    with refusing(changes):
        Limit.run(require_lasting, phase.title, phase.position, changes)


def opened_anew(
    phase: OpenPhase, before: Any, dealt: Chance | None, changes: dict[str, Any] | None = None, *, redeal: bool = False
) -> Any:
    """The position in which the next phase is open; books stay as they are in force now."""
    books, number = phase.position.books, phase.row.number + 1
    with refusing(changes or {}):
        return Limit.run(reopened, phase.title, before, number, dealt, changes, redeal=redeal, books=books)


@contextmanager
def refusing(changes: dict[str, Any]) -> Iterator[None]:
    """Refuse a position that the rules cannot go on from, whatever they say of it."""
    try:
        yield
    except Malformed as error:
        refuse(422, "cannot-amend", str(error))
    except RulesTooLong:
        refuse(422, "cannot-amend", f"{named(changes)}: the game cannot go on like this: the rules find no end")
    except Exception as error:
        LOG.warning("cannot amend", **fault(error))
        refuse(422, "cannot-amend", f"{named(changes)}: the game cannot go on like this")


def dice(context: ActContext, void: int) -> Chance:
    """The chance of a void phase, keyed by the log before the entry that voids it."""
    secret = chance_secret(context.host.vault, context.game)
    return Chance(chance.phase_key(secret, context.log.substance(), context.game.id, void))


def reopen(context: ActContext, phase: OpenPhase, position: Any, since: int) -> None:
    """Void the open phase, store where the game stands instead, and open the next."""
    void, number = phase.row.number, phase.row.number + 1

    def body(digest: str) -> entries.Reopened:
        return entries.Reopened(phase=void, number=number, since=since, position=digest)

    open_in_place(
        context.host, context.session, context.game, phase.row, position, Reopened(phase=void, number=number), body
    )


def rekey(context: ActContext, act: Rekey) -> None:
    """Let a key that claims to be a player's speak for the player in this game, in place of the one before."""
    player = find_in_game(context.session, context.game.id, act.player)
    if player is None:
        refuse(
            409,
            "wrong-key",
            f"Key {act.player} does not belong to anyone in this game: name the key that the player lost.",
        )
    if player.handle == context.game.organiser:
        refuse(
            409,
            "own-key",
            "You cannot confirm your own new key; replace it with a statement of the old one: ostraka key rotate",
        )
    held = (Seat.game == context.game.id, Seat.player == player.handle)
    if context.session.exec(select(Seat.id).where(*held)).first() is None:
        refuse(409, "holds-no-seat", f"{player.handle} holds no seat in this game and needs no key in it.")
    if act.key == act.player:
        refuse(409, "wrong-key", f"Key {act.key} is already the key of {player.handle} in this game.")
    card = claimed(context.session, player, act.key)
    require_never_spoke(context, act.key)
    replace_in_game(context.host, context.session, context.game, player, card)


def require_never_spoke(context: ActContext, key: str) -> None:
    """Refuse a key that spoke in this game and was replaced: nothing that is old may come back as new."""
    before = [entry.body for entry in context.log.entries()[:-1]]
    if key in successions.named(before):
        refuse(409, "wrong-key", f"Key {key} was used in this game before: the player must claim with a new one.")


def set_aside(context: ActContext, act: SetAside) -> None:
    """Have the phase that could not be resolved tried at once with the default answers of a seat."""
    row = context.phase(stopped=True).row
    load_seat(context.session, context.game.id, act.seat)
    if row.status != CUT or row.number != act.phase:
        refuse(409, "not-stopped", "Only for a phase that is cut and could not be resolved can something be set aside.")
    row.look_at = context.host.now()
    context.session.add(row)
    ring(context.session)
