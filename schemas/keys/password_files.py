"""A file locked with a password: age v1 with one scrypt recipient, and a cost that never varies.

We write the format ourselves since age's own programs measure the cost when a file is made: files made on one machine
came out sixteen times as costly as others, and the costliest took 7 seconds and 1.1 GB to open. Any age program opens
what is written here; files of lower cost are read, and no others: whoever hands you one must not choose how much of
your memory it takes. https://c2sp.org/age is the specification.
"""

import base64
import hmac
import os
import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from schemas.errors import KeyFileTooCostly, Malformed, WrongPassword
from schemas.primitives import decrypt, encrypt, hkdf, scrypt

MAGIC: Final = b"age-encryption.org/v1\n"
WORK: Final = 17
"""The cost as a power of two: 128 MiB, about half a second."""
MOST_WORK: Final = 17
"""What is written here is the most that is read: each step more doubles the memory, and 22 would take 4 GiB."""
LONGEST: Final = 65_536  # bytes in one chunk: longer content is never written
HEADER: Final = re.compile(re.escape(MAGIC) + rb"-> scrypt ([A-Za-z0-9+/]{22}) ([1-9][0-9]?)\n([A-Za-z0-9+/]{43})\n---")
_MAC: Final = re.compile(rb" ([A-Za-z0-9+/]{43})\n")
_ONLY_NONCE: Final = bytes(12)  # its key is used once
_LAST_CHUNK: Final = bytes(11) + b"\x01"


class Stretched(NamedTuple):
    """What a password and a salt give by one scrypt: no part tells anything of another."""

    wrapping: bytes
    """Under which the key of a file lies in it, as age has it."""
    proof: bytes
    """Shows a host that somebody knows the password (`schemas.keys.kept_keys`)."""
    file_key: bytes
    """That of a file whose salt was not drawn for it: one wrapping key then wraps this and nothing else."""


def stretched(password: str, salt: bytes, work: int | None = None) -> Stretched:
    """This is what costs time; without `work`, so much as files are locked at now."""
    drawn = scrypt(password.encode(), b"age-encryption.org/v1/scrypt" + salt, work or WORK, 80)
    return Stretched(drawn[:32], drawn[32:64], drawn[64:])


@dataclass(frozen=True)
class PasswordFile:
    """A locked file, parsed; nothing in it is trusted before a key has opened it."""

    header: bytes
    salt: bytes
    work: int
    wrapped_key: bytes
    mac: bytes
    nonce: bytes
    sealed: bytes = field(repr=False)

    @classmethod
    def parse(cls, raw: bytes) -> "PasswordFile":
        """Read the parts of a locked file; Malformed where it is not one."""
        header = HEADER.match(raw)
        mac = _MAC.match(raw, header.end()) if header else None
        if header is None or mac is None or not 32 <= len(raw) - mac.end() <= 32 + LONGEST:
            raise Malformed("locked file", "not an age file with a password as its only recipient")
        salt, work, wrapped = header.groups()
        nonce, sealed = raw[mac.end() : mac.end() + 16], raw[mac.end() + 16 :]
        return cls(header[0], _from_base64(salt), int(work), _from_base64(wrapped), _from_base64(mac[1]), nonce, sealed)

    @property
    def is_current(self) -> bool:
        """Does it cost what files are locked at now?"""
        return self.work == WORK

    def file_key(self, password: str) -> bytes:
        """The key of this file alone, by its password: this is what costs time."""
        return self.unwrapped(self.stretched(password))

    def stretched(self, password: str) -> Stretched:
        """What this password gives with the salt of this file."""
        if self.work > MOST_WORK:
            raise KeyFileTooCostly(f"to open it would take 2^{self.work} units of work; 2^{MOST_WORK} is the most")
        try:
            return stretched(password, self.salt, self.work)
        except MemoryError as error:
            raise KeyFileTooCostly(f"to open it takes {2 ** (self.work - 10)} MiB of memory") from error

    def unwrapped(self, made: Stretched) -> bytes:
        """The key of this file; WrongPassword where it is another's that gave this."""
        try:
            return decrypt(made.wrapping, _ONLY_NONCE, self.wrapped_key)
        except ValueError as error:
            raise WrongPassword from error

    def content(self, file_key: bytes) -> bytes:
        """What is in the file; WrongPassword where the key is that of another file, or the file was changed."""
        if not hmac.compare_digest(_mac(file_key, self.header), self.mac):
            raise WrongPassword
        try:
            return decrypt(_derived(file_key, self.nonce, b"payload"), _LAST_CHUNK, self.sealed)
        except ValueError as error:
            raise WrongPassword from error


def lock(content: bytes, password: str, random: bytes | None = None) -> bytes:
    """Content as a locked file; `random`: 48 bytes, for vectors only."""
    random = random or os.urandom(48)
    salt, file_key, nonce = random[:16], random[16:32], random[32:48]
    made = stretched(password, salt)
    return locked_by(made._replace(file_key=file_key), salt, content, nonce)


def locked_by(made: Stretched, salt: bytes, content: bytes, nonce: bytes | None = None) -> bytes:
    """Content as a file locked with what a password has given with this salt."""
    if len(content) > LONGEST:
        raise ValueError(f"{len(content)} bytes are more than the {LONGEST} of a locked file")
    wrapped, nonce = encrypt(made.wrapping, _ONLY_NONCE, made.file_key), nonce or os.urandom(16)
    header = MAGIC + b"-> scrypt %s %d\n%s\n---" % (_to_base64(salt), WORK, _to_base64(wrapped))
    sealed = encrypt(_derived(made.file_key, nonce, b"payload"), _LAST_CHUNK, content)
    return header + b" " + _to_base64(_mac(made.file_key, header)) + b"\n" + nonce + sealed


def _mac(file_key: bytes, header: bytes) -> bytes:
    return hmac.digest(_derived(file_key, b"", b"header"), header, "sha256")


def _derived(file_key: bytes, salt: bytes, purpose: bytes) -> bytes:
    return hkdf(file_key, 32, salt, purpose)


def _to_base64(raw: bytes) -> bytes:
    return base64.b64encode(raw).rstrip(b"=")


def _from_base64(text: bytes) -> bytes:
    """Bits that stand for nothing are refused where they are set: one file has one spelling."""
    raw = base64.b64decode(text + b"=" * (-len(text) % 4))
    if _to_base64(raw) != text:
        raise Malformed("locked file", "base64 with stray bits at its end")
    return raw
