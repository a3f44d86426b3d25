"""Armor: a document as lines of plain text that live through mail programs.

    -----BEGIN OSTRAKA ENVELOPE-----
    Game: lusab-babad

    eyJib2R5Ijoi…
    -----END OSTRAKA ENVELOPE-----

Between the markers stands the document in base64. No quote mark, colon or dash is in that alphabet, so quoting,
indenting, wrapping and the comments after BEGIN can be told from it and taken off. Nothing is believed because it came
in armor: the signature inside decides. No message repeats a word of the text, so that answers never quote what came in.
"""

import base64
import html
import re
from collections.abc import Mapping
from typing import Final

import msgspec

from schemas.envelopes.container import MAX_BYTES
from schemas.statements.payloads import STATEMENTS

KINDS: Final = frozenset(payload.document for payload in STATEMENTS)
COLUMNS: Final = 64
MOST_BLOCKS: Final = 50
MOST_TEXT: Final = 3 * MAX_BYTES
"""Of one block, quote marks and white space included, before a character of it is decoded."""

DASH = "[-\u2010-\u2015\u2212]"
GAP = r"[\s>|]{0,20}"
MARKER = re.compile(
    rf"{DASH}{{2,10}}{GAP}(?P<end>BEGIN|END){GAP}OSTRAKA{GAP}(?P<kind>[A-Za-z]{{1,20}}(?:-[A-Za-z]{{1,20}})?){GAP}{DASH}{{2,10}}"
)
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
INVISIBLE = dict.fromkeys((0xAD, *range(0x200B, 0x2010), 0x2060, 0xFEFF))
QUOTE = re.compile(r"\s*(?:[A-Za-z]{0,3}[>|]\s*)+")
MARKS = re.compile(r"[\s>|]+")
FIRST_WORD = re.compile(r"\s*\S*")
JSON_BEGINS = "eyJ"
LONGEST_COMMENT = 200
BASE64 = re.compile(r"([A-Za-z0-9+/]*)=*")


class Armored(msgspec.Struct, frozen=True):
    """A document that was found; `line` is where its block begins."""

    kind: str
    document: bytes
    line: int


class Broken(msgspec.Struct, frozen=True):
    """A block that gives no document; the message says why, and what would be right."""

    line: int
    message: str


def armor(kind: str, document: bytes, comments: Mapping[str, str] | None = None) -> str:
    """Write a document as armored text. Comments are for people; programs that read the block ignore them."""
    if kind not in KINDS:
        raise ValueError(f"nothing of kind {kind!r} is armored: {', '.join(sorted(KINDS))}")
    notes = [f"{key}: {value}" for key, value in (comments or {}).items()]
    if any(len(note) > LONGEST_COMMENT or not note.isprintable() for note in notes):
        raise ValueError(f"a comment is one printable line of at most {LONGEST_COMMENT} characters")
    text = base64.b64encode(document).decode("ascii")
    lines = [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]
    name = kind.upper()
    return "\n".join((f"-----BEGIN OSTRAKA {name}-----", *notes, "", *lines, f"-----END OSTRAKA {name}-----", ""))


def find(text: str, largest: int = MAX_BYTES) -> list[Armored | Broken]:
    """Find every block in a text, whole or broken, in linear time. The caller bounds the text first.

    `largest` is the most that a document may have: letters to players may be larger than what a host takes.
    """
    text = ENTITY.sub(lambda entity: html.unescape(entity[0]), text).translate(INVISIBLE)
    found: list[Armored | Broken] = []
    begin: re.Match[str] | None = None
    line, counted, began = 1, 0, 1
    for marker in MARKER.finditer(text):
        line, counted = line + text.count("\n", counted, marker.start()), marker.start()
        if len(found) == MOST_BLOCKS:
            return [*found, Broken(line, f"more than {MOST_BLOCKS} blocks in one text: send those that matter")]
        if marker["end"] == "BEGIN":
            if begin is not None:
                found.append(_endless(began))
            begin, began = marker, line
        elif begin is None:
            found.append(Broken(line, "an END line without its BEGIN line: send the whole block, from BEGIN to END"))
        else:
            found.append(_read(began, begin, marker, largest))
            begin = None
    return found if begin is None else [*found, _endless(began)]


def _read(line: int, begin: re.Match[str], end: re.Match[str], largest: int) -> Armored | Broken:
    """The block between two markers, or what is wrong with it."""
    kind = begin["kind"].lower()
    if kind not in KINDS:
        return Broken(line, f"a block of an unknown kind; the kinds are {', '.join(sorted(KINDS)).upper()}")
    if end["kind"].lower() != kind:
        return Broken(line, f"the block begins as {kind.upper()} and ends as another kind: send one whole block")
    longest = MOST_TEXT * largest // MAX_BYTES
    if end.start() - begin.end() > longest:
        return Broken(line, f"a block of more than {longest} characters, longer than any real one")
    whole = BASE64.fullmatch(_base64(begin.string[begin.end() : end.start()]))
    if whole is None:
        return Broken(line, "the block contains something that is not base64: send it unchanged, or as a file")
    if len(whole[1]) % 4 == 1 or not whole[1]:
        return Broken(line, "part of the block is missing: send it unchanged, or as a file")
    document = base64.b64decode(whole[1] + "=" * (-len(whole[1]) % 4))
    if len(document) > largest:
        return Broken(line, f"a document of {len(document)} bytes; the most is {largest}")
    return Armored(kind, document, line)


def _base64(body: str) -> str:
    """What stands after the comments: after the line of the last colon or, where lines were run together, its word."""
    unquoted = "\n".join(QUOTE.sub("", line, count=1) for line in body.splitlines())
    _, colon, rest = unquoted.rpartition(":")
    readings = (rest.partition("\n")[2], FIRST_WORD.sub("", rest, count=1)) if colon else (rest,)
    texts = [MARKS.sub("", reading) for reading in readings]
    return next((text for text in texts if text.startswith(JSON_BEGINS)), texts[0])


def _endless(line: int) -> Broken:
    return Broken(line, "the block has no END line: send the whole block, from BEGIN to END, or as a file")
