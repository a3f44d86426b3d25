"""A whole turn of Pericles through the service without a round trip: what four standing books answer."""

from __future__ import annotations

from adjudicator.registry import title
from tests.api.booked import send_book, shown_book
from tests.api.hosts import HostUnderTest
from tests.plain_books.pericles import standing

PERICLES = title("pericles")


def test_with_four_standing_books_a_whole_turn_of_pericles_waits_for_nobody(host: HostUnderTest) -> None:
    game = host.started(PERICLES.seat_names, title="pericles", scenario="14.1.08A")
    position = host.position(game)
    for seat in position.seats:
        sent = send_book(host, game, seat, standing(position, seat))
        assert sent.status_code == 201, sent.text
    host.work()
    assert host.json(f"/games/{game}")["status"] == "over"
    told = host.json(f"/games/{game}/report?after=0")["phases"]
    assert len(told) > 50
    assert "no-order" not in [event["event"] for phase in told for event in phase["events"]]
    assert len(shown_book(host, game, "EK")) == len(standing(position, "EK"))
