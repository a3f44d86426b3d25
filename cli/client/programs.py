"""What other programs of the player may do: bearer tokens; webhooks and devices, which the host notifies."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from cli.client.answers import Delivery, DeliveryBody, Device, Devices, MadeToken, Token, Webhook
from cli.client.party import Party, Payload
from cli.client.reading import ReadClient
from cli.errors import Misuse, Refused, proving


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


class WebhookClient(Party):
    """The part of a client that has webhooks."""

    def webhooks(self) -> list[Webhook]:
        """The player's webhooks, oldest first."""
        self.meet()
        return list(self.wire.get(self._place(), signed=True)["webhooks"])

    def add_webhook(self, url: str) -> Webhook:
        """Notify an address from now on of what happens in the player's games; it must be https and public."""
        return cast(Webhook, self._ask(self._place(), {"url": url}))

    def remove_webhook(self, webhook: str) -> None:
        """Send nothing more to a webhook."""
        self.meet()
        self.wire.delete(self._place(webhook))

    def deliveries(self, webhook: str) -> list[Delivery]:
        """The latest deliveries to a webhook, made or due, and how they went; newest first."""
        self.meet()
        return list(self.wire.get(self._place(webhook, "deliveries"), signed=True)["deliveries"])

    def retry_delivery(self, webhook: str, number: int) -> Delivery:
        """Send a delivery once more, at once."""
        return cast(Delivery, self._ask(self._place(webhook, "deliveries", str(number), "retry"), {}))

    def delivered(self, url: str, headers: Mapping[str, str], body: bytes, now: datetime | None = None) -> DeliveryBody:
        """What a delivery says, verified with the host's pinned key; `TrustBroken` if the host did not sign it.

        `url` is the webhook's, as `webhooks` shows it; `headers` and `body` are as they came.
        """
        from schemas.documents.webhook_deliveries import verify_delivery

        key = self.host.key
        with proving("The delivery"):
            return cast(DeliveryBody, verify_delivery(url, headers, body, key, now))

    def _place(self, *parts: str) -> str:
        return "/".join((f"/players/{self.handle}/webhooks", *parts))

    def _ask(self, path: str, content: Payload) -> Payload:
        self.meet()
        return self.wire.post(path, json.dumps(content).encode(), signed=True)


class DeviceClient(Party):
    """The part of a client that has browsers told of its player's games (Web Push)."""

    def devices(self) -> Devices:
        """The player's devices, oldest first, and the key of the host to which a browser subscribes."""
        self.meet()
        return cast(Devices, self.wire.get(self._devices, signed=True))

    def add_device(
        self, subscription: Mapping[str, str], name: str, muted: Sequence[str] = (), *, mails_too: bool = False
    ) -> Device:
        """Have a browser told from now on; `subscription`: its `endpoint`, `p256dh` and `auth`.

        A mail that asks for orders then waits an hour for the answer, unless `mails_too`.
        """
        self.meet()
        wanted = {**subscription, "name": name, "muted": list(muted), "mails_too": mails_too}
        return cast(Device, self.wire.post(self._devices, json.dumps(wanted).encode(), signed=True))

    def forget_device(self, device: str) -> None:
        """Send nothing more to a device."""
        self.meet()
        self.wire.delete(f"{self._devices}/{device}")

    @property
    def _devices(self) -> str:
        return f"/players/{self.handle}/push"
