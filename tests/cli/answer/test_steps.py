"""One engine of steps for prompt and page: what is chosen, pointed at in the picture and taken back."""

from __future__ import annotations

import re

import pytest

from adjudicator.kernel import Chance, Illegal, Offer
from adjudicator.registry import title
from cli.answer.menus import subjects_added
from cli.answer.steps import answer_in_steps, pointed_at
from cli.rules.saved_games import key_of

SEATS = ("red", "green", "black")


def opened(title_id, scenario, question, most=200):
    """Rules, view and seat at the first time that a question is asked in a game of bots."""
    rules = title(title_id)
    seats = rules.seats(scenario, min(rules.scenario(scenario).seat_counts))
    position = rules.begin(scenario=scenario, seats=seats, chance=Chance(key_of(b"", "begin"))).position
    for number in range(most):
        asks = [ask for ask in position.phase.asks if ask.question == question]
        if asks:
            return rules, rules.view(position, asks[0].seat), asks[0].seat
        sent = {
            seat: rules.bot("steady")(rules.view(position, seat), seat, Chance(key_of(b"", seat, number)))
            for seat in rules.waits_for(position)
        }
        position = rules.resolve(position, sent, Chance(key_of(b"", "phase", number))).position
    raise AssertionError(f"{question} was never asked")


def in_picture(rules, view, seat):
    return set(re.findall(r'data-id="([^"]+)"', rules.draw(view, seat, False)))


def test_what_a_question_offers_can_be_pointed_at_in_the_picture():
    rules, view, seat = opened("perikles", "standard", "D-3")
    answer = answer_in_steps(rules, view, seat, "D-3")
    subjects = {one for option in answer.step.options for one in option.subjects}
    assert subjects
    assert subjects <= in_picture(rules, view, seat)
    first = answer.step.options[0]
    assert answer.point(first.subjects[0])
    assert first.value in answer.values


def test_a_commitment_is_made_by_pointing_at_a_side_of_a_place_and_at_a_piece():
    rules, view, seat = opened("perikles", "standard", "D-5C")
    drawn = in_picture(rules, view, seat)
    answer = answer_in_steps(rules, view, seat, "D-5C")
    spot = next(one for one in answer.step.pointed_at if one.startswith("spot:") and one in drawn)
    assert answer.point(spot)
    while not answer.grown:
        assert answer.step is not None
        answer.take(answer.step.lines[0])
    [placed] = answer.order.placements
    assert spot == f"spot:{placed.location}:{placed.side}"
    assert rules.refusal(view, seat, answer.order) is None


def test_what_several_options_have_in_common_leaves_only_these():
    rules, view, seat = opened("perikles", "standard", "D-2")
    answer = answer_in_steps(rules, view, seat, "D-2")
    several = next(one for one, places in answer.step.pointed_at.items() if len(places) > 1)
    before = len(answer.trail[-1].left)
    assert answer.point(several)
    assert all(several in one.subjects for one in answer.trail[-1].left)
    assert len(answer.trail[-1].left) < before
    assert answer.begun
    answer.back()
    assert (len(answer.trail[-1].left), answer.begun) == (before, False)


def test_what_stands_for_nothing_that_is_open_is_not_taken():
    rules, view, seat = opened("perikles", "standard", "D-3")
    answer = answer_in_steps(rules, view, seat, "D-3")
    assert not answer.point("city:atlantis")
    assert not answer.begun


def test_a_set_is_ticked_by_pointing_and_unticked_by_pointing_again():
    rules, view, seat = opened("pericles", "14.3", "D2")
    answer = answer_in_steps(rules, view, seat, "D2")
    card = answer.step.options[0].subjects[0]
    assert (answer.point(card), answer.step.total) == (True, 1)
    assert (answer.point(card), answer.step.total) == (True, 0)
    assert not answer.change(0, 2)


def test_of_a_set_that_is_full_only_what_can_be_given_back_is_lit():
    rules, view, seat = opened("pericles", "14.3", "D2")
    answer = answer_in_steps(rules, view, seat, "D2")
    cards = [option.subjects[0] for option in answer.step.options]
    assert set(cards) <= set(pointed_at(answer.step))
    taken = cards[: answer.step.most]
    assert all(answer.point(card) for card in taken)
    assert set(pointed_at(answer.step)) & set(cards) == set(taken)
    assert not answer.point(cards[-1])
    assert answer.point(taken[0])
    assert answer.step.total == len(taken) - 1


def test_an_order_that_cannot_stand_yet_says_why():
    rules, view, seat = opened("perikles", "standard", "D-2")
    answer = answer_in_steps(rules, view, seat, "D-2")
    with pytest.raises(Illegal):
        assert answer.order


def test_an_item_of_a_list_is_named_as_a_whole_and_what_was_there_before_is_not():
    plain = {"moves": [{"unit": "naval", "path": ["a", "b"]}, {"unit": "land", "path": ["c"]}], "cube": "argos"}
    named = lambda part: [f"{name}={value}" for name, value in part.items()]  # noqa: E731
    assert subjects_added(plain, [("moves", 1, "unit"), ("moves", 1, "path", 0)], named) == ("unit=land", "path=['c']")
    assert subjects_added(plain, [("cube",)], named) == ("cube=argos",)


@pytest.mark.parametrize(
    ("name", "scenario", "question"), [("pericles", "14.3", "D30"), ("perikles", "standard", "D-2")]
)
def test_every_choice_of_every_step_leads_to_an_order_that_the_rules_take(name, scenario, question):
    rules, view, seat = opened(name, scenario, question)
    chance = Chance(key_of(b"", question))
    for number in range(20):
        answer = answer_in_steps(rules, view, seat, question)
        for step in range(60):
            if (found := answer.step) is None:
                break
            assert not isinstance(found, Offer)
            answer.take(chance.pick([*found.lines, *[None] * bool(found.zero)], f"{number} {step}"))
        assert rules.check(view, seat, [answer.order]) == []


def test_an_order_that_holds_nothing_is_called_as_the_title_calls_it_and_stands_once():
    rules, view, seat = opened("polis", "standard", "D15")
    said = [line.text for line in answer_in_steps(rules, view, seat, "D15").step.lines]
    assert said[0] == "release no polis"
    assert said.count("release no polis") == 1 < len(said)


def taken(rules, view, seat, *words):
    answer = answer_in_steps(rules, view, seat, "D2")
    for said in words:
        answer.take(next(line for line in answer.step.lines if line.text.startswith(said)))
    return answer.step


def test_what_makes_an_action_larger_says_what_it_comes_to_and_what_leaves_it_says_so():
    where = opened("polis", "corinthian_war", "D2")
    step = taken(*where, "collect goods", "Attika", "1 on wine")
    assert [line.text for line in step.lines] == [
        "2 on wine (3 wine)",
        "1 on oil (1 oil)",
        "1 on silver (1 silver)",
        "1 on wheat (1 wheat)",
        "Go on to the second action",
    ]
    [passed] = [line for line in taken(*where, "collect", "Attika", "1 on wine", "Go on").lines if line.text == "pass"]
    assert len(passed.left) == 1
    step = taken(*where, "move hoplites", "Boiotia", "from Attika, by land")
    assert step.asked == "Any more?"
    assert [step.lines[0].text, step.lines[-1].text] == ["from Attika, by land, 2", "Go on to the second action"]
    step = taken(*where, "create hoplites", "Thebai")
    assert step.asked == "How many? (create hoplites, in Thebai)"
    assert [line.text for line in step.lines] == ["2", "Leave it at 1: go on to the second action"]


def test_what_every_order_that_is_left_points_at_is_not_lit_because_it_decides_nothing():
    rules, view, seat = opened("perikles", "standard", "D-2")
    answer = answer_in_steps(rules, view, seat, "D-2")
    several = next(one for one, places in answer.step.pointed_at.items() if len(places) > 1)
    answer.point(several)
    assert len(answer.step.lines) > 1
    assert several not in answer.step.pointed_at


def test_a_goal_means_the_shortest_way_and_a_place_between_bends_it():
    rules, view, seat = opened("pericles", "14.3", "D30")
    named = next(
        one for one in answer_in_steps(rules, view, seat, "D30").step.pointed_at if leaves_ways(rules, view, seat, one)
    )
    straight, bent = (answer_in_steps(rules, view, seat, "D30") for _ in range(2))
    for answer in (straight, bent):
        answer.point(named)
    ways = [line.left[0] for line in straight.step.lines]
    assert straight.step.pointed_at[named] == [0]
    assert [way.length for way in ways] == sorted(way.length for way in ways)
    assert straight.point(named)
    assert straight.order == ways[0].order
    assert named in straight.named
    between = next(one for one, at in bent.step.pointed_at.items() if at == [len(ways) - 1])
    assert bent.point(between)
    assert bent.order == ways[-1].order
    assert between in bent.named


def test_of_a_place_that_is_pointed_at_the_page_says_that_it_is_where_the_move_goes():
    rules, view, seat = opened("athens_sparta", "war", "D-7")
    for where, name in (("place:L09", "Carystus"), ("place:J09", "Athens")):
        answer = answer_in_steps(rules, view, seat, "D-7")
        assert answer.point(where)
        assert re.search(rf"\(.*\bto {name}\)$", answer.step.asked)


def leaves_ways(rules, view, seat, named):
    """Whether several ways to a place are left when it is pointed at."""
    answer = answer_in_steps(rules, view, seat, "D30")
    return answer.point(named) and answer.step is not None and answer.step.pointed_at.get(named) == [0]


def test_the_cubes_in_a_temple_stand_in_the_answers_that_depend_on_them():
    rules, view, seat = opened("perikles", "standard", "D-3")
    city = answer_in_steps(rules, view, seat, "D-3")
    counts = {one.value: view.cities[one.value].temple for one in city.step.options}
    there = {one: ", ".join(f"{number} {colour}" for colour, number in cubes.items()) for one, cubes in counts.items()}
    assert [one.words for one in city.step.options] == [f"{one.capitalize()}, {there[one]}" for one in there]
    city.take(city.step.options[0].value)
    first = next(iter(counts.values()))
    said = [f"{one.value}, {first[one.value]} cubes in the temple" for one in city.step.options]
    assert [one.words for one in city.step.options] == said


def test_an_assassin_is_told_which_cube_is_their_own():
    rules, view, seat = opened("perikles", "standard", "D-2")
    view.influence_display[:] = ["corinth-k"]
    answer = answer_in_steps(rules, view, seat, "D-2")
    own = view.cities["corinth"].temple[seat] + 1  # that of the tile
    corinth = next(line for line in answer.step.lines if line.text.startswith("Corinth ("))
    assert f"{own} {seat}" in corinth.text
    view.cities["corinth"].a = "green"
    answer = answer_in_steps(rules, view, seat, "D-2")
    answer.take(next(line for line in answer.step.lines if line.text.startswith("Corinth (")))
    said = [line.text for line in answer.step.lines]
    assert f"remove the {seat} cube (yours, temple)" in said
    assert "remove the green cube (first candidate)" in said
