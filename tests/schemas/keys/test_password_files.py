"""Files locked with a password: age reads what we write and we read what age writes, at a cost that we choose."""

import re
import resource

import pyrage
import pytest

from schemas.errors import KeyFileTooCostly, Malformed, WrongPassword
from schemas.keys import password_files
from schemas.keys.identities import Identity
from schemas.keys.password_files import LONGEST, PasswordFile, lock


@pytest.fixture
def cheap(monkeypatch):
    monkeypatch.setattr(password_files, "WORK", 4)


def opened(raw, password):
    file = PasswordFile.parse(raw)
    return file.content(file.file_key(password))


def test_every_file_costs_the_same_which_is_128_mebibytes():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    files = [lock(b"keys", "correct horse") for _ in range(2)]
    assert {PasswordFile.parse(file).work for file in files} == {17}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 150 * 1_024
    assert files[0] != files[1]


@pytest.mark.usefixtures("cheap")
@pytest.mark.parametrize("length", [0, 1, LONGEST - 1, LONGEST])
def test_age_opens_what_is_locked_here(length):
    content = bytes(range(256)) * 256
    locked = lock(content[:length], "pass phrase ☂")
    assert pyrage.passphrase.decrypt(locked, "pass phrase ☂") == content[:length] == opened(locked, "pass phrase ☂")


def test_a_longer_content_is_refused_since_it_would_take_two_chunks():
    with pytest.raises(ValueError, match="65537 bytes are more"):
        lock(bytes(LONGEST + 1), "correct horse")


@pytest.mark.usefixtures("cheap")
def test_a_wrong_password_and_any_changed_byte_are_refused():
    locked = lock(b"keys", "correct horse")
    with pytest.raises(WrongPassword):
        opened(locked, "correct donkey")
    for place in range(len(locked)):
        changed = locked[:place] + bytes([locked[place] ^ 1]) + locked[place + 1 :]
        with pytest.raises((WrongPassword, Malformed, KeyFileTooCostly)):
            opened(changed, "correct horse")
    for cut in range(len(locked)):
        with pytest.raises((WrongPassword, Malformed)):
            opened(locked[:cut], "correct horse")


@pytest.mark.usefixtures("cheap")
def test_base64_with_bits_that_stand_for_nothing_is_refused():
    begun, salt, rest = re.match(rb"(.*-> scrypt )(\S+)(.*)", lock(b"keys", "correct horse"), re.DOTALL).groups()
    digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    other = digits[digits.index(salt[-1]) ^ 1 : (digits.index(salt[-1]) ^ 1) + 1]
    with pytest.raises(Malformed, match="stray bits at its end"):
        PasswordFile.parse(begun + salt[:-1] + other + rest)


@pytest.mark.usefixtures("cheap")
def test_the_key_of_one_file_opens_no_other():
    one, other = (PasswordFile.parse(lock(b"keys", "correct horse")) for _ in range(2))
    with pytest.raises(WrongPassword):
        other.content(one.file_key("correct horse"))


@pytest.mark.usefixtures("cheap")
@pytest.mark.parametrize("work", [18, 22, 40])
def test_a_file_that_costs_more_than_ours_is_refused_unopened_and_told_apart_from_a_wrong_password(
    alice, tmp_path, work, monkeypatch
):
    alice.save(tmp_path / "keys.age", "correct horse")
    costly = re.sub(rb"(-> scrypt \S+) \d+", rb"\1 %d" % work, (tmp_path / "keys.age").read_bytes())
    (tmp_path / "costly.age").write_bytes(costly)
    monkeypatch.setattr(password_files, "scrypt", None)
    with pytest.raises(KeyFileTooCostly, match=rf"it would take 2\^{work} units of work; 2\^17 is the most"):
        Identity.load(tmp_path / "costly.age", "correct horse")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"age-encryption.org/v1\n",
        b"age-encryption.org/v1\n-> X25519 abc\nabc\n--- abc\n",
        b"age-encryption.org/v1\n-> scrypt AAAAAAAAAAAAAAAAAAAAAA 017\n" + 43 * b"A" + b"\n--- " + 43 * b"A" + b"\n",
    ],
)
def test_what_has_another_recipient_or_form_is_refused(raw):
    with pytest.raises(Malformed, match="not an age file with a password as its only recipient"):
        PasswordFile.parse(raw)
