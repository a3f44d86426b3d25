"""What a host sent, found in what a mail program saves: an attachment, a text with armored blocks, or a whole mail."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from cli.errors import Misuse
from schemas.documents.armor import Armored, Broken, find
from schemas.documents.letters import MOST_BYTES, SUFFIX
from schemas.errors import ProtocolError
from schemas.log.checkpoints import HEADER, BrokenNote, Checkpoint, find_checkpoints
from schemas.statements import canonical
from schemas.statements.statements import Statement

LARGEST = 16 * MOST_BYTES
MAIL_HEADERS = ("from", "mime-version", "message-id", "received")
Found = Armored | Broken


def find_documents(raw: bytes, name: str) -> list[Found]:
    """Every document in a file, each once, in their order there; broken blocks too."""
    if len(raw) > LARGEST:
        raise Misuse(f"{name} is {len(raw)} bytes long; nothing that a host sends is longer than {LARGEST}.")
    seen: dict[Any, Found] = {}
    for found in _in_file(raw):
        seen.setdefault(found.document if isinstance(found, Armored) else found, found)
    return list(seen.values())


def _in_file(raw: bytes) -> Iterator[Found]:
    if raw.lstrip()[:1] == b"{":
        yield _bare(raw)
        return
    message = message_from_bytes(raw, policy=policy.default)
    if isinstance(message, EmailMessage) and any(header in message for header in MAIL_HEADERS):
        yield from _in_mail(message)
    else:
        yield from find(_text(raw), MOST_BYTES)


def find_notes(raw: bytes) -> list[Checkpoint | BrokenNote]:
    """The checkpoints in a file that is a text or a whole mail, each once: those of its headers, and of its text."""
    if raw.lstrip()[:1] == b"{":
        return []
    message = message_from_bytes(raw, policy=policy.default)
    if not isinstance(message, EmailMessage) or not any(header in message for header in MAIL_HEADERS):
        return list(dict.fromkeys(find_checkpoints(_text(raw))))
    return list(dict.fromkeys([*in_headers(message), *in_texts(message)]))


def in_headers(message: EmailMessage) -> Iterator[Checkpoint | BrokenNote]:
    """The checkpoints in the headers of a mail."""
    for value in message.get_all(f"X-{HEADER}", []):
        try:
            yield Checkpoint.from_header(str(value))
        except ProtocolError as error:
            yield BrokenNote(0, error.message)


def in_texts(message: EmailMessage) -> Iterator[Checkpoint | BrokenNote]:
    """The checkpoints in the texts of a mail, attached ones too."""
    for part in message.walk():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes) and part.get_content_type() == "text/plain":
            yield from find_checkpoints(_text(content))


def _in_mail(message: EmailMessage) -> Iterator[Found]:
    """Attachments of ours, and blocks in plain text; an HTML part only repeats the plain one."""
    for part in message.walk():
        if part.is_multipart():
            continue
        content = part.get_payload(decode=True)
        raw = content if isinstance(content, bytes) else b""
        if (part.get_filename() or "").endswith(SUFFIX):
            yield from _in_file(raw)
        elif part.get_content_type() == "text/plain":
            yield from find(_text(raw), MOST_BYTES)


def _bare(raw: bytes) -> Found:
    """A document in a file without armor."""
    try:
        plain = canonical.loads(raw, "file")
        kind = "letter" if "sealed" in plain else Statement.from_json(plain).kind
    except ProtocolError as error:
        return Broken(1, f"this is JSON, but neither a letter nor a statement: {error}")
    return Armored(kind, raw, 1)


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
