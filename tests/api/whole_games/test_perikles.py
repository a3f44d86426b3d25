"""A whole game of Perikles through the service: sealed orders of bots from the first cube to the last battle."""

from __future__ import annotations

import json

import pytest

from adjudicator.kernel import Chance
from adjudicator.registry import title
from schemas.record import Record, verify_record
from tests.adjudicator.players import key
from tests.api.hosts import HostUnderTest

PERIKLES = title("perikles")


def play_with_bots(host: HostUnderTest, game: str, strategy: str) -> int:
    """Each seat that is asked answers from the view that the service gives it; how many phases there were."""
    phases = 0
    while host.json(f"/games/{game}")["status"] != "over":
        position = host.position(game)
        for seat in dict.fromkeys(ask.seat for ask in position.phase.asks):
            player = host.seats[game][seat]
            told = host.json(f"/games/{game}/seats/{seat}/view", player)
            view = PERIKLES.convert(told["view"])
            orders = PERIKLES.bot(strategy)(view, seat, Chance(key("service", phases, seat)))
            assert PERIKLES.check(view, seat, orders) == []
            host.send(game, seat, [PERIKLES.order_to_dict(order) for order in orders])
        host.work()
        phases += 1
    return phases


@pytest.mark.soak  # tests/api/test_a_game_by_mail.py plays a whole one each time
@pytest.mark.parametrize(("count", "strategy"), [(3, "steady"), (5, "random")])
def test_a_whole_game_is_played_by_sealed_orders_and_replays(host: HostUnderTest, count: int, strategy: str) -> None:
    seats = PERIKLES.seats("standard", count)
    game = host.started(seats, scenario="standard")
    phases = play_with_bots(host, game, strategy)
    assert phases > 60
    summary = host.json(f"/games/{game}")
    last = host.position(game)
    assert summary["scores"] == PERIKLES.scores(last)
    assert summary["places"] == last.outcome.places
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []


def test_every_question_of_the_service_shows_options_and_a_default(host: HostUnderTest) -> None:
    game = host.started(PERIKLES.seats("standard", 3), scenario="standard")
    asked, wanted = set(), {"D-S1", "D-2", "D-3", "D-5C"}
    while not wanted <= asked:
        position = host.position(game)
        for seat in dict.fromkeys(ask.seat for ask in position.phase.asks):
            told = host.json(f"/games/{game}/seats/{seat}/questions", host.seats[game][seat])
            for question in told["questions"]:
                asked.add(question["question"])
                assert len(question["options"]) <= 200
                assert question["default"]["question"] == question["question"]
            view = PERIKLES.view(position, seat)
            orders = PERIKLES.bot("steady")(view, seat, Chance(key("options", position.phases, seat)))
            host.send(game, seat, [PERIKLES.order_to_dict(order) for order in orders])
        host.work()
