"""Waiting for news at a real server: orders are answered meanwhile; clients that are gone and the end need no wait."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from schemas.statements.payloads import Press
from schemas.statements.statements import sign_payload
from tests.api.hosts import API
from tests.bench.players import SEATS, Company, Table, Wire, path_of
from tests.bench.served import served

MANY = 20


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("served") / "host", "x25519") as address:
        yield address


@pytest.fixture(scope="module")
def company(url: str) -> Company:
    return Company.register(url)


class Waiting(threading.Thread):
    """A reader who waits for what comes after the newest item of a seat's feed, or of the public one."""

    def __init__(self, table: Table, seat: str | None, wait: int = 25) -> None:
        super().__init__(daemon=True)
        path = f"/games/{table.game}/seats/{seat}/feed" if seat else f"/games/{table.game}/feed"
        player = table.players[seat] if seat else None
        wire = Wire(table.wire.url)
        newest = wire.ask("GET", path, headers=wire.signed(player, path) if player else {})["next"]
        self.path = f"{path}?since={newest}&wait={wait}"
        self.headers = wire.signed(player, self.path) if player else {}
        parts = urlsplit(wire.url)
        self.line = HTTPConnection(str(parts.hostname), parts.port, timeout=40)
        self.line.request("GET", API + self.path, headers=self.headers)
        self.status, self.told = 0, {}
        self.start()

    def run(self) -> None:
        try:
            response = self.line.getresponse()
            self.status, self.told = response.status, json.loads(response.read())
        except OSError:
            self.status = -1


def send_last(table: Table) -> None:
    """Send the orders that the open phase waits for."""
    phase = table.open_phase()
    for ask in phase["asked"]:
        envelope = table.seal(phase, ask["seat"], [], "final")
        table.wire.ask("PUT", path_of(envelope), envelope.to_json())


def test_orders_are_answered_while_twenty_wait_and_all_are_woken_by_what_they_lead_to(
    company: Company,
) -> None:
    [table] = company.begin(1)
    readers = [Waiting(table, seat) for seat in (SEATS * 5)[: MANY - 4]] + [Waiting(table, None) for _ in range(4)]
    time.sleep(0.5)
    assert [reader.status for reader in readers] == [0] * MANY
    phase = table.open_phase()
    for _ in range(10):
        envelope = table.seal(phase, phase["asked"][0]["seat"], [], "draft")
        table.wire.ask("PUT", path_of(envelope), envelope.to_json())
    assert [reader.status for reader in readers] == [0] * MANY
    send_last(table)
    for reader in readers:
        reader.join(timeout=10)
    assert {reader.status for reader in readers} == {200}
    first = [reader.told["items"][0] for reader in readers]
    assert {(item["kind"], item["phase"]) for item in first} == {("resolved", phase["phase"])}


def test_a_reader_who_waits_is_woken_by_press(company: Company) -> None:
    [table] = company.begin(1)
    reader = Waiting(table, "green")
    time.sleep(0.2)
    assert reader.is_alive()
    write(table, 1)
    reader.join(timeout=20)
    assert [item["kind"] for item in reader.told["items"]] == ["press"]


def write(table: Table, number: int) -> None:
    red = table.players["red"].identity
    said = Press(game=table.game, seat="red", player=red.key_id, number=number, to=["green"], text="now")
    table.wire.ask("POST", f"/games/{table.game}/press", sign_payload(said, red).to_json())


def test_who_goes_away_while_he_waits_leaves_his_place_to_others(company: Company) -> None:
    [table] = company.begin(1)
    gone = [Waiting(table, "green") for _ in range(8)]
    time.sleep(0.3)
    refused = Waiting(table, "green")
    refused.join(timeout=10)
    assert (refused.status, refused.told["code"]) == (429, "too-many-waiting")
    for reader in gone:
        shut(reader.line)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        once_more = Waiting(table, "green", wait=1)
        once_more.join(timeout=10)
        if once_more.status == 200:
            return
        time.sleep(0.2)
    pytest.fail("those who are gone still wait")


def shut(line: Any) -> None:
    """Cut a connection; one whose answer came is closed already."""
    if (sock := line.sock) is not None:
        sock.shutdown(socket.SHUT_RDWR)
        sock.close()


def test_a_host_that_closes_does_not_wait_for_those_who_wait(tmp_path: Path) -> None:
    with served(tmp_path / "host", "x25519") as url:
        [table] = Company.register(url).begin(1)
        readers = [Waiting(table, seat) for seat in SEATS for _ in range(5)]
        time.sleep(1)
    for reader in readers:
        reader.join(timeout=1)
        assert (reader.status, reader.told.get("items")) == (200, [])
