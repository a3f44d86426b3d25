"""Votes under way: a seat's vote stands until it votes again, its player leaves it, or the vote has carried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select

from api.access.signing_keys import card_in
from api.games.game_log import key_changes, read_entry
from api.store.lookups import load_player, load_seats
from api.store.models import ActRow, LogRow
from schemas.documents.successions import newest
from schemas.log import entries
from schemas.statements.payloads import SeatAct, Vote
from schemas.statements.statements import Statement


def votes(session: Session, game: str) -> dict[str, dict[str, bool]]:
    """By what they are on, the seats that voted with what they said."""
    if session.exec(select(ActRow.game).where(ActRow.game == game, col(ActRow.act) == "vote")).first() is None:
        return {}
    holders, after = held_by(session, game), key_changes(session, game)
    said: dict[str, dict[str, bool]] = {}
    kinds = col(LogRow.kind).in_((entries.Notice.kind, entries.Acted.kind))
    rows = session.exec(select(LogRow.statement).where(LogRow.game == game, kinds).order_by(col(LogRow.index))).all()
    for row in rows:
        body = read_entry(row).body
        if isinstance(body, entries.Notice) and body.vote:
            said.pop(body.vote, None)
        elif isinstance(body, entries.Acted):
            statement = Statement.from_form(body.statement)
            word = statement.read(SeatAct) if statement.kind == SeatAct.document else None
            if word and isinstance(word.act, Vote) and holders.get(word.seat) == newest(word.player, after):
                said.setdefault(word.act.on, {})[word.seat] = word.act.yes
    return said


def under_way(session: Session, game: str) -> list[dict[str, Any]]:
    """The votes that somebody is for, with the seats for and against."""
    return [
        {"on": on, "for": _seats(said, True), "against": _seats(said, False)}
        for on, said in votes(session, game).items()
        if any(said.values())
    ]


def held_by(session: Session, game: str) -> dict[str, str]:
    """The key of each held seat's player, in the order of the seats."""
    seats = {seat.name: seat.player for seat in load_seats(session, game)}
    handles = {handle for handle in seats.values() if handle is not None}
    keys = {handle: card_in(session, game, load_player(session, handle)).key_id for handle in handles}
    return {name: keys[handle] for name, handle in seats.items() if handle is not None}


def _seats(said: Mapping[str, bool], yes: bool) -> list[str]:
    return [seat for seat, word in said.items() if word is yes]
