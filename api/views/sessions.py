"""Sessions of browsers: a signed request gets a link that signs a browser in, once and within two minutes."""

from __future__ import annotations

from typing import Any

from flask import Response

from api import told_sessions as answers
from api.answers import answer
from api.asking import who_writes
from api.bodies import Body, PlayerPath
from api.codes import WRITER
from api.house import this_house
from api.loaders import load_player
from api.sessions import make_link
from api.views.documented import blueprint, refuses
from schemas.payloads import instant

sessions = blueprint("sessions", __doc__)


class SessionBody(Body):
    """Nothing: an empty object."""


@sessions.post("/players/<handle>/sessions", summary="Sign a browser in", responses={201: answers.SignInLink})
@refuses(*WRITER)
def post_session(path: PlayerPath, body: SessionBody) -> Response:
    """Make a link that shows the player's own pages to the browser that opens it first."""
    house = this_house()
    with house.database.write() as session:
        load_player(session, path.handle)
        secret, until = make_link(house, session, who_writes(house, session, path.handle))
    told: dict[str, Any] = {"url": f"{house.config.public_url.rstrip('/')}/sign-in/{secret}"}
    return answer(told | {"expires_at": instant(until)}, 201, private=True)
