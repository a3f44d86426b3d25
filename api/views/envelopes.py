"""Envelopes: accepted from the seat's key, shown to their author."""

from __future__ import annotations

from flask import Response, request

from api.access.ownership import load_own_seat
from api.games.envelopes import take
from api.host.host import this_host
from api.http.json_answers import answer_bytes, answer_taken
from api.http.problems import refuse
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import DEALT, HOLDER
from api.openapi.requests import EnvelopeBody, EnvelopePath, StatementBody
from api.store.lookups import load_game, load_phase, newest_envelope
from schemas.envelopes import MAX_BYTES
from schemas.statements.payloads import Header

envelopes = blueprint("envelopes", __doc__)
RULE = "/games/<game>/phases/<int:phase>/envelopes/<seat>"


@envelopes.put(
    RULE,
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
def put_envelope(path: EnvelopePath, body: EnvelopeBody) -> Response:
    """Take a sealed envelope and answer with a receipt. Sending it again changes nothing."""
    taken = take(this_host(), path.game, path.phase, path.seat, request.get_data())
    return answer_taken(taken.receipt, taken.new, request.path)


@envelopes.get(RULE, summary="The newest envelope of one's own seat", responses={200: EnvelopeBody})
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


def allow_envelopes() -> None:
    """Envelopes may be larger than statements: said before the body is read."""
    if request.method == "PUT":
        request.max_content_length = MAX_BYTES


envelopes.before_request(allow_envelopes)
