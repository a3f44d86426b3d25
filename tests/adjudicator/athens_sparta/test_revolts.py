"""7, 9.2-B: where Revolts may break out and how they rise; Sicily Moves."""

import pytest

from adjudicator.athens_sparta.movement.phase import end_movement_phase
from adjudicator.athens_sparta.places import end_refusal, revolt_refusal, rise, sicily_refusal
from adjudicator.athens_sparta.sieges.losses import disband, eliminate, lose_stranded
from adjudicator.athens_sparta.state.position import Turn
from adjudicator.athens_sparta.state.victory import production
from adjudicator.kernel import Chance, Resolution, step
from tests.adjudicator.athens_sparta.tables import TITLE, moved, start

ELIS, NAXOS, MESSENE, SAMOS, TROEZEN, ARGOS = "E09", "N11", "F11", "Q09", "I11", "H11"


@pytest.fixture
def table():
    return start()


def running_on(position, mp=3, side="athens"):
    position.turn = Turn(side, mp)
    return Resolution(position, Chance(bytes(32)), TITLE.steps)


def run(running, *steps):
    """These steps alone, to their end."""
    running.position.agenda, running.position.phase = list(steps), None
    running.run()


def clause(illegal):
    return illegal and illegal.clause


def test_7_0_A_a_revolt_needs_a_major_city_of_the_enemys_other_than_athens_and_sparta(table):
    assert revolt_refusal(table, "athens", ELIS, 3) is None
    assert clause(revolt_refusal(table, "athens", "G11", 1)) == "7.0-A"
    assert clause(revolt_refusal(table, "sparta", "J09", 1)) == "7.0-A"
    assert clause(revolt_refusal(table, "athens", "F12", 1)) == "7.0-A"  # Pylos is a minor city
    assert clause(revolt_refusal(table, "athens", SAMOS, 1)) == "7.0-A"
    assert clause(revolt_refusal(table, "athens", "G10", 1)) == "7.0-A"


def test_7_0_A_in_green_cities_only_after_they_have_joined_the_enemy(table):
    assert clause(revolt_refusal(table, "athens", ARGOS, 1)) == "7.0-A"
    table.control[ARGOS] = table.joined[ARGOS] = "sparta"
    assert revolt_refusal(table, "athens", ARGOS, 1) is None


def test_7_0_A_EX_16_a_revolt_has_as_many_steps_as_are_paid_and_never_more_than_the_block_has(table):
    assert revolt_refusal(table, "sparta", NAXOS, 4) is None
    assert clause(revolt_refusal(table, "sparta", NAXOS, 5)) == "7.0-A"
    assert clause(revolt_refusal(table, "sparta", NAXOS, 0)) == "7.0-A"


def test_7_0_B_one_revolt_of_a_side_in_a_city_each_olympiad_and_one_block_for_all(table):
    running = running_on(table)
    rise(running, "athens", ELIS, 1)
    assert clause(revolt_refusal(table, "athens", "D07", 1)) == "7.0-B"
    disband(running, table.block("A26"))
    assert "A26" in table.aside  # RULING-54
    assert clause(revolt_refusal(table, "athens", ELIS, 1)) == "7.0-B"
    assert revolt_refusal(table, "athens", "D07", 1) is None
    table.revolted = {}
    assert revolt_refusal(table, "athens", ELIS, 1) is None


def test_7_1_A_in_messene_athens_uses_the_helot_once_in_an_olympiad(table):
    running = running_on(table)
    rise(running, "athens", MESSENE, 2)
    assert table.block("A27").place == MESSENE
    eliminate(running, table.block("A27"))
    assert "A27" in table.aside  # 7.1-B, RULING-9, RULING-54
    assert clause(revolt_refusal(table, "athens", MESSENE, 1)) == "7.1-A"
    assert revolt_refusal(table, "athens", ELIS, 1) is None


def test_7_0_C_the_place_is_public_at_once_the_strength_is_not(table):
    running = running_on(table, side="sparta")
    rise(running, "sparta", SAMOS, 3)
    for viewer in ("athens", None):
        told = TITLE.events_for(running.events, viewer)
        assert (told[-1].city, told[-1].block, told[-1].steps) == (SAMOS, "S30", None)
        shown = next(one for one in TITLE.view(table, viewer).blocks if one.id == "S30")
        assert (shown.place, isinstance(shown.strength, int)) == (SAMOS, False)
    assert TITLE.events_for(running.events, "sparta")[-1].steps == 3


def test_7_0_G_EC_19_without_an_enemy_block_a_revolt_succeeds_when_movement_ends(table):
    position = moved(table, S17="G10")
    running = running_on(position)
    rise(running, "athens", ELIS, 1)
    assert position.control[ELIS] == "sparta"
    run(running, step(end_movement_phase, side="athens"))
    assert (position.control[ELIS], position.block("A26").rising) == ("athens", False)
    assert production(position, "athens") == 21
    disband(running, position.block("A26"))
    run(running, step(end_movement_phase, side="athens"))
    assert position.control[ELIS] == "sparta"


def test_7_0_G_6_7_B_ships_on_patrol_do_not_hinder_it_and_blockade_from_then_on(table):
    position = moved(table, S12="H10", S13=(TROEZEN, "PATROL"), S06="G10")
    running = running_on(position)
    rise(running, "athens", TROEZEN, 1)
    run(running, step(end_movement_phase, side="athens"))
    assert position.control[TROEZEN] == "athens"
    assert position.block("S13").posture == "BLOCKADING"


def test_7_0_G_with_an_enemy_block_it_waits_for_its_battle(table):
    running = running_on(table)
    rise(running, "athens", ELIS, 1)
    run(running, step(end_movement_phase, side="athens"))
    assert (table.control[ELIS], table.block("A26").rising) == ("sparta", True)


def test_7_0_H_its_owner_alone_disbands_a_revolt_block(table):
    rise(running_on(table), "athens", ELIS, 1)
    assert end_refusal(table, "athens", "A26") is None
    assert clause(end_refusal(table, "sparta", "A26")) == "7.0-H"
    assert clause(end_refusal(table, "athens", "A01")) == "7.0-H"
    assert clause(end_refusal(table, "sparta", "S30")) == "7.0-H"


# --- Sicily and Persia ------------------------------------------------------------------------------------------------


def sicily(position, name, to):
    return clause(sicily_refusal(position, position.block(name), to))


def test_9_2_B_sicily_moves_start_and_end_in_four_ports_of_ones_own(table):
    assert sicily(table, "A18", "SICILY") is None
    assert sicily(table, "S14", "SICILY") is None
    assert sicily(table, "A05", "SICILY") == "9.2-B"
    assert sicily(table, "A18", "C08") == "9.2-B"
    there = moved(table, A05="SICILY")
    assert sicily(there, "A05", "B05") is None
    assert sicily(there, "A05", "C07") == "9.2-B"  # Leucas is Sparta's
    assert sicily(there, "A05", "J09") == "9.2-B"


def test_9_2_B_not_from_a_blockaded_port(table):
    position = moved(table, S05=("B05", "BLOCKADING"))
    assert sicily(position, "A18", "SICILY") == "9.2-B"


def test_4_6_F_no_sicily_move_in_a_storm(table):
    table.cards = {"sparta": "C21", "athens": "C01"}
    assert sicily(table, "A18", "SICILY") == "4.6-F"


def test_9_2_G_RULING_40_besiegers_leave_sicily_the_besieged_do_not(table):
    position = moved(table, A05=("SICILY", "BLOCKADING"), A01=("SICILY", "SIEGING"), A02=("SICILY", "BESIEGED"))
    assert sicily(position, "A05", "B05") is None
    assert sicily(position, "A01", "B05") is None
    assert sicily(position, "A02", "B05") == "4.0-C"


def test_9_3_A_RULING_27_blocks_that_stay_in_persia_without_support_are_eliminated(table):
    hexes = table.box.map.hexes
    persian = next(hex for hex in hexes if hexes[hex].persia and hex not in table.box.persian_cities)
    position = moved(table, S01=persian)
    for side, support, left in (("athens", False, True), ("sparta", True, True), ("sparta", False, False)):
        position.support = support
        lose_stranded(running_on(position, side=side), side)
        assert (position.block("S01") is not None) is left
    assert "S01" in position.pools["sparta"]
