"""Checkpoints: the host's signature under how long a log is and in which hash it ends, short enough for every mail.

The form is that of a C2SP signed note with the text of a tlog-checkpoint (https://c2sp.org/signed-note,
https://c2sp.org/tlog-checkpoint), with one Ed25519 signature. Our logs are chains, not Merkle trees: the third line is
the hash of the last entry, and the origin says so in its first word.

    ostraka-hash-chain/<host's key>/<id of the log>
    57
    <hash of entry 56, base64>

    — ostraka-hash-chain/<host's key>/<id of the log> <key hash and signature, base64>

The key stands in the origin, so a note shows by itself that whoever has this key signed it. Whose key it is, it cannot
show: the caller MUST compare `host` with the key that is pinned, or that the log leads to.
"""

import hashlib
import re
from collections.abc import Iterator
from typing import Final, Protocol

import msgspec

from schemas.errors import BadSignature, Malformed, ProtocolError, UnknownSigner
from schemas.statements.canonical import from_base64, from_base64url, to_base64, to_base64url
from schemas.statements.statements import holds, is_weak, key_id

PREFIX: Final = "ostraka-hash-chain/"
HEADER: Final = "Ostraka-Checkpoint"
"""The header of HTTP answers that holds a note, in base64; in mails with `X-` before it."""
MAX_CHARS: Final = 65_536
"""Of a note with the signatures of others under it; without any it has fewer than 500."""
MOST_LINES: Final = 100
MOST_ENTRIES: Final = 999_999_999
LENGTH: Final = 32
ED25519: Final = b"\x01"
NAME: Final = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"
ORIGIN: Final = re.compile(rf"{PREFIX}([A-Za-z0-9_-]{{43}})/({NAME})")
SIGNATURE: Final = re.compile(r"— (?P<name>[^\s+]+) (?P<value>[A-Za-z0-9+/]+=*)")
GAP: Final = r"[\s>|]+"
"""What mail programs put between the words of a note: line ends, and marks of what is quoted."""
IN_TEXT: Final = re.compile(
    rf"(?P<origin>{ORIGIN.pattern}){GAP}(?P<count>[0-9]{{1,10}}){GAP}(?P<head>[A-Za-z0-9+/]{{43}}=){GAP}"
    rf"[—–-]{{1,3}}{GAP}(?P=origin){GAP}(?P<signature>[A-Za-z0-9+/]{{91}}=)"
)


class NoteSigner(Protocol):
    """Who signs notes: the host's keys."""

    @property
    def signing_key(self) -> bytes:
        """The raw public key."""

    def sign(self, message: bytes) -> bytes:
        """Sign these bytes."""


class Checkpoint(msgspec.Struct, frozen=True):
    """What a host signed of a log: `count` entries, the last of which has the hash `head`."""

    host: bytes
    log: str
    count: int
    head: bytes
    signature: bytes

    @property
    def origin(self) -> str:
        """Which log of which host: the first line, and the name of the key."""
        return origin_of(self.host, self.log)

    @property
    def key_id(self) -> str:
        """The id of the key that signed it."""
        return key_id(self.host)

    def to_note(self) -> str:
        """The signed note, as it travels."""
        signature = to_base64(key_hash(self.origin, self.host) + self.signature)
        return f"{text_of(self.origin, self.count, self.head)}\n— {self.origin} {signature}\n"

    def to_header(self) -> str:
        """The note as the value of a header."""
        return to_base64(self.to_note().encode())

    @classmethod
    def from_header(cls, value: str) -> "Checkpoint":
        """Read the note in a header, which a mail program may have folded."""
        try:
            return read_checkpoint(from_base64("".join(value.split()), "checkpoint").decode())
        except UnicodeDecodeError as error:
            raise Malformed("checkpoint", "the note is not UTF-8") from error

    def verify(self, host_public: bytes) -> None:
        """Refuse a checkpoint that is not signed with this key."""
        if self.host != host_public:
            raise UnknownSigner(f"the checkpoint is signed by {self.key_id}; expected {key_id(host_public)}")
        require_signature(self)

    def contradicts(self, other: "Checkpoint") -> bool:
        """Do the two say that one log of one length ends in two hashes?"""
        return (self.log, self.count) == (other.log, other.count) and self.head != other.head


class BrokenNote(msgspec.Struct, frozen=True):
    """Something in a text that begins as a checkpoint and is not one, with the reason."""

    line: int
    message: str


def sign_checkpoint(log: str, count: int, head: bytes, host: NoteSigner) -> Checkpoint:
    """Sign that a log has so many entries and ends in this hash."""
    origin = origin_of(host.signing_key, log)
    if not ORIGIN.fullmatch(origin) or not 1 <= count <= MOST_ENTRIES or len(head) != LENGTH:
        raise ValueError(f"no checkpoint of {log!r} with {count} entries and a head of {len(head)} bytes can be signed")
    return Checkpoint(host.signing_key, log, count, head, host.sign(text_of(origin, count, head).encode()))


def read_checkpoint(note: str) -> Checkpoint:
    """Read a note, and verify that the key it names has signed it; lines that others have signed are passed over."""
    if len(note) > MAX_CHARS or any(char < " " and char != "\n" for char in note):
        raise Malformed("checkpoint", f"a note is text of at most {MAX_CHARS} characters, without control characters")
    text, blank, under = note.rpartition("\n\n")
    lines, signatures = text.split("\n"), under.split("\n")
    if not blank or len(lines) != 3 or signatures.pop() or not 1 <= len(signatures) <= MOST_LINES:
        raise Malformed("checkpoint", "a note has three lines, an empty line, and lines with signatures")
    unsigned = _unsigned(*lines)
    for line in signatures:
        signed = SIGNATURE.fullmatch(line)
        if signed is None:
            raise Malformed("checkpoint", f"{line!r} is not a signature line, '— NAME BASE64'")
        if signed["name"] == unsigned.origin and names_key(signed["value"], unsigned):
            return _signed(unsigned, signed["value"])
    raise UnknownSigner(f"the checkpoint lacks the signature of {unsigned.key_id}, the key that it names")


def find_checkpoints(text: str) -> Iterator[Checkpoint | BrokenNote]:
    """Every checkpoint in a text, quoted or broken into other lines as it may be, and what is left of broken ones."""
    end = 0
    for found in IN_TEXT.finditer(text):
        yield from _broken(text, end, found.start())
        end = found.end()
        try:
            yield _signed(_unsigned(found["origin"], found["count"], found["head"]), found["signature"])
        except ProtocolError as error:
            yield BrokenNote(text.count("\n", 0, found.start()) + 1, error.message)
    yield from _broken(text, end, len(text))


def _broken(text: str, begin: int, end: int) -> Iterator[BrokenNote]:
    """A part of a text without whole checkpoints: where one begins in it."""
    if (at := text.find(PREFIX, begin, end)) >= 0:
        yield BrokenNote(text.count("\n", 0, at) + 1, "a checkpoint begins here, but its lines are incomplete")


def _unsigned(origin: str, count: str, head: str) -> Checkpoint:
    """What the three lines say."""
    named = ORIGIN.fullmatch(origin)
    if named is None:
        raise Malformed("checkpoint", f"the origin {origin!r} is not '{PREFIX}KEY/LOG'")
    if not re.fullmatch("[1-9][0-9]{0,8}", count):
        raise Malformed("checkpoint", f"{count!r} is not a number of entries from 1 to {MOST_ENTRIES}")
    hash_ = from_base64(head, "head of a checkpoint")
    if len(hash_) != LENGTH:
        raise Malformed("checkpoint", f"a head of {len(hash_)} bytes; expected {LENGTH}")
    return Checkpoint(from_base64url(named[1], "key of a checkpoint", 32), named[2], int(count), hash_, b"")


def _signed(unsigned: Checkpoint, value: str) -> Checkpoint:
    """The checkpoint with the signature of this line, verified."""
    if not names_key(value, unsigned):
        raise UnknownSigner(f"the checkpoint names {unsigned.key_id}, which did not sign it")
    found = msgspec.structs.replace(unsigned, signature=from_base64(value, "signature")[4:])
    require_signature(found)
    return found


def names_key(value: str, found: Checkpoint) -> bool:
    """Does the line of a signature name the key that the checkpoint names?"""
    return from_base64(value, "signature")[:4] == key_hash(found.origin, found.host)


def require_signature(found: Checkpoint) -> None:
    """Refuse a checkpoint that the key it names has not signed."""
    text = text_of(found.origin, found.count, found.head).encode()
    if is_weak(found.host):
        raise BadSignature(f"the key {found.key_id} is of small order: anybody could have signed with it")
    if not holds(found.host, found.signature, text):
        raise BadSignature(
            f"the signature by {found.key_id} is not valid for this checkpoint of {found.log} ({found.count} entries)"
        )


def origin_of(host: bytes, log: str) -> str:
    """The first line of the checkpoints of a log, by its host's raw key and its id."""
    return f"{PREFIX}{to_base64url(host)}/{log}"


def text_of(origin: str, count: int, head: bytes) -> str:
    """What is signed: the three lines, each with its line end."""
    return f"{origin}\n{count}\n{to_base64(head)}\n"


def key_hash(name: str, public: bytes) -> bytes:
    """By what a signature's line names its key: four bytes of SHA-256 over the key's name, its sort and itself."""
    return hashlib.sha256(name.encode() + b"\n" + ED25519 + public).digest()[:4]
