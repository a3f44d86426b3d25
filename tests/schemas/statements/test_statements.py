"""Statements: the signature holds for type and bytes, and nothing is read before the form is right."""

import contextlib

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st
from securesystemslib.dsse import Envelope as OtherDsse

from schemas.errors import BadSignature, Malformed, UnknownSigner, WrongKind
from schemas.statements import canonical
from schemas.statements.payloads import Join, Start, instant
from schemas.statements.statements import WEAK_KEYS, Statement, key_id, pae, payload_type, sign, sign_payload
from tests.schemas.conftest import AT

BODY = {"game": "samos-001", "organiser": "ed25519:" + "0" * 32}


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1), st.binary())
def test_pae_is_that_of_another_implementation(type_, payload):
    assert pae(type_, payload) == OtherDsse(payload=payload, payload_type=type_, signatures={}).pae()


def test_a_statement_reads_back_and_verifies(alice):
    statement = Statement.parse(sign("start", BODY, alice).to_json())
    statement.verify(alice.signing_key)
    assert (statement.kind, statement.body, statement.key_id) == ("start", BODY, alice.key_id)
    assert Statement.from_json(statement.to_json_value()) == statement


def test_a_key_id_is_the_start_of_a_hash():
    assert key_id(bytes(32)) == "ed25519:66687aadf862bd776c8fc18b8e9f8e20"


def test_another_key_is_refused_with_both_ids(alice, bob):
    with pytest.raises(UnknownSigner, match=f"signed by {alice.key_id}; expected {bob.key_id}"):
        sign("start", BODY, alice).verify(bob.signing_key)


def test_a_changed_payload_is_refused(alice):
    statement = sign("start", BODY, alice)
    other = Statement("start", statement.payload.replace(b"samos", b"melos"), statement.key_id, statement.signature)
    with pytest.raises(BadSignature, match="is not valid for this start"):
        other.verify(alice.signing_key)


def test_a_statement_cannot_pass_for_another_kind(alice):
    statement = sign("start", BODY, alice)
    other = Statement("join", statement.payload, statement.key_id, statement.signature)
    with pytest.raises(BadSignature):
        other.verify(alice.signing_key)
    with pytest.raises(WrongKind, match="'start'; expected 'join'"):
        statement.read(Join)


WEAK = sorted(key[:-1] + bytes([key[-1] | sign]) for key in WEAK_KEYS for sign in (0, 0x80))


@pytest.mark.parametrize("key", WEAK, ids=bytes.hex)
def test_a_key_under_which_anybody_can_sign_is_refused(key):
    statement = Statement("start", canonical.dumps(BODY), key_id(key), b"\x01" + bytes(63))
    with pytest.raises(BadSignature, match="of small order: anybody could have signed"):
        statement.verify(key)


def test_the_library_would_take_such_signatures():
    """Why the refusal above is needed: R the neutral point, s = 0, no private key."""
    forged = set()
    for key in WEAK:
        for n in range(200):
            with contextlib.suppress(InvalidSignature):
                Ed25519PublicKey.from_public_bytes(key).verify(b"\x01" + bytes(63), b"%d" % n)
                forged.add(key[:-1] + bytes([key[-1] & 0x7F]))
    assert len(forged) >= 5


def test_changing_the_body_that_was_read_changes_nothing(alice):
    statement = sign("start", BODY, alice)
    statement.body["game"] = "melos-417"
    assert statement.body == BODY


def altered(alice, **changes):
    value = {**sign("start", BODY, alice).to_json_value(), **changes}
    return canonical.dumps({key: item for key, item in value.items() if item is not None})


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"payload": None}, "missing required field `payload`"),
        ({"aside": 1}, "unknown field `aside`"),
        ({"payload": 7}, "Expected `str`, got `int`"),
        ({"payload": "e30"}, "not standard base64"),
        ({"payload": canonical.to_base64(b"[]")}, "the payload is not a JSON object"),
        ({"payload": canonical.to_base64(b'{"b":1,"a":1}')}, "canonical form"),
        ({"payloadType": "text/plain"}, "payload type 'text/plain' is not"),
        ({"payloadType": "application/vnd.ostraka.Start+json"}, "payload type"),
        ({"payloadType": "application/vnd.ostraka.stärt+json"}, "payload type"),
        ({"payloadType": "application/vnd.ostraka.start+json\n"}, "payload type"),
        ({"payloadType": "application/vnd.ostraka.+json"}, "payload type"),
        ({"payloadType": "start"}, "payload type 'start' is not application/vnd.ostraka.<kind>"),
        ({"signatures": []}, "length >= 1"),
        ({"signatures": [{"keyid": "alice", "sig": ""}]}, "matching regex"),
        ({"signatures": [{"keyid": "ed25519:" + "0" * 32, "sig": "AAAA"}]}, "3 bytes; expected 64"),
    ],
)
def test_a_statement_out_of_form_is_refused(alice, changes, why):
    with pytest.raises(Malformed, match=why):
        Statement.parse(altered(alice, **changes))


def test_a_statement_is_bounded_before_it_is_parsed():
    with pytest.raises(Malformed, match="65537 bytes; at most 65536 are allowed"):
        Statement.parse(b"[" * 65_537)


def test_a_payload_is_checked_before_it_is_signed(alice):
    with pytest.raises(Malformed, match="malformed start"):
        sign_payload(Start(game="no such game!", organiser=alice.key_id), alice)
    with pytest.raises(Malformed, match="malformed start"):
        sign_payload(Start(game="samos\n", organiser=alice.key_id), alice)


def test_floats_are_not_signed(alice):
    with pytest.raises(Malformed, match=r"malformed start: 1\.5 is not an integer"):
        sign("start", {"game": 1.5}, alice)


def test_an_instant_is_in_utc_and_never_naive():
    assert instant(AT) == "2026-11-21T10:00:00Z"
    with pytest.raises(ValueError, match="has no time zone"):
        instant(AT.replace(tzinfo=None))


def test_payload_types_are_those_of_the_host():
    assert payload_type("phase-key") == "application/vnd.ostraka.phase-key+json"
