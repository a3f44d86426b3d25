"""Orders from the wire: what is wrong, where, and what would be right."""

import pytest

from adjudicator.kernel import Malformed
from adjudicator.registry import title

PERIKLES = title("perikles")


@pytest.mark.parametrize(
    ("wire", "says"),
    [
        (b"nonsense", "orders are not JSON"),
        ({"question": "D-S1"}, "Expected `array`, got `object`; wanted is a list of objects"),
        (["D-S1"], r"got `str` - at `\$\[0\]`; its question is one of D-2, D-3"),
        ([{"city": "athens"}], "its question is one of D-2, D-3"),
        ([{"question": "D-1", "city": "athens"}], "its question is one of D-2, D-3"),
        ([{"question": "D-S1", "city": "rome"}], r"Invalid enum value 'rome' .*\$\[0\].city`; D-S1 takes city \(argos"),
        (
            [{"question": "D-S1", "city": "athens"}, {"question": "D-S1B"}],
            r"\$\[1\]`; D-S1B takes city \(argos, athens",
        ),
        ([{"question": "D-S1", "city": "athens", "by": "force"}], "unknown field `by`.*D-S1 takes city"),
        ([{"question": "D-S1", "city": 1}], r"D-S1 takes city \("),
    ],
)
def test_a_malformed_order_is_refused_with_what_would_be_right(wire, says):
    with pytest.raises(Malformed, match=says):
        PERIKLES.decode_orders(wire)


def test_an_order_survives_the_wire():
    orders = PERIKLES.decode_orders(b'[{"city":"athens","question":"D-S1"}]')
    assert PERIKLES.encode_orders(orders) == b'[{"city":"athens","question":"D-S1"}]'


def test_the_schema_of_an_order_names_its_fields():
    [schema] = PERIKLES.order_schema("D-S1")["$defs"].values()
    assert schema["required"] == ["question", "city"]
    assert schema["additionalProperties"] is False
