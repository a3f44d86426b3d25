"""The history of a game, phase by phase, with a slider; as everybody or as one's own seat may know it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response
from werkzeug.wrappers import Response as AnyResponse

from api.host.host import this_host
from api.pages.boards import board
from api.pages.chapters import chapters, earlier, phase_lines, place
from api.pages.games import about
from api.pages.rendering import asked_shape, number_asked, onward, page, picture, site
from api.pages.viewer import own_seats, require_own_seat, visitor
from api.pages.viewpoint import Viewpoint
from api.store.lookups import load_dealt_game

NUMBER = "<int(max=1000000):phase>"


@contextmanager
def open_viewpoint(game: str, seat: str | None) -> Iterator[Viewpoint]:
    """A game as everyone sees it, or as the visitor's own seat does; another's seat is refused."""
    host = this_host()
    with host.database.read() as session:
        found = load_dealt_game(session, game)
        if seat is not None:
            seat = require_own_seat(session, visitor(), found.id, seat).name
        yield Viewpoint(host, session, found, seat)


@site.get("/games/<game>/phases", defaults={"seat": None})
@site.get("/games/<game>/seats/<seat>/phases")
def to_phase(game: str, seat: str | None) -> AnyResponse:
    """To the phase that the slider names, else to the last."""
    with open_viewpoint(game, seat) as viewpoint:
        wanted = number_asked("phase", viewpoint.latest)
        number = viewpoint.latest if wanted is None else viewpoint.row(wanted).phase
        return onward(f"{viewpoint.base}/phases/{number}")


@site.get(f"/games/<game>/phases/{NUMBER}", defaults={"seat": None})
@site.get(f"/games/<game>/seats/<seat>/phases/{NUMBER}")
def phase_page(game: str, phase: int, seat: str | None) -> Response:
    """The board after a phase and what happened in it and before it in its chapter."""
    with open_viewpoint(game, seat) as viewpoint:
        row = viewpoint.row(phase)
        every = chapters(viewpoint)
        at = place(every, phase, viewpoint.latest)
        return page(
            "history",
            own=seat is not None,
            base=viewpoint.base,
            seat=seat,
            at=at,
            chapters=every,
            board=board(viewpoint, row),
            resolved_at=row.resolved_at,
            phase_lines=phase_lines(viewpoint, row),
            earlier=earlier(viewpoint, at),
            mine=own_seats(viewpoint.session, visitor(), viewpoint.game.id),
            **about(viewpoint.session, viewpoint.game),
        )


@site.get(f"/games/<game>/phases/{NUMBER}/board.svg", defaults={"seat": None})
@site.get(f"/games/<game>/seats/<seat>/phases/{NUMBER}/board.svg")
def phase_board(game: str, phase: int, seat: str | None) -> Response:
    """The board after a phase as a picture."""
    with open_viewpoint(game, seat) as viewpoint:
        return picture(board(viewpoint, viewpoint.row(phase)).of(asked_shape()), own=seat is not None)
