"""Steps of an answer at the prompt: which act a typed line is for each kind of choice, and what is printed."""

import pytest

from adjudicator.kernel import Offer, Option
from cli.play.steps import Wrong, act_of, matching, parts_of, show_step

CARDS = tuple(Option(f"ATH-{n}", f"ATH-{n} Aiantis ({n})", (f"card:ATH-{n}",)) for n in (12, 21, 28, 30))
POTS = (Option("league", "League", most=2), Option("rumor", "Rumor", most=1))


def step(kind, options, least=1, most=1):
    return Offer(kind=kind, fields=("x",), asks="Which?", options=options, least=least, most=most)


def typed(offer, *lines):
    """The set after so many lines, and the last act."""
    act = ""
    for line in lines:
        for part in parts_of(offer, line):
            act = act_of(offer, part)
            if act.startswith("change"):
                _, place, number = act.split()
                offer = offer.choose(int(place), int(number))
    return offer, act


def wrong(offer, line):
    with pytest.raises(Wrong) as found:
        act_of(offer, line)
    return str(found.value)


def shown(one, capsys):
    show_step(one)
    return capsys.readouterr().out.splitlines()


def test_a_set_is_chosen_in_any_order_and_what_was_taken_can_be_given_back(capsys):
    cards, _ = typed(step("some", CARDS, 3, 3), "3", "ath-12", "2", "2")
    assert shown(cards, capsys)[0] == "  1  [x] ATH-12 Aiantis (12)"
    assert wrong(cards, "") == "2 of 3 chosen."
    cards, _ = typed(cards, "4")
    assert shown(cards, capsys)[-1] == "  3 of 3 chosen; Enter ends the choice."
    assert wrong(cards, "2") == "That would be 4 of 3: untick one first."
    assert (typed(cards, "")[1], cards.value) == ("finish", ["ATH-12", "ATH-28", "ATH-30"])


def test_several_numbers_may_be_typed_at_once():
    cards, _ = typed(step("some", CARDS, 0, 4), "4, 1 2")
    assert cards.value == ["ATH-12", "ATH-21", "ATH-30"]


def test_of_equal_things_so_many_are_taken(capsys):
    pots, _ = typed(step("shares", POTS, 0, 2), "1", "1")
    assert shown(pots, capsys) == [
        "  1  [2 of 2] League",
        "  2  [ ] Rumor",
        "  2 of up to 2 chosen; Enter ends the choice.",
    ]
    assert wrong(pots, "2=5") == "There is only 1, not 5."
    pots, _ = typed(pots, "1=1 rumor")
    assert pots.value == {"league": 1, "rumor": 1}


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("y", "take 1"),
        ("N", "take 0"),
        ("yes", "take 1"),
        ("1", "take 1"),
        ("2", "take 0"),
    ],
)
def test_yes_and_no_are_typed_as_numbers_and_as_letters(line, act, capsys):
    hostages = step("yes or no", (Option(False, "keep them"), Option(True, "spend them")))
    assert shown(hostages, capsys) == ["  1  yes: spend them", "  2  no: keep them"]
    assert wrong(hostages, "3") == "'3' is no answer here: type 1 or y, 2 or n, an order, or ? for help."
    assert act_of(hostages, line) == act


def test_a_number_is_typed_as_a_number(capsys):
    tokens = step("count", (Option(None, "token", most=4),), 1, 4)
    assert shown(tokens, capsys) == ["  Type a number of tokens from 1 to 4."]
    assert wrong(tokens, "5") == "'5' is no answer here: type 1 to 4, an order, or ? for help."
    assert act_of(tokens, "3") == "number 3"


def test_one_of_several_is_found_by_number_by_words_and_by_its_value():
    assert [matching(CARDS, typed) for typed in ("3", "ATH-28", "ath-28 aiantis (28)", "card:ATH-28")] == [[2]] * 4
    assert matching(CARDS, "5") == matching(CARDS, "x") == []
    issues = (Option(("league", 1), "League on DF 1"), Option(("league", 2), "League on DF 2"))
    one = step("one", issues)
    assert wrong(one, "league") == "'league' could be 1, 2: type 1 to 2, an order, or ? for help."
    assert act_of(one, "2") == "take 1"
