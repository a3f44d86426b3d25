"""What is to be sent: for each webhook the items of its player's feeds that came since it was last looked.

Nothing is written in the transaction of what happened: a webhook's mark says up to where its deliveries stand, so a
crash loses none, and one that is written twice has the same id and is one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session, col, func, select, update

from api.access.signing_keys import card_in
from api.host.host import Host
from api.openapi.game_answers import FeedItem
from api.reports.feed import Feed
from api.store.database import WEBHOOKS
from api.store.lookups import load_game, load_player
from api.store.models import DEAD, DUE, DeliveryRow, Seat, WebhookMarkRow, WebhookRow

PAGE: Final = 100
MOST_DUE: Final = 1_000
CROWDED_OUT: Final = "too many waited"


@dataclass(frozen=True)
class News:
    """What to tell a webhook of one seat, and up to which item that goes."""

    webhook: str
    game: str
    seat: str
    items: Sequence[FeedItem]
    mark: int


def gather(host: Host, games: set[str] | None) -> None:
    """Write the deliveries for what happened in these games (None: in all)."""
    while found := look(host, games):
        with host.database.write(WEBHOOKS) as session:
            for news in found:
                write(host, session, news)


def look(host: Host, games: set[str] | None) -> list[News]:
    """What to write next; a page for each seat at a time."""
    with host.database.read() as session:
        return list(news_of(host, session, games))


def news_of(host: Host, session: Session, games: set[str] | None) -> Iterator[News]:
    """What to tell each webhook."""
    of_these = () if games is None else (col(Seat.game).in_(games),)
    held = select(WebhookRow, Seat).join(Seat, col(Seat.player) == WebhookRow.player).where(*of_these)
    for webhook, seat in session.exec(held.order_by(col(WebhookRow.id), col(Seat.id))).all():
        if speaks(session, webhook, seat.game):
            feed, since = Feed(host, session, load_game(session, seat.game), seat), mark_of(session, webhook, seat)
            page = feed.page(feed.joined() if since is None else since, PAGE)
            if page.items or since is None:
                yield News(webhook.webhook, seat.game, seat.name, page.items, page.next)


def speaks(session: Session, webhook: WebhookRow, game: str) -> bool:
    """Does the key that made a webhook still speak for its player in a game?"""
    return card_in(session, game, load_player(session, webhook.player)).key_id == webhook.key_id


def mark_of(session: Session, webhook: WebhookRow, seat: Seat) -> int | None:
    """Up to which item a webhook has been told of a seat; None where it never was."""
    found = (WebhookMarkRow.webhook == webhook.webhook, WebhookMarkRow.game == seat.game)
    return session.exec(select(WebhookMarkRow.number).where(*found, WebhookMarkRow.seat == seat.name)).first()


def write(host: Host, session: Session, news: News) -> None:
    """Write the deliveries of one webhook for one seat, and its mark; nothing where it was removed meanwhile."""
    if session.exec(select(WebhookRow.id).where(WebhookRow.webhook == news.webhook)).first() is None:
        return
    found = (WebhookMarkRow.game == news.game, WebhookMarkRow.seat == news.seat)
    mark = session.exec(select(WebhookMarkRow).where(WebhookMarkRow.webhook == news.webhook, *found)).first()
    mark = mark or WebhookMarkRow(webhook=news.webhook, game=news.game, seat=news.seat, number=0)
    newest = session.exec(select(func.max(DeliveryRow.number)).where(DeliveryRow.webhook == news.webhook)).one() or 0
    fresh = [item for item in news.items if item.number > mark.number]
    for number, item in enumerate(fresh, newest + 1):
        session.add(delivery(host, news, number, item))
    mark.number = max(mark.number, news.mark)
    session.add(mark)
    crowd_out(session, news.webhook, newest + len(fresh) - MOST_DUE)


def delivery(host: Host, news: News, number: int, item: FeedItem) -> DeliveryRow:
    """The row for one item."""
    named = f"{news.webhook}|{news.game}|{news.seat}|{item.number}"
    return DeliveryRow(
        webhook=news.webhook,
        number=number,
        delivery=hashlib.sha256(named.encode()).hexdigest()[:32],
        game=news.game,
        seat=news.seat,
        item=item.number,
        kind=item.kind,
        phase=item.phase,
        at=item.at,
        next_try=host.now(),
        created_at=host.now(),
    )


def crowd_out(session: Session, webhook: str, last: int) -> None:
    """Give up the oldest where too many wait."""
    old = (col(DeliveryRow.webhook) == webhook, col(DeliveryRow.status) == DUE, col(DeliveryRow.number) <= last)
    session.exec(update(DeliveryRow).where(*old).values(status=DEAD, outcome=CROWDED_OUT))
