"""Reads evidence from files: each is recognised by what is in it, never by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final

from cli.audit.evidence import Evidence, KeptLog, KeptReceipt, KeptRecord, Note
from cli.errors import Misuse
from cli.mail.find_documents import MAIL_HEADERS, find_documents, in_headers, in_texts
from schemas.contests.exports import HEADER as CONTEST
from schemas.contests.exports import LOG as CONTEST_LOG
from schemas.contests.exports import RECORDS, RESULTS, STANDINGS
from schemas.documents.armor import Armored
from schemas.envelopes import Envelope
from schemas.errors import ProtocolError
from schemas.log.checkpoints import PREFIX, BrokenNote, Checkpoint, find_checkpoints, read_checkpoint
from schemas.record import Record
from schemas.statements import canonical
from schemas.statements.canonical import from_base64url
from schemas.statements.payloads import Receipt
from schemas.statements.statements import Statement

LARGEST: Final = 64 * 1024 * 1024
FROM_HOST: Final = "x-ostraka-host"
Reader = Callable[[Evidence, str, dict[str, Any], bytes], None]


def read_folder(root: Path) -> Evidence:
    """Everything in a folder and those below it, or in one file."""
    if not root.exists():
        raise Misuse(f"{root} does not exist: give a folder, a file, a game, or the address of a game's page.")
    evidence = Evidence()
    paths = sorted(path for path in root.rglob("*") if path.is_file()) if root.is_dir() else [root]
    base = root if root.is_dir() else root.parent
    contests = [path.parent for path in paths if path.name == CONTEST]
    for folder in contests:
        parts = [path for path in paths if is_part(path, folder)]
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in parts}
        evidence.contests.append((folder.relative_to(base).as_posix(), files))
        read_contest_log(evidence, folder.relative_to(base).as_posix(), files)
    for path in paths:
        if path.stat().st_size > LARGEST:
            evidence.unread.append(path.relative_to(base).as_posix())
        else:
            in_contest = any(is_part(path, folder) for folder in contests)
            read_file(evidence, path.relative_to(base).as_posix(), path.read_bytes(), in_contest=in_contest)
    return evidence


def is_part(path: Path, folder: Path) -> bool:
    """Is a file one that an exported contest consists of? Others may lie beside them: players' mails, say."""
    name = path.relative_to(folder).as_posix() if folder in path.parents else ""
    return name in (CONTEST, CONTEST_LOG, RESULTS, STANDINGS) or name.startswith(RECORDS)


def read_file(evidence: Evidence, name: str, raw: bytes, *, in_contest: bool = False) -> None:
    """One file: a mail, something in JSON, or a text with blocks and checkpoints."""
    begin = raw.lstrip()[:1]
    if begin in (b"{", b"[") or name.endswith(".json"):
        read_json(evidence, name, raw, in_contest=in_contest)
        return
    message = message_from_bytes(raw, policy=policy.default)
    if isinstance(message, EmailMessage) and any(header in message for header in MAIL_HEADERS):
        read_mail(evidence, name, message, raw)
    elif b"OSTRAKA" in raw or PREFIX.encode() in raw:
        read_documents(evidence, name, raw)
        take_notes(evidence, name, list(find_checkpoints(raw.decode(errors="replace"))))
    elif not in_contest:
        evidence.unread.append(name)


def read_contest_log(evidence: Evidence, folder: str, files: Mapping[str, bytes]) -> None:
    """The log of an exported contest, to compare checkpoints with; whether the export holds is found out with it."""
    try:
        header = canonical.loads(files[CONTEST], CONTEST)
        statements = tuple(Statement.parse(line) for line in files[CONTEST_LOG].splitlines())
        host, contest = from_base64url(str(header["host_key"]), "host_key", 32), str(header["contest"])
    except (ProtocolError, KeyError, TypeError):
        return
    name = CONTEST_LOG if folder == "." else f"{folder}/{CONTEST_LOG}"
    evidence.logs.append(KeptLog(name, contest, statements, host))


def read_mail(evidence: Evidence, name: str, message: EmailMessage, raw: bytes) -> None:
    """A mail: its checkpoints, in headers and at the foot, and what is attached."""
    before = len(evidence.receipts) + len(evidence.sealed) + len(evidence.changed)
    read_documents(evidence, name, raw)
    header, foot = list(in_headers(message)), list(in_texts(message))
    take_notes(evidence, name, [*header, *foot])
    if header or foot or before < len(evidence.receipts) + len(evidence.sealed) + len(evidence.changed):
        evidence.mails.append(name)
    else:
        evidence.unread.append(name)
    whole = [one for one in (*header, *foot) if isinstance(one, Checkpoint)]
    if FROM_HOST in message and whole and not (set(whole) & set(header) and set(whole) & set(foot)):
        missing = "foot" if header and not foot else "headers"
        evidence.add_changed(name, f"its {missing} lack the checkpoint that the rest of the mail has")


def read_documents(evidence: Evidence, name: str, raw: bytes) -> None:
    """The armored blocks of a text, and the files attached to a mail."""
    for found in find_documents(raw, name):
        if not isinstance(found, Armored):
            evidence.add_changed(name, f"line {found.line}: {found.message}")
        elif found.kind == "letter":
            evidence.sealed.append(name)
        else:
            read_json(evidence, name, found.document)


def take_notes(evidence: Evidence, name: str, found: list[Checkpoint | BrokenNote]) -> None:
    """The checkpoints of a file, each once."""
    for one in dict.fromkeys(found):
        if isinstance(one, BrokenNote):
            where = f"line {one.line} of its text" if one.line else "a header"
            evidence.add_changed(name, f"the checkpoint in {where}: {one.message}")
        else:
            evidence.notes.append(Note(one, name))


def read_json(evidence: Evidence, name: str, raw: bytes, *, in_contest: bool = False) -> None:
    """JSON that this program or a host has written."""
    if in_contest and name.endswith((CONTEST, CONTEST_LOG)):
        return  # read with its contest
    try:
        content = canonical.loads(raw, "JSON")
    except ProtocolError as error:
        evidence.add_changed(name, f"it cannot be read: {error.message}")
        return
    if isinstance(content, list):
        read_kept_notes(evidence, name, content)
        return
    for fields, read in READERS:
        if isinstance(content, dict) and fields & content.keys():
            try:
                read(evidence, name, content, raw)
            except (ProtocolError, KeyError, TypeError, AttributeError) as error:
                evidence.add_changed(name, error.message if isinstance(error, ProtocolError) else "a part is missing")
            return
    if not in_contest:
        evidence.unread.append(name)


def read_kept_notes(evidence: Evidence, name: str, content: list[Any]) -> None:
    """Checkpoints as a player's home keeps them."""
    for one in content:
        try:
            evidence.notes.append(Note(read_checkpoint(one["note"]), name))
        except ProtocolError as error:
            evidence.add_changed(name, error.message)
        except (KeyError, TypeError):
            evidence.unread.append(name)
            return


def read_record(evidence: Evidence, name: str, _: Mapping[str, Any], raw: bytes) -> None:
    """The record of a finished game, and the log in it."""
    record = Record.from_json(raw)
    evidence.records.append(KeptRecord(name, record))
    statements = tuple(Statement.from_form(form) for form in record.log)
    host = from_base64url(record.host_key, "host_key", 32)
    evidence.logs.append(KeptLog(name, record.game, statements, host, whole=True))


def read_log(evidence: Evidence, name: str, content: Mapping[str, Any], _: bytes) -> None:
    """A log as the host answers it, or as the client keeps it."""
    statements = tuple(Statement.from_json(entry) for entry in content["log"])
    host = from_base64url(content["host_key"], "host_key", 32) if content.get("host_key") else None
    log = str(statements[0].body["game"]) if statements else ""
    evidence.logs.append(KeptLog(name, log, statements, host))


def read_proof(evidence: Evidence, name: str, content: Mapping[str, Any], _: bytes) -> None:
    """A receipt with its envelope and its checkpoint, as a player's home keeps them."""
    statement = Statement.from_json(content["receipt"])
    envelope = Envelope.parse(canonical.dumps(content["envelope"]))
    evidence.receipts.append(KeptReceipt(name, statement, statement.read(Receipt), envelope))
    if note := content.get("checkpoint"):
        evidence.notes.append(Note(read_checkpoint(str(note)), name))


def read_statement(evidence: Evidence, name: str, content: Mapping[str, Any], _: bytes) -> None:
    """A statement by itself: of these, receipts are looked at."""
    statement = Statement.from_json(content)
    if statement.kind == Receipt.document:
        evidence.receipts.append(KeptReceipt(name, statement, statement.read(Receipt), None))
    else:
        evidence.unread.append(name)


def read_letter(evidence: Evidence, name: str, _: Mapping[str, Any], __: bytes) -> None:
    """A letter: only its reader can open it."""
    evidence.sealed.append(name)


READERS: Final[tuple[tuple[set[str], Reader], ...]] = (
    ({"phases", "players", "secret"}, read_record),
    ({"log", "host_key"}, read_log),
    ({"receipt", "envelope"}, read_proof),
    ({"sealed", "letter"}, read_letter),
    ({"payload", "payloadType", "signatures"}, read_statement),
)
"""By which fields something is recognised; those that a file has besides are its reader's to refuse."""
