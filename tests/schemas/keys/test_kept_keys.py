"""Copies of keys that a host keeps: what a proof says and to whom, and which passwords are good enough."""

import hashlib

import pyrage
import pytest

from schemas.errors import Malformed, WrongPassword
from schemas.keys import password_files
from schemas.keys.identities import Identity
from schemas.keys.kept_keys import CopyLock, five_words, require_copy, verifier_of, weakness
from schemas.keys.password_files import PasswordFile, lock

HOST = "ed25519:139e3940e64b5491722088d9a0d74162"
OTHER = "ed25519:00000000000000000000000000000000"


@pytest.fixture
def cheap(monkeypatch):
    monkeypatch.setattr(password_files, "WORK", 4)


def test_what_opens_a_copy_and_what_fetches_it_are_parts_of_one_scrypt_and_the_verifier_is_a_hash():
    salt = hashlib.sha256(b"ostraka kept key/1|ed25519:139e3940e64b5491722088d9a0d74162|ann").digest()[:16]
    costs = {"n": 2**17, "r": 8, "p": 1, "maxmem": 2**28, "dklen": 80}
    drawn = hashlib.scrypt("lusab ☂".encode(), salt=b"age-encryption.org/v1/scrypt" + salt, **costs)
    lock = CopyLock.of("lusab ☂", HOST, "ann")
    assert (lock.made.wrapping, lock.proof, lock.made.file_key) == (drawn[:32], drawn[32:64], drawn[64:])
    assert verifier_of(lock.proof) == hashlib.sha256(b"ostraka kept key verifier/1" + drawn[32:64]).digest()
    assert pyrage.passphrase.decrypt(lock.locked(b"keys"), "lusab ☂") == b"keys"


@pytest.mark.usefixtures("cheap")
def test_a_proof_is_for_one_password_one_host_and_one_name():
    asked = [("a", HOST, "ann"), ("b", HOST, "ann"), ("a", OTHER, "ann"), ("a", HOST, "bob")]
    assert len({CopyLock.of(*one).proof for one in asked}) == len(asked)


@pytest.mark.usefixtures("cheap")
def test_a_copy_is_the_file_itself_or_the_same_keys_under_the_same_password_locked_as_the_host_keeps_it():
    copying = CopyLock.of("open sesame", HOST, "ann")
    file = copying.locked(b"keys")
    assert copying.copy(file, "open sesame") == file
    for other in (lock(b"keys", "open sesame"), CopyLock.of("open sesame", OTHER, "ann").locked(b"keys")):
        copy = copying.copy(other, "open sesame")
        require_copy(copy, HOST, "ann")
        assert copying.opened(copy) == b"keys"
        with pytest.raises(WrongPassword):
            CopyLock.of("close sesame", HOST, "ann").copy(other, "close sesame")
    with pytest.raises(WrongPassword):
        CopyLock.of("close sesame", HOST, "ann").opened(file)


@pytest.mark.usefixtures("cheap")
def test_two_keys_under_one_password_wrap_one_file_key_and_share_nothing_else():
    """Else one nonce would serve two texts."""
    copying = CopyLock.of("open sesame", HOST, "ann")
    one, other = (PasswordFile.parse(copying.locked(keys)) for keys in (b"keys", b"Keys"))
    assert one.wrapped_key == other.wrapped_key
    assert one.nonce != other.nonce
    assert one.sealed[:4] != other.sealed[:4]


@pytest.mark.usefixtures("cheap")
def test_only_a_key_that_is_locked_for_this_host_and_name_at_the_usual_cost_has_the_right_form(monkeypatch):
    copying = CopyLock.of("open sesame", HOST, "ann")
    require_copy(copying.locked(Identity.generate().to_bytes()), HOST, "ann")
    with pytest.raises(Malformed, match="not an age file"):
        require_copy(Identity.generate().to_bytes(), HOST, "ann")
    with pytest.raises(Malformed, match="it has 1141 bytes; a locked key has at most 1024"):
        require_copy(copying.locked(bytes(960)), HOST, "ann")
    for place in ((OTHER, "ann"), (HOST, "bob")):
        with pytest.raises(Malformed, match="its salt is not the one"):
            require_copy(copying.locked(b"keys"), *place)
    for work in (3, 5):
        with monkeypatch.context() as other:
            other.setattr(password_files, "WORK", work)
            costing = CopyLock.of("open sesame", HOST, "ann").locked(b"keys")
        with pytest.raises(Malformed, match=rf"at a cost of 2\^{work}"):
            require_copy(costing, HOST, "ann")


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
