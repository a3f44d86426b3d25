"""After the end what did not count is as secret as before: whole games, then all that rivals and strangers can read.

Each order and each entry of a book that never counts holds a number that stands nowhere else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel import Chance
from adjudicator.kernel.contract.playing import key
from api.games.replay import replay_all
from api.mail_out.postman import Postman
from api.mail_out.transports import transport
from schemas.envelopes import Envelope, Leaf, open_copy
from schemas.record import Record, verify_record
from schemas.statements.canonical import to_base64url
from schemas.statements.statements import Statement
from tests.api.booked import send_book
from tests.api.hosts import HostUnderTest
from tests.api.pages.form_browsers import signed_in
from tests.api.secrecy.twins import PAGES, READS

CANARIES = range(87_100_000, 87_101_000)
"""Numbers that stand only in what never counts."""
IN_COUNTED = 87_200_001
"""One that stands in a part that never came to anything, of an entry that counted: published with it."""
BY_BOOK = {"polis": ("D5", "D6", "D7", "D8", "D9", "D15", "D16", "D17"), "perikles": ("D-S1",)}
"""What is left to the book: in Perikles every other time."""


class Finished:
    """A game that is over, in which the first seat had a book and sent orders that fell."""

    def __init__(self, host: HostUnderTest, title: str, scenario: str, seats: tuple[str, ...]) -> None:
        self.host, self.title, self.seats, self.numbers = host, title, seats, iter(CANARIES)
        self.author, self.rival = seats[:2]
        self.game = host.started(seats, title=title, scenario=scenario, terms={"excused": 20})
        self.turns: list[str] = []
        self.questions = list(host.title(self.game).questions.values())
        assert send_book(host, self.game, self.author, self.book()).status_code == 201
        self.kept = [host.rows("select raw from envelopes where phase = 0")[0][0]]
        for turn in count():
            if host.json(f"/games/{self.game}")["status"] == "over":
                break
            self.play(turn)

    def never(self) -> dict[str, Any]:
        """A condition that never holds, in words of this title."""
        fact = {"fact": "prestige", "side": "sparta", "at_least": next(self.numbers)}
        return fact if self.title == "polis" else {"fact": "turn", "number": next(self.numbers)}

    def book(self) -> list[dict[str, Any]]:
        """For every question an entry that never applies; below them doctrines that answer, and a queue."""
        asked = [one.id for one in self.questions if not one.unasked]
        guarded = [{"question": name, "when": self.never(), "default": True} for name in asked]
        answering = [{"question": name, "default": True} for name in BY_BOOK[self.title]]
        unreached = [{"question": name, "when": self.never(), "ask_me": True} for name in BY_BOOK[self.title]]
        return [*guarded, *(self.queue() if self.title == "polis" else []), *answering, *unreached]

    def queue(self) -> list[dict[str, Any]]:
        """A sheet that is played, with one in its entry that is not; one that becomes illegal; a pass rule."""

        def hoplites(n: int) -> dict[str, Any]:
            merchants = {"action": "create_merchants", "polis": "gytheion", "n": 1}
            return {"actions": [{"do": {"action": "create_hoplites", "polis": "sparta", "n": n}}, {"do": merchants}]}

        return [
            {"question": "D2", "choose": [hoplites(1), hoplites(IN_COUNTED)]},
            {"question": "D2", "choose": [hoplites(next(self.numbers))]},
            {"question": "D2", "choose": [{"actions": [{"stop": True}]}]},
        ]

    def play(self, turn: int) -> None:
        """One phase: bots, an order that falls beside theirs, and what the book answers left to it."""
        host, game = self.host, self.game
        rules, position = host.title(game), host.position(game)
        unasked = [one.id for one in self.questions if one.unasked]
        for seat in host.asked(game):
            drawn = rules.bot("random")(rules.view(position, seat), seat, Chance(key(self.title, turn, seat)))
            orders = [order for order in map(rules.order_to_dict, drawn) if order["question"] not in unasked]
            if seat == self.author:
                if self.is_left_to_the_book([order["question"] for order in orders]):
                    continue
                orders.append({"question": self.questions[0].id, "aside": next(self.numbers)})
            envelope = host.envelope(game, seat, orders)
            assert host.put(envelope, game, envelope.header.phase, seat).status_code == 201
            self.kept += [envelope.to_json()] if seat == self.author else []
        host.clock.forward(days=3)
        host.work()

    def is_left_to_the_book(self, asked: list[str]) -> bool:
        """Does the book alone answer? In Polis the first two turns too: a sheet is played; then one is illegal."""
        self.turns += asked
        if self.title == "perikles":
            return len(self.turns) % 2 == 1
        return {*asked} <= {*BY_BOOK["polis"]} or ("D2" in asked and self.turns.count("D2") <= 2)

    def record(self) -> Record:
        return Record.from_json(self.host.get(f"/games/{self.game}/record").data)

    def leaves(self) -> dict[str, Leaf]:
        """All that the author has sealed."""
        identity = self.host.seats[self.game][self.author].identity
        opened = [leaf for raw in self.kept for leaf in open_copy(Envelope.parse(raw), identity)]
        return {to_base64url(leaf.hash): leaf for leaf in opened}

    def outputs(self, folder: Path) -> Iterator[tuple[str, str | None, bytes]]:
        """All that a stranger (None) and each player can read: where, who, the bytes."""
        players = {None: None, **{seat: self.host.seats[self.game][seat] for seat in self.seats[:2]}}
        for viewer, player in players.items():
            browser = signed_in(self.host, player) if player else self.host.app.test_client()
            for path in self.filled(READS):
                yield path, viewer, self.host.get(path, player).data
            for path in self.filled(PAGES):
                yield f"page {path}", viewer, browser.get(path).data
        Postman(self.host.host, transport(f"file://{folder}"), lambda _: b"").run_once()
        for path in sorted(folder.glob("*.eml")):
            parts = message_from_bytes(path.read_bytes(), policy=policy.default).walk()
            yield path.name, None, b"\n".join(bytes(p.get_payload(decode=True) or b"") for p in parts)

    def filled(self, addresses: Any) -> list[str]:
        """Addresses of the game and of its players, those of a phase for one in the middle, of a seat for each."""
        middle = len(self.record().phases) // 2
        found = [one for paths in addresses.values() for one in paths if "{game}" in one or "{handle}" in one]
        phases = [one.replace("/phases/1", f"/phases/{middle}").replace("&limit=3", "") for one in found]
        named = [one.format(game=self.game, seat=seat, handle=f"p-{seat}") for one in phases for seat in self.seats[:2]]
        return list(dict.fromkeys(named))


@pytest.fixture(scope="module", params=["polis", "perikles"])
def finished(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    host = HostUnderTest(tmp_path_factory.mktemp(request.param))
    seats = {"polis": ("sparta", "athens"), "perikles": ("red", "green", "black")}[request.param]
    yield Finished(host, request.param, {"polis": "corinthian_war", "perikles": "opening"}[request.param], seats)
    host.close()


def numbers_in(text: bytes) -> list[int]:
    return [number for number in map(int, re.findall(rb"8710\d{4}", text)) if number in CANARIES]


def test_what_did_not_count_is_in_nothing_that_others_can_read(finished: Finished, tmp_path: Path) -> None:
    outputs = [*finished.outputs(tmp_path)]
    assert len(outputs) > 100
    others = [(f"{place}, for {viewer}", text) for place, viewer, text in outputs if viewer != finished.author]
    assert [place for place, text in others if numbers_in(text)] == []
    assert any(numbers_in(text) for _, viewer, text in outputs if viewer == finished.author)


def test_its_record_verifies_and_replays_to_the_same_bytes_for_anybody_and_for_its_author(finished: Finished) -> None:
    record, host = finished.record(), finished.host.host
    assert verify_record(record, host.identity.signing_key) == []
    assert verify_record(record, host.identity.signing_key, finished.leaves()) == []
    assert [one.differs for one in replay_all(host)] == [None]
    sources = {(order.question, order.source) for phase in record.phases for order in phase.orders}
    assert {source for _, source in sources} >= {"envelope", "book"}
    shown = [leaf for phase in record.phases for book in phase.books for leaf in book.leaves or () if leaf.order]
    assert shown
    if finished.title == "polis":
        assert {("D2", "book"), ("D15", "book")} <= sources
        assert str(IN_COUNTED) in str([leaf.order for leaf in shown])
        bodies = [Statement.from_form(entry).body for entry in record.log]
        assert [body["body"]["seats"] for body in bodies if body["kind"] == "notice"] == [["sparta"]]


def test_the_author_sees_what_they_wrote(finished: Finished) -> None:
    player = finished.host.seats[finished.game][finished.author]
    view = finished.host.json(f"/games/{finished.game}/seats/{finished.author}/view", player)["view"]
    assert numbers_in(json.dumps(view["books"]).encode())
    assert numbers_in(str(finished.record().opened(finished.leaves()).to_json()).encode())


def test_a_leaf_hidden_although_it_counted_and_one_shown_although_it_did_not_are_found(finished: Finished) -> None:
    record, leaves = finished.record(), finished.leaves()
    [where] = [phase for phase in record.phases if phase.books]
    [book] = where.books
    hidden = replace(book, leaves=[replace(leaf, salt=None, order=None) for leaf in book.leaves or ()])
    for changed, code in ((hidden, "diverged"), (book.opened(leaves), "false-record")):
        phases = [replace(one, books=[changed]) if one is where else one for one in record.phases]
        assert code in [one.code for one in verify_record(replace(record, phases=phases))]
