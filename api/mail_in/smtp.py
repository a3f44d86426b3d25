"""Mail in over SMTP (RFC 5321) or LMTP (RFC 2033): a listener in a thread of its own.

A mail is answered 250 after it has been taken, that is stored with all it brought; on a fault 451, and the other side
brings it again. Only mail for the host's own address is let in. There is no TLS and no login: in front stands a mail
server, on the same machine or network, that knows how to face the world.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import SplitResult

import structlog
from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from api.host.host import Host
from api.http.problems import fault
from api.mail_in.handling import take_mail
from api.mail_in.mime_parts import MOST_BYTES

IDLE_SECONDS: Final = 60
START_SECONDS: Final = 60
MOST_CONNECTIONS: Final = 20
MOST_ON_THE_WIRE: Final = 2 * MOST_BYTES
"""In one transaction, before the other side is hung up on: a line without an end is kept in memory until it ends."""
TAKERS: Final = 2
PORTS: Final = {"smtp": 25, "lmtp": 24}
LOG = structlog.get_logger("ostraka.mail")


class Letterbox:
    """What is done with addresses and with mails."""

    def __init__(self, host: Host, ring: Callable[[], None]) -> None:
        self.host = host
        self.ring = ring
        self.pool = ThreadPoolExecutor(TAKERS, "mail-in")

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Let in mail for the host, one address a mail in LMTP, where each would want a reply of its own."""
        if not is_ours(address, self.host.config.sender):
            return "550 5.1.1 nobody of that name here"
        if envelope.rcpt_tos and isinstance(server, LMTP):
            return "452 4.5.3 one recipient at a time"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail; 250 when that is done for good."""
        sender, content = envelope.mail_from or "<>", envelope.original_content or b""
        work = asyncio.get_running_loop().run_in_executor(self.pool, take_mail, self.host, content, sender)
        try:
            await work
        except Exception as error:
            LOG.error("fault", **fault(error))
            return "451 4.3.0 not taken this time; bring it again"
        self.ring()
        return "250 2.0.0 taken"

    async def handle_exception(self, error: Exception) -> str:
        """A fault of the listener itself, told without a word of it."""
        LOG.error("fault", **fault(error))
        return "451 4.3.0 not understood this time; bring it again"


class Bounded:
    """Hangs up on those who send without end; when too many are there, on the one that was silent for longest."""

    lines: dict[Bounded, None]
    """All connections to one listener, those that were silent for longest first."""
    arrived = 0

    def connection_made(self, transport: Any) -> None:
        """Count a connection; one too many takes the place of another."""
        if len(self.lines) >= MOST_CONNECTIONS:
            next(iter(self.lines)).hang_up()
        self.lines[self] = None
        super().connection_made(transport)  # type: ignore[misc]

    def hang_up(self) -> None:
        """Leave: a mail that was not acknowledged is brought again."""
        self.lines.pop(self, None)
        self.transport.abort()  # type: ignore[attr-defined]

    def connection_lost(self, error: Exception | None) -> None:
        """Forget a connection."""
        self.lines.pop(self, None)
        super().connection_lost(error)  # type: ignore[misc]

    def data_received(self, data: bytes) -> None:
        """Count what comes until the mail is taken."""
        self.arrived += len(data)
        if self.arrived > MOST_ON_THE_WIRE or self.lines.pop(self, self) is self:
            self.hang_up()
            return
        self.lines[self] = None
        super().data_received(data)  # type: ignore[misc]

    def _set_post_data_state(self) -> None:
        self.arrived = 0
        super()._set_post_data_state()  # type: ignore[misc]


class BoundedSMTP(Bounded, SMTP):
    """SMTP with bounds."""


class BoundedLMTP(Bounded, LMTP):
    """LMTP with bounds."""


class Listener(Controller):
    """An SMTP or LMTP listener; `stop` ends it after the mails that it is taking."""

    def __init__(self, host: Host, parts: SplitResult, ring: Callable[[], None]) -> None:
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)
        self.letterbox = Letterbox(host, ring)
        self.protocol = type("Counted", (BoundedLMTP if parts.scheme == "lmtp" else BoundedSMTP,), {"lines": {}})
        super().__init__(
            self.letterbox,
            hostname=parts.hostname,
            port=parts.port or PORTS[parts.scheme],
            data_size_limit=MOST_BYTES,
            timeout=IDLE_SECONDS,
            ready_timeout=START_SECONDS,
            ident="Ostraka",
        )

    def factory(self) -> SMTP:
        """The other side of a new connection."""
        server: SMTP = self.protocol(self.handler, **self.SMTP_kwargs)
        return server

    def stop(self, no_assert: bool = False) -> None:
        """Hang up, and let the mails that are being taken be taken."""
        super().stop(no_assert)
        self.letterbox.pool.shutdown()


def is_ours(address: str, own: str) -> bool:
    """Is this the host's address, or the same with a word after a plus?"""
    local, _, domain = address.lower().rpartition("@")
    return (local.partition("+")[0], domain) == tuple(own.lower().rsplit("@", 1))
