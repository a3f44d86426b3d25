"""1.4-B, 1.5, 1.7-A: hexsides, straits, oracles."""

from adjudicator.athens_sparta.sieges.ways import land_ways
from adjudicator.athens_sparta.state.stacking import (
    began_in_oracle,
    enemy_ships,
    hexside_limit,
    straits_crossed,
)
from tests.adjudicator.athens_sparta.tables import TITLE, moved, start


def test_EC_3_1_7_A_4_1_B_one_across_a_pass_two_across_a_clear_hexside():
    board = start()
    assert (hexside_limit(board, "I08", "J09"), hexside_limit(board, "I09", "J09")) == (1, 2)


def test_EC_10_1_5_C_one_where_the_strait_is_crossed_two_where_not():
    board = start()
    assert [hexside_limit(board, hex, "J08") for hex in ("I08", "J09", "I07")] == [1, 1, 2]
    assert hexside_limit(board, "J08", "J09") == 1  # out of it, across its strait
    assert [hexside_limit(board, hex, "R09") for hex in ("R10", "Q09")] == [2, 1]


def test_EX_7_EX_8_1_5_B_a_block_on_its_way_crosses_where_the_shores_differ():
    board = start()
    assert straits_crossed(board, "Q09", "R09") == ["R09"]
    assert straits_crossed(board, "R10", "R09", "Q08") == []
    assert straits_crossed(board, "R09", "R10") == []
    assert straits_crossed(board, "J08", "J09") == ["J08"]
    assert straits_crossed(board, "J08", "J09", starts=False) == []


def test_EC_26_1_5_D_RULING_6_ships_that_lie_open_close_a_strait():
    board = moved(start(), A09="J09", A10="J09", A01="J09", S07=("J08", "BLOCKADING"))
    view = TITLE.view(board, "athens")
    assert [one.id for one in enemy_ships(view, "athens", "J08")] == ["S07"]


def test_EC_9_1_5_D_what_lies_face_down_closes_nothing_that_one_knows_of():
    board = moved(start(), A05="J08")
    assert enemy_ships(TITLE.view(board, "sparta"), "sparta", "J08") == []
    assert [one.id for one in enemy_ships(board, "sparta", "J08")] == ["A05"]  # at the Declaration


def test_1_5_E_RULING_84_a_ship_that_lies_face_down_closes_a_strait_to_those_who_retreat():
    board = moved(start(), A01="J08", S07="J08")
    view = TITLE.view(board, "athens")
    whole, known = (land_ways(one, one.block("A01"), {}) for one in (board, view))
    assert "J09" in known
    assert "J09" not in whole
    assert "J09" in land_ways(board, board.block("A01"), {}, forced=True)  # 1.5-D


def test_1_5_E_besieged_ships_close_nothing():
    board = moved(start(), A05=("J08", "BESIEGED"))
    assert enemy_ships(board, "sparta", "J08") == []


def test_1_4_B_who_began_the_turn_in_an_oracle():
    board = moved(start(), S09="G08", S10="G09")
    board.block("S10").origin = "G08"
    assert [began_in_oracle(board, board.block(name)) for name in ("S09", "S10", "S11")] == [True, True, False]
