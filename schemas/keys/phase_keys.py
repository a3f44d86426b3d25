"""The host's signed word on which key a phase's envelopes are sealed to, and what the client checks before it seals."""

import msgspec

from schemas.errors import WrongGame, WrongPhase
from schemas.keys.sealing import PhaseKey, phase_key_id, require_public_key
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import PhaseKeyNotice, SuiteName
from schemas.statements.statements import Signer, Statement, sign_payload


class PhasePublicKey(msgspec.Struct, frozen=True):
    """A phase's public key, after its notice was verified."""

    game: str
    phase: int
    version: str
    suite: SuiteName
    public: bytes

    @property
    def id(self) -> str:
        """The id that stands in the header of an envelope."""
        return phase_key_id(self.public)


def sign_phase_key(key: PhaseKey, *, game: str, phase: int, version: str, host: Signer) -> Statement:
    """The notice of a phase's key."""
    public = to_base64url(key.public)
    return sign_payload(PhaseKeyNotice(game=game, phase=phase, version=version, suite=key.suite, key=public), host)


def verify_phase_key(statement: Statement, host_public: bytes, *, game: str, phase: int) -> PhasePublicKey:
    """Read a notice for this game and phase; refused unless signed with the pinned host key."""
    notice = statement.read(PhaseKeyNotice)
    statement.verify(host_public)
    if notice.game != game:
        raise WrongGame(f"the phase key is for game {notice.game!r}, and this is {game!r}")
    if notice.phase != phase:
        raise WrongPhase(f"the phase key is for phase {notice.phase}, but this is phase {phase}")
    public = from_base64url(notice.key, "phase key")
    require_public_key(notice.suite, public)
    return PhasePublicKey(game, phase, notice.version, notice.suite, public)
