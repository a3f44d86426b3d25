"""Whose an alias is: known to the host alone, and to whom it belongs, until it is revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlmodel import Session, col, select

from api.access.signing_keys import find_former, find_signer
from api.host.host import Host
from api.http.problems import refuse
from api.store.models import AliasRow, FormerKeyRow, Player
from api.store.vault import alias_place
from schemas.keys.aliases import is_alias
from schemas.statements.statements import Statement

UNDER_OWN_NAME: Final = (
    "This cannot be done under an alias, which is for its own game or contest: sign with your own key."
)


def find_alias(session: Session, handle: str) -> AliasRow | None:
    """The alias of that handle; None where it is a player's own."""
    return session.exec(select(AliasRow).where(AliasRow.alias == handle)).first() if is_alias(handle) else None


def read_alias(host: Host, row: AliasRow) -> Statement:
    """What its player signed."""
    return Statement.parse(host.vault.open(alias_place(row.place, row.alias), row.statement))


def holder_of(host: Host, session: Session, row: AliasRow) -> Player:
    """Whose it is, whatever key speaks for them by now."""
    key = read_alias(host, row).key_id
    former = find_former(session, key)
    return find_signer(session, key) or session.exec(select(Player).where(Player.handle == former.player)).one()  # type: ignore[union-attr]


def letterbox(host: Host, session: Session, player: Player) -> Player:
    """Whose address, and whose wishes about mail, count for a player: of an alias its holder's."""
    row = find_alias(session, player.handle)
    return player if row is None else holder_of(host, session, row)


def marks_of(host: Host, session: Session, player: Player, places: Sequence[str]) -> list[str]:
    """What the aliases of a player in these places are found by, under every key that spoke for them."""
    former = session.exec(select(FormerKeyRow.key_id).where(FormerKeyRow.player == player.handle)).all()
    return [host.vault.mark(place, key) for place in places for key in (player.key_id, *former)]


def find_own(host: Host, session: Session, player: Player, place: str) -> AliasRow | None:
    """A player's alias in a game or contest."""
    own = col(AliasRow.mark).in_(marks_of(host, session, player, [place]))
    return session.exec(select(AliasRow).where(AliasRow.place == place, own)).first()


def own_aliases(host: Host, session: Session, player: Player) -> Sequence[AliasRow]:
    """Under which a player plays, and which nobody else knows to be theirs."""
    hidden = (col(AliasRow.holder).is_(None), col(AliasRow.logged))
    places = session.exec(select(AliasRow.place).where(*hidden).distinct()).all()
    if not places or is_alias(player.handle):
        return []
    own = col(AliasRow.mark).in_(marks_of(host, session, player, places))
    return session.exec(select(AliasRow).where(*hidden, own).order_by(AliasRow.place)).all()


def aliases_ever(host: Host, session: Session, player: Player) -> list[str]:
    """Under which a player plays, or played: what happened in a game that has revealed it is theirs to read still."""
    revealed = session.exec(select(AliasRow.alias).where(AliasRow.holder == player.handle)).all()
    return sorted({*revealed, *(row.alias for row in own_aliases(host, session, player))})


def refuse_alias(player: Player, detail: str = UNDER_OWN_NAME) -> None:
    """Refuse an alias what people do under their own names."""
    if is_alias(player.handle):
        refuse(403, "not-by-alias", detail)
