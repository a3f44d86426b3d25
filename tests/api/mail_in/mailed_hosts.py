"""A host that people reach as they would in life: over HTTP, and by mail through real SMTP and IMAP servers.

Its clock is driven, and nothing in it runs by itself but the servers: `send_out` has done what is due and the mails
sent, `take_in` has what people wrote taken from the host's mailbox.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from werkzeug.serving import make_server

from api.mail_in.imap import Mailbox
from api.mail_in.listeners import way_in
from api.mail_out.board_pictures import paint_here
from api.mail_out.postman import Postman
from api.mail_out.transports import transport
from cli.client import http
from schemas.documents.request_signatures import Signer, signature_fields
from tests.api.hosts import HostUnderTest
from tests.api.mail_in.mail_servers import MailSystem
from tests.patience import PATIENCE

ADDRESS = "host@ostraka.test"
REPLIES = timedelta(hours=2)
"""How long people take to look at their mails."""


class Bells(MailSystem):
    """A mail system that rings when a mail comes, so that nobody need look in vain."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rung: set[str] = set()

    def _deliver(self, sender: str, address: str, raw: bytes) -> str | None:
        refused = super()._deliver(sender, address, raw)
        self.rung.add(self._box(address))
        return refused

    def has_rung(self, address: str) -> bool:
        """Has a mail come since this was asked last?"""
        rung = address in self.rung
        self.rung.discard(address)
        return rung


class MailedHost(HostUnderTest):
    """A host with its own mailbox at a mail system, and an HTTP server."""

    def __init__(self, folder: Path, monkeypatch: Any) -> None:
        super().__init__(folder)
        self.close()
        self.drawn = b""
        self.mail = Bells({ADDRESS: "key of the host"})
        self.config = replace(self.config, sender=ADDRESS)
        self.open()
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self.server = make_server("127.0.0.1", 0, lambda *call: self.app(*call), threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.close()
        self.config = replace(self.config, public_url=self.url)
        self.open()
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.postman = Postman(self.host, transport(self.mail.smtp_url), self.draw)
        self.mailbox = Mailbox(self.host, way_in(self.mail.imap_url(ADDRESS)), lambda: None)
        monkeypatch.setattr(http, "signature_fields", self.signs_by_this_clock)

    def signs_by_this_clock(self, covered: Mapping[str, str], signer: Signer, **said: Any) -> dict[str, str]:
        """Clients sign with the time of day; here with that of the host, or it would not believe them."""
        return signature_fields(covered, signer, **{**said, "created": self.clock()})

    def draw(self, svg: str, ids: Sequence[str]) -> bytes:
        """The first board in a mail, which stands for them all: they are looked at elsewhere."""
        self.drawn = self.drawn or paint_here(svg, ids)
        return self.drawn

    def stop(self) -> None:
        """End the servers."""
        self.server.shutdown()
        self.thread.join(PATIENCE)
        self.server.server_close()
        self.mail.stop()
        self.close()

    def send_out(self) -> datetime | None:
        """Do what is due, and send the mails; says when there is something to look at next."""
        until = self.worker.run_once()
        self.postman.run_once()
        return until

    def take_in(self) -> None:
        """Take what people wrote, and answer it."""
        if self.mail.has_rung(ADDRESS):
            self.mailbox.run_once()
            self.send_out()

    def pass_time(self, busy: bool) -> None:
        """Some hours pass; when nobody has anything to do, all the time until something is due."""
        until = None if busy else self.worker.run_once()
        self.clock.moment = max(until, self.clock.moment) if until else self.clock.moment + REPLIES
