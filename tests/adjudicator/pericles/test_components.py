"""A components file of Pericles that would stop a game half-way is refused when it is laid."""

from importlib.resources import files

import pytest

from adjudicator.kernel import Malformed
from adjudicator.pericles import components

OURS = files(components).joinpath("pericles.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("ours", "theirs", "says"),
    [
        ("{military: 6, league: 3", "{military: 0, league: 1", "9 or more in all .5.32-0., not 8"),
        (" {side: athens, issue: league, faction: DF, space: 1}, {", " {", "7 or more of athens .* not 6"),
        ("null, space: 0}, {side: athens, issue: oracle", "null, space: 0}, {side: athens, issue: games", "2 games of"),
        ("controlling: {sparta: EK}", "controlling: {sparta: AF}", "controlling.sparta is one of EK and AK"),
        ("held: {AF: 8, DF: 8, EK: 8, AK: 8}", "held: {AF: 19, DF: 8, EK: 8, AK: 8}", "athens has 26 tokens in all"),
        ("    turns: [9]\n", "    turns: []\n", "scenario 14.1.09A: turns: one turn or more, .* not ..$"),
        ("    turns: [6, 7]\n", "    turns: [7, 6]\n", r"each the next of the one before it .14-A., not .7, 6."),
        ('8: "418-413", ', "", "scenario 14.1.08A: turns: 8 without a date in turn_dates"),
        ("{last_turn: 7, peace", "{last_turn: 8, peace", "14.1.06A: end.last_turn: 7, the last of its turns .* not 8"),
        ('"14.1.08A":', '"14.1.08C":', "scenarios: 14.1.01A, .*, not 14.1.01A"),
        ("kind: political", "kind: theater", "scenario 14.1.01B: kind political and sides athens"),
        ("held: {EK: 0, AK: 0}", "held: {EK: 0}", "honor and held: 0 or more for EK and AK"),
    ],
)
def test_what_would_stop_a_game_half_way_is_refused_with_what_is_right(ours, theirs, says):
    assert ours in OURS
    with pytest.raises(Malformed, match=says):
        components.add_components(OURS.replace(ours, theirs, 1))


def test_a_file_of_an_earlier_version_may_still_say_what_no_rule_reads():
    older = OURS.replace("land_needs_base: false, naval", "clauses: [9.32-A], land_needs_base: false, naval", 1)
    older += "\nbuild_points: {naval: 4, land: 2}\nsides: {athens: {name: Athens}}\n"
    laid = components.box(components.add_components(older)).components
    assert laid == components.box().components
