"""A player's webhooks: made, listed, removed; what was sent to them, and sending a failed delivery again."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

import msgspec
from sqlmodel import Session, col, func, select

from api.host.host import Host
from api.http.problems import refuse
from api.openapi.answers import Delivery, Webhook
from api.reports.feed import Feed
from api.store.lookups import load_game, load_player
from api.store.models import DEAD, DUE, DeliveryRow, Player, Seat, WebhookMarkRow, WebhookRow
from api.webhooks.addresses import AddressRefused, Target, addresses_of, target_of
from schemas.documents.webhook_deliveries import DeliveryBody
from schemas.statements.payloads import instant

MOST: Final = 10
MOST_LISTED: Final = 100


def check_target(host: Host, url: str) -> Target:
    """The target of a URL; refused if its name leads to an address to which nothing would be sent."""
    lan = host.config.lan_webhooks
    try:
        target = target_of(url, lan)
        addresses_of(target, lan)
    except AddressRefused as error:
        refuse(422, "webhook-refused", f"The host sends nothing to that address: {error}.")
    return target


def make_webhook(host: Host, session: Session, player: Player, target: Target) -> WebhookRow:
    """A new webhook; it is sent what happens from now on."""
    held = webhooks_of(session, player)
    if any(row.url == target.url for row in held):
        refuse(409, "webhook-exists", "You already have a webhook for that address.")
    if len(held) >= MOST:
        refuse(409, "too-many-webhooks", f"You have {MOST} webhooks, the most that a player may have: remove one.")
    row = WebhookRow(
        webhook=secrets.token_hex(8),
        player=player.handle,
        key_id=player.key_id,
        url=target.url,
        created_at=host.now(),
    )
    session.add(row)
    session.flush()
    for seat in session.exec(select(Seat).where(Seat.player == player.handle)).all():
        newest = Feed(host, session, load_game(session, seat.game), seat).length()
        session.add(WebhookMarkRow(webhook=row.webhook, game=seat.game, seat=seat.name, number=newest))
    return row


def webhooks_of(session: Session, player: Player) -> Sequence[WebhookRow]:
    """A player's webhooks, the oldest first."""
    return session.exec(select(WebhookRow).where(WebhookRow.player == player.handle).order_by(col(WebhookRow.id))).all()


def load_webhook(session: Session, player: Player, webhook: str) -> WebhookRow:
    """One webhook of a player."""
    found = (WebhookRow.player == player.handle, WebhookRow.webhook == webhook)
    row = session.exec(select(WebhookRow).where(*found)).first()
    if row is None:
        refuse(404, "unknown-webhook", "You have no webhook with that id.")
    return row


def deliveries_of(session: Session, webhook: WebhookRow) -> Sequence[DeliveryRow]:
    """The latest deliveries to a webhook, sent or still to be sent, the newest first."""
    newest = select(DeliveryRow).where(DeliveryRow.webhook == webhook.webhook).order_by(col(DeliveryRow.number).desc())
    return session.exec(newest.limit(MOST_LISTED)).all()


def retry_delivery(host: Host, session: Session, webhook: WebhookRow, number: int) -> DeliveryRow:
    """Send a delivery again, at once, even one that was given up."""
    found = (DeliveryRow.webhook == webhook.webhook, DeliveryRow.number == number)
    row = session.exec(select(DeliveryRow).where(*found)).first()
    if row is None:
        refuse(404, "unknown-delivery", "The webhook has no delivery of that number; only the latest are kept.")
    row.status, row.attempts, row.next_try, webhook.rests_until = DUE, 0, host.now(), None
    session.add_all([row, webhook])
    return row


def describe_webhook(session: Session, row: WebhookRow) -> Webhook:
    """A webhook, with how many of its deliveries are still to be sent and how many were given up."""
    counted = select(DeliveryRow.status, func.count()).where(DeliveryRow.webhook == row.webhook)
    counts = dict(session.exec(counted.group_by(col(DeliveryRow.status))).all())
    return Webhook(
        webhook=row.webhook,
        url=row.url,
        created_at=instant(row.created_at),
        rests_until=instant(row.rests_until) if row.rests_until else None,
        due=counts.get(DUE, 0),
        dead=counts.get(DEAD, 0),
        silent=load_player(session, row.player).key_id != row.key_id,
    )


def describe_delivery(row: DeliveryRow) -> Delivery:
    """A delivery and how it went."""
    return Delivery(
        number=row.number,
        **msgspec.to_builtins(body_of(row)),
        status=row.status,
        attempts=row.attempts,
        outcome=row.outcome,
        next_try=instant(row.next_try) if row.status == DUE else None,
    )


def body_of(row: DeliveryRow) -> DeliveryBody:
    """What a delivery says: where to read, and nothing of what is there."""
    return DeliveryBody(
        delivery=row.delivery,
        game=row.game,
        seat=row.seat,
        kind=row.kind,
        phase=row.phase,
        item=row.item,
        at=row.at,
    )
