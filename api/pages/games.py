"""The pages that everybody may read: the games, one game as spectators see it, its log, the proof of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from flask import Response, request
from msgspec import UnsetType
from sqlmodel import Session, col, func, select
from werkzeug.wrappers import Response as AnyResponse

from adjudicator import index
from adjudicator.kernel import UnknownName
from adjudicator.kernel.position.position import reason_in_words
from adjudicator.registry import title as registered_title
from adjudicator.registry import titles
from api.access.invited import find_invitation
from api.access.privacy import visible_to
from api.access.signing_keys import find_signer
from api.games.game_log import GameLog
from api.games.people import seat_name, to_choose
from api.host.host import Host, this_host
from api.http.problems import refuse
from api.openapi.game_answers import WaitingSeat
from api.pages.boards import Viewpoint, board
from api.pages.contests.contest import under_way
from api.pages.rendering import asked_shape, number_asked, onward, page, page_by_word, picture, site
from api.pages.viewer import Visitor, own_seats, visitor
from api.pages.watch import watched
from api.reports.game_summaries import summarize_game, summarize_games
from api.reports.waiting_seats import describe_waiting_seat
from api.store.lookups import load_dealt_game, load_game
from api.store.models import INVITING, OVER, RUNNING, Game, PhaseRow
from schemas.documents.game_in_words import terms_in_short, terms_in_words
from schemas.documents.log_in_words import entry_sentence
from schemas.log.chain import LogEntry
from schemas.log.entries import Created, Cut, Dealt, Joined, Over, Resolved, Seated, Started
from schemas.statements.payloads import BOOK, Join
from schemas.statements.statements import Statement

MOST_GAMES: Final = 20
MOST_SEATS: Final = 50
MOST_ENTRIES: Final = 100
STATUSES: Final = {RUNNING: "running", INVITING: "inviting players", OVER: "over"}
STOPPED = ", stopped: a phase could not be resolved, and its organiser has been told"


def describe_entries(session: Session, entries: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """What the log page says of each entry: number, sentence, kind, time."""
    return [
        {
            "index": entry.index,
            "at": entry.statement.body["at"],
            "kind": entry.kind,
            "text": describe_entry(session, entry),
        }
        for entry in entries
    ]


def describe_entry(session: Session, entry: LogEntry) -> str:
    """An entry in words."""
    match entry.body:
        case Created(drawn=drawn) if not isinstance(drawn, UnsetType):
            return "The host opened the game for a table of a contest, and committed itself to its chance secret."
        case Created():
            return "The organiser opened the game, and the host committed itself to its chance secret."
        case Joined(statement=form):
            join = Statement.from_form(form).read(Join)
            player = find_signer(session, join.player)
            return f"{player.handle if player else join.player} took seat {join.seat}."
        case Seated(seat=seat, statement=form):
            player = find_signer(session, Statement.from_form(form).key_id)
            return f"{player.handle if player else 'An entrant'} was seated at {seat}, as the contest's draw says."
        case Started():
            return "The organiser started the game."
        case Dealt():
            return "The host dealt, and recorded the salted hash of the position."
        case Cut(phase=phase, leaves=leaves):
            return f"Phase {phase} was cut: {len(leaves)} salted leaves, one for each seat, fix which orders count."
        case Resolved(phase=phase):
            return f"Phase {phase} was resolved, and the host recorded the salted hash of the new position."
        case Over(reason=reason):
            return f"The game is over: {reason_in_words(reason)}. The host revealed its chance secret."
    return entry_sentence(entry)


@site.get("/")
def home() -> Response:
    """The games of this host, the newest first."""
    status, start = request.args.get("status", ""), number_asked("from", 1_000_000) or 0
    if status and status not in STATUSES:
        refuse(400, "bad-status", f"status is one of {', '.join(STATUSES)}.")
    host, who = this_host(), visitor()
    with host.database.read() as session:
        wanted = select(Game).where(visible_to(who.handle), *([Game.status == status] if status else []))
        newest = wanted.order_by(col(Game.created_at).desc(), col(Game.id)).offset(start).limit(MOST_GAMES + 1)
        rows = session.exec(newest).all()
        facts: dict[str, Any] = {
            "games": summarize_games(session, rows[:MOST_GAMES]),
            "contests": under_way(session),
            "mine": sorted(waiting_seats(host, session, who), key=urgency),
            "counts": {one: count(session, one, who) for one in STATUSES},
        }
        following = start + MOST_GAMES if len(rows) > MOST_GAMES else None
        known = {name: registered_title(name) for name in titles()}
        facts |= {"status": status, "statuses": STATUSES, "start": start, "following": following, "titles": known}
        play = doors()
        facts |= {"doors": play, "first": index.first_door(play), "play": host.config.play is not None}
        return page("home", **facts)


def doors() -> list[Mapping[str, Any]]:
    """The games that can be played, the shortest first."""
    return [*index.doors({name: index.door_of(registered_title(name)) for name in titles()}).values()]


def waiting_seats(host: Host, session: Session, who: Visitor) -> list[WaitingSeat]:
    """The visitor's seats in running games, each with what it is asked."""
    held = [(load_game(session, seat.game), seat) for seat in own_seats(session, who)]
    going = [(game, seat) for game, seat in held if game.status == RUNNING]
    return [describe_waiting_seat(host, session, game, seat) for game, seat in going[:MOST_SEATS]]


def urgency(seat: WaitingSeat) -> tuple[bool, str]:
    """The seats that something is still wanted of come first, in the order of their deadlines."""
    return not seat.asked or seat.final, seat.deadline or ""


def count(session: Session, status: str, who: Visitor) -> int:
    """How many games that the visitor may see have this status."""
    seen = select(func.count()).select_from(Game).where(Game.status == status, visible_to(who.handle))
    return session.exec(seen).one()


@site.get("/games/<game>")
def game_page(game: str) -> AnyResponse:
    """The game as spectators see it; before the deal, who has taken which seat."""
    host, word = this_host(), request.args.get("invited")
    with host.database.read() as session:
        found = load_game(session, game)
        facts = {**about(session, found), "mine": own_seats(session, visitor(), found.id)}
        if word is not None:
            return page_by_word("invited", **facts, **invited_by(host, session, found, word))
        if not facts["dealt"]:
            return page("invitation", **facts)
        viewpoint = Viewpoint(host, session, found)
        if (wanted := number_asked("phase", viewpoint.latest)) is not None:
            return onward(f"{viewpoint.base}/phases/{viewpoint.row(wanted).phase}")
        return page("watch", **facts, **watched(viewpoint, viewpoint.latest))


def invited_by(host: Host, session: Session, game: Game, word: str) -> dict[str, Any]:
    """What the page at an invitation link says: to which seat it leads, or that it holds no more."""
    row = find_invitation(session, word, host.now())
    here = row is not None and row.place == game.id
    terms = terms_in_short(msgspec.to_builtins(game.opened.terms))
    return {"word": word if here else None, "seat": row.seat if here and row else None, "terms_in_short": terms}


def about(session: Session, game: Game) -> dict[str, Any]:
    """What the pages of a game say of it."""
    summary, rules = summarize_game(session, game), registered_title(game.title)
    return {
        "game": summary,
        "title": title_name(game),
        "own_words": {one.seat: seat_name(rules, one.seat) for one in summary.seats},
        "to_choose": {one.seat: to_choose(rules, one.seat) for one in summary.seats},
        "scenario": scenario_name(game),
        "status": STATUSES[game.status] + (", paused" if game.paused_at else "") + (STOPPED if summary.stopped else ""),
        "dealt": is_dealt(session, game),
        "terms_said": [*terms_in_words(summary.terms)],
        "checkpoint": GameLog(this_host(), session, game.id).checkpoint().to_note(),
    }


def title_name(game: Game) -> str:
    """The title of a game as people call it."""
    return registered_title(game.title).name


def scenario_name(game: Game) -> str:
    """The scenario of a game as people call it."""
    try:
        return registered_title(game.title).scenario(game.opened.scenario).name
    except UnknownName:
        return game.opened.scenario


def is_dealt(session: Session, game: Game) -> bool:
    """Is there a position to show?"""
    begun = select(PhaseRow.id).where(PhaseRow.game == game.id, PhaseRow.number == BOOK)
    return session.exec(begun).first() is not None


@site.get("/games/<game>/board.svg")
def public_board(game: str) -> Response:
    """The board that everybody sees."""
    host = this_host()
    with host.database.read() as session:
        viewpoint = Viewpoint(host, session, load_dealt_game(session, game))
        return picture(board(viewpoint, viewpoint.row(viewpoint.latest)).of(asked_shape()), own=False)


@site.get("/games/<game>/proof")
def proof_page(game: str) -> Response:
    """The signed and chained entries, the newest first."""
    host, who = this_host(), visitor()
    with host.database.read() as session:
        found = load_game(session, game)
        log = GameLog(host, session, found.id)
        total = log.length()
        before = number_asked("before", total)
        end = total if before is None else min(before, total)
        shown = log.entries(max(0, end - MOST_ENTRIES), end)[::-1]
        older = shown[-1].index if shown and shown[-1].index else None
        keys: dict[str, Any] = {"total": total, "older": older}
        return page(
            "proof",
            entries=describe_entries(session, shown),
            mine=own_seats(session, who, found.id),
            **keys,
            **about(session, found),
        )


@site.get("/program")
def program_page() -> Response:
    """How to get the program, and sit down."""
    host, word = this_host(), request.args.get("invited")
    bundle = host.config.bundle
    if word is None:
        return page("program", url=host.config.public_url, play=host.config.play is not None, word=None, bundle=bundle)
    with host.database.read() as session:
        holds = find_invitation(session, word, host.now()) is not None
    return page_by_word("program", word=word if holds else None, bundle=bundle)
