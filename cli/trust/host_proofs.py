"""What a host has to prove: that its statements are signed by the pinned key and say what they have to say.

Everything that fails here is `TrustBroken`, and nothing that failed is used.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from cli.errors import TrustBroken, proving
from schemas.documents.receipts import verify_receipt
from schemas.envelopes import Envelope
from schemas.errors import BrokenLog
from schemas.keys.identities import Identity
from schemas.keys.sealing import PhasePublicKey, verify_phase_key
from schemas.log.chain import LogEntry, verify_chain
from schemas.log.checkpoints import Checkpoint
from schemas.log.entries import Created
from schemas.log.openings import opened_game
from schemas.statements.statements import Statement, key_id


class Host(msgspec.Struct, frozen=True):
    """A host by its pinned key."""

    name: str
    key: bytes

    @property
    def key_id(self) -> str:
        """The id of the host's key."""
        return key_id(self.key)

    def phase_key(self, game: str, phase: Mapping[str, Any]) -> PhasePublicKey:
        """The key of an open phase: signed by the host for this very game and phase."""
        what = f"The key of phase {phase['phase']} of game {game}"
        with proving(what):
            key = verify_phase_key(Statement.from_json(phase["key"]), self.key, game=game, phase=phase["phase"])
        if key.version != phase["version"]:
            raise TrustBroken(
                f"{what} is signed for {key.version}, but the phase is said to be under {phase['version']}."
            )
        return key

    def receipt(self, answer: Any, envelope: Envelope) -> dict[str, Any]:
        """The receipt for this very envelope."""
        header = envelope.header
        with proving(f"The receipt for envelope {header.sequence} of {header.seat} in phase {header.phase}"):
            return verify_receipt(Statement.from_json(answer), envelope, self.key).to_body()

    def checkpoint(self, header: str, game: str, what: str) -> Checkpoint:
        """The checkpoint of a game's log in a header of this host's answer."""
        with proving(f"The checkpoint that came with {what}"):
            found = Checkpoint.from_header(header)
            found.verify(self.key)
            if found.log != game:
                raise BrokenLog(f"it belongs to the log of {found.log}; expected {game}")
            return found

    def log(self, game: str, statements: Sequence[Any]) -> list[LogEntry]:
        """The entries of a game's log: each signed by the host, each naming the one before."""
        with proving(f"The log of game {game}"):
            log = verify_chain([Statement.from_json(entry) for entry in statements], self.key, game)
            require_opened_at(log, self.key)
        return log


def require_opened_at(log: Sequence[LogEntry], host: bytes) -> None:
    """The organiser opened the game at the host that signed its log."""
    if log and isinstance(log[0].body, Created):
        opened_at = opened_game(log[0].body, log[0].entry.game).host
        if opened_at != key_id(host):
            raise BrokenLog(f"it is signed by host {key_id(host)}, and the game was opened at {opened_at}")


def own_envelope(
    held: Any, identity: Identity, game: str, phase: int, seat: str, former: Callable[[str], bool] = lambda _key: False
) -> Envelope:
    """An envelope that the player himself signed for this game, phase and seat; else one by a `former` holder's key id.

    A former holder's signature is not proved here: only they, and later the record, can do that.
    """
    what = f"The envelope held for {seat} in phase {phase} of game {game}"
    with proving(what):
        envelope = Envelope.parse(json.dumps(held).encode())
        signer = envelope.statement.key_id
        if signer == identity.key_id or signer != envelope.header.signer or not former(signer):
            envelope.statement.verify(identity.signing_key)
    header = envelope.header
    if (header.game, header.phase, header.seat) != (game, phase, seat):
        raise TrustBroken(f"{what} was signed for {header.seat} in phase {header.phase} of game {header.game}.")
    return envelope
