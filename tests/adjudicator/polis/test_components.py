"""The components of Polis: what 1-B counts, where the facts come from, and that a wrong file is refused (17-C)."""

from collections import Counter
from importlib.resources import files

import pytest

from adjudicator.kernel import Chance, Malformed
from adjudicator.polis import components
from adjudicator.polis.components import box
from adjudicator.polis.words import SIDES
from adjudicator.registry import title
from tests.adjudicator.players import begin

OURS = files(components).joinpath("polis.yaml").read_text(encoding="utf-8")


def test_1_B_the_cards_are_as_many_as_printed():
    parts = box().components
    assert Counter(event.deck for event in parts.events.values()) == {"3": 8, "4": 8, "5a": 12, "5b": 12}
    assert (len(parts.poleis), len(parts.projects), len(parts.combat_cards)) == (18, 14, 24)
    assert sum(card.land[0] == "salpinx" for card in parts.combat_cards.values()) == 1


def test_7_4_F_who_may_start_what():
    may = {name: sorted(facts.projects) for name, facts in box().poleis.items() if facts.projects}
    assert may["syrakousai"] == ["philosopher", "temple"]
    assert [name for name in may if "games" in may[name]] == ["korinthos", "argos", "pydna"]


def test_17_B_effects_that_are_our_own_are_marked():
    own = [name for name, event in box().events.items() if "R" in event.effect_source]
    assert own == ["E4-3", "E4-5", "E4-6", "E5a-4", "E5a-8", "E5a-12", "E5b-9", "E5b-12"]
    about = title("polis").about
    assert all(name in about for name in own)
    assert "[R]" in about


@pytest.mark.parametrize(
    ("ours", "theirs", "says"),
    [
        ("capital_of: sparta}", "}", "one capital of sparta"),
        ("C24: {land: [salpinx, ambush]", "C24: {land: [elephants, ambush]", "combat_cards.C24.land"),
        (
            "poleis: {sparta: 4, gytheion: 1, pylos: 2}",
            "poleis: {sparta: 9, gytheion: 1, pylos: 2}",
            "from 1 to the max",
        ),
        ("hoplites: {lakedaimon: 3}", "hoplites: {lakedaimon: 4}", "no more than 3 units in a region"),
        ("battle_threshold: 8 ", "battle_threshold: 6 ", "battle_threshold"),
        ("messenia:   {oil: 4, wheat: 3}", "messenia:   {oil: 6, wheat: 3}", "1 to 5 squares"),
        ("  corinthian_war:", "  boiotian_war:", "the setups are"),
        ("3: [3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5]", "3: [3, 4]", "11 columns"),
        ("players: [sparta, athens]", "players: [sparta, thebes]", "players"),
    ],
)
def test_a_file_that_would_stop_a_game_half_way_is_refused(ours, theirs, says):
    assert ours in OURS
    with pytest.raises(Malformed, match=says):
        components.add_components(OURS.replace(ours, theirs, 1))


def test_17_C_a_file_laid_over_ours_changes_the_game_without_code():
    digest = components.add_components(OURS.replace('name: "Persian Fleet Destruction"', 'name: "Storm"'))
    rules = title("polis")
    chance = Chance(bytes(32), {"4-E events 3": {1: ["E3-4"]}})
    begun = rules.begin(scenario="standard", seats=list(SIDES), options={"components": digest}, chance=chance)
    assert "Storm" in rules.show(begun.position)
    assert "Storm" not in rules.show(begin(rules, 2, "ours", "standard").position)
