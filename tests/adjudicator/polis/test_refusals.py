"""What players of Polis are told when something cannot be, and where a book cannot pass."""

import pytest

from adjudicator.kernel import Chance
from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.title.paths import changed
from adjudicator.registry import title

POLIS = title("polis")


def begun(scenario, changes):
    position = POLIS.begin(scenario=scenario, seats=["sparta", "athens"], chance=Chance(bytes(32))).position
    return changed(POLIS, position, changes)


def round_begun(changes):
    """A standard game whose next round has begun."""
    position = begun("standard", changes)
    position.phase, position.agenda = None, [*POLIS.chapters["begin_round"]]
    return POLIS.run_on(position, Chance(bytes(32))).position


def why_refused(position, seat, order):
    [order] = POLIS.decode_orders([order])
    return str(POLIS.refusal(POLIS.view(position, seat), seat, order))


@pytest.mark.parametrize(
    ("split", "said"),
    [
        ({"ionio_pelagos": 1, "kyklades": 0}, "Kyklades: send 1 or more there, or leave it out"),
        ({"thrakiko_pelagos": 1}, "Korinthos has no port in Thrakiko Pelagos; its seas are Ionio Pelagos and Kyklades"),
        ({"kyklades": 2}, "say for 1 galley whether it goes to Ionio Pelagos or Kyklades; you have placed 2"),
        ({}, "say for 1 galley whether it goes to Ionio Pelagos or Kyklades; you have placed 0"),
    ],
)
def test_7_2_c_a_wrong_split_says_what_is_wrong_with_it(split, said):
    free = {"units.kyklades.athens": 0, "units.ionio_pelagos.athens": 0, "sides.athens.stock.wood": 3}
    position = begun("corinthian_war", free)
    action = {"action": "create_galleys", "polis": "korinthos", "n": 1, "split": split}
    assert said in why_refused(position, "athens", {"question": "D2", "actions": [{"do": action}]})


def test_the_numbers_of_an_event_are_refused_in_words():
    seas = {"units.*.athens": 0, "units.kyklades.athens": 1, "units.noties_sporades.athens": 2}
    rounds = {"rounds": ["4", "5a"], "sides.athens.prestige": 3}
    treasury = round_begun({**rounds, "event_decks.4": ["E4-7"]})
    assert "choose 1 to 3 Prestige points, not 0" in why_refused(treasury, "athens", {"question": "D13", "prestige": 0})
    egypt = round_begun({**rounds, **seas, "event_decks.4": ["E4-3"]})
    sent = {"question": "D11", "units": {"kyklades": 0, "noties_sporades": 2}}
    assert "Kyklades: name 1 or more, or leave it out" in why_refused(egypt, "athens", sent)


@pytest.mark.parametrize("question", ["D11", "D13"])
def test_a_book_cannot_pass_where_something_must_go(question):
    """E4-3, E4-7: such an entry never answered."""
    with pytest.raises(Malformed, match=f"{question} has no order that does nothing"):
        POLIS.check_book([{"question": question, "pass": True}])
