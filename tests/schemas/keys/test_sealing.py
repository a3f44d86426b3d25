"""Sealing and padding."""

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import BadPadding, CannotOpen, Malformed
from schemas.keys.sealing import (
    HYBRID,
    LIGHT,
    OVERHEAD,
    SIZE_CLASSES,
    SUITES,
    PhaseKey,
    pad,
    phase_key_id,
    require_public_key,
    seal_to,
    unpad,
    unseal,
)


@pytest.fixture(scope="module", params=SUITES)
def key(request):
    return PhaseKey.generate(request.param)


def test_what_is_sealed_opens_with_the_key_only(key):
    sealed = seal_to(key.suite, key.public, b"orders", b"header")
    assert len(sealed) == len(b"orders") + OVERHEAD[key.suite]
    assert unseal(key.suite, key.private, sealed, b"header") == b"orders"
    with pytest.raises(CannotOpen):
        unseal(key.suite, PhaseKey.generate(key.suite).private, sealed, b"header")


def test_what_is_sealed_opens_under_the_same_header_only(key):
    sealed = seal_to(key.suite, key.public, b"orders", b"header")
    with pytest.raises(CannotOpen):
        unseal(key.suite, key.private, sealed, b"heater")


@pytest.mark.parametrize("sealed", [b"", b"short", bytes(2_000)])
def test_anything_else_is_the_same_refusal(key, sealed):
    with pytest.raises(CannotOpen, match="does not open with this key"):
        unseal(key.suite, key.private, sealed, b"header")


def test_a_key_of_the_other_suite_does_not_open():
    sealed = seal_to(LIGHT, PhaseKey.generate(LIGHT).public, b"orders", b"header")
    with pytest.raises(CannotOpen):
        unseal(LIGHT, PhaseKey.generate(HYBRID).private, sealed, b"header")


def test_a_key_reads_back_from_its_private_half(key):
    again = PhaseKey(key.suite, key.private)
    assert (again.public, again.id) == (key.public, key.id)
    assert key.id == phase_key_id(key.public)
    assert len(key.id) == 32
    assert key.private.hex() not in repr(key)


@pytest.mark.parametrize(("suite", "length"), [(LIGHT, 31), (LIGHT, 96), (HYBRID, 32), (HYBRID, 97)])
def test_a_private_key_of_the_wrong_length_is_a_programmers_error(suite, length):
    with pytest.raises(ValueError, match=f"a private key of {suite} has .* bytes, not {length}"):
        _ = PhaseKey(suite, bytes(length)).public


def test_the_hybrid_is_the_default():
    assert PhaseKey.generate().suite == HYBRID


@pytest.mark.parametrize(("suite", "length"), [(LIGHT, 31), (LIGHT, 1_216), (HYBRID, 32), (HYBRID, 1_217)])
def test_a_public_key_of_the_wrong_length_is_named_with_both_values(suite, length):
    with pytest.raises(Malformed, match=f"{length} bytes; {suite} needs"):
        require_public_key(suite, bytes(length))


def test_ml_kem_bytes_that_are_no_key_are_refused():
    with pytest.raises(Malformed, match="these bytes are not a key"):
        require_public_key(HYBRID, b"\xff" * 1_216)


def test_sealing_is_plain_hpke():
    key = PhaseKey.generate(LIGHT)
    sealed = seal_to(LIGHT, key.public, b"orders", b"header")
    private = X25519PrivateKey.from_private_bytes(key.private)
    suite = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
    assert suite.decrypt(sealed, private, info=b"header") == b"orders"


@given(st.binary(max_size=5_000))
def test_padding_comes_off_again(text):
    padded = pad(text)
    assert len(padded) in SIZE_CLASSES
    assert unpad(padded) == text


@pytest.mark.parametrize("size", SIZE_CLASSES)
def test_a_text_that_fills_a_class_goes_to_the_next(size):
    assert len(pad(bytes(size - 1))) == size
    if size < SIZE_CLASSES[-1]:
        assert len(pad(bytes(size))) > size


def test_a_text_beyond_the_largest_class_is_refused_with_both_values():
    with pytest.raises(Malformed, match="65536 bytes of plaintext; at most 65535 fit"):
        pad(bytes(65_536))


@pytest.mark.parametrize(
    "padded",
    [
        b"",
        bytes(1_024),
        b"\x80".ljust(1_023, b"\0"),
        b"\x80".rjust(70_000, b"g"),
        b"\x80".ljust(4_096, b"\0"),
        b"orders\x80".ljust(1_024, b"g"),
        b"orders".ljust(1_024, b" "),
    ],
)
def test_other_padding_is_refused(padded):
    with pytest.raises(BadPadding):
        unpad(padded)


@given(st.binary(max_size=100), st.integers(0, 1_023), st.integers(1, 255))
def test_a_changed_byte_of_padding_is_seen(text, at, flip):
    padded = bytearray(pad(text))
    padded[at] ^= flip
    if at < len(text):
        assert unpad(bytes(padded)) != text
    elif at == len(text) or padded[at] != 0x80:
        with pytest.raises(BadPadding):
            unpad(bytes(padded))
    else:
        assert unpad(bytes(padded)) == pad(text)[:at]
