"""What cannot be chosen says why, in the words of the rule that forbids it, with its clause."""

import re

from adjudicator.registry import title
from cli.answer.reasons import reasons, with_names
from cli.answer.steps import answer_in_steps, pointed_at
from tests.adjudicator.players import playthrough


def at(name, question, scenario=None, seed="why"):
    """A seat that is asked this question."""
    rules = title(name)
    chosen = scenario or next(iter(rules.scenarios))
    count = min(rules.scenario(chosen).seat_counts)
    for before, *_ in playthrough(rules, count, seed, "random", missing=0, scenario=chosen):
        for ask in before.phase.asks:
            if ask.question == question:
                return rules, rules.view(before, ask.seat), ask.seat
    raise AssertionError(f"{question} was not asked")


def test_each_reason_is_the_refusal_of_the_order_that_would_be_made():
    rules, view, seat = at("perikles", "D-3")
    answer = answer_in_steps(rules, view, seat, "D-3")
    drawn = re.findall(r'data-id="(city:[^"]+)"', rules.draw(view, seat, False, "wide"))
    pale = [one for one in drawn if one not in pointed_at(answer.step)]
    found = reasons(answer, pale)
    assert set(found) == set(pale) != set()
    for one in found:
        clause = re.search(r"\((3\.\d+)\)", found[one])[1]
        [order] = rules.decode_orders([{"question": "D-3", "city": one.partition(":")[2], "colour": seat}])
        assert rules.refusal(view, seat, order).clause == clause


def test_a_side_that_may_not_be_joined_says_which_relation_forbids_it():
    rules, view, seat = at("perikles", "D-5C")
    answer = answer_in_steps(rules, view, seat, "D-5C")
    spots = [f"spot:{place.tile}:{side}" for _, place in view.places() for side in ("attacker", "defender")]
    found = reasons(answer, spots)
    assert found
    assert not set(found) & set(pointed_at(answer.step))
    assert all(re.search(r"\((5\.\d+(-[A-H])?)\)", why) for why in found.values())


def test_ids_are_said_as_people_say_them():
    assert with_names(
        "thebes may not attack megara_battle (5.34-A)", {"thebes": "Thebes", "megara_battle": "Megara"}
    ) == ("Thebes may not attack Megara (5.34-A)")
