"""What cannot be chosen says why, in the words of the rule that forbids it, with its clause."""

import re
from html import unescape
from itertools import count, islice
from random import Random

import pytest

from adjudicator.kernel import Misshapen
from adjudicator.registry import title
from cli.answer.answer import Answer, Misfit
from cli.answer.reasons import Forbidden, with_names
from cli.answer.steps import Growing, answer_in_steps, pointed_at
from tests.adjudicator.players import playthrough
from tests.cli.answer.acts import acts

TITLES = ("perikles", "pericles", "polis", "athens_sparta")
MOST = 30  # things of a step that are looked at
STEPS = [pytest.param(12, id="some"), pytest.param(400, marks=pytest.mark.soak, id="hundreds")]


def at(name, question, scenario=None, seed="why"):
    """A seat that is asked this question."""
    rules = title(name)
    chosen = scenario or next(iter(rules.scenarios))
    seats = min(rules.scenario(chosen).seat_counts)
    for before, *_ in playthrough(rules, seats, seed, "random", missing=0, scenario=chosen):
        for ask in before.phase.asks:
            if ask.question == question:
                return rules, rules.view(before, ask.seat), ask.seat
    raise AssertionError(f"{question} was not asked")


def drawn(rules, view, seat):
    return [
        unescape(one) for one in dict.fromkeys(re.findall(r'data-id="([^"]+)"', rules.draw(view, seat, False, "wide")))
    ]


def steps_of(rules, picked):
    """Answers of random games in every step, with what is drawn then; the steps of an answer are random too."""
    for game in count():
        scenario = picked(list(rules.scenarios))
        seats = picked(list(rules.scenario(scenario).seat_counts))
        for before, *_ in playthrough(rules, seats, f"reasons {game}", "random", missing=0, scenario=scenario):
            if before.phase is None or picked(range(5)):
                continue
            seat = picked(sorted({ask.seat for ask in before.phase.asks}))
            view = rules.view(before, seat)
            board = drawn(rules, view, seat)
            sheet = Answer(rules, view, seat, [ask.name for ask in rules.unanswered(view, seat)])
            for _ in range(12):
                if sheet.step is None:
                    break
                yield sheet.current, board
                try:
                    sheet.act(picked(acts(sheet.step)))
                except Misfit:
                    break


def legal_names(current):
    """What each of the legal orders names that the step leads to; and what is chosen in it."""
    named = current.rules.naming.subjects
    if isinstance(current, Growing):
        orders = [one.order for one in current.trail[-1].left]
    else:
        orders = islice(current.rules.options(current.view, current.seat, current.question), 400)
        yield {*named({current.step.fields[0]: current.step.value})} if current.step.kind == "some" else set()
    yield from ({*named(current.rules.order_to_dict(order))} for order in orders)


def names_just(thing, named, legal, board):
    """Whether an order names a thing and, but for its parts and what it is part of, only what a legal order names."""
    kind, *names = re.split("[:@]", thing)
    parts = {one for one in board if one.partition(":")[2] in names} | {f"{kind}:{name}" for name in names}
    wholes = {one for one in named if {*names} <= {*re.split("[:@]", one)}}
    return thing in named and any({*named} - wholes - parts <= one for one in legal)


@pytest.mark.parametrize("most", STEPS)
@pytest.mark.parametrize("name", TITLES)
def test_what_is_drawn_is_an_answer_or_has_the_reason_of_the_rules_for_just_this_thing_or_is_no_part_of_it(name, most):
    rules = title(name)
    random, seen = Random(name), 0
    for current, board in islice(steps_of(rules, random.choice), most):
        forbidden, legal = Forbidden(current, board), [*legal_names(current)]
        assert not {*forbidden.things} & {*pointed_at(current.step)}
        assert {*forbidden.reasons} <= {*forbidden.things} <= {*board}
        for thing in random.sample([*forbidden.things], min(MOST, len(forbidden.things))):
            orders = forbidden.things[thing]
            named = [rules.naming.subjects(rules.order_to_dict(order)) for order in orders]
            assert any(names_just(thing, one, legal, board) for one in named), (thing, orders)
            refused = [rules.refusal(current.view, current.seat, order) for order in orders]
            said = [f"{why.wrong} ({why.clause})" for why in refused if why and not isinstance(why, Misshapen)]
            given = forbidden.reasons.get(thing, "")
            assert bool(given) == (None not in refused and bool(said)), (thing, refused)
            assert all(any(one[1:] in whole for whole in said) for one in filter(None, given.split("; "))), (
                given,
                said,
            )
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", TITLES)
def test_of_things_that_are_alike_each_can_be_pointed_at(name):
    for current, _ in islice(steps_of(title(name), Random(f"alike {name}").choice), 30):
        if isinstance(current, Growing):
            named = [{*one.subjects} for one in current.trail[-1].left]
            assert {one for each in named for one in each - set.intersection(*named)} <= {*pointed_at(current.step)}


def test_a_tile_on_display_is_never_said_not_to_be_there_and_its_slot_is_the_tile():
    rules, view, seat = at("perikles", "D-2")
    board = drawn(rules, view, seat)
    assert {f"tile:{one}" for one in view.influence_display} < {*board}
    assert not [one for one in board if one.removeprefix("tile:").isdecimal()]
    said = Forbidden(answer_in_steps(rules, view, seat, "D-2"), board).reasons
    assert not [one for one in view.influence_display if "on display" in said.get(f"tile:{one}", "")]


def test_each_reason_is_the_refusal_of_the_order_that_would_be_made():
    rules, view, seat = at("perikles", "D-3")
    answer = answer_in_steps(rules, view, seat, "D-3")
    pale = [one for one in drawn(rules, view, seat) if one.startswith("city:") and one not in pointed_at(answer.step)]
    found = Forbidden(answer, pale).reasons
    assert set(found) == set(pale) != set()
    for one in found:
        clause = re.search(r"\((3\.\d+)\)", found[one])[1]
        [order] = rules.decode_orders([{"question": "D-3", "city": one.partition(":")[2], "colour": seat}])
        assert rules.refusal(view, seat, order).clause == clause


def test_a_side_that_may_not_be_joined_says_which_relation_forbids_it():
    rules, view, seat = at("perikles", "D-5C")
    answer = answer_in_steps(rules, view, seat, "D-5C")
    found = Forbidden(answer, [one for one in drawn(rules, view, seat) if one.startswith("spot:")]).reasons
    assert found
    assert not set(found) & set(pointed_at(answer.step))
    assert all(re.search(r"\((5\.\d+(-[A-H])?)\)", why) for why in found.values())


def test_ids_are_said_as_people_say_them():
    assert with_names(
        "thebes may not attack megara_battle (5.34-A)", {"thebes": "Thebes", "megara_battle": "Megara"}
    ) == ("Thebes may not attack Megara (5.34-A)")
