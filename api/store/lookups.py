"""One loader an object: it alone decides whether the object exists (404) and who may have it (401, 403).

Games, seats and players are public, so their existence is no secret and is looked at first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn

from flask import g, has_request_context
from sqlmodel import Session, col, func, or_, select, text, tuple_

from adjudicator.kernel import OtherRules, Title, UnknownName
from adjudicator.registry import title as registered_title
from api.http.problems import refuse
from api.rules.limits import guarded
from api.store.models import (
    FREE,
    OFFERED,
    OVER,
    RUNNING,
    UNCOUNTED,
    UNRESOLVED,
    ComponentsRow,
    ContestOrganiserRow,
    ContestRow,
    EnvelopeRow,
    Game,
    PhaseRow,
    Player,
    ResolutionRow,
    Seat,
)
from schemas.documents.components_files import add_components, named
from schemas.statements.payloads import BOOK

IS_UNRESOLVED: Final = text(UNRESOLVED)
IS_FREE: Final = text(FREE)
IS_UNCOUNTED: Final = text(UNCOUNTED)
IS_OFFERED: Final = text(OFFERED)
"""In the words of their indexes, which serve no others."""
_LAID: Final[set[tuple[str, str]]] = set()
"""The files that this process has laid, by version of the rules and digest."""


def load_title(name: str) -> Title[Any]:
    """A title that this host knows."""
    try:
        return guarded(registered_title(name))
    except UnknownName:
        refuse(404, "unknown-title", "This host does not have that title; `ostraka title list` shows those it has.")


def title_of(session: Session, game: Game) -> Title[Any]:
    """The rules of a game, with its components file laid over them. OtherRules while it runs by others than these."""
    title = laid(session, game, load_title(game.title))
    if game.status == RUNNING and game.version != title.version:
        raise OtherRules(game.version, title.version)
    return title


def laid(session: Session, game: Game, title: Title[Any]) -> Title[Any]:
    """Rules with the components file laid over them that a game may have."""
    digest = named(game.opened.options)
    if digest and (title.version, digest) not in _LAID:
        add_components(title, game.opened.options, load_components(session, game))
        _LAID.add((title.version, digest))
    return guarded(title)


def load_components(session: Session, game: Game) -> str | None:
    """The components file that is laid over a game's title; None where there is none."""
    if not named(game.opened.options):
        return None
    return session.exec(select(ComponentsRow.text).where(ComponentsRow.game == game.id)).first()


def load_player(session: Session, handle: str) -> Player:
    """A player by handle; 404 where none is registered."""
    player = session.exec(select(Player).where(Player.handle == handle)).first()
    if player is None:
        refuse(404, "unknown-player", "No player with that handle is registered here.")
    return player


def load_game(session: Session, game: str) -> Game:
    """A game by id; 404 where there is none."""
    found = session.get(Game, game)
    if found is None or is_denied(game):
        refuse_unknown_game()
    return found


def load_contest(session: Session, contest: str) -> ContestRow:
    """A contest by id; 404 where there is none."""
    found = session.get(ContestRow, contest)
    if found is None or is_denied(contest):
        refuse(404, "unknown-contest", "This host has no contest with that id.")
    return found


def organises_too(session: Session, contest: str | None, handle: str) -> bool:
    """Does a player organise a contest beside the one who opened it?"""
    own = (ContestOrganiserRow.contest == contest, ContestOrganiserRow.player == handle)
    return session.exec(select(ContestOrganiserRow.id).where(*own)).first() is not None


def organised_by(handle: str) -> Any:
    """The games that a player organises, and those of contests that they organise beside the one who opened them."""
    beside = select(ContestOrganiserRow.contest).where(ContestOrganiserRow.player == handle)
    return select(Game.id).where(or_(Game.organiser == handle, col(Game.contest).in_(beside)))


def deny(name: str | None) -> None:
    """To this request the game or contest of that name is not there."""
    g.denied = name


def is_denied(name: str) -> bool:
    """Is it not there for this request?"""
    return has_request_context() and g.get("denied") == name


def refuse_unknown_game() -> NoReturn:
    """There is no such game, or none that who asks may see: the same words."""
    refuse(404, "unknown-game", "This host has no game with that id; `ostraka game list` shows its games.")


def load_dealt_game(session: Session, game: str) -> Game:
    """A game that was dealt; 409 where it has not begun, or ended before it did."""
    found = load_game(session, game)
    if found.status == "inviting":
        refuse(409, "not-started", "The game has not begun; it is still looking for players.")
    begun = session.exec(select(PhaseRow.id).where(PhaseRow.game == game, PhaseRow.number == BOOK)).first()
    if begun is None:
        refuse(
            409,
            "never-started",
            "The game was ended before it began: nothing was dealt, so there is no board, no report and no record. "
            "Its log is all there is: who joined, who ended it, and why.",
        )
    return found


def load_finished_game(session: Session, game: str) -> Game:
    """A game that is over; 409 where it still runs."""
    found = load_dealt_game(session, game)
    if found.status != OVER:
        refuse(409, "not-over", "The record is published when the game is over; this game is still running.")
    return found


def load_seats(session: Session, game: str) -> Sequence[Seat]:
    """The seats of a game in their order."""
    return session.exec(select(Seat).where(Seat.game == game).order_by(col(Seat.ordinal))).all()


def load_seat(session: Session, game: str, name: str) -> Seat:
    """A seat by name; 404 where the game has none."""
    seats = {seat.name: seat for seat in load_seats(session, game)}
    if name not in seats:
        refuse(404, "unknown-seat", f"The game has no such seat; its seats are {', '.join(seats)}.")
    return seats[name]


def load_phase(session: Session, game: str, number: int) -> PhaseRow:
    """A phase of a game, open or past."""
    phase = session.exec(select(PhaseRow).where(PhaseRow.game == game, PhaseRow.number == number)).first()
    if phase is None:
        refuse(404, "unknown-phase", "The game has no phase of that number (yet).")
    return phase


def load_resolution(session: Session, game: str, phase: int) -> ResolutionRow:
    """What a phase of a game led to; 0 is the deal."""
    same = (ResolutionRow.game == game, ResolutionRow.phase == phase)
    found = session.exec(select(ResolutionRow).where(*same)).first()
    if found is None:
        refuse(404, "unknown-phase", f"Phase {phase} has led nowhere (yet).")
    return found


def unresolved_phase(session: Session, game: str) -> PhaseRow | None:
    """The phase that is open, or cut and not resolved yet; the one of the books does not count."""
    return session.exec(select(PhaseRow).where(PhaseRow.game == game, PhaseRow.number != BOOK, IS_UNRESOLVED)).first()


def newest_envelope(session: Session, game: str, phase: int, seat: str) -> EnvelopeRow | None:
    """What a seat sent last for a phase."""
    return session.exec(
        select(EnvelopeRow)
        .where(EnvelopeRow.game == game, EnvelopeRow.phase == phase, EnvelopeRow.seat == seat)
        .order_by(col(EnvelopeRow.sequence).desc())
        .limit(1)
    ).first()


def newest_envelopes(session: Session, game: str, phase: int) -> dict[str, EnvelopeRow]:
    """What each seat that sent anything for a phase sent last."""
    of_phase = (EnvelopeRow.game == game, EnvelopeRow.phase == phase)
    last = select(EnvelopeRow.seat, func.max(EnvelopeRow.sequence)).where(*of_phase).group_by(col(EnvelopeRow.seat))
    newest = tuple_(col(EnvelopeRow.seat), col(EnvelopeRow.sequence)).in_(last)
    return {row.seat: row for row in session.exec(select(EnvelopeRow).where(*of_phase, newest)).all()}
