"""Envelopes: accepted from the seat's key, shown to their author."""

from __future__ import annotations

import re
from typing import Final, NoReturn
from wsgiref.types import WSGIEnvironment

from flask import Response
from pydantic import ValidationError

from api.access.ownership import load_own_seat
from api.access.privacy import require_seen_by_author
from api.games.envelopes import take
from api.games.game_log import newest_checkpoint
from api.host.host import Host, this_host
from api.http.json_answers import JSON, answer_bytes, answer_taken
from api.http.problems import Problem, refuse, refuse_as
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import DEALT, HOLDER
from api.openapi.fields import NAME
from api.openapi.misfits import from_validation
from api.openapi.requests import EnvelopeBody, EnvelopePath, StatementBody
from api.store.lookups import load_game, load_phase, newest_envelope
from schemas.envelopes import MAX_BYTES
from schemas.errors import Malformed, ProtocolError
from schemas.log.checkpoints import HEADER
from schemas.statements.payloads import Header

envelopes = blueprint("envelopes", __doc__)
ADDRESS: Final = "/games/<game>/phases/<int:phase>/envelopes/<seat>"
PLACE: Final = re.compile("/games/({0})/phases/(0|[1-9][0-9]{{0,5}}|1000000)/envelopes/({0})".format(NAME.strip("^$")))


def place_of(environ: WSGIEnvironment, prefix: str) -> tuple[str, int, str] | None:
    """The game, phase and seat to which a request sends an envelope; None where it does something else."""
    path: str = environ["PATH_INFO"]
    if environ["REQUEST_METHOD"] != "PUT" or not path.startswith(prefix):
        return None
    found = PLACE.fullmatch(path, len(prefix))
    return found and (found[1], int(found[2]), found[3])


def take_put(host: Host, place: tuple[str, int, str], environ: WSGIEnvironment) -> Response:
    """Take a sealed envelope and answer with a receipt."""
    raw = body_of(environ)
    try:
        taken = take(host, *place, raw)
    except (ProtocolError, Problem) as refused:
        require_seen_by_author(host, place[0], raw)
        if isinstance(refused, Malformed):
            try:
                EnvelopeBody.model_validate_json(raw)
            except ValidationError as error:
                return from_validation(error)
        raise
    answer = answer_taken(taken.receipt, taken.new, environ["PATH_INFO"])
    if (checkpoint := newest_checkpoint(host, place[0])) is not None:
        answer.headers[HEADER] = checkpoint.to_header()
    return answer


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


@envelopes.put(
    ADDRESS,
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
def put_envelope(path: EnvelopePath, body: EnvelopeBody) -> NoReturn:
    """Take a sealed envelope and answer with a receipt. Sending it again changes nothing."""
    # `take_put` does it. Here comes only what no envelope's address looks like: a phase with zeros before it.
    refuse_as(404)


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
