"""15.1-C, RULING-37: who is asked although a queue has sheets."""

import pytest

from adjudicator.kernel import Chance, Step
from adjudicator.registry import title

POLIS = title("polis")
ILLEGAL = {"question": "D2", "choose": [{"actions": [{"do": {"action": "besiege", "polis": "thebai"}}]}]}
LEGAL = {"question": "D2", "choose": [{"actions": [{"do": {"action": "create_hoplites", "polis": "pylos", "n": 1}}]}]}
NEVER = {"fact": "owner", "polis": "thebai", "owner": "sparta"}


@pytest.fixture
def asked():
    begun = POLIS.begin(scenario="standard", seats=["sparta", "athens"], chance=Chance(bytes(32))).position
    begun.phase, begun.agenda = None, [Step("next_turn", {"side": "sparta"})]
    return POLIS.run_on(begun, Chance(bytes(32))).position


@pytest.mark.parametrize(
    ("queue", "waits"),
    [
        ([], ["sparta"]),
        ([LEGAL], []),
        ([ILLEGAL], ["sparta"]),
        ([ILLEGAL, LEGAL], ["sparta"]),
        ([{**ILLEGAL, "when": NEVER}, LEGAL], []),
        ([{**LEGAL, "when": NEVER}], ["sparta"]),
        ([LEGAL, ILLEGAL], []),
    ],
)
def test_who_queued_a_sheet_is_asked_only_where_none_holds_or_the_first_that_holds_is_illegal(asked, queue, waits):
    assert POLIS.waits_for(POLIS.with_books(asked, {"sparta": POLIS.check_book(queue)})) == waits


def test_a_sheet_that_was_played_has_left_the_queue_and_those_above_it_stay(asked):
    position = POLIS.with_books(asked, {"sparta": POLIS.check_book([{**ILLEGAL, "when": NEVER}, LEGAL])})
    after = POLIS.resolve(position, {}, Chance(bytes(32))).position
    assert [entry.ways for entry in after.books["sparta"]] == [1]
    assert after.books["sparta"][0].when == NEVER
