"""The desk over time: whatever comes in whatever order, what is stored only ever goes forward."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from schemas.envelopes import Desk, Envelope, accept, faults
from schemas.errors import PhaseClosed, ProtocolError, SequenceNotNewer
from schemas.keys.sealing import LIGHT, PhaseKey
from tests.schemas.conftest import ORDERS

WORDS = st.sampled_from(["draft", "final", "withdrawn"])
ARRIVALS = st.lists(
    st.one_of(
        st.tuples(st.just("new"), st.integers(1, 12), WORDS),
        st.tuples(st.just("again"), st.integers(0, 20), st.none()),
        st.tuples(st.just("forged"), st.integers(1, 12), st.none()),
        st.tuples(st.just("cut"), st.none(), st.none()),
    ),
    max_size=12,
)


class Counter:
    """A host for one seat: it stores what `accept` returns, and nothing else."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.stored: list[Envelope] = []

    def put(self, envelope: Envelope) -> str:
        try:
            taken = accept(envelope.to_json(), self.desk)
        except ProtocolError as error:
            return error.code
        if self.desk.has_stored(taken):
            return "again"
        self.stored.append(taken)
        self.desk = replace(self.desk, sequence=taken.header.sequence, newest=taken.digest)
        return "stored"


@given(arrivals=ARRIVALS)
@settings(max_examples=80)
def test_what_is_stored_only_goes_forward(sealed, desk, bob, arrivals):
    counter, sent = Counter(desk), []
    for what, number, word in arrivals:
        before = list(counter.stored)
        if what == "cut":
            counter.desk = replace(counter.desk, phase_open=False)
        elif what == "forged":
            assert counter.put(sealed(identity=bob, sequence=number)) == "unknown-signer"
        elif what == "again" and sent:
            envelope = sent[number % len(sent)]
            newest = bool(before) and envelope == before[-1]
            assert (counter.put(envelope) == "again") == newest
            assert counter.stored == before
        elif what == "new":
            sent.append(sealed(sequence=number, word=word, orders=[] if word == "withdrawn" else ORDERS))
            assert (counter.put(sent[-1]) == "stored") == wanted(counter, before, number)
        assert counter.stored[: len(before)] == before
    sequences = [envelope.header.sequence for envelope in counter.stored]
    assert sequences == sorted(set(sequences))


def wanted(counter: Counter, before: list[Envelope], number: int) -> bool:
    return counter.desk.phase_open and all(number > envelope.header.sequence for envelope in before)


def test_a_withdrawal_takes_the_next_sequence_and_can_be_followed(sealed, desk):
    counter = Counter(desk)
    assert counter.put(sealed(sequence=1)) == "stored"
    assert counter.put(sealed(sequence=1, word="withdrawn", orders=[])) == SequenceNotNewer.code
    assert counter.put(sealed(sequence=2, word="withdrawn", orders=[])) == "stored"
    assert counter.put(sealed(sequence=3, word="draft")) == "stored"


def test_after_the_cut_only_the_newest_is_still_answered(sealed, desk):
    counter = Counter(desk)
    first, second = sealed(sequence=1), sealed(sequence=2)
    assert [counter.put(first), counter.put(second)] == ["stored", "stored"]
    counter.desk = replace(counter.desk, phase_open=False)
    assert counter.put(second) == "again"
    assert counter.put(first) == PhaseClosed.code
    assert counter.put(sealed(sequence=3)) == PhaseClosed.code


def codes(raw: bytes, desk: Desk) -> list[str]:
    """The codes of all faults, after a look that `accept` raises the first of them and takes what has none."""
    found = faults(raw, desk)
    if not found:
        accept(raw, desk)
        return []
    with pytest.raises(type(found[0])) as raised:
        accept(raw, desk)
    assert raised.value.message == found[0].message
    return [fault.code for fault in found]


def test_an_envelope_that_is_taken_has_no_fault(sealed, desk):
    assert codes(sealed().to_json(), desk) == []
    assert codes(sealed(word="withdrawn", orders=[]).to_json(), desk) == []


def test_what_cannot_be_read_has_one_fault(sealed, desk):
    assert codes(b"{", desk) == ["malformed"]
    assert codes(sealed().to_json() + b" " * desk.max_bytes, desk) == ["too-large"]


def test_every_fault_is_told_at_once(sealed, desk):
    other = PhaseKey.generate(LIGHT)
    envelope = sealed(version="perikles/2", phase_public=other.public, sequence=3)
    late = replace(desk, phase_open=False, sequence=7, newest=bytes(32))
    assert codes(envelope.to_json(), late) == ["wrong-version", "wrong-phase-key", "phase-closed", "sequence-not-newer"]


def test_the_faults_of_a_wrong_place_are_told_without_the_state_of_another(sealed, desk):
    envelope = sealed(game="elsewhere", phase=4, seat="green")
    assert codes(envelope.to_json(), replace(desk, phase_open=False, sequence=7)) == [
        "wrong-game",
        "wrong-phase",
        "wrong-seat",
    ]


def test_changed_parts_are_all_told_and_nothing_of_the_state(sealed, desk):
    value = json.loads(sealed().to_json()) | {"body": "AAAA", "copy": "BBBBBBBB"}
    changed = json.dumps(value).encode()
    expect = ["body-digest-mismatch", "copy-digest-mismatch", "body-size"]
    assert codes(changed, desk) == codes(changed, replace(desk, phase_open=False, sequence=7)) == expect


@pytest.mark.parametrize("secret", [{"sequence": 7, "newest": bytes(32)}, {"phase_open": False}, {"sequence": 1}])
def test_who_cannot_sign_learns_nothing_from_all_faults_together(sealed, desk, bob, secret):
    """The same answer, byte for byte, whatever the desk holds against the seat."""
    whole = json.loads(sealed().to_json())
    signature = [{"keyid": whole["signatures"][0]["keyid"], "sig": "A" * 86 + "=="}]
    unsigned = json.dumps(whole | {"signatures": signature, "body": "AAAA"}).encode()
    stranger = sealed(identity=bob, version="perikles/2").to_json()
    for raw, expect in ((unsigned, ["bad-signature"]), (stranger, ["wrong-version", "unknown-signer"])):
        assert codes(raw, desk) == codes(raw, replace(desk, **secret)) == expect
        assert [str(fault) for fault in faults(raw, desk)] == [str(f) for f in faults(raw, replace(desk, **secret))]


def test_the_newest_come_again_has_no_fault_even_after_the_cut(sealed, desk):
    envelope = sealed()
    known = replace(desk, sequence=1, newest=envelope.digest, phase_open=False)
    assert codes(envelope.to_json(), known) == []
