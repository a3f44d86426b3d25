"""The client library in a page: every request goes by the road. (A module of its own: it loads what no board needs.)"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import requests
from requests.adapters import BaseAdapter
from urllib3.util.retry import Retry

from adjudicator.kernel import Book, Order
from cli.browser.errands import ROAD
from cli.client import Client
from cli.client.client import Orders
from cli.client.http import Transport
from cli.errors import Refused, SentElsewhere, TrustBroken, Unreachable
from cli.seat.delivery import kept_sealed
from cli.seat.game import Given
from cli.seat.hosted import HostedGame
from cli.seat.waiting import sealed_in_words
from cli.table.following import PAUSES
from cli.trust.host_proofs import Host
from schemas.envelopes import Envelope
from schemas.keys.sealing import PhasePublicKey
from schemas.statements.payloads import Word


class ByRoad(BaseAdapter):
    """What sends the requests of the library."""

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        """By the road."""
        return ROAD.send(request)

    def close(self) -> None:
        """Nothing is open."""


class PageTransport(Transport):
    """The wire of a page; what is to be tried again, its script tries again."""

    def session_with(self, retry: Retry) -> requests.Session:
        """A session without connections."""
        session = requests.Session()
        session.trust_env = False
        for scheme in ("http://", "https://"):
            session.mount(scheme, ByRoad())
        return session


class PageClient(Client):
    """One player at one host."""

    met: dict[str, Host]
    """The hosts that this page has met: none is asked for its card twice."""

    def meet(self) -> Host:
        """The host, by its pinned key."""
        met = self.own.met
        self._host = self._host or met.get(self.url)
        met[self.url] = host = super().meet()
        return host

    @cached_property
    def wire(self) -> Transport:
        """The way to the host."""
        return PageTransport(self.url, self.identity)

    def at_once(self, *asks: Callable[[], Any]) -> list[Any]:
        """Asked together."""
        return ROAD.together(asks)

    def called(self, path: Path) -> str:
        """Nobody finds files here; the page lists them under *Proofs*."""
        return "this browser"

    def sealed(self, key: PhasePublicKey, seat: str, orders: Orders, word: Word, newest: int) -> Envelope:
        """Sealed once, however often the errand goes: the receipt is for that envelope."""
        what = ("sealed", key.id, seat, word, repr(orders))
        return ROAD.same(what, lambda: super(PageClient, self).sealed(key, seat, orders, word, newest))

    def _new_word(self) -> str:
        """Made once: the host was told the hash of the one that is in the link."""
        return ROAD.same("word", super()._new_word)


SENDING: Final = Given(("It is sealed and on its way to the host. Its receipt shows here.",), sending=True)


class PageGame(HostedGame):
    """A game at a host; what was sent in an errand is not sent again when it goes on.

    An answer is sealed at once, and sent by an errand of its own (`send_on`) for which no click waits.
    """

    def __init__(self, client: Client, game: str, seat: str) -> None:
        self.failed = 0
        self.doubted: TrustBroken | None = None
        self.told: Given | None = None
        """Of what waits here: what is to be said."""
        super().__init__(client, game, seat)
        if self.phase is not None and self._sealed() is not None:
            self.told = SENDING
        if self.known.to_answer:  # what its page shows besides is asked for together
            client.at_once(self.given, self.standing, self.press)

    def give(self, phase: int, orders: Sequence[Order], word: Word, book: Book | None = None) -> Given:
        """Sealed and kept; a book has to be there before the answer, and both are sent before this returns."""
        if book is not None or self.phase is None:
            return self.once("give", lambda: super(PageGame, self).give(phase, orders, word, book))
        return ROAD.same("give", lambda: self._seal([self.rules.order_to_dict(order) for order in orders], word))

    def _seal(self, plain: list[dict[str, Any]], word: Word) -> Given:
        sealed = self._sealed()
        if sealed is None or (sealed[0].header.word, sealed[1]) != (word, plain):
            self.waiting.keep(self._sealed_here(plain, word))
        self._kept.pop("given", None)
        self.failed = 0
        return SENDING

    def send_on(self) -> float:
        """Send what waits here; gives the seconds after which to try again, 0 where nothing waits any more."""
        envelope = ROAD.same("waiting", lambda: self.waiting.envelope)
        if envelope is None:
            return 0.0
        try:
            self._require_shown(envelope)
            self.waiting.send(envelope)
        except SentElsewhere as elsewhere:
            self.waiting.became = elsewhere
        except (Refused, Unreachable) as error:
            return self._later(envelope, error)
        except TrustBroken as broken:
            self.doubted = broken
            return PAUSES[-1]
        self.failed = 0
        return 0.0

    def _require_shown(self, envelope: Envelope) -> None:
        """`SentElsewhere` where another device has sent what was not shown here.

        Of an envelope that follows the newest that was shown the host itself says so.
        """
        header, shown = envelope.header, self._newest.get(envelope.header.phase, 0)
        if header.sequence > shown + 1:
            newest = self.client.newest_sequence(self.id, self.seat, header.phase)
            if newest > shown and self.waiting.arrived(header.phase) != newest:
                raise SentElsewhere

    def _later(self, envelope: Envelope, error: Refused | Unreachable) -> float:
        """It could not be sent: it can be mailed, and is tried again."""
        sealed = kept_sealed(self.known, envelope)
        if self.waiting.is_newest(envelope):
            self.told = sealed_in_words(sealed, error.plain)
        pause = PAUSES[min(self.failed, len(PAUSES) - 1)]
        self.failed += 1
        return max(pause, (isinstance(error, Refused) and error.retry_after) or 0)

    def came(self) -> Given | None:
        """Also that it is on its way, or could not be sent yet."""
        told, self.told = self.told, None
        return told or super().came()

    def _send_again(self) -> None:
        """Whoever looks does not wait for it (`send_on`)."""

    def listen(self, own: bool = False) -> None:
        """`TrustBroken` also where that came of an answer's way."""
        if self.doubted is not None:
            raise self.doubted
        super().listen(own)

    def withdraw(self, phase: int) -> Given:
        """Once in an errand."""
        return self.once("withdraw", lambda: super(PageGame, self).withdraw(phase))

    def once(self, what: str, do: Callable[[], Given]) -> Given:
        """What came of it the first time, be it that another device had sent something: by now that is known."""

        def outcome() -> Given | SentElsewhere:
            try:
                return do()
            except SentElsewhere as elsewhere:
                return elsewhere

        found = ROAD.same(what, outcome)
        if isinstance(found, SentElsewhere):
            raise found
        return found

    def file(self, book: Book) -> Given:
        """Once in an errand."""
        return ROAD.same("file", lambda: super(PageGame, self).file(book))

    def write(self, to: Sequence[str], text: str) -> None:
        """Once in an errand."""
        ROAD.same("write", lambda: super(PageGame, self).write(to, text))
