"""Chance: what the host commits to, and what comes from the secret. Fixed values are in the vectors."""

import hashlib
import hmac

import pytest

from schemas.keys import chance

SECRET = bytes(range(32))
LOG = hashlib.sha256(b"log").digest()


def hkdf(secret: bytes, salt: bytes, info: str) -> bytes:
    """RFC 5869 by hand, one block long."""
    key = hmac.digest(salt or bytes(32), secret, "sha256")
    return hmac.digest(key, info.encode() + b"\x01", "sha256")


def test_the_derivations_are_plain_hkdf():
    assert chance.phase_key(SECRET, LOG, "samos-001", 3) == hkdf(SECRET, LOG, "ostraka chance/1|samos-001|3")
    assert chance.leaf_salt(SECRET, "g", 3, "red") == hkdf(SECRET, b"", "ostraka leaf salt/1|g|3|red")
    assert chance.position_salt(SECRET, "g", 3) == hkdf(SECRET, b"", "ostraka position salt/1|g|3")


def test_the_commitment_is_a_labelled_hash_and_no_derivation():
    assert chance.commitment(SECRET) == hashlib.sha256(b"ostraka chance commitment/1" + SECRET).digest()


def test_no_two_uses_share_a_value():
    values = [
        chance.commitment(SECRET),
        *(chance.phase_key(SECRET, log, game, n) for log in (LOG, bytes(32)) for game in ("a", "b") for n in (0, 1)),
        *(chance.leaf_salt(SECRET, game, n, seat) for game in ("a", "b") for n in (0, 1) for seat in ("red", "green")),
        *(chance.position_salt(SECRET, game, n) for game in ("a", "b") for n in (0, 1)),
    ]
    assert len(set(values)) == len(values)


def test_a_separator_cannot_make_two_contexts_one():
    with pytest.raises(ValueError, match="must not hold the separator"):
        chance.leaf_salt(SECRET, "g|1", 2, "red")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_of_the_wrong_length_is_refused(length):
    with pytest.raises(ValueError, match=f"has 32 bytes, not {length}"):
        chance.phase_key(bytes(length), LOG, "g", 1)


def test_a_cut_leaf_hides_whether_anything_was_sent():
    salt = chance.leaf_salt(SECRET, "g", 1, "red")
    sent, nothing = chance.cut_leaf(salt, LOG, None), chance.cut_leaf(salt, None, None)
    assert len(sent) == len(nothing) == 32
    assert sent == hashlib.sha256(b"\x02" + salt + LOG + bytes(32)).digest()
    assert nothing == hashlib.sha256(b"\x02" + salt + bytes(64)).digest()
    assert chance.cut_leaf(salt, None, LOG) == hashlib.sha256(b"\x02" + salt + bytes(32) + LOG).digest()


def test_secrets_are_fresh():
    assert len({chance.make_secret() for _ in range(100)}) == 100
