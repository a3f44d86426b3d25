"""The wire: errors as sentences, retries only of what may be done twice, signatures, ETags."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest
import requests
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from http_message_signatures import HTTPMessageVerifier, HTTPSignatureKeyResolver, InvalidSignature
from http_message_signatures.algorithms import ED25519
from urllib3.util import retry

from cli.client import http
from cli.client.http import Transport, refusal
from cli.errors import Refused, Unreachable
from cli.home.home import normalised_url
from schemas.keys.identities import Identity
from tests.certificates import vouched_for_by_nobody
from tests.patience import PATIENCE

PROBLEM = "application/problem+json"
Answer = tuple[int, dict[str, str], bytes]


class Scripted(ThreadingHTTPServer):
    """A real HTTP server that gives the answers it was told, the last one again and again."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[Answer] = []
        self.requests: list[tuple[str, str, dict[str, str], bytes]] = []
        self.go_on = threading.Event()
        self.go_on.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def will(self, status: int, body: object = None, **headers: str) -> None:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.answers.append((status, {name.replace("_", "-"): value for name, value in headers.items()}, raw))


class Handler(BaseHTTPRequestHandler):
    server: Scripted

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append((self.command, self.path, dict(self.headers), body))
        self.server.go_on.wait(PATIENCE)
        answers = self.server.answers
        status, headers, raw = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(raw) if status != 304 else 0)}.items():
            self.send_header(name, value)
        self.end_headers()
        if status != 304:
            self.wfile.write(raw)

    do_GET = do_PUT = do_POST = answer  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Scripted]:
    server = Scripted()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def wire(server) -> Transport:
    return Transport(server.url)


@pytest.mark.parametrize(
    ("minutes", "says"),
    [(9, "Your clock is 9 minutes ahead of the host's, so"), (-30, "Your clock is 30 minutes behind the host's, so")],
)
def test_a_clock_that_is_far_off_is_named_where_a_signature_is_refused(minutes, says):
    answer = requests.Response()
    answer.status_code = 401
    answer.headers["Date"] = format_datetime(datetime.now(UTC) - timedelta(minutes=minutes), usegmt=True)
    told = str(refusal({"code": "signature-refused", "detail": "No."}, answer))
    assert told == f"{says} the host refuses what you sign: set it right, and try again. (signature-refused)"


def test_where_the_clock_is_right_the_key_is_asked_about():
    answer = requests.Response()
    answer.status_code = 401
    answer.headers["Date"] = format_datetime(datetime.now(UTC), usegmt=True)
    for one in (answer, requests.Response()):
        one.status_code = 401
        assert "Is your key registered there" in str(refusal({"code": "signature-refused"}, one))
    assert "claimed the name" in str(refusal({"code": "not-you"}, answer))


@pytest.mark.parametrize("url", ["http://h", "http://h/", " http://h ", "http://h/api/v1", "http://h/api/v1/"])
def test_an_address_has_one_form(url):
    assert normalised_url(url) == "http://h"


def test_a_problem_document_is_told_with_its_code_and_every_error(server, wire):
    errors = [
        {"at": "email", "detail": "no address"},
        {"question": "D-S1", "clause": "S.09", "message": "no such city"},
        "a word",
    ]
    server.will(422, {"code": "invalid-request", "detail": "The request does not fit.", "errors": errors})
    with pytest.raises(Refused) as refused:
        wire.get("/games")
    assert refused.value.code == "invalid-request"
    assert str(refused.value) == (
        "The request does not fit. (invalid-request)\n  - email: no address\n  - D-S1: no such city [S.09]\n  - a word"
    )


@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    [
        (200, b"<html>", "What answers at URL is not Ostraka: 200 without a JSON object."),
        (200, [1, 2], "What answers at URL is not Ostraka: 200 without a JSON object."),
        (404, b"not here", "What answers at URL is not Ostraka: 404 without a JSON object."),
        (404, {"error": "x"}, "What answers at URL is not Ostraka: 404 Not Found."),
        (302, {}, "What answers at URL is not Ostraka: 302 Found."),
        (500, b"oops", "URL answered 500 Internal Server Error; try again later."),
    ],
)
def test_what_is_not_ostraka_is_unreachable(server, wire, status, body, sentence):
    server.will(status, body, Location="http://elsewhere.invalid/")
    with pytest.raises(Unreachable) as unreachable:
        wire.get("/games")
    assert str(unreachable.value) == sentence.replace("URL", server.url)


def test_a_refusal_keeps_what_a_script_acts_on(server, wire):
    problem = {"code": "too-much-press", "title": "T", "detail": "Too many messages."}
    server.will(429, problem, Retry_After="600", X_Request_ID="0af7651916cd43dd", Content_Type=PROBLEM)
    with pytest.raises(Refused) as refused:
        wire.get("/x")
    kept = refused.value
    assert (kept.status, kept.code, kept.retry_after) == (429, "too-much-press", 600)
    assert (kept.request_id, str(kept)) == ("0af7651916cd43dd", "Too many messages. (too-much-press)")


@pytest.mark.parametrize(
    ("brought", "said"),
    [
        ("0af7651916cd43dd", " The host's operator finds it in the log as request 0af7651916cd43dd."),
        ("x" * 65, ""),
        ("a b", ""),
    ],
)
def test_where_the_host_failed_the_request_is_named(server, wire, brought, said):
    failed = {"code": "internal-error", "title": "T", "detail": "The host failed."}
    server.will(500, failed, X_Request_ID=brought, Content_Type=PROBLEM)
    with pytest.raises(Refused) as refused:
        wire.get("/x")
    assert str(refused.value) == f"The host failed. (internal-error){said}"
    server.answers.clear()
    server.will(500, b"oops", X_Request_ID=brought)
    with pytest.raises(Unreachable) as unreachable:
        wire.get("/x")
    assert str(unreachable.value) == f"{server.url} answered 500 Internal Server Error; try again later.{said}"


def test_an_answer_without_what_it_has_to_hold_is_not_ostraka(server, alone):
    server.will(200, {"hello": "world"})
    told = alone("game", "list", "--url", server.url, expect=3).stderr
    assert told == f"Error: What answers at {server.url} is not Ostraka: the field 'games' is missing.\n"


@pytest.mark.parametrize("method", ["get", "put", "post"])
def test_what_may_be_done_twice_is_tried_again_after_an_outage(server, wire, method):
    server.will(503, b"")
    server.will(502, b"")
    server.will(200, {"fine": True})
    body = [] if method == "get" else [b"{}"]
    assert getattr(wire, method)("/x", *body) == {"fine": True}
    assert [request[0] for request in server.requests] == [method.upper()] * 3
    assert len({request[3] for request in server.requests}) == 1


def test_a_signed_request_without_a_statement_is_never_sent_twice_by_itself(server):
    server.will(503, b"")
    with pytest.raises(Unreachable, match="answered 503"):
        Transport(server.url, Identity.generate()).post("/players/x/tokens", b"{}", signed=True)
    assert len(server.requests) == 1


def test_a_short_pause_that_the_service_asks_for_is_made(server, wire, monkeypatch):
    server.will(429, {"code": "too-many-requests"}, Retry_After="7")
    server.will(200, {"fine": True})
    slept = []
    monkeypatch.setattr(retry, "time", SimpleNamespace(sleep=slept.append))
    assert wire.get("/x") == {"fine": True}
    assert slept == [7]


def test_whoever_is_to_come_back_much_later_is_told_so(server, wire):
    server.will(429, {"code": "too-many-requests", "detail": "Come again in 3600 s."}, Retry_After="3600")
    with pytest.raises(Refused, match="3600 s") as refused:
        wire.get("/x")
    assert refused.value.code == "too-many-requests"
    assert len(server.requests) == 1


def test_a_service_that_is_silent_is_left_after_the_time_allowed(server, wire, monkeypatch):
    monkeypatch.setattr(http, "TIMEOUT", (0.2, 0.2))
    server.go_on.clear()
    server.will(200, {})
    with pytest.raises(Unreachable, match=r"did not answer within 0\.2 seconds"):
        wire.post("/games", b"{}")
    server.go_on.set()


def test_what_has_not_changed_comes_from_memory(server, wire):
    server.will(200, {"a": 1}, ETag='"one"')
    server.will(304)
    server.will(200, {"a": 2}, ETag='"two"')
    assert [wire.get("/x", since=1), wire.get("/x", since=1), wire.get("/x", since=1)] == [{"a": 1}, {"a": 1}, {"a": 2}]
    assert [request[2].get("If-None-Match") for request in server.requests] == [None, '"one"', '"one"']


def test_a_certificate_that_nobody_vouches_for_is_refused_unless_the_player_does(server, tmp_path, monkeypatch):
    cert, context = vouched_for_by_nobody(tmp_path)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.will(200, {"a": 1})
    url = server.url.replace("http://127.0.0.1", "https://localhost")
    monkeypatch.delenv("REQUESTS_CA_BUNDLE", raising=False)
    with pytest.raises(Unreachable):
        Transport(url).get("/x")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(cert))
    assert Transport(url).get("/x") == {"a": 1}


def test_the_memory_of_one_address_is_not_that_of_another(server, wire):
    server.will(200, {"a": 1}, ETag='"one"')
    wire.get("/x", since=1)
    wire.get("/x", since=2)
    assert "If-None-Match" not in server.requests[1][2]


class Resolver(HTTPSignatureKeyResolver):
    def __init__(self, identity: Identity) -> None:
        self.identity = identity

    def resolve_public_key(self, key_id: str) -> object:
        assert key_id == self.identity.key_id
        return Ed25519PublicKey.from_public_bytes(self.identity.signing_key)


class Seen:
    """A request as the server saw it."""

    def __init__(self, server: Scripted, index: int = 0) -> None:
        self.method, path, self.headers, self.body = server.requests[index]
        self.url = server.url + path


def test_a_signed_read_holds_for_its_method_address_and_key(server):
    identity = Identity.generate()
    server.will(200, {})
    Transport(server.url, identity).get("/games/g/seats/red/report", signed=True, since=3)
    seen = Seen(server)
    verifier = HTTPMessageVerifier(signature_algorithm=ED25519, key_resolver=Resolver(identity))
    [result] = verifier.verify(seen, expect_tag="ostraka", require_components=("@method", "@target-uri"))
    assert result.parameters["keyid"] == identity.key_id
    seen.url = seen.url.replace("since=3", "since=2")
    with pytest.raises(InvalidSignature):
        verifier.verify(seen, expect_tag="ostraka")


def test_what_everybody_may_read_is_asked_for_without_a_signature(server):
    server.will(200, {})
    Transport(server.url, Identity.generate()).get("/games")
    assert "Signature" not in server.requests[0][2]


def test_a_private_read_without_a_key_is_refused_before_anything_is_sent(server, wire):
    with pytest.raises(Refused, match="add --key NAME") as refused:
        wire.get("/games/g/seats/red/view", signed=True)
    assert refused.value.code == "no-key"
    assert server.requests == []


@pytest.mark.parametrize(
    ("url", "trusts"), [("http://127.0.0.1:1", False), ("http://localhost", False), ("https://h", True)]
)
def test_a_proxy_is_used_for_other_machines_only(url, trusts):
    assert Transport(url).session.trust_env is trusts
