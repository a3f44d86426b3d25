"""A bad line before a host: each request takes its time, every fiftieth is lost, or none comes through."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

API = "/api/"
EACH_WAY = 0.15  # seconds
ONE_IN = 50
OF_ONE_HOP = ("connection", "keep-alive", "transfer-encoding", "host")


class Handler(BaseHTTPRequestHandler):
    """Passes a request on, and its answer back."""

    protocol_version = "HTTP/1.1"
    server: Line

    def pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with suppress(ConnectionError, HTTPException):
            if self.server.carries(self):
                self.answer(*self.server.asked(self.command, self.path, dict(self.headers), body))

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = pass_on  # noqa: N815 - as http.server calls them

    def answer(self, got: HTTPResponse, content: bytes) -> None:
        if not self.server.returns(self):
            return
        self.send_response_only(got.status, got.reason)
        for name, value in got.getheaders():
            if name.lower() not in (*OF_ONE_HOP, "content-length"):
                self.send_header(name, value)
        if got.status not in (204, 304):
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def lose(self) -> bool:
        """The connection is gone, and nobody says why."""
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)
        return False

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class Line(ThreadingHTTPServer):
    """The way to a host, at an address of its own.

    `came`: what a browser asked of the API, in order. `is_slow`, `is_cut`: what it is like; `lost`: so many requests.
    """

    daemon_threads = True

    def __init__(self, port: int, behind: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.behind = behind
        self.came: list[tuple[str, str]] = []
        self.is_slow = self.is_cut = False
        self.lost = self.count = 0
        self.free = threading.Event()
        self.free.set()
        self._number = threading.Lock()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def asked(self, method: str, path: str, headers: dict[str, str], body: bytes) -> tuple[HTTPResponse, bytes]:
        """What the host answers."""
        host = HTTPConnection("127.0.0.1", self.behind, timeout=60)
        kept = {name: value for name, value in headers.items() if name.lower() not in OF_ONE_HOP}
        host.request(method, path, body or None, kept | {"Host": urlsplit(self.url).netloc})
        got = host.getresponse()
        content = got.read()
        host.close()
        return got, content

    def carries(self, handler: Handler) -> bool:
        """Whether a request comes to the host; every hundredth does not."""
        if not self.is_bad_for(handler):
            return True
        with self._number:
            self.came.append((handler.command, handler.path.removeprefix(f"{API}v1").partition("?")[0]))
            self.count += 1
            handler.number = self.count  # type: ignore[attr-defined]
        return self.goes(handler, 10)

    def returns(self, handler: Handler) -> bool:
        """Whether its answer comes back; every hundredth does not."""
        return not self.is_bad_for(handler) or self.goes(handler, 10 + ONE_IN)

    def is_bad_for(self, handler: Handler) -> bool:
        """It is for what a browser asks of the API."""
        return handler.path.startswith(API) and "Mozilla" in handler.headers.get("User-Agent", "")

    def goes(self, handler: Handler, unlucky: int) -> bool:
        """Wait as long as it takes; of a hundred one is unlucky."""
        self.free.wait()
        if self.is_slow:
            time.sleep(EACH_WAY)
        loses = self.is_slow and handler.number % (2 * ONE_IN) == unlucky  # type: ignore[attr-defined]
        self.lost += loses
        return handler.lose() if loses or self.is_cut else True

    def handle_error(self, *_: object) -> None:
        """A browser went away."""

    def hold(self) -> Callable[[], None]:
        """Nothing comes through until it is let go."""
        self.free.clear()
        return self.free.set

    def stop(self) -> None:
        self.free.set()
        self.shutdown()
        self.server_close()
