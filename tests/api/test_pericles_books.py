"""A whole turn of Pericles through the service without a round trip: what four standing books answer."""

from __future__ import annotations

from adjudicator.registry import title
from tests.api.booked import send_book, shown_book
from tests.api.houses import HouseUnderTest
from tests.bench.pericles_book import standing

PERICLES = title("pericles")


def test_with_four_standing_books_a_whole_turn_of_pericles_waits_for_nobody(house: HouseUnderTest) -> None:
    game = house.started(PERICLES.seat_names, title="pericles", scenario="14.1.08A")
    position = house.position(game)
    for seat in position.seats:
        sent = send_book(house, game, seat, standing(position, seat))
        assert sent.status_code == 201, sent.text
    house.work()
    assert house.json(f"/games/{game}")["status"] == "over"
    told = house.json(f"/games/{game}/report?since=0")["phases"]
    assert len(told) > 50
    assert "no-order" not in [event["event"] for phase in told for event in phase["events"]]
    assert len(shown_book(house, game, "EK")) == len(standing(position, "EK"))
