"""Waiting for news at a real server: orders are answered meanwhile; clients that are gone and the end need no wait."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path
from queue import Queue
from urllib.parse import urlsplit

import pytest

from tests.api.hosts import API
from tests.bench.players import SEATS, Company, Table, path_of
from tests.bench.served import served
from tests.forks import start
from tests.patience import PATIENCE, wait_until

WAIT = 30
MOST_OF_ONE = 8
EVERYBODY = (*SEATS * 6, None)
"""One more than the 24 who may wait at a host as it is served."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("served") / "host", "x25519", start) as address:
        yield address


@pytest.fixture(scope="module")
def company(url: str) -> Company:
    return Company.register(url)


class Waiting(threading.Thread):
    """A reader who waits for what comes after an item of a seat's feed, or of the public one."""

    def __init__(self, table: Table, seat: str | None, since: int, answered: Queue[Waiting] | None = None) -> None:
        super().__init__(daemon=True)
        path, headers = signed(table, seat, f"?after={since}&wait={WAIT}")
        parts = urlsplit(table.wire.url)
        self.line = HTTPConnection(str(parts.hostname), parts.port, timeout=PATIENCE)
        self.line.request("GET", API + path, headers=headers)
        self.answered = answered or Queue()
        self.status, self.answer = 0, {}
        self.start()

    def run(self) -> None:
        try:
            response = self.line.getresponse()
            self.status, self.answer = response.status, json.loads(response.read())
        except OSError:
            self.status = -1
        self.answered.put(self)


def signed(table: Table, seat: str | None, query: str = "") -> tuple[str, dict[str, str]]:
    """The path of a feed, and the headers with which it may be read."""
    if seat is None:
        return f"/games/{table.game}/feed{query}", {}
    path = f"/games/{table.game}/seats/{seat}/feed{query}"
    return path, table.wire.signed(table.players[seat], path)


def newest_of(table: Table, seat: str | None) -> int:
    path, headers = signed(table, seat)
    return int(table.wire.ask("GET", path, headers=headers)["next"])


def as_many_as_may(table: Table, seats: Sequence[str | None]) -> list[Waiting]:
    """Readers who all wait: known to do so once the one who is too many is refused."""
    answered: Queue[Waiting] = Queue()
    newest = {seat: newest_of(table, seat) for seat in dict.fromkeys(seats)}
    readers = [Waiting(table, seat, newest[seat], answered) for seat in seats]
    refused = answered.get(timeout=PATIENCE)
    assert (refused.status, refused.answer["code"]) == (429, "too-many-waiting")
    readers.remove(refused)
    assert [reader.status for reader in readers] == [0] * (len(seats) - 1)
    return readers


def send_last(table: Table) -> None:
    """Send the orders that the open phase waits for."""
    phase = table.open_phase()
    for ask in phase["asked"]:
        envelope = table.seal(phase, ask["seat"], [], "final")
        table.wire.ask("PUT", path_of(envelope), envelope.to_json())


def test_orders_are_answered_while_many_wait_and_all_are_woken_by_what_they_lead_to(company: Company) -> None:
    [table] = company.begin(1)
    readers = as_many_as_may(table, EVERYBODY)
    phase = table.open_phase()
    for _ in range(10):
        envelope = table.seal(phase, phase["asked"][0]["seat"], [], "draft")
        table.wire.ask("PUT", path_of(envelope), envelope.to_json())
    assert {reader.status for reader in readers} == {0}
    send_last(table)
    for reader in readers:
        reader.join(PATIENCE)
    assert {reader.status for reader in readers} == {200}
    first = [reader.answer["items"][0] for reader in readers]
    assert {(item["kind"], item["phase"]) for item in first} == {("resolved", phase["phase"])}


def test_who_goes_away_while_he_waits_leaves_his_place_to_others(company: Company) -> None:
    [table] = company.begin(1)
    for reader in as_many_as_may(table, ["green"] * (MOST_OF_ONE + 1)):
        shut(reader.line)
    wait_until("those who are gone wait no more", lambda: may_wait(table, "green"))


def may_wait(table: Table, seat: str) -> bool:
    """Is a request that would wait, if there were no news yet, let in?"""
    reader = Waiting(table, seat, since=0)
    reader.join(PATIENCE)
    return reader.status == 200


def shut(line: HTTPConnection) -> None:
    """Cut a connection; one whose answer came is closed already."""
    if (sock := line.sock) is not None:
        sock.shutdown(socket.SHUT_RDWR)
        sock.close()


def test_a_host_that_closes_does_not_wait_for_those_who_wait(tmp_path: Path) -> None:
    with served(tmp_path / "host", "x25519", start) as url:
        [table] = Company.register(url).begin(1)
        readers = as_many_as_may(table, EVERYBODY)
    for reader in readers:
        reader.join(PATIENCE)
        assert (reader.status, reader.answer.get("items")) == (200, [])
