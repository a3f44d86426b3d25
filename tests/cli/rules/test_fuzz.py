"""Whatever a player writes into a form or a book is read, or refused in one sentence that names the file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from adjudicator.registry import title
from cli.books.book_files import read_book
from cli.errors import Misuse
from cli.rules.order_form import line_at, parse_form, write_orders
from tests.fuzzing import garbled, in_time, tries

FORM = b"""# Deadline: tomorrow
game: lusab-babad
phase: 1
seat: red
orders:
- question: D-S1
  city: athens
- {question: D-S1B, city: thebes}
"""
BOOK = b"""- question: D-S1
  choose: [{city: sparta}, {city: athens}]
- {question: D-3, only_option: true}
"""


def text_of(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").replace("\r", "\n")


@tries(40)
@given(raw=garbled(FORM))
def test_any_form_is_read_or_refused(raw: bytes) -> None:
    text = text_of(raw)
    with in_time(), suppress(Misuse):
        form = parse_form(text, "orders.yaml")
        assert all(1 <= line_at(text, (number,)) <= text.count("\n") + 1 for number in range(len(form.orders)))
        write_orders(form.orders)


@tries(40)
@given(raw=garbled(BOOK))
def test_any_book_is_read_or_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "book.yaml"
    path.write_bytes(raw)
    with in_time(), suppress(Misuse):
        assert read_book(title("perikles"), path, {}) is not None


BAD: dict[str, Any] = {
    "brackets": "[" * 50_000,
    "aliases": "orders: &a [*a]",
    "tags": '- question: !!int ""',
    "digits": "- {question: D-S1, amount: " + "9" * 5_000 + "}",
    "no mapping": "- [[[[1]]]]",
    "keys that are lists": "? [1]\n: 2",
    "half a character": '- {question: "\\ud800"}',
    "a NUL": "- {question: \0}",
}


@pytest.mark.parametrize("bad", BAD)
def test_a_form_that_is_a_bomb_is_refused(bad: str) -> None:
    with in_time(), pytest.raises(Misuse, match=r"^orders\.yaml: "):
        parse_form(BAD[bad], "orders.yaml")


@pytest.mark.parametrize("bad", BAD)
def test_a_book_that_is_a_bomb_is_refused(tmp_path: Path, bad: str) -> None:
    (tmp_path / "book.yaml").write_text(BAD[bad])
    with in_time(), pytest.raises(Misuse, match=r"book\.yaml"):
        read_book(title("perikles"), tmp_path / "book.yaml", {})


def test_the_form_and_the_book_that_are_garbled_are_good_ones(tmp_path: Path) -> None:
    assert len(parse_form(FORM.decode(), "orders.yaml").orders) == 2
    (tmp_path / "book.yaml").write_bytes(BOOK)
    assert len(read_book(title("perikles"), tmp_path / "book.yaml", {})) == 2


def test_a_tab_before_a_colon_is_taken_as_the_loader_takes_it() -> None:
    text = "game\t: lusab-babad\norders:\n- question: D-S1\n"
    assert (len(parse_form(text, "orders.yaml").orders), line_at(text, (0,))) == (1, 3)


def test_where_each_order_begins_is_told() -> None:
    assert [line_at(FORM.decode(), (number,)) for number in range(2)] == [6, 8]
