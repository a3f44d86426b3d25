"""The JSON Schemas of orders and books hold what is really ordered, and refuse what is not an order."""

import msgspec
import pytest
from jsonschema import Draft202012Validator

from adjudicator.kernel import Chance
from adjudicator.registry import title, titles
from tools.generate.title_schemas import title_schemas

SCHEMAS = title_schemas()
PHASES = 40


def validator(kind: str, name: str) -> Draft202012Validator:
    Draft202012Validator.check_schema(SCHEMAS[f"{kind}-{name}"])
    return Draft202012Validator(SCHEMAS[f"{kind}-{name}"])


def ordered(name: str) -> dict[str, dict]:
    """An order to every question that a game asks within its first phases, played at random."""
    rules, found = title(name), {}
    scenario = next(iter(rules.scenarios))
    seats = rules.seats(scenario, rules.scenarios[scenario].seat_counts[-1])
    position = rules.begin(scenario=scenario, seats=seats, options={}, chance=Chance(bytes(32))).position
    bot = rules.bot("random")
    for number in range(PHASES):
        if position.phase is None:
            break
        chance = Chance(bytes([number]) * 32)
        sent = {ask.seat: bot(rules.view(position, ask.seat), ask.seat, chance) for ask in position.phase.asks}
        for order in (order for orders in sent.values() for order in orders):
            plain = rules.order_to_dict(order)
            found[plain["question"]] = plain
        position = rules.resolve(position, sent, chance).position
    return found


@pytest.mark.parametrize("name", titles())
def test_every_question_has_a_schema_that_names_its_decision(name):
    schema = SCHEMAS[f"orders-{name}"]
    assert schema["$id"] == f"urn:ostraka:schema:orders-{name}"
    for question, kind in title(name).questions.items():
        told = schema["$defs"][question]
        assert told["title"].endswith(question)
        assert len(told["description"]) > 20, question
        assert kind.clause in told["description"] or kind.unasked


@pytest.mark.parametrize("name", titles())
def test_orders_of_a_game_keep_to_the_schema_and_changed_ones_do_not(name):
    orders, check = ordered(name), validator("orders", name)
    assert len(orders) > 3
    for order in orders.values():
        assert check.is_valid(order), order
        assert not check.is_valid({**order, "aside": 1})
        assert not check.is_valid({**order, "question": "D-none"})


@pytest.mark.parametrize("name", titles())
def test_what_the_rules_read_as_a_book_keeps_to_the_schema(name):
    rules, check = title(name), validator("book", name)
    for question, order in ordered(name).items():
        kind = rules.questions[question]
        fields = {field: value for field, value in order.items() if field != "question"}
        ways = [] if kind.unasked else [{"ask_me": True}, {"only_option": True}, {"default": True}]
        ways += [{"choose": [{"exactly": fields}]}, *([{"choose": [fields]}] if kind.choice is None else [])]
        for way in ways:
            book = [{"question": question, **way}]
            rules.check_book(book)
            assert check.is_valid(book), book
        assert not check.is_valid([{"question": question}])
        assert not check.is_valid([{"question": question, "ask_me": True, "default": True}])
        assert check.is_valid([{"question": question, "ask_me": True}]) is not kind.unasked
        assert not check.is_valid([{"question": question, "ask_me": True, "when": {"fact": "weather"}}])


def test_conditions_are_facts_joined():
    check = validator("book", "perikles")
    turn = {"fact": "turn", "number": 1}
    for when in (turn, {"fact": "all", "of": [turn, {"fact": "not", "of": turn}]}, None):
        book = [{"question": "D-3", "ask_me": True, "when": when}]
        assert check.is_valid(book)
        title("perikles").check_book(msgspec.to_builtins(book))
    assert not check.is_valid([{"question": "D-3", "ask_me": True, "when": {"fact": "not", "of": [turn]}}])
