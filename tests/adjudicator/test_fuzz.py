"""Whatever is given as YAML, as orders or as a book is taken or refused in words, and soon."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.kernel import Malformed
from adjudicator.kernel.strict_yaml import load, load_all
from adjudicator.registry import title
from tests.adjudicator.players import begin, played_best
from tests.fuzzing import VALUES, garbled, in_time, mutated, tries

TITLES = ("perikles", "pericles", "polis", "athens_sparta")
SIGNS = (
    "a", ": ", "- ", "\n", "  ", "[", "]", "{", "}", ", ", "&a ", "*a", "!!int ", "!", "? ", "|", ">", '"', "'", "#",
    "---\n", "...\n", "%YAML 1.2\n", "<<: ", "9" * 30, "\t", "\0", "\\ud800", "~",
)  # fmt: skip
WORDS = st.sampled_from(SIGNS)
YAML = st.lists(WORDS, max_size=40).map("".join) | st.text(max_size=60)


def plainly(value: Any) -> None:
    """Nothing but what JSON has, and no floats."""
    if isinstance(value, dict):
        for key, item in value.items():
            plainly(key)
            plainly(item)
    elif isinstance(value, list):
        for item in value:
            plainly(item)
    else:
        assert value is None or isinstance(value, bool | int | str), value
        if isinstance(value, str):
            value.encode()


@tries(200)
@given(text=YAML)
@example(text='!!int ""')
@example(text="!!bool x")
@example(text="!!timestamp 2001-99-99")
@example(text="!!set {a, b}")
@example(text='"\\uD800"')
@example(text="9" * 5_000)
def test_any_text_is_plain_data_or_refused(text: str) -> None:
    with suppress(Malformed):
        plainly(load_all(text))


BOMBS = {
    "nested": "[" * 100_000,
    "nested in blocks": "- " * 100_000,
    "nested mappings": "{a: " * 50_000,
    "a billion laughs": "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [{f'*b{n - 1}, ' * 9}]\n" for n in range(1, 30)),
    "a list in itself": "&a [*a]",
    "a number of a hundred thousand digits": "9" * 100_000,
    "a long list that ends badly": "- a\n" * 60_000 + "{",
    "a broken quotation": '"' + "a\n" * 50_000,
    "many colons": "a: " * 50_000,
    "many tags": "!a " * 50_000,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_before_it_goes_off(bomb: str) -> None:
    with in_time(), pytest.raises(Malformed):
        load(BOMBS[bomb])


@pytest.fixture(scope="module", params=TITLES)
def table(request: Any) -> tuple[Any, Any, str, list[dict[str, Any]]]:
    """A title, the view of a seat that is asked, the seat, and orders that it might send."""
    rules = title(request.param)
    position = begin(rules, played_best(rules).seat_counts[-1], "fuzz").position
    ask = position.phase.asks[0]
    view = rules.view(position, ask.seat)
    legal = [rules.order_to_dict(order) for order in islice(rules.options(view, ask.seat, ask.question), 5)]
    return rules, view, ask.seat, legal


@tries(60)
@given(data=st.data())
def test_any_orders_are_read_and_checked_or_refused(table: Any, data: st.DataObject) -> None:
    rules, view, seat, legal = table
    given_orders = data.draw(mutated(legal) | VALUES)
    with in_time():
        try:
            orders = rules.decode_orders(given_orders)
        except Malformed:
            return
        for refusal in rules.check(view, seat, orders):
            assert refusal.message


@pytest.mark.parametrize("question", [[], {}, None, 7, "D-0"])
def test_an_order_to_no_question_is_refused_in_words(table: Any, question: object) -> None:
    with pytest.raises(Malformed, match="choose D"):
        table[0].decode_orders([{"question": question}])


@pytest.mark.parametrize("orders", [[{"question": "\ud800"}], b"[\xff]", b"[" * 5_000, b"\0"])
def test_what_is_no_text_is_refused_as_orders(table: Any, orders: Any) -> None:
    with pytest.raises(Malformed):
        table[0].decode_orders(orders)


@pytest.mark.parametrize(
    "wrong", [{"question": "\ud800"}, {"choose": [{"city": "\ud800"}]}, {"ask_me": True, "when": {"\ud800": 1}}]
)
def test_what_is_no_text_is_refused_as_a_book(table: Any, wrong: dict[str, Any]) -> None:
    for book in ([{"question": table[3][0]["question"], **wrong}], "\ud800"):
        with pytest.raises(Malformed):
            table[0].check_book(book)


@tries(50)
@given(data=st.data())
def test_any_bytes_are_read_as_orders_or_refused(table: Any, data: st.DataObject) -> None:
    rules, _, _, legal = table
    raw = data.draw(garbled(json.dumps(legal).encode()))
    with suppress(Malformed):
        rules.decode_orders(raw)


@tries(60)
@given(data=st.data())
def test_any_book_is_read_and_explained_or_refused(table: Any, data: st.DataObject) -> None:
    rules, _, _, legal = table
    question, choices = legal[0]["question"], [{**order, "question": None} for order in legal]
    entries = [
        {"question": question, "choose": [{key: value for key, value in one.items() if value} for one in choices]},
        {"question": question, "when": {"phase": 1}, "only_option": True},
        {"question": question, "ask_me": True},
    ]
    with in_time():
        try:
            book = rules.check_book(data.draw(mutated(entries) | mutated(legal) | VALUES))
        except Malformed:
            return
        assert len(rules.explain_book(book)) == len(book)
