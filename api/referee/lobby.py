"""From a statement to a game: an organiser opens it, players join, the organiser starts it; and how many may be open.

Every act is a signed statement; the same statement sent again gets the same answer and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import structlog
from flask import g
from msgspec import UNSET
from sqlmodel import Session, col, func, select

from adjudicator.kernel import Chance, OstrakaError, Title, UnknownName
from adjudicator.kernel.chance import KEY_BYTES
from adjudicator.kernel.title.amending import require_playable as play_some
from api.access.aliases import refuse_alias
from api.access.invited import is_awaited
from api.games.game_log import GameLog, read_entry
from api.games.open_phase import find_open_phase, open_book_desk, schedule
from api.games.statements import (
    form,
    require_manned,
    require_organiser,
    require_signer,
    require_this_game,
    require_this_host,
)
from api.host.host import Host
from api.http.problems import fault, refuse
from api.mail_out.outbox import Outbox
from api.mail_out.phase_mails import outbox_of, write_phase_mails
from api.referee.aliases import commit_in_game
from api.referee.deadlines import go_on_with_substitute
from api.referee.resolution import go_on, record_position
from api.rules.limits import Limit
from api.store.lookups import load_dealt_game, load_seat, load_seats, load_title, title_of
from api.store.models import (
    BY_LINK,
    INVITING,
    OPEN,
    OVER,
    RUNNING,
    ComponentsRow,
    ContestRow,
    Game,
    LogRow,
    Player,
    Seat,
    joined_tags,
)
from api.store.sealed_rows import CountedOrders, chance_secret, seal_secret
from schemas.documents.components_files import WrongComponents, add_components
from schemas.keys import chance
from schemas.log import entries
from schemas.statements import canonical
from schemas.statements.contests import Contest
from schemas.statements.payloads import Game as GameStatement
from schemas.statements.payloads import Join, Start, Terms
from schemas.statements.statements import Statement
from schemas.statements.texts import game_id
from schemas.statements.times import find_zone
from schemas.statements.working_time import LONGEST, after, furthest

UNDER_WAY = (INVITING, RUNNING)
LOG = structlog.get_logger("ostraka.play")
SHORTEST_DEADLINE, LONGEST_DEADLINE = 5, 60 * 60 * 24 * 60


def require_room_for_player(host: Host) -> None:
    """Refuse one more new player of the address that asks."""
    host.meters.player(g.address)


def require_room_for_game(host: Host, session: Session, organiser: Player) -> None:
    """Refuse an organiser one game more than the limit."""
    games = select(func.count()).select_from(Game)
    own = (Game.organiser == organiser.handle, col(Game.contest).is_(None))
    mine = games.where(*own, col(Game.status).in_(UNDER_WAY))
    host.meters.game(session.exec(mine).one())


def require_room_for_seat(host: Host, session: Session, player: Player) -> None:
    """Refuse a player one seat more than the limit."""
    seats = select(func.count()).select_from(Seat).join(Game, col(Game.id) == col(Seat.game))
    mine = seats.where(Seat.player == player.handle, col(Game.status).in_(UNDER_WAY))
    host.meters.seat(session.exec(mine).one())


def open_game(host: Host, session: Session, statement: Statement, components: str | None = None) -> tuple[Game, bool]:
    """Open a game as its organiser says, with the components file that its options may name; is it new?"""
    wanted = statement.read(GameStatement)
    organiser = require_signer(session, statement, wanted.organiser)
    refuse_alias(organiser)
    require_this_host(host, wanted.host)
    known = session.exec(select(Game).where(Game.digest == statement.digest.hex())).first()
    if known is not None:
        return known, False
    require_room_for_game(host, session, organiser)
    unmanned = require_playable(wanted, components, host.now())
    secret = chance.make_secret()
    identity = game_id(statement.digest)
    if session.get(Game, identity) is not None:
        refuse(
            409,
            "try-again",
            "Another game already has the id that follows from this statement: sign one with another nonce.",
        )
    game = game_row(host, statement.digest, wanted, organiser.handle, secret)
    session.add(game)
    session.flush()
    session.add_all(
        Seat(game=identity, name=name, ordinal=place, unmanned=name in unmanned)
        for place, name in enumerate(wanted.seats)
    )
    if components is not None:
        session.add(ComponentsRow(game=identity, text=components))
    created = entries.Created(statement=form(statement), commitment=game.commitment)
    GameLog(host, session, identity).append(created)
    return game, True


def game_row(host: Host, digest: bytes, opened: GameStatement, organiser: str, secret: bytes) -> Game:
    """A game that is looking for players: what was said when it was opened, and what it is found by."""
    identity = game_id(digest)
    return Game(
        id=identity,
        digest=digest.hex(),
        opening=canonical.dumps(opened.to_body(), "game"),
        title=opened.title,
        version=load_title(opened.title).version,
        organiser=organiser,
        status=INVITING,
        commitment=canonical.to_base64url(chance.commitment(secret)),
        secret=seal_secret(host.vault, identity, secret),
        private=opened.private,
        tags=joined_tags(opened.tags),
        created_at=host.now(),
    )


def add_sent_components(
    host: Host,
    statement: Statement,
    components: str,
    wanted: GameStatement | Contest,
    opened: type[Game | ContestRow] = Game,
) -> None:
    """Read a registered player's components file before the database is locked, since a long one takes its time."""
    with host.database.read() as session:
        require_signer(session, statement, wanted.organiser)
        if session.exec(select(opened.id).where(opened.digest == statement.digest.hex())).first() is not None:
            return
    host.meters.components_file(statement.key_id)
    title = load_title(wanted.title)
    add_components(title, wanted.options, components)
    try:
        Limit.run(try_components, title, wanted.scenario, wanted.options)
    except Exception as error:
        LOG.warning("components refused", **fault(error))
        raise WrongComponents(
            f"the components file cannot be used: a game of {wanted.scenario} cannot be played by it. What is wrong "
            "was not found: leave one change after another out"
        ) from None


def try_components(title: Title[Any], scenario: str, options: Mapping[str, Any]) -> None:
    """Begin a game by a components file and play some phases of it; whatever is raised says that it cannot be used."""
    try:
        title.chosen(scenario, options)
        seats = title.seats(scenario, title.scenario(scenario).seat_counts[0])
    except OstrakaError:
        return  # refused for itself, with what would be right
    dice = Chance(bytes(KEY_BYTES))
    play_some(title, title.begin(scenario=scenario, seats=seats, options=options, chance=dice).position)


def require_playable(wanted: GameStatement, components: str | None, now: datetime) -> list[str]:
    """Refuse a game that no title of this host can be played as; gives the seats that the rules' bot plays."""
    title = load_title(wanted.title)
    try:
        allowed = title.seats(wanted.scenario, len(wanted.seats))
    except UnknownName as error:
        refuse(422, "unknown-scenario", str(error))
    except ValueError as error:
        refuse(422, "wrong-seats", str(error))
    if sorted(wanted.seats) != sorted(allowed):
        refuse(422, "wrong-seats", f"With {len(allowed)} seats {title.name} is played by {', '.join(allowed)}.")
    require_terms(wanted.terms, now)
    add_components(title, wanted.options, components)
    try:
        return title.bot_seats(wanted.scenario, wanted.options, wanted.seats)
    except OstrakaError as error:
        refuse(422, "wrong-options", f"{error}.")


def require_time_zone(name: str, code: str) -> None:
    """Refuse what this machine knows no time zone of."""
    if find_zone(name) is None:
        refuse(422, code, f"There is no time zone {name!r}; write, for example, Europe/Athens.")


def require_terms(terms: Terms, now: datetime) -> None:
    """Refuse terms that are out of bounds, contradict each other, or leave no working time."""
    if not SHORTEST_DEADLINE <= terms.phase_seconds <= LONGEST_DEADLINE:
        refuse(
            422,
            "wrong-deadline",
            f"A phase of {terms.phase_seconds} s; {SHORTEST_DEADLINE} to {LONGEST_DEADLINE} s are allowed.",
        )
    require_time_zone(terms.time_zone, "wrong-terms")
    if terms.least_seconds >= terms.phase_seconds:
        refuse(422, "wrong-terms", "least_seconds has to be less than phase_seconds.")
    require_calendar(terms, "a phase with its bank", terms.phase_seconds + terms.bank_seconds, now)
    require_calendar(terms, "grace", terms.grace_seconds, now)


def require_calendar(terms: Terms, what: str, seconds: int, now: datetime) -> None:
    """Refuse terms with so many days off that something would never end."""
    if after(now, seconds, terms) >= furthest(now):
        detail = f"With these days off {what} would last more than {LONGEST} days: shorten it, or take fewer days off."
        refuse(422, "wrong-terms", detail)


def join(host: Host, session: Session, game: Game, statement: Statement) -> bool:
    """Seat a player; False when the player already holds the seat."""
    wanted = statement.read(Join)
    player = require_signer(session, statement, wanted.player, game)
    require_this_host(host, wanted.host)
    require_this_game(game, wanted.game)
    if wanted.commitment != game.commitment:
        refuse(409, "wrong-commitment", f"The join names another commitment than the game's own, {game.commitment}.")
    seat = load_seat(session, game.id, wanted.seat)
    if seat.player == player.handle:
        return False
    if seat.player is not None:
        refuse(409, "seat-taken", f"Seat {seat.name} is held by {seat.player}.")
    require_free(session, game, seat, player, host.now())
    alias = commit_in_game(host, session, game, player)
    require_unused(session, game, statement)
    require_room_for_seat(host, session, player)
    require_together(session, game, seat, player)
    outbox = outbox_of(host, session, game)
    seat.player, seat.statement = player.handle, statement.to_json()
    seat.vacant_since = seat.kept_for = None
    session.add(seat)
    GameLog(host, session, game.id).append(entries.Joined(statement=form(statement), alias=alias or UNSET))
    if game.status == INVITING:
        begin_if_full(host, session, game)
    else:
        welcome(host, session, game, seat, outbox, statement)
    return True


def require_free(session: Session, game: Game, seat: Seat, player: Player, now: datetime) -> None:
    """Refuse a seat that cannot be taken, or not by this player. One that waits for a link does so until its end."""
    require_manned(seat)
    if game.status == OVER:
        refuse(409, "game-over", "The game is over; no one can join it any more.")
    if game.status != INVITING and seat.vacant_since is None:
        refuse(409, "already-started", "The game has begun; only a vacant seat can be taken now.")
    kept_for = seat.kept_for
    if kept_for == BY_LINK and not is_awaited(session, game.id, seat.name, now):
        kept_for = None
    if kept_for not in (None, player.handle):
        refuse(409, "seat-kept", f"Seat {seat.name} is reserved for {seat.kept_for}; choose another.")


def require_unused(session: Session, game: Game, statement: Statement) -> None:
    """Refuse a join that is in the log already: anybody could send it again after its player has left."""
    joins = select(LogRow.statement).where(LogRow.game == game.id, LogRow.kind == entries.Joined.kind)
    for stored in session.exec(joins).all():
        body = read_entry(stored).body
        if isinstance(body, entries.Joined) and Statement.from_form(body.statement).digest == statement.digest:
            refuse(409, "join-used", "This join was used before, and the seat was left since: sign a new one.")


def require_together(session: Session, game: Game, seat: Seat, player: Player) -> None:
    """Refuse a seat that game or title do not let this player hold beside those that are held already."""
    seats = load_seats(session, game.id)
    holders = {one.name: one.player for one in seats if one.player is not None}
    title = title_of(session, game)
    opened = game.opened
    why = title.holders_refused(opened.scenario, opened.options, {**holders, seat.name: player.handle})
    if why is not None:
        refuse(409, "not-together", f"{why}.")
    most = opened.seats_a_player or title.seats_a_player(opened.scenario, opened.options, [one.name for one in seats])
    mine = [name for name, holder in holders.items() if holder == player.handle]
    if len(mine) >= most:
        may = "one seat" if most == 1 else f"{most} seats"
        refuse(
            409, "enough-seats", f"One player may hold {may} in this game, and {player.handle} holds {', '.join(mine)}."
        )


def welcome(host: Host, session: Session, game: Game, seat: Seat, outbox: Outbox, statement: Statement) -> None:
    """Announce a substitute, for whom the game waits again, and mail them what is asked (if veiled: asked or not)."""
    session.flush()
    seat.press_at = host.now()
    phase = find_open_phase(host, session, game)
    outbox.acted(f"{seat.player} took the vacant seat {seat.name}.", "", statement.digest.hex()[:16])
    if phase is not None and phase.row.status == OPEN:
        go_on_with_substitute(host, session, phase)
        schedule(phase)
        outbox.orders_wanted(phase, only=seat.name)


def start(host: Host, session: Session, game: Game, statement: Statement) -> None:
    """Deal a game whose seats are filled, and open its first phase."""
    wanted = statement.read(Start)
    require_organiser(session, game, statement, wanted)
    if game.status != INVITING:
        load_dealt_game(session, game.id)
        return
    if empty := empty_seats(session, game):
        by_itself = " The game begins by itself when they are taken." if game.opened.start == "full" else ""
        refuse(409, "seats-empty", f"Seats without a player: {', '.join(empty)}.{by_itself}")
    GameLog(host, session, game.id).append(entries.Started(statement=form(statement)))
    deal(host, session, game, title_of(session, game))


def empty_seats(session: Session, game: Game) -> list[str]:
    """The seats that still want a player."""
    return [seat.name for seat in load_seats(session, game.id) if seat.player is None and not seat.unmanned]


def begin_if_full(host: Host, session: Session, game: Game) -> None:
    """Deal a game that is to begin by itself, once nobody is wanting: nobody signs for it, and no entry stands for it.

    To be called when a seat was taken. Other entries that seat somebody go the same way.
    """
    session.flush()
    if game.opened.start == "full" and not empty_seats(session, game):
        deal(host, session, game, title_of(session, game))


def deal(host: Host, session: Session, game: Game, title: Title) -> None:  # type: ignore[type-arg]
    """Set the game up; the setup is keyed by the log with every player's contribution in it."""
    keyed_by = GameLog(host, session, game.id).keying(0)
    key = chance.phase_key(chance_secret(host.vault, game), keyed_by, game.id, 0)
    seats = load_seats(session, game.id)
    names = [seat.name for seat in seats]
    opened = game.opened
    resolution = title.begin(scenario=opened.scenario, seats=names, options=opened.options, chance=Chance(key))
    game.status = RUNNING
    game.version = title.version
    session.add(game)
    open_book_desk(host, session, game)
    for seat in (seat for seat in seats if not seat.unmanned):
        seat.excused, seat.bank_seconds = opened.terms.excused, opened.terms.bank_seconds
        session.add(seat)
    dealt = record_position(host, session, game, seats, 0, resolution, CountedOrders(resolution.counted))
    game.started_at = dealt.at
    outbox_of(host, session, game).started()
    go_on(host, session, game, seats, resolution.position)
    write_phase_mails(host, session, game)
