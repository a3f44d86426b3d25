"""Games leave: to a file for this host alone, or to the host that takes them over."""

from __future__ import annotations

import msgspec
from sqlmodel import Session, col, select

from api.games.game_log import GameLog
from api.host.host import Host
from api.mail_out.phase_mails import outbox_of
from api.reports.record import compose
from api.store.models import MOVED, OVER, DepartureRow, Game, PhaseRow
from api.store.sealed_rows import forget_phase_key
from api.transfer.bundle import gather, sealed
from api.transfer.rows import ExportRefused, freeze
from schemas.keys.identities import Card
from schemas.log.entries import Moved
from schemas.statements.forms import StatementForm


def archive(host: Host, game_id: str) -> bytes:
    """A game as a file: its public record when it is over, else everything, sealed for this host."""
    with host.database.read() as session:
        game = require_game(session, game_id)
        if game.status == OVER:
            return compose(host, session, game).to_json()
        if game.status == MOVED:
            raise ExportRefused(f"the game goes on at {game.moved_to}, and is archived there")
        require_names(game)
        whole = gather(host, session, game, with_identity=True)
    return sealed(host, whole, host.now(), None)


def move(host: Host, game_id: str, card: Card, url: str) -> bytes:
    """Move a game away: the log says where to, nothing more is taken for it here, and only that host opens the file.

    Done again for the same host it gives the same file again: it may have been lost on the way. This host keeps it as
    it is, and has destroyed the keys of the open phases: what was sent to them it can open no more.
    """
    with host.database.write() as session:
        game = require_game(session, game_id)
        if game.status == MOVED:
            require_same_host(host, session, game, card)
            return session.get_one(DepartureRow, game_id).file
        depart(host, session, game, card, url)
        file = sealed(host, gather(host, session, game, with_identity=False), host.now(), card)
        session.add(DepartureRow(game=game_id, file=file))
        for row in session.exec(
            select(PhaseRow).where(PhaseRow.game == game_id, col(PhaseRow.private_key).is_not(None))
        ):
            forget_phase_key(session, row)
    host.database.erase()
    return file


def require_game(session: Session, game_id: str) -> Game:
    """A game of this host."""
    game = session.get(Game, game_id)
    if game is None:
        raise ExportRefused(f"this host has no game {game_id}")
    return game


def require_names(game: Game) -> None:
    """Refuse a game of aliases: whose they are is for this host alone, which is bound to reveal it."""
    if game.anonymous:
        raise ExportRefused(
            "the game is anonymous: whose its aliases are stays at this host until it is over (`ostraka db backup`)"
        )


def require_same_host(host: Host, session: Session, game: Game, card: Card) -> None:
    """A game moves away once: no second host can be named."""
    last = GameLog(host, session, game.id).last()
    if last is None or not isinstance(last.body, Moved) or last.body.card != as_form(card):
        raise ExportRefused(f"the game moved to another host already, at {game.moved_to}; from there it can move on")


def depart(host: Host, session: Session, game: Game, card: Card, url: str) -> None:
    """Name the new host in the log, tell all, and freeze the game."""
    if game.status == OVER:
        raise ExportRefused("the game is over: nothing of it goes on; export its record without --to")
    if game.contest is not None:
        raise ExportRefused(
            f"the game is one of contest {game.contest}, which is drawn and counted at this host: it cannot move away"
        )
    require_names(game)
    if card.key_id == host.identity.key_id:
        raise ExportRefused("the card is that of this host itself; `ostraka db card` of the other host prints its own")
    GameLog(host, session, game.id).append(Moved(card=as_form(card), url=url))
    sentences = [
        f"The game moves from {host.config.public_url} to another host, at {url}, whose key is {card.key_id}.",
        "Nothing more is taken for it here. What you sent counts there, and its receipts stay valid.",
        f"As soon as it is there: ostraka game show {game.id} --url {url}",
    ]
    outbox = outbox_of(host, session, game)
    outbox.announced("the game moves to another host", sentences, f"to-{card.key_id[-16:]}")
    freeze(session, game, url)


def as_form(card: Card) -> StatementForm:
    """A card as it stands in a log entry."""
    return msgspec.convert(card.statement.to_json_value(), StatementForm)
