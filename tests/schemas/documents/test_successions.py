"""Whose aliases were: as committed to, each once, nobody twice."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.documents.successions import require_revealed
from schemas.errors import ProtocolError
from schemas.keys.aliases import alias_commitment, alias_handle, alias_keys
from schemas.keys.identities import Identity
from schemas.log.entries import Revealed
from schemas.statements.payloads import Alias
from schemas.statements.statements import Statement, sign_payload

WHERE, SECRET = "lusab-babad-gutih", bytes(range(32))


@pytest.fixture(scope="module")
def people() -> dict[str, Identity]:
    return {name: Identity.generate() for name in ("host", "ann", "bob", "eve")}


def revealed(people: dict[str, Identity], name: str, alias: str, by: str | None = None, where: str = WHERE) -> Revealed:
    """That the alias made for one was another's, or their own."""
    host, signer = people["host"].key_id, people[by or name]
    key = alias_keys(people[alias], host, WHERE).key_id
    said = Alias(host=host, where=where, player=people[name].key_id, alias=key)
    return Revealed(sign_payload(said, signer).to_form(), people[name].card(name).statement.to_form())


def test_keys_and_handle_of_an_alias_follow_from_the_players_and_from_where_it_plays(people: Any) -> None:
    ann, host = people["ann"], people["host"].key_id
    keys = alias_keys(ann, host, WHERE)
    assert keys.key_id == alias_keys(Identity.from_bytes(ann.to_bytes()), host, WHERE).key_id
    assert len({keys.key_id, ann.key_id, alias_keys(ann, host, "another").key_id}) == 3
    card = keys.card(alias_handle(keys.key_id))
    assert card.handle.count("-") == 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda people, both: both, ""),
        (lambda people, both: both[:1], "is not revealed"),
        (lambda people, both: [*both, both[0]], "is revealed twice"),
        (lambda people, both: [*both, revealed(people, "eve", "eve")], "an alias that nobody had"),
        (
            lambda people, both: [revealed(people, "eve", "ann"), both[1]],
            "as another player's than the log committed to",
        ),
        (lambda people, both: [revealed(people, "ann", "ann", by="eve"), both[1]], "signed by"),
        (lambda people, both: [both[0], revealed(people, "ann", "bob")], "ann is revealed as"),
        (lambda people, both: [both[0], revealed(people, "bob", "bob", where="another")], "for another at"),
    ],
)
def test_what_is_revealed_otherwise_than_it_was_committed_to_is_found(people: Any, change: Any, said: str) -> None:
    both = [revealed(people, "ann", "ann"), revealed(people, "bob", "bob")]
    statements = [Statement.from_form(one.statement) for one in both]
    committed = {(one.read(Alias).alias, alias_commitment(SECRET, one)) for one in statements}
    host = people["host"].key_id
    if not said:
        require_revealed(WHERE, host, committed, change(people, both), SECRET)
        return
    with pytest.raises(ProtocolError, match=said):
        require_revealed(WHERE, host, committed, change(people, both), SECRET)
