"""One request to an address that somebody gave: to the address that was looked at and no other, in bounded time.

No redirect is followed, and no proxy of the environment is used.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPException
from typing import Final, NamedTuple

from api.webhooks.addresses import AddressRefused, Target, addresses_of

CONNECT_SECONDS: Final = 5.0
ALL_SECONDS: Final = 10.0
AGENT: Final = "Ostraka"


class NotDelivered(Exception):
    """The delivery failed; `str()` says why, in a few words."""


class Reply(NamedTuple):
    """What an address answered: all of it that is looked at."""

    status: int
    retry_after: str | None


def send(target: Target, headers: Mapping[str, str], body: bytes, lan: bool) -> Reply:
    """Send a body to an address; raises NotDelivered where nothing is answered."""
    try:
        address = addresses_of(target, lan)[0]
        with connected(target, address) as line:
            wire = HTTPConnection(target.host, target.port)
            wire.sock = line
            wire.request("POST", target.path, body, {"Host": target.authority, "User-Agent": AGENT, **headers})
            told = wire.getresponse()
            return Reply(told.status, told.getheader("Retry-After"))
    except AddressRefused as refused:
        raise NotDelivered(f"refused: {refused}") from None
    except ssl.SSLCertVerificationError:
        raise NotDelivered("its certificate is not valid") from None
    except TimeoutError:
        raise NotDelivered("no answer in time") from None
    except (OSError, HTTPException, ValueError):
        raise NotDelivered("no answer") from None


@contextlib.contextmanager
def connected(target: Target, address: str) -> Iterator[socket.socket]:
    """A connection to that very address, closed when its time is over whatever the other side does."""
    line = socket.create_connection((address, target.port), CONNECT_SECONDS)
    if target.scheme == "https":
        # the certificate has to be for the name, though the connection goes to the address
        secure = ssl.create_default_context()
        line = secure.wrap_socket(line, server_hostname=target.host, do_handshake_on_connect=False)
    line.settimeout(ALL_SECONDS)
    guard = threading.Timer(ALL_SECONDS, shut, [line])
    guard.start()
    try:
        if isinstance(line, ssl.SSLSocket):
            line.do_handshake()
        yield line
    finally:
        guard.cancel()
        line.close()


def shut(line: socket.socket) -> None:
    """End a connection that another thread is reading from."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
