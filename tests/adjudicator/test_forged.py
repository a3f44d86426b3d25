"""What was not offered is refused, whoever sends it, and a refusal changes nothing."""

import msgspec
import pytest

from adjudicator.kernel import Chance, Malformed
from adjudicator.registry import title
from tests.adjudicator.players import key, playthrough

PERIKLES = title("perikles")
FORGERIES = 10_000
UNASKED = [question.id for question in PERIKLES.questions.values() if question.unasked]
WORDS = ("rome", "athens", "red", "green", "hoplite", "attacker", "sparta-h4a", "pylos", "persia", "persia-h3a", "pool")


def forged(before, sent, stale, seed):
    """(seat, order as plain data, why it cannot be legal) for one phase."""
    asked = {ask.seat: [a.question for a in before.phase.asked_of(ask.seat)] for ask in before.phase.asks}
    plain = [(seat, PERIKLES.order_to_dict(order)) for seat, orders in sent.items() for order in orders]
    for seat, order in plain:
        if order["question"] in UNASKED:
            continue
        for other in before.seats:
            if order["question"] not in asked.get(other, []):
                yield other, order, "wrong seat"
        yield seat, {**order, "extra": 1}, "extra field"
        yield seat, {name: value for name, value in order.items() if name == "question"} | {"x": 1}, "no fields"
        for name, value in order.items():
            if name != "question":
                yield seat, {**order, name: {"nested": value}}, "wrong type"
        for question in PERIKLES.questions:
            if question not in asked.get(seat, []) and question not in UNASKED:
                yield seat, {**order, "question": question}, "wrong question"
    for seat, order in stale:
        if order["question"] not in [*asked.get(seat, []), *UNASKED]:
            yield seat, order, "stale"


def refused(before, seat, order):
    """Whether the service would refuse it: it does not decode, or its check fails. The view must stay as it was."""
    view = PERIKLES.view(before, seat)
    bytes_before = PERIKLES.encode(view)
    try:
        [decoded] = PERIKLES.decode_orders([order])
    except Malformed:
        return True
    refusals = PERIKLES.check(view, seat, [decoded])
    assert PERIKLES.encode(view) == bytes_before
    assert all(refusal.clause and refusal.message for refusal in refusals)
    return bool(refusals)


def test_forged_orders_are_refused_by_the_ten_thousand_and_change_nothing():
    tried = seed = 0
    while tried < FORGERIES:
        seed += 1
        stale = []
        for before, sent, _, _ in playthrough(PERIKLES, 3 + seed % 3, ("forged", seed), missing=0):
            as_it_was = PERIKLES.encode(before)
            for seat, order, why in forged(before, sent, stale[-6:], seed):
                assert refused(before, seat, order), (seat, order, why, before.phase)
                tried += 1
            assert PERIKLES.encode(before) == as_it_was
            stale += [(seat, PERIKLES.order_to_dict(o)) for seat, orders in sent.items() for o in orders]


def test_a_forged_order_beside_a_good_one_leaves_the_good_one_as_it_is():
    for before, sent, chance_key, resolution in playthrough(PERIKLES, 4, "beside", missing=0):
        idle = next((seat for seat in before.seats if seat not in sent and not before.phase.asked_of(seat)), None)
        if idle is None or not sent:
            continue
        [order] = [o for orders in sent.values() for o in orders if o.__struct_config__.tag not in UNASKED][:1]
        again = PERIKLES.resolve(before, {**sent, idle: [order]}, Chance(chance_key))
        assert PERIKLES.encode(again.position) == PERIKLES.encode(resolution.position)
        assert again.events == resolution.events
        assert [fallen.seat for fallen in again.fallen] == [idle]


@pytest.mark.parametrize("seed", range(4))
def test_random_words_in_random_fields_never_break_the_check(seed):
    """Any order that decodes is legal or refused by a clause; nothing raises, whatever stands in its fields."""
    for number, (before, sent, _, _) in enumerate(playthrough(PERIKLES, 3 + seed % 3, ("words", seed), missing=0)):
        for seat, orders in sent.items():
            for order in orders:
                for plain in scrambled(PERIKLES.order_to_dict(order), key(seed, number, seat)):
                    try:
                        decoded = PERIKLES.decode_orders([plain])
                    except Malformed:
                        continue
                    if PERIKLES.check(PERIKLES.view(before, seat), seat, decoded) == []:
                        PERIKLES.resolve(before, {**sent, seat: decoded}, Chance(key(number)))


def scrambled(plain, noise):
    """Copies of an order with one text replaced."""
    data = msgspec.json.encode(plain).decode()
    texts = [text for text in data.split('"')[1::2] if text not in ("question", plain["question"])]
    for number, text in enumerate(texts[:8]):
        word = WORDS[noise[number] % len(WORDS)]
        yield msgspec.json.decode(data.replace(f'"{text}"', f'"{word}"'))
