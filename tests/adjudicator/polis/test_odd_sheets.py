"""A queued sheet of which a part is no action is never carried out, and stops nothing that speaks of it (15.2-C)."""

import msgspec

from adjudicator.kernel import Chance
from adjudicator.kernel.position.position import Entry
from adjudicator.registry import title
from tests.adjudicator.players import begin

POLIS = title("polis")
ODD = {"a": {"a": {}}}


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
