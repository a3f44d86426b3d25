"""What must hold of a host at rest, whatever befell it; each breach is a finding: lost, double or broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, select

from api.games.game_log import GameLog
from api.games.replay import replay_all
from api.mail_out.outdated import is_outdated
from api.referee.resolution import cut_leaves
from api.store.database import integrity_faults
from api.store.lookups import load_seats, newest_envelopes
from api.store.models import (
    RESOLVED,
    ContestLogRow,
    ContestRow,
    EnvelopeRow,
    Game,
    LogRow,
    MailRow,
    PhaseRow,
    ResolutionRow,
)
from api.store.sealed_rows import Archive, unopened
from schemas.contests.story import ContestStory
from schemas.envelopes import Envelope
from schemas.errors import ProtocolError
from schemas.log.chain import verify_chain, verify_contest_chain
from schemas.log.entries import Cut
from schemas.statements.canonical import to_base64url
from schemas.statements.statements import Statement
from tests.api.faults.stages import Stage


def findings(stage: Stage, times: int = 1) -> Iterator[str]:
    """What is wrong with a host at rest; `times`: how often a mail may have gone out."""
    host = stage.host.host
    for line in stage.engine.held(host.database):
        yield f"broken: {line}"
    for line in integrity_faults(host.database):
        yield f"broken: {line}"
    with host.database.read() as session:
        yield from (f"broken: {line}" for line in unopened(session, host.vault))
        yield from lost_envelopes(session, stage)
        yield from odd_mails(session, stage, times)
        for game in session.exec(select(Game)).all():
            yield from odd_game(session, stage, game)
        for contest in session.exec(select(ContestRow)).all():
            yield from odd_contest(session, stage, contest)
    yield from (f"broken: replay of {one}" for one in replay_all(host) if one.differs or one.not_replayed)
    host.database.together.do(stage.game, lambda cursor: cursor.run(text("SELECT 1"), {}))
    with host.database.write() as session:
        session.connection()


def lost_envelopes(session: Session, stage: Stage) -> Iterator[str]:
    """Receipts whose envelope is not stored as they say, or not the newest though nothing newer came."""
    for promise in stage.promises:
        envelope = Envelope.parse(promise.envelope)
        header = envelope.header
        here = (EnvelopeRow.game == header.game, EnvelopeRow.phase == header.phase, EnvelopeRow.seat == header.seat)
        rows = session.exec(select(EnvelopeRow).where(*here).order_by(col(EnvelopeRow.sequence))).all()
        stored = {row.digest: (row.raw, row.receipt) for row in rows}
        if stored.get(envelope.digest.hex()) != (promise.envelope, promise.receipt):
            yield f"lost: the envelope of {header.seat} for phase {header.phase}"
        elif rows[-1].sequence < header.sequence:
            yield f"lost: {header.seat} has an older envelope in the place of a newer one"


def odd_contest(session: Session, stage: Stage, contest: ContestRow) -> Iterator[str]:
    """A log that does not verify or tells no contest, or games that are not those of its draw."""
    rows = select(ContestLogRow).where(ContestLogRow.contest == contest.id).order_by(col(ContestLogRow.index))
    statements = [Statement.parse(row.statement) for row in session.exec(rows)]
    try:
        log = verify_contest_chain(statements, stage.host.host.identity.signing_key, contest.id)
        story = ContestStory.read(log)
    except ProtocolError as error:
        yield f"broken: {error.message}"
        return
    if story.draws != 1:
        yield f"double: {story.draws} draws of one round"
    for table in story.games:
        seats = {seat.name: seat.player for seat in load_seats(session, table.game)}
        if seats != table.seats:
            yield f"broken: game {table.game} is played by {seats}, and drawn were {table.seats}"


def odd_game(session: Session, stage: Stage, game: Game) -> Iterator[str]:
    """A log that does not verify, a phase cut or resolved twice or not at all, a cut without an envelope it had."""
    rows = session.exec(select(LogRow).where(LogRow.game == game.id).order_by(col(LogRow.index))).all()
    statements = [Statement.parse(row.statement) for row in rows]
    try:
        log = verify_chain(statements, stage.host.host.identity.signing_key, game.id)
    except ProtocolError as error:
        yield f"broken: {error.message}"
        return
    for kind, count in Counter((entry.kind, getattr(entry.body, "phase", None)) for entry in log).items():
        if count > 1 and kind[0] in ("cut", "resolved", "dealt", "over", "opened"):
            yield f"double: {kind} stands {count} times in the log"
    phases = {row.number: row for row in session.exec(select(PhaseRow).where(PhaseRow.game == game.id)).all()}
    resolved = {entry.body.phase for entry in log if entry.kind == "resolved"}  # type: ignore[union-attr]
    stored = set(session.exec(select(ResolutionRow.phase).where(ResolutionRow.game == game.id)).all()) - {0}
    done = {number for number, row in phases.items() if row.status == RESOLVED and number}
    if not done <= resolved <= stored:
        yield f"lost: resolved are {done}, in the log {resolved}, stored {stored}"
    for entry in log:
        if isinstance(entry.body, Cut):
            row = phases[entry.body.phase]
            seats, sent = load_seats(session, game.id), newest_envelopes(session, game.id, row.number)
            leaves = [to_base64url(leaf) for leaf in cut_leaves(stage.host.host, game, row, seats, sent)]
            if leaves != list(entry.body.leaves):
                yield f"lost: the cut of phase {row.number} is not of the envelopes that are stored"


def odd_mails(session: Session, stage: Stage, most: int) -> Iterator[str]:
    """Mails that did not go out, or went out twice though nothing stopped the sending."""
    times = Counter(stage.sent)
    for mail in session.exec(select(MailRow)).all():
        count = times.pop(mail.message_id, 0)
        if mail.status == "outdated":
            if not is_outdated(session, mail):
                yield f"lost: a mail {mail.kind} is outdated and was not"
        elif mail.status != "sent":
            yield f"lost: a mail {mail.kind} is {mail.status}"
        elif count == 0 and mail.attempts:
            yield f"lost: a mail {mail.kind} is marked sent and was not"
        elif count > most:
            yield f"double: a mail {mail.kind} was sent {count} times"
    yield from (f"double: {name} was sent and is not stored" for name in times)


def fingerprint(stage: Stage) -> dict[str, Any]:
    """Where a host came to, without what differs from one run to the next (instants, salts, nonces)."""
    host = stage.host.host
    with host.database.read() as session:
        phases = session.exec(select(PhaseRow).order_by(col(PhaseRow.game), col(PhaseRow.number))).all()
        sent = session.exec(select(EnvelopeRow.phase, EnvelopeRow.seat, EnvelopeRow.digest)).all()
        mails = session.exec(select(MailRow)).all()
        return {
            "phases": [(row.number, row.status, row.faults, sorted(row.books)) for row in phases],
            "envelopes": sorted(tuple(row) for row in sent),
            "logs": {game.id: kinds(session, stage, game) for game in session.exec(select(Game)).all()},
            "games": [(game.status, game.reason) for game in session.exec(select(Game)).all()],
            "mails": sorted(Counter(f"{m.kind} {m.player} {m.seat} {m.phase} {m.in_reply_to}" for m in mails).items()),
            "acts": sorted(stage.host.rows("select kind, act, number from acts")),
            "keys": stage.host.rows("select handle, key_id from players order by handle"),
            "game keys": sorted(stage.host.rows("select player, key_id, until is null from game_keys")),
            "positions": positions(session, stage),
        }


def kinds(session: Session, stage: Stage, game: Game) -> list[str]:
    return [entry.kind for entry in GameLog(stage.host.host, session, game.id).entries()]


def positions(session: Session, stage: Stage) -> list[Any]:
    found = []
    for row in session.exec(select(ResolutionRow).order_by(col(ResolutionRow.game), col(ResolutionRow.phase))).all():
        archive = Archive(stage.host.host.vault, stage.host.title(row.game))
        found.append((row.phase, archive.stored_position(row)))
    return found
