"""Which keys belong to one person: a new key takes over from an old one, and aliases are revealed.

A player replaces a key (`rotation`), or an organiser confirms a new one (`rekey`). Whose the aliases of a game or
contest were is revealed at its end, as the host committed to when they came.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from schemas.errors import FalseRecord, Malformed, UnknownSigner
from schemas.keys.aliases import alias_commitment, alias_handle
from schemas.keys.identities import Card
from schemas.log.entries import Acted, Body, Created, Joined, Rekeyed, Revealed, Seated
from schemas.statements.payloads import Act, Alias, Claim, Rekey, Rotation
from schemas.statements.statements import Statement


def read_rotation(statement: Statement) -> tuple[Rotation, Card]:
    """A rotation with the card of the new key, signed by that key. The caller MUST verify who signed the rotation."""
    rotation = statement.read(Rotation)
    card = Card.from_statement(Statement.from_form(rotation.card))
    if card.key_id == rotation.player:
        raise Malformed("rotation", f"the new key is {card.key_id}, which is the old one")
    return rotation, card


def read_claim(statement: Statement) -> tuple[Claim, Card]:
    """A claim with the card of the new key: both signed by it."""
    claim = statement.read(Claim)
    card = Card.from_statement(Statement.from_form(claim.card))
    if card.key_id != claim.player:
        raise UnknownSigner(f"{claim.player} makes the claim, but its card is that of {card.key_id}")
    card.verify(statement)
    return claim, card


def succession(body: Body) -> tuple[str, str] | None:
    """The key that an entry of a log replaces, and the one that speaks from then on; None where it replaces none."""
    if isinstance(body, Rekeyed):
        rotation, card = read_rotation(Statement.from_form(body.statement))
        return rotation.player, card.key_id
    if isinstance(body, Acted):
        statement = Statement.from_form(body.statement)
        act = statement.read(Act).act if statement.kind == Act.document else None
        return (act.player, act.key) if isinstance(act, Rekey) else None
    return None


def successions(bodies: Iterable[Body]) -> dict[str, str]:
    """By key, the one that replaced it."""
    return dict(pair for body in bodies if (pair := succession(body)) is not None)


def newest(key: str, after: Mapping[str, str]) -> str:
    """The key that now speaks for the holder of this one."""
    for _ in after:
        key = after.get(key, key)
    return key


def named(bodies: Iterable[Body]) -> Iterator[str]:
    """Every key that a log has spoken for somebody: the organiser's, the players', and those that replaced them."""
    for body in bodies:
        if isinstance(body, Created | Seated | Joined | Acted):
            yield Statement.from_form(body.statement).key_id
        if (pair := succession(body)) is not None:
            yield pair[1]


def holder_of(body: Revealed) -> tuple[Alias, Card]:
    """What was said of an alias, and the card of who signed it."""
    statement, card = Statement.from_form(body.statement), Card.from_statement(Statement.from_form(body.card))
    card.verify(statement)
    said = statement.read(Alias)
    if said.player != card.key_id:
        raise FalseRecord(f"the alias {alias_handle(said.alias)} is attributed to {said.player}, not to {card.handle}")
    return said, card


def require_revealed(
    where: str, host: str, committed: Collection[tuple[str, str]], revealed: Sequence[Revealed], secret: bytes
) -> None:
    """Every alias (key id and commitment) is revealed once, as committed to, by who it was, and nobody had two."""
    found: dict[str, str] = {}
    people: dict[str, str] = {}
    for body in revealed:
        said, card = holder_of(body)
        alias = alias_handle(said.alias)
        if (said.where, said.host) != (where, host):
            raise FalseRecord(f"{card.handle} signed the alias {alias} for {said.where} at {said.host}")
        if said.alias in found:
            raise FalseRecord(f"the alias {alias} is revealed twice")
        if card.handle in people:
            raise FalseRecord(f"{card.handle} is revealed as {people[card.handle]} and as {alias}")
        found[said.alias] = alias_commitment(secret, Statement.from_form(body.statement))
        people[card.handle] = alias
    for key, commitment in committed:
        if key not in found:
            raise FalseRecord(f"the player behind the alias {alias_handle(key)} is not revealed")
        if found[key] != commitment:
            raise FalseRecord(
                f"the alias {alias_handle(key)} is revealed as another player's than the log committed to"
            )
    if unknown := sorted(alias_handle(key) for key in set(found) - {key for key, _ in committed}):
        raise FalseRecord(f"{unknown[0]} is revealed, an alias that nobody had")
