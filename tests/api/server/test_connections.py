"""No thread waits for a client, and what cannot be a request of anybody's never reaches one."""

from __future__ import annotations

import json
import os
import selectors
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger

from api.server import connections
from api.server.connections import LONGEST_ADDRESS, LONGEST_BODY, LONGEST_HEADERS, MOST_HEADERS, REFUSALS, Doorway
from api.server.gunicorn_app import HostWorker
from tests.patience import PATIENCE, wait_until

HEAD = b"POST /orders HTTP/1.1\r\nHost: host\r\nContent-Length: 6\r\n"
WHOLE = HEAD + b"\r\norders"
LARGE = b"x" * 8_000_000


class Door:
    """A doorway with one thread and four places, before an application that answers what it read."""

    def __init__(self, places: int) -> None:
        config = Config()
        for name, value in {"threads": 1, "worker_connections": places, "loglevel": "critical"}.items():
            config.set(name, value)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.worker: Any = Doorway(0, os.getppid(), [self.listener], None, 30, config, Logger(config))
        self.worker.wsgi = self.application
        self.worker.tpool = self.worker.get_thread_pool()
        self.worker.poller = selectors.DefaultSelector()
        self.worker.method_queue.init()
        self.worker.notify = lambda: None
        self.read: list[bytes] = []
        self.loop = threading.Thread(target=self.worker.run, daemon=True)
        self.loop.start()

    def application(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.read.append(environ["wsgi.input"].read())
        answer = LARGE if environ["PATH_INFO"] == "/large" else b"taken " + self.read[-1]
        start_response("200 OK", [("Content-Length", str(len(answer)))])
        return [answer]

    def call(self, *said: bytes) -> socket.socket:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.settimeout(PATIENCE)
        line.connect(self.listener.getsockname())
        with suppress(ConnectionError):  # it may be hung up on while it speaks
            for part in said:
                line.sendall(part)
        return line

    def close(self) -> None:
        self.worker.alive = False
        self.worker.method_queue.defer(lambda: None)
        self.loop.join(PATIENCE)
        assert not self.loop.is_alive()


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    monkeypatch.setattr("gunicorn.workers.gthread.STOP_KEEPALIVE_LINGER", 0.1)
    made = Door(4)
    yield made
    made.close()


def heard(line: socket.socket) -> bytes:
    """All that comes until the other side is done."""
    found = b""
    with suppress(ConnectionResetError):
        while more := line.recv(65_536):
            found += more
    return found


def answer_on(line: socket.socket) -> bytes:
    """One short answer."""
    found = b""
    while not found.endswith(b"orders"):
        more = line.recv(65_536)
        assert more, found
        found += more
    return found


def test_a_request_reaches_a_thread_when_it_is_whole_however_slowly_it_came(door: Door) -> None:
    slow = door.call(*(bytes([byte]) for byte in WHOLE[:-1]))
    quick = door.call(WHOLE)
    assert answer_on(quick).endswith(b"taken orders")
    assert door.read == [b"orders"]
    slow.sendall(WHOLE[-1:])
    assert answer_on(slow).startswith(b"HTTP/1.1 200 OK")
    assert door.read == [b"orders"] * 2


def test_requests_that_came_together_are_answered_one_after_another(door: Door) -> None:
    line = door.call(WHOLE * 3 + WHOLE[:20])
    line.sendall(WHOLE[20:])
    found = b""
    while found.count(b"taken orders") < 4:
        found += line.recv(65_536)
    assert door.read == [b"orders"] * 4


def test_a_thread_stays_for_what_follows_at_once_and_leaves_what_does_not_come_whole_to_the_loop(
    monkeypatch: pytest.MonkeyPatch, door: Door
) -> None:
    monkeypatch.setattr(connections, "FOLLOWING_MILLISECONDS", 1_000 * PATIENCE)
    handed_over: list[Any] = []
    monkeypatch.setattr(door.worker, "enqueue_req", also(handed_over.append, door.worker.enqueue_req))
    line = door.call(WHOLE)
    for _ in range(3):
        assert answer_on(line).endswith(b"taken orders")
        line.sendall(WHOLE)
    assert answer_on(line).endswith(b"taken orders")
    assert len(handed_over) == 1
    line.sendall(WHOLE[:30])
    assert answer_on(door.call(WHOLE)).endswith(b"taken orders")
    line.sendall(WHOLE[30:])
    assert answer_on(line).endswith(b"taken orders")
    assert len(handed_over) == 3


def also(first: Callable[..., Any], then: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given: (first(*given), then(*given))[1]


LONG = b"GET /" + b"x" * LONGEST_ADDRESS
REFUSED = {
    "an address too long, whole": (LONG + b" HTTP/1.1\r\n\r\n", 414),
    "an address too long, without an end": (LONG, 414),
    "headers too long": (b"GET / HTTP/1.1\r\nX: " + b"x" * LONGEST_HEADERS + b"\r\n\r\n", 431),
    "headers without an end": (b"GET / HTTP/1.1\r\n" + b"X: x\r\n" * LONGEST_HEADERS, 431),
    "too many headers": (b"GET / HTTP/1.1\r\n" + b"X: x\r\n" * (MOST_HEADERS + 1) + b"\r\n", 431),
    "a body too large": (b"PUT / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (LONGEST_BODY + 1), 413),
    "a body in chunks": (b"PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
    "two lengths": (b"PUT / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    "a length that is none": (b"PUT / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    "a length of a thousand digits": (b"PUT / HTTP/1.1\r\nContent-Length: " + b"9" * 1_000 + b"\r\n\r\n", 400),
    "a length before a colon that stands alone": (b"PUT / HTTP/1.1\r\nContent-Length : 5\r\n\r\nabcde", 400),
    "no HTTP": (b"\x16\x03\x01 plague\r\n\r\n", 400),
    "a NUL in an address": (b"GET /\0plague HTTP/1.1\r\n\r\n", 400),
    "an obsolete fold": (b"GET / HTTP/1.1\r\nX: x\r\n plague\r\n\r\n", 400),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_a_request_is_refused_with_a_problem_document(door: Door, case: str) -> None:
    said, status = REFUSED[case]
    head, _, body = heard(door.call(said)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/problem+json\r\n" in head
    problem = json.loads(body)
    assert (problem["status"], problem["code"], problem["detail"]) == (status, *REFUSALS[status])
    assert b"plague" not in body
    assert door.read == []


@pytest.mark.parametrize("cors", [False, True])
def test_a_page_of_another_origin_reads_why_it_was_refused_where_the_host_lets_it_in(door: Door, cors: bool) -> None:
    app = SimpleNamespace(host_config=SimpleNamespace(cors=cors))
    made = HostWorker(0, os.getppid(), [], app, 30, door.worker.cfg, door.worker.log)
    door.worker.shared = made.shared
    begun = door.call(HEAD)
    wait_until("it has begun", lambda: [caller for caller in [*door.worker.callers] if caller.come])
    door.worker._cap_keepalive(0.0)
    for line in (begun, door.call(REFUSED["a body too large"][0]), door.call(REFUSED["an obsolete fold"][0])):
        head = heard(line).partition(b"\r\n\r\n")[0]
        assert (b"\r\nAccess-Control-Allow-Origin: *\r\n" in head + b"\r\n") is cors
        assert b"Allow-Credentials" not in head


def test_who_does_not_come_to_an_end_is_told_so_and_who_says_nothing_is_hung_up_on(
    monkeypatch: pytest.MonkeyPatch, door: Door
) -> None:
    begun = door.call(HEAD)
    wait_until("it has begun", lambda: [caller for caller in [*door.worker.callers] if caller.come])
    door.worker._cap_keepalive(0.0)
    assert heard(begun).startswith(b"HTTP/1.1 408 ")
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    assert heard(door.call(b"")) == b""


def test_an_answer_that_nobody_reads_holds_no_thread(door: Door) -> None:
    deaf = door.call(b"GET /large HTTP/1.1\r\nHost: host\r\n\r\n")
    assert answer_on(door.call(WHOLE)).endswith(b"taken orders")
    found = bytearray()
    while len(found) < len(LARGE):
        found += deaf.recv(65_536)
    assert found.endswith(LARGE[:1_000])


def test_an_answer_that_is_not_taken_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch, door: Door) -> None:
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.2)
    deaf = door.call(b"GET /large HTTP/1.1\r\nHost: host\r\n\r\n")
    while door.worker.nr_conns or not door.read:
        threading.Event().wait(0.05)
    assert len(heard(deaf)) < len(LARGE)


def test_when_all_places_are_taken_who_has_been_at_it_longest_makes_room(door: Door) -> None:
    slow = [door.call(HEAD) for _ in range(20)]
    assert answer_on(door.call(WHOLE)).endswith(b"taken orders")
    assert slow[0].recv(1) == b""
    assert door.worker.nr_conns <= 4


def test_who_waits_to_be_told_to_go_on_is_told(door: Door) -> None:
    line = door.call(HEAD + b"Expect: 100-continue\r\n\r\n")
    assert line.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    line.sendall(b"orders")
    assert answer_on(line).endswith(b"taken orders")


def test_requests_that_are_not_whole_take_no_more_memory_than_may_be(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_GATHERED", 200_000)
    head = b"PUT / HTTP/1.1\r\nHost: host\r\nContent-Length: 600000\r\n\r\n"
    small = door.call(head, b"x" * 50_000)
    large = door.call(head, b"x" * 120_000)
    larger = door.call(head, b"x" * 180_000)
    assert heard(larger) == b""
    assert answer_on(door.call(WHOLE)).endswith(b"taken orders")
    kept = [len(caller.come) for caller in door.worker.callers]
    assert sum(kept) <= 200_000
    for line in (small, large):
        line.close()
