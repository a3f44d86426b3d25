"""A mail, read: whether a person wrote it, who wants an answer, the documents in it. Nothing of it is believed yet.

Automatic answers, lists, loops and bounces (RFC 3834, RFC 3464) are not answered. A bounce is believed only where it
names both the Message-ID of a mail of ours and the address that mail went to; no one is shown that address, so a rival
cannot report another player's mails as lost.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import Message
from typing import Any, Final

from api.mail_in import mime_parts
from api.mail_in.mime_parts import Bomb, Part, addresses, header, walk
from api.mail_out.rendering import HOST_HEADER
from api.openapi.requests import ADDRESS
from schemas.documents import armor
from schemas.documents.armor import Broken
from schemas.documents.letters import read_outside
from schemas.envelopes import MAX_BYTES
from schemas.errors import Malformed

TELLING: Final = (HOST_HEADER, "List-Id", "X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress")
LONGEST_BOUNCE: Final = 65_536
MOST_IDS: Final = 20
DAEMONS: Final = ("mailer-daemon", "postmaster", "noreply", "no-reply", "do-not-reply", "donotreply")

MESSAGE_ID = re.compile(r"<[!-;=@-~]{1,200}@[!-;=@-~]{1,190}>")
"""Without question marks, and so without encoded words."""
ADDRESSES = re.compile(r"[A-Za-z0-9.!#$%&'*+/=^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}")
STATUS = re.compile(r"\b([45])\.\d{1,3}\.\d{1,3}\b")
REPLY_CODE = re.compile(r"\b([45])[0-5]\d[ -]")
MOST_DOCUMENTS: Final = 30
MOST_NAMED: Final = 20
SEARCHED: Final = ("text/plain", "application/octet-stream", "application/json")
ENDING: Final = ".ostraka"
OURS: Final = frozenset({"receipt", "letter", "phase-key", "log"})
"""What comes back when somebody quotes a mail of ours, or forwards it: passed over."""


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
    went_to = frozenset(address.lower() for address in ADDRESSES.findall(text))
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


@dataclass(frozen=True)
class Document:
    """A document as it was found, and where."""

    raw: bytes
    where: str


@dataclass(frozen=True)
class Damage:
    """Something that was meant as a document and cannot be read as one."""

    where: str
    message: str


@dataclass(frozen=True)
class Mail:
    """What a mail brought. `bomb`: it was not looked into, because that would cost too much."""

    message_id: str | None = None
    sender: str | None = None
    """Where an answer would go that no signature sends elsewhere."""
    automatic: bool = True
    bounce: Bounce | None = None
    documents: Sequence[Document] = ()
    damages: Sequence[Damage] = ()
    bomb: bool = False
    recipients: Sequence[str] = ()
    refers: Sequence[str] = ()
    """The Message-IDs of the mails that it answers."""

    def key(self, address: str) -> str:
        """What is the same when this mail comes again, and is to be answered to the same address."""
        parts = [self.message_id or "", address, *(document.raw.hex() for document in self.documents)]
        parts += [damage.message for damage in self.damages]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def read_mail(raw: bytes, envelope_sender: str | None = None) -> Mail:
    """Read a mail. `envelope_sender` is what the transport was told; without, the Return-Path in the mail counts."""
    try:
        message = mime_parts.parse(raw)
        leaves = mime_parts.leaves(message)
    except Bomb:
        return Mail(bomb=True)
    found = list(search(leaves))
    documents = {item.raw: item for item in found if isinstance(item, Document)}
    return Mail(
        message_id=message_id(message),
        sender=sender(message),
        automatic=is_automatic(message, envelope_sender),
        bounce=bounce(message, leaves, envelope_sender),
        documents=list(documents.values())[:MOST_DOCUMENTS],
        damages=[item for item in found if isinstance(item, Damage)][:MOST_DOCUMENTS],
        recipients=[one for name in ("To", "Cc") for one in mime_parts.addresses(message, name)][:MOST_NAMED],
        refers=[one for name in ("In-Reply-To", "References") for one in ids_in(message, name)][:MOST_NAMED],
    )


def ids_in(message: Message[Any, Any], name: str) -> list[str]:
    """The Message-IDs in a header."""
    return MESSAGE_ID.findall(header(message, name))


def message_id(message: Message[Any, Any]) -> str | None:
    """The Message-ID, if it is one."""
    value = header(message, "Message-ID")
    return value if MESSAGE_ID.fullmatch(value) else None


def sender(message: Message[Any, Any]) -> str | None:
    """Reply-To, else From, if it is one address that we would write to."""
    for name in ("Reply-To", "From"):
        if header(message, name):
            found = mime_parts.addresses(message, name)
            return found[0] if len(found) == 1 and re.fullmatch(ADDRESS, found[0]) else None
    return None


def search(leaves: Sequence[Part]) -> Iterator[Document | Damage]:
    """Documents in the text (in its HTML when the plain text has none) and in what is attached."""
    plain = [part for part in leaves if part.kind == "text/plain" and not part.attached]
    found = [item for part in plain for item in in_text(part.text, "the text")]
    if not any(isinstance(item, Document) for item in found):
        pages = [part for part in leaves if part.kind == "text/html" and not part.attached]
        in_pages = [item for part in pages for item in in_text(part.text, "the HTML text")]
        if any(isinstance(item, Document) for item in in_pages) or not found:
            found = in_pages
    yield from found
    for number, part in enumerate((part for part in leaves if part.attached), 1):
        if part.kind in SEARCHED or part.name.endswith(ENDING):
            yield from in_file(part, f"attachment {number}")


def in_file(part: Part, where: str) -> Iterator[Document | Damage]:
    """Documents in an attached file: armored, or one bare."""
    text = part.text.strip("\ufeff \t\r\n")
    if text.startswith("{"):
        raw = text.encode()
        if is_letter(raw):
            return
        if len(raw) > MAX_BYTES:
            yield Damage(where, f"a document of {len(raw)} bytes, where {MAX_BYTES} are the most")
        elif "vnd.ostraka." in text:
            yield Document(raw, where)
        elif part.name.endswith(ENDING):
            yield Damage(where, "JSON that is not a signed document: attach the file as the program wrote it")
        return
    yield from in_text(text, where)
    if part.name.endswith(ENDING) and not armor.find(text):
        yield Damage(where, "neither an armored block nor JSON: attach the file as the program wrote it")


def is_letter(raw: bytes) -> bool:
    """Is this a letter of a host, come back with a quoted or forwarded mail?"""
    try:
        read_outside(raw)
    except Malformed:
        return False
    return True


def in_text(text: str, where: str) -> Iterator[Document | Damage]:
    """Armored blocks, whole or broken; not those that only a host writes."""
    for block in armor.find(text):
        place = f"{where}, line {block.line}"
        if isinstance(block, Broken):
            yield Damage(place, block.message)
        elif block.kind not in OURS:
            yield Document(block.document, place)
