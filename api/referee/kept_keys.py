"""Copies of locked keys: kept at their players' word, handed out to whoever proves the password.

Whether there is a copy is told to its player alone. A try at one reads one row, by name and verifier at once: the
database finds none for a wrong password, for a name without a copy and for a name that nobody has, and what follows is
the same. The verifier rests as a mark under the master key and the file sealed, so that who has the database alone
can't even try passwords.
"""

from __future__ import annotations

from sqlmodel import Session, select

from api.access.aliases import refuse_alias
from api.games.statements import refuse_older, require_signer, require_this_host
from api.host.host import Host
from api.http.problems import refuse
from api.openapi.answers import KeptKeyAnswer
from api.store.lookups import load_player
from api.store.models import KeptKeyRow, Player
from api.store.sealed_rows import kept_key_mark, verifier_mark
from api.store.vault import kept_key_place
from schemas.keys.kept_keys import require_copy, verifier_of
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import KeptKey, instant
from schemas.statements.statements import Statement


def take_kept_key(host: Host, session: Session, handle: str, statement: Statement) -> KeptKeyAnswer:
    """Keep what a player signed in the place of what they signed before; the same statement changes nothing."""
    said = statement.read(KeptKey)
    player = require_signer(session, statement, said.player)
    refuse_alias(player)
    require_this_host(host, said.host)
    if player.handle != load_player(session, handle).handle:
        refuse(403, "not-you", f"Only {handle} can have a copy of this key kept.")
    row = find_kept_key(session, handle)
    before = stated(host, row) if row is not None else None
    if row is None or before != said:
        refuse_older(said.number, before.number if before is not None else 0)
        if said.locked is not None:
            require_copy(from_base64url(said.locked.file, "file"), said.host, handle)
        host.meters.statement(statement.key_id)
        row = row or KeptKeyRow(player=handle, statement=b"", at=host.now())
        row.mark, row.at = kept_key_mark(host.vault, handle, said), host.now()
        row.statement = host.vault.seal(kept_key_place(handle), statement.to_json())
        session.add(row)
    return described(handle, said, row)


def describe_kept_key(host: Host, session: Session, player: Player) -> KeptKeyAnswer:
    """What is kept for a player, for that player alone."""
    row = find_kept_key(session, player.handle)
    return described(player.handle, stated(host, row) if row is not None else None, row)


def described(handle: str, said: KeptKey | None, row: KeptKeyRow | None) -> KeptKeyAnswer:
    """The number of the newest statement, and since when a copy has been kept."""
    at = instant(row.at) if row is not None and row.mark is not None else None
    return KeptKeyAnswer(handle=handle, number=said.number if said is not None else 0, at=at)


def fetch_kept_key(host: Host, session: Session, handle: str, proof: str) -> str:
    """The file that this proof opens, in base64url; 403 in the same words wherever there is none."""
    verifier = to_base64url(verifier_of(from_base64url(proof, "proof", 32)))
    mark = verifier_mark(host.vault, handle, verifier)
    row = session.exec(select(KeptKeyRow).where(KeptKeyRow.player == handle, KeptKeyRow.mark == mark)).first()
    copy = stated(host, row).locked if row is not None else None
    if copy is None:
        refuse(403, "copy-refused", "This host keeps no copy of a key that this name and password open.")
    return copy.file


def find_kept_key(session: Session, handle: str) -> KeptKeyRow | None:
    """The row of a player's copy, which may be withdrawn."""
    return session.exec(select(KeptKeyRow).where(KeptKeyRow.player == handle)).first()


def stated(host: Host, row: KeptKeyRow) -> KeptKey:
    """What the player signed, opened."""
    raw = host.vault.open(kept_key_place(row.player), row.statement)
    return Statement.parse(raw, len(raw)).read(KeptKey)
