"""16.1: what is true of every position; that a broken one is found out."""

import pytest

from adjudicator.athens_sparta.state.battle import Battle, Combat
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.position import Block, Turn
from adjudicator.kernel.title.paths import changed
from tests.adjudicator.athens_sparta.tables import TITLE, moved, start


def broken(position):
    with pytest.raises(ValueError, match=r"16\.1") as wrong:
        TITLE.invariants(position)
    return str(wrong.value)


def test_the_start_is_sound():
    TITLE.invariants(start())


def test_16_1_A_every_block_is_in_one_place():
    lost = changed(TITLE, start(), {"blocks.A01": None})
    assert "16.1-A" in broken(lost)
    twice = start()
    twice.pools["athens"] = ["A01", *twice.pools["athens"]]
    assert "16.1-A" in broken(twice)


def test_16_1_A_twins_are_never_both_in_play():
    both = start()
    both.aside.remove("S29")
    both.put(Block("S29", "sparta", "red", "H12", 1))
    assert "16.1-A" in broken(both)


@pytest.mark.parametrize("strength", [0, 5])
def test_16_1_B_strengths(strength):
    assert "16.1-B" in broken(changed(TITLE, start(), {"blocks.A01.strength": strength}))


@pytest.mark.parametrize(
    "places",
    [
        {"S01": "H10", "S02": "H10", "S03": "H10"},  # five
        {"A18": "J09"},  # seven, of which one would be spared at home (9.4-C)
        {"S01": "F10", "S02": "F10", "S03": "F10"},  # in the mountains
        {"S05": "G11"},  # a ship inland
        {"S01": "K12"},  # a hoplite at sea
        {"A01": "I08"},  # an unfought battle
    ],
)
def test_16_1_C_between_turns_stacking_ports_and_no_battle_left(places):
    position = moved(start(), **places)
    assert "16.1-C" in broken(position)
    position.turn = Turn("sparta", 3)
    TITLE.invariants(position)


def test_16_1_C_1_4_A_enemies_stand_together_in_oracles_and_in_sicily():
    for place in ("G08", "SICILY"):
        TITLE.invariants(moved(start(), A01=place, S01=place))


def test_16_1_C_9_5_D_newcomers_may_be_too_many_for_a_while():
    position = moved(start(), S01="H11", S02="H11", S03="H11")
    position.control["H11"] = position.joined["H11"] = "sparta"
    for name in ("N05", "N06"):
        position.aside.remove(name)
        position.put(Block(name, "sparta", "green", "H11", 1))
    TITLE.invariants(position)


@pytest.mark.parametrize(
    "places",
    [
        {"S19": ("F11", "BESIEGED")},  # not walled
        {"A01": ("I09", "SIEGING")},  # nobody is besieged
        {"A05": ("J08", "BLOCKADING")},  # one's own port
        {"A05": ("H10", "BLOCKADING")},  # a ship lies before it
        {"S08": "H12", "S16": ("I09", "BESIEGED")},  # nobody is outside
        {"S16": ("J09", "BESIEGED"), "A01": ("J09", "SIEGING")},  # the enemy's city
        {"S16": ("I09", "BESIEGED"), "A01": ("I09", "SIEGING")},  # S08 is outside its own besieged port
        {
            "S08": "H12",
            "S16": ("I09", "BESIEGED"),
            "A01": ("I09", "SIEGING"),
            "A05": "I09",
        },  # beside its own side's siege
    ],
)
def test_16_1_D_postures(places):
    assert "16.1-D" in broken(moved(start(), **places))


@pytest.mark.parametrize(
    ("turn", "combat", "control"),
    [
        (None, None, {}),  # its turn is over
        (Turn("athens", 3), None, {}),  # it is the enemy's
        (Turn("sparta", 3), None, {"Q09": "sparta"}),  # the city is won
        (Turn("sparta", 3), Combat("sparta"), {}),  # nobody resists it
    ],
)
def test_7_0_G_no_revolt_is_left_to_be_fought_where_there_is_nothing_to_fight_for(turn, combat, control):
    position = moved(start(), A14="R09")
    position.aside.remove("S30")
    position.put(Block("S30", "sparta", "red", "Q09", 2, rising=True))
    position.turn = Turn("sparta", 3)
    TITLE.invariants(position)
    position.turn, position.combat, position.control = turn, combat, position.control | control
    assert "7.0-G" in broken(position)


def test_4_2_A_a_hex_is_not_the_enemys_where_ones_own_blocks_stand_alone():
    position = moved(start(), S01="G10")
    look_around(position)
    TITLE.invariants(position)
    position.standing.open["G10"] = "athens"
    assert "4.2-A" in broken(position)
    position.combat = Combat("athens", battle=Battle("G10", "athens"))  # they have just lost it
    TITLE.invariants(position)


def test_9_5_G_between_turns_nobody_is_still_to_meet_former_friends():
    position = start()
    position.block("A01").turned = True
    assert "9.5-G" in broken(position)


def test_EC_33_16_1_E_every_city_has_one_controller():
    position = start()
    del position.control["I03"]
    assert "16.1-E" in broken(position)


def test_16_1_F_every_card_is_in_one_place():
    position = start()
    position.played = [position.undealt[0]]
    assert "16.1-F" in broken(position)
