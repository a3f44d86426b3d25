"""The rest of a turn is imagined from what a seat knows, within its budget; cards are entries of its book."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel import Chance
from adjudicator.registry import title
from cli.answer import imagined
from cli.answer.cards import Card, book_with, conditions, in_words, preview
from cli.answer.imagined import imagined_rests, likeliest_view
from cli.answer.plan import Plan
from tests.adjudicator.players import begin, key, playthrough

BEGUN = {"perikles": "standard", "pericles": "14.1.01B", "polis": "standard", "athens_sparta": "war"}


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    """Enough to tell games apart."""
    monkeypatch.setattr(imagined, "GAMES", 4)


def in_the_middle(name, phases=6):
    """A position some way into a game, and a seat that is asked there."""
    rules = title(name)
    count = min(rules.scenario(BEGUN[name]).seat_counts)
    for before, *_ in playthrough(rules, count, "middle", "random", missing=0, scenario=BEGUN[name]):
        if before.phases >= phases:
            return rules, before, before.phase.asks[0].seat
    raise AssertionError("the game is too short")


@pytest.mark.parametrize("name", BEGUN)
def test_what_a_seat_would_still_be_asked_is_imagined_from_its_view_alone(name):
    rules, position, seat = in_the_middle(name)
    view = rules.view(position, seat)
    as_it_was = rules.encode(view)
    rests = imagined_rests(rules, view, seat, (), [])
    assert rests.games >= 2
    assert rests.answers > 0
    for one in rests.questions:
        assert 1 <= one.games <= rests.games
        assert all(one.name in [ask.name for ask in rules.asked_of(known, seat)] for known in one.views)
        assert likeliest_view(rules, seat, one) in one.views
    assert rules.encode(view) == as_it_was
    other = rules.view(rules.redeal(position, seat, Chance(key("other"))), seat)
    again = imagined_rests(rules, other, seat, (), [])
    assert [(one.name, one.games, one.times) for one in again.questions] == [
        (one.name, one.games, one.times) for one in rests.questions
    ]


def test_a_card_answers_where_its_condition_holds_and_says_why_it_is_passed_over():
    rules, position, seat = in_the_middle("perikles")
    view = rules.view(position, seat)
    rests = imagined_rests(rules, view, seat, (), [])
    asked = rests.question("D-3")
    known = likeliest_view(rules, seat, asked)
    [order, *_] = rules.options(known, seat, "D-3")
    card = Card(question="D-3", choose=[rules.choice_of(known, seat, order)])
    always = preview(rules, seat, card, asked)
    offered = conditions(rules, asked.views, card.choose[0])
    assert 0 < always.answers <= always.games == asked.games
    assert (always.answers == always.games) == (not always.passed_over)
    assert offered
    for one in offered:
        with_it = preview(rules, seat, replace(card, when=one.plain), asked)
        assert with_it.answers <= min(one.holds, always.answers)
    assert "once" in in_words(rules, card)[0]
    book = book_with(rules, [], [card])
    assert card.stands_in(book)
    assert rules.with_books(position, {seat: book}).books[seat] == book
    assert [entry.until for entry in book] == ["turn", "turn"]
    answered = imagined_rests(rules, view, seat, (), book_with(rules, [], [replace(card, otherwise="default")]))
    assert answered.question("D-3") is None


def test_12_1_B_the_cards_that_are_queued_with_the_first_one_are_played():
    rules = title("athens_sparta")
    position = begin(rules, 2, "queue", "war").position
    while position.phase.asks[0].question != "D-4":
        position = rules.resolve(position, {}, Chance(key("queue"))).position
    view = rules.view(position, "sparta")
    first, *others = rules.options(view, "sparta", "D-4")
    plan = Plan(rules, "sparta", view, [first], Card(question="D-4"))
    for order in others[:3]:
        plan.add(plan.next_view, order)
    [card, otherwise] = plan.card.entries(rules)
    assert (card["until"], card["times"], otherwise["until"]) == ("olympiad", 3, "olympiad")
    position = rules.with_books(position, {"sparta": book_with(rules, [], [plan.card])})
    sent, played = {"sparta": [first]}, []
    while len(played) < 4:
        resolution = rules.resolve(position, sent, Chance(key("queue", position.phases)))
        asked = [one for one in resolution.counted if (one.seat, one.question) == ("sparta", "D-4")]
        played += [(one.order["card"], one.source) for one in asked]
        position, sent = resolution.position, {}
    assert played == [(first.card, "envelope"), *((one.card, "book") for one in others[:3])]
