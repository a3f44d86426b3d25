"""A line of so many bits a second to the built site, and a browser that gets a part of its processor's time.

What Chromium has for both does not reach workers, in which all of Python runs.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from api.pages.play import KINDS
from tests.bench.processor import family

DELAY: Final = 0.05
CHUNK: Final = 16_384
SLICE: Final = 0.01


class Handler(SimpleHTTPRequestHandler):
    """The files as they were compressed, kept for good where their folder is named by its content."""

    server: Line
    protocol_version = "HTTP/1.1"
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **KINDS, ".bin": "application/octet-stream"}

    def do_GET(self) -> None:
        """Send a file, no quicker than the line."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        packed = path.with_name(f"{path.name}.br")
        if not path.is_file():
            return self.send_error(404)
        content = (packed if packed.is_file() else path).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(content)))
        if packed.is_file():
            self.send_header("Content-Encoding", "br")
        named = path.parent.name != "play" and "play" in path.parts
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if named else "no-cache")
        self.end_headers()
        with suppress(ConnectionError):
            self.server.send(self.wfile, content)
        return None

    def log_message(self, format: str, *given: Any) -> None:
        """Nobody reads it."""


class Line(ThreadingHTTPServer):
    """The server; what it sends shares one line."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self.bits: float = 0
        self.free, self.lock = 0.0, threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def send(self, to: Any, content: bytes) -> None:
        """Send as fast as the line is; 0 bits a second: as fast as it goes."""
        bits = self.bits
        if not bits:
            return to.write(content)
        time.sleep(DELAY)
        for at in range(0, len(content), CHUNK):
            part = content[at : at + CHUNK]
            with self.lock:
                self.free = max(self.free, time.monotonic()) + 8 * len(part) / bits
                until = self.free
            time.sleep(max(0.0, until - time.monotonic()))
            to.write(part)
        return None


class Slowed:
    """A process and its family get one part in so many of the time: they are stopped and continued by turns."""

    def __init__(self, process: int, rate: int) -> None:
        self.process, self.rate, self.on = process, rate, rate > 1
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self) -> None:
        """Until it is over."""
        found: list[int] = []
        turn = 0
        while self.on:
            if turn % 10 == 0:
                found = family(self.process)[1:]
            turn += 1
            tell(found, signal.SIGSTOP)
            time.sleep(SLICE * (self.rate - 1))
            tell(found, signal.SIGCONT)
            time.sleep(SLICE)

    def __enter__(self) -> Slowed:
        if self.on:
            self.thread.start()
        return self

    def __exit__(self, *given: object) -> None:
        if self.on:
            self.on = False
            self.thread.join()
            tell(family(self.process)[1:], signal.SIGCONT)


def tell(processes: list[int], what: signal.Signals) -> None:
    """Send a signal to what is still there."""
    for one in processes:
        with suppress(OSError):
            os.kill(one, what)
