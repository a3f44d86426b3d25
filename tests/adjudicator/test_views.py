"""Views share what they do not hide with their position: nobody who reads one may change the other."""

from itertools import islice

import pytest

from adjudicator.kernel import Chance
from adjudicator.registry import title, titles
from tests.adjudicator.players import key, played_best, playthrough
from tests.titles.ballot import TITLE as BALLOT

TITLES = [*(title(name) for name in titles()), BALLOT]
MOST_OPTIONS = 50
COLUMNS = 80


def read(rules, position, seat):
    """Everything that is done with a view: shown, drawn, asked for options, defaults and what the bots answer."""
    view = rules.view(position, seat)
    assert max(map(len, rules.show(view).splitlines())) <= COLUMNS
    rules.draw(view, seat, False)
    for ask in rules.asked_of(view, seat):
        rules.prompt(view, seat, ask.question)
        options = [*islice(rules.options(view, seat, ask.question), MOST_OPTIONS)]
        rules.check(view, seat, [*options, rules.default(view, seat, ask.question)])
        for order in (None, *options[:3]):
            [*islice(rules.grown(view, seat, ask.question, order), MOST_OPTIONS)]
    for strategy in ("random", "steady"):
        rules.bot(strategy)(view, seat, Chance(key("read", position.phases, seat)))
    rules.steady(rules.bot_view(position, seat), seat, Chance(key("read", seat)))
    rules.imagine(view, seat, Chance(key("imagine", seat)))


@pytest.mark.parametrize("rules", TITLES, ids=lambda rules: rules.id)
def test_whatever_is_done_with_a_view_its_position_and_the_view_itself_stay_the_same(rules):
    count = played_best(rules).seat_counts[-1]
    for before, *_ in islice(playthrough(rules, count, "views"), 0, 80, 2):
        whole = rules.encode(before)
        looks = {seat: rules.encode(rules.view(before, seat)) for seat in (None, *before.seats)}
        for seat in before.seats:
            read(rules, before, seat)
        assert rules.encode(before) == whole
        assert {seat: rules.encode(rules.view(before, seat)) for seat in (None, *before.seats)} == looks
