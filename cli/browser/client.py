"""The client library in a page: every request goes by the road. (A module of its own: it loads what no board needs.)"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

warnings.filterwarnings("ignore", message=".*character detection")  # which encodings other sites use is not guessed

import requests  # noqa: E402
from requests.adapters import BaseAdapter  # noqa: E402
from urllib3.util.retry import Retry  # noqa: E402

from adjudicator.kernel import Book, Order  # noqa: E402
from cli.browser.errands import ROAD  # noqa: E402
from cli.client import Client  # noqa: E402
from cli.client.client import Orders  # noqa: E402
from cli.client.http import Transport  # noqa: E402
from cli.errors import SentElsewhere  # noqa: E402
from cli.seat.game import Given  # noqa: E402
from cli.seat.hosted import HostedGame  # noqa: E402
from cli.trust.host_proofs import Host  # noqa: E402
from schemas.envelopes import Envelope  # noqa: E402
from schemas.keys.sealing import PhasePublicKey  # noqa: E402
from schemas.statements.payloads import Word  # noqa: E402


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

    def sealed(self, key: PhasePublicKey, seat: str, orders: Orders, word: Word, newest: int) -> Envelope:
        """Sealed once, however often the errand goes: the receipt is for that envelope."""
        what = ("sealed", key.id, seat, word, repr(orders))
        return ROAD.same(what, lambda: super(PageClient, self).sealed(key, seat, orders, word, newest))

    def _new_word(self) -> str:
        """Made once: the host was told the hash of the one that is in the link."""
        return ROAD.same("word", super()._new_word)


class PageGame(HostedGame):
    """A game at a host; what was sent in an errand is not sent again when it goes on."""

    def __init__(self, client: Client, game: str, seat: str) -> None:
        """What its page shows besides is asked for together."""
        super().__init__(client, game, seat)
        if self.known.to_answer:
            client.at_once(self.given, self.standing, self.press)

    def give(self, phase: int, orders: Sequence[Order], word: Word, book: Book | None = None) -> Given:
        """Once in an errand."""
        return self.once("give", lambda: super(PageGame, self).give(phase, orders, word, book))

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
