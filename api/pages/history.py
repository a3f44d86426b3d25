"""The history of a game, phase by phase, with a slider; as everybody or as one's own seat may know it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response
from werkzeug.wrappers import Response as AnyResponse

from api.host.host import this_host
from api.pages.boards import board
from api.pages.chapters import chapters, earlier, place, told
from api.pages.games import about
from api.pages.rendering import number_asked, onward, page, picture, site
from api.pages.viewer import own_seats, require_own_seat, visitor
from api.pages.viewpoint import Sight
from api.store.lookups import load_dealt_game

NUMBER = "<int(max=1000000):phase>"


@contextmanager
def looking(game: str, seat: str | None) -> Iterator[Sight]:
    """A game as everyone sees it, or as the visitor's own seat does; another's seat is refused."""
    host = this_host()
    with host.database.read() as session:
        found = load_dealt_game(session, game)
        if seat is not None:
            seat = require_own_seat(session, visitor(), found.id, seat).name
        yield Sight(host, session, found, seat)


@site.get("/games/<game>/phases", defaults={"seat": None})
@site.get("/games/<game>/seats/<seat>/phases")
def to_phase(game: str, seat: str | None) -> AnyResponse:
    """To the phase that the slider names, else to the last."""
    with looking(game, seat) as sight:
        wanted = number_asked("phase", sight.latest)
        number = sight.latest if wanted is None else sight.row(wanted).phase
        return onward(f"{sight.base}/phases/{number}")


@site.get(f"/games/<game>/phases/{NUMBER}", defaults={"seat": None})
@site.get(f"/games/<game>/seats/<seat>/phases/{NUMBER}")
def phase_page(game: str, phase: int, seat: str | None) -> Response:
    """The board after a phase and what happened in it and before it in its chapter."""
    with looking(game, seat) as sight:
        row = sight.row(phase)
        every = chapters(sight)
        at = place(every, phase, sight.latest)
        return page(
            "history",
            own=seat is not None,
            base=sight.base,
            seat=seat,
            at=at,
            chapters=every,
            board=board(sight, row),
            resolved_at=row.resolved_at,
            told=told(sight, row),
            earlier=earlier(sight, at),
            mine=own_seats(sight.session, visitor(), sight.game.id),
            **about(sight.session, sight.game),
        )


@site.get(f"/games/<game>/phases/{NUMBER}/board.svg", defaults={"seat": None})
@site.get(f"/games/<game>/seats/<seat>/phases/{NUMBER}/board.svg")
def phase_board(game: str, phase: int, seat: str | None) -> Response:
    """The board after a phase as a picture."""
    with looking(game, seat) as sight:
        return picture(board(sight, sight.row(phase)).svg, own=seat is not None)
