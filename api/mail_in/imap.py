"""Mail in from an IMAP mailbox (RFC 9051), looked into now and then.

A mail is marked as read, or moved where the URL says, after it has been taken and not before: whatever breaks in
between, it is found again and taken with the same effect. Its size is asked before a byte of it is fetched.
"""

from __future__ import annotations

import imaplib
import re
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import SplitResult, parse_qs, unquote

import structlog
from imap_tools import BaseMailBox, ImapToolsError, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags

from api.host.config import is_this_machine
from api.host.host import Host
from api.http.problems import fault
from api.mail_in.handling import take_mail
from api.mail_in.mime_parts import MOST_BYTES

TIMEOUT: Final = 20.0
POLL: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(minutes=15)
MOST_AT_ONCE: Final = 50
MOST_OF_A_HEADER: Final = 65_536
UID = re.compile(rb"UID (\d+)")
SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
BROKEN: Final = (OSError, imaplib.IMAP4.error, ImapToolsError)
LOG = structlog.get_logger("ostraka.mail")


def pause_after(failures: int) -> timedelta:
    """How long to wait after so many failures: half a minute, then twice as long each time, a quarter of an hour."""
    return min(POLL * (1 << min(failures, 10)), LONGEST_PAUSE)


@dataclass
class Mailbox:
    """A folder of a mailbox, and what could not be taken from it yet."""

    host: Host
    parts: SplitResult
    ring: Callable[[], None]
    failures: int = 0
    put_off: dict[str, tuple[int, datetime]] = field(default_factory=dict)
    """By uid, how often a mail could not be taken, and when to try it again."""

    def run_once(self) -> datetime:
        """Take every mail that has not been read, unless another process is at it; answers when to look again."""
        try:
            with self.host.database.claim("mailbox") as mine:
                if not mine:
                    return self.host.now() + POLL
                with connect(self.parts) as box:
                    more = self.take_from(box)
        except BROKEN as error:
            self.failures += 1
            LOG.error("fault", attempts=self.failures, **fault(error))
            return self.host.now() + pause_after(self.failures - 1)
        self.failures = 0
        return self.host.now() + (timedelta() if more else POLL)

    def take_from(self, box: BaseMailBox) -> bool:
        """Take the mails of a folder; says whether there are more of them."""
        now = self.host.now()
        unread = box.uids("UNSEEN", charset=None)
        self.put_off = {uid: kept for uid, kept in self.put_off.items() if uid in unread}
        due = [uid for uid in unread if uid not in self.put_off or self.put_off[uid][1] <= now]
        for uid, size in sizes(box, due[:MOST_AT_ONCE]).items():
            self.take_one(box, uid, size)
        return len(due) > MOST_AT_ONCE

    def take_one(self, box: BaseMailBox, uid: str, size: int) -> None:
        """Take one mail, then mark it; one that cannot be taken is put off and keeps no other from being taken."""
        whole = size <= MOST_BYTES
        raw = fetched(box, uid, "BODY.PEEK[]" if whole else f"BODY.PEEK[HEADER]<0.{MOST_OF_A_HEADER}>")
        try:
            take_mail(self.host, raw, whole=whole)
        except Exception as error:
            LOG.error("fault", **fault(error))
            attempts = self.put_off.get(uid, (0, None))[0] + 1
            self.put_off[uid] = (attempts, self.host.now() + pause_after(attempts))
            return
        self.ring()
        put_away(box, uid, query(self.parts, "move"))


def connect(parts: SplitResult) -> BaseMailBox:
    """A connection that has logged in and opened the folder.

    In the clear only within this machine; elsewhere the certificate is checked, which the libraries do when told to.
    What the server can do is asked again: most tell it all after the login, and the libraries ask before.
    """
    host, folder = str(parts.hostname), unquote(parts.path.strip("/")) or "INBOX"
    box: BaseMailBox
    if parts.scheme == "imaps":
        box = MailBox(host, parts.port or 993, timeout=TIMEOUT, ssl_context=ssl.create_default_context())
    elif is_this_machine(host):
        box = MailBoxUnencrypted(host, parts.port or 143, timeout=TIMEOUT)
    else:
        box = MailBoxStartTls(host, parts.port or 143, timeout=TIMEOUT, ssl_context=ssl.create_default_context())
    try:
        box.login(unquote(parts.username or ""), unquote(parts.password or ""), folder)
        capabilities = box.client.capability()[1][-1]
    except BaseException:
        box.client.shutdown()
        raise
    box.client.capabilities = tuple(bytes(capabilities).decode("ascii", "replace").upper().split())
    return box


def put_away(box: BaseMailBox, uid: str, folder: str | None) -> None:
    """Mark a mail as read, and move it. Not by the library's `flag`, which deletes what others marked for deletion."""
    store(box, uid, MailMessageFlags.SEEN)
    if folder and "MOVE" in box.client.capabilities:
        box.move(uid, folder)
    elif folder:
        box.copy(uid, folder)
        store(box, uid, MailMessageFlags.DELETED)
        if "UIDPLUS" in box.client.capabilities:
            box.client.uid("EXPUNGE", uid)


def store(box: BaseMailBox, uid: str, flag: str) -> None:
    """Set a flag of a mail."""
    if box.client.uid("STORE", uid, "+FLAGS.SILENT", f"({flag})")[0] != "OK":
        raise ImapToolsError(f"{flag} could not be set")


def query(parts: SplitResult, name: str) -> str | None:
    """What a URL says after its question mark."""
    return parse_qs(parts.query).get(name, [None])[0]


def sizes(box: BaseMailBox, uids: Sequence[str]) -> dict[str, int]:
    """How large mails are, without fetching them."""
    if not uids:
        return {}
    found: dict[str, int] = {}
    for line in answered(box.client.uid("FETCH", ",".join(uids), "(UID RFC822.SIZE)")):
        uid, size = UID.search(line), SIZE.search(line)
        if uid and size:
            found[uid[1].decode()] = int(size[1])
    return found


def fetched(box: BaseMailBox, uid: str, what: str) -> bytes:
    """The bytes of a mail, or of its header."""
    literals = [part[1] for part in box.client.uid("FETCH", uid, f"({what})")[1] if isinstance(part, tuple)]
    if len(literals) != 1:
        raise ImapToolsError(f"{len(literals)} literals; expected one")
    return bytes(literals[0])


def answered(answer: tuple[str, Sequence[Any]]) -> list[bytes]:
    """The lines of an answer."""
    return [part if isinstance(part, bytes) else b"".join(part) for part in answer[1] if part is not None]
