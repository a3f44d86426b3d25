"""Keys at rest and cards: who may read them, and what a card proves."""

import os
import stat

import pytest

from schemas.errors import (
    BadSignature,
    KeyFileError,
    KeyFileLocked,
    Malformed,
    UnknownSigner,
    WrongKind,
    WrongPassword,
)
from schemas.keys import password_files
from schemas.keys.identities import Card, Identity, is_locked
from schemas.keys.sealing import HYBRID, LIGHT, seal_to, unseal
from schemas.statements import canonical
from schemas.statements.payloads import Player, Start
from schemas.statements.statements import Statement, sign, sign_payload


def test_an_identity_reads_back_from_a_file_without_a_password(alice, tmp_path):
    path = tmp_path / "bot.json"
    alice.save(path, None)
    again = Identity.load(path, None)
    assert (again.key_id, again.sealing_key) == (alice.key_id, alice.sealing_key)
    assert not is_locked(path)


def test_only_the_owner_can_read_a_file_of_keys_whatever_the_umask(alice, tmp_path):
    before = os.umask(0)
    try:
        alice.save(tmp_path / "keys", None)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o600


def test_keys_are_never_overwritten(alice, bob, tmp_path):
    alice.save(tmp_path / "keys", None)
    with pytest.raises(KeyFileError, match="exists already, and keys are never overwritten"):
        bob.save(tmp_path / "keys", None)
    assert Identity.load(tmp_path / "keys", None).key_id == alice.key_id


def test_a_password_locks_the_file(alice, tmp_path, monkeypatch):
    monkeypatch.setattr(password_files, "WORK", 4)
    path = tmp_path / "keys.age"
    alice.save(path, "correct horse")
    assert is_locked(path)
    assert alice.to_bytes() not in path.read_bytes()
    with pytest.raises(KeyFileLocked, match="is locked with a password: give it"):
        Identity.load(path, None)
    with pytest.raises(WrongPassword, match="the password does not open"):
        Identity.load(path, "correct donkey")
    assert Identity.load(path, "correct horse").key_id == alice.key_id


def test_a_file_that_is_not_there_or_no_file_of_keys_is_named(tmp_path):
    with pytest.raises(KeyFileError, match="none cannot be read: No such file"):
        Identity.load(tmp_path / "none", None)
    with pytest.raises(KeyFileError, match="cannot be written"):
        Identity.generate().save(tmp_path / "none" / "keys", None)
    (tmp_path / "long").write_bytes(bytes(65_537))
    with pytest.raises(KeyFileError, match="longer than 65536 bytes"):
        Identity.load(tmp_path / "long", None)


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b'["format","sealing","signing"]', b'{"format":2,"sealing":"","signing":""}', b'{"format":1}']
)
def test_a_file_with_something_else_is_refused(raw, tmp_path):
    (tmp_path / "keys").write_bytes(raw)
    with pytest.raises(Malformed, match="malformed key file"):
        Identity.load(tmp_path / "keys", None)


def test_nothing_private_shows_when_an_identity_is_printed(alice):
    keys = canonical.loads(alice.to_bytes(), "keys")
    assert keys["signing"] not in repr(alice)
    assert repr(alice) == "Identity()"


def test_a_card_proves_that_both_keys_are_the_players(alice):
    card = Card.from_statement(Statement.parse(alice.card("alice").statement.to_json()))
    assert (card.handle, card.key_id, card.sealing_key) == ("alice", alice.key_id, alice.sealing_key)


def player(identity, **changes):
    usual = {
        "handle": "alice",
        "signing_key": canonical.to_base64url(identity.signing_key),
        "sealing_key": canonical.to_base64url(identity.sealing_key),
    }
    return Player(**{**usual, **changes})


def test_a_card_with_another_players_signing_key_is_refused(alice, bob):
    with pytest.raises(UnknownSigner):
        Card.from_statement(sign_payload(player(alice), bob))


def test_a_card_whose_sealing_key_was_exchanged_is_refused(alice, bob):
    honest = alice.card("alice").statement
    turned = sign_payload(player(alice, sealing_key=canonical.to_base64url(bob.sealing_key)), bob)
    with pytest.raises(BadSignature):
        Card.from_statement(Statement("player", turned.payload, honest.key_id, honest.signature))


@pytest.mark.parametrize(
    "changes",
    [{"handle": "Alice"}, {"handle": "a"}, {"handle": "alice\n"}, {"signing_key": "AAAA"}, {"sealing_key": "AAAA"}],
)
def test_a_card_out_of_form_is_refused(alice, changes):
    body = {**player(alice).to_body(), **changes}
    with pytest.raises(Malformed):
        Card.from_statement(sign("player", body, alice))


def test_another_statement_is_no_card(alice):
    with pytest.raises(WrongKind):
        Card.from_statement(sign_payload(Start(game="samos-001", organiser=alice.key_id), alice))


@pytest.mark.parametrize("suite", [HYBRID, LIGHT])
def test_one_can_seal_to_oneself_in_both_suites(alice, suite):
    sealed = seal_to(suite, alice.sealing_public_for(suite), b"orders", b"header")
    assert unseal(suite, alice.sealing_private_for(suite), sealed, b"header") == b"orders"
