"""What Polis says of sieges, collections and ties: the odds before, the numbers after."""

import pytest

from adjudicator.kernel import Ask, Chance, Resolution
from adjudicator.kernel.position.position import reason_in_words
from adjudicator.polis import TITLE
from adjudicator.polis.events.actions import SiegeFailed, SiegeWon
from adjudicator.polis.state.position import finish_scored
from tests.adjudicator.players import begin


@pytest.fixture
def position():
    """The Corinthian War at its start."""
    return TITLE.copy(begin(TITLE, 2, "told", "corinthian_war").position)


def turn(position, seat, **action):
    [order] = TITLE.decode_orders([{"question": "D2", "actions": [{"do": action}, {"stop": True}]}])
    return TITLE.order_in_words(position, seat, order), TITLE.preview(order, position, Ask(seat, "D2"))


def tags(preview):
    return [coming.text for coming in preview.comes]


def test_a_siege_tells_before_it_is_sent_what_it_needs_and_costs(position):
    words, preview = turn(position, "sparta", action="besiege", polis="gela")
    assert words == "besiege Gela for 1 Prestige (needs 3 or more on a d4; failing costs 1 hoplite), then pass"
    assert tags(preview) == ["siege: 3 or more"]
    position.poleis["gela"].owner = "athens"
    assert "costs 1 hoplite, and the polis 1 population)" in turn(position, "sparta", action="besiege", polis="gela")[0]
    words, preview = turn(position, "sparta", action="besiege", polis="naupaktos")
    assert words.startswith("besiege Naupaktos for 1 Prestige (without a roll)")
    assert tags(preview) == ["siege"]


def test_a_siege_tells_afterwards_what_it_needed(position):
    failed = SiegeFailed(side="sparta", polis="gela", territory="sikelia", die=1)
    assert TITLE.sentence(failed, position).startswith("Sparta besieges Gela and rolls 1 (needs 3 or more): the siege")
    won = SiegeWon(side="sparta", polis="korinthos", die=4, population=4, prestige=4)
    assert TITLE.sentence(won, position).startswith("Sparta besieges Korinthos, rolls 4 (needs 4), takes it")


def test_the_board_tells_what_a_collection_yields(position):
    assert tags(turn(position, "sparta", action="collect", territory="sikelia", rows={"wheat": 3})[1]) == ["+6 wheat"]
    assert tags(turn(position, "sparta", action="collect", territory="sikelia", rows={"wheat": 9})[1]) == ["+"]


def test_a_tie_is_told_with_the_goods_that_decided_it(position):
    position.sides["sparta"].prestige += 2
    finish_scored(Resolution(position, Chance(bytes(32)), {}), "11-C, the last round is over")
    reason = position.outcome.reason
    assert reason == "11-C, the last round is over; by goods"
    said = "22:22; Sparta wins with 32 goods to 25 (11-E)"
    assert reason_in_words(TITLE.why_over(position, reason)) == said
    assert "Anna wins" in TITLE.calling({"sparta": "Anna", "athens": "Bo"}).why_over(position, reason)
