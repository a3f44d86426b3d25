"""Copies of locked keys at a host: kept, withdrawn, and fetched by name and password where no key is at hand.

    client = Client(url, identity, handle)
    client.keep_key(file, password)               # the bytes of keys/HANDLE.age
    file, identity = Client(url).fetch_key(handle, password)

Passwords never leave the machine: a proof that follows from one does (`schemas.keys.kept_keys`).
"""

from __future__ import annotations

import json
from typing import cast

from cli.client.answers import KeptKeyAnswer
from cli.client.party import Party
from cli.errors import Misuse, TrustBroken
from schemas.errors import ProtocolError
from schemas.keys.identities import Identity
from schemas.keys.kept_keys import CopyLock, require_copy, verifier_of, weakness
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import KeptKey, LockedCopy


class KeptKeyClient(Party):
    """The part of a client that has a copy of its locked key kept."""

    def keep_key(self, file: bytes, password: str) -> KeptKeyAnswer:
        """Have the host keep this locked file of the player's own key; Misuse where the password is weak or another."""
        require_strong(password)
        lock = CopyLock.of(password, self.host.key_id, self.handle)
        copy = lock.copy(file, password)
        if Identity.from_bytes(lock.opened(copy)).key_id != self.me.key_id:
            raise Misuse(f"That file does not hold the key of {self.handle}: nothing was sent.")
        return self._say_kept(LockedCopy(file=to_base64url(copy), verifier=to_base64url(verifier_of(lock.proof))))

    def withdraw_key(self) -> KeptKeyAnswer:
        """Have the host delete its copy; where it keeps none, that stays so."""
        return self._say_kept(None)

    def kept_key(self) -> KeptKeyAnswer:
        """Whether the host keeps a copy, and since when."""
        self.meet()
        return cast(KeptKeyAnswer, self.wire.get(f"/players/{self.handle}/kept-key", signed=True))

    def fetch_key(self, handle: str, password: str) -> tuple[bytes, Identity]:
        """The locked key of a player by name and password, and what is in it; it is the key that now speaks for them.

        Each try counts at the host, wrong ones and right ones.
        """
        host = self.host.key_id
        lock = CopyLock.of(password, host, handle)
        proof = json.dumps({"proof": to_base64url(lock.proof)}).encode()
        told = self.wire.post(f"/players/{handle}/kept-key/fetch", proof)
        try:
            file = from_base64url(str(told["file"]), "copy of a key")
            require_copy(file, host, handle)
            identity = Identity.from_bytes(lock.opened(file))
        except ProtocolError as error:
            raise TrustBroken(f"What the host handed out as the key of {handle} does not open: {error}.") from error
        speaking = self.wire.get(f"/players/{handle}")["key_id"]
        if identity.key_id != speaking:
            raise TrustBroken(
                f"The host handed out {identity.key_id} as the key of {handle}, but says that {speaking} is theirs now."
            )
        return file, identity

    def _say_kept(self, copy: LockedCopy | None) -> KeptKeyAnswer:
        host, key = self.host.key_id, self.me.key_id
        told = self.post_numbered(
            "kept key",
            lambda number: KeptKey(host=host, player=key, number=number, locked=copy),
            f"/players/{self.handle}/kept-key",
        )
        return cast(KeptKeyAnswer, told)


def require_strong(password: str) -> None:
    """Misuse, with what would be right, where a password is too weak for a copy that others hold."""
    if (why := weakness(password)) is not None:
        raise Misuse(f"This password is too weak for a copy at a host: {why}", "weak-password")
