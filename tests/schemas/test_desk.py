"""The desk over time: whatever comes in whatever order, what is stored only ever goes forward."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemas.envelopes import Desk, Envelope, accept
from schemas.errors import PhaseClosed, ProtocolError, SequenceNotNewer
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
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
