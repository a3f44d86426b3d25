"""What every signed statement must show: who signed it, for which host and game, and that it is no old one."""

from __future__ import annotations

import msgspec
from sqlmodel import Session, col, select

from api.access.signing_keys import card_in, card_of, find_in_game, find_signer, require_unblocked, was_replaced
from api.games.game_log import read_log
from api.host.host import Host
from api.http.problems import Problem, refuse
from api.store.lookups import load_seats, organises_too
from api.store.models import INVITING, OVER, ActRow, Game, Player, Seat
from schemas.log.entries import Created
from schemas.log.openings import drawn_seats
from schemas.statements.forms import StatementForm
from schemas.statements.payloads import Act, Invitation, InvitationLink, Start, Withdrawal
from schemas.statements.statements import Statement
from schemas.statements.texts import require_typed

ByOrganiser = Act | Invitation | InvitationLink | Start | Withdrawal
"""What only the organiser of a game says."""


def require_manned(seat: Seat) -> None:
    """Refuse what is meant for the player of a seat that the rules' bot plays."""
    if seat.unmanned:
        why = f"Seat {seat.name} is played by the rules' bot in this game; no one holds or joins it."
        refuse(409, "seat-unmanned", why)


def require_named(game: Game) -> None:
    """Refuse to keep a seat for somebody where nobody may know who plays it."""
    if game.opened.anonymous:
        why = "The game is anonymous: no seat is kept for somebody by name. Leave it free, and invite them without one."
        refuse(409, "anonymous", why)


def require_signer(session: Session, statement: Statement, claimed: str, game: Game | None = None) -> Player:
    """The player who signed this statement and whom it names: by the handle's key, or by the key in use in a game.

    Refuses characters in it that are not taken, too: so no statement comes in without.
    """
    player = find_signer(session, claimed) if game is None else find_in_game(session, game.id, claimed)
    if player is None and (was_replaced(session, claimed) or find_signer(session, claimed) is not None):
        refuse(403, "key-replaced", "The key that signed was replaced: sign with the player's new key.")
    if player is None:
        refuse(
            403, "unknown-signer", "The key that signed is not registered here; register it first: ostraka key register"
        )
    card = card_of(player) if game is None else card_in(session, game.id, player)
    card.verify(statement)
    require_unblocked(player)
    require_typed(statement.kind, statement.content)
    return player


def require_organiser(session: Session, game: Game, statement: Statement, wanted: ByOrganiser) -> None:
    """Refuse a statement that names another organiser than this game's."""
    player = require_signer(session, statement, wanted.organiser, game)
    require_this_game(game, wanted.game)
    require_office(session, game, player)
    if game.contest is not None and player.handle in players_there(session, game, player.handle != game.organiser):
        refuse(403, "plays-here", "You play in this game of a contest, and decide nothing in it: an assistant can.")


def players_there(session: Session, game: Game, drawn: bool) -> set[str | None]:
    """Who plays in a game of a contest; with `drawn` also who was drawn there and has lost the seat."""
    found = {seat.player for seat in load_seats(session, game.id)}
    [opened] = read_log(session, game.id, 0, 1)
    table = drawn_seats(Created.from_body(opened.entry.body), game.id) if drawn else None
    return {*found, *table.table.seats.values()} if table else found


def require_office(session: Session, game: Game, player: Player | None) -> None:
    """Refuse what only the game's organiser may do or read; in a contest any of those who organise it."""
    is_theirs = player is not None and (
        player.handle == game.organiser or organises_too(session, game.contest, player.handle)
    )
    if not is_theirs:
        refuse(403, "not-organiser", f"Only the game's organiser, {game.organiser}, can do this.")


def require_this_host(host: Host, named: str) -> None:
    """Refuse a statement that was made for another host."""
    if named != host.identity.key_id:
        refuse(409, "wrong-host", f"The statement is for another host; this one is {host.identity.key_id}.")


def require_this_game(game: Game, named: str) -> None:
    """Refuse a statement that was made for another game."""
    if named != game.id:
        refuse(422, "wrong-game", f"The statement is for another game than {game.id}.")


def form(statement: Statement) -> StatementForm:
    """A statement as a record or a log entry has it."""
    return msgspec.convert(statement.to_json_value(), StatementForm)


def is_known(session: Session, statement: Statement) -> bool:
    """Was this very statement taken before?"""
    return session.exec(select(ActRow.id).where(ActRow.digest == statement.digest.hex())).first() is not None


def is_new(
    session: Session, game: Game, statement: Statement, wanted: Act | Invitation | InvitationLink, *, inviting: bool
) -> bool:
    """Is it a new word of the game's organiser, who may still say it? False where this very one was taken before."""
    require_organiser(session, game, statement, wanted)
    if is_known(session, statement):
        return False
    require_going(game, inviting=inviting)
    require_newer(session, game.id, statement.key_id, wanted.number)
    return True


def require_newer(session: Session, game: str, signer: str, number: int) -> None:
    """Refuse a number that is not above the signer's newest in this game."""
    newest = session.exec(
        select(ActRow.number)
        .where(ActRow.game == game, ActRow.signer == signer)
        .order_by(col(ActRow.number).desc())
        .limit(1)
    ).first()
    refuse_older(number, newest or 0)


def refuse_older(number: int, newest: int) -> None:
    """Refuse a number that is not above the newest one taken, and say which that is."""
    if number <= newest:
        detail = f"The statement has number {number}, but number {newest} was already taken; sign it as {newest + 1}."
        raise Problem(409, "number-not-newer", detail, newest=newest)


def require_going(game: Game, *, inviting: bool = False) -> None:
    """Refuse what cannot be done any more, or not yet."""
    if game.status == OVER:
        refuse(409, "game-over", "The game is over; nothing more can be done in it.")
    if game.status == INVITING and not inviting:
        refuse(409, "not-started", "The game has not begun; it is still looking for players.")


def store(
    host: Host,
    session: Session,
    statement: Statement,
    *,
    game: str,
    number: int,
    act: str,
    seat: str | None = None,
) -> None:
    """Keep a statement as it was signed."""
    host.meters.statement(statement.key_id)
    row = ActRow(
        game=game,
        signer=statement.key_id,
        number=number,
        digest=statement.digest.hex(),
        kind=statement.kind,
        act=act,
        seat=seat,
        statement=statement.to_json(),
        at=host.now(),
    )
    session.add(row)
    session.flush()
