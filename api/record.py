"""The record of a finished game, put together from the database."""

from __future__ import annotations

import msgspec
from sqlmodel import Session

from api.archive import Archive, chance_secret, resolutions
from api.gamelog import GameLog
from api.house import House
from api.loaders import load_player, load_seats, load_title, newest_envelope
from api.models import Game, ResolutionRow
from schemas.canonical import to_base64url
from schemas.envelopes import Envelope
from schemas.forms import StatementForm
from schemas.record import Record, RecordedEnvelope, RecordedOrder, RecordedPhase
from schemas.statements import Statement


def compose(house: House, session: Session, game: Game) -> Record:
    """Everything that anybody needs to check a finished game."""
    archive = Archive(house.vault, load_title(game.title))
    seats = load_seats(session, game.id)
    handles = sorted({game.organiser, *(str(seat.player) for seat in seats)})
    return Record(
        game=game.id,
        title=game.title,
        version=game.version,
        scenario=game.scenario,
        seats=[seat.name for seat in seats],
        options={},
        host_key=to_base64url(house.identity.signing_key),
        secret=to_base64url(chance_secret(house.vault, game)),
        players=[form(Statement.parse(load_player(session, handle).card)) for handle in handles],
        log=[form(statement) for statement in GameLog(house, session, game.id).statements()],
        phases=[recorded_phase(session, archive, row) for row in resolutions(session, game.id, 0)],
    )


def recorded_phase(session: Session, archive: Archive, row: ResolutionRow) -> RecordedPhase:
    """What had arrived at the cut of one phase, and what was carried out."""
    counted = archive.counted(row)
    envelopes = []
    for seat in load_seats(session, row.game):
        newest = newest_envelope(session, row.game, row.phase, seat.name)
        if newest is not None:
            header = form(Envelope.parse(newest.raw).statement)
            envelopes.append(RecordedEnvelope(seat.name, header, counted.leaves.get(seat.name)))
    orders = [RecordedOrder(one.seat, one.question, one.source, one.order) for one in counted.orders]
    return RecordedPhase(row.phase, envelopes, orders)


def form(statement: Statement) -> StatementForm:
    """A statement as it stands in a record or in a log entry."""
    return msgspec.convert(statement.to_json_value(), StatementForm)
