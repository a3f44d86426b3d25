"""The characters of what people type: none that is no character, hides, or turns the text around it.

Not taken are the controls of C0 and C1 and DEL, the separators U+2028 and U+2029, the marks that embed, override or
isolate a direction of writing, U+FFFE, U+FFFF, lone surrogates. A line break is taken where a text has several lines.
"""

from __future__ import annotations

import re
from typing import Final

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
