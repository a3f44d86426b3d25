"""Every fault of plain data is found, and nothing that fits is called one."""

from typing import Annotated, Literal

import msgspec
import pytest

from adjudicator.kernel import Malformed
from adjudicator.kernel.errors import MOST_FAULTS
from adjudicator.kernel.faults import convert


class Here(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="here"):
    side: Literal["attacker", "defender"]
    held: int | None = None
    counts: dict[Literal["a", "b"], Annotated[int, msgspec.Meta(ge=0)]] = {}
    inner: "list[Here | str]" = []


class There(msgspec.Struct, tag_field="kind", tag="there"):
    far: bool

    def __post_init__(self):
        if not self.far:
            raise ValueError("there is far")


GOOD = {"kind": "here", "side": "attacker"}


@pytest.mark.parametrize(
    ("plain", "faults"),
    [
        ({**GOOD, "side": "atacker"}, ["side: 'atacker' is not known here; choose attacker or defender"]),
        ({**GOOD, "held": "x"}, ["held: 'x' is not a whole number or nothing (null)"]),
        ({**GOOD, "held": None, "counts": {"a": -1, "c": 1}}, [
            "counts, a: -1 is not a whole number, 0 or more", "counts: 'c' is not known here; choose a or b",
        ]),
        ({**GOOD, "inner": ["word", GOOD, {"kind": "here"}, 3]}, [
            "inner 3: side is missing (attacker or defender)",
            "inner 4: 3 is not a group of named values (side, held, counts, inner) or a text",
        ]),
        ({"kind": "there", "far": False}, ["there is far"]),
        ({"kind": "nowhere"}, ["there is no kind 'nowhere'; choose here or there"]),
        ({"kind": 7}, ["7 is no kind; choose here or there"]),
        ([], ["a list does not name its kind; choose here or there"]),
        ({**GOOD, "sides": 1, "extra": None}, [
            "'sides' is not known here; it may hold side, held, counts, inner",
            "'extra' is not known here; it may hold side, held, counts, inner",
        ]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_where_it_stands_with_what_would_be_right(plain, faults):
    with pytest.raises(Malformed) as refused:
        convert(plain, Here | There)
    assert [str(fault) for fault in refused.value.faults] == faults


def test_no_more_is_told_than_a_person_reads():
    with pytest.raises(Malformed, match="and 1 more") as refused:
        convert(["x"] * 1000, list[int])
    assert len(refused.value.faults) == MOST_FAULTS


@pytest.mark.parametrize("depth", [40, 600])
def test_half_a_character_and_what_is_nested_deep_are_told_like_anything_else(depth):
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    inside: dict = {"kind": "here"}
    for _ in range(depth):
        inside = {**GOOD, "inner": [inside]}
    for plain in ({"kind": "here", "side": "\ud800"}, deep, inside):
        with pytest.raises(Malformed) as refused:
            convert(plain, Here | There)
        assert str(refused.value).encode()
