"""Envelopes: what is sealed comes out as it went in, and nothing else is taken. The refusals are in the vectors."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from schemas.envelopes import (
    MAX_BYTES,
    Envelope,
    Leaf,
    accept,
    commitment_of,
    open_copy,
    open_envelope,
    require_commitment,
)
from schemas.errors import (
    BadSignature,
    CannotOpen,
    CommitmentMismatch,
    Malformed,
    PhaseClosed,
    ProtocolError,
    SequenceNotNewer,
    UnknownSigner,
    WrongVersion,
)
from schemas.keys.identities import Identity
from schemas.keys.sealing import HYBRID, LIGHT, OVERHEAD, SIZE_CLASSES, SUITES, PhaseKey
from tests.schemas.conftest import ORDERS

PROPERTY = settings(max_examples=300)


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize("word", ["draft", "final"])
def test_orders_come_out_as_they_went_in(sealed, desk, alice, suite, word):
    key = PhaseKey.generate(suite)
    envelope = sealed(suite=suite, phase_public=key.public, word=word)
    taken = accept(envelope.to_json(), replace(desk, phase_key_id=key.id))
    assert taken == envelope
    assert [leaf.order for leaf in open_envelope(taken, key.private)] == ORDERS
    assert open_copy(taken, alice) == open_envelope(taken, key.private)


def test_nobody_else_opens_it(sealed, bob):
    with pytest.raises(CannotOpen):
        open_envelope(sealed(), PhaseKey.generate(LIGHT).private)
    with pytest.raises(CannotOpen):
        open_copy(sealed(), bob)


def test_a_key_of_the_other_suite_is_a_refusal_and_no_crash(sealed):
    with pytest.raises(CannotOpen):
        open_envelope(sealed(), PhaseKey.generate(HYBRID).private)


@pytest.mark.parametrize("orders", [[], ORDERS, ORDERS * 4])
def test_the_length_tells_nothing_within_a_size_class(sealed, orders):
    assert {len(sealed(orders=orders).body), len(sealed(orders=orders).copy)} == {1_024 + OVERHEAD[LIGHT]}


def test_draft_and_final_are_of_one_length(sealed):
    assert len(sealed(word="draft", orders=[]).body) == len(sealed(word="final").body)


def test_the_largest_orders_fit_the_desk_in_both_suites(sealed, desk):
    orders = [{"question": "D-S1", "text": "x" * 65_000}]
    for suite in SUITES:
        key = PhaseKey.generate(suite)
        envelope = sealed(suite=suite, phase_public=key.public, orders=orders)
        assert len(envelope.body) == SIZE_CLASSES[-1] + OVERHEAD[suite]
        assert len(envelope.to_json()) <= MAX_BYTES
        accept(envelope.to_json(), replace(desk, phase_key_id=key.id))


def test_orders_that_fit_no_size_class_are_not_sealed(sealed):
    with pytest.raises(Malformed, match="at most 65535 fit"):
        sealed(orders=[{"question": "D-S1", "text": "x" * 66_000}])


def test_a_withdrawal_holds_nothing(sealed, desk, phase_key, alice):
    envelope = accept(sealed(word="withdrawn", orders=[]).to_json(), desk)
    assert (envelope.body, envelope.copy) == (b"", b"")
    assert open_envelope(envelope, phase_key.private) == open_copy(envelope, alice) == []


def test_a_withdrawal_with_orders_is_a_programmers_error(sealed):
    with pytest.raises(ValueError, match="a withdrawal carries no orders; this one has 2"):
        sealed(word="withdrawn")


def test_the_same_orders_never_look_the_same(sealed):
    one, two = sealed(), sealed()
    assert one.header.commitment != two.header.commitment
    assert one.body != two.body


def test_orders_are_nowhere_in_the_text(sealed):
    assert b"samos-001" in sealed().statement.payload
    for word in (b"D-S1", b'"city"'):
        assert word not in sealed().to_json() + sealed().statement.payload


def test_a_player_who_gave_up_the_seat_is_refused(sealed, desk, bob):
    with pytest.raises(UnknownSigner, match=f"{bob.key_id} holds seat 'red'"):
        accept(sealed().to_json(), replace(desk, signer=bob.card("bob")))


def test_an_old_client_is_told_to_update(sealed, desk):
    with pytest.raises(WrongVersion, match="made under perikles/1, but this game is played under perikles/2: update"):
        accept(sealed().to_json(), replace(desk, version="perikles/2"))


@given(newest=st.integers(0, 50), sequence=st.integers(1, 50))
@PROPERTY
def test_only_a_newer_sequence_is_taken(sealed, desk, newest, sequence):
    raw, desk = sealed(sequence=sequence).to_json(), replace(desk, sequence=newest)
    if sequence > newest:
        assert accept(raw, desk).header.sequence == sequence
    else:
        with pytest.raises(SequenceNotNewer, match=f"^sequence {sequence} is not newer than {newest}$"):
            accept(raw, desk)


def test_a_stranger_learns_neither_the_sequence_nor_what_is_stored(sealed, desk, alice):
    stranger = Identity.generate()
    forged = sealed(identity=stranger, sequence=1)
    claimed = json.loads(forged.to_json())
    claimed["signatures"][0]["keyid"] = alice.key_id
    busy = replace(desk, sequence=17, newest=bytes(32), phase_open=False)
    for raw in (forged.to_json(), json.dumps(claimed).encode()):
        answers = set()
        for state in (desk, busy):
            with pytest.raises(UnknownSigner) as caught:
                accept(raw, state)
            answers.add(caught.value.message)
        assert len(answers) == 1


def test_the_stored_envelope_come_again_is_known_even_after_the_cut(sealed, desk):
    envelope, other = sealed(), sealed()
    closed = replace(desk, sequence=1, newest=envelope.digest, phase_open=False)
    assert closed.has_stored(accept(envelope.to_json(), closed))
    with pytest.raises(PhaseClosed, match="phase 3 has been cut"):
        accept(other.to_json(), closed)


def test_the_stored_envelope_with_another_signature_is_not_let_through(sealed, desk):
    envelope = sealed()
    raw = json.loads(envelope.to_json())
    raw["signatures"][0]["sig"] = json.loads(sealed().to_json())["signatures"][0]["sig"]
    with pytest.raises(BadSignature):
        accept(json.dumps(raw).encode(), replace(desk, sequence=1, newest=envelope.digest))


@given(data=st.data())
@PROPERTY
def test_a_flipped_bit_is_refused_or_changes_nothing(sealed, desk, data):
    envelope = sealed()
    raw = bytearray(envelope.to_json())
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        taken = accept(bytes(raw), desk)
    except ProtocolError:
        return
    assert taken == envelope


@given(raw=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
@PROPERTY
def test_nothing_that_arrives_can_do_worse_than_be_refused(desk, raw):
    with pytest.raises(ProtocolError):
        accept(raw, desk)


def test_white_space_between_the_fields_does_no_harm(sealed, desk):
    envelope = sealed()
    assert accept(json.dumps(json.loads(envelope.to_json()), indent=2).encode(), desk) == envelope


def test_the_digest_is_that_of_the_header_bytes(sealed):
    envelope = sealed()
    assert Envelope.parse(envelope.to_json()).digest == envelope.statement.digest


def test_a_commitment_holds_with_some_leaves_unread():
    leaves = [Leaf.of(order) for order in ORDERS]
    commitment = commitment_of([leaf.hash for leaf in leaves])
    for shown in ([leaves[0], leaves[1].hash], [leaves[0].hash, leaves[1]], leaves):
        require_commitment(commitment, shown)
    for wrong in ([leaves[0]], leaves[::-1], [*leaves, leaves[0].hash], [leaves[0], Leaf.of(ORDERS[1])], []):
        with pytest.raises(CommitmentMismatch):
            require_commitment(commitment, wrong)


@given(st.dictionaries(st.text(), st.integers(-9, 9) | st.text()), st.binary(min_size=32, max_size=32))
@PROPERTY
def test_a_leaf_is_fixed_by_salt_and_order(order, salt):
    leaf = Leaf(salt, order)
    assert leaf.hash == Leaf(salt, dict(reversed(order.items()))).hash
    assert leaf.hash != Leaf(salt, {**order, "another": 1}).hash
    assert leaf.hash != Leaf(bytes(b ^ 1 for b in salt), order).hash
    assert leaf.hash != commitment_of([salt])
