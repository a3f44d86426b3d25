"""2.2-C, 16.1-G: face-down blocks reach the enemy by no road; a leak that is planted on a road is found there."""

import pytest

from adjudicator.athens_sparta.secrets import fog
from adjudicator.athens_sparta.sieges import losses, postures
from adjudicator.athens_sparta.state.battle import Battle, BattleOrders, BattlePlan, Combat
from adjudicator.athens_sparta.state.position import Turn
from adjudicator.kernel import Chance, Resolution
from adjudicator.kernel.contract.playing import key
from adjudicator.kernel.position.position import Step
from tests.adjudicator.athens_sparta.tables import TITLE, moved, start

READERS = (None, "athens")


def besieged():
    """Corinth is besieged: its garrison lies face down, and so do the blocks in Thebes."""
    position = moved(start(), A01=("H10", "SIEGING"))
    for block in position.at("H10", "sparta"):
        block.posture = "BESIEGED"
    lines = {"sparta": [block.id for block in position.at("H10", "sparta")][::-1]}
    position.combat = Combat("athens", battle=Battle("H10", "athens", lines=lines))
    position.battle_plans = {"sparta": BattlePlan(battle={"*": BattleOrders(hits=["S01"])})}
    return position


def after_a_step(position, reader):
    """What a reader is told when the besiegers go, two blocks lose a step, and one is disbanded."""
    running = Resolution(position, Chance(key("planted")), TITLE.steps)
    position.take(position.block("A01"))
    postures.settle_posture(running, "H10")
    for block in position.at("I08", "sparta")[:2]:
        losses.lose_step(running, block)
    losses.disband(running, position.at("I08", "sparta")[2])
    return TITLE.events_for(running.events, reader)


def roads(position, reader):
    """Everything that gets to a reader: the view, the board in words, the picture, the report."""
    view = TITLE.view(position, reader)
    told = after_a_step(position.scratch(), reader)
    return {
        "view": TITLE.encode(view),
        "words": TITLE.show(view),
        "picture": TITLE.draw(view, reader, False),
        "report": TITLE.encode_events(told),
        "sentences": [TITLE.sentence(event) for event in told],
    }


def deals(reader):
    """Deals that look the same to a reader; every block has two steps at least, so that no loss eliminates one."""
    for seed in range(6):
        position = TITLE.redeal(besieged(), reader, Chance(key("planted", seed)))
        for block in position.of("sparta"):
            block.strength = max(block.strength, 2)
        yield position


def differing(reader):
    """The roads on which two deals can be told apart."""
    seen = [roads(position, reader) for position in deals(reader)]
    return {road for road in seen[0] if any(one[road] != seen[0][road] for one in seen)}


@pytest.mark.parametrize("reader", READERS)
def test_16_1_G_no_road_tells_two_deals_apart(reader):
    assert differing(reader) == set()


def leak_in_view(monkeypatch):
    """A view shows face-down blocks."""
    monkeypatch.setattr(fog, "masked", lambda position, block: block)


def leak_in_order(monkeypatch):
    """Face-down blocks stand in a view in the order of their ids."""
    monkeypatch.setattr(fog, "_by_place", lambda block: block.posture)


def leak_in_lines(monkeypatch):
    """The order that the enemy gave its blocks stands in a view."""
    monkeypatch.setattr(fog, "hide_names", lambda view, seat, hidden: None)


def leak_in_ids(monkeypatch):
    """A report names face-down blocks by their ids."""
    for module in (losses, postures):
        monkeypatch.setattr(module, "veiled", lambda running, block: {})


def leak_in_handles(monkeypatch):
    """The numbers of handles follow from ids."""
    monkeypatch.setattr(fog, "handle", lambda running, block: f"{block.place}#{int(block.id[1:])}")


def leak_in_strength(monkeypatch):
    """A report says what is left of a face-down block."""
    monkeypatch.setattr(losses.StepLost, "private", ())


LEAKS = {
    leak_in_view: {"view", "words", "picture"},
    leak_in_order: {"view"},
    leak_in_lines: {"view"},
    leak_in_ids: {"report", "sentences"},
    leak_in_handles: {"report", "sentences"},
    leak_in_strength: {"report", "sentences"},
}


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_16_1_G_a_leak_that_was_planted_is_found_on_its_road(leak, monkeypatch):
    leak(monkeypatch)
    assert LEAKS[leak] <= differing("athens")


def test_12_2_H_the_order_of_the_enemys_blocks_is_hidden_and_a_view_of_a_view_is_the_same():
    position = besieged()
    for reader in (*READERS, "sparta"):
        view = TITLE.view(position, reader)
        assert set(view.combat.battle.lines) == ({"sparta"} if reader == "sparta" else set())
        assert TITLE.encode(TITLE.view(view, reader)) == TITLE.encode(view)


def test_2_2_B_a_block_that_was_disbanded_and_enters_again_has_another_handle():
    position = start()
    running = Resolution(position, Chance(key("pool")), TITLE.steps)
    block = position.block("S09")
    first = fog.handle(running, block)
    losses.disband(running, block)
    assert first == "I08#1"
    assert [fog.handle(running, one) for one in (block, position.block("S10"))] == ["I08#2", "I08#3"]


def test_2_2_B3_blocks_that_come_out_together_are_numbered_in_no_order_of_ids():
    told = set()
    for seed in range(20):
        position = besieged()
        running = Resolution(position, Chance(key("no order", seed)), TITLE.steps)
        position.take(position.block("A01"))
        postures.settle_posture(running, "H10")
        told.add(tuple(event.block for event in running.events))
    assert len(told) > 1


def test_2_2_A_a_besieger_that_was_attacked_lies_up_until_the_battle_is_over():
    position = besieged()
    running = Resolution(position, Chance(key("up")), TITLE.steps)
    postures.reveal(running, [position.block("A01")])
    postures.take_posture(running, position.block("A01"), "FIELD")
    assert TITLE.view(position, "sparta").block("A01")
    postures.cover(position, position.blocks)
    assert TITLE.view(position, "sparta").block("A01") is None


def asked_of(position, *steps):
    """The question that comes up, of a side that wants to be asked."""
    position.battle_plans = {side: BattlePlan(battle={"*": BattleOrders(ask=True)}) for side in ("sparta", "athens")}
    position.agenda, position.phase = [*steps], None
    phase = TITLE.run_on(position, Chance(key("asked"))).position.phase
    return phase and phase.asks[0].question


@pytest.mark.parametrize("inside", ["A14", "A20"], ids=["a land block", "a ship"])
def test_2_2_A_whether_a_sally_is_asked_for_does_not_tell_what_is_inside(inside):
    position = moved(start(), A14="G07", S05=("Q09", "BLOCKADING"))
    position = moved(position, **{inside: ("Q09", "BESIEGED")})
    position.turn, position.combat = Turn("athens", 3), Combat("athens")
    assert asked_of(position, Step("begin_battle", {"place": "Q09", "side": "athens"})) == "D-23"


@pytest.mark.parametrize("battle", [False, True])
def test_RULING_69_a_sack_is_asked_for_after_a_battle_alone(battle):
    position = moved(start(), S09="F08")
    position.block("S09").strength, position.control["F08"] = 1, "sparta"
    position.turn = Turn("sparta", 3)
    asked = asked_of(position, Step("sack", {"place": "F08", "side": "sparta", "battle": battle}))
    assert (asked == "D-16") is battle
