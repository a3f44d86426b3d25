"""A series of actions is tried out, each on the table that the last one left: refused whole, or skipped in part."""

import pytest

from adjudicator.kernel import Ask, Chance, Order
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.run.series import Series
from tests.adjudicator.players import begin, key
from tests.titles.foray import FIELDS, FORAGING, ROOM, TITLE, Foray, Send

ASK = Ask("agis", "F-S")


class Sending(Order, frozen=True, tag="F-S"):
    plan: list[Item]
    sealed: bool = False


class SendingQuestion(Series[Foray, Sending], id="F-S", clause="F.03"):
    runner = FORAGING
    longest = 4

    def prompt(self, view, ask):
        return "Which bands go where?"

    def scratch(self, view, ask):
        return TITLE.copy(view)

    def further(self, table, ask):
        every = (Send(band=band, to=field) for band in dict.fromkeys(table.hands[ask.seat]) for field in FIELDS)
        return [one for one in every if FORAGING.refusal(table, ask.seat, one) is None]


QUESTION = SendingQuestion()


@pytest.fixture
def view():
    position = begin(TITLE, 2, "series").position
    position.hands = {"agis": [1, 4, 5], "brasidas": [2, 3, 3]}
    return TITLE.view(position, "agis")


def send(band, to, **more):
    return Item(do={"band": band, "to": to}, **more)


def refused(view, *plan, sealed=False):
    return QUESTION.refusal(view, ASK, Sending(plan=[*plan], sealed=sealed))


def test_each_action_is_judged_on_the_table_that_the_last_one_left(view):
    assert refused(view, send(5, "north"), send(4, "north")) is None
    wrong = refused(view, send(5, "north"), send(5, "south"))
    assert (wrong.clause, wrong.message) == ("F.03", "item 2: no band of 5 is in hand")
    assert view.hands["agis"] == [1, 4, 5]


def test_an_item_of_which_an_alternative_goes_is_legal(view):
    assert refused(view, Item(first=[send(6, "north"), send(1, "north")])) is None
    assert refused(view, Item(first=[send(6, "north"), send(6, "south")])).clause == "F.03"


def test_a_condition_is_read_on_that_table_too(view):
    empty = {"fact": "empty", "field": "north"}
    assert refused(view, send(5, "north"), send(5, "south", when=empty)) is None
    assert refused(view, send(5, "south"), send(5, "north", when=empty)).clause == "F.03"


def test_after_a_stop_nothing_is_judged(view):
    assert refused(view, Item(stop=True), send(6, "north")) is None


def test_what_was_sealed_before_is_checked_for_its_shape_only(view):
    assert refused(view, send(6, "north"), sealed=True) is None
    assert "exactly one of" in refused(view, Item(), sealed=True).message
    assert [order.sealed for order in QUESTION.orders_of(view, ASK, Sending(plan=[]))] == [True]


def test_space_samples_and_growth_are_legal_and_leave_the_view_alone(view):
    as_it_was = TITLE.encode(view)
    options = list(QUESTION.options(view, ASK))
    assert len(options) == 1 + 3 * len(FIELDS)
    lengths = set()
    for seed in range(30):
        order = QUESTION.sample(view, ASK, Chance(key("series", seed)), "series")
        assert refused(view, *order.plan) is None
        lengths.add(len(order.plan))
    assert lengths == {0, 1, 2, 3}
    order = next(QUESTION.grown(view, ASK, None))
    while further := list(QUESTION.grown(view, ASK, order)):
        assert all(refused(view, *one.plan) is None for one in further)
        order = further[0]
    assert len(order.plan) == 3
    assert sum(item.do["to"] == "north" for item in order.plan) == ROOM
    assert TITLE.encode(view) == as_it_was


def test_it_reads_as_its_items_one_after_another(view):
    order = QUESTION.made(Send(band=5, to="north"), Send(band=1, to="south"))
    assert QUESTION.choice_in_words(order) == "5 to the north, then 1 to the south"
    assert QUESTION.choice_in_words(QUESTION.default(view, ASK)) == "nothing"
