"""The folder that proves a contest, as anybody gets it from the host; and what is named in it when it was changed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping

from schemas.contests.exports import LOG, derived, exported, log_ndjson
from schemas.contests.story import ContestStory, moment
from schemas.contests.verification import verify_contest
from schemas.log.chain import ContestLogEntry, append_to_contest
from schemas.log.entries import Body
from schemas.record import Record
from schemas.statements.statements import Statement
from tests.api.contests.contests import Contests


def whole(contests: Contests, contest: str) -> dict[str, bytes]:
    """The folder that proves a finished contest."""
    host, said = contests.host, contests.entries(contest)
    log = [ContestLogEntry.from_statement(Statement.from_json(entry)) for entry in said]
    drawn = [table["game"] for entry in log if entry.kind == "drawn" for table in entry.entry.body["tables"]]
    records = {game: Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode()) for game in drawn}
    return exported(log, host.host.identity.signing_key, records)


def retold(contests: Contests, files: Mapping[str, bytes], change: Callable[[Body], Body]) -> dict[str, bytes]:
    """The folder with a log that the host wrote and signed anew, every body changed as it likes."""
    host, log = contests.host.host.identity, list[ContestLogEntry]()
    for line in files[LOG].splitlines():
        entry = ContestLogEntry.from_statement(Statement.parse(line))
        before, at = log[-1] if log else None, moment(entry.entry.at)
        log.append(append_to_contest(before, contest=entry.entry.contest, body=change(entry.body), at=at, host=host))
    return {**files, **derived(ContestStory.read(log)), LOG: log_ndjson(log)}


def changed_bytes_unnoticed(files: Mapping[str, bytes], tries: int) -> list[str]:
    """Where a changed byte was not noticed, of so many places in turn."""
    dice, unnoticed = random.Random(1), []
    for _ in range(tries):
        name = dice.choice(sorted(files))
        at = dice.randrange(len(files[name]))
        changed = bytearray(files[name])
        changed[at] ^= 1
        if not verify_contest({**files, name: bytes(changed)}):
            unnoticed.append(f"{name}, byte {at}")
    return unnoticed
