"""1.1, 4.1-A, 4.2, 8.1-A, 10: occupation, control, status, stacking, victory."""

import pytest

from adjudicator.athens_sparta.state.control import (
    besieged,
    blockaded,
    changed_control,
    has_sea_control,
    is_friendly_by_land,
    is_friendly_by_sea,
    look_again,
    look_around,
    occupier,
    status,
)
from adjudicator.athens_sparta.state.stacking import overstacked, stack_limit
from adjudicator.athens_sparta.state.victory import production, sudden_winner, victory_points
from tests.adjudicator.athens_sparta.tables import moved, start


@pytest.fixture
def board():
    position = start()
    look_around(position)
    return position


def with_blocks(**places):
    position = moved(start(), **places)
    look_around(position)
    return position


def test_EC_34_1_1_B_a_besieged_garrison_occupies_its_city(board):
    assert occupier(board, "I03") == "sparta"
    assert board.control["I03"] == "sparta"
    assert "I03" not in dict(changed_control(board))


def test_1_1_B_siege_blockade_and_patrol_never_occupy():
    left = with_blocks(S20=None)
    assert occupier(left, "I03") is None
    assert dict(changed_control(left))["I03"] == "athens"  # 1.1-C: its colour's owner
    field = with_blocks(S20=None, A03=("I03", "FIELD"))
    assert occupier(field, "I03") == "athens"


def test_1_1_B_two_sides_in_the_field_occupy_nothing():
    both = with_blocks(A01="I09")
    assert occupier(both, "I09") is None
    assert changed_control(both) == []


def test_EC_4_4_2_B_an_empty_city_changes_hands_when_one_looks():
    taken = with_blocks(S16="H10", S08="H10", A01="I09")
    assert taken.control["I09"] == "sparta"
    assert changed_control(taken) == [("I09", "athens")]


def test_1_1_C_a_city_returns_to_its_colour_when_the_occupier_is_gone():
    taken = with_blocks(S16="H10", S08="H10")
    taken.control["I09"] = "athens"
    assert changed_control(taken) == [("I09", "sparta")]


def test_1_1_D_9_5_F_a_joined_green_city_stays_with_whom_it_joined():
    board = start()
    board.control["H11"] = board.joined["H11"] = "athens"
    assert changed_control(board) == []
    taken = moved(board, S12="H11")
    assert changed_control(taken) == [("H11", "sparta")]
    left = moved(taken, S12="I11")
    left.control["H11"] = "sparta"
    assert changed_control(left) == []


def test_5_5_A_besieged_and_blockaded(board):
    assert (besieged(board, "I03"), blockaded(board, "I03")) == (True, True)
    ships_alone = with_blocks(A03="J09", A04="I08")
    assert (besieged(ships_alone, "I03"), blockaded(ships_alone, "I03")) == (False, True)
    island = with_blocks(A19=("O08", "BESIEGED"), S05=("O08", "BLOCKADING"))
    assert besieged(island, "O08")


def test_6_5_A_sea_control(board):
    assert has_sea_control(board, "athens", "I03")
    assert has_sea_control(board, "sparta", "H10")
    free = with_blocks(A08="J09", A07="I03")
    assert has_sea_control(free, "sparta", "I03")


# --- 4.2-A ----------------------------------------------------------------------------


def test_4_2_A_the_status_of_hexes(board):
    assert [status(board, "athens", hex) for hex in ("J09", "I08", "H11", "S08", "G06", "G08", "K12")] == [
        "FRIENDLY", "ENEMY", "NEUTRAL", "NEUTRAL", "VACANT", "FRIENDLY", "VACANT",
    ]  # fmt: skip
    field = with_blocks(A01="G06", A02="G07", S01="G07")
    assert [status(field, side, "G06") for side in ("athens", "sparta")] == ["FRIENDLY", "ENEMY"]
    assert status(field, "sparta", "G07") == "CONTESTED"


def test_4_2_A_5_51_A_6_6_C_ones_own_siege_is_friendly_by_land_and_ones_blockade_by_sea(board):
    assert status(board, "athens", "I03") == "ENEMY"
    assert is_friendly_by_land(board, "athens", "I03")
    assert is_friendly_by_sea(board, "athens", "I03")
    assert not is_friendly_by_land(board, "athens", "I08")
    assert status(board, "sparta", "I03") == "FRIENDLY"


def test_4_2_B_a_status_does_not_change_within_a_phase(board):
    board.block("A01").place = "G06"
    assert status(board, "athens", "G06") == "VACANT"
    look_around(board)
    assert status(board, "athens", "G06") == "FRIENDLY"


def test_EC_37_4_2_C_RULING_32_the_result_of_a_battle_counts_at_once():
    field = with_blocks(A09="G06", S01="G06", A04="G07", S02="G07")
    field.block("S01").place = "F06"
    look_again(field, ["G06"])
    assert status(field, "athens", "G06") == "FRIENDLY"
    assert status(field, "athens", "G07") == "CONTESTED"
    assert status(field, "athens", "F06") == "VACANT"
    look_again(field, ["F06"])
    assert status(field, "athens", "F06") == "ENEMY"


# --- 4.1-A ----------------------------------------------------------------------------


def test_4_1_A_stacking_limits(board):
    limits = [stack_limit(board, hex) for hex in ("H10", "E05", "J09", "K12")]
    assert limits == [4, 2, 6, 0]
    assert stack_limit(board, "SICILY") >= len(board.box.blocks)
    assert overstacked(with_blocks(S01="H10", S02="H10"), "sparta", "H10") == 0
    assert overstacked(with_blocks(S01="H10", S02="H10", S03="H10"), "sparta", "H10") == 1


def test_4_1_A_athens_holds_four_land_blocks_and_six_in_all():
    assert overstacked(with_blocks(A05="J08", A09="J09"), "athens", "J09") == 0
    assert overstacked(with_blocks(A05="J08", A06="J08", A09="J09", A10="J09"), "athens", "J09") == 1
    assert overstacked(with_blocks(A09="J09"), "athens", "J09") == 1


def test_4_1_A_RULING_12_RULING_58_a_relief_force_is_counted_apart():
    relief = with_blocks(S06=("H10", "BESIEGED"), S07=("H10", "PATROL"), S01="H10", S02="H10", S03="H10")
    assert overstacked(relief, "sparta", "H10", apart=True) == 0
    assert overstacked(relief, "sparta", "H10") == 1
    assert overstacked(relief, "athens", "H10") == 0


# --- 8.1-A, 10 ----------------------------------------------------------------------------


def test_EX_19_8_1_A_16_1_E_production_at_the_start(board):
    assert (production(board, "athens"), production(board, "sparta")) == (19, 18)
    assert board.control["I03"] == "sparta"  # Potidaea counts for nobody


def test_10_2_B_9_3_C_miletus_does_not_count_after_persian_support(board):
    board.control["R10"] = "sparta"
    assert victory_points(board, "sparta") == 20
    board.supported = True
    assert (victory_points(board, "sparta"), production(board, "sparta")) == (18, 20)
    pressed = moved(board, A13=("R10", "BLOCKADING"))
    assert (victory_points(pressed, "sparta"), production(pressed, "sparta")) == (18, 18)


def test_10_1_A_sudden_death():
    empty = dict.fromkeys(("A01", "A02", "A04"), "I09") | dict.fromkeys(("A05", "A06", "A07"), "J08")
    assert sudden_winner(with_blocks(**empty)) is None
    assert sudden_winner(with_blocks(**empty, S09="J09")) == "sparta"
    assert sudden_winner(with_blocks(**empty, S09=("J09", "SIEGING"))) is None


def test_10_1_A_RULING_31_both_capitals_taken():
    empty = dict.fromkeys(("A01", "A02", "A04"), "I09") | dict.fromkeys(("A05", "A06", "A07"), "J08")
    empty |= dict.fromkeys(("S01", "S02", "S03", "S04"), "H10")
    both = with_blocks(**empty | {"A01": "G11"}, S09="J09")
    assert sudden_winner(both) == "athens"
    both.control |= dict.fromkeys(("R10", "K02"), "sparta")
    assert sudden_winner(both) == "sparta"
