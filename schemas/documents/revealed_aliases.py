"""Whose the aliases of a game or contest were: revealed at its end, as the host committed to when they came."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from schemas.errors import FalseRecord
from schemas.keys.aliases import alias_commitment, alias_handle
from schemas.keys.identities import Card
from schemas.log.entries import Revealed
from schemas.statements.payloads import Alias
from schemas.statements.statements import Statement


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
