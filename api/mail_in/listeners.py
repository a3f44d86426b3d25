"""The ways in, chosen by URL, for the server to start and stop."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Protocol
from urllib.parse import SplitResult, urlsplit

from api.host.host import Host
from api.host.loops import Loop
from api.http.problems import ConfigurationError
from api.mail_in.imap import Mailbox
from api.mail_in.smtp import PORTS, Listener


class Way(Protocol):
    """Something that takes mails while it runs."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End, after the mail that is being taken."""


def way_in(url: str) -> SplitResult:
    """A URL that mail can come in by; any other is refused, without its password."""
    try:
        parts = urlsplit(url)
        known = bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        known = False
    if known and parts.scheme in PORTS and parts.username is None and not parts.path.strip("/"):
        return parts
    if known and parts.scheme in ("imap", "imaps") and parts.username and parts.password:
        return parts
    raise ConfigurationError(
        "the URL for mail in is none of lmtp://address[:port], smtp://address[:port] (both are listened on), "
        "imaps://user:password@host[:port]/folder or imap://…, with ?move=folder for what has been taken"
    )


def require_way(url: str) -> None:
    """Refuse a URL that mail cannot come in by, or an address that cannot be listened on."""
    parts = way_in(url)
    if parts.scheme in PORTS:
        try:
            socket.create_server(
                (str(parts.hostname), parts.port or PORTS[parts.scheme]),
                family=socket.AF_INET6 if ":" in str(parts.hostname) else socket.AF_INET,
            ).close()
        except OSError as error:
            raise ConfigurationError(
                f"mail in cannot be listened for at {parts.hostname}, port {parts.port or PORTS[parts.scheme]}: "
                f"{error.strerror}; name an address of this machine and a free port"
            ) from None


def open_way(host: Host, url: str, ring: Callable[[], None]) -> Way:
    """The way that a URL names, not started yet; `ring` is called whenever an answer may have been written."""
    parts = way_in(url)
    if parts.scheme in PORTS:
        return Listener(host, parts, ring)
    return Loop("mailbox", Mailbox(host, parts, ring).run_once, host.config.clock)
