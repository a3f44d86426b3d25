"""The desk: what the host knows when an envelope arrives, and the checks that decide whether it is stored.

Invariants:
- nothing is opened, and no private key is needed;
- no byte beyond the size limit is parsed;
- a refusal changes nothing: `accept` has no state, and its caller stores only what it returns;
- a sender who cannot sign for the seat learns from a refusal only what the game shows to everyone.

`accept` tells the first fault, over HTTP, where the next try is at hand; `faults` tells all, for mail, where it is not.
"""

from collections.abc import Iterator

import msgspec

from schemas.envelopes.container import MAX_BYTES, Envelope
from schemas.envelopes.sealing import commitment_of, digest_text
from schemas.errors import (
    BodyDigestMismatch,
    BodySize,
    CopyDigestMismatch,
    PhaseClosed,
    ProtocolError,
    SequenceNotNewer,
    UnknownSigner,
    UnknownSuite,
    WithdrawnWithBody,
    WrongGame,
    WrongPhase,
    WrongPhaseKey,
    WrongSeat,
    WrongVersion,
)
from schemas.keys.identities import Card
from schemas.keys.sealing import OVERHEAD, SIZE_CLASSES
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Header, SuiteName


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """What the host holds against an envelope for one seat in one phase."""

    version: str
    suites: tuple[SuiteName, ...]
    """What may be sealed to this phase's key: its own suite."""
    game: str
    phase: int
    phase_key_id: str
    phase_open: bool
    seat: str
    signer: Card
    sequence: int = 0
    """The newest stored sequence; 0: none."""
    newest: bytes | None = None
    """The digest of the newest stored envelope."""
    max_bytes: int = MAX_BYTES

    def has_stored(self, envelope: Envelope) -> bool:
        """Is this the newest stored envelope come again? Then the first receipt is the answer, and nothing changes."""
        return envelope.digest == self.newest


def accept(raw: bytes, desk: Desk) -> Envelope:
    """Check an envelope on arrival. The caller MUST ask `desk.has_stored`, and store what it returns as it came.

    (0) not larger than any honest envelope, before anything is parsed
    (1) an envelope in form, with a header of a known format and suite, in canonical bytes with exactly the known fields
    (2) made under this version of the rules, in a suite this host takes
    (3) for this game, phase and seat
    (4) sealed, by its own word, to this phase's key
    (5) signed by the seat's player
    (6) body and copy are those that were signed
    (7) body and copy are of a size class of the suite; a withdrawal carries nothing at all
    (8) the newest envelope come again is let through, also after the cut: its author may have lost the receipt
    (9) the phase is open
    (10) a higher sequence than the newest stored

    The order: (0) to (4) compare with what anybody can read in the game's summary, and cost little. Everything that a
    stranger may not learn, such as how often a seat has changed its mind (10), comes after the signature (5), and after
    the whole envelope is proved to be the author's (6). NOT checked here: whether the body opens and keeps to the
    rules; that is `open_envelope`'s and the rules' own, after the cut.
    """
    envelope = Envelope.parse(raw, desk.max_bytes)  # (0) (1)
    for fault in _faults(envelope, desk):
        raise fault
    return envelope


def faults(raw: bytes, desk: Desk) -> list[ProtocolError]:
    """Everything that can be told against an envelope, in the sequence of the checks; nothing when `accept` takes it.

    What cannot be parsed has one fault. The checks of (6) and (7) are made where (5) holds, (8) to (10) where (3), (5)
    and (6) hold: so a sender who cannot sign for the seat learns no more from all faults together than the game shows.
    """
    try:
        envelope = Envelope.parse(raw, desk.max_bytes)  # (0) (1)
    except ProtocolError as error:
        return [error]
    return list(_faults(envelope, desk))


def _faults(envelope: Envelope, desk: Desk) -> Iterator[ProtocolError]:
    """Checks (2) to (10), made one after another as the caller asks for the next."""
    header = envelope.header
    yield from _version_and_suite(header, desk)  # (2)
    misplaced = list(_place(header, desk))  # (3)
    yield from misplaced
    if header.phase_key != desk.phase_key_id:  # (4)
        yield WrongPhaseKey(f"sealed to phase key {header.phase_key}; this phase's is {desk.phase_key_id}")
    forged = _signature(envelope, desk)  # (5)
    if forged is not None:
        yield forged
        return
    changed = list(_digests(envelope))  # (6)
    yield from changed
    yield from _sizes(envelope)  # (7)
    if not misplaced and not changed and not desk.has_stored(envelope):  # (8)
        yield from _state(header, desk)  # (9) (10)


def _version_and_suite(header: Header, desk: Desk) -> Iterator[ProtocolError]:
    if header.version != desk.version:
        yield WrongVersion(f"made under {header.version}, but this game is played under {desk.version}: update")
    if header.suite not in desk.suites:
        yield UnknownSuite(f"sealed in suite {header.suite!r}; this host takes {' or '.join(desk.suites)}")


def _place(header: Header, desk: Desk) -> Iterator[ProtocolError]:
    if header.game != desk.game:
        yield WrongGame(f"made for game {header.game!r}, and this is {desk.game!r}")
    if header.phase != desk.phase:
        yield WrongPhase(f"made for phase {header.phase}, but this is phase {desk.phase}")
    if header.seat != desk.seat:
        yield WrongSeat(f"made for seat {header.seat!r}, but this is {desk.seat!r}")


def _signature(envelope: Envelope, desk: Desk) -> ProtocolError | None:
    for claimed in (envelope.header.signer, envelope.statement.key_id):
        if claimed != desk.signer.key_id:
            return UnknownSigner(f"signed by {claimed}, but {desk.signer.key_id} holds seat {desk.seat!r}")
    try:
        desk.signer.verify(envelope.statement)
    except ProtocolError as error:
        return error
    return None


def _digests(envelope: Envelope) -> Iterator[ProtocolError]:
    header = envelope.header
    if digest_text(envelope.body) != header.body_sha256:
        yield BodyDigestMismatch(
            f"the body hashes to {digest_text(envelope.body)}, but {header.body_sha256} was signed"
        )
    if digest_text(envelope.copy) != header.copy_sha256:
        yield CopyDigestMismatch(
            f"the copy hashes to {digest_text(envelope.copy)}, but {header.copy_sha256} was signed"
        )


def _sizes(envelope: Envelope) -> Iterator[ProtocolError]:
    header, lengths = envelope.header, (len(envelope.body), len(envelope.copy))
    if header.word == "withdrawn":
        if lengths != (0, 0) or header.commitment != to_base64url(commitment_of([])):
            yield WithdrawnWithBody()
        return
    allowed = [size + OVERHEAD[header.suite] for size in SIZE_CLASSES]
    if lengths[0] != lengths[1] or lengths[0] not in allowed:
        yield BodySize(f"body and copy have {lengths[0]} and {lengths[1]} bytes; both must have one of {allowed}")


def _state(header: Header, desk: Desk) -> Iterator[ProtocolError]:
    if not desk.phase_open:  # (9)
        yield PhaseClosed(f"phase {desk.phase} has been cut; it is too late to send anything for it")
    if header.sequence <= desk.sequence:  # (10)
        yield SequenceNotNewer(f"sequence {header.sequence} is not newer than {desk.sequence}")
