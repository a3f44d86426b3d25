"""What the table promises that the others will see of an answer, and how a game ends for a seat."""

from itertools import islice

import pytest

from adjudicator.kernel.title.foretold import foretold
from adjudicator.registry import title
from cli.home.home import Home
from cli.seat.game import placed
from tests.adjudicator.players import playthrough
from tests.cli.table.tables import Sitter, begun

PLAYED = [
    ("perikles", 3, "a", "random", 4),
    ("pericles", 4, "seen", "steady", 15),
    ("polis", 2, "seen", "steady", 5),
    ("athens_sparta", 2, "seen", "random", 3),
]


def sentences(rules, events, view):
    return [rules.sentence(event, view) for event in events]


@pytest.mark.parametrize(("name", "seats", "seed", "strategy", "phases"), PLAYED)
def test_of_every_title_it_says_what_everybody_is_told_in_order_and_nothing_else(name, seats, seed, strategy, phases):
    rules, promised = title(name), 0
    for position, sent, _, resolution in islice(playthrough(rules, seats, seed, strategy, 0), phases):
        public = sentences(rules, rules.events_for(resolution.events, None), position)
        for seat, orders in sent.items():
            view = rules.view(position, seat)
            events, stops = foretold(rules, view, seat, orders)
            seen = sentences(rules, events, view)
            assert stops or seen == public
            told = iter(public)
            assert [one for one in seen if one not in told] == []
            promised += len(seen)
    assert promised


def test_where_it_stops_it_says_on_what_the_rest_depends(tmp_path):
    rules, found = title("polis"), {}
    for position, sent, *_ in islice(playthrough(rules, 2, "seen", "steady", 0), 30):
        for seat, orders in sent.items():
            view = rules.view(position, seat)
            for order in orders:
                kinds = [(item.do or {}).get("action") for item in getattr(order, "actions", ())]
                found |= {kind: foretold(rules, view, seat, orders).stops for kind in kinds[:1]}
    assert found["trade"] == "chance"
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    sitter.open(f"games/{begun(sitter.table.home, 'pericles')}")
    sitter.do("default")
    assert "What comes then depends on what others answer." in sitter.text


def test_a_neutral_city_that_joins_the_other_side_is_among_it():
    """The one who moves is alone asked: what comes of the move is told up to the next question."""
    rules = title("athens_sparta")
    position, sent, _, _ = next(islice(playthrough(rules, 2, "seen", "steady", 0), 3, None))
    view = rules.view(position, "sparta")
    seen = sentences(rules, foretold(rules, view, "sparta", sent["sparta"]).events, view)
    assert "Pagasae joins Athens." in seen


def test_the_places_at_the_end_name_the_seats_as_the_board_does():
    rules = title("polis")
    assert placed(rules, None, {"athens": 1, "sparta": 2}, {"sparta": 3, "athens": 19}) == [
        "1. Athens, 19",
        "2. Sparta, 3",
    ]
