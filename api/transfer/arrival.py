"""Games arrive: an archive comes back into its own host, a game that moved comes into the host that it moved to.

Everything is proved, stored and replayed in one transaction: a game arrives whole or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, SQLModel, col, select

from api.games.open_phase import OpenPhase, load_open_phase, schedule, sign_again
from api.games.replay import replay_game
from api.host.awaited_seats import request_look
from api.host.config import Config
from api.host.host import Host, new_host, storage_of
from api.mail_out.phase_mails import outbox_of
from api.referee.pauses import lengthen
from api.referee.rules_changes import change_rules_of
from api.store.database import require_newest
from api.store.lookups import unresolved_phase
from api.store.models import (
    CUT,
    MOVED,
    OPEN,
    RUNNING,
    ContestRow,
    DepartureRow,
    Game,
    HostRow,
    LogRow,
    PhaseRow,
    Player,
)
from api.transfer.bundle import Whole, opened, require_schema
from api.transfer.proof import check
from api.transfer.rows import OF_A_GAME, ExportRefused, made, rows_of
from schemas.documents.game_exports import MASTER_KEY, Exported
from schemas.keys.identities import Identity
from schemas.log.chain import LogEntry
from schemas.statements.working_time import after, between


@dataclass(frozen=True)
class Arrived:
    """What came: the game, how far its log goes, and whether it moved here or came back from an archive.

    `not_replayed` says which phases were not, because their rules are not installed here.
    """

    game: str
    entries: int
    moved: bool
    not_replayed: str | None = None


def found_again(config: Config, exported: Exported) -> bool:
    """Give a database without a host the one whose archive this is; False where there is one."""
    database, vault = storage_of(config)
    try:
        require_newest(database)
        with database.write() as session:
            if session.get(HostRow, 1) is not None:
                return False
            identity = opened(exported, vault, None).parts.identity
            if identity is None:
                raise ExportRefused("the export brings no host with it: found one with `ostraka db init`")
            session.add(new_host(vault, config.clock(), Identity.from_bytes(identity)))
            return True
    finally:
        database.dispose()


def arrive(host: Host, exported: Exported) -> Arrived:
    """Prove, store and replay a game; it goes on from here."""
    whole = opened(exported, host.vault, host.identity)
    require_schema(whole)
    log = check(host, exported, whole)
    moved = exported.header.suite != MASTER_KEY
    with host.database.write() as session:
        require_absent(session, whole, moved=moved)
        game = store(host, session, whole)
        replayed = replay_game(host, session, game)
        if replayed.differs:
            raise ExportRefused(f"the game does not hold: {replayed.differs}")
        if game.status == RUNNING:
            change_rules_of(host, session, game)
        if moved:
            take_over(host, session, game, log)
        request_look(session, game.id, host.now())
    return Arrived(whole.id, len(log), moved, replayed.not_replayed)


def require_absent(session: Session, whole: Whole, *, moved: bool) -> None:
    """Refuse a game that is here, unless it left this host and now comes back with its log grown."""
    game = session.get(Game, whole.id)
    if game is None:
        return
    if not moved or game.status != MOVED:
        raise ExportRefused(f"the game {whole.id} is in this database already, and a game is in one place only")
    here = session.exec(select(LogRow.statement).where(LogRow.game == whole.id).order_by(col(LogRow.index))).all()
    if [row["statement"] for row in whole.of(LogRow)[: len(here)]] != list(here):
        raise ExportRefused(f"the log of game {whole.id} is not the one that left this host")
    session.delete(session.get_one(DepartureRow, whole.id))
    for model in OF_A_GAME:
        for row in rows_of(session, model, whole.id):
            session.delete(row)
    session.flush()


def store(host: Host, session: Session, whole: Whole) -> Game:
    """Write a game and its players, its secrets sealed with this host's master key."""
    for values in whole.parts.players:
        add_player(session, made(host.vault, Player, values, whole.id))
    session.flush()
    values = dict(whole.parts.game)
    if values.get("contest") is not None and session.get(ContestRow, values["contest"]) is None:
        values["contest"] = None  # archives are of single games: the contest's log is not in them
    session.merge(made(host.vault, Game, values, whole.id))
    session.flush()
    game = session.get_one(Game, whole.id)
    game.host_key = None if whole.parts.founder == host.identity.signing_key else whole.parts.founder
    session.flush()
    for model in OF_A_GAME:
        session.add_all(made(host.vault, model, values, whole.id) for values in whole.of(model))
    session.flush()
    return game


def add_player(session: Session, player: SQLModel) -> None:
    """Register a player who comes with a game; one who is registered here already keeps what is stored here."""
    if not isinstance(player, Player):
        raise TypeError("a player is wanted")
    named = session.exec(select(Player).where(Player.handle == player.handle)).first()
    keyed = session.exec(select(Player).where(Player.key_id == player.key_id)).first()
    if named is not None and named.key_id != player.key_id:
        raise ExportRefused(
            f"the handle {player.handle} belongs to another key here ({named.key_id}) than in the game "
            f"({player.key_id}): the two cannot play in one host, and the game cannot come here"
        )
    if keyed is not None and keyed.handle != player.handle:
        raise ExportRefused(
            f"the key of {player.handle} is registered here as {keyed.handle}: a key has one handle, and the game "
            "cannot come here"
        )
    if named is None:
        session.add(player)


def take_over(host: Host, session: Session, game: Game, log: Sequence[LogEntry]) -> None:
    """Go on in the old host's place: sign the open keys, give back the time of the move, tell all."""
    for row in session.exec(select(PhaseRow).where(PhaseRow.game == game.id)).all():
        if row.status in (OPEN, CUT):
            sign_again(host, session, row)
    waiting = unresolved_phase(session, game.id)
    phase = load_open_phase(host, session, game, waiting) if waiting is not None and waiting.status == OPEN else None
    if phase is not None:
        give_back(phase, datetime.fromisoformat(log[-1].entry.at))
    sentences = [
        f"The game has moved to this host, at {host.config.public_url}, whose key is {host.identity.key_id}.",
        "The host before it has signed the move into the game's log. What you sent there counts here.",
        f"Have your program follow: ostraka game show {game.id} --url {host.config.public_url}",
    ]
    outbox = outbox_of(host, session, game)
    outbox.announced("the game moves to another host", sentences, f"at-{log[-1].index}", phase)


def give_back(phase: OpenPhase, left: datetime) -> None:
    """Deadline and grace are later by the working time for which the game was nowhere; paused, they stand anyway."""
    if phase.game.paused_at is not None:
        schedule(phase)
        return
    lost = between(max(left, phase.row.opened_at), phase.host.now(), phase.terms)
    if phase.row.grace_until is not None:
        phase.row.grace_until = after(phase.row.grace_until, lost, phase.terms)
    lengthen(phase, lost)
