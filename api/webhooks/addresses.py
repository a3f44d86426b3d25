"""A player's webhooks: where they may lead, what is kept of them, and sending a failed delivery again.

A webhook leads to https at a public address, so that no one reaches through the host into its network. That is checked
when the webhook is made, and again at every delivery: names are resolved once, every address found must be public, and
the connection goes to the very address that was checked (`api.webhooks.courier`). The operator may allow plain http and
addresses of the local network (`ostraka serve --lan-webhooks`).
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import msgspec
from sqlmodel import Session, col, func, select

from api.host.host import Host
from api.http.problems import refuse
from api.openapi.answers import Delivery, Webhook
from api.reports.feed import Feed
from api.store.lookups import load_game, load_player
from api.store.models import DEAD, DUE, DeliveryRow, Player, Seat, WebhookMarkRow, WebhookRow
from schemas.documents.webhook_deliveries import DeliveryBody
from schemas.statements.payloads import instant

LONGEST: Final = 500
FORM: Final = re.compile(r"[!-~]+")
HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?\.?|[0-9A-Fa-f:.]+")
PORTS: Final = {"https": 443, "http": 80}
LOWEST_OTHER: Final = 1024
UNICAST: Final = ipaddress.IPv6Network("2000::/3")
"""The only part of IPv6 that is given to machines of the open network (RFC 4291, 2.4)."""
NOT_MACHINES: Final = tuple(map(ipaddress.IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""What of it is for other ends: documents, and addresses that carry one of IPv4, which may lead anywhere."""

RELAYS: Final = tuple(map(ipaddress.IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")))
"""Of IPv4, what is for protocols (RFC 6890) and for relays to IPv6 (RFC 7526): no machine that anyone could own."""
MOST: Final = 10
MOST_LISTED: Final = 100


class AddressRefused(Exception):
    """An address that nothing is sent to; `str()` says why."""


@dataclass(frozen=True)
class Target:
    """The parts of a URL that decide where a delivery goes."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The text of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address in the one form that is signed."""
        return f"{self.scheme}://{self.authority}{self.path}"


def target_of(url: str, lan: bool, longest: int = LONGEST) -> Target:
    """Read an URL; says nothing yet of the address behind its name."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise AddressRefused("it is no URL") from None
    if not FORM.fullmatch(url) or "\\" in url or len(url) > longest or not HOST.fullmatch(host):
        raise AddressRefused(f"it is no URL with a host in plain letters and at most {longest} characters")
    schemes = ("https", "http") if lan else ("https",)
    if parts.scheme not in schemes:
        raise AddressRefused(f"it begins with {parts.scheme or 'nothing'}: where {' or '.join(schemes)} is right")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise AddressRefused("it holds a name, a password or a fragment")
    port = PORTS[parts.scheme] if port is None else port
    if port != PORTS[parts.scheme] and port < LOWEST_OTHER:
        raise AddressRefused(f"port {port} is for other services: {PORTS[parts.scheme]} or one from {LOWEST_OTHER} on")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, path)


def addresses_of(target: Target, lan: bool) -> list[str]:
    """The addresses of a host, all of which must be public."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressRefused("its host has no address") from None
    addresses = list(dict.fromkeys(str(place[4][0]) for place in found))
    if not lan and not all(map(is_public, addresses)):
        raise AddressRefused("its host is in a private network, or on this machine")
    return addresses


def is_public(address: str) -> bool:
    """Is this an address of one machine of the open network, and does it carry no other in it?"""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        return found.is_global and found in UNICAST and not any(found in network for network in NOT_MACHINES)
    special = found.is_multicast or found.is_reserved or found.is_unspecified
    return found.is_global and not special and not any(found in network for network in RELAYS)


def check_target(host: Host, url: str, code: str = "webhook-refused", longest: int = LONGEST) -> Target:
    """The target of a URL; refused if its name leads to an address to which nothing would be sent."""
    lan = host.config.lan_webhooks
    try:
        target = target_of(url, lan, longest)
        addresses_of(target, lan)
    except AddressRefused as error:
        refuse(422, code, f"The host sends nothing to that address: {error}.")
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
