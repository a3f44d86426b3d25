"""What every request begins and ends with. Apart, since Flask answers some, and the road of envelopes the others."""

from __future__ import annotations

import time
from wsgiref.types import WSGIEnvironment

import structlog

from api.host.host import Host
from api.http.answers import give_id
from api.http.rate_limits import caller

HEALTH, READY = ("/healthz", "/health"), ("/readyz", "/ready")
"""Each with the name that proxies of earlier hosts ask."""
METRICS = "/metrics"
LOG = structlog.get_logger("ostraka.api")


def begin(host: Host, environ: WSGIEnvironment) -> str:
    """The caller's address; refuses one that asks too often. From here on the request has its id."""
    peer, proxies = environ.get("REMOTE_ADDR", ""), host.config.proxies
    give_id(environ.get("HTTP_X_REQUEST_ID", ""), peer, proxies)
    address = caller(peer, environ.get("HTTP_X_FORWARDED_FOR", ""), proxies)
    if environ.get("PATH_INFO") not in (*HEALTH, *READY):
        host.meters.request(address)
    return address


def log(method: str, route: str, status: int, started: float) -> None:
    """What the log keeps of a request: which address, not who asked nor what was in it."""
    milliseconds = round((time.monotonic() - started) * 1000)
    LOG.info("request", method=method, route=route, status=status, milliseconds=milliseconds)
