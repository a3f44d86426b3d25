"""One form only: what two readers could understand differently is refused."""

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import Malformed
from schemas.statements import canonical

SCALARS = st.none() | st.booleans() | st.integers(-canonical.MAX_INTEGER, canonical.MAX_INTEGER) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(VALUES)
def test_what_is_written_reads_back_and_has_one_form(value):
    raw = canonical.dumps(value)
    assert canonical.loads(raw, "value") == value
    assert canonical.loads_canonical(raw, "value") == value
    assert raw == rfc8785.dumps(value)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b'{"a":1,"a":1}', "the key 'a' appears twice"),
        (b'{"b":{"a":1,"a":2}}', "the key 'a' appears twice"),
        (b"1.0", "1.0 is not an integer"),
        (b"1e3", "1e3 is not an integer"),
        (b"NaN", "NaN is not an integer"),
        (b"-Infinity", "-Infinity is not an integer"),
        (b"9007199254740992", "an integer beyond 9007199254740991"),
        (b"1" * 5000, "malformed header"),
        (b'"\xff"', "not UTF-8 at byte 1"),
        ('"ä"'.encode("utf-16"), "not UTF-8"),
        (b"\xef\xbb\xbf{}", "malformed header"),
        (b'"\\ud800"', "lone surrogate"),
        (b'{"\\ud800":1}', "lone surrogate"),
        (b"[" * 34 + b"]" * 34, "nested deeper than 32"),
        (b"[" * 100_000, "nested deeper than 32"),
        (b"{} {}", "Extra data"),
        (b"", "Expecting value"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(raw, why):
    with pytest.raises(Malformed, match=why) as caught:
        canonical.loads(raw, "header")
    assert str(caught.value).startswith("malformed header: ")
    assert caught.value.code == "malformed"


def test_a_refusal_does_not_send_back_all_that_it_refuses():
    with pytest.raises(Malformed) as caught:
        canonical.loads(b'{"%s":1,"%s":2}' % (b"a" * 9_000, b"a" * 9_000), "header")
    assert len(caught.value.message) < 400


def test_thirty_two_levels_are_not_too_deep():
    assert canonical.loads(b"[" * 32 + b"]" * 32, "header")


@pytest.mark.parametrize("raw", [b'{"b":1,"a":2}', b'{"a": 1}', b'"\\u0041"', b"[1]\n", b"-0"])
def test_another_form_of_the_same_value_is_refused(raw):
    canonical.loads(raw, "header")
    with pytest.raises(Malformed, match="canonical form of RFC 8785"):
        canonical.loads_canonical(raw, "header")


@pytest.mark.parametrize("value", [1.5, [1.0], {"a": float("nan")}, 2**53, "\ud800", {"\ud800": 1}, {1: 2}, {"a": {1}}])
def test_what_cannot_be_read_back_is_not_written(value):
    with pytest.raises(Malformed, match="malformed order: "):
        canonical.dumps(value, "order")


@given(st.binary())
def test_base64_reads_back(data):
    assert canonical.from_base64(canonical.to_base64(data), "body") == data
    assert canonical.from_base64url(canonical.to_base64url(data), "salt") == data
    assert "=" not in canonical.to_base64url(data)


@pytest.mark.parametrize("text", ["AB==", "AA=", "AA", "A A=", "AA==\n", "_w==", "AA==AA==", "ä", "=", "====", "A==="])
def test_other_texts_for_the_same_bytes_are_refused_in_base64(text):
    with pytest.raises(Malformed, match="malformed body"):
        canonical.from_base64(text, "body")


@pytest.mark.parametrize("text", ["AA==", "AB", "A", "A+", "A/", "AA\n", "ä", "="])
def test_other_texts_for_the_same_bytes_are_refused_in_base64url(text):
    with pytest.raises(Malformed, match="malformed salt"):
        canonical.from_base64url(text, "salt")


def test_a_wrong_length_is_named_with_both_values():
    with pytest.raises(Malformed, match="1 bytes long; expected 32"):
        canonical.from_base64url("AA", "salt", 32)
