"""Keys of players and hosts: the private half on disk, the public half as a signed card.

An `Identity` holds an Ed25519 key to sign with and a hybrid key (ML-KEM-768 and X25519) by which others seal to it, so
that an author's copy of their envelope is no weaker than the envelope. With a password the file is an age file
(`schemas.keys.password_files`); bots may go without, and only the owner can read any of these files.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from schemas.errors import KeyFileError, KeyFileLocked, KeyFileTooCostly, Malformed, WrongPassword
from schemas.keys.password_files import MAGIC, PasswordFile, lock
from schemas.keys.sealing import HYBRID, LIGHT, PhaseKey, require_public_key
from schemas.primitives import signer, signing_public
from schemas.statements import canonical
from schemas.statements.payloads import Player, SuiteName
from schemas.statements.statements import Statement, key_id, sign_payload

FILE_FORMAT = 1
MAX_FILE_BYTES = 65_536
_SIGNING_BYTES = 32
_LIGHT_BYTES = 32
_FILE_FIELDS = {"format", "signing", "sealing"}


@dataclass(frozen=True)
class Card:
    """A player's public keys, signed by that player. Made only from a statement whose signature holds."""

    handle: str
    signing_key: bytes
    sealing_key: bytes
    statement: Statement = field(repr=False)

    @classmethod
    def from_statement(cls, statement: Statement) -> "Card":
        """Read a `player` statement and check that it is signed with the very key it names."""
        player = statement.read(Player)
        signing_key = canonical.from_base64url(player.signing_key, "signing_key", 32)
        sealing_key = canonical.from_base64url(player.sealing_key, "sealing_key")
        require_public_key(HYBRID, sealing_key)
        statement.verify(signing_key)
        return cls(player.handle, signing_key, sealing_key, statement)

    @property
    def key_id(self) -> str:
        """The id of the signing key."""
        return key_id(self.signing_key)

    def verify(self, statement: Statement) -> None:
        """Refuse a statement that this player did not sign."""
        statement.verify(self.signing_key)


def require_free(path: Path) -> None:
    """There must be no file of that name yet."""
    if path.exists():
        raise taken(path)


def write_new(path: Path | str, content: bytes) -> None:
    """Write a file of keys that only its owner can read; an existing file is never replaced."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise taken(path) from error
    except OSError as error:
        raise KeyFileError(f"{path} cannot be written: {error.strerror}") from error
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def taken(path: Path | str) -> KeyFileError:
    """What is said where there is one."""
    return KeyFileError(f"{path} exists already, and keys are never overwritten: choose another name")


@dataclass(frozen=True)
class Identity:
    """The private keys of a player or of a host."""

    _signing: bytes = field(repr=False)
    _sealing: PhaseKey = field(repr=False)

    @classmethod
    def generate(cls) -> "Identity":
        """New keys: Ed25519 to sign, the hybrid suite to be sealed to."""
        return cls(os.urandom(_SIGNING_BYTES), PhaseKey.generate(HYBRID))

    @cached_property
    def signing_key(self) -> bytes:
        """The raw 32 bytes of the public Ed25519 key."""
        return signing_public(self._signing)

    @property
    def sealing_key(self) -> bytes:
        """The public sealing key of the hybrid suite, raw; its last 32 bytes are that of the light suite."""
        return self._sealing.public

    @cached_property
    def key_id(self) -> str:
        """The id of the signing key."""
        return key_id(self.signing_key)

    @property
    def signing_private(self) -> bytes:
        """The raw 32 bytes of the private Ed25519 key, from which the keys of aliases follow."""
        return self._signing

    def sealing_public_for(self, suite: SuiteName) -> bytes:
        """The public key by which to seal to oneself in a suite."""
        return self.sealing_key[-_LIGHT_BYTES:] if suite == LIGHT else self.sealing_key

    def sealing_private_for(self, suite: SuiteName) -> bytes:
        """The private key that opens what was sealed to oneself in a suite."""
        return self._sealing.private[-_LIGHT_BYTES:] if suite == LIGHT else self._sealing.private

    @cached_property
    def _sign(self) -> Callable[[bytes], bytes]:
        return signer(self._signing)

    def sign(self, message: bytes) -> bytes:
        """The raw 64 bytes of an Ed25519 signature."""
        return self._sign(message)

    def card(self, handle: str) -> Card:
        """The public keys under a handle, signed."""
        player = Player(
            handle=handle,
            signing_key=canonical.to_base64url(self.signing_key),
            sealing_key=canonical.to_base64url(self.sealing_key),
        )
        return Card.from_statement(sign_payload(player, self))

    def to_bytes(self) -> bytes:
        """The private keys, unencrypted, for callers that encrypt them on their own."""
        return canonical.dumps(
            {
                "format": FILE_FORMAT,
                "signing": canonical.to_base64url(self._signing),
                "sealing": canonical.to_base64url(self._sealing.private),
            }
        )

    @classmethod
    def from_bytes(cls, raw: bytes) -> "Identity":
        """Read what `to_bytes` wrote; Malformed where it is anything else."""
        keys = canonical.loads(raw, "key file")
        if not isinstance(keys, dict) or set(keys) != _FILE_FIELDS or keys["format"] != FILE_FORMAT:
            raise Malformed("key file", f"not a file of keys in format {FILE_FORMAT}")
        signing = canonical.from_base64url(str(keys["signing"]), "signing key", _SIGNING_BYTES)
        sealing = canonical.from_base64url(str(keys["sealing"]), "sealing key", 96)
        return cls(signing, PhaseKey(HYBRID, sealing))

    def save(self, path: Path | str, password: str | None) -> None:
        """Write a new file that only its owner can read; an existing file is never replaced."""
        write_new(path, self.to_bytes() if password is None else lock(self.to_bytes(), password))

    @classmethod
    def load(cls, path: Path | str, password: str | None) -> "Identity":
        """Read a file of keys; `is_locked` says whether it needs a password."""
        file = KeyFile.read(path)
        if not file.locked:
            return file.identity(None)
        if password is None:
            raise KeyFileLocked(f"{path} is locked with a password: give it")
        return file.identity(file.key(password))


@dataclass(frozen=True)
class KeyFile:
    """A file of keys as it is on disk: in the clear, or locked with a password."""

    path: Path
    raw: bytes = field(repr=False)

    @classmethod
    def read(cls, path: Path | str) -> "KeyFile":
        """Read a file; nothing is opened yet."""
        try:
            with open(path, "rb") as file:
                content = file.read(MAX_FILE_BYTES + 1)
        except OSError as error:
            raise KeyFileError(f"{path} cannot be read: {error.strerror}") from error
        if len(content) > MAX_FILE_BYTES:
            raise KeyFileError(f"{path} is not a file of keys: it is longer than {MAX_FILE_BYTES} bytes")
        return cls(Path(path), content)

    @property
    def locked(self) -> bool:
        """Does it need a password?"""
        return self.raw.startswith(MAGIC)

    @property
    def digest(self) -> str:
        """Its name for who keeps its key: another file, or the same keys locked anew, has another."""
        return hashlib.sha256(self.raw).hexdigest()

    def key(self, password: str) -> bytes:
        """The key that opens this file and no other, by its password; this takes half a second."""
        try:
            return PasswordFile.parse(self.raw).file_key(password)
        except KeyFileTooCostly as error:
            raise KeyFileTooCostly(
                f"{self.path} was locked by another program, at too high a cost: {error}. "
                "Unlock it with that program, and keep what it gives, without a password, in its place"
            ) from error
        except WrongPassword as error:
            raise WrongPassword(f"the password does not open {self.path}") from error

    def identity(self, key: bytes | None) -> Identity:
        """The keys in it; `key` is what `key()` gave, None where the file is not locked."""
        if key is None:
            return Identity.from_bytes(self.raw)
        return Identity.from_bytes(PasswordFile.parse(self.raw).content(key))

    def relocked(self, key: bytes, password: str) -> bytes | None:
        """The file at the cost at which files are locked now; None where it has that cost already."""
        file = PasswordFile.parse(self.raw)
        return None if file.is_current else lock(file.content(key), password)


def is_locked(path: Path | str) -> bool:
    """Is this file of keys locked with a password?"""
    return KeyFile.read(path).locked
