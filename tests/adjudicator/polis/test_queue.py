"""15.1-C, 15.2-C, RULING-37: queued sheets: who is asked all the same, and a sheet of which a part is no action."""

import msgspec
import pytest

from adjudicator.kernel import Chance, Step
from adjudicator.kernel.position.position import Entry
from adjudicator.registry import title
from tests.adjudicator.players import begin

POLIS = title("polis")
ILLEGAL = {"question": "D2", "choose": [{"actions": [{"do": {"action": "besiege", "polis": "thebai"}}]}]}
LEGAL = {"question": "D2", "choose": [{"actions": [{"do": {"action": "create_hoplites", "polis": "pylos", "n": 1}}]}]}
ODD = {"a": {"a": {}}}
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


def test_15_1_C_a_book_with_a_sheet_that_cannot_be_read_is_passed_over_in_words():
    position = begin(POLIS, 2, "odd sheets", "standard").position
    while not [ask for ask in position.phase.asks if ask.question == "D2"]:
        position = POLIS.resolve(position, {}, Chance(bytes(32))).position
    seat = next(ask.seat for ask in position.phase.asks if ask.question == "D2")
    book = [Entry(question="D2", choose=[{"actions": [{"do": ODD}]}])]  # as an older release may have taken it
    booked = POLIS.with_books(position, {seat: book})
    assert [ask.question for ask in POLIS.unanswered(POLIS.view(booked, seat), seat)] == ["D2"]
    assert any("something that is no action" in line for line in POLIS.explain_book(book))
    resolution = POLIS.resolve(position, {}, Chance(bytes(32)), {seat: book})
    assert {one.seat: one.source for one in resolution.counted}[seat] == "default"
    told = [event for event in resolution.events if getattr(event, "passed_over", None)]
    assert "it cannot be read" in str(msgspec.to_builtins(told))
    assert [(one.seat, one.question) for one in resolution.misread] == [(seat, "D2")]
