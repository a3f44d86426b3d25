"""Acts on a contest, by its organiser, or by the assistant where the organiser plays: each is told to all, with why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import Final

from sqlmodel import Session

from api.access.privacy import let_in
from api.acts.context import ActContext
from api.acts.seat_acts import vacate
from api.contests.contest_log import ContestLog
from api.contests.entering import is_known, look_now, require_going, require_newer, require_this_contest
from api.contests.games import appoint, end_by_act, going, keep_organisers, players_of
from api.contests.mails import acted, announced, corrected
from api.contests.opening import card_form
from api.contests.substitutes import withdraw_offers
from api.games.statements import form, require_signer
from api.host.host import Host
from api.http.problems import Problem, refuse
from api.openapi.error_codes import CODES
from api.store.lookups import load_player, load_seats
from api.store.models import RUNNING, ContestRow, Game, Player
from schemas.contests.allowed import act_refused
from schemas.contests.parts import DrawnGame
from schemas.contests.story import ContestStory
from schemas.contests.told.acts import act_in_words
from schemas.log import entries
from schemas.log.contest_entries import ContestActed
from schemas.record.contest_games import adjudicated
from schemas.statements import contests
from schemas.statements.contests import ContestAct
from schemas.statements.in_words import listed
from schemas.statements.payloads import instant
from schemas.statements.statements import Statement

DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 5
"""Words to all who are in a contest."""


def take_contest_act(host: Host, session: Session, row: ContestRow, statement: Statement) -> bool:
    """Take an act, log it, carry it out, tell all; False when it was taken before."""
    wanted = statement.read(ContestAct)
    signer = require_signer(session, statement, wanted.organiser)
    require_this_contest(row, wanted.contest)
    log = ContestLog(host, session, row.id)
    story = log.story()
    require_entitled(session, story, signer, wanted)
    if is_known(log, statement):
        return False
    if not isinstance(wanted.act, contests.CorrectResult):
        require_going(row)
    require_newer(log, wanted.organiser, wanted.number)
    if (why := act_refused(story, wanted.act)) is not None:
        refuse(CODES[why.code].status, why.code, why.why)
    part = statement.digest.hex()[:16]
    if isinstance(wanted.act, contests.Announce):
        require_calm(host, story)
    host.meters.statement(statement.key_id)
    Doing(host, session, row, story, statement).carry_out(wanted.act)
    is_known_by = Statement.from_form(story.opened.statement).key_id == signer.key_id
    card = None if is_known_by else card_form(signer)
    log.append(ContestActed(statement=form(statement), card=card))
    if isinstance(wanted.act, contests.Announce):
        announced(host, session, row, signer.handle, wanted.act.text, part)
        return True
    if isinstance(wanted.act, contests.CorrectResult):
        corrected(host, session, row, story, signer.handle, wanted.act, part)
        return True
    sentence = act_in_words(wanted.act, story, has_begun=bool(story.rounds))
    acted(host, session, row, f"{signer.handle}: {sentence}", wanted.act.reason, part)
    look_now(host, session, row)
    return True


def require_calm(host: Host, story: ContestStory) -> None:
    """Refuse more words to all within a day than a contest's entrants have to read."""
    recent = [word.at for word in story.words if word.at > host.now() - DAY]
    if len(recent) >= MOST_A_DAY:
        free = recent[-MOST_A_DAY] + DAY
        detail = f"{MOST_A_DAY} words went to all who are in this contest within a day, the most that are allowed"
        wait = {"Retry-After": str(ceil((free - host.now()).total_seconds()))}
        raise Problem(429, "too-much-press", f"{detail}; the next can go from {instant(free)}.", headers=wait)


def require_entitled(session: Session, story: ContestStory, signer: Player, wanted: ContestAct) -> None:
    """An organiser may act but on games in which they play, drawn or as a substitute, and on players in these; the
    assistant on those in which the first organiser does, and on no others."""
    handle, officers = signer.handle, story.officers
    if isinstance(wanted.act, contests.NameOrganiser | contests.DismissOrganiser):
        if not officers.may(handle, wanted.act):
            refuse(403, "not-organiser", f"Only {officers.first}, who opened the contest, says who organises it.")
        return
    is_organiser = handle in officers.organisers
    game = game_acted_on(session, story, wanted.act, handle if is_organiser else officers.first)
    there = players_of(session, game) if game is not None else set()
    helps = handle == officers.assistant and officers.first in there
    if not is_organiser and not helps:
        several = "s" * bool(officers.further)
        who = listed(officers.organisers)
        refuse(403, "not-organiser", f"Only the contest's organiser{several}, {who}, can do this.")
    if game is not None and handle in there:
        others = officers.deciding(there)
        who = f"{listed(others)} can" if others else "only somebody else could: name an assistant first"
        refuse(403, "plays-here", f"You play in game {game.game}, and decide nothing there: {who}.")


def game_acted_on(session: Session, story: ContestStory, act: contests.ContestActs, who: str) -> DrawnGame | None:
    """The game in which an act changes something: of a disqualification that in which it meets `who`."""
    if isinstance(act, contests.Disqualify):
        met = {act.player, who}
        return next((game for game in story.games if game.is_open and met <= players_of(session, game)), None)
    of_game = contests.Adjudicate | contests.AnnulGame | contests.CorrectResult
    return story.game(act.game) if isinstance(act, of_game) else None


@dataclass(frozen=True)
class Doing:
    """One act in the transaction at hand."""

    host: Host
    session: Session
    row: ContestRow
    story: ContestStory
    statement: Statement

    def carry_out(self, act: contests.ContestActs) -> None:
        """Do it, but for what the log alone does."""
        match act:
            case contests.KeepApart():
                for handle in act.players:
                    load_player(self.session, handle)
            case contests.Disqualify():
                self._disqualify(act.player)
            case contests.Adjudicate():
                self._adjudicate(act.game, act.places)
            case contests.NameAssistant() | contests.NameOrganiser() | contests.DismissOrganiser():
                self._appoint(act)
            case contests.AnnulGame():
                self._annul(act.game)
            case contests.Redraw() | contests.EndContest():
                self._annul_all()

    def _disqualify(self, handle: str) -> None:
        withdraw_offers(self.session, self.row.id, handle, self.host.now())
        for game in going(self.session, self.row.id):
            for name in [seat.name for seat in load_seats(self.session, game.id) if seat.player == handle]:
                context = self._context(game)
                context.log.append(entries.Acted(statement=form(self.statement)))
                vacate(context, name)
                break

    def _adjudicate(self, game_id: str, places: Mapping[str, int]) -> None:
        table, game = self.story.game(game_id), self.session.get(Game, game_id)
        if table is None or game is None or game.status != RUNNING:
            refuse(409, "game-over", f"Game {game_id} does not go on: it cannot be adjudicated.")
        seats = [seat.name for seat in load_seats(self.session, game_id)]
        end_by_act(self._context(game), self.statement, adjudicated(seats, table.seats, places))

    def _appoint(self, act: contests.NameAssistant | contests.NameOrganiser | contests.DismissOrganiser) -> None:
        load_player(self.session, act.player)
        let_in(self.session, self.row, act.player)
        officers = self.story.officers.after(act)
        keep_organisers(self.session, self.row, officers)
        for game in going(self.session, self.row.id):
            appoint(self._context(game), self.story, self.statement, officers)

    def _annul(self, game_id: str) -> None:
        game = self.session.get(Game, game_id)
        if game is not None and game.status == RUNNING:
            end_by_act(self._context(game), self.statement, None)

    def _annul_all(self) -> None:
        for game in going(self.session, self.row.id):
            end_by_act(self._context(game), self.statement, None)

    def _context(self, game: Game) -> ActContext:
        return ActContext(self.host, self.session, game, self.statement.digest.hex()[:16])
