"""Rules that change under running games: each goes on from its stored position by the rules of this release.

A game's change is one transaction: log entry, position, the next phase under a new key, mails. A host that is stopped
in between goes on with the others when it starts again. A phase that was open, or cut and not resolved, is void.
"""

from __future__ import annotations

from collections.abc import Iterator

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from adjudicator.kernel import Fallen, OtherRules, UnknownName
from adjudicator.kernel.run import events
from adjudicator.kernel.title.reopening import reopened_under
from adjudicator.registry import title as registered_title
from api.games.open_phase import load_open_phase, sign_again
from api.host.host import Host
from api.http.problems import ConfigurationError, fault
from api.mail_out.phase_mails import outbox_of
from api.referee.resolution import open_in_place, position_hash, set_aside
from api.store.database import ring
from api.store.lookups import laid, load_game, load_phase, unresolved_phase
from api.store.models import RUNNING, Game
from api.store.sealed_rows import Archive, latest
from api.store.vault import VaultError
from schemas.log import entries
from schemas.statements.payloads import BOOK

LOG = structlog.get_logger("ostraka.play")
CLAUSE = "rules-changed"


def require_rules(host: Host) -> list[str]:
    """The running games that older rules have to be left for; ConfigurationError names those that cannot go on here."""
    with host.database.read() as session:
        wanting = [f"{game.id} under {game.version}" for game in other_games(session) if not leads_here(game)]
        outdated = [game.id for game in other_games(session)]
    if wanting:
        raise ConfigurationError(
            "this release lacks the rules of running games, and has no upgrade from theirs: "
            f"{'; '.join(wanting)}. Start the release of Ostraka that has these versions"
        )
    return outdated


def other_games(session: Session) -> Iterator[Game]:
    """The running games that are not under the rules of this release, of each version the oldest first."""
    played = select(Game.title, Game.version).where(Game.status == RUNNING).distinct()
    for title, version in session.exec(played).all():
        if version != version_here(title):
            other = select(Game).where(Game.status == RUNNING, Game.title == title, Game.version == version)
            yield from session.exec(other.order_by(col(Game.created_at), col(Game.id))).all()


def version_here(title: str) -> str:
    """The version of a title that this release plays; empty where it does not know the title."""
    try:
        return registered_title(title).version
    except UnknownName:
        return ""


def leads_here(game: Game) -> bool:
    """Does an upgrade lead from the rules of a game to those of this release?"""
    try:
        registered_title(game.title).differences(game.version)
    except (OtherRules, UnknownName):
        return False
    return True


def change_rules(host: Host) -> None:
    """Bring every running game to the rules of this release; one that cannot go on by them is set aside, and its
    organiser told: the next start tries it again, and so does `ostraka db retry`."""
    for game in require_rules(host):
        try_to_change(host, game)


def try_to_change(host: Host, game: str) -> bool:
    """Bring one game to the rules of this release, or set it aside as it is."""
    try:
        with host.database.write() as session:
            change_rules_of(host, session, load_game(session, game))
    except (OSError, SQLAlchemyError, VaultError):
        raise
    except Exception as error:
        LOG.error("game set aside", game=game, **fault(error))
        set_aside(host, game)
        return False
    host.database.erase()
    return True


def retry(host: Host, name: str) -> bool:
    """Try a game that has stopped at once: by the rules of this release, and the worker its phase. False: it could not
    be carried over."""
    with host.database.read() as session:
        game = load_game(session, name)
        older = game.status == RUNNING and game.version != version_here(game.title)
    if older:
        return try_to_change(host, name)
    with host.database.write(name) as session:
        if (row := unresolved_phase(session, name)) is not None:
            row.look_at = host.now()
            session.add(row)
            ring(session)
    return True


def change_rules_of(host: Host, session: Session, game: Game) -> None:
    """Bring one game to the rules of this release, tell all what differs, and ask anew what its open phase asked."""
    title, void = laid(session, game, registered_title(game.title)), unresolved_phase(session, game.id)
    if game.version == title.version or void is None:
        return
    stored = Archive(host.vault, title).stored_position(latest(session, game.id))
    position, unread = reopened_under(title, stored, void.number + 1)
    older, before = game.version, position_hash(host, game, void.number - 1, stored)
    game.version = title.version
    session.add(game)
    books = load_phase(session, game.id, BOOK)
    sign_again(host, session, books, title.version)
    change = events.RulesChanged(
        phase=void.number,
        number=void.number + 1,
        older=older,
        newer=title.version,
        differs=title.differences(older),
    )

    def body(digest: str) -> entries.RulesChanged:
        return entries.RulesChanged(
            phase=change.phase, number=change.number, older=older, newer=title.version, before=before, position=digest
        )

    open_in_place(host, session, game, void, position, change, body, fallen_books(unread))
    announce(host, session, game, change)
    LOG.info("rules changed", game=game.id, phase=change.number, version=title.version)


def fallen_books(unread: dict[str, str]) -> list[Fallen]:
    """The books that the new rules cannot read, for their owners to read."""
    return [
        Fallen(seat, "book", CLAUSE, f"your book no longer counts, because the new rules cannot read it: {why}")
        for seat, why in unread.items()
    ]


def announce(host: Host, session: Session, game: Game, change: events.RulesChanged) -> None:
    """Write to all who play, with a letter for the phase that is open now."""
    row = load_phase(session, game.id, change.number)
    phase, subject = load_open_phase(host, session, game, row), f"the rules changed to {change.newer}"
    outbox_of(host, session, game).announced(subject, [change.with_differences()], f"rules-{change.number}", phase)
