"""A server of the site that keeps half of a file back until it is told to go on."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.patience import PATIENCE


class Handler(SimpleHTTPRequestHandler):
    """As `python -m http.server`, but for what is kept back."""

    def copyfile(self, source, outputfile):
        if not self.path.endswith(self.server.kept_back):
            return super().copyfile(source, outputfile)
        content = source.read()
        outputfile.write(content[: len(content) // 2])
        outputfile.flush()
        self.server.go_on.wait(PATIENCE)
        with suppress(ConnectionError):  # the page may have gone
            outputfile.write(content[len(content) // 2 :])
        return None

    def log_message(self, *given):
        """Nobody reads it."""


class Holding(ThreadingHTTPServer):
    """It holds back the one file."""

    def __init__(self, folder: Path, kept_back: str) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self.kept_back, self.go_on = kept_back, threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.go_on.set()
        self.shutdown()
        self.server_close()
