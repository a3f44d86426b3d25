"""The record of a finished game, put together from the database."""

from __future__ import annotations

import msgspec
from sqlmodel import Session, select

from api.archive import Archive, chance_secret, resolutions
from api.books import load_book
from api.gamelog import GameLog, read_entry
from api.house import House
from api.keys import find_signer
from api.loaders import load_components, load_phase, load_player, load_seats, newest_envelope, title_of
from api.models import VOID, Game, LogRow, ResolutionRow
from schemas.canonical import to_base64url
from schemas.entries import Joined
from schemas.envelopes import Envelope
from schemas.forms import StatementForm
from schemas.payloads import Join
from schemas.record import Record, RecordedEnvelope, RecordedLeaf, RecordedOrder, RecordedPhase
from schemas.statements import Statement


def compose(house: House, session: Session, game: Game) -> Record:
    """Everything that anybody needs to check a finished game."""
    archive = Archive(house.vault, title_of(session, game))
    seats = load_seats(session, game.id)
    handles = holders(session, game)
    return Record(
        game=game.id,
        title=game.title,
        version=game.version,
        scenario=game.scenario,
        seats=[seat.name for seat in seats],
        options=game.options,
        components=load_components(session, game),
        host_key=to_base64url(game.host_key or house.identity.signing_key),
        secret=to_base64url(chance_secret(house.vault, game)),
        players=[form(Statement.parse(load_player(session, handle).card)) for handle in handles],
        log=[form(statement) for statement in GameLog(house, session, game.id).statements()],
        phases=[recorded_phase(session, archive, row) for row in resolutions(session, game.id, 0)],
    )


def holders(session: Session, game: Game) -> list[str]:
    """The organiser and everybody who has held a seat, by handle."""
    joins = session.exec(select(LogRow).where(LogRow.game == game.id, LogRow.kind == Joined.kind)).all()
    keys = [Statement.from_form(joined_of(row).statement).read(Join).player for row in joins]
    found = [find_signer(session, key) for key in keys]
    return sorted({game.organiser, *(player.handle for player in found if player)})


def joined_of(row: LogRow) -> Joined:
    """The body of a `joined` entry."""
    return Joined.from_body(read_entry(row.statement).entry.body)


def recorded_phase(session: Session, archive: Archive, row: ResolutionRow) -> RecordedPhase:
    """What had arrived at the cut of one phase, and what was carried out."""
    counted = archive.counted(row)
    envelopes = []
    if load_phase(session, row.game, row.phase).status == VOID:
        return RecordedPhase(row.phase, [], [], [])
    for seat in load_seats(session, row.game):
        newest = newest_envelope(session, row.game, row.phase, seat.name)
        if newest is not None:
            header = form(Envelope.parse(newest.raw).statement)
            envelopes.append(RecordedEnvelope(seat.name, header, counted.leaves.get(seat.name)))
    orders = [RecordedOrder(one.seat, one.question, one.source, one.order) for one in counted.orders]
    books = [recorded_book(session, row, seat, leaves) for seat, leaves in counted.books.items()]
    return RecordedPhase(row.phase, envelopes, orders, books)


def recorded_book(
    session: Session, row: ResolutionRow, seat: str, leaves: list[RecordedLeaf] | None
) -> RecordedEnvelope:
    """A book that the cut of a phase put in force."""
    stored = load_book(session, row.game, seat, load_phase(session, row.game, row.phase).books[seat])
    return RecordedEnvelope(seat, form(Envelope.parse(stored.raw).statement), leaves)


def form(statement: Statement) -> StatementForm:
    """A statement as it stands in a record or in a log entry."""
    return msgspec.convert(statement.to_json_value(), StatementForm)
