"""Armor: whatever mail programs do to a block, the document comes out as it was, or a sentence says why not."""

import html
import textwrap
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.documents.armor import KINDS, MOST_BLOCKS, MOST_TEXT, Armored, Broken, armor, find
from schemas.envelopes.container import MAX_BYTES

DOCUMENT = b'{"body":"' + bytes(range(97, 123)) * 20 + b'","payload":"?>?~+/="}'
COMMENTS = {"Game": "lusab-babad-gutih", "Seat": "red", "Phase": "3"}
BLOCK = armor("envelope", DOCUMENT, COMMENTS)

Mangle = Callable[[str], str]


def each_line(change: Mangle) -> Mangle:
    return lambda text: "\n".join(change(line) for line in text.split("\n"))


def wrapped(width: int) -> Mangle:
    return lambda text: "\n".join(textwrap.wrap(text, width, break_on_hyphens=False))


MANGLES: dict[str, Mangle] = {
    "quoted": each_line(lambda line: f"> {line}"),
    "quoted without a space": each_line(lambda line: f">{line}"),
    "quoted with a bar": each_line(lambda line: f" | {line}"),
    "quoted with initials": each_line(lambda line: f" JD> {line}"),
    "quoted thrice": each_line(lambda line: f"> >> {line}"),
    "indented": each_line(lambda line: f"\t    {line}"),
    "with CRLF": lambda text: text.replace("\n", "\r\n"),
    "with CR alone": lambda text: text.replace("\n", "\r"),
    "with trailing spaces": each_line(lambda line: line + "   "),
    "with non-breaking spaces": each_line(lambda line: f"\u00a0\u00a0{line}\u00a0"),
    "with every line doubled in space": lambda text: text.replace("\n", "\n\n"),
    "space-stuffed and soft-broken": each_line(lambda line: f" {line} "),
    "with invisible characters": lambda text: "\ufeff" + text.replace("A", "\u200bA\u00ad"),
    "escaped as HTML": lambda text: html.escape(text).replace("+", "&#43;").replace(" ", "&nbsp;"),
    "with long dashes": lambda text: text.replace("-----", "——–"),
    "with dashes escaped": lambda text: text.replace("-----", "- -----", 1),
    "wrapped at 76": wrapped(76),
    "wrapped at 40": wrapped(40),
    "on one line": lambda text: " ".join(text.split()),
    "among words": lambda text: f"Dear host,\n\nnote: here it is: look\n\n{text}\n-- \nAnn\nhttps://x.test:8/",
}  # fmt: skip


def only(text: str) -> Armored | Broken:
    (found,) = find(text)
    return found


def refusal(text: str) -> str:
    found = only(text)
    assert isinstance(found, Broken)
    return found.message


@pytest.mark.parametrize("mangle", MANGLES.values(), ids=MANGLES)
def test_a_block_is_read_as_it_was(mangle: Mangle) -> None:
    found = only(mangle(BLOCK))
    assert isinstance(found, Armored), found
    assert (found.kind, found.document) == ("envelope", DOCUMENT)


STAGES = (("wrapped at 76", "wrapped at 40", "on one line"), tuple(MANGLES), ("escaped as HTML",))
"""Lines are run together before they are quoted, and what is quoted becomes HTML at the end."""


@given(data=st.data(), plain=st.booleans())
def test_a_block_is_read_after_several_hands(data: st.DataObject, plain: bool) -> None:
    text = armor("envelope", DOCUMENT) if plain else BLOCK
    for number, stage in enumerate(STAGES):
        once = set() if number != 1 else {*STAGES[0], *STAGES[2]}
        for name in data.draw(st.lists(st.sampled_from(sorted({*stage} - once)), max_size=3 if number == 1 else 1)):
            text = MANGLES[name](text)
    found = only(text)
    assert isinstance(found, Armored), text
    assert found.document == DOCUMENT


@given(document=st.binary(min_size=1, max_size=300), kind=st.sampled_from(sorted(KINDS)))
def test_any_bytes_of_any_kind_come_back(document: bytes, kind: str) -> None:
    assert only(armor(kind, document)) == Armored(kind, document, 1)


@given(st.text(alphabet="-BEGINDOSTRAKVLP >|:=+/\n&;#x0Aé", max_size=400))
def test_no_text_is_too_odd(text: str) -> None:
    find(text)
    found = find(f"{BLOCK}\n{text}\n{BLOCK}")
    assert next(block.document for block in found if isinstance(block, Armored)) == DOCUMENT


def test_every_block_of_a_text_is_found_and_told_by_its_line() -> None:
    other = armor("seat-act", b'{"payload":"other"}')
    text = f"first\n{BLOCK}\nsecond\n{MANGLES['quoted'](other)}"
    assert find(text) == [
        Armored("envelope", DOCUMENT, 2),
        Armored("seat-act", b'{"payload":"other"}', 2 + BLOCK.count("\n") + 2),
    ]


def test_a_broken_block_does_not_take_a_whole_one_with_it() -> None:
    cut = "\n".join(BLOCK.split("\n")[:6])
    first, second, third = find(f"{cut}\n\n{BLOCK}\n{cut}")
    assert isinstance(first, Broken)
    assert "no END line" in first.message
    assert isinstance(second, Armored)
    assert isinstance(third, Broken)
    assert (first.line, second.line, third.line) == (1, 8, 8 + BLOCK.count("\n") + 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n".join(BLOCK.split("\n")[:-2]), "no END line"),
        ("\n".join(BLOCK.split("\n")[1:]), "without its BEGIN line"),
        (BLOCK.replace("ENVELOPE", "ORDERS"), "the kinds are ACT, ALIAS, CLAIM, ENVELOPE"),
        (BLOCK.replace("END OSTRAKA ENVELOPE", "END OSTRAKA PRESS"), "begins as ENVELOPE and ends as another kind"),
        (BLOCK.replace("eyJ", "ey%J", 1), "not base64"),
        (BLOCK.replace("eyJ", "ey=J", 1), "not base64"),
        (armor("act", b"abc").replace("YWJj", "YWJjY"), "is missing"),
        ("-----BEGIN OSTRAKA ACT-----\n-----END OSTRAKA ACT-----", "is missing"),
        (armor("press", bytes(MAX_BYTES + 1)), f"{MAX_BYTES + 1} bytes; the most is {MAX_BYTES}"),
        (BLOCK.replace("eyJ", " " * MOST_TEXT + "eyJ", 1), f"more than {MOST_TEXT} characters"),
    ],
)  # fmt: skip
def test_a_broken_block_is_told_with_what_would_be_right(text: str, words: str) -> None:
    assert words in refusal(text)


def test_no_refusal_repeats_the_text_or_a_marker() -> None:
    for text in (
        "-----BEGIN OSTRAKA SECRET-WORD-----\n-----END OSTRAKA SECRET-WORD-----",
        "-----BEGIN OSTRAKA ATHENS-----",
    ):
        message = refusal(text)
        assert "SECRET" not in message
        assert "ATHENS" not in message
        assert find(message) == []


def test_a_document_of_the_largest_size_passes() -> None:
    document = b"{" * MAX_BYTES
    assert only(MANGLES["quoted thrice"](armor("envelope", document))) == Armored("envelope", document, 1)


def test_blocks_without_end_are_not_counted_for_ever() -> None:
    found = find(BLOCK * 60)
    assert len(found) == MOST_BLOCKS + 1
    assert isinstance(found[-1], Broken)
    assert f"more than {MOST_BLOCKS} blocks" in found[-1].message


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN OSTRAKA ENVELOPE-----" * 30_000,
        "-----BEGIN " * 90_000,
        "-" * 1_000_000,
        "--BEGIN" + " " * 1_000_000,
        BLOCK.replace("eyJ", "a> " * 190_000, 1),
        BLOCK.replace("eyJ", "\n" * 570_000, 1),
        BLOCK.replace("eyJ", ":" * 570_000, 1),
        BLOCK.replace("eyJ", "|" + " " * 570_000, 1),
        "&#x41;" * 170_000,
        "&" * 1_000_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_text_made_to_be_slow_is_not(text: str) -> None:
    began = time.process_time()
    find(text)
    assert time.process_time() - began < 5


@pytest.mark.parametrize("comments", [{"Game": "x\n-----END"}, {"Note": "x" * 300}])
def test_a_comment_is_one_short_line(comments: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="one printable line"):
        armor("envelope", DOCUMENT, comments)


def test_what_is_no_kind_is_not_armored() -> None:
    with pytest.raises(ValueError, match="'orders' is armored: act, alias, claim, envelope"):
        armor("orders", DOCUMENT)


def test_lines_are_short_enough_for_any_mail_program() -> None:
    assert max(len(line) for line in BLOCK.splitlines()) == 64
    assert BLOCK.splitlines()[1:5] == ["Game: lusab-babad-gutih", "Seat: red", "Phase: 3", ""]
