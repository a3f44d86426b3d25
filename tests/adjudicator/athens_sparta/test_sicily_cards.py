"""0.4-A: the option syracuse_pp: whole games, with two cards face down in Sicily."""

from adjudicator.kernel import Chance
from adjudicator.kernel.contract.playing import key, orders_of_bots
from tests.adjudicator.athens_sparta.tables import TITLE


def played():
    """The positions of the first Olympiad."""
    begun = TITLE.begin(
        scenario="war", seats=("sparta", "athens"), chance=Chance(key("sicily")), options={"syracuse_pp": True}
    )
    position = begun.position
    while position.phase and position.olympiad == 84:
        yield position
        sent = orders_of_bots(TITLE, position, "sicily")
        position = TITLE.resolve(position, sent, Chance(key("sicily", position.phases))).position


def test_0_4_A_the_cards_in_sicily_are_redealt_and_imagined_like_hands():
    known = {}
    for position in played():
        TITLE.invariants(position)
        if not position.sicily_cards:
            continue
        for viewer in (None, "sparta", "athens"):
            view = TITLE.view(position, viewer)
            for seed in range(5):
                for other in (
                    TITLE.redeal(position, viewer, Chance(key("redeal", seed))),
                    TITLE.imagine(view, viewer, Chance(key("imagine", seed))),
                ):
                    TITLE.invariants(other)
                    assert TITLE.encode(TITLE.view(other, viewer)) == TITLE.encode(view)
                    known.setdefault(viewer, set()).add(other.sicily_cards["sparta"])
    assert (len(known["sparta"]), len(known["athens"]) > 5, len(known[None]) > 5) == (1, True, True)


def test_0_4_A_RULING_3_the_first_olympiad_has_five_game_turns():
    assert max(position.game_turn for position in played()) == 5
