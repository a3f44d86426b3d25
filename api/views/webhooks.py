"""Webhooks: addresses that hear what happens in their owner's games; the owner signs each request."""

from __future__ import annotations

from typing import Final

from flask import Response, url_for

from api.access.authentication import load_own_player, require_unmasked, who_writes
from api.host.host import this_host
from api.http.answers import answer, answer_taken
from api.openapi.answers import Deliveries, Delivery, RemovedWebhook, Webhook, Webhooks
from api.openapi.decorators import blueprint, refuses
from api.openapi.error_codes import OWNER, WRITER
from api.openapi.requests import DeliveryPath, PlayerPath, WebhookBody, WebhookPath
from api.store.database import announce
from api.store.lookups import load_player
from api.webhooks.addresses import (
    check_target,
    deliveries_of,
    describe_delivery,
    describe_webhook,
    load_webhook,
    make_webhook,
    retry_delivery,
    webhooks_of,
)

webhooks = blueprint("webhooks", __doc__)
RULE = "/players/<handle>/webhooks"
UNMASKED: Final = (
    "An alias has no webhooks: whose the address is would tell whose the alias is. Your feed, read with your own key, "
    "has what happens there (`follow`)."
)


@webhooks.post(RULE, summary="Make a webhook", responses={201: Webhook})
@refuses(*WRITER, "webhook-refused", "webhook-exists", "too-many-webhooks", "not-by-alias")
def post_webhook(path: PlayerPath, body: WebhookBody) -> Response:
    """Have an address called when something happens. It must be https at a public address, without redirects.

    Not for an alias: whose the address is would tell whose the alias is.
    """
    host = this_host()
    require_unmasked(host, path.handle, UNMASKED)
    target = check_target(host, body.url)
    with host.database.write() as session:
        row = make_webhook(host, session, who_writes(host, session, path.handle), target)
        webhook = describe_webhook(session, row)
    place = url_for("webhooks.delete_webhook", handle=path.handle, webhook=webhook.webhook)
    return answer_taken(webhook, True, place, private=True)


@webhooks.get(RULE, summary="One's own webhooks", responses={200: Webhooks})
@refuses(*OWNER)
def get_webhooks(path: PlayerPath) -> Response:
    """One's own webhooks, with how many deliveries are due and how many were given up."""
    host = this_host()
    with host.database.read() as session:
        player = load_own_player(host, session, path.handle)
        webhooks = [describe_webhook(session, row) for row in webhooks_of(session, player)]
    return answer(Webhooks(webhooks=webhooks), private=True)


@webhooks.delete(f"{RULE}/<webhook>", summary="Remove a webhook", responses={200: RemovedWebhook})
@refuses(*WRITER, "unknown-webhook")
def delete_webhook(path: WebhookPath) -> Response:
    """Remove a webhook with all its deliveries; nothing more is sent to it."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        session.delete(load_webhook(session, who_writes(host, session, path.handle), path.webhook))
    return answer(RemovedWebhook(webhook=path.webhook), private=True)


@webhooks.get(f"{RULE}/<webhook>/deliveries", summary="What was sent to a webhook", responses={200: Deliveries})
@refuses(*OWNER, "unknown-webhook")
def get_deliveries(path: WebhookPath) -> Response:
    """The latest deliveries and how each went."""
    host = this_host()
    with host.database.read() as session:
        webhook = load_webhook(session, load_own_player(host, session, path.handle), path.webhook)
        deliveries = [describe_delivery(row) for row in deliveries_of(session, webhook)]
    return answer(Deliveries(webhook=path.webhook, deliveries=deliveries), private=True)


@webhooks.post(
    f"{RULE}/<webhook>/deliveries/<int:number>/retry",
    summary="Send a delivery again",
    responses={200: Delivery},
)
@refuses(*WRITER, "unknown-webhook", "unknown-delivery")
def post_retry(path: DeliveryPath) -> Response:
    """Send a delivery again at once, under the same id, even one that was given up."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        webhook = load_webhook(session, who_writes(host, session, path.handle), path.webhook)
        row = retry_delivery(host, session, webhook, path.number)
        announce(session, row.game)
        delivery = describe_delivery(row)
    return answer(delivery, private=True)
