"""Players who come as aliases, and everything that others can read of where they play."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any

from werkzeug.test import TestResponse

from api.store.vault import alias_place
from schemas.keys.aliases import alias_handle, alias_keys
from schemas.keys.identities import Identity
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import Enter
from schemas.statements.payloads import Alias
from schemas.statements.statements import sign_payload
from tests.api.hosts import API, HostUnderTest, Player

SEATS = ("alpha", "beta", "gamma")
PEOPLE = ("aspasia", "kleon", "nikias")


def alias_of(host: HostUnderTest, person: Player, where: str) -> Player:
    """The alias of somebody, whether it is taken or not."""
    keys = alias_keys(person.identity, host.host.identity.key_id, where)
    return Player(alias_handle(keys.key_id), identity=keys)


def taking(host: HostUnderTest, person: Player, where: str, **changed: Any) -> dict[str, Any]:
    """What somebody sends to take their alias."""
    alias = alias_of(host, person, where)
    fields = {"host": host.host.identity.key_id, "where": where, "player": person.identity.key_id}
    statement = sign_payload(Alias(**{**fields, "alias": alias.identity.key_id, **changed}), person.identity)
    return {**statement.to_json_value(), "card": alias.identity.card(alias.handle).statement.to_json_value()}


def take(host: HostUnderTest, handle: str, where: str, kind: str = "games") -> Player:
    """Have somebody take an alias in a game (or contest)."""
    person = host.players.get(handle) or host.register(handle, email=f"{handle}@players.test")
    answered = host.post(f"/{kind}/{where}/aliases", taking(host, person, where))
    assert answered.status_code == 201, answered.text
    alias = alias_of(host, person, where)
    assert answered.get_json() == {"handle": alias.handle, "key_id": alias.identity.key_id}
    host.players[alias.handle] = alias
    return alias


def join(host: HostUnderTest, alias: Player, game: str, seat: str) -> TestResponse:
    """Have an alias take a seat."""
    answered = host.post(f"/games/{game}/joins", host.join_statement(alias, host.json(f"/games/{game}"), seat))
    if answered.status_code == 201:
        host.seats.setdefault(game, {})[seat] = alias
    return answered


def anonymous_game(host: HostUnderTest, people: Sequence[str] = PEOPLE) -> str:
    """A game that begins when it is full, in which these people have the seats."""
    olga = host.players.get("olga") or host.register("olga", email="olga@players.test")
    game = str(host.open_game(olga, SEATS, "ballot", "assembly", anonymous=True, start="full", name="Masks")["game"])
    for handle, seat in zip(people, SEATS, strict=False):
        assert join(host, take(host, handle, game), game, seat).status_code == 201
    return game


def enter(host: HostUnderTest, who: Player, contest: str, **said: Any) -> TestResponse:
    """Have somebody enter a contest."""
    fields: dict[str, Any] = {"contest": contest, "player": who.identity.key_id, "host": host.host.identity.key_id}
    fields |= {"contribution": to_base64url(os.urandom(32))}
    fields |= {"commitment": host.json(f"/contests/{contest}")["commitment"]}
    return host.post(f"/contests/{contest}/entrants", sign_payload(Enter(**fields | said), who.identity))


def addresses(host: HostUnderTest, **named: Sequence[str]) -> list[str]:
    """Every list, and every address with one of these names in it, pages too; another name in it is `1`."""
    readable = [rule for rule in host.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    rules = [rule for rule in readable if rule.arguments & set(named) or not rule.arguments]
    found = set()
    for rule in rules:
        names = sorted(rule.arguments)
        for values in product(*(named.get(name, ("1",)) for name in names)):
            filled = dict(zip(names, values, strict=True))
            found.add(re.sub(r"<(?:[^>]*:)?(\w+)>", lambda found, of=filled: of[found[1]], rule.rule))
    return sorted(found)


def read(host: HostUnderTest, path: str, who: Player | None) -> tuple[int, bytes, dict[str, str]]:
    """What somebody is answered, headers and all."""
    answered = host.client.get(path, headers=who.headers(path, host.clock) if who else {})
    headers = {name: value for name, value in answered.headers.items() if name not in ("X-Request-ID", "Date")}
    return answered.status_code, answered.data, headers


def everything(host: HostUnderTest, paths: Sequence[str], readers: Sequence[Player]) -> dict[Any, Any]:
    """What a stranger is answered at these addresses, and at those of the API each of the readers."""
    shown = {(path, None): read(host, path, None) for path in paths}
    own = {(path, who.handle): read(host, path, who) for path in paths if path.startswith(API) for who in readers}
    return shown | own


@contextmanager
def exchanged(host: HostUnderTest, where: str, one: Player, other: Player) -> Iterator[None]:
    """Let two people have had each other's aliases all along, in what the host keeps of it; nothing else changes."""
    mine, theirs = alias_of(host, one, where), alias_of(host, other, where)
    vault, place = host.host.vault, {"host": host.host.identity.key_id, "where": where}
    kept = host.rows("select statement, mark, alias from aliases where place = ?", where)
    changed = []
    for person, alias in ((one, theirs), (other, mine)):
        key = person.identity.key_id
        said = sign_payload(Alias(**place, player=key, alias=alias.identity.key_id), person.identity)
        sealed = vault.seal(alias_place(where, alias.handle), said.to_json())
        changed.append((sealed, vault.mark(where, key), alias.handle))
    assert {len(sealed) for sealed, _, _ in (*kept, *changed)} == {len(changed[0][0])}
    write_marks(host, [*changed, *(row for row in kept if row[2] not in (mine.handle, theirs.handle))])
    yield
    write_marks(host, kept)


def write_marks(host: HostUnderTest, rows: Sequence[Any]) -> None:
    """Write rows of aliases, whose marks may change places."""
    for sealed, mark, alias in rows:
        host.rows("update aliases set statement = ?, mark = ? where alias = ?", sealed, f"{mark}-", alias)
    for _, mark, alias in rows:
        host.rows("update aliases set mark = ? where alias = ?", mark, alias)


def marks(host: HostUnderTest, handle: str) -> list[bytes]:
    """What names somebody: handle, key id, both keys, address."""
    return marks_of(host.players[handle].identity, handle)


def marks_of(identity: Identity, handle: str) -> list[bytes]:
    """What names the player of a handle with these keys."""
    card = identity.card(handle)
    keys = [to_base64url(card.signing_key), to_base64url(card.sealing_key)[:60]]
    found = [handle, identity.key_id.removeprefix("ed25519:"), *keys, f"{handle}@players.test"]
    return [one.encode() for one in found]
