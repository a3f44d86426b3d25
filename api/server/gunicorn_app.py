"""The server: gunicorn with one process, its threads, and inside the worker, the postman and the way in for mails.

One process, because SQLite has one writer; on PostgreSQL any number of these may run. The worker starts in the
process that serves, after the fork, so that no connection and no thread crosses it.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import structlog
from flask_openapi.openapi import OpenAPI
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from api.app import application
from api.health.verdict import old_backup, warnings
from api.host.config import Config, utc_now
from api.host.host import open_host
from api.host.json_logs import configure
from api.host.long_polls import LongPolls
from api.http.sharing import ROOM, sharing
from api.mail_in.listeners import Way
from api.server.connections import LONGEST_ADDRESS, LONGEST_HEADERS, MOST_HEADERS, MOST_LINES, Doorway
from api.server.working_loops import prepare, start_loops, stop_loops

KEPT_THREADS = 8
GRACE_SECONDS = 10
LOG = structlog.get_logger("ostraka.server")


class HostWorker(Doorway):
    """A worker that is told to stop is not ready any more and ends all waiting requests, so that they do not delay it.

    It may serve on for a while, so that whoever sends requests to it has time to notice.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.shared = sharing("PUT", ROOM, self.app.host_config.cors)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On SIGTERM and the like: answer those who wait at feeds, then stop."""
        self.app.long_polls.close()
        threading.Timer(self.app.host_config.drain, super().handle_exit, (sig, frame)).start()


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
            "graceful_timeout": config.drain + GRACE_SECONDS,
            "loglevel": "error",
            "worker_exit": stop_all,
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
    prepare(config)
    for found in (
        *warnings(str(config.mail), config.public_url, config.backups),
        *old_backup(config.backups, utc_now()),
    ):
        LOG.warning(found.says)
    Server(replace(config, waiting=waiting_of(threads)), host, port, threads).run()


def stop_all(_server: Any, worker: Any) -> None:
    """Let the loops end what they are at."""
    stop_loops(worker.app.loops)
