"""What the table promises that the others will see of an answer."""

from itertools import islice

import pytest

from adjudicator.registry import title
from cli.seat.game import placed
from cli.table.shown.beside import seen_by_others
from tests.adjudicator.players import playthrough


@pytest.mark.parametrize(
    ("name", "seats", "phases"), [("perikles", 3, 5), ("pericles", 4, 5), ("polis", 2, 5), ("athens_sparta", 2, 3)]
)
def test_of_every_title_it_says_what_everybody_is_told_then_and_nothing_else(name, seats, phases):
    rules, told = title(name), 0
    for position, sent, _, resolution in islice(playthrough(rules, seats, "seen", "steady", 0), phases):
        public = {rules.sentence(event, position) for event in rules.events_for(resolution.events, None)}
        for seat, orders in sent.items():
            promised = seen_by_others(rules, rules.view(position, seat), seat, orders) if orders else []
            assert set(promised) <= public
            told += len(promised)
    assert told


def test_the_places_at_the_end_name_the_seats_as_the_board_does():
    rules = title("polis")
    assert placed(rules, None, {"athens": 1, "sparta": 2}, {"sparta": 3, "athens": 19}) == [
        "1. Athens, 19",
        "2. Sparta, 3",
    ]
