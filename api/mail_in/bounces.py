"""Mails that no person wrote: automatic answers, lists, loops, and bounces (RFC 3834, RFC 3464).

None of them is answered. A bounce is believed only where it names both the Message-ID of a mail of ours and the address
that mail went to; no one is shown that address, so a rival cannot report another player's mails as lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import Message
from typing import Any, Final

from api.mail_in.mime_parts import Part, addresses, header, walk
from api.mail_out.receipts import HOST_HEADER

TELLING: Final = (HOST_HEADER, "List-Id", "X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress")
LONGEST_BOUNCE: Final = 65_536
MOST_IDS: Final = 20
DAEMONS: Final = ("mailer-daemon", "postmaster", "noreply", "no-reply", "do-not-reply", "donotreply")

MESSAGE_ID = re.compile(r"<[!-;=@-~]{1,200}@[!-;=@-~]{1,190}>")
"""Without question marks, and so without encoded words."""
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}")
STATUS = re.compile(r"\b([45])\.\d{1,3}\.\d{1,3}\b")
REPLY_CODE = re.compile(r"\b([45])[0-5]\d[ -]")


@dataclass(frozen=True)
class Bounce:
    """A mail of ours came back: which ones it may be, the recipients it may have had, and whether to give up."""

    message_ids: Sequence[str]
    addresses: frozenset[str]
    status: str
    permanent: bool


def is_automatic(message: Message[Any, Any], envelope_sender: str | None) -> bool:
    """Was this sent by a program?"""
    submitted = header(message, "Auto-Submitted").lower().partition(";")[0].strip()
    return (
        submitted not in ("", "no")
        or header(message, "Precedence").lower() in ("bulk", "junk", "list")
        or any(name in message for name in TELLING)
        or has_null_sender(message, envelope_sender)
        or is_daemon(message)
    )


def has_null_sender(message: Message[Any, Any], envelope_sender: str | None) -> bool:
    """Is the envelope's sender empty, as it is of all that must not be answered?"""
    return_path = header(message, "Return-Path") if envelope_sender is None else envelope_sender or "<>"
    return return_path == "<>"


def is_daemon(message: Message[Any, Any]) -> bool:
    """Is it from a mail server itself, or from a no-reply address?"""
    return any(address.partition("@")[0].lower() in DAEMONS for address in addresses(message, "From"))


def bounce(message: Message[Any, Any], leaves: Sequence[Part], envelope_sender: str | None) -> Bounce | None:
    """What a mail reports as lost; None for any other mail."""
    inner = [part for part, _ in walk(message, 0)][1:]
    text = "\n".join((header(message, "X-Failed-Recipients"), *header_texts(inner), *(part.text for part in leaves)))
    text = text[:LONGEST_BOUNCE]
    reports = [part for part in inner if "Action" in part or "Status" in part]
    if reports:
        status = failed(reports)
    elif has_null_sender(message, envelope_sender) or is_daemon(message):
        found = STATUS.search(text) or REPLY_CODE.search(text)
        status = found[0].strip(" -") if found else None
    else:
        return None
    ids = tuple(dict.fromkeys(MESSAGE_ID.findall(text)))[:MOST_IDS]
    if status is None or not ids:
        return None
    went_to = frozenset(address.lower() for address in ADDRESS.findall(text))
    return Bounce(ids, went_to, status, status.startswith("5"))


def failed(reports: Sequence[Message[Any, Any]]) -> str | None:
    """The status of the first failed recipient (RFC 3464, 2.3.3); a delay is not a failure."""
    for report in reports:
        if header(report, "Action").lower() in ("failed", ""):
            status = STATUS.search(header(report, "Status"))
            if status:
                return status[0]
    return None


def header_texts(parts: Sequence[Message[Any, Any]]) -> Iterator[str]:
    """The headers of returned mails and of reports that name a mail or an address."""
    for part in parts:
        for name in ("Message-ID", "To", "Final-Recipient", "Original-Recipient"):
            yield header(part, name)
