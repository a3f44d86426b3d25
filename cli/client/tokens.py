"""Bearer tokens: made, listed and revoked by signed requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from cli.client.answers import NewToken, Token
from cli.client.party import Party, Payload


class TokenClient(Party):
    """The part of a client that lets programs read for its player."""

    def make_token(
        self, name: str, scopes: Sequence[str], games: Sequence[str] | None = None, days: int = 90
    ) -> NewToken:
        """Make a token; its `secret` is given only this once."""
        self.meet()
        wanted = {"name": name, "scopes": list(scopes), "games": list(games) if games else None, "days": days}
        return cast(NewToken, self.wire.post(self.place, json.dumps(wanted).encode(), signed=True))

    def tokens(self) -> list[Token]:
        """The player's valid tokens, without their secrets."""
        self.meet()
        return list(self.wire.get(self.place, signed=True)["tokens"])

    def revoke_token(self, token: str) -> Payload:
        """Revoke a token by its id."""
        self.meet()
        return self.wire.delete(f"{self.place}/{token}")

    @property
    def place(self) -> str:
        """The address of the player's tokens."""
        return f"/players/{self.handle}/tokens"
