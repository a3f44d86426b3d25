"""`ostraka worker`: a process that cuts, resolves, mails and calls webhooks, and answers no requests."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import structlog

from api.health.verdict import silent
from api.host.config import Config
from api.host.every_request import HEALTH, READY
from api.host.host import Host, open_host
from api.host.json_logs import configure
from api.http.problems import MEDIA_TYPE, Problem
from api.server.working_loops import prepare, start_loops, stop_loops

LOG = structlog.get_logger("ostraka.server")


def work_forever(config: Config, health: tuple[str, int] | None) -> None:
    """Work until told to stop, then end what is under way."""
    configure()
    prepare(config)
    for found in silent(str(config.mail)):
        LOG.warning(found.says)
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stopping.set())
    host = open_host(config)
    ways = start_loops(host)
    LOG.info("working")
    with answering(host, health):
        stopping.wait()
        host.long_polls.close()
        stop_loops(ways)
    host.database.dispose()


@contextmanager
def answering(host: Host, address: tuple[str, int] | None) -> Iterator[None]:
    """Answer GET /healthz and GET /readyz meanwhile, where an address is given."""
    if address is None:
        yield
        return
    server = ThreadingHTTPServer(address, type("Asked", (Health,), {"host": host}))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


class Health(BaseHTTPRequestHandler):
    """Says whether the process answers, and whether it can work."""

    host: Host
    timeout = 5

    def do_GET(self) -> None:
        """Answer as the service does."""
        try:
            if self.path not in (*HEALTH, *READY):
                raise Problem(404, "not-found", f"Only {HEALTH[0]} and {READY[0]} are answered here.")
            if self.path in READY:
                self.host.readiness.require()
        except Problem as problem:
            self.answer(problem.status, MEDIA_TYPE, problem.document().model_dump_json(exclude_none=True))
        else:
            status = "ready" if self.path in READY else "alive"
            self.answer(200, "application/json", f'{{"status":"{status}"}}')

    def answer(self, status: int, kind: str, body: str) -> None:
        """Send an answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def version_string(self) -> str:
        """The name of no library."""
        return "ostraka"

    def log_message(self, *_arguments: Any) -> None:
        """Logs nothing: supervisors ask every few seconds."""
