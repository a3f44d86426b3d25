"""Amendments by which a game would stop later are refused, each with its path."""

from itertools import islice

import pytest

from adjudicator.kernel import Chance, Malformed
from adjudicator.kernel.title.amending import require_lasting
from adjudicator.kernel.title.reopening import reopened
from adjudicator.registry import title, titles
from tests.adjudicator.players import played_best, playthrough

STOPPING = [
    ("polis", {"sides.athens.abroad": 1}, "the game cannot go on like this"),
    ("polis", {"players.sparta": "beta"}, "the game cannot go on like this"),
    ("polis", {"markers": {}}, "markers keeps its entries, metal, oil, wine, wood"),
    ("perikles", {"tiles": {"green": [], "black": []}}, "tiles keeps its entries"),
    ("perikles", {"boxes": {}}, "boxes keeps its entries"),
    ("perikles", {"first_player": ""}, "first_player: '' is no name of this game"),
    ("perikles", {"first_player": "athens"}, "S.07"),
    ("perikles", {"permissions": {"delium": ["rome"]}}, "'rome' is no name of this game"),
    ("perikles", {"permissions": {"delium": ["red"]}}, "C.06"),
    ("perikles", {"pools.argos.0": ""}, "the game cannot go on like this$"),
    ("pericles", {"built": {"sparta": []}}, "built keeps its entries, athens, sparta"),
    ("pericles", {"honor": {"AF": 10, "DF": 10, "EK": 10}}, "honor keeps its entries"),
    ("pericles", {"components": "major_defeat"}, "the game cannot go on like this"),
    ("pericles", {"turn": 7}, "4.0-B"),
    ("athens_sparta", {"cards": {}}, "cards keeps its entries, athens, sparta"),
    ("athens_sparta", {"blocks.0.id": "S99"}, "the game cannot go on like this$"),
]
HARMLESS = [
    ("polis", {"sides.athens.prestige": 5}),
    ("pericles", {"honor.AF": 12}),
    ("pericles", {"theaters.ionia.pieces": {"athenian_base": 1}}),
    ("athens_sparta", {"olympiad": 85}),
]


SCENARIOS = {"polis": "standard_drawn"}


@pytest.fixture(scope="module")
def middles():
    """Of each title a position of the middle of a game."""

    def middle(name):
        befores = [
            before
            for before, *_ in islice(
                playthrough(title(name), _seats(name), "amending", missing=0, scenario=SCENARIOS.get(name)), 40
            )
        ]
        fit = [one for one in befores if name != "athens_sparta" or len(one.cards) == 2]
        return fit[-1]

    return {name: middle(name) for name in titles()}


def _seats(name):
    return played_best(title(name)).seat_counts[0]


@pytest.mark.parametrize(("name", "changes", "why"), STOPPING)
def test_what_would_stop_a_game_later_is_refused(middles, name, changes, why):
    with pytest.raises(Malformed, match=why) as refused:
        require_lasting(title(name), middles[name], changes)
    assert all(path in str(refused.value) for path in changes)


@pytest.mark.parametrize(("name", "changes"), HARMLESS)
def test_what_organisers_have_to_put_right_is_taken(middles, name, changes):
    require_lasting(title(name), middles[name], changes)
    position = middles[name]
    again = reopened(title(name), position, position.phase.number + 1, None, changes)
    assert again != position


def test_whether_it_is_refused_does_not_follow_from_what_is_hidden(middles):
    rules, position = title("perikles"), middles["perikles"]
    for number in range(3):
        other = rules.redeal(position, None, Chance(bytes([number]) * 32))
        require_lasting(rules, other, {"turn": 2} if position.turn != 2 else {"turn": 3})
