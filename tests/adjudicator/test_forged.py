"""What was not offered is refused, whoever sends it, and a refusal changes nothing."""

import msgspec
import pytest

from adjudicator.kernel import Chance, Malformed
from adjudicator.registry import title, titles
from tests.adjudicator.players import key, played_best, playthrough

FORGERIES = 4_000
WORDS = {
    "athens_sparta": ("rome", "sparta", "athens", "F08", "S10", "A08", "C04", "SICILY", "hoplite", "BESIEGED"),
    "perikles": ("rome", "athens", "red", "green", "hoplite", "attacker", "sparta-h4a", "pylos", "persia-h3a", "pool"),
    "polis": ("rome", "sparta", "athens", "thebai", "attika", "kyklades", "C01", "silver", "persis_1", "socrates"),
    "pericles": ("rome", "athens", "AF", "EK", "naval", "military", "ATH-04", "isthmus", "spartan_base", "delian_land"),
}


@pytest.fixture(params=titles())
def rules(request):
    return title(request.param)


def games(rules, seed, what):
    """A game by random bots that all answer; seats by seed."""
    counts = played_best(rules).seat_counts
    return playthrough(rules, counts[seed % len(counts)], (what, seed), missing=0)


def unasked(rules):
    return [question.id for question in rules.questions.values() if question.unasked]


def forged(rules, before, sent, stale):
    """(seat, order as plain data, why it cannot be legal) for one phase."""
    asked = {ask.seat: [a.question for a in before.phase.asked_of(ask.seat)] for ask in before.phase.asks}
    free = unasked(rules)
    plain = [(seat, rules.order_to_dict(order)) for seat, orders in sent.items() for order in orders]
    for seat, order in plain:
        if order["question"] in free:
            continue
        for other in before.seats:
            if order["question"] not in asked.get(other, []):
                yield other, order, "wrong seat"
        yield seat, {**order, "extra": 1}, "extra field"
        yield seat, {name: value for name, value in order.items() if name == "question"} | {"x": 1}, "no fields"
        for name, value in order.items():
            if name != "question":
                yield seat, {**order, name: {"nested": value}}, "wrong type"
        for question in rules.questions:
            if question not in asked.get(seat, []) and question not in free:
                yield seat, {**order, "question": question}, "wrong question"
    for seat, order in stale:
        if order["question"] not in [*asked.get(seat, []), *free]:
            yield seat, order, "stale"


def refused(rules, view, seat, order):
    """Whether the service would refuse it: it does not decode, or its check fails."""
    try:
        [decoded] = rules.decode_orders([order])
    except Malformed:
        return True
    refusals = rules.check(view, seat, [decoded])
    assert all(refusal.clause and refusal.message for refusal in refusals)
    return bool(refusals)


def test_forged_orders_are_refused_by_the_thousand_and_change_nothing(rules):
    tried = seed = 0
    while tried < FORGERIES:
        seed += 1
        stale = []
        for before, sent, _, _ in games(rules, seed, "forged"):
            as_it_was = rules.encode(before)
            views = {seat: rules.view(before, seat) for seat in before.seats}
            views_as_they_were = {seat: rules.encode(view) for seat, view in views.items()}
            for seat, order, why in forged(rules, before, sent, stale[-6:]):
                assert refused(rules, views[seat], seat, order), (seat, order, why, before.phase)
                tried += 1
            assert rules.encode(before) == as_it_was
            assert {seat: rules.encode(view) for seat, view in views.items()} == views_as_they_were
            stale += [(seat, rules.order_to_dict(o)) for seat, orders in sent.items() for o in orders]


def test_a_forged_order_beside_a_good_one_leaves_the_good_one_as_it_is(rules):
    for before, sent, chance_key, resolution in games(rules, 1, "beside"):
        idle = next((seat for seat in before.seats if seat not in sent and not before.phase.asked_of(seat)), None)
        if idle is None or not sent:
            continue
        free = unasked(rules)
        [order] = [o for orders in sent.values() for o in orders if o.__struct_config__.tag not in free][:1]
        again = rules.resolve(before, {**sent, idle: [order]}, Chance(chance_key))
        assert rules.encode(again.position) == rules.encode(resolution.position)
        assert again.events == resolution.events
        assert [fallen.seat for fallen in again.fallen] == [idle]


@pytest.mark.parametrize("seed", range(2))
def test_random_words_in_random_fields_never_break_the_check(rules, seed):
    """Any order that decodes is legal or refused by a clause; nothing raises, whatever stands in its fields."""
    for number, (before, sent, _, _) in enumerate(games(rules, seed, "words")):
        for seat, orders in sent.items():
            view = rules.view(before, seat)
            for order in orders:
                for plain in scrambled(rules.order_to_dict(order), WORDS[rules.id], key(seed, number, seat)):
                    try:
                        decoded = rules.decode_orders([plain])
                    except Malformed:
                        continue
                    if rules.check(view, seat, decoded) == []:
                        rules.resolve(before, {**sent, seat: decoded}, Chance(key(number)))


def scrambled(plain, words, noise):
    """Copies of an order with one text, number or list replaced."""
    data = msgspec.json.encode(plain).decode()
    texts = [text for text in data.split('"')[1::2] if text not in ("question", plain["question"])]
    for number, text in enumerate(texts[:8]):
        word = words[noise[number] % len(words)]
        yield msgspec.json.decode(data.replace(f'"{text}"', f'"{word}"'))
    for number, (name, value) in enumerate(plain.items()):
        if isinstance(value, int):
            yield {**plain, name: (-1, 0, 99, 10**30)[noise[number] % 4]}
        if isinstance(value, list):
            yield {**plain, name: []}
            yield {**plain, name: value + value}
