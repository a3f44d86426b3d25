"""JSON in one form only (RFC 8785, without floats), read strictly; base64 in one form only.

`loads` refuses what two readers could understand differently: duplicate keys, floats, NaN, integers beyond 2**53 - 1,
lone surrogates, anything but UTF-8, and nesting deeper than `MAX_DEPTH`. The caller bounds the size first.
"""

import base64
import binascii
import json
from typing import Any, NoReturn

import rfc8785

from schemas.errors import Malformed

MAX_DEPTH = 32
MAX_INTEGER = 2**53 - 1


def dumps(value: Any, what: str = "value") -> bytes:
    """Write `value` in its one canonical form; floats and integers beyond 2**53 - 1 are refused."""
    _require_plain(value, what, MAX_DEPTH)
    try:
        return _written(value)
    except (TypeError, ValueError) as error:
        raise Malformed(what, str(error)) from error


def loads(raw: bytes, what: str) -> Any:
    """Read JSON strictly; `what` names it in the refusal."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(what, f"not UTF-8 at byte {error.start}") from error
    try:
        value = json.loads(text, **_STRICTLY)
    except RecursionError as error:
        raise Malformed(what, f"nested deeper than {MAX_DEPTH}") from error
    except ValueError as error:
        raise Malformed(what, str(error)) from error
    if not _is_plainly_plain(text):
        _require_plain(value, what, MAX_DEPTH)
    return value


def loads_canonical(raw: bytes, what: str) -> Any:
    """Read JSON that must be byte for byte in canonical form."""
    value = loads(raw, what)
    if _written(value) != raw:
        raise Malformed(what, "not in the canonical form of RFC 8785 (sorted keys, no white space, shortest escapes)")
    return value


def to_base64(data: bytes) -> str:
    """Standard base64 with padding, as DSSE's own fields use it."""
    return base64.b64encode(data).decode("ascii")


def from_base64(text: str, what: str) -> bytes:
    """Read standard base64; exactly one text stands for given bytes."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Malformed(what, "not standard base64 with padding") from error
    if to_base64(data) != text:
        raise Malformed(what, "base64 with stray bits at its end")
    return data


def to_base64url(data: bytes) -> str:
    """Unpadded base64url, as binary fields inside payloads use it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_base64url(text: str, what: str, length: int | None = None) -> bytes:
    """Read unpadded base64url of `length` bytes; exactly one text stands for given bytes."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise Malformed(what, "not base64url without padding") from error
    if to_base64url(data) != text:
        raise Malformed(what, "not base64url without padding, or with stray bits at its end")
    if length is not None and len(data) != length:
        raise Malformed(what, f"{len(data)} bytes long; expected {length}")
    return data


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value:
            raise ValueError(f"the key {key!r} appears twice in one object")
        value[key] = item
    return value


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"{text[:40]} is not an integer; only integers are allowed")


def _safe_integer(text: str) -> int:
    value = int(text)
    if abs(value) > MAX_INTEGER:
        raise ValueError(f"an integer beyond {MAX_INTEGER} in size")
    return value


_STRICTLY: Any = {
    "object_pairs_hook": _without_duplicates,
    "parse_float": _no_float,
    "parse_constant": _no_float,
    "parse_int": _safe_integer,
}


def _written(value: Any) -> bytes:
    """A plain value, in its canonical form.

    Where it is ASCII without escapes, the standard library writes the very same, and is many times faster: RFC 8785
    sorts by UTF-16, Python by code points, which differ beyond ASCII only.
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() if text.isascii() and "\\" not in text else rfc8785.dumps(value)


def _is_plainly_plain(text: str) -> bool:
    """Can what was read strictly from this text hold neither a lone surrogate nor too much depth? Then nobody looks.

    A lone surrogate comes from an escape only, because the text was UTF-8; depth from brackets.
    """
    return "\\" not in text and text.count("{") + text.count("[") <= MAX_DEPTH


def _require_plain(value: Any, what: str, depth: int) -> None:
    """Only objects, lists, strings, safe integers, booleans and null, at most `depth` levels deep."""
    if depth < 0:
        raise Malformed(what, f"nested deeper than {MAX_DEPTH}")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise Malformed(what, f"a key that is not a string: {key!r}")
            _require_scalar_values(key, what)
            _require_plain(item, what, depth - 1)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _require_plain(item, what, depth - 1)
    elif isinstance(value, str):
        _require_scalar_values(value, what)
    elif isinstance(value, float):
        raise Malformed(what, f"{value} is not an integer; only integers are allowed")
    elif isinstance(value, int) and abs(value) > MAX_INTEGER:
        raise Malformed(what, f"an integer beyond {MAX_INTEGER} in size")


def _require_scalar_values(text: str, what: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Malformed(what, "a string with a lone surrogate") from error
