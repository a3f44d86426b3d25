"""Amendments by which a game would stop later are refused, each with its path."""

from itertools import islice

import msgspec
import pytest

from adjudicator.kernel import Chance, Malformed
from adjudicator.kernel.title.amending import require_lasting
from adjudicator.kernel.title.reopening import FIXED, reopened
from adjudicator.registry import title, titles
from tests.adjudicator.players import key, orders_of_bots, played_best, playthrough

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
    ("athens_sparta", {"blocks.0.id": "S99"}, "would set or turn up what is hidden in blocks"),
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


NUMBER = [pytest.param(40, id="some"), pytest.param(3_000, marks=pytest.mark.soak, id="thousands")]
PHASES = 12


def changed(plain, words, chance):
    """Another value of the same kind, of the sort that a slip makes."""
    if isinstance(plain, bool):
        return not plain
    if isinstance(plain, int):
        return plain + chance.pick((1, -1, 2, -plain), "number")
    if isinstance(plain, str):
        return chance.pick(words, "word")
    if isinstance(plain, list):
        return chance.pick(([], plain[1:], [*plain, *plain[:1]], plain[::-1]), "list")
    if isinstance(plain, dict):
        return chance.pick(({}, {name: plain[name] for name in sorted(plain)[1:]}), "table")
    return chance.pick((0, 1, *words[:3]), "other")


def places(plain, at=()):
    """Every place of plain data with what is there."""
    if at:
        yield at, plain
    if isinstance(plain, dict | list):
        for name, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
            yield from places(value, (*at, str(name)))


@pytest.mark.parametrize("number", NUMBER)
@pytest.mark.parametrize("name", titles())
def test_an_amendment_is_refused_or_the_game_goes_on_from_it(name, number):
    rules, refused = title(name), 0
    befores = [one for one, *_ in islice(playthrough(rules, _seats(name), "random amendments"), 60)]
    for seed in range(number):
        chance = Chance(key("amendment", name, seed))
        position = chance.pick(befores, "position")
        plain = msgspec.to_builtins(rules.view(position, None))
        found = list(places({part: plain[part] for part in plain if part not in FIXED}))
        words = sorted({word for way, word in places(plain) if isinstance(word, str)} | {way[-1] for way, _ in found})
        at, value = chance.pick([one for one in found if len(one[0]) <= chance.die(4, "deep")] or found, "place")
        changes = {".".join(at): changed(value, [*words, "", "rome"], chance)}
        try:
            require_lasting(rules, position, changes)
            position = reopened(rules, position, position.phase.number + 1, None, changes)
        except Malformed:
            refused += 1
            continue
        for phase in range(PHASES):
            if position.phase is None:
                break
            for viewer in (None, *position.seats) if phase % 4 == 0 else ():
                rules.draw(rules.view(position, viewer), viewer)
            sent = orders_of_bots(rules, position, (seed, phase), ("random", "steady")[seed % 2]) if seed % 3 else {}
            position = rules.resolve(position, sent, Chance(key(seed, phase))).position
    assert 0 < refused < number
