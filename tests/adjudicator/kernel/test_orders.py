"""Orders from the wire: what is wrong, where, and what would be right."""

import pytest

from adjudicator.kernel import Malformed
from adjudicator.registry import title

PERIKLES = title("perikles")


@pytest.mark.parametrize(
    ("wire", "says"),
    [
        (b"nonsense", "orders are not JSON"),
        ({"question": "D-S1"}, "orders are a list, each beginning with its question"),
        (["D-S1"], "order 1: 'D-S1' does not name its question; choose D-2, D-3"),
        ([{"city": "athens"}], "order 1: its question is missing; choose D-2, D-3"),
        ([{"question": "D-1", "city": "athens"}], "order 1: there is no question 'D-1'; choose D-2, D-3"),
        ([{"question": "D-S1", "city": "rome"}], "order 1, city: 'rome' is not known here; choose argos"),
        (
            [{"question": "D-S1", "city": "athens"}, {"question": "D-S1B"}],
            "order 2: city is missing .argos, athens",
        ),
        ([{"question": "D-S1", "city": "athens", "by": "force"}], "order 1: 'by' is not known here; it may hold city"),
        ([{"question": "D-S1", "city": 1}], "order 1, city: 1 is not known here; choose argos"),
    ],
)
def test_a_malformed_order_is_refused_with_what_would_be_right(wire, says):
    with pytest.raises(Malformed, match=says):
        PERIKLES.decode_orders(wire)


def test_every_error_of_all_orders_is_told_at_once():
    placed = [{"counter": 4, "location": "attica", "side": "atacker"}, {"location": "attica"}]
    with pytest.raises(Malformed) as refused:
        PERIKLES.decode_orders([{"question": "D-5C", "placements": placed, "cub": "athens"}, {"question": "D-99"}])
    assert [str(fault).partition(";")[0] for fault in refused.value.faults] == [
        "order 1, placements 1, counter: 4 is not a text",
        "order 1, placements 1, side: 'atacker' is not known here",
        "order 1, placements 2: counter is missing (the name of a counter)",
        "order 1, placements 2: side is missing (attacker or defender)",
        "order 1: 'cub' is not known here",
        "order 2: there is no question 'D-99'",
    ]


def test_an_order_survives_the_wire():
    orders = PERIKLES.decode_orders(b'[{"city":"athens","question":"D-S1"}]')
    assert PERIKLES.encode_orders(orders) == b'[{"city":"athens","question":"D-S1"}]'


def test_the_schema_of_an_order_names_its_fields():
    [schema] = PERIKLES.order_schema("D-S1")["$defs"].values()
    assert schema["required"] == ["question", "city"]
    assert schema["additionalProperties"] is False


def test_the_same_order_sent_many_times_is_looked_at_once(monkeypatch):
    from tests.adjudicator.players import begin
    from tests.titles.ballot import TITLE

    position = begin(TITLE, 3, "many times").position
    seat = position.phase.asks[0].seat
    view = TITLE.view(position, seat)
    order, other = list(TITLE.options(view, seat, "B-1"))[:2]
    looked = []
    refusal = type(TITLE)._refusal
    monkeypatch.setattr(type(TITLE), "_refusal", lambda *args: looked.append(args[3]) or refusal(*args))
    refused = TITLE.check(view, seat, [order] * 500 + [other])
    assert looked == [order, other]
    assert len(refused) == 500
    assert all("more than once; send one order" in one.message for one in refused)
