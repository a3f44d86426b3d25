"""The games of a contest: created as their tables are drawn, ended by the plan or by an act, told to the contest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sqlmodel import Session, col, delete, select

from api.access.signing_keys import card_from, find_former, stored_card
from api.acts.context import ActContext, close
from api.contests.contest_log import root_of
from api.games.game_log import GameLog, read_entry, read_log
from api.games.statements import form
from api.host.host import Host
from api.referee.lobby import deal, game_row
from api.store.lookups import load_seats, title_of, unresolved_phase
from api.store.models import (
    CUT,
    RUNNING,
    ComponentsRow,
    ContestComponentsRow,
    ContestOrganiserRow,
    ContestRow,
    FormerKeyRow,
    Game,
    GameKeyRow,
    LogRow,
    Player,
    Seat,
)
from schemas.contests.figures import places_by_player
from schemas.contests.parts import DrawnGame
from schemas.contests.story import ContestStory
from schemas.keys.chance import drawn_game, game_secret
from schemas.log import entries
from schemas.log.chain import ContestLogEntry
from schemas.log.contest_entries import Drawn, DrawnTable, Entered, Result
from schemas.log.contest_officers import Officers
from schemas.log.entries import ADJUDICATED, ANNULLED, ENDED, LATE, VOTED, ranked
from schemas.log.openings import game_at_table
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import Contest, Enter
from schemas.statements.payloads import Player as PlayerCard
from schemas.statements.statements import Statement

Outcome = Literal["played", "ended", "adjudicated", "annulled"]
OUTCOMES: Final[dict[str, Outcome]] = {
    ANNULLED: "annulled",
    ADJUDICATED: "adjudicated",
    ENDED: "ended",
    VOTED: "ended",
    LATE: "ended",
}


@dataclass(frozen=True)
class TableOfDraw:
    """A drawn table, of which a game is made. `number` counts the tables of the draw from 1."""

    contest: ContestRow
    plan: Statement
    entry: ContestLogEntry
    number: int
    table: DrawnTable
    enters: Mapping[str, Statement]
    """What the entrants signed, by handle."""
    organiser: str
    """Who decides in it."""
    named: Sequence[Statement]
    """The acts that say who organises the contest, and who assists, beyond the plan: the game's log has them."""

    def create(self, host: Host) -> bool:
        """Create the game, seat its players and deal it, in one transaction; False where it is there already."""
        with host.database.write(self.table.game) as session:
            if session.get(Game, self.table.game) is not None:
                return False
            game = self._open(host, session)
            if (file := session.get(ContestComponentsRow, self.contest.id)) is not None:
                session.add(ComponentsRow(game=game.id, text=file.text))
            log = GameLog(host, session, game.id)
            opened = entries.Created(
                statement=form(self.plan), commitment=game.commitment, drawn=form(self.entry.statement)
            )
            log.append(opened)
            for seat in load_seats(session, game.id):
                if seat.player is not None:
                    log.append(entries.Seated(seat=seat.name, statement=form(self.enters[seat.player])))
            for handle in sorted(set(self.table.seats.values())):
                for rotation in self._new_keys(host, session, handle):
                    log.append(entries.Rekeyed(statement=form(rotation)))
            for act in self.named:
                log.append(entries.Acted(statement=form(act)))
            deal(host, session, game, title_of(session, game))
        return True

    def _open(self, host: Host, session: Session) -> Game:
        plan, drawn = self.plan.read(Contest), Drawn.from_body(self.entry.entry.body)
        secret = game_secret(root_of(host, self.contest), self.contest.id, drawn.draw, self.number)
        digest = drawn_game(self.contest.id, drawn.draw, self.number)
        opened = game_at_table(plan, drawn.round, self.number, self.table)
        game = game_row(host, digest, opened, self.organiser, secret)
        game.contest = self.contest.id
        session.add(game)
        session.flush()
        for place, name in enumerate(opened.seats):
            handle = self.table.seats.get(name)
            raw = self.enters[handle].to_json() if handle else None
            seat = Seat(game=game.id, name=name, ordinal=place, player=handle, statement=raw, unmanned=handle is None)
            session.add(seat)
        session.flush()
        return game

    def _new_keys(self, host: Host, session: Session, handle: str) -> Iterator[Statement]:
        """The rotations since the player entered; of a key that was lost the old one speaks until it is confirmed."""
        player = session.exec(select(Player).where(Player.handle == handle)).one()
        key = self.enters[handle].read(Enter).player
        while key != player.key_id:
            former: FormerKeyRow | None = find_former(session, key)
            if former is None or former.rotation is None:
                card = former.card if former else player.card
                session.add(GameKeyRow(game=self.table.game, player=handle, key_id=key, card=card, at=host.now()))
                return
            rotation = Statement.parse(former.rotation)
            yield rotation
            key = _key_of(rotation)


def _key_of(rotation: Statement) -> str:
    """The key that speaks after a rotation."""
    return Statement.from_json(rotation.content["card"]).key_id


def enters_of(log: list[ContestLogEntry]) -> dict[str, Statement]:
    """The newest `enter` of everybody who entered, by handle."""
    found: dict[str, Statement] = {}
    for entry in log:
        if isinstance(entry.body, Entered):
            handle = Statement.from_form(entry.body.card).read(PlayerCard).handle
            found[handle] = Statement.from_form(entry.body.statement)
    return found


def going(session: Session, contest: str) -> list[Game]:
    """The games of a contest that go on, in the sequence in which they were created."""
    mine = select(Game).where(Game.contest == contest, Game.status == RUNNING)
    return list(session.exec(mine.order_by(col(Game.created_at), col(Game.id))).all())


def end_late(host: Host, game_id: str) -> bool:
    """End a game whose round is over, with the places of the moment; False while a phase of it is being resolved."""
    with host.database.write(game_id) as session:
        game = session.get(Game, game_id)
        if game is None or game.status != RUNNING:
            return False
        if (row := unresolved_phase(session, game_id)) is None or (row.status == CUT and not row.is_stopped):
            return False
        context = ActContext(host, session, game, "late")
        phase = context.phase(stopped=True)
        notice = entries.Notice(what="late", phase=phase.row.number, seats=[])
        context.log.append(notice)
        context.tell("The round's time is up, and the contest's plan ends the game as it stands.", always=True)
        scores = context.title.scores(phase.position)
        close(context, ranked(scores), scores, LATE)
    return True


def end_by_act(context: ActContext, statement: Statement, places: Mapping[str, int] | None) -> None:
    """End a game by an act on its contest: with these places by seat, or (None) annulled."""
    context.log.append(entries.Acted(statement=form(statement)))
    if places is None:
        close(context, {}, {}, ANNULLED)
    else:
        close(context, dict(places), context.title.scores(context.phase(stopped=True).position), ADJUDICATED)


def appoint(context: ActContext, story: ContestStory, statement: Statement, officers: Officers) -> None:
    """Write into a game that goes on who organises the contest from now on, or assists: one of them decides in it."""
    context.log.append(entries.Acted(statement=form(statement)))
    if (table := story.game(context.game.id)) is not None:
        hand_over(context.session, context.game, officers, table)


def hand_over(session: Session, game: Game, officers: Officers, table: DrawnGame) -> None:
    """Have one of those who decide in a game act on it."""
    decide = officers.deciding(players_of(session, table))
    if game.organiser not in decide:
        game.organiser = decide[0] if decide else officers.first
        session.add(game)


def keep_organisers(session: Session, row: ContestRow, officers: Officers) -> None:
    """Keep who organises a contest beside the first, where it is looked for."""
    session.exec(delete(ContestOrganiserRow).where(col(ContestOrganiserRow.contest) == row.id))
    session.add_all(ContestOrganiserRow(contest=row.id, player=handle) for handle in officers.further)
    session.flush()


def result_of(session: Session, game: Game, table: DrawnGame) -> Result:
    """Places and scores by those who compete, who of them gave up their seat, and who came in for them."""
    outcome, log = OUTCOMES.get(game.reason or "", "played"), read_log(session, game.id)
    over = next(entry for entry in reversed(log) if isinstance(entry.body, entries.Over))
    holders = {seat.name: seat.player for seat in load_seats(session, game.id)}
    drawn_to = table.competitors
    left = {name: drawn for name, drawn in drawn_to.items() if holders.get(name) != drawn}
    places = {} if outcome == "annulled" else places_by_player(drawn_to, game.places or {})
    return Result(
        round=table.round,
        game=game.id,
        outcome=outcome,
        places=places,
        scores={drawn_to[seat]: score for seat, score in (game.scores or {}).items() if seat in drawn_to},
        left=sorted(left.values()),
        substitutes={holder: drawn for name, drawn in sorted(left.items()) if (holder := holders[name]) is not None},
        head=to_base64url(over.hash),
    )


def players_of(session: Session, game: DrawnGame) -> set[str | None]:
    """Who was drawn into a game, and who plays in it now."""
    return {*game.seats.values(), *(seat.player for seat in load_seats(session, game.game))}


def who_lost(session: Session, game: str) -> set[str]:
    """Who took a vacant seat of a game, and holds none there any more."""
    rows = session.exec(select(LogRow.statement).where(LogRow.game == game, LogRow.kind == entries.Joined.kind)).all()
    joins = [body for row in rows if isinstance(body := read_entry(row).body, entries.Joined)]
    cards = [stored_card(session, game, Statement.from_form(join.statement).key_id) for join in joins]
    took = {card_from(card).handle for card in cards if card is not None}
    return took - {seat.player for seat in load_seats(session, game) if seat.player is not None}
