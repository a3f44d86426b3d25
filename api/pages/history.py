"""The history of a game, phase by phase and as a story; as everybody or as one's own seat may know it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response
from werkzeug.wrappers import Response as AnyResponse

from adjudicator.pictures.changes import marked
from api.host.host import this_host
from api.pages.boards import Viewpoint, board_marked
from api.pages.chapters import chapters, story
from api.pages.games import about
from api.pages.rendering import asked_shape, number_asked, onward, page, picture, site
from api.pages.viewer import own_seats, require_own_seat, visitor
from api.pages.watch import scene_board, scene_told, watched
from api.store.lookups import load_dealt_game

MOST_TOLD = 60
"""Phases of the story on one page."""
MOST_EVENTS = 10_000
"""Events that a phase has at most."""
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
    """The board after a phase and what happened in it and before it in its chapter; or one scene that began in it."""
    with open_viewpoint(game, seat) as viewpoint:
        scene = number_asked("scene", MOST_EVENTS)
        return page(
            "watch",
            own=seat is not None,
            mine=own_seats(viewpoint.session, visitor(), viewpoint.game.id),
            **about(viewpoint.session, viewpoint.game),
            **(watched(viewpoint, phase) if scene is None else scene_told(viewpoint, phase, scene)),
        )


@site.get("/games/<game>/log", defaults={"seat": None})
@site.get("/games/<game>/seats/<seat>/log")
def log_page(game: str, seat: str | None) -> Response:
    """The story, the newest phase first, each with the way to its board."""
    with open_viewpoint(game, seat) as viewpoint:
        before = number_asked("before", viewpoint.latest)
        phases = [one for one in viewpoint.phases if before is None or one < before]
        shown = phases[-MOST_TOLD:]
        return page(
            "log",
            own=seat is not None,
            base=viewpoint.base,
            seat=viewpoint.seat,
            story=story(viewpoint, shown),
            chapters=chapters(viewpoint),
            newest=len(phases) == len(viewpoint.phases),
            older=shown[0] if len(phases) > len(shown) else None,
            mine=own_seats(viewpoint.session, visitor(), viewpoint.game.id),
            **about(viewpoint.session, viewpoint.game),
        )


@site.get(f"/games/<game>/phases/{NUMBER}/board.svg", defaults={"seat": None})
@site.get(f"/games/<game>/seats/<seat>/phases/{NUMBER}/board.svg")
def phase_board(game: str, phase: int, seat: str | None) -> Response:
    """The board after a phase as a picture; or that with which a scene ended."""
    with open_viewpoint(game, seat) as viewpoint:
        shape, scene = asked_shape(), number_asked("scene", MOST_EVENTS)
        if scene is None:
            return picture(board_marked(viewpoint, viewpoint.row(phase), shape), own=seat is not None)
        before, after = (one.of(shape).decode() for one in scene_board(viewpoint, phase, scene))
        return picture(marked(before, after).encode(), own=seat is not None)
