"""Envelopes: accepted from the seat's key, shown to their author."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable
from typing import Final, TypeVar
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Response
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import BadRequest

from api.access.authentication import load_own_seat
from api.access.privacy import require_seen_by_author
from api.games.envelopes import Taken, take
from api.games.game_log import newest_checkpoint
from api.host import every_request
from api.host.host import Host, this_host
from api.http.answers import JSON, REQUEST_ID, answer_bytes, forget_id, this_id
from api.http.problems import Problem, refuse, refuse_as
from api.http.sharing import sharing
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import DEALT, HOLDER
from api.openapi.misfits import from_validation
from api.openapi.requests import EnvelopeBody, EnvelopePath, StatementBody
from api.store.lookups import load_game, load_phase, newest_envelope
from schemas.envelopes import MAX_BYTES
from schemas.errors import Malformed, ProtocolError
from schemas.log.checkpoints import HEADER
from schemas.statements.payloads import Header

T = TypeVar("T", bound=BaseModel)
envelopes = blueprint("envelopes", __doc__)
ADDRESS: Final = "/games/<game>/phases/<int:phase>/envelopes/<seat>"
PLACE: Final = re.compile("/games/([^/]+)/phases/([0-9]+)/envelopes/([^/]+)")
Answer = tuple[str, dict[str, str], bytes]
"""Status line, headers and body."""


class EnvelopeRoad:
    """The way of every envelope, before Flask is asked, which would cost as much as taking it.

    `behind` answers all other requests; `refusal` puts an error into an answer.
    """

    def __init__(
        self, host: Host, behind: WSGIApplication, prefix: str, refusal: Callable[[Exception], Response]
    ) -> None:
        self.host = host
        self.behind = behind
        self.prefix = prefix
        self.refusal = refusal

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        path: str = environ["PATH_INFO"]
        sent = environ["REQUEST_METHOD"] == "PUT" and path.startswith(self.prefix)
        place = PLACE.fullmatch(path, len(self.prefix)) if sent else None
        if place is None:
            return self.behind(environ, start_response)
        started = time.monotonic()
        try:
            every_request.begin(self.host, environ)
            status, headers, body = self.answer(place, environ)
        except Exception as error:
            refused = self.refusal(error)
            status, headers, body = refused.status, dict(refused.headers), refused.get_data()
        every_request.log("PUT", self.prefix + ADDRESS, int(status[:3]), started)
        headers |= self.host.meters.headers(None) | sharing("PUT", path, self.host.config.cors)
        headers |= {"Content-Length": str(len(body)), REQUEST_ID: this_id() or ""}
        forget_id()
        start_response(status, list(headers.items()))
        return [body]

    def answer(self, place: re.Match[str], environ: WSGIEnvironment) -> Answer:
        """Take an envelope, and answer with its receipt."""
        path, raw = path_of(place), body_of(environ)
        taken = put_envelope(self.host, path, raw)
        headers = {
            "Content-Type": JSON,
            "ETag": f'"{hashlib.sha256(taken.receipt).hexdigest()}"',
            "Cache-Control": "no-cache",
        }
        if taken.new:
            headers["Location"] = environ["PATH_INFO"]
        if (checkpoint := newest_checkpoint(self.host, path.game)) is not None:
            headers[HEADER] = checkpoint.to_header()
        return "201 CREATED" if taken.new else "200 OK", headers, taken.receipt


def path_of(place: re.Match[str]) -> EnvelopePath:
    """Whose envelope of which phase the address is of; refused where a name or number cannot be one, as 007."""
    game, phase, seat = place.groups()
    if phase != phase.lstrip("0") and phase != "0":
        refuse_as(404)
    return fitting(lambda: EnvelopePath(game=game, phase=phase, seat=seat))  # type: ignore[arg-type]


def fitting(model: Callable[[], T]) -> T:
    """What a model makes of a part of the request; what does not fit is answered as everywhere else."""
    try:
        return model()
    except ValidationError as error:
        raise BadRequest(response=from_validation(error)) from None


def body_of(environ: WSGIEnvironment) -> bytes:
    """The body, after a look at what it claims to be; envelopes may be larger than statements."""
    length = int(environ.get("CONTENT_LENGTH") or 0)
    kind = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if kind != JSON and (length or kind):
        refuse_as(415)
    if length > MAX_BYTES:
        refuse_as(413)
    raw: bytes = environ["wsgi.input"].read(length)
    return raw


@envelopes.put_before_flask(
    ADDRESS,
    EnvelopeBody,
    summary="Send a sealed envelope; the answer is the host's receipt",
    responses={200: StatementBody, 201: StatementBody},
)
@takes(Header)
@refuses(
    *DEALT,
    *("too-large", "unknown-format", "unknown-suite", "wrong-version", "wrong-game", "wrong-phase", "wrong-seat"),
    *("wrong-phase-key", "body-digest-mismatch", "copy-digest-mismatch", "body-size", "withdrawn-with-body"),
    *("phase-closed", "sequence-not-newer", "seat-vacant", "too-much-stored"),
)
def put_envelope(host: Host, path: EnvelopePath, raw: bytes) -> Taken:
    """Take a sealed envelope and answer with a receipt. Sending it again changes nothing."""
    try:
        return take(host, path.game, path.phase, path.seat, raw)
    except (ProtocolError, Problem) as refused:
        require_seen_by_author(host, path.game, raw)
        if isinstance(refused, Malformed):
            fitting(lambda: EnvelopeBody.model_validate_json(raw))
        raise


@envelopes.get(ADDRESS, summary="The newest envelope of one's own seat", responses={200: EnvelopeBody})
@refuses(*HOLDER, "no-envelope")
def get_envelope(path: EnvelopePath) -> Response:
    """The newest envelope that is stored, as it came: what counts at the cut."""
    host = this_host()
    with host.database.read() as session:
        game = load_game(session, path.game)
        load_own_seat(host, session, game.id, path.seat)
        load_phase(session, game.id, path.phase)
        newest = newest_envelope(session, game.id, path.phase, path.seat)
    if newest is None:
        refuse(404, "no-envelope", "No envelope of this seat is stored for this phase.")
    return answer_bytes(newest.raw, private=True)
