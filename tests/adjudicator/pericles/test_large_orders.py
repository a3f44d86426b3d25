"""D10, D37, D38: orders too many to list: what is drawn is legal, all of it can be drawn, and people can build it."""

import pytest

from adjudicator.kernel import Ask, Chance, Step
from adjudicator.kernel.title.paths import changed
from adjudicator.pericles import TITLE
from tests.adjudicator.players import begin, key

EMPTY = {"theaters.*.pieces": {}}
SITUATIONS = {
    "D10": (
        "settle_relocation",
        {
            "theaters.athens.pieces": {"athenian_base": 1},
            "theaters.samos.pieces": {"athenian_base": 1},
            "theaters.chios.pieces": {"athenian_naval": 1},
            "theaters.lesbos.pieces": {"athenian_land": 1},
        },
    ),
    "D37": (
        "settle_maintenance",
        {"theaters.athens.pieces": {"athenian_base": 1, "athenian_naval": 2, "athenian_land": 1, "delian_land": 1}},
    ),
    "D38": (
        "settle_redeployment",
        {
            "theaters.athens.pieces": {"athenian_base": 1, "athenian_naval": 1},
            "theaters.samos.pieces": {"delian_base": 1},
            "theaters.chios.pieces": {"delian_naval": 1, "delian_land": 1},
        },
    ),
}


@pytest.fixture(params=SITUATIONS)
def asked(request):
    """A view, the question and what it asks."""
    then, pieces = SITUATIONS[request.param]
    position = changed(TITLE, begin(TITLE, 4, "large", "14.3").position, {**EMPTY, **pieces})
    args = {"side": "athens"} if then != "settle_maintenance" else {}
    position.phase = type(position.phase)(9, [Ask("AF", request.param)], Step(then, args))
    return TITLE.view(position, "AF"), TITLE.questions[request.param]


def reached(view, question):
    """Every order that can be built step by step."""
    ask, orders, found = view.phase.asks[0], [None], {}
    while orders:
        for grown in question.grown(view, ask, orders.pop()):
            name = effect(grown)
            if name not in found:
                found[name] = grown
                orders.append(grown)
    return {name for name, order in found.items() if question.refusal(view, ask, order) is None}


def effect(order):
    """An order without the order of its parts."""
    parts = [*getattr(order, "moves", ()), *getattr(order, "eliminated", ()), *getattr(order, "units", ())]
    return tuple(sorted(repr(part) for part in parts))


def test_what_is_drawn_is_legal_and_is_all_that_can_be_built(asked):
    view, question = asked
    ask = view.phase.asks[0]
    drawn = set()
    for seed in range(1500):
        order = question.sample(view, ask, Chance(key("large", seed)), "draw")
        assert question.refusal(view, ask, order) is None
        drawn.add(effect(order))
    built = reached(view, question)
    assert len(built) > 3
    assert drawn >= built


def test_what_the_bot_does_is_legal_and_listed(asked):
    view, question = asked
    ask = view.phase.asks[0]
    assert question.refusal(view, ask, question.policy(view, ask)) is None
    assert question.policy(view, ask) in list(question.options(view, ask))
    assert question.only_option(view, ask) is None
    assert question.prompt(view, ask)
