"""Copies of locked keys: who has one kept, who is handed it, and that nobody learns who has none."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import event
from werkzeug.test import TestResponse

from api.commands.db import db
from api.http.rate_limits import OFF
from api.referee.key_replacement import confirm_handle
from api.store.vault import Vault
from schemas.keys import password_files
from schemas.keys.identities import Identity
from schemas.keys.kept_keys import CopyLock, verifier_of
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Claim, KeptKey, LockedCopy, Rotation
from schemas.statements.statements import Statement, sign_payload
from tests.api.hosts import MASTER_KEY, HostUnderTest, Player

PASSWORD = "lusab babad gutih tugad mudof"
REFUSED = ("ann", "bob", "nobody-here", "alias-lusab-babad")
"""Once ann has a copy: who has one, who has none, and handles that no player has."""


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(password_files, "WORK", 4)


@pytest.fixture
def ann(host: HostUnderTest) -> Player:
    host.register("bob")
    return host.register("ann")


def copying(host: HostUnderTest, handle: str, password: str = PASSWORD) -> CopyLock:
    return CopyLock.of(password, host.host.identity.key_id, handle)


def locked(host: HostUnderTest, player: Player, password: str = PASSWORD) -> LockedCopy:
    lock = copying(host, player.handle, password)
    file, verifier = lock.locked(player.identity.to_bytes()), verifier_of(lock.proof)
    return LockedCopy(file=to_base64url(file), verifier=to_base64url(verifier))


def keeping(host: HostUnderTest, player: Player, number: int, copy: LockedCopy | None) -> Statement:
    named = {"host": host.host.identity.key_id, "player": player.identity.key_id}
    return sign_payload(KeptKey(**named, number=number, locked=copy), player.identity)


def keep(host: HostUnderTest, player: Player, number: int = 1, password: str = PASSWORD) -> LockedCopy:
    copy = locked(host, player, password)
    answer = host.post(f"/players/{player.handle}/kept-key", keeping(host, player, number, copy))
    assert answer.status_code == 200, answer.text
    return copy


def fetch(host: HostUnderTest, handle: str, password: str = PASSWORD, **how: Any) -> TestResponse:
    path = f"/api/v1/players/{handle}/kept-key/fetch"
    return host.client.post(path, json={"proof": to_base64url(copying(host, handle, password).proof)}, **how)


def code(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, str((answer.get_json() or {}).get("code", ""))


def state(host: HostUnderTest, player: Player) -> tuple[int, str | None]:
    told = host.json(f"/players/{player.handle}/kept-key", player)
    return told["number"], told["at"]


def test_a_copy_is_handed_out_against_its_password_and_with_nothing_else(host: HostUnderTest, ann: Player) -> None:
    assert state(host, ann) == (0, None)
    copy = keep(host, ann, 7)
    assert state(host, ann) == (7, "2026-05-01T12:00:00Z")
    handed = fetch(host, "ann")
    assert (handed.status_code, handed.get_json()) == (200, {"file": copy.file})
    assert handed.headers["Cache-Control"] == "private, no-cache"
    assert code(fetch(host, "ann", PASSWORD + " ")) == (403, "copy-refused")


def test_a_newer_copy_takes_the_place_of_an_older_one_and_none_comes_back(host: HostUnderTest, ann: Player) -> None:
    keep(host, ann, 2)
    again = keeping(host, ann, 3, locked(host, ann, "another " + PASSWORD))
    assert [host.post("/players/ann/kept-key", again).status_code for _ in range(2)] == [200, 200]
    assert code(fetch(host, "ann")) == (403, "copy-refused")
    assert fetch(host, "ann", "another " + PASSWORD).status_code == 200
    older = host.post("/players/ann/kept-key", keeping(host, ann, 3, locked(host, ann)))
    assert (code(older), older.get_json()["newest"]) == ((409, "number-not-newer"), 3)
    assert fetch(host, "ann", "another " + PASSWORD).status_code == 200


def test_what_is_withdrawn_is_gone_and_the_old_statement_does_not_bring_it_back(
    host: HostUnderTest, ann: Player
) -> None:
    first = keeping(host, ann, 1, locked(host, ann))
    host.post("/players/ann/kept-key", first)
    assert host.post("/players/ann/kept-key", keeping(host, ann, 2, None)).get_json() == {
        "handle": "ann",
        "number": 2,
        "at": None,
    }
    assert code(host.post("/players/ann/kept-key", first)) == (409, "number-not-newer")
    assert code(fetch(host, "ann")) == (403, "copy-refused")
    keep(host, ann, 3)
    assert fetch(host, "ann").status_code == 200


def test_a_copy_goes_with_the_key_that_it_is_of(host: HostUnderTest, ann: Player) -> None:
    keep(host, ann, 9)
    new, old = Identity.generate(), ann.identity
    card = new.card("ann").statement.to_form()
    rotation = Rotation(host=host.host.identity.key_id, player=old.key_id, card=card)
    assert host.post("/players/ann/keys", sign_payload(rotation, old)).status_code == 200
    assert code(fetch(host, "ann")) == (403, "copy-refused")
    assert code(host.post("/players/ann/kept-key", keeping(host, ann, 10, locked(host, ann)))) == (403, "key-replaced")
    ann.identity = new
    keep(host, ann, 1)
    assert fetch(host, "ann").status_code == 200


def test_a_copy_goes_when_the_operator_confirms_another_key(host: HostUnderTest, ann: Player) -> None:
    keep(host, ann)
    new = Identity.generate()
    card = new.card("ann").statement.to_form()
    claimed = sign_payload(Claim(host=host.host.identity.key_id, player=new.key_id, card=card), new)
    assert host.post("/players/ann/claims", claimed).status_code == 201
    assert fetch(host, "ann").status_code == 200
    with host.host.database.write() as session:
        confirm_handle(host.host, session, "ann", new.key_id)
    assert code(fetch(host, "ann")) == (403, "copy-refused")


def test_only_its_player_has_a_copy_kept_and_only_at_the_host_that_is_named(host: HostUnderTest, ann: Player) -> None:
    bob, stranger = host.players["bob"], Player("ann")
    elsewhere = KeptKey(host="ed25519:" + "0" * 32, player=ann.identity.key_id, number=1, locked=locked(host, ann))
    said = [
        keeping(host, bob, 1, locked(host, bob)),
        keeping(host, stranger, 1, locked(host, stranger)),
        sign_payload(elsewhere, ann.identity),
        sign_payload(keeping(host, ann, 1, None).read(KeptKey), bob.identity),
    ]
    assert [code(host.post("/players/ann/kept-key", one)) for one in said] == [
        (403, "not-you"),
        (403, "unknown-signer"),
        (409, "wrong-host"),
        (403, "unknown-signer"),
    ]
    assert host.rows("select count(*) from kept_keys") == [(0,)]


def unlike(host: HostUnderTest, player: Player) -> Iterator[str]:
    """Files that no host keeps."""
    lock = copying(host, player.handle)
    right = lock.locked(player.identity.to_bytes())
    yield to_base64url(copying(host, "bob").locked(player.identity.to_bytes()))
    yield to_base64url(player.identity.to_bytes())
    yield to_base64url(right[:-220])
    yield to_base64url(lock.locked(bytes(850)))
    yield to_base64url(right.replace(b" 4\n", b" 5\n", 1))
    yield to_base64url(right.replace(b"-> scrypt", b"-> X25519", 1))
    yield to_base64url(right) + "A"


def test_only_a_locked_key_at_the_usual_cost_is_kept(host: HostUnderTest, ann: Player) -> None:
    verifier = to_base64url(bytes(32))
    for number, file in enumerate(unlike(host, ann), 1):
        copy = LockedCopy(file=file, verifier=verifier)
        refused = host.post("/players/ann/kept-key", keeping(host, ann, number, copy))
        assert code(refused) == (422, "malformed"), (number, refused.text)
    assert host.rows("select count(*) from kept_keys") == [(0,)]


@contextmanager
def work_done(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the database is asked, and every seal that is opened."""
    done: list[str] = []
    engine = host.host.database.engine

    def asked(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        done.append(statement)

    real = Vault.open
    with monkeypatch.context() as watched:
        watched.setattr(Vault, "open", lambda *given: (done.append("a seal"), real(*given))[1])
        event.listen(engine, "before_cursor_execute", asked)
        yield done
        event.remove(engine, "before_cursor_execute", asked)


def test_who_has_a_copy_is_told_neither_by_answers_nor_by_the_work_that_they_take(
    host: HostUnderTest, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(host, ann)
    wrong = "x" + PASSWORD
    told, took = set(), set()
    for handle in REFUSED:
        with work_done(host, monkeypatch) as done:
            refused = fetch(host, handle, wrong)
        headers = {name: value for name, value in refused.headers if name != "X-Request-ID"}
        told.add((refused.status_code, refused.data, tuple(sorted(headers.items()))))
        took.add(tuple(done))
    assert len(told) == 1
    [once] = took
    assert "a seal" not in once
    assert sum("FROM kept_keys" in statement for statement in once) == 1
    assert code(fetch(host, "bob")) == (403, "copy-refused")


def test_a_withdrawn_copy_is_as_one_that_never_was(
    host: HostUnderTest, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(host, ann)
    host.post("/players/ann/kept-key", keeping(host, ann, 2, None))
    with work_done(host, monkeypatch) as withdrawn:
        refused = fetch(host, "ann")
    with work_done(host, monkeypatch) as never:
        assert fetch(host, "bob").data == refused.data
    assert withdrawn == never


def test_tries_are_limited_by_name_and_by_address_for_names_without_a_copy_too(tmp_path: Path) -> None:
    limited = HostUnderTest(tmp_path, limits=replace(OFF, fetched=3, fetches=5))
    keep(limited, limited.register("ann"))

    def tried(handle: str, password: str, address: str) -> int:
        return fetch(limited, handle, password, environ_overrides={"REMOTE_ADDR": address}).status_code

    for handle, first in (("ann", 1), ("nobody-here", 101)):
        places = [f"192.0.2.{first + n}" for n in range(4)]
        assert [tried(handle, "wrong", place) for place in places] == [403, 403, 403, 429]
    assert tried("ann", PASSWORD, "192.0.2.9") == 429
    limited.clock.forward(minutes=20)
    assert [tried("ann", PASSWORD, "192.0.2.9"), tried("ann", PASSWORD, "192.0.2.9")] == [200, 429]
    limited.clock.forward(hours=1)
    spread = [tried(f"name-{n}", "wrong", "198.51.100.7") for n in range(6)]
    assert spread == [403] * 5 + [429]
    refused = fetch(limited, "name-9", environ_overrides={"REMOTE_ADDR": "198.51.100.7"})
    assert (code(refused), refused.headers["Retry-After"]) == ((429, "too-many-tries"), "720")
    assert tried("ann", PASSWORD, "198.51.100.8") == 200
    limited.close()


def test_who_has_the_database_alone_has_neither_file_nor_verifier(host: HostUnderTest, ann: Player) -> None:
    copy = keep(host, ann)
    [(mark, statement)] = host.rows("select mark, statement from kept_keys")
    raw = host.path.read_bytes() + (host.path.parent / "host.db-wal").read_bytes()
    for secret in (copy.file, copy.verifier):
        binary = base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4))
        for form in (secret.encode(), binary, binary.hex().encode(), base64.b64encode(binary)):
            assert form not in raw
    assert mark != copy.verifier
    assert len(statement) % 4096 == 28


def test_a_copy_is_checked_and_goes_on_under_another_master_key(host: HostUnderTest, ann: Player) -> None:
    copy = keep(host, ann)
    folder = host.path.parent
    old, new = folder / "old.key", folder / "new.key"
    for path, key in ((old, MASTER_KEY), (new, bytes(reversed(MASTER_KEY)))):
        path.write_text(key.hex() + "\n")
        path.chmod(0o600)
    host.close()

    def ran(command: str, key: Path, *more: str) -> tuple[int, str]:
        words = [command, "--database", host.address(), "--master-key-file", str(key), *more]
        outcome = CliRunner().invoke(db, words, catch_exceptions=False)
        return outcome.exit_code, outcome.output

    assert ran("rotate-master-key", old, str(new))[0] == 0
    assert ran("check", new)[0] == 0
    host.config = replace(host.config, master_key=bytes(reversed(MASTER_KEY)))
    host.open()
    assert fetch(host, "ann").get_json() == {"file": copy.file}
    with host.host.database.write() as session:
        session.connection().exec_driver_sql("update kept_keys set statement = zeroblob(4124)")
    host.host.database.dispose()
    broken, said = ran("check", new)
    assert broken == 1
    assert "A seal is broken: kept_keys.ann" in said
