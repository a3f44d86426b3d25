"""A components file as it travels in letters."""

import zlib

import pytest

from schemas.documents.components_files import MAX_BYTES, WrongComponents, packed, unpacked
from schemas.statements.canonical import to_base64url


def test_a_file_comes_out_as_it_went_in_and_travels_small():
    text = "rounds: 3  # λόγος\n" * 1_000
    assert unpacked(packed(text)) == text
    assert len(packed(text)) < len(text) // 20


def test_the_largest_file_is_taken_and_a_larger_one_is_not_unpacked():
    assert len(unpacked(packed("x" * MAX_BYTES))) == MAX_BYTES
    with pytest.raises(WrongComponents, match="more than"):
        unpacked(packed("x" * (MAX_BYTES + 1)))


@pytest.mark.parametrize(
    ("bytes_", "says"),
    [
        (b"rounds: 3", "cannot be read"),
        (zlib.compress(b"\xff\xfe"), "cannot be read"),
        (zlib.compress(b"rounds: 3")[:-4], "cut short"),
    ],
)
def test_what_is_no_file_is_refused(bytes_, says):
    with pytest.raises(WrongComponents, match=says):
        unpacked(to_base64url(bytes_))
