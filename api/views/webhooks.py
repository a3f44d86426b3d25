"""Webhooks: made, listed and removed by their owner, who signs each request; told of what happens in his games."""

from __future__ import annotations

from flask import Response

from api.access.authentication import who_writes
from api.access.ownership import load_own_player
from api.host.host import this_host
from api.http.json_answers import answer
from api.openapi import answers_webhooks as answers
from api.openapi.decorators import blueprint, refuses
from api.openapi.error_codes import HIMSELF, WRITER
from api.openapi.requests import DeliveryPath, PlayerPath, WebhookBody, WebhookPath
from api.store.database import announce
from api.store.lookups import load_player
from api.webhooks import keeping

webhooks = blueprint("webhooks", __doc__)
RULE = "/players/<handle>/webhooks"


@webhooks.post(RULE, summary="Make a webhook", responses={201: answers.Webhook})
@refuses(*WRITER, "webhook-refused", "webhook-exists", "too-many-webhooks")
def post_webhook(path: PlayerPath, body: WebhookBody) -> Response:
    """Have an address told of what happens from now on. It has to be https at a public address, without redirects."""
    host = this_host()
    with host.database.read() as session:
        load_own_player(host, session, path.handle)
    target = keeping.look_at(host, body.url)
    with host.database.write() as session:
        row = keeping.make(host, session, who_writes(host, session, path.handle), target)
        told = keeping.told_webhook(session, row)
    return answer(told, 201, private=True)


@webhooks.get(RULE, summary="One's own webhooks", responses={200: answers.Webhooks})
@refuses(*HIMSELF)
def get_webhooks(path: PlayerPath) -> Response:
    """One's own webhooks, with how many deliveries wait and how many nobody took."""
    host = this_host()
    with host.database.read() as session:
        player = load_own_player(host, session, path.handle)
        told = [keeping.told_webhook(session, row) for row in keeping.webhooks_of(session, player)]
    return answer({"webhooks": told}, private=True)


@webhooks.delete(f"{RULE}/<webhook>", summary="Remove a webhook", responses={200: answers.WebhookRemoved})
@refuses(*WRITER, "unknown-webhook")
def delete_webhook(path: WebhookPath) -> Response:
    """Remove a webhook with all its deliveries; nothing more is sent to it."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        session.delete(keeping.load_webhook(session, who_writes(host, session, path.handle), path.webhook))
    return answer({"webhook": path.webhook}, private=True)


@webhooks.get(f"{RULE}/<webhook>/deliveries", summary="What was sent to a webhook", responses={200: answers.Deliveries})
@refuses(*HIMSELF, "unknown-webhook")
def get_deliveries(path: WebhookPath) -> Response:
    """The last deliveries and how each went; `dead` are those that nobody took."""
    host = this_host()
    with host.database.read() as session:
        webhook = keeping.load_webhook(session, load_own_player(host, session, path.handle), path.webhook)
        told = [keeping.told_delivery(row) for row in keeping.deliveries_of(session, webhook)]
    return answer({"webhook": path.webhook, "deliveries": told}, private=True)


@webhooks.post(
    f"{RULE}/<webhook>/deliveries/<int:number>/retry",
    summary="Send a delivery again",
    responses={200: answers.Delivery},
)
@refuses(*WRITER, "unknown-webhook", "unknown-delivery")
def post_retry(path: DeliveryPath) -> Response:
    """Send a delivery once more, at once, with the same id; that is how a dead letter comes back."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        webhook = keeping.load_webhook(session, who_writes(host, session, path.handle), path.webhook)
        row = keeping.retry(host, session, webhook, path.number)
        announce(session, row.game)
        told = keeping.told_delivery(row)
    return answer(told, private=True)
