"""A real server on loopback that hears what a host posts to it: a push service, somebody's webhook."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.patience import PAUSE


@dataclass(frozen=True)
class Posted:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Listener:
    """Keeps what it hears and takes, and answers as it is told to."""

    def __init__(self) -> None:
        self.got: list[Posted] = []
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers = listener.answer(Posted(self.path, dict(self.headers), body))
                self.send_response(status)
                for name, value in {**headers, "Content-Length": "0"}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(PAUSE,), daemon=True).start()

    def answer(self, posted: Posted) -> tuple[int, dict[str, str]]:
        """Status and headers of the answer."""
        raise NotImplementedError

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
