"""What needs a host, where nothing can wait: it is tried, put off until a script has fetched what it asks, tried again.

A page's worker has one thread, and a request that waited for a host in it would keep every click waiting. So an
`Errand` that comes to something that it has not been told yet gives a `Wanted`; the worker fetches it, tells the
errand, and has it go again from its beginning. What was told is found by method and address, in order: hosts are asked
nothing twice, and statements reach them once. What is drawn by chance, and has to be the same when the errand goes
again, is made by `Road.same`; so is what is decided by a state that the errand itself changes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from cli.errors import Unreachable

if TYPE_CHECKING:
    import requests

Made = TypeVar("Made")
NO_ANSWER: Final = 0
"""The status of what did not come."""
OF_THE_BROWSER: Final = ("user-agent", "accept-encoding", "connection", "content-length")
"""Headers that no script may set."""


class Wanted(NamedTuple):
    """What is to be fetched."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes
    wanted: bool = True  # by which a script tells it from what an errand gives


class Told(NamedTuple):
    """What came of it; without a status, `reason` says why nothing did."""

    method: str
    url: str
    status: int
    reason: str
    headers: dict[str, str]
    body: bytes


class PutOff(BaseException):
    """Leaves everything as a lost connection would; no handler of errors takes it for one."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self.wanted = wanted


class Errand:
    """Something to be done, and what hosts have told of it so far."""

    def __init__(self, do: Callable[[], Any], heard: Callable[[], int] = int) -> None:
        """`heard`: counts what is new; where that grows, what was told before is too old, and all is asked again."""
        self.do, self.heard = do, heard
        self.known = heard()
        self.told: list[Told] = []
        self.made: dict[Any, Any] = {}
        self.left: list[Told] = []
        self.wanted: Wanted | None = None

    def go(self) -> Any:
        """What came of it; or a `Wanted`: then it goes again after `tell`."""
        ROAD.errand, self.left = self, [*self.told]
        try:
            return self.do()
        except PutOff as put_off:
            self.wanted = put_off.wanted
            return self.wanted
        finally:
            ROAD.errand = None

    def tell(self, status: int, reason: str, headers: Mapping[str, str], body: bytes) -> None:
        """What was fetched of what is wanted, unless there is news since."""
        known, self.known = self.known, self.heard()
        if self.known != known:
            self.forget()
        elif self.wanted is not None:
            self.told.append(Told(self.wanted.method, self.wanted.url, status, reason, dict(headers), body))

    def forget(self) -> None:
        """Something else was done meanwhile: all is asked again."""
        self.told.clear()

    def take(self, method: str, url: str) -> Told | None:
        """What was told of a request, once."""
        for place, one in enumerate(self.left):
            if (one.method, one.url) == (method, url):
                return self.left.pop(place)
        return None


class Road:
    """The way to hosts, for whichever errand is under way."""

    def __init__(self) -> None:
        self.errand: Errand | None = None

    def same(self, what: Any, make: Callable[[], Made]) -> Made:
        """What is made once in an errand, however often it goes."""
        made = self.errand.made if self.errand is not None else {}
        if what not in made:
            made[what] = make()
        found: Made = made[what]
        return found

    def send(self, request: requests.PreparedRequest) -> requests.Response:
        """The answer to a request, if it was told; otherwise it is put off."""
        method, url = str(request.method), str(request.url)
        if self.errand is None:
            raise Unreachable(f"{url} cannot be asked now.")
        told = self.errand.take(method, url)
        if told is None:
            body = request.body or b""
            raw = body.encode() if isinstance(body, str) else bytes(body)
            headers = {
                name: str(value) for name, value in request.headers.items() if name.lower() not in OF_THE_BROWSER
            }
            raise PutOff(Wanted(method, url, headers, raw))
        if told.status == NO_ANSWER:
            raise Unreachable(f"No answer came from {url.partition('/api/')[0]} ({told.reason}).")
        return response(request, told)


ROAD: Final = Road()
"""One worker does one thing at a time."""


def response(request: requests.PreparedRequest, told: Told) -> requests.Response:
    """What was told, as the library has it."""
    import requests

    found = requests.Response()
    found.status_code, found.reason, found.url, found.request = told.status, told.reason, told.url, request
    found.headers.update(told.headers)
    found.raw = io.BytesIO(told.body)
    found._content = told.body
    return found
