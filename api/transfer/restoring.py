"""An archive comes back into its own host: verified, stored and replayed in one transaction, whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, SQLModel, select

from adjudicator.kernel import OtherRules, UnknownName
from adjudicator.registry import title as registered_title
from api.games.replay import replay_game
from api.host.awaited_seats import request_look
from api.host.config import Config
from api.host.host import Host, new_host, storage_of
from api.referee.rules_changes import change_rules_of
from api.store.database import newest, require_newest
from api.store.models import RUNNING, ContestRow, Game, HostRow, Player
from api.transfer.archives import OF_A_GAME, ExportRefused, Whole, made, opened
from schemas.documents.game_exports import Exported
from schemas.errors import ProtocolError
from schemas.keys.identities import Identity
from schemas.log.chain import LogEntry, verify_chain
from schemas.statements.canonical import to_base64url


@dataclass(frozen=True)
class Restored:
    """What came back: the game, and how far its log goes.

    `not_replayed` says which phases were not, because their rules are not installed here.
    """

    game: str
    entries: int
    not_replayed: str | None = None


def found_again(config: Config, exported: Exported) -> bool:
    """Give a database without a host the one whose archive this is; False where there is one."""
    database, vault = storage_of(config)
    try:
        require_newest(database)
        with database.write() as session:
            if session.get(HostRow, 1) is not None:
                return False
            identity = Identity.from_bytes(opened(exported, vault).parts.identity)
            session.add(new_host(vault, config.clock(), identity))
            return True
    finally:
        database.dispose()


def restore(host: Host, exported: Exported) -> Restored:
    """Verify, store and replay a game; it goes on from here."""
    whole = opened(exported, host.vault)
    require_schema(whole)
    log = verified(host, exported, whole)
    require_rules(whole)
    with host.database.write() as session:
        if session.get(Game, whole.id) is not None:
            raise ExportRefused(f"the game {whole.id} is in this database already")
        game = store(host, session, whole)
        replayed = replay_game(host, session, game)
        if replayed.differs:
            raise ExportRefused(f"the game is not valid: {replayed.differs}")
        if game.status == RUNNING:
            change_rules_of(host, session, game)
        request_look(session, game.id, host.now())
    return Restored(whole.id, len(log), replayed.not_replayed)


def require_schema(whole: Whole) -> None:
    """The archive was made by a release with the schema of this one."""
    here = newest()
    if whole.parts.schema != here:
        raise ExportRefused(
            f"the archive comes from a release with schema {whole.parts.schema}, and this one has {here}: "
            "take it in with the release that made it, and then upgrade"
        )


def verified(host: Host, exported: Exported, whole: Whole) -> Sequence[LogEntry]:
    """The log of the game; its header and every entry are signed by this host."""
    try:
        exported.statement.verify(host.identity.signing_key)
        log = verify_chain(whole.statements, host.identity.signing_key, whole.id)
    except ProtocolError as error:
        raise ExportRefused(f"the game is not valid: {error}") from None
    header = exported.header
    if (header.entries, header.head) != (len(log), to_base64url(log[-1].hash)):
        raise ExportRefused("the game is not valid: its header is of another log")
    return log


def require_rules(whole: Whole) -> None:
    """The rules of the game are installed, or newer ones that can take it up."""
    game = whole.parts.game
    try:
        registered_title(game["title"]).differences(game["version"])
    except (UnknownName, OtherRules) as error:
        raise ExportRefused(f"this host cannot play the game: {error}") from None


def store(host: Host, session: Session, whole: Whole) -> Game:
    """Write a game and its players, its secrets sealed with this host's master key."""
    for values in whole.parts.players:
        add_player(session, made(host.vault, Player, values, whole.id))
    session.flush()
    values = dict(whole.parts.game)
    if values.get("contest") is not None and session.get(ContestRow, values["contest"]) is None:
        values["contest"] = None  # archives are of single games: the contest's log is not in them
    session.add(made(host.vault, Game, values, whole.id))
    session.flush()
    for model in OF_A_GAME:
        session.add_all(made(host.vault, model, values, whole.id) for values in whole.of(model))
    session.flush()
    return session.get_one(Game, whole.id)


def add_player(session: Session, player: SQLModel) -> None:
    """Register a player who comes with a game; one who is registered here already keeps what is stored here."""
    if not isinstance(player, Player):
        raise TypeError("a player is wanted")
    named = session.exec(select(Player).where(Player.handle == player.handle)).first()
    keyed = session.exec(select(Player).where(Player.key_id == player.key_id)).first()
    if named is not None and named.key_id != player.key_id:
        raise ExportRefused(
            f"the handle {player.handle} belongs to another key here ({named.key_id}) than in the game "
            f"({player.key_id}): the two cannot play in one host, and the game cannot come back"
        )
    if keyed is not None and keyed.handle != player.handle:
        raise ExportRefused(
            f"the key of {player.handle} is registered here as {keyed.handle}: a key has one handle, and the game "
            "cannot come back"
        )
    if named is None:
        session.add(player)
