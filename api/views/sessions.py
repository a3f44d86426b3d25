"""Sessions of browsers: a signed request gets a link that signs a browser in, once and within two minutes."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.access.authentication import who_writes
from api.access.browser_sessions import make_link
from api.host.host import this_host
from api.http.json_answers import answer
from api.openapi import answers_sessions as answers
from api.openapi.decorators import blueprint, refuses
from api.openapi.error_codes import WRITER
from api.openapi.requests import Body, PlayerPath
from api.store.lookups import load_player
from schemas.statements.payloads import instant

sessions = blueprint("sessions", __doc__)


class SessionBody(Body):
    """Nothing: an empty object."""


@sessions.post("/players/<handle>/sessions", summary="Sign a browser in", responses={201: answers.SignInLink})
@refuses(*WRITER)
def post_session(path: PlayerPath, body: SessionBody) -> Response:
    """Make a link that shows the player's own pages to the browser that opens it first."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        secret, until = make_link(host, session, who_writes(host, session, path.handle))
    told: dict[str, Any] = {"url": f"{host.config.public_url.rstrip('/')}/sign-in/{secret}"}
    return answer(told | {"expires_at": instant(until)}, 201, private=True)
