"""Games of bots go as they were recorded: the same options in the same order, the same positions."""

import pytest

from adjudicator.registry import title, titles
from tests.golden.recorded import FEW, MANY, digest, recorded, scenes

SCENES = [(name, scene) for name in titles() for scene in scenes(title(name))]
RENEW = "differs; if that was meant: python -m tests.golden renew"


@pytest.mark.parametrize(("name", "scene"), SCENES, ids=str)
def test_a_game_offers_what_was_recorded(name, scene):
    assert digest(title(name), scene, FEW) == recorded()[name][str(scene)].few, f"what {name} offers {RENEW} {name}"


@pytest.mark.soak
@pytest.mark.parametrize(("name", "scene"), SCENES, ids=str)
def test_many_games_offer_what_was_recorded(name, scene):
    assert digest(title(name), scene, MANY) == recorded()[name][str(scene)].many, f"what {name} offers {RENEW} {name}"
