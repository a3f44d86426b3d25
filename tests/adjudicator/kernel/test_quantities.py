"""Quantities: what is compared with what, what is refused when sealed, and how it is said."""

import pytest

from adjudicator.kernel import Malformed
from adjudicator.registry import title, titles
from tests.adjudicator.players import begin

PERIKLES = title("perikles")
RED = {"of": "temple", "city": "athens", "colour": "red"}
GREEN = {"of": "temple", "city": "athens", "colour": "green"}


@pytest.fixture
def view():
    position = begin(PERIKLES, 3, "quantities", "opening").position
    position.cities["athens"].temple = {"red": 3, "green": 2, "black": 2}
    return PERIKLES.view(position, "red")


def compared(left, op, right):
    return {"fact": "is", "left": left, "op": op, "right": right}


@pytest.mark.parametrize(
    ("left", "op", "right", "so"),
    [
        (RED, ">", GREEN, True),
        (GREEN, ">=", RED, False),
        (RED, "=", 3, True),
        (RED, "!=", 3, False),
        (RED, "<", 4, True),
        ({"of": "leads", "seat": "red", "city": "athens"}, "=", False, True),
        ({"of": "relation", "force": "athens", "other": "sparta"}, "=", "neutral", True),
        ({"of": "strength", "side": "attacker"}, ">=", 0, False),
        ({"of": "strength", "side": "attacker"}, "<", 99, False),
    ],
)
def test_a_quantity_is_compared_with_a_value_or_with_another(view, left, op, right, so):
    condition = compared(left, op, right)
    assert PERIKLES.quantities.faults(condition) == []
    assert PERIKLES.quantities.holds(condition, view) is so
    assert bool(PERIKLES.quantities.failing(condition, view)) is not so


def test_a_comparison_is_a_condition_of_a_book_and_is_said_in_words():
    book = PERIKLES.check_book([{"question": "D-3", "when": compared(RED, ">", GREEN), "ask_me": True}])
    [said] = PERIKLES.explain_book(book)
    assert said.endswith(
        ", when the number of red cubes in the temple of Athens is more than the number of green cubes in the temple "
        "of Athens: ask me."
    )


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        (
            compared({"of": "tempel"}, "=", 1),
            "left: there is no quantity 'tempel'; choose turn,",
        ),
        (compared({**RED, "city": "athen"}, "=", 1), "left, city: 'athen' is not known here; choose argos"),
        (compared({"of": "temple"}, "=", 1), "left: city is missing (argos, athens"),
        (compared(RED, "=<", 1), "op: '=<' is not known here; choose"),
        (compared(RED, "=", "many"), "right: 'many' is not a whole number"),
        (compared(RED, "=", {"of": "relation", "force": "athens", "other": "sparta"}), "cannot be compared"),
        (compared({"of": "leads", "seat": "red", "city": "athens"}, "<", True), "leads cannot be compared by <"),
        ({"fact": "supply", "seat": "red"}, "there is no fact 'supply'"),
    ],
)
def test_what_cannot_be_compared_is_refused_when_sealed_with_what_would_be_right(condition, says):
    assert says in "; ".join(map(str, PERIKLES.quantities.faults(condition)))


def test_a_case_file_asks_for_any_quantity_and_is_told_which_there_are(view):
    assert PERIKLES.quantities.value(view, "temple", {"city": "athens", "colour": "red"}) == 3
    with pytest.raises(Malformed, match="'citi' is not known here; it may hold city, colour"):
        PERIKLES.quantities.value(view, "temple", {"citi": "athens"})


def test_what_fails_says_how_it_stands(view):
    said = PERIKLES.quantities.failing({"fact": "temple", "city": "athens", "colour": "red", "at_least": 5}, view)
    assert said == ["the number of red cubes in the temple of Athens is 3 (wanted: at least 5)"]
    [hidden] = PERIKLES.quantities.failing({"fact": "tokens", "side": "attacker", "at_least": 1}, view)
    assert hidden.endswith("is hidden, or there is none now (wanted: at least 1)")


LEADS = {"fact": "leads", "seat": "red", "city": "athens"}
SHOWN = {"fact": "location on display", "location": "leucas"}


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ({"fact": "not", "of": LEADS}, "red does not lead Athens"),
        ({"fact": "not", "of": SHOWN}, "Leucas is not on display"),
        (
            {"fact": "not", "of": {"fact": "all", "of": [LEADS, SHOWN]}},
            "(red does not lead Athens or Leucas is not on display)",
        ),
        (
            {"fact": "not", "of": {"fact": "any", "of": [LEADS, {"fact": "not", "of": SHOWN}]}},
            "(red does not lead Athens and Leucas is on display)",
        ),
        ({"fact": "not", "of": {"fact": "turn", "number": 2}}, "the turn is not 2"),
        (compared({"of": "leads", "seat": "red", "city": "athens"}, "=", False), "red does not lead Athens"),
        (compared({"of": "leads", "seat": "red", "city": "athens"}, "!=", False), "red leads Athens"),
    ],
)
def test_what_is_not_so_is_said_by_its_own_verb(condition, said):
    assert PERIKLES.quantities.described(condition) == said


@pytest.mark.parametrize("name", titles())
def test_every_clause_can_be_denied(name):
    denied = {fact: one.denied != one.words for fact, one in title(name).quantities.named.items() if one.gives is bool}
    assert False not in denied.values(), denied
