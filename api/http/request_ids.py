"""Every request has an id, by which an answer is found in the host's log: `X-Request-ID`."""

from __future__ import annotations

import re
import secrets
from typing import Final

import structlog
from flask import Response

HEADER: Final = "X-Request-ID"
ACCEPTED: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
"""What is taken from a proxy: nothing that could end a line of a log, or make it long."""


def new_id() -> str:
    """An id that tells nothing: neither when, nor after how many others, the request came."""
    return secrets.token_hex(8)


def give_id(brought: str, peer: str, proxies: str) -> None:
    """Take the id that one of the host's proxies brings, else make one; every line logged meanwhile has it."""
    taken = brought and peer in {proxy.strip() for proxy in proxies.split(",")} and ACCEPTED.fullmatch(brought)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=brought if taken else new_id())


def this_id() -> str | None:
    """The id of the request that is being answered."""
    return structlog.contextvars.get_contextvars().get("request_id")


def tell_id(response: Response) -> Response:
    """Put the id into the answer."""
    response.headers[HEADER] = this_id() or new_id()
    return response


def forget_id(_error: BaseException | None = None) -> None:
    """The request is over: what its thread logs next is of another."""
    structlog.contextvars.clear_contextvars()
