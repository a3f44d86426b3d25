"""9.5-G: blocks that have changed sides with their city, until they have met their former friends."""

import pytest

from adjudicator.athens_sparta.combat.changes import meet_former_friends
from adjudicator.athens_sparta.sieges.regrouping import go
from adjudicator.athens_sparta.sieges.ways import is_haven
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.position import Block
from adjudicator.kernel import Chance, Resolution, step
from tests.adjudicator.athens_sparta.tables import TITLE, moved, start

ARGOS, MEGARA, TROEZEN, CHALCIS = "H11", "I09", "I11", "J08"


def turned(side, **places):
    """Argos has gone over to a side, whose blocks stand elsewhere; statuses are those from before."""
    position = start()
    position.control[ARGOS] = position.joined[ARGOS] = side
    for name, (place, posture) in places.items():
        position.aside.remove(name)
        position.put(Block(name, side, "green", place, 1, posture, turned=True))
    return position


def met(position, side):
    """After they have met."""
    running = Resolution(position, Chance(bytes(32)), TITLE.steps)
    position.agenda, position.phase = [step(meet_former_friends, side=side)], None
    running.run()
    return position


def test_9_5_G_4_2_B_a_ship_that_leaves_the_city_blockades_it_at_once_for_transit_too():
    position = moved(turned("athens", N06=(MEGARA, "BESIEGED")), S16=(MEGARA, "BESIEGED"), S08="H12")
    position = moved(position, A01=(MEGARA, "SIEGING"))
    look_around(position)
    assert MEGARA not in position.standing.blockading
    met(position, "athens")
    assert position.block("N06").posture == "BLOCKADING"
    assert position.standing.blockading[MEGARA] == "athens"
    assert not position.block("N06").turned


def test_RULING_115_a_block_in_an_oracle_or_among_friends_alone_meets_nobody():
    position = met(moved(turned("athens", N05=("G08", "FIELD"), N06=(CHALCIS, "FIELD")), S01="G08"), "athens")
    assert [one.id for one in position.blocks if one.turned] == []
    assert position.combat is None


@pytest.mark.parametrize("own", [True, False])
def test_9_5_G_who_still_lies_before_a_port_of_its_new_side_neither_opens_it_nor_has_it_besieged(own):
    """Not as long as former friends blockade it with it; and who comes there besieges nobody."""
    position = moved(turned("sparta", N05=(TROEZEN, "SIEGING"), N06=(TROEZEN, "BLOCKADING")), S13="H12")
    position = moved(
        position, S12=(TROEZEN, "BESIEGED"), A05=(TROEZEN if not own else "J09", "BLOCKADING" if not own else "FIELD")
    )
    assert is_haven(position, "sparta", TROEZEN) is own
    look_around(position)
    assert TROEZEN not in position.standing.sieging
    go(Resolution(position, Chance(bytes(32)), TITLE.steps), position.block("S01"), TROEZEN)
    assert position.block("S01").posture == "FIELD"
