"""The parts of a mail: bounded before and while they are parsed, for anybody can send anything.

The standard library's parser takes half a minute for some mails of a megabyte, and its modern header objects raise on
one in thirty that is not well formed. So what a mail costs is bounded before it is parsed, headers are cut to a length
as they are read, and the plain (`compat32`) header values are used throughout.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from email.utils import getaddresses
from typing import Any, Final, cast

MOST_BYTES: Final = 1_048_576
"""Holds the largest envelope, armored and attached, beneath a whole quoted report with its board."""
MOST_LINES: Final = 30_000
MOST_DASHED_LINES: Final = 1_000
MOST_CONTAINERS: Final = 40
MOST_PARTS: Final = 60
MOST_DEPTH: Final = 8
LONGEST_HEADER: Final = 2_000

TAG = re.compile(r"<(/?[A-Za-z!][^<>]{0,4000})>")
BREAKING = ("br", "p", "div", "tr", "li", "pre", "blockquote", "td", "table", "ul", "h")
CONTAINER = re.compile(rb"multipart/|message/", re.IGNORECASE)


class Bomb(Exception):
    """A mail made to be expensive: it is dropped without an answer."""


class CutHeaders(Compat32):
    """Header values as they came, cut to a length that no honest one has."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """The name and the value of a header."""
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


@dataclass(frozen=True)
class Part:
    """A part that holds something: its type, its file name, its bytes, and how to name it to a person."""

    kind: str
    name: str
    content: bytes
    attached: bool

    @property
    def text(self) -> str:
        """The content as text; of HTML, what would be seen."""
        text = decode(self.content)
        return without_tags(text) if self.kind == "text/html" else text


def parse(raw: bytes) -> Message[Any, Any]:
    """Parse a mail; raises `Bomb` for one that would cost too much."""
    if len(raw) > MOST_BYTES:
        raise Bomb("too large")
    if raw.count(b"\n") + raw.count(b"\r") > 2 * MOST_LINES or raw.count(b"\n--") > MOST_DASHED_LINES:
        raise Bomb("too many lines")
    if sum(1 for _ in CONTAINER.finditer(raw)) > MOST_CONTAINERS:
        raise Bomb("too many containers")
    try:
        return BytesParser(policy=CutHeaders()).parsebytes(raw)
    except RecursionError:
        raise Bomb("nested too deep") from None


def header(message: Message[Any, Any], name: str) -> str:
    """A header's value on one line; empty without one."""
    return " ".join(str(message.get(name, "")).split())


def addresses(message: Message[Any, Any], name: str) -> list[str]:
    """The addresses in a header; none where comments are nested deeper than the library can follow."""
    try:
        return [address for _, address in getaddresses([header(message, name)]) if address]
    except RecursionError:
        return []


def leaves(message: Message[Any, Any]) -> list[Part]:
    """Every part that holds something, also of mails forwarded whole; raises `Bomb` for too many or too deep."""
    found: list[Part] = []
    for part, depth in walk(message, 0):
        if depth > MOST_DEPTH or len(found) == MOST_PARTS:
            raise Bomb("too many parts")
        if not part.is_multipart():
            found.append(leaf(part))
    return found


def walk(message: Message[Any, Any], depth: int) -> Iterator[tuple[Message[Any, Any], int]]:
    """All parts with their depth, containers included."""
    yield message, depth
    if message.is_multipart() and depth <= MOST_DEPTH:
        for part in cast("list[Message[Any, Any]]", message.get_payload()):
            yield from walk(part, depth + 1)


def leaf(part: Message[Any, Any]) -> Part:
    """What a part holds. Its charset is taken off first: the library would decode by it, and some take very long."""
    kind, name = part.get_content_type(), file_name(part)
    attached = bool(name) or part.get_content_disposition() == "attachment" or not kind.startswith("text/")
    del part["Content-Type"]
    try:
        content = part.get_payload(decode=True)
    except ValueError:
        content = None
    return Part(kind, name, content if isinstance(content, bytes) else b"", attached)


def file_name(part: Message[Any, Any]) -> str:
    """The file name that a part claims, in lower case; only its ending is looked at."""
    try:
        return str(part.get_filename("")).lower()
    except (ValueError, LookupError, TypeError):
        return ""


def decode(content: bytes) -> str:
    """Bytes as text. Of a text in any charset only ASCII is looked for, so nothing else of a charset is believed."""
    for mark, charset in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"), (b"", "utf-8")):
        if content.startswith(mark):
            try:
                return content.decode(charset)
            except UnicodeDecodeError:
                continue
    return content.decode("latin-1")


def without_tags(text: str) -> str:
    """HTML as text, in linear time; entities are not decoded."""
    return TAG.sub(lambda tag: "\n" if tag[1].lstrip("/").lower().startswith(BREAKING) else "", text)
