"""What the veiled phases of Perikles' battles hide does not get out: who is asked in a window, who is in, what is held.

They are compared up to the cut: after it counters are turned up, and the hosts may differ before everybody's eyes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import structlog

from adjudicator.kernel import Chance
from adjudicator.registry import title
from tests.adjudicator.players import key
from tests.api.booked import send_book
from tests.api.hosts import HostUnderTest
from tests.api.secrecy.twins import Twins, same_by_nature

__all__ = ["same_by_nature"]
PERIKLES = title("perikles")
TERMS = {"grace_seconds": 3600, "reminders": [7200], "excused": 1}
BY_HAND = ("D-5C", "D-6S", "D-6A")
Orders = list[dict[str, Any]]
Sent = tuple[str, Orders, str]
ASK_ME: Orders = [{"question": "D-6S", "instructions": [{"do": "ask me"}]}]
PASS: Orders = [{"question": "D-6S", "instructions": []}]


def at_war(host: HostUnderTest) -> str:
    """A game whose first battles are about to be fought: books answer what came before, bots commit the counters."""
    game = host.started(scenario="standard", terms=TERMS)
    asked = [name for name, one in PERIKLES.questions.items() if not one.unasked and name not in BY_HAND]
    for seat in host.seats[game]:
        sent = send_book(host, game, seat, [{"question": name, "default": True} for name in asked])
        assert sent.status_code == 201, sent.text
    host.work()
    while not host.phase(game)["veiled"]:
        position = host.position(game)
        (seat,) = [ask.seat for ask in position.phase.asks]
        orders = PERIKLES.bot("steady")(PERIKLES.view(position, seat), seat, Chance(key(position.phases)))
        plain = [PERIKLES.order_to_dict(order) for order in orders]
        assert host.send(game, seat, [one for one in plain if one["question"] == "D-5C"]).status_code == 201
        host.work()
    return game


def twins_of(host: HostUnderTest, game: str, folder: Path) -> Twins:
    """Two hosts of which `red` should not know which is which; the mails of what is common to both were sent."""
    host.rows("update mails set status = 'sent'")
    folder.mkdir()
    return Twins(host, game, "red", folder)


def open_question(host: HostUnderTest, game: str) -> tuple[str, list[str]]:
    """What the open phase asks, and whom, as the host itself knows it."""
    asks = host.position(game).phase.asks
    return asks[0].question, [ask.seat for ask in asks]


def alike_until_the_cut(twins: Twins, one: list[Sent], other: list[Sent]) -> None:
    """Rivals send apart in the two hosts; when some were reminded, and grace runs, they look the same."""
    for host, script in ((twins.one, one), (twins.other, other)):
        for seat, orders, word in script:
            sent = twins.within(host, lambda host, what=(seat, orders, word): host.send(twins.game, *what))
            assert sent.status_code == 201, sent.text
    twins.pass_time(hours=22)
    twins.pass_time(hours=2)
    assert twins.both(lambda host: host.phase(twins.game)["status"]) == ["open", "open"]
    twins.compare("grace")


@pytest.mark.soak
def test_hidden_things_of_a_battle_do_not_reach_red(
    host: HostUnderTest, tmp_path: Path, same_by_nature: Callable[[Twins], None]
) -> None:
    """A seat sees all that a spectator does."""
    game = at_war(host)
    assert open_question(host, game) == ("D-6S", ["red", "green", "black", "orange"])
    pair = twins_of(host, game, tmp_path / "instructions")
    same_by_nature(pair)
    try:
        one = [("green", PASS, "draft"), ("green", ASK_ME, "final"), ("black", PASS, "draft")]
        other = [("black", ASK_ME, "final"), ("orange", ASK_ME, "draft"), ("orange", PASS, "draft")]
        alike_until_the_cut(pair, one, other)
        for seat, orders in {"red": PASS, "green": PASS, "black": ASK_ME, "orange": PASS}.items():
            assert host.send(game, seat, orders).status_code == 201
        host.work()
        assert open_question(host, game) == ("D-6A", ["black"])
    finally:
        pair.close()
    pair = twins_of(host, game, tmp_path / "window")
    same_by_nature(pair)
    try:
        used: Orders = [{"question": "D-6A", "use": False}]
        alike_until_the_cut(pair, [("black", used, "draft")], [("orange", [], "draft")])
    finally:
        pair.close()
        structlog.reset_defaults()
