"""`ostraka book words`: what it lists is all that can be said, and what it shows as examples is taken."""

import json
import re

import msgspec
import pytest
from msgspec import inspect

from adjudicator.kernel import Malformed
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.strict_yaml import load
from adjudicator.registry import title
from cli.books.book_words import show_question, show_title
from cli.books.vocabulary import words_of_question, words_of_title

TITLES = ("perikles", "pericles", "polis", "athens_sparta")
WIDE = 80
QUESTIONS = [(name, question) for name in TITLES for question in title(name).questions]


def structs(kind, grammars, field="", within=()):
    """Every struct of which data of a type may be made, the actions of its items too."""
    if isinstance(kind, inspect.StructType) and kind.cls is Item:
        yield from structs(inspect.type_info(grammars[field].kind), grammars, within=within)
    elif isinstance(kind, inspect.StructType) and kind.cls not in within:
        yield kind
        for one in kind.fields:
            yield from structs(one.type, grammars, one.encode_name, (*within, kind.cls))
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(kind, name):
            yield from structs(getattr(kind, name), grammars, field, within)
    for one in getattr(kind, "types", ()):
        yield from structs(one, grammars, field, within)


def in_lines(text):
    """What stands before the first colon of each line."""
    return {line.strip().partition(":")[0].rstrip("?") for line in text.splitlines()}


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_every_field_of_a_choice_is_told_and_every_example_is_taken(alone, name, question):
    rules = title(name)
    kind = rules.questions[question]
    shown = alone("book", "words", name, question).stdout
    told = in_lines(shown)
    for struct in structs(inspect.type_info(kind.choice or kind.order), kind.grammars):
        assert {one.encode_name for one in struct.fields} <= told, struct.cls
        if struct.tag_field == "action":
            assert f"action: {struct.tag}" in shown
    text = shown.partition("\nFor example\n")[2].partition("\n\n")[0]
    examples = ["\n".join(re.findall(r"^    (.*)", one, re.MULTILINE)) for one in re.split(r"\n(?=  \S)", text)]
    assert examples
    for one in examples:
        assert rules.check_book(load(one), rules.known(None))


def literals(kind):
    """The words that stand in a type itself, not in structs within."""
    yield from map(str, getattr(kind, "values", ()))
    for one in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ())):
        yield from literals(one)
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(kind, name):
            yield from literals(getattr(kind, name))


def flat(fields):
    for one in fields:
        yield one
        yield from flat(one.get("within", []))
        for action in one.get("actions", []):
            yield from flat(action["fields"])


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_the_words_that_are_told_are_those_of_the_types(name, question):
    kind = title(name).questions[question]
    found = structs(inspect.type_info(kind.choice or kind.order), kind.grammars)
    words = {word for struct in found for one in struct.fields for word in literals(one.type)}
    assert words == {word for one in flat(words_of_question(title(name), kind)["fields"]) for word in one["words"]}


def is_taken(rules, entries):
    try:
        return bool(rules.check_book(entries, rules.known(None)))
    except Malformed:
        return False


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_whether_choices_stand_and_how_else_an_entry_may_answer_is_told(alone, name, question):
    rules = title(name)
    kind = rules.questions[question]
    shown = alone("book", "words", name, question).stdout
    for way in ("only_option", "default", "pass", "ask_me"):
        entry = [{"question": question, way: True}]
        assert (f"  {way}: true" in shown) == is_taken(rules, entry), way
    if kind.unasked:
        assert "It is never asked" in shown
    else:
        says = {True: "Choices stand", False: "A choice is used once", None: "Some choices stand"}
        stand = {one["stands"] for one in words_of_question(rules, kind)["examples"]}
        assert says[stand.pop() if len(stand) == 1 else None] in shown


@pytest.mark.parametrize("name", TITLES)
def test_every_question_fact_and_quantity_of_a_title_is_told_with_its_fields(alone, name):
    rules = title(name)
    shown = alone("book", "words", name).stdout
    for question in rules.questions.values():
        never = " (never asked)" if question.unasked else ""
        assert re.search(rf"^  {question.id} +{re.escape(question.subject)}{re.escape(never)}$", shown, re.MULTILINE)
    fields = {fact: msgspec.structs.fields(kind) for fact, kind in rules.quantities.facts.items()}
    for quantity, one in rules.quantities.named.items():
        if one.gives == list[str]:
            continue
        of = fields[quantity] if quantity in fields else msgspec.structs.fields(rules.quantities.sides[quantity])
        named = ", ".join(f"{field.name}{'' if field.required else '?'}" for field in of)
        assert f"\n  {quantity}{f': {named}' if named else ''}\n" in shown
        assert f"\n      {rules.quantities.spelled(quantity)}\n" in shown
        if one.moment:
            assert f"Facts only {one.moment}" in shown.partition(f"\n  {quantity}")[0]


def test_the_words_of_the_types_stand_beside_the_fields_they_belong_to(alone):
    shown = alone("book", "words", "polis").stdout
    assert "  owner: athens, sparta or neutral\n" in shown
    assert "  round: is\n      the round is IS\n" in shown
    assert "  is: 3, 4, 5a or 5b (in round); an event (in event)\n" in shown
    assert "Facts only in a battle\n" in shown
    shown = alone("book", "words", "perikles", "d-5d").stdout
    assert "  location: a Location\n" in shown
    assert "\nLocation: amphipolis (Amphipolis), lesbos (Lesbos), " in shown
    assert "Entries that hold at the same cut are all carried out." in shown


def test_a_list_says_which_of_the_ways_of_an_item_it_has(alone):
    end, moves = (alone("book", "words", *one).stdout for one in (("polis", "D15"), ("athens_sparta", "D-7")))
    assert "do, first (a list) or stop: true" in end
    assert "not ask_me: nobody is asked" in end
    assert "do, first (a list), ask_me: true or stop: true" in moves


def test_a_choice_that_is_the_order_itself_is_told_where_choices_are_other(alone):
    assert "Or one order, exactly: {…}, with tile, before?" in alone("book", "words", "perikles", "D-2").stdout
    assert "exactly" not in alone("book", "words", "perikles", "D-5C").stdout


def test_it_is_told_as_data_too(alone):
    told = json.loads(alone("book", "words", "athens_sparta", "D-13", "--json").stdout)
    assert told["fields"] == [{"field": "block", "required": True, "is": "a block", "words": []}]
    assert len(told["names"]["block"]) == len(title("athens_sparta").known(None)["block"])
    facts = json.loads(alone("book", "words", "polis", "--json").stdout)["facts"]
    assert {"is", "all", "siege won", "score"} <= {one["fact"] for one in facts}


def test_a_permission_for_a_seat_says_whose_forces_it_is_for(alone):
    shown = alone("book", "words", "perikles", "D-5D").stdout
    assert "Give or take back permission to defend (D-5D): every force of red may defend Amphipolis (once)." in shown
    assert "Give or take back permission to defend (D-5D): Athens may defend Amphipolis (once)." in shown


@pytest.mark.parametrize("name", TITLES)
def test_in_a_terminal_no_line_is_wider_than_it(monkeypatch, capsys, name):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    rules = title(name)
    show_title(words_of_title(rules))
    for question in rules.questions.values():
        show_question(words_of_question(rules, question))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= WIDE


def test_a_title_or_a_question_that_there_is_not_is_refused_with_those_that_there_are(alone):
    refused = alone("book", "words", "perikles", "D-9", expect=2).stderr
    assert "There is no question 'D-9' in Perikles; questions are D-2, " in refused
    assert "known: " in alone("book", "words", "chess", expect=2).stderr


@pytest.mark.parametrize(
    ("name", "sort", "id", "called"),
    [
        ("athens_sparta", "hex", "J10", "the sea south of Athens"),
        ("athens_sparta", "block", "S09", "first Thebes hoplite"),
        ("pericles", "card", "SPA-17", "second Mesoa (3)"),
        ("perikles", "counter", "argos-h2a", "Argos hoplite 2"),
    ],
)
def test_an_id_stands_beside_what_pages_call_it(name, sort, id, called):
    assert words_of_title(title(name))["called"][sort][id] == called
