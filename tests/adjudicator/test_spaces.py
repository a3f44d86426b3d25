"""What a question lists, what it takes and what its menus come to are the same."""

from functools import cache
from itertools import cycle, islice

import pytest

from adjudicator.kernel import Chance, Parted
from adjudicator.registry import title, titles
from tests.adjudicator.players import key, playthrough

MOST_ORDERS = 30
MOST_ASKS = 30


@cache
def asked(name):
    """(position, ask) for every question, so many times: games of every scenario, the first of them by both bots."""
    rules, found = title(name), {}
    first, *others = rules.scenarios
    bots = [(first, "random"), (first, "steady"), *zip(others, cycle(("steady", "random")), strict=False)]
    for scenario, strategy in bots:
        count = rules.scenarios[scenario].seat_counts[-1]
        for before, *_ in playthrough(rules, count, 0, strategy, 0, scenario):
            for ask in before.phase.asks:
                found.setdefault(ask.question, []).append((before, ask))
    return [one for asks in found.values() for one in asks[:: 1 + len(asks) // MOST_ASKS]]


def answered(offer, chance):
    """An offer with anything chosen that may be."""
    while True:
        for place, option in enumerate(offer.options):
            left = offer.most - offer.total + offer.taken(place)
            offer = offer.choose(place, min(left, chance.die(option.most + 1, "so many") - 1))
        if offer.complete:
            return offer.value


@pytest.mark.parametrize("name", titles())
def test_a_question_takes_what_it_lists_where_its_space_is_exact(name):
    """Such a space is not checked order by order."""
    rules = title(name)
    for before, ask in asked(name):
        question, view = rules.question(ask.question), rules.view(before, ask.seat)
        if question.exact:
            for order in islice(question.space(view, ask), MOST_ORDERS):
                assert question.refusal(view, ask, order) is None, order


@pytest.mark.parametrize("name", titles())
def test_what_is_chosen_from_menus_is_listed_and_can_be_said(name):
    rules, seen = title(name), set()
    for number, (before, ask) in enumerate(asked(name)):
        question, view = rules.question(ask.question), rules.view(before, ask.seat)
        if isinstance(question, Parted):
            chance, answers = Chance(key("menus", number)), []
            while offer := rules.offer(view, ask.seat, ask.question, answers):
                assert offer.asks
                assert all(option.words for option in offer.options)
                answers.append(answered(offer, chance))
            order = rules.order_of(view, ask.seat, ask.question, answers)
            assert rules.check(view, ask.seat, [order]) == []
            assert question.choice_in_words(order)
            if question.listed:
                assert order in question.options(view, ask)
            seen.add(ask.question)
    assert len(seen) > {"perikles": 6, "pericles": 25, "polis": 1, "athens_sparta": 1}[name]
