"""What people type into statements, and the ids and names of games.

Refused where it is signed and where it is taken: a character that is none, hides, or turns the text around it. Those
are the controls of C0 and C1 and DEL, the separators U+2028 and U+2029, the marks that embed, override or isolate a
direction of writing, U+FFFE, U+FFFF, lone surrogates. A line break is taken where a text has several lines. What is
stored is read as it is: an older name may hold what is refused now. Ids of games are short, and readable aloud
(proquints, arXiv:0901.4016: `lusab-babad` is 32 bits).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from schemas.errors import Malformed

REFUSED: Final = "\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff"
"""As a class of regular expressions has them, in any dialect; surrogates stand in no UTF-8."""
_IN_A_LINE: Final = re.compile(f"[{REFUSED}\ud800-\udfff]")
_IN_LINES: Final = re.compile(_IN_A_LINE.pattern.replace("\x00-\x1f", "\x00-\x09\x0b-\x1f"))


def refused_character(text: str, *, several_lines: bool = False) -> str | None:
    """The first character that is not taken, and where it stands, in words; None where all are."""
    found = (_IN_LINES if several_lines else _IN_A_LINE).search(text)
    if found is None:
        return None
    code = ord(found[0])
    return f"character {found.start() + 1} is U+{code:04X}, {_kind(code)}; leave it out"


def left_out(text: str) -> str:
    """A text of one line without what is not taken: for what was stored before that was refused."""
    return _IN_A_LINE.sub("", text)


def _kind(code: int) -> str:
    if code == 0x0A:
        return "a line break, which a text of one line cannot have"
    if code < 0x20 or 0x7F <= code < 0xA0:
        return "a control character"
    if code in (0x2028, 0x2029):
        return "a separator of lines"
    return "no character" if code > 0x2069 else "a mark that turns the direction of writing"


CONSONANTS = "bdfghjklmnprstvz"
VOWELS = "aiou"
TYPABLE: Final = re.compile(r"[a-z0-9][a-z0-9-]{2,40}")


def as_typed(name: str) -> str:
    """A game's name as one word for a command line: `The long war` is also `the-long-war`."""
    return "-".join(re.findall(r"\w+", name.casefold()))


def is_typable(name: str, titles: Collection[str]) -> bool:
    """Whether a name as typed is fit for commands: one that is not is not read as an option, a path or a title."""
    return bool(TYPABLE.fullmatch(name)) and name.partition("-")[0] not in titles


def game_id(statement: bytes) -> str:
    """The id of the game that a statement of this digest opens: its first 48 bits, so that the statement binds it."""
    return "-".join(proquint(int.from_bytes(statement[at : at + 2], "big")) for at in (0, 2, 4))


def proquint(number: int) -> str:
    """Sixteen bits as five letters that can be said."""
    return "".join((
        CONSONANTS[number >> 12 & 15],
        VOWELS[number >> 10 & 3],
        CONSONANTS[number >> 6 & 15],
        VOWELS[number >> 4 & 3],
        CONSONANTS[number & 15],
    ))  # fmt: skip


SEVERAL_LINES: Final = frozenset({("press", "text"), ("contest-act", "act.text")})
"""The fields, by kind of statement, in which a text has several lines."""
Line = Annotated[str, Meta(extra_json_schema={"pattern": f"^[^{REFUSED}]*$"})]
Lines = Annotated[str, Meta(extra_json_schema={"pattern": f"^(?:[^{REFUSED}]|\n)*$"})]


def require_typed(kind: str, content: Mapping[str, Any]) -> None:
    """Refuse a statement of somebody in which a text, or a name in it, holds a character that is not taken."""
    for field, value in content.items():
        _require(kind, field, value)


def _require(kind: str, where: str, value: Any) -> None:
    if isinstance(value, str):
        if (why := refused_character(value, several_lines=(kind, where) in SEVERAL_LINES)) is not None:
            raise Malformed(kind, f"{where}: {why}")
    elif isinstance(value, Mapping):
        for name, item in value.items():
            _require(kind, f"a name in {where}", name)
            _require(kind, f"{where}.{name}", item)
    elif isinstance(value, list | tuple):
        for item in value:
            _require(kind, where, item)
