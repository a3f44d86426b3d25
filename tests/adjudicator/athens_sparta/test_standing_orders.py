"""Garrison orders: what of them is refused at the door, which entries count, what of them is published."""

import re
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

from adjudicator.athens_sparta.sieges.in_force import InForce, covering, garrisons
from adjudicator.athens_sparta.state.battle import BattleOrders, BattlePlan
from adjudicator.kernel import Ask, Chance, Entry, Malformed
from adjudicator.kernel.cases import load_cases, play_case
from adjudicator.kernel.contract.playing import orders_of_bots
from adjudicator.kernel.title.codec import without_books
from tests.adjudicator.athens_sparta.tables import TITLE, start
from tests.adjudicator.players import begin, key

CASES = Path(__file__).parents[2] / "cases" / "athens_sparta" / "battles.yaml"
STANDING = "12.2-G a standing order for a whole side stands in a book; a hex beats it"


def resolved(*before):
    """The Combat Phase of the case, the defender's orders naming another hex; `before` stands above in their book."""
    [case] = [one for one in load_cases(CASES.read_text()) if one.case == STANDING]
    [phase] = case.phases
    elsewhere = {"question": "D-8B", "battle": {"F08": {"after": "siege"}}}
    phase = msgspec.structs.replace(phase, orders={"athens": [elsewhere]})
    books = {"athens": [*before, *case.books["athens"]]}
    return play_case(TITLE, msgspec.structs.replace(case, books=books, phases=[phase]))[-1].resolution


def test_that_standing_orders_were_taken_beside_those_of_a_message_is_noted():
    """12.2-C: though the message answered what was asked."""
    guarded = {**GARRISON, "when": {"fact": "is", "left": {"of": "game turn"}, "op": "=", "right": 99}}
    for above, used in (((), [0]), ((guarded,), [1])):
        resolution = resolved(*above)
        assert [one.source for one in resolution.counted if one.question == "D-8B"] == ["envelope"]
        assert {block.id: block.place for block in resolution.position.blocks}["S01"] == "J02"
        assert resolution.used == {"athens": used}


GARRISON = {"question": "D-8B", "choose": [{"battle": {"*": {"after": "siege"}}}]}


# --- at the door ------------------------------------------------------------------------------------------------------

ACCEPT = {"do": {"do": "accept"}}


@pytest.mark.parametrize(
    ("sheet", "says"),
    [
        ({"battle": {"*": {"declare": [ACCEPT, {"do": {"do": "acept"}}]}}}, "battle, *, declare 2, do, do: 'acept'"),
        ({"battle": {"F08": {"turns": [{"ask_me": True}]}}}, "battle, F08, turns 1, ask_me: an item of battle orders"),
        ({"battle": {"F08": {"regroup": [{"stop": True}]}}}, "battle, F08, regroup 1, stop: an item of battle orders"),
        (
            {"battle": {"*": {"declare": [{"first": [ACCEPT]}]}}},
            "battle, *, declare 1, first: an item of battle orders has do",
        ),
        ({"contacts": [{"do": {"place": "F08"}}, {"stop": True}]}, "contacts 2, stop: an item of battle orders has do"),
        ({"contacts": [{"do": {"hex": "F08"}}]}, "contacts 1, do: 'hex' is not known here; it may hold place"),
        ({"battle": {"*": {"storm": {"fact": "luck"}}}}, "battle, *, storm: there is no fact 'luck'"),
        (
            {"battle": {"*": {"sally": {"fact": "not", "of": {"fact": "luck"}}}}},
            "battle, *, sally, of: there is no fact",
        ),
        (
            {"battle": {"*": {"declare": [{**ACCEPT, "when": {"fact": "mp"}}]}}},
            "battle, *, declare 1, when: at_least is missing",
        ),
    ],
)
def test_RULING_118_battle_orders_that_are_wrong_are_refused_with_their_place_sent_or_in_a_book(sheet, says):
    with pytest.raises(Malformed, match=re.escape(f"entry 1, choose 1, {says}")):
        TITLE.check_book([{"question": "D-8B", "choose": [sheet]}])
    view, ask = TITLE.view(start(), "athens"), Ask("athens", "D-8B")
    [order] = TITLE.decode_orders([{"question": "D-8B", **sheet}])
    refused = TITLE.question("D-8B").refusal(view, ask, order)
    assert refused.clause == "12.2-A"
    assert says in refused.message


@pytest.mark.parametrize(
    ("question", "items", "says"),
    [
        ("D-19", [{"ask_me": True}], "plan 1, ask_me: nobody is asked when this list is carried out"),
        (
            "D-19",
            [{"first": [{"do": {"action": "disband", "block": "A01"}}, {"stop": True}]}],
            "plan 1, first 2, stop: nobody",
        ),
        ("D-19", [{"do": {"action": "build", "block": "A01"}}], "plan 1, do: steps is missing"),
        ("D-7", [{"do": {"action": "fly"}}], "plan 1, do: there is no action 'fly'"),
        ("D-7", [{"when": {"fact": "luck"}, "stop": True}], "plan 1, when: there is no fact 'luck'"),
    ],
)
def test_RULING_126_lists_that_are_wrong_are_refused_in_a_book_with_their_place(question, items, says):
    with pytest.raises(Malformed, match=f"entry 1, choose 1, {says}"):
        TITLE.check_book([{"question": question, "choose": [{"plan": items}]}])


def test_RULING_118_what_cannot_be_read_is_passed_over_where_it_stands_in_a_book_nevertheless():
    position = start()
    wrong = [{"battle": {"*": {"declare": [{"do": {"do": "acept"}}]}}}, {"contacts": [{"stop": True}]}, {"battle": 3}]
    right = {"battle": {"*": {"hits": ["A11"]}}}
    position.books["athens"] = [
        Entry(question="D-8B", choose=wrong),
        Entry(question="D-8B", choose=[*wrong, right]),
    ]
    assert [len(one.sheets) for one in garrisons(position, "athens")] == [0, 1]
    in_force = InForce(position, "athens", "F08")
    assert in_force.read("declare", "hits") == BattleOrders(hits=["A11"])
    assert in_force.rested == [1]


# --- which count ------------------------------------------------------------------------------------------------------


def book(*entries):
    return TITLE.check_book([{"question": "D-8B", **entry} for entry in entries])


def read(entries, *fields, sent=None, place="F08"):
    """What is in force, and the entries that it rests on."""
    position = start()
    position.books["athens"] = book(*entries)
    if sent is not None:
        position.battle_plans["athens"] = BattlePlan(battle={hex: BattleOrders(**one) for hex, one in sent.items()})
    in_force = InForce(position, "athens", place)
    found = in_force.read(*fields)
    return {name: one for name in fields if (one := getattr(found, name)) is not None}, in_force.rested


def hits(place, *names):
    return {"choose": [{"battle": {place: {"hits": [*names]}}}]}


NEVER = {"when": {"fact": "olympiad", "number": 99}}


@pytest.mark.parametrize(
    ("entries", "sent", "block", "rested"),
    [
        ([hits("*", "A01")], {"*": {"hits": ["A02"]}, "F08": {"hits": ["A03"]}}, "A03", []),
        ([hits("F08", "A01")], {"*": {"hits": ["A02"]}, "F08": {"ask": True}}, "A02", []),
        ([hits("F08", "A01")], {"K02": {"hits": ["A03"]}}, "A01", [0]),
        ([hits("*", "A01"), hits("F08", "A02")], {}, "A01", [0]),
        ([{**hits("*", "A01"), **NEVER}, hits("F08", "A02")], {}, "A02", [1]),
        ([hits("K02", "A01"), {"default": True, **NEVER}, hits("F08", "A02")], {}, "A02", [2]),
        ([{"choose": [hits("K02", "A01")["choose"][0], hits("*", "A02")["choose"][0]]}], {}, "A02", [0]),
        ([{"only_option": True}, hits("*", "A01")], {}, "A01", [1]),
        ([{"pass": True}, hits("*", "A01")], {}, None, [0]),
        ([hits("K02", "A01"), {"ask_me": True}, hits("*", "A01")], {}, None, [1]),
        ([{"default": True}, hits("*", "A01")], {"*": {"hits": ["A02"]}}, "A02", []),
    ],
)
def test_RULING_116_RULING_117_the_first_source_that_says_something_counts(entries, sent, block, rested):
    found = {} if block is None else {"hits": [block]}
    assert read(entries, "hits", sent=sent) == (found, rested)


def test_RULING_116_each_field_has_a_source_of_its_own():
    entries = [
        {"choose": [{"battle": {"F08": {"hits": ["A01"]}, "*": {"hits": ["A09"], "sack": ["A09"]}}}]},
        {"choose": [{"battle": {"F08": {"hits": ["A08"], "sack": ["A08"], "order": ["A08"], "storm": False}}}]},
    ]
    found, rested = read(entries, "hits", "sack", "order", "storm", "turns", sent={"*": {"turns": []}})
    assert found == {"hits": ["A01"], "sack": ["A09"], "order": ["A08"], "storm": False, "turns": []}
    assert rested == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("entries", "covered"),
    [
        ([hits("*", "A01")], [0]),
        ([hits("F08", "A01"), hits("K02", "A01"), hits("J04", "A01")], [0, 1]),
        ([hits("F08", "A01"), hits("J04", "A01"), hits("K02", "A01")], [0, 2]),
        ([hits("F08", "A01"), {"default": True}, hits("K02", "A01")], None),
        ([hits("F08", "A01"), {**hits("K02", "A01"), **NEVER}], None),
        ([], None),
    ],
)
def test_12_1_C_garrison_orders_cover_the_contacts_together(entries, covered):
    position = start()
    position.books["athens"] = book(*entries)
    assert covering(position, "athens", ["F08", "K02"]) == covered


# --- whole games by books, and by what is published of them -----------------------------------------------------------

PLACES = ("*", "*", "F08", "K02", "J09", "H10", "I08", "I03", "G11")
SAID = (
    {"declare": [ACCEPT]},
    {"declare": [{"do": {"do": "withdraw", "type": "hoplite"}}, ACCEPT]},
    {"storm": True, "turns": []},
    {"sally": {"fact": "is", "left": {"of": "olympiad"}, "op": ">=", "right": 84}, "relief": "fight"},
    {"turns": [{"when": {"fact": "not", "of": {"fact": "my strength", "at_least": 2}}, "do": {"do": "retreat"}}]},
    {"ships": ["coastal", "blockade"], "after": "siege"},
    {"hits": ["A01", "S01"], "sack": ["A02", "S02"], "ask": False},
    {"regroup": [{"do": {"block": "A05", "to": "J08"}}], "retreat_to": ["J09", "G11"]},
)
WHEN = (
    {},
    {},
    {"when": {"fact": "player", "number": 1}},
    {"when": {"fact": "is", "left": {"of": "enemy steps"}, "op": "<", "right": 9}},
)
ENDS = ({"default": True}, {"pass": True}, {"ask_me": True})
OTHERS = (
    {"question": "D-9", "default": True},
    {"question": "D-13", "choose": [{"block": "A11"}, {"block": "S01"}]},
    {"question": "D-13", "ask_me": True},
    {"question": "D-12", "pass": True, "times": 1},
    {"question": "D-15", "ask_me": True, "when": {"fact": "olympiad", "number": 84}},
    {"question": "D-11", "choose": [{"do": "fire"}]},
    {"question": "D-24", "only_option": True},
)


def any_book(random):
    """Garrison orders of all sorts, and what a book says to the decisions of battles."""
    entries = []
    for _ in range(random.randint(3, 8)):
        way = random.random()
        battle = {hex: random.choice(SAID) for hex in random.sample(PLACES, random.randint(1, 3))}
        sheet = {"battle": battle} | random.choice(({}, {}, {"contacts": [{"do": {"place": "F08"}}]}, {"revise": True}))
        entry = {"question": "D-8B", "choose": [sheet]} if way < 0.85 else {"question": "D-8B", **random.choice(ENDS)}
        times = {"times": random.randint(1, 3)} if "ask_me" not in entry and random.random() < 0.4 else {}
        entries.append(random.choice(OTHERS) if way < 0.4 else {**entry, **random.choice(WHEN), **times})
    return entries


def by_books(books, seed, phases):
    """The first phases of a game in which the steady bot sends moves and cards alone: what they rest on, what comes."""
    position, new, used, results = begin(TITLE, 2, ("books", seed)).position, books, {}, []
    while position.phase is not None and len(results) < phases:
        sent = {
            seat: [one for one in orders if TITLE.order_to_dict(one)["question"] != "D-8B"]
            for seat, orders in orders_of_bots(TITLE, position, seed, "steady").items()
        }
        in_force = {seat: TITLE.book_in_part(one) for seat, one in new.items()}
        resolution = TITLE.resolve(position, sent, Chance(key("books", seed, position.phases)), in_force)
        position, new = resolution.position, {}
        for seat, entries in resolution.used.items():
            used[seat] = {*used.get(seat, ()), *entries}
        results.append((without_books(TITLE.encode(position)), resolution.counted))
    return used, results


@pytest.mark.parametrize(
    "games", [pytest.param(2, id="some"), pytest.param(300, marks=pytest.mark.soak, id="hundreds")]
)
def test_12_2_H_a_game_replays_from_the_entries_alone_on_which_something_rested(games):
    random, shown, hidden = Random("books"), 0, 0
    for seed in range(games):
        books = {seat: any_book(random) for seat in ("sparta", "athens")}
        used, results = by_books(books, seed, 60)
        parts = {
            seat: [one if number in used.get(seat, ()) else None for number, one in enumerate(entries)]
            for seat, entries in books.items()
        }
        assert by_books(parts, seed, 60) == (used, results)
        shown += sum(map(len, used.values()))
        hidden += sum(one is None for entries in parts.values() for one in entries)
    assert shown
    assert hidden


def test_RULING_119_an_entry_is_counted_when_a_turn_is_over_and_once_for_it():
    position = start()
    position.books["athens"] = book({"choose": [{"battle": {"*": {"declare": [ACCEPT]}}}], "times": 2})
    told = [[2]]
    by_turn = {}
    for resolution in islice(turns_of(position), 12):
        now = resolution.position
        told.append([entry.times for entry in now.books.get("athens", [])])
        if now.turn:
            by_turn.setdefault((now.olympiad, now.game_turn, now.turn.side), []).append(told[-1])
    assert all(left == during[0] for during in by_turn.values() for left in during)
    assert max(map(len, by_turn.values())) > 1
    assert list(dict.fromkeys(map(tuple, told))) == [(2,), (1,), ()]


def turns_of(position):
    """The game goes on with the steady bot at both seats, without its battle orders."""
    while position.phase is not None:
        sent = {
            seat: [one for one in orders if TITLE.order_to_dict(one)["question"] != "D-8B"]
            for seat, orders in orders_of_bots(TITLE, position, "turns", "steady").items()
        }
        resolution = TITLE.resolve(position, sent, Chance(key("turns", position.phases)))
        yield resolution
        position = resolution.position
