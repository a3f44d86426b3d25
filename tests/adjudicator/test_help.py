"""What a title says of its box: what each thing does, with a clause; what is left of what is spent; faces of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.athens_sparta.components import box as athens_sparta
from adjudicator.kernel import Ask, Chance, Order, Parted, ask_name
from adjudicator.kernel.rules.help import MOST
from adjudicator.pericles.components import box as pericles
from adjudicator.pericles.words import ISSUES, PIECES, THEATERS
from adjudicator.perikles.components import components as perikles
from adjudicator.polis.components import box as polis
from adjudicator.polis.names import KINDS_SAID
from adjudicator.polis.words import CARDS, PROJECTS
from adjudicator.registry import title, titles
from cli.rules.saved_games import key_of


def in_the_box(name: str) -> Iterator[str]:
    """Every special tile, card, marker, unit and action of a title."""
    if name == "perikles":
        yield from (f"tile:{one.id}" for one in (*perikles().special_tiles, *perikles().influence_tiles))
        yield from (f"piece:{force}-{kind}?@pool" for force in perikles().forces for kind in "ht")
    elif name == "polis":
        yield from (f"card:{one}" for one in CARDS)
        yield from (f"project:{one}" for one in PROJECTS)
        yield from (f"event:{one}" for one in polis().components.events)
        yield from (f"action:{one}" for one in KINDS_SAID)
        yield from (f"piece:{one}-athens@ionia" for one in ("hoplites", "galleys"))
    elif name == "pericles":
        yield from (f"card:{one}" for one in (*pericles().cards, *pericles().plays))
        yield from (f"piece:{one}@samos" for one in PIECES)
        yield from (f"issue:{one}" for one in ISSUES)
        yield from ("marker:samos:1", "treachery:athens@samos")
        ends = [(THEATERS[one.a - 1], THEATERS[one.b - 1]) for one in pericles().components.connections]
        yield from (f"way:{a}-{b}" for a, b in ends)
    else:
        yield from (f"card:{one}" for one in athens_sparta().cards)
        yield from (f"block:{one}" for one in (*athens_sparta().blocks, "J09#2"))


@pytest.mark.parametrize("name", titles())
def test_everything_in_the_box_says_what_it_does(name):
    rules = title(name)
    assert [one for one in in_the_box(name) if not rules.help().of(None, one)] == []


@pytest.mark.parametrize("name", titles())
def test_what_is_said_is_short_and_from_a_clause_that_there_is(name):
    rules = title(name)
    clauses = {*re.findall(r"\*\*(?:RULING-\d+ )?([\w.-]+)[*. ]", rules.law.read_text(encoding="utf-8"))}
    kinds = rules.help().kinds
    for kind, one in kinds.items():
        assert len(one.says) <= MOST, kind
        assert one.says.endswith("."), kind
        assert one.clause in clauses, (kind, one.clause)
    words = [word for one in kinds.values() for word in one.words]
    assert len(words) == len({*words})


def asked_in_a_game(name: str, scenario: str, phases: int) -> Iterator[tuple[Any, Ask, list[Order]]]:
    """Whatever is asked in a game that bots play, with the view in which it is asked and what the bot answers."""
    rules = title(name)
    seats = rules.seats(scenario, min(rules.scenario(scenario).seat_counts))
    position = rules.begin(scenario=scenario, seats=seats, chance=Chance(key_of(b"begin"))).position
    while position.phase is not None and position.phases < phases:
        sent: dict[str, list[Order]] = {}
        for seat in rules.waits_for(position):
            view = rules.view(position, seat)
            sent[seat] = rules.bot("steady")(view, seat, Chance(key_of(b"bot", position.phases, seat)))
            for ask in view.phase.asked_of(seat):
                yield view, ask, [order for order in sent[seat] if ask_name(order) == ask.name]
        position = rules.advance(position, sent, Chance(key_of(b"dice", position.phases))).position


@pytest.mark.parametrize(
    ("name", "scenario", "phases"),
    [
        ("perikles", "standard", 60),
        ("polis", "second_war", 90),
        ("pericles", "14.1.08A", 90),
        ("athens_sparta", "war", 40),
    ],
)
def test_no_answer_spends_more_than_there_is_and_each_card_among_answers_has_a_face(name, scenario, phases):
    rules, counted = title(name), 0
    for view, ask, orders in asked_in_a_game(name, scenario, phases):
        for order in (None, *orders):
            for one in rules.budget(order, view, ask):
                counted += 1
                assert "wheat" in one.words or 0 <= one.left <= one.of, (ask, order, one)
        offer = rules.offer(view, ask.seat, ask.name, []) if isinstance(rules.question(ask.name), Parted) else None
        subjects = [one for option in offer.options for one in option.subjects] if offer else []
        assert all(rules.face(view, ask.seat, one) for one in subjects if one.startswith("card:")), (ask, subjects)
    assert counted
