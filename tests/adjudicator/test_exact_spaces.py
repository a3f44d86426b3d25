"""Questions whose space is exact are not checked order by order: so every order in it must be legal."""

from itertools import islice

import pytest

from adjudicator.registry import title, titles
from tests.adjudicator.players import playthrough

MOST_ORDERS = 2_000
GAMES = {"random": 2, "steady": 1}
WITH_SUCH = [name for name in titles() if any(question.exact for question in title(name).questions.values())]


def refused(rules, position):
    """What an exact space holds and its question refuses: nothing."""
    for ask in position.phase.asks:
        question, view = rules.question(ask.question), rules.view(position, ask.seat)
        if question.exact:
            for order in islice(question.space(view, ask), MOST_ORDERS):
                yield ask.question, question.refusal(view, ask, order), order


@pytest.mark.parametrize("strategy", GAMES)
@pytest.mark.parametrize("name", WITH_SUCH)
def test_an_exact_space_holds_legal_orders_only(name, strategy):
    rules, seen = title(name), set()
    for scenario in rules.scenarios:
        for seed in range(GAMES[strategy]):
            count = rules.scenarios[scenario].seat_counts[-1]
            for before, *_ in playthrough(rules, count, ("exact", seed), strategy, 0, scenario):
                for question, illegal, order in refused(rules, before):
                    assert illegal is None, order
                    seen.add(question)
    assert seen == {question.id for question in rules.questions.values() if question.exact}
