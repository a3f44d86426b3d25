"""Case files: all of ours hold, and the runner says of every kind of expectation when it does not."""

from pathlib import Path

import jsonschema
import msgspec
import pytest

from adjudicator.kernel import Malformed, OstrakaError
from adjudicator.kernel.cases import case_schema, load_cases, run_case
from adjudicator.kernel.strict_yaml import load, load_all
from adjudicator.registry import title, titles

FOLDER = Path(__file__).parents[2] / "cases"
CASES = [
    (path, case)
    for path in sorted(FOLDER.rglob("*.yaml"))
    if path.parent.name in titles()
    for case in load_cases(path.read_text())
]

SCHEMA = jsonschema.Draft202012Validator(case_schema())

BASE = """
case: base
title: perikles
scenario: opening
seats: 3
chance: {S.07 first player: {1: red}, S.06 Special tiles: {1: [plague, phormio, brasidas]}}
phases:
  - orders: {red: [{question: D-S1, city: athens}]}
    expect: EXPECT
"""


def findings(expect: str, base: str = BASE) -> list[str]:
    [case] = load_cases(base.replace("EXPECT", expect))
    return [str(finding) for finding in run_case(title(case.title), case)]


@pytest.mark.parametrize(("path", "case"), CASES, ids=[f"{path.stem}: {case.case}" for path, case in CASES])
def test_case_holds(path, case):
    assert [str(finding) for finding in run_case(title(case.title), case)] == []


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.yaml")), ids=lambda path: path.stem)
def test_case_files_follow_their_schema(path):
    for document in load_all(path.read_text()):
        SCHEMA.validate(msgspec.to_builtins(document, str_keys=True))


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ("{values: {cities.athens.temple.red: 4}}", "values.cities.athens.temple.red: expected 4, came 3"),
        ("{values: {cities.rome.temple: 4}}", "there is no 'rome' here; there is athens, sparta"),
        ("{changes: {cities.athens.temple.red: 2}}", "changes.cities.athens.temple.red: expected +2, came +1"),
        ("{views: {green: {special.red.tile: plague}}}", "views.green.special.red.tile: expected plague, came unknown"),
        ("{views: {red: {special.red.tile: unknown}}}", "expected unknown, came plague"),
        ("{facts: [{fact: supply, of: {seat: red}, is: 3}]}", "expected 3, came 17"),
        ("{facts: [{fact: luck, is: 3}]}", "there is no quantity 'luck'; choose turn"),
        ("{asked: {red: [D-S1]}}", "asked: expected {'red': ['D-S1']}, came {'green': ['D-S1']}"),
        ("{asked: {}}", "asked: expected {}, came {'green': ['D-S1']}"),
        ("{options: {green: {D-S1: [{city: athens}]}}}", "options.green.D-S1: expected [{'city': 'athens'}], came"),
        ("{options: {red: {D-S1: []}}}", "D-S1 is not asked of red now"),
        ("{legal: [{seat: red, order: {question: D-S1, city: athens}}]}", "expected legal, came refused by S.09"),
        ("{refused: [{seat: green, order: {question: D-S1, city: argos}, clause: S.09}]}", "came it is legal"),
        (
            "{refused: [{seat: red, order: {question: D-S1, city: argos}, clause: '5.20'}]}",
            "came S.09: D-S1 is not asked",
        ),
        ("{fallen: [{seat: red, question: D-S1, clause: S.09}]}", "fallen: expected ['red D-S1 S.09'], came none"),
        ("{defaults: {red: [D-S1]}}", "defaults: expected {'red': ['D-S1']}, came {}"),
        (
            "{events: [{event: cube-placed, seat: green}]}",
            "events[0]: expected {'event': 'cube-placed', 'seat': 'green'}",
        ),
        ("{absent: [{event: cube-placed}]}", "absent[0]: expected no {'event': 'cube-placed'}, came"),
        ("{told: {green: [{event: special-tile-received}]}}", "told.green[0]: expected"),
        (
            "{untold: {green: [{event: cube-placed, seat: red}]}}",
            "untold.green[0]: expected no {'event': 'cube-placed'",
        ),
        ("{scores: {red: 14}}", "scores.red: expected 14, came 13"),
        ("{places: {red: 1}}", "places.red: expected 1, came none"),
        ("{over: true}", "over: expected True, came False"),
    ],
)
def test_an_expectation_that_does_not_hold_says_what_came_instead(expect, says):
    [found] = findings(expect)
    assert found.startswith("phases[0].expect.")
    assert says in found


@pytest.mark.parametrize("hidden", ["unknown", "{hidden: unknown}"])
def test_what_is_hidden_is_unknown_at_any_depth(hidden):
    assert findings(f"{{views: {{green: {{special.red: {{tile: {hidden}, used: false}}}}}}}}") == []
    [found] = findings("{views: {red: {special.red: {tile: unknown, used: false}}}}")
    assert found.endswith("expected {'tile': 'unknown', 'used': False}, came {'tile': 'plague', 'used': False}")


def test_events_must_come_in_the_order_expected():
    base = BASE.replace("S.06 Special tiles", "S.03 Influence tiles").replace("[plague, phormio, brasidas]", "[any-a]")
    [case] = load_cases(base.replace("EXPECT", "{}"))
    swapped = "[{event: first-player-drawn}, {event: special-tiles-dealt}]"
    [case] = load_cases(base.replace("EXPECT", "{}") + f"expect: {{events: {swapped}}}\n")
    [found] = run_case(title("perikles"), case)
    assert found.where == "expect.events[1]"


def test_an_order_that_falls_unnoticed_is_a_finding():
    base = BASE.replace("red: [", "green: [")
    [found] = findings("{}", base)
    assert "fallen: expected none, came ['green D-S1 by S.09" in found


def test_a_forced_draw_that_is_never_made_is_a_finding():
    [found] = findings("{}", BASE.replace("expect:", "chance: {die 6: {1: 3}}\n    expect:"))
    assert "die 6 · 1" in found


def test_a_plain_list_forces_the_draws_from_the_first_on():
    base = BASE.replace("{1: red}", "[green]").replace("{1: [plague, phormio, brasidas]}", "[[phormio]]")
    fallen = "fallen: [{seat: red, question: D-S1, clause: S.09}]"
    assert findings("{values: {first_player: green, special.red.tile: phormio}, " + fallen + "}", base) == []
    unused = findings("{}", base.replace("[[phormio]]", "[[phormio], [], [brasidas]]"))
    assert any("S.06 Special tiles · 3" in found for found in unused)


def test_unseen_says_who_noticed():
    unseen = (
        "unseen: [{position: {special.red.tile: alkibiades, undealt_specials.0: plague}, by: [red], seen_by: [green]}]"
    )
    first, second = findings("{}\n" + unseen)
    assert first.startswith("unseen[0].by.red: expected view and events are the same, came differ at")
    assert second.startswith("unseen[0].seen_by.green: expected something differs")


def test_unseen_changes_the_position_for_itself_only():
    base = BASE.replace("phases:", "position: {special: {red: {tile: plague}, green: {tile: phormio}}}\nphases:")
    unseen = "unseen: [{position: {special.red.tile: perikles}, by: [green], seen_by: [red]},"
    unseen += " {position: {special.green.tile: brasidas}, by: [red], seen_by: [green]}]"
    assert findings("{values: {special.red.tile: plague}}\n" + unseen, base) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("seats: 3", "seats: 7"), "Perikles is played by 3, 4, 5 seats, not by 7"),
        (("seats: 3", "seats: [red, green, pink]"), "the seats of Perikles with 3 players are"),
        (("title: perikles", "title: chess"), "title 'chess' does not exist; known: athens_sparta, pericles, perikles"),
        (("scenario: opening", "scenario: ending"), "does not exist; known: opening"),
        (("phases:", "positon: {}\nphases:"), "case 'base': 'positon' is not known here; it may hold case"),
        (("phases:", "position: {cities.rome.defeats: 1}\nphases:"), "there is no 'rome' here"),
        (
            ("phases:", "position: {cities.athens.defeats: many}\nphases:"),
            "position, cities, athens, defeats: 'many' is not a whole number",
        ),
        (
            ("phases:", "position: {cities.athens.walls: 1}\nphases:"),
            "position, cities, athens: 'walls' is not known here; it may hold",
        ),
        (("phases:", "stand: dinner\nphases:"), "chapter 'dinner' does not exist; known: lay_influence_tiles"),
        (("phases:", "stand: ask_for_cube\nphases:"), "write stand: {step: ask_for_cube}"),
        (("phases:", "stand: {step: dine}\nphases:"), "step 'dine' does not exist; known:"),
        (("{red: [{question", "{pink: [{question"), "seat 'pink' does not exist; known: red, green, black"),
        (("city: athens", "city: rome"), r"phases\[0\].orders.red: order 1, city: 'rome' is not known here"),
        (("question: D-S1", "question: D-99"), r"phases\[0\].orders.red: order 1: there is no question 'D-99'"),
        (("city: athens", "city: athens, fast: true"), "order 1: 'fast' is not known here; it may hold city"),
        (("S.07 first player: {1: red}", "S.07 first player: {1: pink}"), "forced S.07 first player · 1 is 'pink'"),
    ],
)
def test_a_case_that_cannot_be_played_says_where_and_what_would_be_right(change, says):
    with pytest.raises((OstrakaError, ValueError), match=says):
        findings("{}", BASE.replace(*change))


def test_a_case_with_a_phase_too_many_says_so():
    text = BASE.replace("EXPECT", "{}") + "  - orders: {}\n" * 6
    [case] = load_cases(text)
    with pytest.raises(Malformed, match=r"phases\[6\]: no phase is open"):
        run_case(title("perikles"), case)


def test_clause_numbers_and_words_keep_their_looks_in_yaml():
    assert load("[5.20, no, on, 2026-11-21, 1e3, 007, ~, true, -3, 0]") == [
        "5.20",
        "no",
        "on",
        "2026-11-21",
        "1e3",
        "007",
        None,
        True,
        -3,
        0,
    ]


@pytest.mark.parametrize("unseen", ["\u202e", "\u2066", "\u200b", "\u0007", "\ufeff", "\u2028"])
def test_a_character_that_cannot_be_seen_is_refused_with_its_line(unseen):
    """It would reach the picture of a board as part of a name, and turn round what stands beside it."""
    with pytest.raises(Malformed, match=rf"line 2: U\+{ord(unseen):04X} cannot be seen"):
        load(f'a: Athens\nb: "At\\u{ord(unseen):04x}hens"\n')
    assert load('a: "Ἀθῆναι\\u00a0\\tone\\ntwo"') == {"a": "Ἀθῆναι\u00a0\tone\ntwo"}


def test_a_key_that_stands_twice_is_refused_with_its_line():
    with pytest.raises(Malformed, match="line 2: the key 'b' stands more than once"):
        load("a:\n  b: 1\n  b: 2\n")
