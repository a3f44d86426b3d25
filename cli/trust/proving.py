"""A proof that fails, as the host's broken word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cli.errors import TrustBroken
from schemas.errors import ProtocolError


@contextmanager
def proving(what: str) -> Iterator[None]:
    """Turn a failed proof into `TrustBroken`, saying of what."""
    try:
        yield
    except ProtocolError as error:
        raise TrustBroken(f"{what} is not valid: {error}") from None
