"""What the fuzzers share: how much they try, and what is tried everywhere.

`make test` tries a little, the same every time; `make soak` (OSTRAKA_FUZZ=20) forty times as much, something else
every time. Whatever is found becomes an `@example` or a test of its own.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

TIMES = int(os.environ.get("OSTRAKA_FUZZ", "1"))
SLOW = 60.0
"""Seconds after which an input is a finding, however busy the machine is."""

NASTY = (
    "", "\0", "\ud800", "\ufeff", "\u202e", "%00", "../../etc/passwd", "a" * 5_000, "9" * 5_000, "-1", "1e999", "NaN",
    "null", "{}", "[" * 500, "'; drop table games; --", "{{7*7}}", "${jndi:x}", "\r\nX: x", "🏛", "e\u0301", "²",
)  # fmt: skip
TEXTS = st.text(max_size=20) | st.sampled_from(NASTY)
INTEGERS = st.integers() | st.sampled_from([2**31, 2**53, 2**63, 2**64, -(2**63), 10**400])
WORDS = st.builds(
    "=?{}?{}?{}?={}".format,
    st.sampled_from(["utf-8", "utf-7", "utf-16", "iso-2022-jp", "idna", "punycode", "rot13", "hex", "x", ""]),
    st.sampled_from("qQbBx"),
    st.sampled_from(
        ["a=0d=0aBcc:c@d.e", "=0d=0a=0d=0a<b>", "+2D0-", "2D3YPQ==", "=ED=A0=BD", "=00", "=1b[2J", "?", "____"]
    )
    | st.text("abAB019=_+/-", max_size=12),
    st.sampled_from(["", "@y.z", " ", "=?="]),
)
"""RFC 2047 words, most of them with a trap in them; all are printable ASCII."""
LEAVES = st.none() | st.booleans() | INTEGERS | st.floats() | TEXTS
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4))


def tries(count: int) -> Any:
    """Settings for half so many tries in a run of the suite, and many times so many in a soak."""
    return settings(max_examples=count * TIMES if TIMES > 1 else max(count // 2, 5))


@contextmanager
def in_time() -> Iterator[None]:
    """Whatever the block does, it is not to take long."""
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < SLOW


@st.composite
def mutated(draw: Any, plain: Any) -> Any:
    """Plain data in which something was changed, somewhere."""
    if isinstance(plain, dict) and plain and draw(st.integers(0, 3)):
        key = draw(st.sampled_from(sorted(plain)))
        how = draw(st.sampled_from(["within", "within", "gone", "renamed", "beside"]))
        rest = {name: value for name, value in plain.items() if name != key}
        if how == "within":
            return {**rest, key: draw(mutated(plain[key]))}
        if how == "gone":
            return rest
        return {**rest, draw(TEXTS): plain[key]} if how == "renamed" else {**plain, draw(TEXTS): draw(VALUES)}
    if isinstance(plain, list) and plain and draw(st.integers(0, 3)):
        at = draw(st.integers(0, len(plain) - 1))
        changed = draw(st.sampled_from(["within", "gone", "again"]))
        middle = {"within": [draw(mutated(plain[at]))], "gone": [], "again": [plain[at]] * 3}[changed]
        return [*plain[:at], *middle, *plain[at + 1 :]]
    return draw(VALUES)


@st.composite
def garbled(draw: Any, raw: bytes) -> bytes:
    """Bytes in which something was changed, somewhere."""
    at = draw(st.integers(0, len(raw)))
    end = min(len(raw), at + draw(st.integers(0, 20)))
    return raw[:at] + draw(st.binary(max_size=20) | st.sampled_from([b"", raw, raw[:200] * 5])) + raw[end:]
