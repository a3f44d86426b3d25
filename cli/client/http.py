"""HTTP to one host: addresses, signatures (RFC 9421), timeouts, retries, ETags, and errors as sentences.

What can safely be done twice is sent again after a lost connection, a 502 to 504, or a 429 that asks for a short pause:
reads, envelopes, and signed statements, which the host takes only once. A signed request without a statement works only
once, so it is sent again only if there was no connection.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Self
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import MaxRetryError, NameResolutionError, ReadTimeoutError, ResponseError
from urllib3.util.retry import Retry

from cli.errors import ClientError, Refused, Unreachable
from cli.home.home import normalised_url
from schemas.documents.request_signatures import content_digest, signature_fields, target_uri
from schemas.keys.identities import Identity
from schemas.log.checkpoints import HEADER as CHECKPOINT

TIMEOUT = (5, 30)  # seconds to connect, seconds between bytes
LONGEST_PAUSE = 10  # seconds; a longer pause that the host asks for is reported, not waited for
MOST_KEPT = 500  # answers
CLOCKS_APART = 240  # seconds; the host takes a signature that is up to 300 s old
LOOPBACK = ("127.0.0.1", "localhost", "::1")
TAG = "ostraka"
CAUSES: dict[type[BaseException], str] = {
    ConnectionRefusedError: "connection refused",
    NameResolutionError: "the name is not known",
    requests.exceptions.InvalidSchema: "not an http address",
    requests.exceptions.MissingSchema: "not an address",
    requests.exceptions.InvalidURL: "not an address",
}
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
HINTS = {
    "unknown-game": "See its games with: ostraka game list",
    "unknown-contest": "See its contests with: ostraka contest list",
    "not-you": "Your key is not that of this name there. If you have claimed the name with it (ostraka key lost), the "
    "host's operator has to confirm it; until then it works in games whose organisers have: name the game.",
    "handle-taken": "If the handle is yours and you have lost its key: ostraka key lost NAME",
}


class NotOstraka(Unreachable):
    """Something answers at that address, but not Ostraka."""

    def __init__(self, url: str, why: str) -> None:
        super().__init__(f"What answers at {url} is not Ostraka: {why}.")


class Answer(dict[str, Any]):
    """A JSON object from the host; a required field that is missing is the host's fault."""

    def __init__(self, url: str, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.url = url
        self.checkpoint: str | None = None
        """The header with a checkpoint of the game's log, where the answer had one."""

    def __missing__(self, field: str) -> Any:
        """Name the missing field."""
        raise NotOstraka(self.url, f"the field {field!r} is missing")


class PatientRetry(Retry):
    """Retries, but never waits longer than LONGEST_PAUSE for a host that asks for it."""

    def increment(
        self, method: str | None = None, url: str | None = None, response: Any = None, *args: Any, **kwargs: Any
    ) -> Self:
        """The tries that are left; none if the host asks for too long a pause."""
        if response is not None and (self.get_retry_after(response) or 0) > LONGEST_PAUSE:
            raise MaxRetryError(kwargs.get("_pool"), url or "", ResponseError("too long a pause"))  # type: ignore[arg-type]
        return super().increment(method, url, response, *args, **kwargs)


AGAIN = PatientRetry(
    total=3,
    read=1,
    backoff_factor=0.2,
    status_forcelist=(429, 502, 503, 504),
    allowed_methods=("GET", "PUT", "POST"),
    raise_on_status=False,
)
ONCE = Retry(total=None, connect=3, read=0, status=0, other=0, backoff_factor=0.2, raise_on_status=False)


class Transport:
    """The wire to one host. Every answer is parsed JSON, every refusal an error in the host's words."""

    def __init__(self, url: str, identity: Identity | None = None) -> None:
        self.url = normalised_url(url)
        self.identity = identity
        self.open_key: Callable[[], Identity] | None = None
        """Where a key may be had, for who reads without one, when a game is shown to nobody who does not sign."""
        self.private: set[str] = set()
        self.session, self.once = self.session_with(AGAIN), self.session_with(ONCE)
        self.cache: dict[str, tuple[str, Answer]] = {}

    def session_with(self, retry: Retry) -> requests.Session:
        """Connections to the host with these retries."""
        session = requests.Session()
        session.trust_env = urlsplit(self.url).hostname not in LOOPBACK  # no proxy stands before this machine
        session.verify = os.environ.get("REQUESTS_CA_BUNDLE") or True  # what is prepared, requests sends without it
        for scheme in ("http://", "https://"):
            session.mount(scheme, HTTPAdapter(max_retries=retry))
        return session

    def get(self, path: str, *, signed: bool = False, **query: object) -> Answer:
        """Read; an answer that has not changed since last time comes from memory."""
        wanted = {name: value for name, value in query.items() if value is not None}
        prepared = self.prepare("GET", path, params=wanted)
        address = str(prepared.url)
        if address in self.cache:
            prepared.headers["If-None-Match"] = self.cache[address][0]
        about = path.split("/")[2] if path.startswith(("/games/", "/contests/")) else ""
        answer = self.exchange(prepared, signed or about in self.private)
        if answer.status_code == 404 and not signed and self.may_be_private(answer):
            answer = self.exchange(self.prepare("GET", path, params=wanted), True)
            self.private |= {about} if answer.ok else set()
        if answer.status_code == 304 and address in self.cache:
            return self.cache[address][1]
        content = self.parsed(answer)
        if tag := answer.headers.get("ETag"):
            self.cache[address] = (tag, content)
            while len(self.cache) > MOST_KEPT:
                del self.cache[next(iter(self.cache))]
        return content

    def may_be_private(self, answer: requests.Response) -> bool:
        """Is something denied that may be shown to the player, and can this be asked under the player's name?"""
        if not any(code in answer.content for code in (b'"unknown-game"', b'"unknown-contest"')):
            return False
        if self.identity is None and self.open_key is not None:
            opening, self.open_key = self.open_key, None
            with suppress(ClientError):
                self.identity = opening()
        return self.identity is not None

    def put(self, path: str, raw: bytes) -> Answer:
        """Send bytes that contain their own signature."""
        return self.send("PUT", path, raw, signed=False)

    def post(self, path: str, raw: bytes, *, signed: bool = False) -> Answer:
        """Send a statement; or, with `signed`, something without one, which works only once."""
        return self.send("POST", path, raw, signed=signed)

    def tell(self, path: str) -> None:
        """Say what needs no body and has no answer; signed, and said again where the connection is lost."""
        answer = self.exchange(self.prepare("POST", path), True)
        if answer.status_code != 204:
            self.parsed(answer)

    def delete(self, path: str) -> Answer:
        """Remove what is the player's own; signed, so it works only once."""
        return self.parsed(self.exchange(self.prepare("DELETE", path), True, b""))

    def send(self, method: str, path: str, raw: bytes, *, signed: bool) -> Answer:
        """Send a JSON body and read the JSON answer."""
        prepared = self.prepare(method, path, data=raw, headers={"Content-Type": "application/json"})
        return self.parsed(self.exchange(prepared, signed, raw))

    def prepare(self, method: str, path: str, **parts: Any) -> requests.PreparedRequest:
        """A request to a path of the API."""
        try:
            return self.session.prepare_request(requests.Request(method, f"{self.url}/api/v1{path}", **parts))
        except requests.RequestException as error:
            raise self.unreachable(error) from None

    def unreachable(self, error: requests.RequestException) -> Unreachable:
        """The error that says that no host answers, and why."""
        why = cause_in_words(error)
        return Unreachable(
            f"No host answers at {self.url} ({why}).", "Is it running, and is --url (OSTRAKA_URL) right?"
        )

    def exchange(
        self, prepared: requests.PreparedRequest, signed: bool, body: bytes | None = None
    ) -> requests.Response:
        """Sign if need be, and send; no answer becomes `Unreachable`."""
        if signed:
            self.sign(prepared, body)
        try:
            session = self.once if signed and body is not None else self.session
            return session.send(prepared, timeout=TIMEOUT, allow_redirects=False)
        except requests.RequestException as error:
            if any(isinstance(one, requests.Timeout | ReadTimeoutError) for one in causes(error)):
                raise Unreachable(f"{self.url} did not answer within {TIMEOUT[1]} seconds; try again later.") from None
            raise self.unreachable(error) from None

    def sign(self, prepared: requests.PreparedRequest, body: bytes | None) -> None:
        """Prove who asks: an RFC 9421 signature over method and address, and over the body if there is one."""
        if self.identity is None:
            raise Refused("Only the player may read this, and no key was given: add --key NAME.", "no-key")
        covered, nonce = {"@method": str(prepared.method), "@target-uri": target_uri(str(prepared.url))}, None
        if body is not None:
            nonce = secrets.token_urlsafe(16)
            covered["content-digest"] = prepared.headers["Content-Digest"] = content_digest(body)
        prepared.headers.update(
            signature_fields(covered, self.identity, created=datetime.now(UTC), tag=TAG, nonce=nonce)
        )

    def parsed(self, answer: requests.Response) -> Answer:
        """The JSON of an answer; raises the refusal that it contains."""
        if answer.status_code >= 500 and "problem+json" not in answer.headers.get("Content-Type", ""):
            said = f"{self.url} answered {answer.status_code} {answer.reason}; try again later."
            raise Unreachable(said + request_in_words(answer))
        try:
            content = json.loads(answer.content, object_hook=lambda fields: Answer(self.url, fields))
        except ValueError:
            content = None
        if not isinstance(content, Answer):
            raise NotOstraka(self.url, f"{answer.status_code} without a JSON object")
        if answer.status_code < 300:
            content.checkpoint = answer.headers.get(CHECKPOINT)
            return content
        if "code" not in content:
            raise NotOstraka(self.url, f"{answer.status_code} {answer.reason}")
        raise refusal(content, answer)


def cause_in_words(error: requests.RequestException) -> str:
    """Why a connection failed, without the libraries' wrapping."""
    for one in causes(error):
        for kind, words in CAUSES.items():
            if isinstance(one, kind):
                return words
    return type(error).__name__


def causes(error: BaseException) -> Iterator[BaseException]:
    """An error and those that it wraps, as its reason, its argument or its cause."""
    yield error
    wrapped = (getattr(error, "reason", None), *error.args, error.__cause__)
    for inner in wrapped:
        if isinstance(inner, BaseException):
            yield from causes(inner)


def refusal(problem: dict[str, Any], answer: requests.Response) -> Refused:
    """The host's problem document as an error, with what helps: a command, or of a fault of the host the request."""
    code = str(problem["code"])
    detail = str(problem.get("detail") or problem.get("title") or code)
    plain = signature_in_words(answer, detail) if code == "signature-refused" else detail
    errors = [error_in_words(error) for error in problem.get("errors") or ()]
    helps = HINTS.get(code, "")
    hint = request_in_words(answer) if answer.status_code == 500 else f" {helps}" if helps else ""
    refused = Refused(f"{plain} ({code}){hint}", code, errors)
    refused.plain = plain
    newest, wait = problem.get("newest"), answer.headers.get("Retry-After", "")
    refused.newest = newest if isinstance(newest, int) and 0 <= newest < 10**15 else None
    refused.status, refused.request_id = answer.status_code, request_id(answer)
    refused.retry_after = int(wait) if wait.isascii() and wait.isdecimal() and len(wait) < 10 else None
    return refused


def request_id(answer: requests.Response) -> str | None:
    """The id that the host gave to a request."""
    found = answer.headers.get("X-Request-ID", "")
    return found if REQUEST_ID.fullmatch(found) else None


def signature_in_words(answer: requests.Response, detail: str) -> str:
    """Why a signature may have been refused: this machine's clock, if it is far from the host's, or the key."""
    with suppress(TypeError, ValueError):
        late = (datetime.now(UTC) - parsedate_to_datetime(answer.headers.get("Date", ""))).total_seconds()
        if abs(late) > CLOCKS_APART:
            apart = f"{round(abs(late) / 60)} minutes {'ahead of' if late > 0 else 'behind'} the host's"
            return f"Your clock is {apart}, so the host refuses what you sign: set it right, and try again."
    return (
        "The host refuses your signature. Is your key registered there (ostraka key register), or, if you have claimed "
        f"your name with it, confirmed yet? It says: {detail}"
    )


def request_in_words(answer: requests.Response) -> str:
    """What to tell the host's operator about a request that failed; nothing where the host names no id."""
    found = request_id(answer)
    return f" The host's operator finds it in the log as request {found}." if found else ""


def error_in_words(error: Any) -> str:
    """One entry in a problem's list of errors, as a line."""
    if not isinstance(error, dict):
        return str(error)
    where = error.get("question") or error.get("at")
    clause = f" [{error['clause']}]" if error.get("clause") else ""
    message = error.get("message") or error.get("detail") or json.dumps(error, sort_keys=True)
    return f"{where}: {message}{clause}" if where else f"{message}{clause}"
