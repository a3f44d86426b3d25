"""A contest is opened: its plan is looked through, and the host commits to its secrets before anybody enters."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec
from sqlmodel import Session, func, select

from api.access.aliases import refuse_alias
from api.access.privacy import let_in
from api.contests.contest_log import ContestLog, root_place
from api.contests.games import keep_organisers
from api.games.statements import form, require_signer, require_this_host
from api.host.host import Host
from api.http.problems import refuse
from api.referee.lobby import require_playable
from api.store.lookups import load_player, load_title
from api.store.models import FINISHED, ContestComponentsRow, ContestRow, Player
from schemas.contests.plan import plan_faults
from schemas.contests.story import moment
from schemas.keys import chance
from schemas.keys.chance import draw_secrets
from schemas.log import contest_entries
from schemas.log.contest_officers import Officers
from schemas.log.openings import BOT
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import Contest
from schemas.statements.forms import StatementForm
from schemas.statements.in_words import listed
from schemas.statements.payloads import Game
from schemas.statements.statements import Statement
from schemas.statements.texts import game_id
from schemas.statements.working_time import LONGEST, furthest

MOST_CONTESTS: Final = 3
"""Of one organiser, under way at a time."""


def open_contest(
    host: Host, session: Session, statement: Statement, components: str | None = None
) -> tuple[ContestRow, bool]:
    """Open a contest as its organiser plans it, with the components file of its games; is it new?"""
    plan = statement.read(Contest)
    organiser = require_signer(session, statement, plan.organiser)
    refuse_alias(organiser)
    require_this_host(host, plan.host)
    known = session.exec(select(ContestRow).where(ContestRow.digest == statement.digest.hex())).first()
    if known is not None:
        return known, False
    require_room(host, session, organiser)
    require_plan(plan, components, host.now())
    officers = Officers.of(plan, organiser.handle)
    if organiser.handle in officers.further:
        refuse(422, "wrong-plan", "organisers: you, who sign the plan, need not be named; name only the others")
    for named in (*officers.further, *([plan.assistant] if plan.assistant else [])):
        load_player(session, named)
    root, identity = chance.make_secret(), game_id(statement.digest)
    if session.get(ContestRow, identity) is not None:
        refuse(409, "try-again", "Another contest has the id that follows from this statement: use another nonce.")
    host.meters.statement(statement.key_id)
    row = ContestRow(
        id=identity,
        digest=statement.digest.hex(),
        opening=statement.payload,
        title=plan.title,
        organiser=organiser.handle,
        status="entering",
        private=plan.private,
        commitment=to_base64url(chance.commitment(root)),
        secret=host.vault.seal(root_place(identity), root),
        created_at=host.now(),
        look_at=moment(plan.closes_at) if plan.closes_at else None,
    )
    session.add(row)
    session.flush()
    if components is not None:
        session.add(ContestComponentsRow(contest=identity, text=components))
    for handle in {*officers.organisers, plan.assistant} - {None}:
        let_in(session, row, str(handle))
    keep_organisers(session, row, officers)
    opened = contest_entries.Opened(
        statement=form(statement),
        card=card_form(organiser),
        commitment=row.commitment,
        draws=to_base64url(draw_secrets(root)[0]),
    )
    ContestLog(host, session, identity).append(opened)
    return row, True


def card_form(player: Player) -> StatementForm:
    """A player's card as the log has it."""
    return form(Statement.parse(player.card))


def require_room(host: Host, session: Session, organiser: Player) -> None:
    """Refuse an organiser more contests at a time than the limit, and any where the host is full."""
    host.meters.require_room()
    own = (ContestRow.organiser == organiser.handle, ContestRow.status != FINISHED)
    count = session.exec(select(func.count()).select_from(ContestRow).where(*own)).one()
    if count >= MOST_CONTESTS:
        refuse(
            409, "too-many-contests", f"You organise {count} contests that are not finished, the most that are allowed."
        )


def require_plan(plan: Contest, components: str | None, now: datetime) -> None:
    """Refuse a plan that cannot be carried out, or contradicts itself, in words."""
    wrong = plan_faults(plan)
    if plan.closes_at is not None and moment(plan.closes_at) <= now:
        wrong.append(f"`closes_at` is {plan.closes_at}, which has passed.")
    if plan.closes_at is not None and moment(plan.closes_at) > furthest(now):
        wrong.append(f"`closes_at` is {plan.closes_at}; entering may stay open for {LONGEST} days at most.")
    if wrong:
        refuse(422, "wrong-plan", " ".join(wrong))
    for seats in plan.tables:
        unmanned = require_playable(as_game(plan, seats), components, now)
        if unmanned:
            refuse(
                422, "wrong-plan", f"With these options nobody plays {listed(unmanned)}: every seat needs an entrant."
            )
        if plan.odd == "bot":
            require_bot(plan, seats, components, now)


def require_bot(plan: Contest, seats: list[str], components: str | None, now: datetime) -> None:
    """Refuse `odd: bot` where the rules have no bot for each seat, or not with the plan's options."""
    title = load_title(plan.title)
    if not title.has_bot_for(seats):
        refuse(422, "wrong-plan", f"`odd: bot`: {title.name} has no bot in its rules; say `odd: bye`.")
    for seat in seats:
        with_bot = msgspec.structs.replace(as_game(plan, seats), options={**plan.options, seat: BOT})
        require_playable(with_bot, components, now)


def as_game(plan: Contest, seats: list[str]) -> Game:
    """A game of the contest at a table with these seats."""
    return Game(
        nonce=plan.nonce,
        organiser=plan.organiser,
        host=plan.host,
        name=plan.name,
        title=plan.title,
        scenario=plan.scenario,
        seats=seats,
        options=plan.options,
        terms=plan.terms,
    )
