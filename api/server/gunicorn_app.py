"""The server: gunicorn with one process, its threads, and inside the worker, the postman and the way in for mails.

One process, because SQLite has one writer and the writers queue at one lock. The worker starts in the
process that serves, after the fork, so that no connection and no thread crosses it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import structlog
from flask_openapi.openapi import OpenAPI
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from api.app import application
from api.host.config import Config
from api.host.host import Host, forget_lost_keys, open_host
from api.host.json_logs import configure
from api.host.long_polls import LongPolls
from api.host.loops import Loop
from api.mail_in.listeners import Way, open_way, require_way
from api.mail_out.board_pictures import paint
from api.mail_out.postman import Postman
from api.mail_out.transports import transport
from api.referee.rules_changes import change_rules
from api.server.connections import LONGEST_ADDRESS, LONGEST_HEADERS, MOST_HEADERS, MOST_LINES, Doorway
from api.server.worker import Worker
from api.webhooks.courier import CourierLoop

KEPT_THREADS = 8
GRACE_SECONDS = 10
SENDERS = 4
LOG = structlog.get_logger("ostraka.server")


class HostWorker(Doorway):
    """A worker that is told to stop ends all waiting requests first, so that they do not delay it."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On SIGTERM and the like: answer those who wait at feeds, then stop."""
        self.app.long_polls.close()
        super().handle_exit(sig, frame)


def waiting_of(threads: int) -> int:
    """How many requests may wait for news: eight threads, or half of fewer, are kept for all others."""
    return threads - min(KEPT_THREADS, -(-threads // 2))


class Server(BaseApplication):  # type: ignore[misc]
    """One host behind gunicorn."""

    def __init__(self, config: Config, host: str, port: int, threads: int) -> None:
        self.host_config = config
        self.settings: dict[str, Any] = {
            "bind": f"{host}:{port}",
            "workers": 1,
            "worker_class": HostWorker,
            "threads": threads,
            "worker_connections": MOST_LINES,
            "limit_request_line": LONGEST_ADDRESS,
            "limit_request_fields": MOST_HEADERS,
            "limit_request_field_size": LONGEST_HEADERS,
            "sendfile": False,
            "forwarder_headers": "",
            "graceful_timeout": GRACE_SECONDS,
            "loglevel": "error",
            "worker_exit": stop_loops,
        }
        self.loops: list[Way] = []
        self.long_polls = LongPolls(0)
        super().__init__()

    def load_config(self) -> None:
        """Set what we were told; nothing is read from files."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> OpenAPI:
        """The application, in the process that serves."""
        host = open_host(self.host_config)
        self.long_polls = host.long_polls
        self.loops = start_loops(host)
        LOG.info("serving", host=self.settings["bind"])
        return application(host)


def serve_forever(config: Config, host: str, port: int, threads: int) -> None:
    """Serve until told to stop; what is wrong with the configuration is said before anything is started."""
    configure()
    opened = open_host(config)
    forget_lost_keys(opened)
    change_rules(opened)
    opened.database.dispose()
    transport(str(config.mail))
    if config.mail_in is not None:
        require_way(config.mail_in)
    Server(replace(config, waiting=waiting_of(threads)), host, port, threads).run()


def start_loops(host: Host) -> list[Way]:
    """Start the worker, the senders of mail and incoming mail; whoever leaves them work rings for them."""
    postman = Postman(host, transport(str(host.config.mail)), paint)
    postman.release()
    senders = [Loop(f"postman-{number}", postman.run_once, host.config.clock) for number in range(SENDERS)]
    worker = Loop("worker", Worker(host).run_once, host.config.clock)
    host.database.rings.extend(loop.ring for loop in (worker, *senders))
    loops: list[Way] = [worker, *senders, CourierLoop(host)]
    if host.config.mail_in is not None:
        loops.append(open_way(host, host.config.mail_in, host.database.ring))
    for loop in loops:
        loop.start()
    return loops


def stop_loops(_server: Any, worker: Any) -> None:
    """Let the loops end what they are at."""
    for loop in worker.app.loops:
        loop.stop()
