"""Bearer tokens: made, listed and revoked by signed requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from cli.client.answers import MadeToken, Token
from cli.client.party import Payload
from cli.client.reading import ReadClient
from cli.errors import Misuse, Refused


class TokenClient(ReadClient):
    """The part of a client that lets programs read for its player."""

    def make_token(
        self, name: str, scopes: Sequence[str], games: Sequence[str] | None = None, days: int = 90
    ) -> MadeToken:
        """Make a token; its `secret` is given only this once.

        For an anonymous game it is made under the alias that plays there, and reads nothing of other games.
        """
        self.meet()
        own = [self.in_game(game) for game in games or ()]
        if len({client.handle for client in own}) > 1:
            raise Misuse("Among these games are anonymous ones, which your alias there plays: make a token for each.")
        if own and own[0].handle != self.handle:
            made: MadeToken = own[0].make_token(name, scopes, games, days)
            return made
        wanted = {"name": name, "scopes": list(scopes), "games": list(games) if games else None, "days": days}
        return cast(MadeToken, self.wire.post(self.place, json.dumps(wanted).encode(), signed=True))

    def tokens(self) -> list[Token]:
        """The player's valid tokens, those made under aliases too, without their secrets."""
        self.meet()
        every = (self, *self.under_aliases())
        return [one for client in every for one in client.wire.get(client.place, signed=True)["tokens"]]

    def revoke_token(self, token: str) -> Payload:
        """Revoke a token by its id."""
        self.meet()
        try:
            return self.wire.delete(f"{self.place}/{token}")
        except Refused as refused:
            if refused.code != "unknown-token":
                raise
            for client in self.under_aliases():
                if any(one["token"] == token for one in client.tokens()):
                    return client.revoke_token(token)
            raise

    @property
    def place(self) -> str:
        """The address of the player's tokens."""
        return f"/players/{self.handle}/tokens"
