"""What needs a host, where nothing can wait: it is tried, put off until a script has fetched what it asks, tried again.

A page's worker has one thread, and a request that waited for a host in it would keep every click waiting. So an
`Errand` that comes to something that it has not been told yet is `PutOff`; the worker fetches what is wanted, tells the
errand, and has it go again from its beginning. What was told is found by method and address, in order: hosts are asked
nothing twice, and statements reach them once. What is drawn by chance, and has to be the same when the errand goes
again, is made by `Road.same`; so is what is decided by a state that the errand itself changes.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from cli.errors import ClientError, Unreachable

if TYPE_CHECKING:
    import requests

Made = TypeVar("Made")
warnings.filterwarnings("ignore", message=".*character detection")  # which encodings other sites use is not guessed
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


class Stretch(NamedTuple):
    """A password that is to be stretched by scrypt: that takes long, and WebAssembly half as long as JavaScript."""

    password: bytes
    salt: bytes
    work: int
    length: int


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

    def __init__(self, *wanted: Wanted, stretch: Stretch | None = None) -> None:
        """What is to be fetched, all at the same time; or what is to be done with a password."""
        super().__init__()
        self.wanted, self.stretch = wanted, stretch


class Errand:
    """Something to be done, and what hosts have told of it so far."""

    def __init__(self, do: Callable[[], Any], heard: Callable[[], int] = int) -> None:
        """`heard`: counts what is new; where that grows, what was told before is too old, and all is asked again."""
        self.do, self.heard = do, heard
        self.known = heard()
        self.told: list[Told] = []
        self.made: dict[Any, Any] = {}
        self.left: list[Told] = []
        self.put_off = PutOff()

    def go(self) -> Any:
        """What came of it; or why it is put off: then it goes again after `tell`, or after `stretched`."""
        ROAD.errand, self.left = self, [*self.told]
        try:
            return self.do()
        except PutOff as put_off:
            self.put_off = put_off.with_traceback(None)
            return self.put_off
        finally:
            ROAD.errand = None

    def tell(self, answers: Sequence[tuple[int, str, Mapping[str, str], bytes]]) -> None:
        """What was fetched of what is wanted, each in its place, unless there is news since."""
        known, self.known = self.known, self.heard()
        if self.known != known:
            return self.forget()
        for wanted, (status, reason, headers, body) in zip(self.put_off.wanted, answers, strict=True):
            self.told.append(Told(wanted.method, wanted.url, status, reason, dict(headers), bytes(body)))
        return None

    def stretched(self, made: bytes) -> None:
        """What came of the password that is to be stretched; nothing where there was too little memory."""
        self.made[self.put_off.stretch] = bytes(made)

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

    def stretch(self, password: bytes, salt: bytes, work: int, length: int) -> bytes:
        """What comes of a password, once in an errand; until a script has done it, the errand is put off."""
        wanted = Stretch(password, salt, work, length)
        if self.errand is None or wanted in self.errand.made:
            return self.errand.made[wanted] if self.errand is not None else b""
        raise PutOff(stretch=wanted)

    def together(self, asks: Sequence[Callable[[], Any]]) -> list[Any]:
        """What each of them gives; what they want of hosts is fetched at the same time."""
        given, wanted = list[Any](), list[Wanted]()
        for ask in asks:
            try:
                given.append(ask())
            except PutOff as put_off:
                if put_off.stretch:
                    raise
                wanted += put_off.wanted
            except ClientError:
                if not wanted:
                    raise
        if wanted:
            raise PutOff(*wanted)
        return given

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
