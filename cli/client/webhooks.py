"""Webhooks: web addresses of the player that the host notifies, so that scripts need not keep asking."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import cast

from cli.client.answers import Delivery, DeliveryBody, Webhook
from cli.client.party import Party, Payload
from cli.trust.proving import proving


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
