"""docs/books.md is true: its books are well formed and can be explained, as are the whole books that it links to."""

import re
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from adjudicator.kernel.strict_yaml import load
from adjudicator.registry import title
from tests.adjudicator.players import playthrough

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "books.md").read_text()
TITLES = {"Perikles": "perikles", "Pericles": "pericles", "Polis": "polis", "Athens & Sparta": "athens_sparta"}
PERIKLES, PERICLES = title("perikles"), title("pericles")
MOST_WORDS = 2800


def examples():
    """The books of the page, each with its title: that of its section or of its first line, else Perikles."""
    for section in GUIDE.split("\n## ")[1:]:
        for text in re.findall(r"```yaml\n(.*?)```", section, re.DOTALL):
            named = re.match(r"# (.*)\n", text)
            meant = named[1] if named else section.partition("\n")[0]
            yield TITLES.get(meant, "perikles"), text


def book_in(name):
    return title(name).check_book(load((DOCS / f"examples/{name}-book.yaml").read_text()), title(name).known(None))


@pytest.mark.parametrize(("name", "text"), [*examples()])
def test_every_book_of_the_guide_is_well_formed_and_can_be_explained(name, text):
    rules = title(name)
    book = rules.check_book(load(text), rules.known(None))
    assert len(rules.explain_book(book)) == len(book) > 0


def test_every_title_has_an_example_of_its_own():
    assert {name for name, _ in examples()} == set(TITLES.values())


def test_the_guide_is_no_longer_than_people_read():
    assert len(GUIDE.split()) <= MOST_WORDS


def test_the_guide_names_every_key_of_an_entry_and_every_period():
    table = GUIDE.partition("## Entries")[2].partition("\n\nThey")[0]
    assert re.findall(r"^\| `(\w+)", table, re.MULTILINE) == [
        *("choose", "only_option", "default", "pass", "ask_me"), *("when", "times", "until")
    ]  # fmt: skip
    periods = {period for name in TITLES.values() for period in title(name).periods}
    assert all(f"`{period}`" in table for period in periods)


def test_the_book_for_a_whole_game_takes_every_tile_and_leaves_open_what_it_says_that_it_leaves():
    book = book_in("perikles")
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
    book = book_in("pericles")
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
