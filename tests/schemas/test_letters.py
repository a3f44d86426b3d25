"""Letters: signed by the host, sealed to one player, of a size that tells nothing."""

import json

import pytest

from schemas import canonical
from schemas.armor import Armored, Broken, armor, find
from schemas.errors import BadPadding, BadSignature, CannotOpen, Malformed, TooLarge, UnknownSigner, WrongKind
from schemas.letters import MAX_BYTES, SIZE_CLASSES, open_letter, seal_letter, unseal_letter
from schemas.payloads import Letter, Start
from schemas.sealing import OVERHEAD, seal_to
from schemas.statements import sign, sign_payload


def letter(player, **changes):
    usual = {
        "game": "samos-001",
        "seat": "red",
        "player": player.key_id,
        "phase": 3,
        "kind": "orders-wanted",
        "at": "2026-11-21T10:00:00Z",
        "body": {"news": ["Your Special tile is Plague."]},
    }
    return Letter(**{**usual, **changes})


@pytest.fixture
def sealed_letter(alice, host):
    """Sealed to Alice as the host seals; anything can be said otherwise."""

    def make(signer=host, **changes):
        return seal_letter(sign_payload(letter(alice, **changes), signer), alice.card("alice"))

    return make


def changed(raw, **fields):
    return canonical.dumps({**json.loads(raw), **fields})


def test_a_letter_opens_for_its_player_alone(sealed_letter, alice, bob, host):
    raw = sealed_letter()
    assert open_letter(raw, alice, host.signing_key) == letter(alice)
    assert b"Plague" not in raw
    with pytest.raises(UnknownSigner, match=f"the letter is for {alice.key_id}, and your key is {bob.key_id}"):
        open_letter(raw, bob, host.signing_key)
    with pytest.raises(CannotOpen):
        open_letter(changed(raw, to=bob.key_id), bob, host.signing_key)


def test_a_letter_by_somebody_else_than_the_host_is_refused(sealed_letter, alice, bob, host):
    with pytest.raises(UnknownSigner, match=f"signed by {bob.key_id}, where {host.key_id} is wanted"):
        open_letter(sealed_letter(bob), alice, host.signing_key)
    forged = unseal_letter(sealed_letter(bob), alice)
    object.__setattr__(forged, "key_id", host.key_id)
    with pytest.raises(BadSignature):
        open_letter(seal_letter(forged, alice.card("alice")), alice, host.signing_key)


def test_a_letter_is_sealed_to_nobody_but_the_player_that_it_names(alice, bob, host):
    with pytest.raises(ValueError, match="the letter is for"):
        seal_letter(sign_payload(letter(alice), host), bob.card("bob"))


def test_a_letter_that_names_another_player_inside_is_refused(alice, bob, host):
    statement = sign_payload(letter(bob), host)
    to_alice = {"format": 1, "to": alice.key_id, "suite": "mlkem768x25519"}
    text = statement.to_json()
    padded = text + b"\x80" + bytes(SIZE_CLASSES[0] - len(text) - 1)
    body = seal_to("mlkem768x25519", alice.sealing_key, padded, canonical.dumps(to_alice))
    with pytest.raises(UnknownSigner, match="inside it is for another player"):
        unseal_letter(canonical.dumps({**to_alice, "body": canonical.to_base64(body)}), alice)


@pytest.mark.parametrize(
    ("content", "why"), [(b"no padding at all", BadPadding), (b"{}\x80" + bytes(SIZE_CLASSES[0] - 3), Malformed)]
)
def test_what_no_host_would_have_sealed_is_refused(alice, content, why):
    form = {"format": 1, "to": alice.key_id, "suite": "mlkem768x25519"}
    body = seal_to("mlkem768x25519", alice.sealing_key, content, canonical.dumps(form))
    with pytest.raises(why):
        unseal_letter(canonical.dumps({**form, "body": canonical.to_base64(body)}), alice)


def test_another_statement_than_a_letter_is_refused(alice, host):
    start = sign_payload(Start(game="samos-001", organiser=host.key_id), host)
    with pytest.raises(WrongKind, match="'start' where 'letter' is wanted"):
        seal_letter(start, alice.card("alice"))
    with pytest.raises(Malformed):
        seal_letter(sign("letter", {"game": "samos-001"}, host), alice.card("alice"))


def test_the_size_of_a_letter_is_one_of_five(sealed_letter):
    """What is in it, the length of the news included, shows in no byte of its size within a class."""
    sizes = [
        len(canonical.from_base64(json.loads(sealed_letter(body={"news": ["x" * length]}))["body"], "body"))
        for length in (0, 1, 2_000, 5_000, 20_000, 150_000, 700_000)
    ]
    assert sizes == [SIZE_CLASSES[index] + OVERHEAD["mlkem768x25519"] for index in (0, 0, 0, 1, 2, 3, 4)]


def test_a_letter_beyond_the_largest_class_is_refused_on_both_sides(sealed_letter, alice):
    with pytest.raises(Malformed, match=r"malformed letter: .* bytes of plaintext where at most 1048575 fit"):
        sealed_letter(body={"news": ["x" * SIZE_CLASSES[-1]]})
    with pytest.raises(TooLarge):
        unseal_letter(bytes(MAX_BYTES + 1), alice)


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b'{"format":2,"to":"","suite":"x25519","body":""}', b'{"format":1}', b"no JSON"]
)
def test_what_is_no_letter_is_malformed(alice, raw):
    with pytest.raises(Malformed):
        unseal_letter(raw, alice)


def test_the_largest_letter_lives_in_armor_where_the_reader_says_so(sealed_letter):
    raw = sealed_letter(body={"news": ["x" * 700_000]})
    text = armor("letter", raw)
    assert find(text, MAX_BYTES) == [Armored("letter", raw, 1)]
    assert isinstance(find(text)[0], Broken)
