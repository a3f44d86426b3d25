"""Paths into a position, by which case files and amendments change it."""

import pytest

from adjudicator.kernel import Malformed
from adjudicator.kernel.title.paths import changed, read
from adjudicator.registry import title
from tests.adjudicator.players import begin

TITLE = title("athens_sparta")


@pytest.fixture
def position():
    return begin(TITLE, 2, "paths").position


def ids(position):
    return [block.id for block in position.blocks]


def test_in_a_list_of_things_with_ids_an_id_stands_for_its_thing(position):
    assert read(position, "blocks.S09.place") == "I08"
    assert changed(TITLE, position, {"blocks.S09.strength": 1}).block("S09").strength == 1
    with pytest.raises(Malformed, match="there is no 'S99' here"):
        read(position, "blocks.S99.place")


def test_such_a_thing_is_put_in_its_place_and_taken_out(position):
    without = changed(TITLE, position, {"blocks.A02": None})
    assert ids(without) == [one for one in ids(position) if one != "A02"]
    block = {"id": "A02", "side": "athens", "colour": "blue", "place": "I09", "strength": 2}
    again = changed(TITLE, without, {"blocks.A02": block})
    assert (ids(again), again.block("A02").place) == (ids(position), "I09")


def test_what_an_id_names_keeps_that_id(position):
    with pytest.raises(Malformed, match="nothing can be set at 'A02'"):
        changed(TITLE, position, {"blocks.A02": {"id": "A03"}})
