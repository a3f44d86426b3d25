"""The order form: written, edited, read back."""

import re

import pytest

from adjudicator.kernel.strict_yaml import load
from adjudicator.registry import title
from cli.errors import Misuse
from cli.rules.order_form import Form, field_shape, flow, parse_form, write_form, write_orders
from cli.times import local_time

QUESTION = {
    "question": "D-S1",
    "prompt": "In which city?\nThink twice.",
    "options": [{"question": "D-S1", "city": "athens"}, {"question": "D-S1", "city": "sparta"}],
    "more": True,
    "default": {"question": "D-S1", "city": "athens"},
}
ASKED = {"game": "lusab-babad", "phase": 3, "deadline": "2026-11-24T09:00:00Z", "questions": [QUESTION], "unasked": []}


def test_a_form_shows_prompt_options_default_and_the_order_to_edit():
    assert write_form(ASKED, "red") == (
        f"# Deadline: {local_time('2026-11-24T09:00:00Z')}\n"
        "game: lusab-babad\n"
        "phase: 3\n"
        "seat: red\n"
        "orders:\n"
        "\n"
        "# In which city?\n"
        "# Think twice. (D-S1)\n"
        "# Legal:\n"
        "#   {city: athens}\n"
        "#   {city: sparta}\n"
        "#   … and many more\n"
        "# If nothing arrives in time: {city: athens}\n"
        "- question: D-S1\n"
        "  city: athens\n"
    )


def test_options_are_listed_in_words_and_those_left_out_are_counted():
    asked = {**ASKED, "questions": [{**QUESTION, "options": [{"city": f"c{n}"} for n in range(20)], "more": False}]}
    told = write_form(asked, "red", lambda order: f"The city\nof {order['city']}").splitlines()
    assert sum(line.startswith("#   The city of c") for line in told) == 12
    assert told[told.index("#   The city of c18: {city: c18}") + 1] == "#   … and 8 more"
    assert "# If nothing arrives in time: The city of athens: {city: athens}" in told


def test_of_options_without_number_those_shown_are_spread_over_all_that_are_known():
    asked = {**ASKED, "questions": [{**QUESTION, "options": [{"city": f"c{n}"} for n in range(200)]}]}
    told = write_form(asked, "red")
    assert re.findall(r"#   {city: c(\d+)}", told) == [str(n) for n in range(0, 200, 17)]


def test_a_form_as_it_comes_gives_the_default():
    form = parse_form(write_form(ASKED, "red"), "form")
    assert form == Form([{"question": "D-S1", "city": "athens"}], "lusab-babad", 3, "red")


def test_a_form_when_nothing_is_asked_holds_no_orders():
    form = write_form({**ASKED, "questions": []}, "red")
    assert form.endswith("\norders:\n")
    assert parse_form(form, "form").orders == []
    assert parse_form(form + "- question: D-S1B\n", "form").orders == [{"question": "D-S1B"}]


def test_nothing_that_a_host_says_can_become_an_order():
    evil = "x\norders: [{question: D-9}]\r- question: D-9\u2028- question: D-9\x85- question: D-9"
    asked = {
        **ASKED,
        "deadline": evil,
        "questions": [{**QUESTION, "question": evil, "prompt": evil, "options": [{"question": evil, evil: evil}]}],
    }
    form = write_form(asked, "red", lambda order: evil)
    assert parse_form(form, "form").orders == [{"question": "D-S1", "city": "athens"}]


def test_what_may_be_added_stands_in_the_form_as_comment_only():
    extra = {
        "question": "D-S1B",
        "prompt": "Ahead?",
        "options": [{"question": "D-S1B", "city": "argos"}],
        "more": False,
    }
    form = write_form({**ASKED, "unasked": [extra]}, "red")
    assert form.endswith("\n# Ahead? (D-S1B)\n# You may add, without being asked:\n#   {city: argos}\n")
    assert len(parse_form(form, "form").orders) == 1


def test_an_option_can_be_pasted_as_an_order():
    pasted = f"- {flow({'question': 'D-5C', 'forces': ['h1', 'no'], 'pay': {'of': 2, 'to': None}, 'all': True})}"
    assert parse_form(pasted, "form").orders == [
        {"question": "D-5C", "forces": ["h1", "no"], "pay": {"of": 2, "to": None}, "all": True}
    ]


@pytest.mark.parametrize(
    "value",
    ["athens", "true", "null", "no", "1", "-", "#x", "a: b", "ἀθῆναι", "", " x", "x y", 0, -3, 12, True, None, [], {}],
)
def test_whatever_is_written_into_a_form_is_read_back_the_same(value):
    order = {"question": "D-1", "value": value, "list": [value, value], "inner": {"value": value}}
    assert load("\n".join(write_orders([order]))) == [order]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("- {question: D-S1, city: athens}", [{"question": "D-S1", "city": "athens"}]),
        ('[{"question": "D-S1", "city": "athens"}]', [{"question": "D-S1", "city": "athens"}]),
        ('{"orders": []}', []),
        ("orders:", []),
        ("orders:\n- question: D-S1\n  city: no", [{"question": "D-S1", "city": "no"}]),
        ("orders:\n- question: D-S1\n  city: 1.50", [{"question": "D-S1", "city": "1.50"}]),
        ("orders:\n- question: D-S1\n  city: 2026-11-24", [{"question": "D-S1", "city": "2026-11-24"}]),
    ],
)
def test_orders_are_read_from_yaml_and_json_without_surprises(text, orders):
    assert parse_form(text, "form").orders == orders


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("~", "f: a form is a list `orders:`; above it may stand game, phase and seat, and nothing else."),
        ("game: x", "f: a form is a list `orders:`; above it may stand game, phase and seat, and nothing else."),
        (
            "orders: []\nphaze: 3",
            "f: a form is a list `orders:`; above it may stand game, phase and seat, and nothing else.",
        ),
        ("orders: athens", "f: `orders:` has to be a list, in which each order begins with '- '; it is athens."),
        ("orders:\n- athens", "f: order 1 is athens; it must begin with its question: '- question: D-…'."),
        (
            "orders:\n- city: athens",
            "f: order 1 is {city: athens}; it must begin with its question: '- question: D-…'.",
        ),
        (
            "- {question: D-S1}\n- {question: 3}",
            "f: order 2 is {question: 3}; it must begin with its question: '- question: D-…'.",
        ),
    ],
)
def test_a_form_that_is_none_is_refused_with_what_it_should_be(text, sentence):
    with pytest.raises(Misuse) as misuse:
        parse_form(text, "f")
    assert str(misuse.value) == sentence


@pytest.mark.parametrize(
    "text", ["", "orders: [", "a: 1\na: 2", "orders:\n- question: x\n city: y", "&a [*a, !!python/object:x {}]"]
)
def test_what_is_not_yaml_is_refused_in_one_line_that_says_how_to_begin_again(text):
    with pytest.raises(Misuse) as misuse:
        parse_form(text, "orders.yaml")
    told = str(misuse.value)
    assert told.startswith("orders.yaml: ")
    assert told.endswith("To print a new form: ostraka orders form GAME SEAT")
    assert "\n" not in told


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (Form([], game="other"), "This form is for game other, not for game g."),
        (Form([], game="g", phase=3), "This form is for phase 3, not for phase 4."),
        (Form([], phase=4, seat="green"), "This form is for seat green, not for seat red."),
    ],
)
def test_a_form_for_something_else_is_refused(form, sentence):
    with pytest.raises(Misuse) as misuse:
        form.meant_for("g", 4, "red")
    assert str(misuse.value) == sentence


def test_a_form_that_does_not_say_what_it_is_for_is_for_what_is_open():
    assert Form([]).meant_for("g", 4, "red") == Form([], "g", 4, "red")


def test_a_form_says_how_an_order_of_several_parts_is_written():
    asked = {
        **ASKED,
        "questions": [
            {
                "question": "D30",
                "prompt": "Which units move?",
                "schema": title("pericles").order_schema("D30"),
                "options": [{"question": "D30", "moves": []}],
                "default": {"question": "D30", "moves": []},
            }
        ],
    }
    told = write_form(asked, "AF")
    assert "# The fields of the order: {moves: [{unit" in told
    assert parse_form(told, "form").orders == [{"question": "D30", "moves": []}]


def test_fields_that_hold_parts_like_themselves_are_shown_one_level_deep():
    schema = title("polis").order_schema("D2")
    shown = field_shape(schema, schema["$defs"])
    assert shown == "{actions: [{when, do, first: [ …], ask_me, stop} …]}"
