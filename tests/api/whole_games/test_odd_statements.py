"""Whatever is accepted, odd as it may be, stops no game, no page, no mail and no other game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from adjudicator.kernel import Chance
from adjudicator.registry import title
from api.games.replay import replay_game
from api.mail_out.timed_mails import write_due
from api.store.lookups import load_game
from schemas.errors import ProtocolError
from schemas.record import Record, verify_record
from schemas.statements import payloads
from tests.adjudicator.players import key
from tests.api.booked import send_book
from tests.api.hosts import HostUnderTest

GAMES = {
    "perikles": (("red", "green", "black"), "standard"),
    "pericles": (("AF", "DF", "EK", "AK"), "14.1.08A"),
    "polis": (("sparta", "athens"), "standard"),
    "athens_sparta": (("sparta", "athens"), "war"),
}
TERMS = {"absence_days": 20, "grace_seconds": 3_600, "excused": 20}
"""Nobody loses a seat by missing a deadline."""
ROUNDS = [pytest.param(1, 9, id="some"), pytest.param(40, 120, marks=pytest.mark.soak, id="thousands")]
TEXTS = (
    "", " ", "null", "{{7*7}}", "<b>x</b>", "a" * 200, "-1", "🏛" * 40, "é" * 30, "[[[", "From x", "=?utf-8?q?=00?=",
    "sparta", "%s%n", "\\u0000", "../..", "’", "ΑΘΗΝΑΙ",
)  # fmt: skip
VALUES: tuple[Any, ...] = (None, True, -1, 0, 2**53 - 1, 10**9, "", "rome", [], {}, [[]], {"a": {"a": {}}}, *TEXTS[:6])


class Odd:
    """Draws what somebody sends next in a game; the host takes it or refuses it, and never fails at it."""

    def __init__(self, host: HostUnderTest, game: str, name: str, seed: object) -> None:
        self.host, self.game, self.rules = host, game, title(name)
        self.chance = Chance(key("odd", name, seed))
        self.taken = 0

    def one_of(self, *items: Any) -> Any:
        return self.chance.pick(items, "odd")

    def text(self) -> str:
        return str(self.one_of(*TEXTS))

    def altered(self, plain: Any, depth: int = 0) -> Any:
        """Plain data in which something may be odd."""
        if isinstance(plain, dict) and plain and self.chance.die(5, "odd") > 1:
            name = self.one_of(*sorted(plain))
            value = self.altered(plain[name], depth + 1)
            return {**plain, name: value} if name not in ("question", "key") or depth else plain
        if isinstance(plain, list) and plain:
            many = self.one_of(1, 1, 1, 40)
            return [self.altered(plain[0], depth + 1), *plain[1:]] * many
        return self.one_of(plain, plain, *VALUES)

    def orders(self, seat: str) -> list[Any]:
        """Orders of a bot or the defaults, as they are or odd."""
        position = self.host.position(self.game)
        bot = self.rules.bot(self.one_of("random", "steady"))
        with suppress(Exception):  # a bot may know nothing of a position that was amended
            drawn = bot(self.rules.bot_view(position, seat), seat, self.chance)
            plain = [self.rules.order_to_dict(order) for order in drawn]
            how = self.one_of("plain", "plain", "odd", "again")
            odd: list[Any] = {"plain": plain, "odd": [self.altered(one) for one in plain], "again": plain * 30}[how]
            return odd
        return self.host.default(self.game, seat)

    def envelope(self, seat: str) -> TestResponse | None:
        """An envelope, unless the client itself cannot make one of it."""
        orders = [one for one in self.orders(seat) if isinstance(one, dict)]
        with suppress(ProtocolError, msgspec.MsgspecError, TypeError, ValueError):
            return self.host.send(self.game, seat, orders, self.one_of("final", "final", "draft"))
        return None

    def book(self, seat: str) -> TestResponse | None:
        """A book of choices that somebody might make, some of them odd."""
        entries = []
        for order in self.orders(seat)[: self.one_of(1, 3, 9)]:
            if isinstance(order, dict):
                question, rest = order.get("question"), {n: v for n, v in order.items() if n not in ("question", "key")}
                entry = {"question": question, "choose": [rest]}
                entries.append(self.one_of(entry, self.altered(entry), {"question": question, "only_option": True}))
        with suppress(ProtocolError, msgspec.MsgspecError, TypeError, ValueError):
            return send_book(self.host, self.game, seat, entries, self.one_of("final", "draft"))
        return None

    def press(self, seat: str) -> TestResponse | None:
        others = [other for other in self.host.seats[self.game] if other != seat]
        with suppress(ProtocolError, msgspec.MsgspecError):
            return self.host.write_press(self.game, seat, self.one_of([others[0]], others), self.text() or "x")
        return None

    def vote(self, seat: str) -> TestResponse | None:
        act = self.one_of(
            payloads.Vote(on="pause", yes=True),
            payloads.Vote(on="resume", yes=True),
            payloads.Vote(on="extend", yes=self.one_of(True, False), reason="why not"),
            payloads.Absence(first="2026-06-01", last="2026-06-03"),
        )
        return self.host.seat_act(self.game, seat, act)

    def act(self, seat: str) -> TestResponse | None:
        act = self.one_of(
            payloads.Pause(),
            payloads.Resume(),
            payloads.Resume(),
            payloads.Extend(seconds=self.one_of(60, 86_400)),
            payloads.Remind(reason="soon"),
            payloads.Rollback(phase=self.one_of(1, 2, 5)),
            payloads.Amend(redeal=True),
            self.amendment(),
            self.amendment(),
            self.amendment(),
            payloads.SetAside(seat=seat, phase=1),
        )
        return self.host.act(self.game, act)

    def amendment(self) -> payloads.Amend:
        """A change of something that everybody sees."""
        view = self.rules.view(self.host.position(self.game), None)
        found = [one for one in places(msgspec.to_builtins(view)) if not isinstance(one[1], dict | list)]
        path, value = self.chance.pick(found, "path")
        other = value + self.one_of(1, -1, 2) if isinstance(value, int) else self.one_of("rome", None, *VALUES[:6])
        return payloads.Amend(changes={path[:200]: other})

    def late(self, _seat: str) -> TestResponse | None:
        """The deadline passes."""
        self.host.clock.forward(days=self.one_of(1, 3, 9))
        return None

    def go(self, rounds: int) -> None:
        """So many statements of every kind, with what the worker does between."""
        kinds: list[Callable[[str], TestResponse | None]] = [
            *[self.envelope] * 8, self.book, self.book, self.press, self.vote, self.act, self.act, self.late, self.late,
        ]  # fmt: skip
        for _ in range(rounds):
            if self.host.json(f"/games/{self.game}")["status"] != "running":
                return
            for seat in [seat for seat in self.host.asked(self.game) if seat in self.host.seats[self.game]] or [
                next(iter(self.host.seats[self.game]))
            ]:
                answer = self.chance.pick(kinds, "kind")(seat)
                if answer is not None:
                    assert answer.status_code < 500, answer.text
                    self.taken += answer.status_code == 201
            self.host.work()
            assert self.host.rows("select game, faults from phases where faults > 0") == []


def places(plain: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Every path into plain data, with what is there."""
    if at:
        yield at[1:], plain
    if isinstance(plain, dict | list):
        for name, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
            yield from places(value, f"{at}.{name}")


def require_well(host: HostUnderTest, game: str, seat: str) -> None:
    """Pages, feeds, mails, record and replay of a game are as they should be."""
    for path in (f"/games/{game}", f"/games/{game}/board.svg", f"/games/{game}/proof", f"/games/{game}/log"):
        assert host.client.get(path).status_code == 200, path
    for path in (f"/games/{game}", f"/games/{game}/report?after=0", f"/games/{game}/log", f"/games/{game}/view"):
        assert host.get(path).status_code == 200, path
    assert host.get(f"/games/{game}/seats/{seat}/feed", host.seats[game][seat]).status_code == 200
    write_due(host.host)
    assert host.rows("select kind from mails where status = 'held'") == []
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
    with host.host.database.read() as session:
        assert replay_game(host.host, session, load_game(session, game)).differs is None


@pytest.mark.parametrize(("games", "rounds"), ROUNDS)
@pytest.mark.parametrize("name", GAMES)
def test_odd_statements_that_are_accepted_stop_nothing(host: HostUnderTest, name: str, games: int, rounds: int) -> None:
    seats, scenario = GAMES[name]
    for number in range(games):
        game, other = (host.begin(seats, None, title=name, scenario=scenario, terms=TERMS) for _ in range(2))
        odd = Odd(host, game, name, number)
        odd.go(rounds)
        assert odd.taken
        host.play_on(other, 2)
        for one in (game, other):
            if host.json(f"/games/{one}")["status"] == "running":
                assert host.act(one, payloads.End()).status_code == 201
            require_well(host, one, seats[0])
