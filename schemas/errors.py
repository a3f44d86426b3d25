"""The one family of errors of the wire: each class has a stable kebab-case `code` and says its sentence.

`ProtocolError` means bad data from outside. Misuse by a programmer is a plain `ValueError` or `TypeError`; the two never
mix. A class's docstring is its default message; whoever raises it with a message names what was wrong, both values, and
what would be right. No message carries a secret.
"""

from typing import ClassVar


class ProtocolError(Exception):
    """Something that arrived does not keep to the protocol."""

    code: ClassVar[str]

    def __init__(self, message: str | None = None) -> None:
        self.message = message or (self.__doc__ or "").strip()
        super().__init__(self.message)


class Malformed(ProtocolError):
    """Bytes that cannot be read as what they claim to be."""

    code = "malformed"

    def __init__(self, what: str, why: str) -> None:
        self.what = what
        super().__init__(f"malformed {what}: {why}")


class WrongKind(ProtocolError):
    """A statement of another kind than the one expected."""

    code = "wrong-kind"


class UnknownSigner(ProtocolError):
    """Signed by a key that does not speak for this seat, player or host."""

    code = "unknown-signer"


class BadSignature(ProtocolError):
    """The signature does not hold for these bytes and this key."""

    code = "bad-signature"


class CannotOpen(ProtocolError):
    """What is sealed does not open with this key and header."""

    code = "cannot-open"


class BadPadding(ProtocolError):
    """The plaintext is not padded to a size class with 0x80 and zeros."""

    code = "bad-padding"


class CommitmentMismatch(ProtocolError):
    """The leaves do not hash to the commitment in the signed header."""

    code = "commitment-mismatch"


class KeyFileError(ProtocolError):
    """A file of keys cannot be written or read."""

    code = "key-file"


class KeyFileLocked(KeyFileError):
    """The file of keys is under a password, and none was given."""

    code = "key-file-locked"


class WrongPassword(KeyFileError):
    """The password does not open the file of keys."""

    code = "wrong-password"
