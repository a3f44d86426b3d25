"""The other end of the wire: sends requests that were made beforehand, each connection in a thread of its own.

Runs in a second process, so that the server does not wait for the client's work, and parses nothing while it sends.
"""

from __future__ import annotations

import itertools
import socket
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """What came back, and how long it took."""

    status: int
    body: bytes
    seconds: float


@dataclass(frozen=True)
class Sent:
    """What one run brought: the answers of each connection, and how long all took together."""

    answers: list[list[Answer]]
    seconds: float


def request(url: str, path: str, body: bytes) -> bytes:
    """A PUT as it stands on the wire."""
    head = f"PUT {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def send_from_another_process(urls: Sequence[str], queues: Sequence[Sequence[bytes]]) -> Sent:
    """Send all queues at once, each over a connection of its own, to the servers by turns, from a fresh process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(send, urls, queues).result()


def send(urls: Sequence[str], queues: Sequence[Sequence[bytes]]) -> Sent:
    """Connect first, then send all queues at once."""
    places = [urlsplit(url) for url in itertools.islice(itertools.cycle(urls), len(queues))]
    lines = [socket.create_connection((str(place.hostname), int(place.port or 80)), timeout=60) for place in places]
    for line in lines:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with ThreadPoolExecutor(len(queues)) as threads:
        begun = time.perf_counter()
        answers = list(threads.map(send_queue, lines, queues))
        seconds = time.perf_counter() - begun
    for line in lines:
        line.close()
    return Sent(answers, seconds)


def send_queue(line: socket.socket, queue: Sequence[bytes]) -> list[Answer]:
    """One request after another, each after the answer to the one before."""
    return [exchange(line, raw) for raw in queue]


def exchange(line: socket.socket, raw: bytes) -> Answer:
    """Send one request and read its answer to the last byte."""
    begun = time.perf_counter()
    line.sendall(raw)
    received = b""
    while b"\r\n\r\n" not in received:
        received += receive(line)
    head, _, body = received.partition(b"\r\n\r\n")
    fields = head.lower().split(b"\r\n")
    length = next(int(field.partition(b":")[2]) for field in fields if field.startswith(b"content-length:"))
    while len(body) < length:
        body += receive(line)
    return Answer(int(head.split(b" ", 2)[1]), body, time.perf_counter() - begun)


def receive(line: socket.socket) -> bytes:
    """The next bytes; a connection that the server closes ends the bench."""
    received = line.recv(65_536)
    if not received:
        raise ConnectionError("the server closed the connection")
    return received
