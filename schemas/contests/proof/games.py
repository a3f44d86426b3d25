"""The records of a contest's games: is each true, of its draw, and does it tell the result that stands in the log?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final

from schemas.contests.allowed import seat_refused
from schemas.contests.exports import HEADER, LOG, RECORDS, derived
from schemas.contests.figures import ending
from schemas.contests.parts import DrawnGame
from schemas.contests.proof.findings import ContestFinding, require_same
from schemas.contests.story import ContestStory
from schemas.envelopes import Leaf
from schemas.errors import FalseRecord, ProtocolError
from schemas.keys import chance
from schemas.keys.chance import game_secret
from schemas.keys.identities import Card
from schemas.log.chain import ContestLogEntry, LogEntry, verify_chain
from schemas.log.contest_entries import Drawn, Result
from schemas.log.entries import Created
from schemas.record.contest_games import came_in
from schemas.record.form import NOT_RECOMPUTED, Record
from schemas.record.verification import verify_record
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.statements import Statement

AT_ONCE: Final = timedelta(seconds=10)
"""Two logs are written at the same time: within so long nobody can tell which entry came first."""


def game_findings(
    files: Mapping[str, bytes],
    story: ContestStory,
    host: bytes,
    log: Sequence[ContestLogEntry],
    opened: Mapping[str, Leaf],
) -> Iterator[ContestFinding]:
    """(4) of `verify_contest`: each game's record is true, was opened by its draw, and tells the result of the log."""
    known = {f"{RECORDS}{table.game}.json": table for table in [*story.games, *story.void]}
    for name in sorted(set(files) - {HEADER, LOG, *derived(story)} - set(known)):
        yield ContestFinding(name, "nothing in the contest speaks of it")
    for name, table in known.items():
        if name in files:
            record = _record(name, files[name], table, story, log, host)
            if isinstance(record, ContestFinding):
                yield record
                continue
            for finding in verify_record(record, host, opened):
                yield ContestFinding(name, str(finding), accuses=finding.code != NOT_RECOMPUTED)
        elif table.counting is not None:
            yield ContestFinding(name, f"is missing, so nothing proves the result of {table.game}", accuses=False)


def _record(
    name: str, raw: bytes, table: DrawnGame, story: ContestStory, contest: Sequence[ContestLogEntry], host: bytes
) -> Record | ContestFinding:
    """The record of a game, if it is of this table and tells the result that the log has."""
    try:
        record = Record.from_json(raw)
        if record.to_json() != raw:
            raise FalseRecord("differs from what an export writes")
        require_same(record.game, table.game, "game")
        drawn = (entry for entry in contest if isinstance(entry.body, Drawn) and entry.body.draw == table.draw)
        _require_opening(record, table, story, next(drawn))
        log = verify_chain([Statement.from_form(form) for form in record.log], host, record.game)
        _require_result(record, table, log)
        _require_substitutes(record, contest, log)
    except ProtocolError as error:
        return ContestFinding(name, error.message)
    return record


def _require_opening(record: Record, table: DrawnGame, story: ContestStory, drawn: ContestLogEntry) -> None:
    created = Created.from_body(Statement.from_form(record.log[0]).content["body"])
    require_same(created.drawn, drawn.statement.to_form(), "draw")
    require_same(created.statement, story.opened.statement, "plan")
    if story.finished is not None:
        root = from_base64url(story.finished.secret, "secret", 32)
        secret = game_secret(root, story.contest, table.draw, table.number)
        require_same(created.commitment, to_base64url(chance.commitment(secret)), "commitment")


def _require_substitutes(record: Record, contest: Sequence[ContestLogEntry], log: Sequence[LogEntry]) -> None:
    """Each substitute could take their seat by the contest's log of then; of events at once any may be first."""
    handles = {card.key_id: card.handle for card in _cards(record)}
    for index, join, kept in came_in([entry.body for entry in log]):
        handle, at = handles.get(join.player, join.player), log[index].at
        refused = [
            seat_refused(ContestStory.read(contest[:length]), record.game, handle, named=kept == handle)
            for slack in (timedelta(), -AT_ONCE, AT_ONCE)
            if (length := sum(entry.at <= at + slack for entry in contest))
        ]
        if all(refused):
            raise FalseRecord(f"{handle} took seat {join.seat!r}, but could not: {refused[0]}")


def _cards(record: Record) -> list[Card]:
    return [Card.from_statement(Statement.from_form(form)) for form in record.players]


def _require_result(record: Record, table: DrawnGame, log: Sequence[LogEntry]) -> None:
    result: Result | None = table.result
    if result is None:
        return
    require_same(to_base64url(log[-1].hash), result.head, "last entry")
    found = ending(log, table.competitors, {card.key_id: card.handle for card in _cards(record)})
    if result.outcome == "annulled":
        return
    require_same(found.places, result.places, "places")
    require_same(found.scores, result.scores, "scores")
    require_same(found.left, sorted(result.left), "leavers")
    require_same(found.substitutes, result.substitutes, "substitutes")
