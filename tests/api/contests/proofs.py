"""The folder that proves a contest, as anybody gets it from the host; and what is named in it when it was changed."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping

from schemas.contests.exports import exported
from schemas.contests.verification import verify_contest
from schemas.log.chain import ContestLogEntry
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
