"""The doorway: gunicorn's threads, of which none ever waits for a client.

As gunicorn ships them, a thread reads its request from the socket and writes the answer to it, so that a handful of
clients who send a byte now and then, or never read, keep all threads from everybody else. Here the loop of the process
gathers each request whole, within bounds, before a thread gets it, and sends what a client does not take at once. When
all places are taken, the connection that has been at it longest makes room. What is refused here is refused before it
is parsed, with a problem document like everywhere else.

What other servers do instead was measured: see *Why the host has a front door of its own* in
docs/operations.md.
"""

from __future__ import annotations

import json
import re
import select
import selectors
import socket
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

import structlog
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from api.http.answers import REQUEST_ID, new_id
from api.http.problems import MEDIA_TYPE, fault

MOST_LINES: Final = 1_000
"""How many connections may be open at once."""
LONGEST_ADDRESS: Final = 4_096
MOST_HEADERS: Final = 64
LONGEST_HEADERS: Final = 16_384
"""Of a request line and all headers together."""
LONGEST_BODY: Final = 655_360
"""Above what any address takes; each refuses its own with a smaller bound."""
REQUEST_SECONDS: Final = 20.0
"""For a request to arrive whole, from its first byte (or from the connection)."""
ANSWER_SECONDS: Final = 30.0
"""For an answer to be taken."""
IDLE_SECONDS: Final = 5.0
"""Between the requests of a connection that is kept open."""
LINGER_SECONDS: Final = 2.0
FOLLOWING_MILLISECONDS: Final = 5
"""How long a thread waits for the next request of the connection that it has just answered."""
MOST_LEFT_OVER: Final = 1_048_576
END: Final = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length[ \t]*:([^\r\n]*)", re.IGNORECASE)
DIGITS = re.compile(rb"[ \t]*([0-9]{1,18})[ \t]*")
CODING = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.IGNORECASE)
EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*(?=\r\n)", re.IGNORECASE)
LOG = structlog.get_logger("ostraka.server")

REFUSALS: Final = {
    400: ("bad-request", "The request could not be read as HTTP."),
    408: ("request-timeout", f"The request did not arrive whole within {REQUEST_SECONDS:.0f} s."),
    411: ("length-required", "A body needs a Content-Length; chunked ones are not taken."),
    413: ("body-too-large", f"No address takes a body of more than {LONGEST_BODY} bytes."),
    414: ("address-too-long", f"A request line has at most {LONGEST_ADDRESS} bytes."),
    431: ("headers-too-large", f"The headers have at most {LONGEST_HEADERS} bytes, and are at most {MOST_HEADERS}."),
    500: ("internal-error", "The host failed; its log says where. Nothing was changed."),
}


MOST_GATHERED: Final = 67_108_864
"""Bytes of requests that are not whole yet, of all connections together."""


class Refused(Exception):
    """A request that no thread gets to see."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Line(socket.socket):
    """A connection's socket as a thread sees it: the request is there already, and what is written leaves at once.

    `given` is what of the request is still unread, `unsent` what the client has not taken yet.
    """

    def __init__(self, fileno: int) -> None:
        super().__init__(fileno=fileno)
        super().setblocking(False)
        self.given = b""
        self.unsent = bytearray()

    def setblocking(self, flag: bool) -> None:
        """Nothing here ever blocks."""

    def settimeout(self, value: float | None) -> None:
        """Nothing here ever waits."""

    def recv(self, size: int, flags: int = 0) -> bytes:
        """What was gathered for this request, and then its end; a look ahead (`flags`) is one at the client."""
        if flags:
            return super().recv(size, flags)
        read, self.given = self.given[:size], self.given[size:]
        return read

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send what can be sent, and keep the rest for the loop."""
        self.unsent += data
        self.push()

    def push(self) -> bool:
        """Send what can be sent; is all of it gone?"""
        while self.unsent:
            try:
                sent = super().send(self.unsent)
            except BlockingIOError:
                return False
            del self.unsent[:sent]
        return True

    def pull(self) -> bytes | None:
        """What has come from the client; empty when it hung up, None when nothing is there."""
        try:
            return super().recv(65_536)
        except BlockingIOError:
            return None


class Caller(TConn):  # type: ignore[misc]
    """A connection, with what has come on it of the next request."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        line = Line(sock.detach())
        super().__init__(cfg, line, client, server)
        self.line = line
        self.data_ready = True
        self.come = bytearray()
        self.searched = 0
        self.expected: int | None = None
        self.deadline = 0.0
        self.left_over = 0

    def gather(self) -> bool:
        """Look at what has come: is a whole request there? Then it is given out, and what comes after it stays."""
        if self.expected is None:
            self.expected = self.measure()
        if self.expected is None or len(self.come) < self.expected:
            return False
        self.line.given = bytes(self.come[: self.expected])
        del self.come[: self.expected]
        self.expected, self.searched = None, 0
        return True

    def follows(self) -> bool:
        """Is the next request here, whole, within a moment? What else has come stays for the loop."""
        try:
            if not self.line.push():
                return False
            if not self.come:
                ready = select.poll()
                ready.register(self.line, select.POLLIN)
                self.come += (ready.poll(FOLLOWING_MILLISECONDS) and self.line.pull()) or b""
            return self.gather()
        except (OSError, Refused):
            self.searched = 0
            return False

    def measure(self) -> int | None:
        """How long will the request be, when its head is there? Raises `Refused` for one that is not taken."""
        end = self.come.find(END, max(0, self.searched - len(END)))
        self.searched = len(self.come)
        if (self.come.find(b"\r\n", 0, LONGEST_ADDRESS) < 0) and len(self.come) >= LONGEST_ADDRESS:
            raise Refused(414)
        if end < 0:
            if len(self.come) > LONGEST_HEADERS:
                raise Refused(431)
            return None
        head = bytes(self.come[: end + len(END)])
        expected = len(head) + length_of(head)
        if len(self.come) < expected and EXPECTS.search(head):
            self.line.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        return expected


def length_of(head: bytes) -> int:
    """The length of the body that a head announces; raises `Refused`."""
    if len(head) > LONGEST_HEADERS or head.count(b"\r\n") - 2 > MOST_HEADERS:
        raise Refused(431)
    if CODING.search(head):
        raise Refused(411)
    lengths = LENGTH.findall(head)
    digits = DIGITS.fullmatch(lengths[0]) if len(lengths) == 1 else None
    if lengths and digits is None:
        raise Refused(400)
    length = int(digits[1]) if digits else 0
    if length > LONGEST_BODY:
        raise Refused(413)
    return length


class Doorway(ThreadWorker):  # type: ignore[misc]
    """Gunicorn's threaded worker, whose loop does all the waiting."""

    shared: Mapping[str, str] = {}
    """The headers by which pages of other origins may read what is refused here, at any address."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.callers: dict[Caller, Callable[[Caller], None]] = {}
        """The connections that the loop watches, longest waiting first, and what to do when one's time is up."""
        self.gathered = 0
        """Bytes that have come since they were last counted, and those that were there then: never too few."""
        self.followers = threading.BoundedSemaphore(max(1, self.cfg.threads // 2))
        """Threads that may stay with their connection: half of them, so that others never wait for these."""

    def accept(self, listener: Any) -> None:
        """Take a connection; when all places are taken, the one that has been at it longest makes room."""
        try:
            sock, address = listener.accept()
        except OSError:
            return
        if self.nr_conns + 1 >= self.worker_connections and self.callers:
            self.hang_up(next(iter(self.callers)))
        self.nr_conns += 1
        caller = Caller(self.cfg, sock, address, listener.getsockname())
        self.watch(caller, selectors.EVENT_READ, self.on_readable, self.on_slow, REQUEST_SECONDS)

    def watch(
        self,
        caller: Caller,
        event: int,
        ready: Callable[[Caller], None],
        late: Callable[[Caller], None],
        seconds: float,
    ) -> None:
        """Wait for a connection, so long and no longer."""
        caller.deadline = time.monotonic() + seconds
        self.callers[caller] = late
        self.poller.register(caller.line, event, lambda _line: ready(caller))

    def unwatch(self, caller: Caller) -> None:
        """Stop polling the connection of a caller."""
        if self.callers.pop(caller, None) is not None:
            self.poller.unregister(caller.line)

    def hang_up(self, caller: Caller) -> None:
        """Close a connection without another word."""
        self.unwatch(caller)
        caller.line.close()
        self.nr_conns -= 1

    def murder_keepalived(self, force: bool = False) -> None:
        """Called once a second, and at the end (`force`): deal with the connections whose time is up."""
        now = time.monotonic()
        for caller in [caller for caller in self.callers if force or caller.deadline <= now]:
            self.hang_up(caller) if force else self.callers[caller](caller)

    def _cap_keepalive(self, deadline: float) -> None:
        """While the host closes, no connection is waited for longer than this."""
        for caller in self.callers:
            caller.deadline = min(caller.deadline, deadline)

    def on_readable(self, caller: Caller) -> None:
        """Something came: gather it, and give a thread what is whole."""
        try:
            data = caller.line.pull()
        except OSError:
            data = b""
        if data is None:
            return
        if not data:
            self.hang_up(caller)
            return
        if not caller.come:
            caller.deadline = time.monotonic() + REQUEST_SECONDS
        caller.come += data
        self.gathered += len(data)
        if self.gathered > MOST_GATHERED:
            self.make_memory()
        if caller in self.callers:
            self.look_at(caller)

    def make_memory(self) -> None:
        """Hang up on the connections that hold most, until what is kept is within its limit."""
        self.gathered = sum(len(caller.come) for caller in self.callers)
        for caller in sorted(self.callers, key=lambda caller: len(caller.come), reverse=True):
            if self.gathered <= MOST_GATHERED:
                return
            self.gathered -= len(caller.come)
            self.hang_up(caller)

    def look_at(self, caller: Caller) -> None:
        """Give a thread the next request if it is whole; refuse one that is not taken."""
        try:
            if not caller.gather():
                return
        except Refused as refused:
            self.refuse(caller, refused.status)
            return
        except OSError:
            self.hang_up(caller)
            return
        self.unwatch(caller)
        self.enqueue_req(caller)

    def handle(self, conn: Caller) -> bool:
        """Answer a request in a thread, and those that follow at once: handing over costs more than most answers."""
        alive: bool = super().handle(conn)
        if alive and self.followers.acquire(blocking=False):
            try:
                while alive and self.alive and conn.follows():
                    alive = super().handle(conn)
            finally:
                self.followers.release()
        return alive

    def on_slow(self, caller: Caller) -> None:
        """A request did not come in time; a connection that was only kept open is closed without a word."""
        if caller.come:
            self.refuse(caller, 408)
        else:
            self.hang_up(caller)

    def refuse(self, caller: Caller, status: int) -> None:
        """Answer for the loop, and close."""
        request_id = new_id()
        LOG.info("request", method="-", route="-", status=status, milliseconds=0, request_id=request_id)
        self.unwatch(caller)
        try:
            caller.line.sendall(problem(status, request_id, self.shared))
        except OSError:
            self.hang_up(caller)
            return
        self.take_leave(caller)

    def finish_request(self, caller: Caller, future: Future[bool]) -> None:
        """A thread has answered: see the answer off, and keep the connection if it wants to go on."""
        try:
            alive = not future.cancelled() and future.result() and self.alive
            gone = caller.line.push()
        except Exception:
            self.hang_up(caller)
            return
        then = self.keep_open if alive else self.take_leave
        if gone:
            then(caller)
        else:
            ready = partial(self.on_writable, then)
            self.watch(caller, selectors.EVENT_WRITE, ready, self.hang_up, ANSWER_SECONDS)

    def on_writable(self, then: Callable[[Caller], None], caller: Caller) -> None:
        """The client takes more of its answer."""
        try:
            gone = caller.line.push()
        except OSError:
            self.hang_up(caller)
            return
        if gone:
            self.unwatch(caller)
            then(caller)

    def keep_open(self, caller: Caller) -> None:
        """Wait for the next request, which may be here already."""
        self.gathered += len(caller.come)
        seconds = REQUEST_SECONDS if caller.come else IDLE_SECONDS
        self.watch(caller, selectors.EVENT_READ, self.on_readable, self.on_slow, seconds)
        if caller.come:
            self.look_at(caller)

    def take_leave(self, caller: Caller) -> None:
        """Close as RFC 9112 9.6 has it: say so, and take what still comes for a moment, that the answer be not lost."""
        try:
            caller.line.push()
            caller.line.shutdown(socket.SHUT_WR)
        except OSError:
            self.hang_up(caller)
            return
        self.watch(caller, selectors.EVENT_READ, self.on_left_over, self.hang_up, LINGER_SECONDS)

    def on_left_over(self, caller: Caller) -> None:
        """Let what still comes go by."""
        try:
            data = caller.line.pull()
        except OSError:
            data = b""
        if data is None:
            return
        caller.left_over += len(data)
        if not data or caller.left_over > MOST_LEFT_OVER:
            self.hang_up(caller)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """What gunicorn could not read or carry out, as a problem document that echoes nothing."""
        request_id = new_id()
        if not isinstance(exc, ParseException):
            LOG.error("fault", **fault(exc), request_id=request_id)
        client.sendall(problem(400 if isinstance(exc, ParseException) else 500, request_id, self.shared))


def problem(status: int, request_id: str, shared: Mapping[str, str]) -> bytes:
    """A refusal as it stands on the wire; `shared`: more headers."""
    code, detail = REFUSALS[status]
    title = code.replace("-", " ").capitalize()
    document = {"type": f"urn:ostraka:problem:{code}", "title": title, "status": status, "code": code, "detail": detail}
    body = json.dumps(document).encode()
    head = f"HTTP/1.1 {status} {title}\r\nContent-Type: {MEDIA_TYPE}\r\nContent-Length: {len(body)}\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in {REQUEST_ID: request_id, **shared}.items())
    return f"{head}Connection: close\r\n\r\n".encode() + body
