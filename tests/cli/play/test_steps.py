"""Steps of an answer at the prompt: what may be typed for each kind of choice, and what comes of it."""

import pytest

from adjudicator.kernel import Offer, Option
from cli.play.steps import ConfirmStep, matching, step_of

CARDS = tuple(Option(f"ATH-{n}", f"ATH-{n} Aiantis ({n})", (f"card:ATH-{n}",)) for n in (12, 21, 28, 30))
POTS = (Option("league", "League", most=2), Option("rumor", "Rumor", most=1))


def step(kind, options, least=1, most=1):
    return step_of(Offer(kind=kind, fields=("x",), asks="Which?", options=options, least=least, most=most))


def shown(one, capsys):
    one.show()
    return capsys.readouterr().out.splitlines()


def test_a_set_is_chosen_in_any_order_and_what_was_taken_can_be_given_back(capsys):
    cards = step("some", CARDS, 3, 3)
    assert [cards.take(typed) for typed in ("3", "ath-12", "2", "2")] == [""] * 4
    assert shown(cards, capsys)[0] == "  1  [x] ATH-12 Aiantis (12)"
    assert cards.take("") == "2 of 3 chosen."
    assert (cards.take("4"), cards.done) == ("", False)
    assert shown(cards, capsys)[-1] == "  3 of 3 chosen; Enter ends the choice."
    assert cards.take("2") == "That would be 4 of 3: untick one first."
    assert (cards.take(""), cards.value) == ("", ["ATH-12", "ATH-28", "ATH-30"])


def test_several_numbers_may_be_typed_at_once():
    cards = step("some", CARDS, 0, 4)
    assert cards.take("4, 1 2") == ""
    cards.take("")
    assert cards.value == ["ATH-12", "ATH-21", "ATH-30"]


def test_of_equal_things_so_many_are_taken(capsys):
    pots = step("shares", POTS, 0, 2)
    assert pots.take("1") == pots.take("1") == ""
    assert shown(pots, capsys) == [
        "  1  [2 of 2] League",
        "  2  [ ] Rumor",
        "  2 of up to 2 chosen; Enter ends the choice.",
    ]
    assert pots.take("2=5") == "There is only 1, not 5."
    assert pots.take("1=1 rumor") == ""
    pots.take("")
    assert pots.value == {"league": 1, "rumor": 1}


@pytest.mark.parametrize(("typed", "value"), [("1", True), ("2", False), ("y", True), ("N", False), ("yes", True)])
def test_yes_and_no_are_listed_by_number_and_typed_as_numbers_or_letters(typed, value, capsys):
    hostages = step("yes or no", (Option(False, "keep them"), Option(True, "spend them")))
    assert shown(hostages, capsys) == ["  1  yes: spend them", "  2  no: keep them"]
    assert hostages.take("3") == "'3' is no answer here: type 1 or y, 2 or n, an order, or ? for help."
    assert (hostages.take(typed), hostages.value) == ("", value)


def test_a_number_is_typed_as_a_number(capsys):
    tokens = step("count", (Option(None, "token", most=4),), 1, 4)
    assert shown(tokens, capsys) == ["  Type a number of tokens from 1 to 4."]
    assert tokens.take("5") == "'5' is no answer here: type 1 to 4, an order, or ? for help."
    assert (tokens.take("3"), tokens.value) == ("", 3)


def test_one_of_several_is_found_by_number_by_words_and_by_its_value():
    assert [matching(CARDS, typed) for typed in ("3", "ATH-28", "ath-28 aiantis (28)", "card:ATH-28")] == [[2]] * 4
    assert matching(CARDS, "5") == matching(CARDS, "x") == []
    issues = (Option(("league", 1), "League on DF 1"), Option(("league", 2), "League on DF 2"))
    one = step("one", issues)
    assert one.take("league") == "'league' could be 1, 2: type 1 to 2, an order, or ? for help."
    assert (one.take("2"), one.value) == ("", ("league", 2))


def test_an_order_is_given_with_enter():
    order = ConfirmStep("Argos", only=False)
    assert order.take("7") == "Press Enter to give it, or type u, r or ?."
    assert (order.done, order.take(""), order.done) == (False, "", True)
