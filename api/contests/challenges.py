"""Challenges on a ladder: made, declined, and told to whom they concern; the next draw seats them."""

from __future__ import annotations

from sqlmodel import Session

from api.contests.entering import fresh, require_entrant, require_newer
from api.contests.mails import tell
from api.games.statements import form
from api.host.host import Host
from api.http.problems import refuse
from api.store.models import ContestRow
from schemas.contests.allowed import challenge_refused
from schemas.log.contest_entries import Challenged
from schemas.statements.contests import Challenge
from schemas.statements.statements import Statement


def take_challenge(host: Host, session: Session, row: ContestRow, statement: Statement) -> bool:
    """Take a challenge, or the word that one is declined; False where the same statement was taken before."""
    if (said := fresh(host, session, row, statement, Challenge)) is None:
        return False
    wanted, player, log = said
    story = log.story()
    require_entrant(story, player.handle, wanted.player)
    if (why := challenge_refused(story, player.handle, wanted.opponent, declined=wanted.declined)) is not None:
        refuse(409, "challenge-refused", f"This cannot be: {why}.")
    require_newer(log, wanted.player, wanted.number)
    host.meters.statement(statement.key_id)
    log.append(Challenged(statement=form(statement)))
    subject, sentences = in_words(player.handle, wanted, len(story.rounds) + 1)
    part, two = statement.digest.hex()[:16], {player.handle, wanted.opponent}
    tell(host, session, row, subject, sentences, part, only=two)
    return True


def in_words(player: str, wanted: Challenge, number: int) -> tuple[str, list[str]]:
    """The subject and the sentences of the mail."""
    if wanted.declined:
        what = f"{player} declines the challenge of {wanted.opponent}"
        return what, [f"{what} for round {number}."]
    decline = f"To decline: ostraka contest challenge {wanted.contest} {player} --decline (one challenge a round)"
    what = f"{player} challenges {wanted.opponent}"
    return what, [f"{what}: in round {number} they sit together, unless one of them is out.", decline]
