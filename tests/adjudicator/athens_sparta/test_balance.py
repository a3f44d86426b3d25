"""How even games of bots are: that they can be played, with our data and with the reconstruction that is proposed."""

from adjudicator.athens_sparta.components import add_components, box
from tests.balance import PROPOSED, interval, played, proposed


def test_RULING_83_the_proposed_reconstruction_is_sound_and_can_be_played():
    digest = add_components(proposed())
    changed = {one.id: one.steps for one in box(digest).blocks.values() if one != box().blocks[one.id]}
    assert changed == PROPOSED
    assert played("bold", "bold", "proposed", {"components": digest}).outcome is not None


def test_the_interval_of_wilson():
    assert [round(end, 1) for end in interval(50, 100)] == [40.4, 59.6]
