"""2.2: the fog: what is redealt and imagined is sound, handles last one report, and nothing else is told."""

import pytest

from adjudicator.athens_sparta.secrets.fog import handle, hidden_places, names_for, veiled
from adjudicator.athens_sparta.sieges.losses import eliminate, lose_step
from adjudicator.athens_sparta.sieges.postures import cover, reveal, take_posture
from adjudicator.athens_sparta.state.battle import Combat
from adjudicator.athens_sparta.state.position import Block, Turn
from adjudicator.kernel import Chance, Resolution, Unknown
from adjudicator.kernel.contract.playing import key
from tests.adjudicator.athens_sparta.tables import TITLE, moved, start
from tests.adjudicator.players import playthrough

VIEWERS = (None, "sparta", "athens")


def scattered(seed):
    """A sound position: blocks of one kind have changed places, some lie in the pools, with any strength."""
    chance, position = Chance(key("scattered", seed)), start()
    for block in [*position.blocks]:
        if block.posture == "FIELD":
            block.strength = chance.die(block.strength, "strength")
            if chance.die(6, "pool") == 1:
                position.take(block)
                position.pools[block.side] = sorted([*position.pools[block.side], block.id])
    for other in position.blocks:
        if other.posture == "FIELD" and chance.die(4, "up") == 1:
            other.up = True
    return TITLE.redeal(position, None, chance)


def resolution(position):
    return Resolution(position, Chance(key("fog")), {})


def told(running, reader):
    return TITLE.events_for(running.events, reader)


@pytest.mark.parametrize("seed", range(12))
def test_16_1_G_a_redeal_is_sound_and_looks_the_same(seed):
    position = scattered(seed)
    TITLE.invariants(position)
    for viewer in VIEWERS:
        seen = TITLE.encode(TITLE.view(position, viewer))
        for deal in range(5):
            other = TITLE.redeal(position, viewer, Chance(key("deal", deal)))
            TITLE.invariants(other)
            assert TITLE.encode(TITLE.view(other, viewer)) == seen


@pytest.mark.parametrize("seed", range(12))
def test_16_1_G_a_position_imagined_is_sound_and_looks_the_same(seed):
    position = scattered(seed)
    for viewer in VIEWERS:
        view = TITLE.view(position, viewer)
        for deal in range(5):
            other = TITLE.imagine(view, viewer, Chance(key("imagine", deal)))
            TITLE.invariants(other)
            assert TITLE.encode(TITLE.view(other, viewer)) == TITLE.encode(view)


def test_2_2_A_a_redeal_moves_blocks_between_hexes_and_pools_but_no_ship_inland():
    position, places, pools = start(), {}, set()
    for deal in range(60):
        other = TITLE.redeal(position, "athens", Chance(key("moves", deal)))
        for block in other.of("sparta"):
            places.setdefault(block.id, set()).add(block.place)
        pools.update(other.pools["sparta"])
        assert not [one for one in other.blocks if other.is_ship(one) and one.place not in other.box.ports]
        assert sorted(other.blocks, key=lambda one: one.id) == other.blocks
    assert len(places["S01"]) > 5
    assert {"G11", "I08", "E09"}.isdisjoint(places["S05"])
    assert len(pools) > 15
    assert {block.place for block in position.of("athens")} == {one.place for one in other.of("athens")}


def test_2_2_A_what_a_view_shows_of_blocks_does_not_follow_their_ids():
    one, two = moved(start(), S01="H12"), moved(start(), S04="H12")
    for viewer in (None, "athens"):
        assert TITLE.encode(TITLE.view(one, viewer)) == TITLE.encode(TITLE.view(two, viewer))


def test_2_2_A_green_blocks_show_their_colour():
    position = start()
    position.control["H11"] = position.joined["H11"] = "sparta"
    for name in ("N05", "N06"):
        position.aside.remove(name)
        position.put(Block(name, "sparta", "green", "H11", 2))
    view = TITLE.view(position, "athens")
    assert [(one.colour, one.id) for one in view.at("H11")] == [("green", Unknown())] * 2
    assert len(TITLE.view(position, None).pools["sparta"]) == 5
    for deal in range(20):
        other = TITLE.imagine(view, "athens", Chance(key("green", deal)))
        assert sorted(one.id for one in other.at("H11")) == ["N05", "N06"]


def is_imaginable(position, viewer):
    """Whether the position itself is one of those that a viewer can imagine."""
    view = TITLE.view(position, viewer)
    places, lying = hidden_places(view), {one.id: seen(one) for one in position.blocks}
    pooled = {name: side for side, pool in position.pools.items() for name in pool}

    def may(name, at):
        block = places[at].block
        return lying.get(name) == seen(block) if block else pooled.get(name) == places[at].side

    try:
        return bool(names_for(view, places, Chance(key("real")), may))
    except ValueError:
        return False


def seen(block):
    return block.place, block.side, block.colour, block.posture, block.rising, bool(block.turned)


@pytest.mark.parametrize("viewer", [None, "sparta"])
def test_9_5_G_RULING_85_who_changed_sides_before_athens_may_be_one_too_many_there_until_the_turn_is_over(viewer):
    position = moved(start(), A05=None, A08="J09")
    position.turn, position.combat = Turn("athens", 4), Combat("athens")
    position.control["H06"] = position.joined["H06"] = "athens"
    position.aside.remove("N07")  # of Argos, which has no ship
    position.put(Block("N07", "athens", "green", "J09", 1))
    position.blocks.sort(key=lambda one: one.name)
    assert is_imaginable(position, viewer)
    view = TITLE.view(position, viewer)
    other = TITLE.imagine(view, viewer, Chance(key("turned")))
    assert [one.id for one in other.at("J09") if one.colour == "green"] == ["N07"]
    assert TITLE.encode(TITLE.view(other, viewer)) == TITLE.encode(view)


@pytest.mark.parametrize("viewer", [None, "sparta"])
def test_RULING_12_those_inside_and_those_who_relieve_athens_may_be_imagined_as_four_land_blocks_each(viewer):
    inside = dict.fromkeys(("A01", "A02", "A03", "A04"), ("J09", "BESIEGED"))
    outside = dict.fromkeys(("A08", "A09", "A10", "A11"), "J09")
    position = moved(start(), S01=("J09", "SIEGING"), A05=None, A06=None, A07=None, **inside, **outside)
    position.turn, position.combat = Turn("athens", 4), Combat("athens")
    assert is_imaginable(position, viewer)
    position.turn = position.combat = None
    assert not is_imaginable(position, viewer)


@pytest.mark.parametrize("viewer", [None, "sparta"])
def test_5_55_A_ships_that_come_to_relieve_a_port_may_be_imagined_before_they_have_fought(viewer):
    position = moved(start(), A14="C08", S05=("C08", "BLOCKADING"), A05="C08")
    position.control["C08"] = "athens"
    position.turn, position.combat = Turn("athens", 4), Combat("athens", waiting=["C08"])
    assert is_imaginable(position, viewer)
    position.combat = Combat("athens", done=["C08"])
    assert not is_imaginable(position, viewer)


@pytest.mark.soak
@pytest.mark.parametrize("strategy", ["steady", "random"])
@pytest.mark.parametrize("seed", range(20))
def test_every_position_of_a_game_is_among_those_that_its_viewers_can_imagine(seed, strategy):
    for before, *_ in playthrough(TITLE, 2, ("imagined", seed), strategy, 11, "war"):
        for viewer in VIEWERS:
            assert is_imaginable(before, viewer), (before.phases, viewer)
            other = TITLE.imagine(TITLE.view(before, viewer), viewer, Chance(key("soak", before.phases)))
            assert TITLE.encode(TITLE.view(other, viewer)) == TITLE.encode(TITLE.view(before, viewer))


# --- reports --------------------------------------------------------------------------------------------------------


def test_2_2_C_RULING_50_a_handle_is_a_hex_and_a_number_of_the_report():
    position = start()
    running = resolution(position)
    assert [handle(running, position.block(name)) for name in ("S11", "S01", "S11")] == ["I08#1", "G11#2", "I08#1"]
    assert handle(resolution(position), position.block("S01")) == "G11#1"


def test_2_2_B3_who_may_know_reads_the_id_and_the_others_the_handle():
    position = start()
    running = resolution(position)
    lose_step(running, position.block("S09"))
    owner, enemy, stranger = (told(running, reader)[0] for reader in ("sparta", "athens", None))
    assert (owner.block, owner.left) == ("S09", 3)
    assert (enemy.block, enemy.left) == (stranger.block, stranger.left) == ("I08#1", None)
    assert TITLE.sentence(owner) == "Thebes: first Thebes hoplite of Sparta loses a step; it has 3 left."
    assert TITLE.sentence(enemy) == "Thebes: face-down block no. 1 of Sparta loses a step."


def test_2_2_A_an_open_block_is_named_to_all():
    position = start()
    assert veiled(resolution(position), position.block("A03")) == {}
    running = resolution(position)
    lose_step(running, position.block("A03"))
    assert [event.block for event in told(running, "sparta")] == ["A03"]


def test_2_2_D_of_a_revolt_block_only_the_strength_is_hidden():
    position = start()
    position.aside.remove("A26")
    position.put(Block("A26", "athens", "blue", "E09", 3))
    running = resolution(position)
    lose_step(running, position.block("A26"))
    (read,) = told(running, "sparta")
    assert (read.block, read.left) == ("A26", None)


def test_EC_29_2_2_A_a_block_is_turned_up_for_a_battle_and_hidden_again():
    position = start()
    running = resolution(position)
    thebes = position.at("I08")
    reveal(running, thebes)
    assert told(running, "athens")[0].blocks == {"S09": 4, "S10": 3, "S11": 3}
    assert [one.id for one in TITLE.view(position, "athens").at("I08")] == ["S09", "S10", "S11"]
    reveal(running, thebes)
    assert len(running.events) == 1
    cover(position, thebes)
    assert [one.id for one in TITLE.view(position, "athens").at("I08")] == [Unknown()] * 3


def test_EC_29_2_2_A_a_besieger_is_shown_every_turn():
    position = moved(start(), S01="K02", A12=("K02", "BESIEGED"))
    running = resolution(position)
    take_posture(running, position.block("S01"), "SIEGING")
    assert told(running, "athens")[0].block == "S01"
    assert TITLE.view(position, "athens").block("S01").strength == 4
    take_posture(running, position.block("S01"), "FIELD")
    assert TITLE.view(position, "athens").block("S01") is None


def test_2_2_B_8_5_A_an_elimination_is_public_with_the_id_though_never_revealed():
    position = start()
    running = resolution(position)
    eliminate(running, position.block("S09"))
    assert [event.block for event in told(running, None)] == ["S09"]
    assert position.pools["sparta"][0] == "S09"


def test_7_0_I_RULING_54_a_revolt_block_is_set_aside():
    position = start()
    position.aside.remove("S30")
    position.put(Block("S30", "sparta", "red", "J08", 1))
    running = resolution(position)
    lose_step(running, position.block("S30"))
    assert "S30" in position.aside
    assert running.events[0].aside
