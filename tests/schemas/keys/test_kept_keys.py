"""Copies of keys that a host keeps: what a proof says and to whom, and which passwords are good enough."""

import hashlib

import pytest

from schemas.errors import Malformed
from schemas.keys import kept_keys, password_files
from schemas.keys.identities import Identity
from schemas.keys.kept_keys import five_words, proof_of, require_locked, verifier_of, weakness
from schemas.keys.password_files import lock

HOST = "ed25519:139e3940e64b5491722088d9a0d74162"
OTHER = "ed25519:00000000000000000000000000000000"


@pytest.fixture
def cheap(monkeypatch):
    monkeypatch.setattr(kept_keys, "PROOF_WORK", 4)
    monkeypatch.setattr(password_files, "WORK", 4)


def test_a_proof_is_one_scrypt_at_the_cost_of_key_files_and_the_verifier_a_hash_of_it():
    salt = b"ostraka kept key/1|ed25519:139e3940e64b5491722088d9a0d74162|ann"
    costs = {"n": 2**17, "r": 8, "p": 1, "maxmem": 2**28, "dklen": 32}
    proof = hashlib.scrypt("lusab ☂".encode(), salt=salt, **costs)
    assert proof_of("lusab ☂", HOST, "ann") == proof
    assert verifier_of(proof) == hashlib.sha256(b"ostraka kept key verifier/1" + proof).digest()


@pytest.mark.usefixtures("cheap")
def test_a_proof_is_for_one_password_one_host_and_one_name():
    asked = [("a", HOST, "ann"), ("b", HOST, "ann"), ("a", OTHER, "ann"), ("a", HOST, "bob")]
    assert len({proof_of(*one) for one in asked}) == len(asked)


@pytest.mark.usefixtures("cheap")
def test_only_a_locked_key_at_the_usual_cost_has_the_right_form(monkeypatch):
    require_locked(lock(Identity.generate().to_bytes(), "open sesame"))
    with pytest.raises(Malformed, match="not an age file"):
        require_locked(Identity.generate().to_bytes())
    with pytest.raises(Malformed, match="it has 1141 bytes; a locked key has at most 1024"):
        require_locked(lock(bytes(960), "open sesame"))
    for work in (3, 5):
        with monkeypatch.context() as other:
            other.setattr(password_files, "WORK", work)
            costing = lock(b"keys", "open sesame")
        with pytest.raises(Malformed, match=rf"at a cost of 2\^{work}"):
            require_locked(costing)


@pytest.mark.parametrize(
    "password",
    [
        "",
        "open sesame",
        "a b c d e f g h",
        "sparta sparta sparta SPARTA athens",
        "12345678901234567890",
        "passwordpasswordpassword",
        "one two three four",
    ],
)
def test_a_password_that_is_soon_guessed_is_refused_with_what_would_be_right(password):
    said = weakness(password)
    assert said is not None
    assert weakness(said.rpartition(": ")[2]) is None


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery staple wagon",
        "lusab-babad-gutih-tugad-mudof",
        "hamvyg-xagrob-5tyvwu",
        "όρκος μας τους δένει όλους",
    ],
)
def test_five_words_or_a_long_mixture_are_good_enough(password):
    assert weakness(password) is None


def test_the_words_that_are_offered_are_never_the_same():
    assert len({five_words() for _ in range(50)}) == 50
    assert [len(word) for word in five_words().split(" ")] == [5] * 5
