"""Books that nobody writes by hand: what a form writes, and what is answered ahead."""

import pytest

from adjudicator.kernel import Chance, Malformed, UnknownName
from adjudicator.registry import title
from tests.adjudicator.players import begin, key, playthrough

PERIKLES = title("perikles")
PERICLES = title("pericles")


def asked(rules, question, seed=0, scenario=None):
    """A view in which a seat is asked a question, and the seat."""
    count = rules.scenarios[scenario].seat_counts[-1] if scenario else 4
    for before, *_ in playthrough(rules, count, seed, "steady", missing=0, scenario=scenario):
        for ask in before.phase.asks:
            if ask.question == question:
                return rules.view(before, ask.seat), ask.seat
    raise AssertionError(f"{question} was not asked")


def answers(rules, view, seat, question, number):
    """The bot's answer, and so many ahead."""
    bot, later, given = rules.bot("steady"), view, []
    while later is not None and len(given) <= number:
        found = bot(later, seat, Chance(key("bot")))
        given += [one for one in found if rules.order_to_dict(one)["question"] == question]
        later = rules.later_view(view, seat, question, given)
    return given


def test_a_form_is_answered_by_its_first_options_where_nothing_is_said():
    view = PERIKLES.view(begin(PERIKLES, 3, 0, "standard").position, "red")
    first = {offer.fields[0]: offer.options[0].value for offer in PERIKLES.form_offers(view, "red", "start")}
    assert len(first) == 6
    assert PERIKLES.book_of_form(view, "red", "start", {}) == PERIKLES.book_of_form(view, "red", "start", first)


def test_a_question_of_a_form_is_asked_as_long_as_its_moment_is_not_past():
    position, seen = begin(PERIKLES, 3, 0, "standard").position, []
    while ("cubes", "past") not in seen:
        view = PERIKLES.view(position, "red")
        asked = {offer.fields[0]: offer.options[0].words for offer in PERIKLES.form_offers(view, "red", "start")}
        written = PERIKLES.book_of_form(view, "red", "start", {"cubes": "rule"})
        cities = [one["city"] for entry in written if entry.question == "D-S1" for one in entry.choose]
        now = ("cubes", asked.get("cubes", "past"))
        if now not in seen:
            seen.append(now)
            assert " and ".join(cities) == asked.get("cubes", "").lower()
        fewer = min(("athens", "sparta"), key=lambda city: view.cities[city].cubes("red"))
        assert len(cities) != 1 or cities == [fewer]
        position = PERIKLES.resolve(position, {}, Chance(key("form"))).position
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"tiles": "mine"}, "tiles has no answer 'mine'; you can choose: ask, colours"),
        ({"luck": "good"}, "this form does not ask 'luck'; you can choose: cubes, tiles"),
    ],
)
def test_an_answer_that_a_form_does_not_have_is_refused_with_those_that_it_has(answers, says):
    view = PERIKLES.view(begin(PERIKLES, 3, 0, "standard").position, "red")
    with pytest.raises(Malformed, match=says):
        PERIKLES.book_of_form(view, "red", "start", answers)
    with pytest.raises(UnknownName, match="debates"):
        PERIKLES.book_of_form(view, "red", "debates", {})


def test_a_debate_sheet_is_offered_with_a_choice_of_the_turn_and_lasts_until_its_end():
    view, seat = asked(PERICLES, "D5", scenario="14.3")
    assert PERICLES.forms_after("D5") == PERICLES.forms_after("D7") == ["debates"]
    view.books = {seat: PERICLES.book_of_form(view, seat, "start", {})}
    for answer in ("war", "peace"):
        view.books = {seat: PERICLES.book_of_form(view, seat, "debates", {"cards": answer})}
    sheet = [entry for entry in view.books[seat] if entry.until]
    assert {entry.until for entry in sheet} == {"turn"}
    assert {entry.question for entry in sheet} == {"D5", "D6", "D7"}
    [cards] = [entry for entry in sheet if entry.question == "D7" and entry.choose]
    assert cards.choose[0]["issue"] == "diplomatic"


def test_no_more_can_be_answered_ahead_than_there_are_times_left():
    view, seat = asked(PERIKLES, "D-5C")
    given = answers(PERIKLES, view, seat, "D-5C", 2)
    assert len(given) == 3
    assert PERIKLES.later_view(view, seat, "D-5C", given) is None


def test_all_other_markers_can_be_answered_ahead_with_the_first():
    view, seat = asked(PERICLES, "D16", scenario="14.3")
    assert len(answers(PERICLES, view, seat, "D16", 30)) == len(view.markers[seat]) > 1


def test_after_a_pass_no_turn_of_polis_is_queued():
    polis = title("polis")
    view, seat = asked_polis(polis)
    passes = polis.decode_orders([{"question": "D2", "actions": [{"stop": True}]}])
    assert polis.later_view(view, seat, "D2", passes) is None


def asked_polis(polis):
    position = begin(polis, 2, 0, "standard").position
    while position.phase.asks[0].question != "D2":
        position = polis.resolve(position, {}, Chance(key("polis"))).position
    seat = position.phase.asks[0].seat
    return polis.view(position, seat), seat
