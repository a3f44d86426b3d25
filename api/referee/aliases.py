"""Aliases: taken by who will play in an anonymous game or contest, committed to in its log, and revealed at its end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from sqlmodel import Session, col, select

from api.access.aliases import find_alias, find_own, holder_of, read_alias, refuse_alias
from api.access.signing_keys import find_signer, stored_card, was_replaced
from api.games.game_log import GameLog
from api.games.statements import form, require_signer, require_this_host
from api.host.host import Host
from api.http.problems import Problem, refuse
from api.store.models import AliasRow, Game, Player
from api.store.sealed_rows import chance_secret
from api.store.vault import alias_place
from schemas.keys.aliases import alias_commitment, alias_handle
from schemas.keys.identities import Card
from schemas.log.entries import Revealed
from schemas.statements.payloads import Alias
from schemas.statements.statements import Statement


@dataclass(frozen=True)
class Place:
    """A game or contest in which players take aliases: its id, who may not play in it, and its door."""

    where: str
    anonymous: bool
    officers: Collection[str] = ()
    let_in: Callable[[str], None] = lambda alias: None

    def require(self) -> None:
        """Refuse aliases where players have their own names."""
        if not self.anonymous:
            refuse(409, "not-anonymous", "Nothing is anonymous here: play under your own name.")


def take_alias(
    host: Host, session: Session, place: Place, statement: Statement, card_form: Statement
) -> tuple[Player, bool]:
    """Register the alias of a player, under which they may then join; is it new? Nobody else is told."""
    wanted, card = statement.read(Alias), Card.from_statement(card_form)
    player = require_signer(session, statement, wanted.player)
    refuse_alias(player)
    require_this_host(host, wanted.host)
    if wanted.where != place.where:
        refuse(422, "wrong-alias", f"The statement is for {wanted.where}, but was sent to {place.where}.")
    place.require()
    if player.handle in place.officers:
        refuse(403, "organiser-plays", "You organise this anonymous contest, and decide in it: you cannot play in it.")
    if card.key_id != wanted.alias or card.handle != alias_handle(card.key_id):
        handle = alias_handle(wanted.alias)
        refuse(422, "wrong-alias", f"With the statement comes the card of its key, under the handle {handle}.")
    if (own := find_own(host, session, player, place.where)) is not None:
        if own.alias != card.handle:
            raise Problem(409, "alias-taken", f"You are here as {own.alias} already, and can be only one.")
        return find_signer(session, card.key_id) or player, False
    if find_signer(session, card.key_id) is not None or was_replaced(session, card.key_id):
        refuse(409, "key-taken", "The alias's key is already registered: make another.")
    host.meters.statement(statement.key_id)
    alias = Player(handle=card.handle, key_id=card.key_id, card=card_form.to_json(), created_at=host.now())
    session.add(alias)
    session.flush()
    sealed = host.vault.seal(alias_place(place.where, card.handle), statement.to_json())
    mark = host.vault.mark(place.where, statement.key_id)
    session.add(AliasRow(alias=card.handle, place=place.where, mark=mark, statement=sealed))
    session.flush()
    place.let_in(card.handle)
    return alias, True


def require_alias(session: Session, player: Player, where: str | None) -> AliasRow | None:
    """The alias under which a player comes; refused where they need one (`where`) or one of another place is theirs."""
    row = find_alias(session, player.handle)
    if where is None:
        refuse_alias(player)
    elif row is None or row.place != where:
        refuse(
            409, "alias-wanted", "This is anonymous: nobody plays in it under their own name. Take an alias here first."
        )
    return row


def commit(host: Host, session: Session, secret: bytes, row: AliasRow) -> str:
    """What the log says of an alias before its end: from now on it is bound to be revealed."""
    row.logged = True
    session.add(row)
    return alias_commitment(secret, read_alias(host, row))


def reveal(host: Host, session: Session, where: str) -> Iterator[Revealed]:
    """Whose each alias was: what the log says just before its end."""
    rows = select(AliasRow).where(AliasRow.place == where, col(AliasRow.logged))
    for row in session.exec(rows.order_by(AliasRow.alias)).all():
        statement, holder = read_alias(host, row), holder_of(host, session, row)
        row.holder = holder.handle
        session.add(row)
        card = stored_card(session, where, statement.key_id) or holder.card
        yield Revealed(statement=form(statement), card=form(Statement.parse(card)))


def reveal_game(host: Host, session: Session, game: Game) -> None:
    """Reveal the aliases of a game that ends now; those of a contest stay until that is over."""
    if game.opened.anonymous and game.contest is None:
        log = GameLog(host, session, game.id)
        for revealed in reveal(host, session, game.id):
            log.append(revealed)


def commit_in_game(host: Host, session: Session, game: Game, player: Player) -> str | None:
    """Let a player join: in an anonymous game as an alias, of whose holder the log gets this commitment.

    In a game of a contest only who entered can, and the contest's log has it.
    """
    row = require_alias(session, player, (game.contest or game.id) if game.opened.anonymous else None)
    if row is None:
        return None
    if game.contest is None:
        return commit(host, session, chance_secret(host.vault, game), row)
    if not row.logged:
        refuse(
            409, "not-entered", "Only players in the contest can take a seat in its games: enter it as a substitute."
        )
    return None
