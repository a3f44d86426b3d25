"""What people type into statements: refused where it is signed and where it is taken, if a character in it is.

What is stored is read as it is: an older name may hold what is refused now.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from schemas.errors import Malformed
from schemas.statements.characters import REFUSED, refused_character

SEVERAL_LINES: Final = frozenset({("press", "text")})
"""The fields, by kind of statement, in which a text has several lines."""
Line = Annotated[str, Meta(extra_json_schema={"pattern": f"^[^{REFUSED}]*$"})]
Lines = Annotated[str, Meta(extra_json_schema={"pattern": f"^(?:[^{REFUSED}]|\n)*$"})]


def require_typed(kind: str, content: Mapping[str, Any]) -> None:
    """Refuse a statement of somebody in which a text, or a name in it, holds a character that is not taken."""
    for field, value in content.items():
        _require(kind, field, value, several_lines=(kind, field) in SEVERAL_LINES)


def _require(kind: str, where: str, value: Any, *, several_lines: bool = False) -> None:
    if isinstance(value, str):
        if (why := refused_character(value, several_lines=several_lines)) is not None:
            raise Malformed(kind, f"{where}: {why}")
    elif isinstance(value, Mapping):
        for name, item in value.items():
            _require(kind, f"a name in {where}", name)
            _require(kind, f"{where}.{name}", item)
    elif isinstance(value, list | tuple):
        for item in value:
            _require(kind, where, item)
