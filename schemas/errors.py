"""The one family of errors of the wire: each class has a stable kebab-case `code` and says its sentence.

`ProtocolError` means bad data from outside. Misuse by a programmer is a plain `ValueError` or `TypeError`; the two
never mix. A class's docstring is its default message; a message given when raising names what was wrong, both
values, and what would be right. No message carries a secret.
"""

from typing import ClassVar


class ProtocolError(Exception):
    """Something that arrived does not keep to the protocol."""

    code: ClassVar[str]

    def __init__(self, message: str | None = None) -> None:
        self.message = message or (self.__doc__ or "").strip()
        super().__init__(self.message)


class Malformed(ProtocolError):
    """Bytes that cannot be read as what they claim to be. `why` may quote them, so it is cut to a bounded length."""

    code = "malformed"
    longest = 300

    def __init__(self, what: str, why: str) -> None:
        self.what, self.why = what, why
        super().__init__(f"malformed {what}: {why if len(why) <= self.longest else why[: self.longest] + ' …'}")


class WrongKind(ProtocolError):
    """A statement of another kind than the one expected."""

    code = "wrong-kind"


class UnknownSigner(ProtocolError):
    """Signed by a key that does not speak for this seat, player or host."""

    code = "unknown-signer"


class BadSignature(ProtocolError):
    """The signature does not hold for these bytes and this key."""

    code = "bad-signature"


class EnvelopeError(ProtocolError):
    """An envelope that cannot be taken or opened."""

    code = "envelope"


class TooLarge(EnvelopeError):
    """Longer than any honest envelope; nothing of it was read."""

    code = "too-large"


class UnknownFormat(EnvelopeError):
    """The header is of a format that this version does not know."""

    code = "unknown-format"


class UnknownSuite(EnvelopeError):
    """Sealed in a suite that this host does not take."""

    code = "unknown-suite"


class WrongVersion(EnvelopeError):
    """Made under another version of the rules."""

    code = "wrong-version"


class WrongGame(EnvelopeError):
    """Made for another game."""

    code = "wrong-game"


class WrongPhase(EnvelopeError):
    """Made for another phase."""

    code = "wrong-phase"


class WrongSeat(EnvelopeError):
    """Made for another seat."""

    code = "wrong-seat"


class WrongPhaseKey(EnvelopeError):
    """Sealed to another key than this phase's."""

    code = "wrong-phase-key"


class BodyDigestMismatch(EnvelopeError):
    """The sealed body is not the one that was signed."""

    code = "body-digest-mismatch"


class CopyDigestMismatch(EnvelopeError):
    """The author's sealed copy is not the one that was signed."""

    code = "copy-digest-mismatch"


class BodySize(EnvelopeError):
    """The sealed body or copy is not of a size class, so that its length would tell something."""

    code = "body-size"


class WithdrawnWithBody(EnvelopeError):
    """A withdrawal carries nothing: no body, no copy, a commitment to no leaves."""

    code = "withdrawn-with-body"


class PhaseClosed(EnvelopeError):
    """The phase is cut; nothing more is taken for it."""

    code = "phase-closed"


class SequenceNotNewer(EnvelopeError):
    """An envelope that is not newer than the newest stored."""

    code = "sequence-not-newer"


class CannotOpen(EnvelopeError):
    """What is sealed does not open with this key under this header."""

    code = "cannot-open"


class BadPadding(EnvelopeError):
    """The plaintext is not padded with 0x80 and zeros to the smallest size class that holds it."""

    code = "bad-padding"


class MalformedPlaintext(EnvelopeError):
    """The plaintext is not {"leaves": [{"order": object, "salt": 32 bytes in base64url}, ...]} in canonical JSON."""

    code = "malformed-plaintext"


class DuplicateSalt(EnvelopeError):
    """Two leaves of one envelope have the same salt."""

    code = "duplicate-salt"


class CommitmentMismatch(EnvelopeError):
    """The leaves do not hash to the commitment in the signed header."""

    code = "commitment-mismatch"


class ReceiptMismatch(ProtocolError):
    """A receipt for another envelope."""

    code = "receipt-mismatch"


class BrokenLog(ProtocolError):
    """A log whose entries are not all signed, in order and chained."""

    code = "broken-log"


class FalseRecord(ProtocolError):
    """The parts of a record contradict one another."""

    code = "false-record"


class Diverged(ProtocolError):
    """The replay of a record leads elsewhere than its log."""

    code = "diverged"


class KeyFileError(ProtocolError):
    """A file of keys cannot be written or read."""

    code = "key-file"


class KeyFileLocked(KeyFileError):
    """The file of keys is locked with a password, and none was given."""

    code = "key-file-locked"


class KeyFileTooCostly(KeyFileError):
    """To open the file of keys needs more work than this machine may spend on it."""

    code = "key-file-too-costly"


class WrongPassword(KeyFileError):
    """The password does not open the file of keys."""

    code = "wrong-password"
