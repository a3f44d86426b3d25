"""The components of Athens & Sparta: counts, sources, and that a wrong file is refused."""

from collections import Counter
from importlib.resources import files

import pytest

from adjudicator.athens_sparta import components
from adjudicator.athens_sparta.components import add_components, box
from adjudicator.kernel import Malformed
from adjudicator.registry import title

OURS = files(components).joinpath("athens_sparta.yaml").read_text(encoding="utf-8")
BOX = box()


def test_4_6_B_the_deck():
    assert len(BOX.cards) == 25
    events = sorted((card.event, card.mp) for card in BOX.cards.values() if card.event)
    assert events == [("alliance", 2), ("betrayal", 2), ("earthquake", 1), ("plague", 1), ("storm", 2)]
    hand = BOX.constants.hand_size * sum(card.mp for card in BOX.cards.values())
    assert round(hand / len(BOX.cards)) == 16  # as the rulebook says


def test_2_1_A_2_1_C_2_1_D_blocks():
    assert Counter(block.side for block in BOX.blocks.values()) == {"athens": 27, "sparta": 30, "neutral": 10}
    moves = {block.type: block.move for block in BOX.blocks.values()}
    wanted = {"hoplite": 3, "peltast": 4, "ship": 4, "cavalry": 5, "helot": 4, "demos": 0, "tyrant": 0}
    assert moves == wanted == BOX.components.movement.operational
    assert [name for name, block in BOX.blocks.items() if block.ship and block.home == "Troezen"] == ["S13"]
    assert (BOX.blocks["S01"].letter, BOX.blocks["S01"].number) == ("B", 4)
    assert max(block.steps for block in BOX.blocks.values()) == 4


def test_what_is_our_own_is_marked():
    assert Counter(card.prov for card in BOX.cards.values()) == {"R": 22, "S": 2, "P": 1}
    assert "[R]" in title("athens_sparta").about


def test_a_file_of_an_earlier_version_is_read_without_what_no_rule_ever_read():
    earlier = (
        OURS.replace("constants:  ", "players: [sparta, athens]\nconstants:  ")
        .replace("  combat_rounds: 2", "  average_hand: 16\n  game_turns_per_olympiad: 6\n  combat_rounds: 2")
        .replace("  pass:     {", "  river:    {effect: none}\n  pass:     {")
        .replace("{rule:", "{timing: reveal, scope: owner, rule:")
    )
    assert earlier.count("timing") == 5
    assert components.read(earlier, "theirs") == BOX.components
    with pytest.raises(Malformed, match="averige_hand"):
        components.read(earlier.replace("average_hand", "averige_hand"), "theirs")


def test_the_homes_of_blocks_can_hold_them():
    homes = Counter(block.home for block in BOX.blocks.values() if block.side != "neutral")
    assert max(number for home, number in homes.items() if home not in ("Reserve", "Rebel", "Athens")) <= 4


@pytest.mark.parametrize(
    ("ours", "theirs", "says"),
    [
        ("name: Elis, hex: E09, colour: red, value: 2", "name: Elis, hex: E09, colour: red, value: 3", "worth 18"),
        ("{id: C02, mp: 5", "{id: C01, mp: 5", "each id once"),
        ("{id: A02, side: athens", "{id: A01, side: athens", r"each id once \(2.2-C2\)"),
        ("home: Chalcis, steps: 3", "home: Chalkis, steps: 3", "its home is a city"),
        ("name: Delos, hex: M10", "name: Delos, hex: Z10", "there is no hex Z10"),
        ("ax: [1, 5], terrain: sea, sides: ssssss", "ax: [1, 5], terrain: sea, sides: ssscss", "hexside S"),
        ("from: Sparta, to: Corinth, max: 3", "from: Sparta, to: Corinth, max: 1", "map_checks: number 1"),
        ("Corcyra, Leucas, Samos]", "Corcyra, Leucas, Samos, Chalcis]", "map.islands"),
        ("block_shore: asia", "block_shore: africa", "block_shore is one of its shores"),
        ("mp: 5, event: null", "mp: 5, event: peace", "cards"),
    ],
)  # fmt: skip
def test_a_file_that_does_not_hold_is_refused(ours, theirs, says):
    assert ours in OURS
    with pytest.raises(Malformed, match=says):
        add_components(OURS.replace(ours, theirs, 1))


def test_a_file_of_an_owner_lies_over_ours():
    digest = add_components(OURS.replace("{id: C20, mp: 1", "{id: C20, mp: 2", 1))
    assert (box(digest).cards["C20"].mp, box().cards["C20"].mp) == (2, 1)
