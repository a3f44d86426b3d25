"""Large orders part by part: what can be grown is legal in the end, and every kind of part can be reached."""

import pytest

from adjudicator.kernel import Chance
from adjudicator.perikles.state.orders import CommitOrder, Instruction, InstructOrder, TakeOrder
from adjudicator.registry import title
from tests.adjudicator.players import key, playthrough

PERIKLES = title("perikles")


def prompts(question, seeds=range(3)):
    """(view, seat) of each time that a question is asked in some games of random bots."""
    for seed in seeds:
        for before, _, _, _ in playthrough(PERIKLES, 3, seed, "random"):
            for ask in before.phase.asks:
                if ask.question == question:
                    yield PERIKLES.view(before, ask.seat), ask.seat


def grown_at_random(view, seat, question, chance):
    """An order grown until nothing can be added, and every legal order on the way."""
    order, legal = None, []
    for _ in range(12):
        found = list(PERIKLES.grown(view, seat, question, order))
        if not found:
            break
        order = chance.pick(found, "growth")
        if PERIKLES.refusal(view, seat, order) is None:
            legal.append(order)
    return order, legal


@pytest.mark.parametrize("question", ["D-2", "D-5C", "D-6S"])
def test_whatever_is_added_the_order_comes_to_be_legal(question):
    seen = 0
    for number, (view, seat) in enumerate(prompts(question, range(1))):
        order, legal = grown_at_random(view, seat, question, Chance(key("growth", number)))
        assert legal, order
        if question != "D-6S":  # instructions can go on to the fortieth
            assert PERIKLES.refusal(view, seat, order) is None, order
        seen += 1
    assert seen > 5


@pytest.mark.soak
def test_every_part_of_a_commitment_can_be_reached():
    reached = set()
    for number, (view, seat) in enumerate(prompts("D-5C", range(3))):
        order, _ = grown_at_random(view, seat, "D-5C", Chance(key("parts", number)))
        assert isinstance(order, CommitOrder)
        reached |= {name for name in order.__struct_fields__ if getattr(order, name)}
        reached.add(len(order.placements))
    assert reached >= {"revolt_before", "revolt_after", "placements", "cube", "fallback", 4}


@pytest.mark.parametrize("tile", ["perikles", "plague", "alkibiades"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_each_special_tile_of_phase_2_can_be_added_before_and_after(tile, when):
    view, seat = next(
        (v, s) for v, s in prompts("D-2", range(20)) if v.special[s].tile == tile and not v.special[s].used
    )
    order = next(iter(PERIKLES.grown(view, seat, "D-2", None)))
    for _ in range(4):
        more = [o for o in PERIKLES.grown(view, seat, "D-2", order) if getattr(o, when)]
        if not more:
            break
        order = more[0]
    assert isinstance(order, TakeOrder)
    assert getattr(order, when).tile == tile
    assert PERIKLES.refusal(view, seat, order) is None


def test_a_special_tile_before_has_the_symbol_chosen_anew():
    view, seat = next((v, s) for v, s in prompts("D-2", range(20)) if v.special[s].tile == "perikles")
    killing = next(order for order in PERIKLES.grown(view, seat, "D-2", None) if order.assassinate)
    begun = next(order for order in PERIKLES.grown(view, seat, "D-2", killing) if order.before)
    assert begun.assassinate is None
    assert PERIKLES.refusal(view, seat, begun).clause == "2.10"
    chosen = list(PERIKLES.grown(view, seat, "D-2", begun))
    assert chosen
    assert all(order.assassinate and PERIKLES.refusal(view, seat, order) is None for order in chosen)


def test_after_an_instruction_that_fits_every_battle_none_is_asked_for_and_a_column_says_what_it_compares():
    view, seat = next((view, seat) for view, seat in prompts("D-6S", range(1)))
    question, ask = PERIKLES.question("D-6S"), PERIKLES.ask(view, seat, "D-6S")
    always, once = (InstructOrder(instructions=[Instruction(do="ask me", kind=kind)]) for kind in (None, "hoplite"))
    assert [*question.grown(view, ask, always)] == []
    assert any(question.grown(view, ask, once))
    fit = InstructOrder(instructions=[Instruction(do="ask me", columns=["2:1"])])
    assert question.note(view, ask, fit, "instructions.columns") == "the attack is twice as strong"
