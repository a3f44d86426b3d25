"""Letters: signed by the host, sealed to one player, of a size that tells nothing."""

import json

import pytest

from schemas.documents.armor import Armored, Broken, armor, find
from schemas.documents.letters import (
    CLASSES,
    MOST_BYTES,
    WrongLetter,
    deflated,
    open_letter,
    read_outside,
    seal_letter,
    unseal_letter,
)
from schemas.errors import BadPadding, BadSignature, CannotOpen, Malformed, UnknownSigner, WrongKind
from schemas.keys.sealing import HYBRID, OVERHEAD, seal_to
from schemas.statements import canonical
from schemas.statements.payloads import Letter, Start
from schemas.statements.statements import sign_payload

OUTSIDE = {"letter": 1, "suite": HYBRID, "game": "samos-001", "seat": "red", "phase": 3}


def letter(to, **changes):
    usual = {
        "game": "samos-001",
        "seat": "red",
        "player": to.key_id,
        "phase": 3,
        "kind": "orders-wanted",
        "at": "2026-11-21T10:00:00Z",
        "body": {"news": ["Your Special tile is Plague."]},
    }
    return Letter(**{**usual, **changes})


@pytest.fixture
def sealed_letter(alice, host):
    """Sealed to Alice as the host seals; anything can be said otherwise."""

    def make(signer=host, least=0, deflate=False, **changes):
        return seal_letter(letter(alice, **changes), alice.card("alice"), signer, least, deflate=deflate)

    return make


def changed(raw, **fields):
    return canonical.dumps({**json.loads(raw), **fields})


def by_hand(alice, plain, form=1):
    """Any bytes, sealed to Alice as letters are."""
    outside = {**OUTSIDE, "letter": form, "player": alice.key_id}
    sealed = seal_to(HYBRID, alice.sealing_key, plain, canonical.dumps(outside))
    return canonical.dumps({**outside, "sealed": canonical.to_base64url(sealed)})


def padded(plain):
    return plain + b"\x80" + bytes(CLASSES[0] - len(plain) - 1)


def test_a_letter_opens_for_its_player_alone(sealed_letter, alice, bob, host):
    raw = sealed_letter()
    assert open_letter(raw, alice, host.signing_key) == letter(alice)
    assert b"Plague" not in raw
    with pytest.raises(CannotOpen):
        open_letter(raw, bob, host.signing_key)


@pytest.mark.parametrize(
    "field", [{"game": "delos-002"}, {"seat": "green"}, {"phase": 4}, {"player": "ed25519:" + "0" * 32}]
)
def test_nothing_outside_of_the_seal_can_be_changed(sealed_letter, alice, field):
    with pytest.raises(CannotOpen):
        unseal_letter(changed(sealed_letter(), **field), alice)


def test_a_letter_by_somebody_else_than_the_host_is_refused(sealed_letter, alice, bob, host):
    with pytest.raises(UnknownSigner, match=f"signed by {bob.key_id}; expected {host.key_id}"):
        open_letter(sealed_letter(bob), alice, host.signing_key)
    honest, forged = sign_payload(letter(alice), host), sign_payload(letter(alice, phase=3, kind="digest"), host)
    swapped = {**forged.to_json_value(), "signatures": honest.to_json_value()["signatures"]}
    with pytest.raises(BadSignature):
        open_letter(by_hand(alice, padded(canonical.dumps(swapped))), alice, host.signing_key)


@pytest.mark.parametrize(
    "field", [{"game": "delos-002"}, {"seat": "green"}, {"phase": 4}, {"player": "ed25519:" + "0" * 32}]
)
def test_a_letter_that_says_inside_what_it_does_not_say_outside_is_refused(alice, host, field):
    statement = sign_payload(letter(alice, **field), host)
    with pytest.raises(WrongLetter):
        unseal_letter(by_hand(alice, padded(statement.to_json())), alice)


@pytest.mark.parametrize(
    ("plain", "why"),
    [(b"no padding at all", BadPadding), (bytes(CLASSES[0]), BadPadding), (padded(b"{}"), Malformed)],
)
def test_what_no_host_would_have_sealed_is_refused(alice, plain, why):
    with pytest.raises(why):
        unseal_letter(by_hand(alice, plain), alice)


def test_another_statement_than_a_letter_is_refused(alice, host):
    start = sign_payload(Start(game="samos-001", organiser=host.key_id), host)
    with pytest.raises(WrongKind, match="'start'; expected 'letter'"):
        unseal_letter(by_hand(alice, padded(start.to_json())), alice)


def size_of(raw):
    return len(canonical.from_base64url(json.loads(raw)["sealed"], "sealed")) - OVERHEAD[HYBRID]


def test_the_size_of_a_letter_is_one_of_few(sealed_letter):
    """What is in it shows in no byte of its size within a class; the host may choose a larger one."""
    lengths = (0, 1, 2_000, 4_000, 10_000, 20_000, 30_000, 150_000, 700_000)
    sizes = [size_of(sealed_letter(body={"news": ["x" * length]})) for length in lengths]
    assert sizes == [CLASSES[index] for index in (0, 0, 0, 1, 2, 3, 4, 5, 6)]
    assert size_of(sealed_letter(least=20_000)) == CLASSES[3]
    assert size_of(sealed_letter(least=CLASSES[1])) == CLASSES[2]


def test_in_the_second_format_a_letter_is_deflated(sealed_letter, alice, host):
    said = {"news": [f"Samos is besieged by {number} galleys." for number in range(300)]}
    raw = sealed_letter(deflate=True, body=said)
    assert size_of(raw) == CLASSES[0] < size_of(sealed_letter(body=said))
    assert open_letter(raw, alice, host.signing_key) == letter(alice, body=said)
    with pytest.raises(CannotOpen):
        unseal_letter(changed(raw, letter=1), alice)


@pytest.mark.parametrize(
    "plain",
    [
        b"{}",
        *map(deflated, (b"{}", b"[]", b"no JSON", b'{"payload":1}', bytes(MOST_BYTES + 1))),
        deflated(b"x" * 99)[:-1],
        deflated(b"{}") + b"{}",
    ],
)
def test_what_no_host_would_have_deflated_is_refused(alice, plain):
    with pytest.raises(Malformed):
        unseal_letter(by_hand(alice, padded(plain), 2), alice)


def test_a_letter_of_a_larger_class_opens_too(sealed_letter, alice, host):
    assert open_letter(sealed_letter(least=20_000), alice, host.signing_key) == letter(alice)


def test_a_letter_beyond_the_largest_class_is_refused_on_both_sides(sealed_letter):
    with pytest.raises(Malformed, match=r"malformed letter: .* bytes; at most 1048575 fit"):
        sealed_letter(body={"news": ["x" * CLASSES[-1]]})
    with pytest.raises(Malformed, match=f"{MOST_BYTES + 1} bytes; at most {MOST_BYTES} are allowed"):
        read_outside(bytes(MOST_BYTES + 1))


@pytest.mark.parametrize("raw", [b"", b"[]", b'{"letter":3}', b'{"letter":1}', b"no JSON"])
def test_what_is_no_letter_is_malformed(raw):
    with pytest.raises(Malformed):
        read_outside(raw)


def test_the_largest_letter_lives_in_armor_where_the_reader_says_so(sealed_letter):
    raw = sealed_letter(least=700_000)
    text = armor("letter", raw)
    assert find(text, MOST_BYTES) == [Armored("letter", raw, 1)]
    assert isinstance(find(text)[0], Broken)
