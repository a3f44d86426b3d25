"""Players enter a contest, leave it, challenge each other: one statement each."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec import UNSET
from sqlmodel import Session

from api.access.privacy import let_in
from api.contests.contest_log import ContestLog, root_of
from api.contests.mails import tell, withdraw_invitations
from api.contests.opening import card_form
from api.contests.substitutes import offer_again, withdraw_offers
from api.games.statements import form, refuse_older, require_signer, require_this_host
from api.host.host import Host
from api.http.problems import refuse
from api.openapi.error_codes import CODES
from api.referee.aliases import commit, require_alias
from api.store.database import ring
from api.store.models import FINISHED, ContestRow, Player
from schemas.contests.allowed import bye_refused, challenge_refused, entry_refused
from schemas.contests.story import ContestStory
from schemas.log import contest_entries
from schemas.log.contest_entries import ByeAsked, Challenged, Left
from schemas.statements.contests import Challenge, ContestAct, Enter, LeaveContest, RequestBye
from schemas.statements.statements import Statement

Said = TypeVar("Said", Enter, LeaveContest, Challenge, RequestBye)
Word = TypeVar("Word", LeaveContest, Challenge, RequestBye)
NUMBERED: Final[tuple[type[ContestAct | LeaveContest | Challenge | RequestBye], ...]] = (
    *(ContestAct, LeaveContest),
    *(Challenge, RequestBye),
)


def require_going(row: ContestRow) -> None:
    """Refuse what comes too late for a contest."""
    if row.status == FINISHED:
        refuse(409, "contest-over", "The contest is finished; nothing more can be done in it.")


def require_this_contest(row: ContestRow, named: str) -> None:
    """Refuse a statement that was made for another contest."""
    if named != row.id:
        refuse(422, "wrong-contest", f"The statement is for contest {named}, and was sent to {row.id}.")


def fresh(
    host: Host, session: Session, row: ContestRow, statement: Statement, kind: type[Said]
) -> tuple[Said, Player, ContestLog] | None:
    """What a player said in a contest that goes on, who it was, and its log; None where it was taken before."""
    wanted = statement.read(kind)
    player = require_signer(session, statement, wanted.player)
    require_this_contest(row, wanted.contest)
    log = ContestLog(host, session, row.id)
    if is_known(log, statement):
        return None
    require_going(row)
    return wanted, player, log


def of_entrant(
    host: Host, session: Session, row: ContestRow, statement: Statement, kind: type[Word]
) -> tuple[Word, str, ContestLog] | None:
    """What an entrant said, their handle, and the log; None where it was taken before."""
    if (said := fresh(host, session, row, statement, kind)) is None:
        return None
    wanted, player, log = said
    require_entrant(log.story(), player.handle, wanted.player)
    return wanted, player.handle, log


def take_word(
    log: ContestLog, wanted: LeaveContest | Challenge | RequestBye, body: Left | Challenged | ByeAsked
) -> str:
    """Log the word of an entrant if it is newer than any before; gives by what mails of it are named."""
    statement = Statement.from_form(body.statement)
    require_newer(log, wanted.player, wanted.number)
    log.host.meters.statement(statement.key_id)
    log.append(body)
    return statement.digest.hex()[:16]


def enter(host: Host, session: Session, row: ContestRow, statement: Statement) -> bool:
    """Take an entrant; False where the same statement was taken before."""
    if (said := fresh(host, session, row, statement, Enter)) is None:
        return False
    wanted, player, log = said
    require_this_host(host, wanted.host)
    if wanted.commitment != row.commitment:
        refuse(409, "wrong-commitment", f"The statement names another commitment than the contest's, {row.commitment}.")
    story = log.story()
    alias = require_alias(session, player, row.id if story.plan.anonymous else None)
    if (why := entry_refused(story, player.handle, wanted)) is not None:
        refuse(CODES[why.code].status, why.code, why.why)
    host.meters.statement(statement.key_id)
    commitment = UNSET if alias is None else commit(host, session, root_of(host, row), alias)
    log.append(contest_entries.Entered(statement=form(statement), card=card_form(player), alias=commitment))
    let_in(session, row, player.handle)
    withdraw_invitations(session, row, player)
    look_now(host, session, row)
    if wanted.substitute:
        offer_again(session, row.id, host.now())
        return True
    withdraw_offers(session, row.id, player.handle, host.now())
    if story.rounds:
        before, part = story.entrants.get(player.handle), statement.digest.hex()[:16]
        subject = f"{player.handle} {'enters late' if before is None or before.substitute else 'is back'}"
        sentence = f"{player.handle} is in from round {len(story.rounds) + 1} on."
        tell(host, session, row, subject, [sentence], part, only=story.officers.organisers)
    return True


def leave(host: Host, session: Session, row: ContestRow, statement: Statement) -> bool:
    """Let an entrant go, from the next closing on; False where the same statement was taken before."""
    if (said := of_entrant(host, session, row, statement, LeaveContest)) is None:
        return False
    wanted, player, log = said
    take_word(log, wanted, Left(statement=form(statement)))
    withdraw_offers(session, row.id, player, host.now())
    look_now(host, session, row)
    return True


def require_entrant(story: ContestStory, handle: str, key: str) -> None:
    """Refuse who is not in the contest, or entered with another key."""
    found = story.entrants.get(handle)
    if found is None or not found.is_in:
        refuse(409, "not-entered", "You are not in this contest.")
    if found.key != key:
        refuse(403, "key-replaced", "You entered with another key: enter again with this one.")


def is_known(log: ContestLog, statement: Statement) -> bool:
    """Does the log have this very statement?"""
    return any(said.digest == statement.digest for said in statements(log))


def statements(log: ContestLog) -> list[Statement]:
    """What entrants and organiser signed."""
    kinds = (
        *(contest_entries.Entered, contest_entries.Left),
        *(contest_entries.Challenged, contest_entries.ByeAsked, contest_entries.ContestActed),
    )
    return [Statement.from_form(entry.body.statement) for entry in log.entries() if isinstance(entry.body, kinds)]


def require_newer(log: ContestLog, signer: str, number: int) -> None:
    """Refuse a number that is not above the signer's newest in this contest."""
    said = [statement for statement in statements(log) if statement.key_id == signer]
    numbers = [s.read(kind).number for kind in NUMBERED for s in said if s.kind == kind.document]
    refuse_older(number, max(numbers, default=0))


def look_now(host: Host, session: Session, row: ContestRow) -> None:
    """Have the worker look at the contest."""
    row.look_at = host.now()
    session.add(row)
    ring(session)


def take_challenge(host: Host, session: Session, row: ContestRow, statement: Statement) -> bool:
    """Take a challenge, or the word that one is declined; False where the same statement was taken before."""
    if (said := of_entrant(host, session, row, statement, Challenge)) is None:
        return False
    wanted, player, log = said
    story = log.story()
    if (why := challenge_refused(story, player, wanted.opponent, declined=wanted.declined)) is not None:
        refuse(409, "challenge-refused", f"This cannot be: {why}.")
    part = take_word(log, wanted, Challenged(statement=form(statement)))
    subject, sentences = in_words(player, wanted, len(story.rounds) + 1)
    tell(host, session, row, subject, sentences, part, only={player, wanted.opponent})
    return True


def in_words(player: str, wanted: Challenge, number: int) -> tuple[str, list[str]]:
    """The subject and the sentences of the mail."""
    if wanted.declined:
        what = f"{player} declines the challenge of {wanted.opponent}"
        return what, [f"{what} for round {number}."]
    decline = f"To decline: ostraka contest challenge {wanted.contest} {player} --decline (one challenge a round)"
    what = f"{player} challenges {wanted.opponent}"
    return what, [f"{what}: in round {number} they sit together, unless one of them is out.", decline]


def take_bye(host: Host, session: Session, row: ContestRow, statement: Statement) -> bool:
    """Take somebody's wish to sit out a round, or that they play in it after all; False where it was taken before."""
    if (said := of_entrant(host, session, row, statement, RequestBye)) is None:
        return False
    wanted, player, log = said
    story = log.story()
    if (why := bye_refused(story, player, wanted.round, withdrawn=wanted.withdrawn)) is not None:
        refuse(409, "bye-refused", f"This cannot be: {why}.")
    part = take_word(log, wanted, ByeAsked(statement=form(statement)))
    how = f"plays in round {wanted.round} after all" if wanted.withdrawn else f"sits out round {wanted.round}"
    sentence, told = f"{player} {how}.", {*story.officers.organisers, player}
    tell(host, session, row, sentence.rstrip("."), [sentence], part, only=told)
    return True
