"""docs/books.md is true: its books are well formed, and its tables are those of the code."""

import re
from collections import Counter
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from adjudicator.kernel.strict_yaml import load
from adjudicator.registry import title
from tests.adjudicator.players import playthrough

PERIKLES = title("perikles")
PERICLES = title("pericles")
GUIDE = (Path(__file__).parents[2] / "docs" / "books.md").read_text()
POLIS = title("polis")
ATHENS = title("athens_sparta")
HEADS = r"\n# Books of (?:Pericles|Polis|Athens & Sparta)\n"
PARTS = dict(zip(("perikles", "pericles", "polis", "athens_sparta"), re.split(HEADS, GUIDE), strict=True))
BOOKS = {name: re.findall(r"```yaml\n(.*?)```", part, re.DOTALL) for name, part in PARTS.items()}
TITLES = pytest.mark.parametrize(
    ("rules", "name"),
    [(PERIKLES, "Perikles"), (PERICLES, "Pericles"), (POLIS, "Polis"), (ATHENS, "Athens & Sparta")],
)


def rows(heading):
    """The table under a heading: its first cell, and the names in code font of each other cell."""
    table = GUIDE.partition(f"## {heading}\n")[2].partition("\n\n##")[0]
    cells = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("|")][2:]
    return {first.strip(" `"): [re.findall(r"`(\w+)`(\??)", cell) for cell in rest] for first, *rest in cells}


@pytest.mark.parametrize(("rules", "text"), [(title(name), text) for name in BOOKS for text in BOOKS[name]])
def test_every_book_of_the_guide_is_well_formed_and_can_be_explained(rules, text):
    book = rules.check_book(load(text))
    assert len(rules.explain_book(book)) == len(book) > 0


@TITLES
def test_the_table_of_facts_is_that_of_the_code(rules, name):
    listed = rows(f"Facts of {name}")
    told = {fact: [(field, mark == "?") for field, mark in cells[0]] for fact, cells in listed.items()}
    assert told == {
        name: [(field.name, not field.required) for field in msgspec.structs.fields(fact)]
        for name, fact in rules.quantities.facts.items()
    }


@TITLES
def test_the_table_of_choices_is_that_of_the_code(rules, name):
    told = {question: {field for field, _ in cells[0]} for question, cells in rows(f"Choices of {name}").items()}
    assert told == {
        q.id: {field.encode_name for field in msgspec.structs.fields(q.choice or q.order)}
        for q in rules.questions.values()
    }


@TITLES
def test_the_guide_says_which_choices_stand(rules, name):
    listed = re.findall(r"^\| (D-?\w+) \|.*\| (\w+)[^|]*\|$", PARTS[rules.id], re.MULTILINE)
    assert dict(listed) == {q.id: "stands" if q.choices_stand else "once" for q in rules.questions.values()}


def test_the_book_for_a_whole_game_takes_every_tile_and_leaves_open_what_it_says_that_it_leaves():
    book = PERIKLES.check_book(load(BOOKS["perikles"][-1]))
    assert {entry.question for entry in book} >= {"D-S1", "D-2", "D-3", "D-5A", "D-5B", "D-5C", "D-5E", "D-6S", "D-6B"}
    asked, answered = Counter(), Counter()
    for before, _, _, _ in playthrough(PERIKLES, 3, 0, "steady", missing=0):
        asks = [ask.question for ask in before.phase.asked_of("red")]
        before.books["red"] = book
        left = [ask.question for ask in PERIKLES.unanswered(PERIKLES.view(before, "red"), "red")]
        asked.update(asks)
        answered.update(question for question in asks if question not in left)
        del before.books["red"]
    assert asked["D-2"] == answered["D-2"] == 15
    assert asked["D-3"] > answered["D-3"] > 0
    assert answered["D-5C"] == 0 < asked["D-5C"]


def test_the_book_for_a_turn_of_pericles_answers_all_but_where_it_wants_to_be_asked():
    book = PERICLES.check_book(load(BOOKS["pericles"][-1]))
    asked, answered = Counter(), Counter()
    games = [playthrough(PERICLES, 4, seed, "steady", missing=0, scenario="14.3") for seed in range(3)]
    for before, _, _, _ in chain(*games):
        asks = [ask.question for ask in before.phase.asked_of("AF")]
        before.books["AF"] = book
        left = [ask.question for ask in PERICLES.unanswered(PERICLES.view(before, "AF"), "AF")]
        asked.update(asks)
        answered.update(question for question in asks if question not in left)
        del before.books["AF"]
    assert {question for question in asked if answered[question] < asked[question]} <= {"D6", "D25"}
    assert answered["D6"] > 0
    assert {"D1", "D2", "D5", "D7", "D16", "D25", "D27", "D29", "D30", "D31"} <= set(answered)


@TITLES
def test_the_guide_names_every_quantity_that_a_condition_can_compare(rules, name):
    listed = PARTS[rules.id].partition("For `is` there are further quantities:")[2].partition("\n\n")[0]
    compared = {key for key, one in rules.quantities.named.items() if one.gives != list[str]}
    assert compared - set(rules.quantities.facts) <= set(re.findall(r"`(\w+)`", listed)), name
