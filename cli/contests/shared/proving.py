"""What proves a contest: the files that are kept of it, and what they prove, in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cli.errors import Refused

if TYPE_CHECKING:
    from cli.client import Client
    from cli.home.home import Home
    from cli.trust.own_leaves import OwnLeaves
    from schemas.log.chain import ContestLogEntry


def exported_files(client: Client, contest: str, lacking: Callable[[str], None]) -> dict[str, bytes]:
    """The files of a contest, its games' records as far as they are over; also of games that count for nothing.

    `lacking` is told of each game whose record the host does not give.
    """
    from schemas.contests.exports import exported
    from schemas.contests.story import ContestStory
    from schemas.record import Record

    log = client.contest_log(contest)
    records: dict[str, Record] = {}
    story = ContestStory.read(log)
    for table in [*story.games, *story.void]:
        if not table.is_open or table in story.void:
            try:
                records[table.game] = Record.from_json(json.dumps(client.record(table.game)).encode())
            except Refused as refusal:
                lacking(f"No record of {table.game}: {refusal.message}")
    return exported(log, client.host.key, records)


def own_leaves(home: Home, files: Mapping[str, bytes]) -> OwnLeaves:
    """What the records hide of what was sealed in this home."""
    from cli.trust.own_leaves import OwnLeaves
    from schemas.contests.exports import RECORDS
    from schemas.errors import ProtocolError
    from schemas.record import Record

    own = OwnLeaves()
    for name, raw in files.items():
        if name.startswith(RECORDS):
            with suppress(ProtocolError):
                own.add(home, Record.from_json(raw))
    return own


def logs_that_seed(client: Client, contest: str) -> list[list[ContestLogEntry]] | None:
    """The logs from which the ratings follow that seeded a contest; None where none did."""
    plan = client.contest_story(contest).plan
    if plan.seeds != "rating":
        return None
    begun = [one["contest"] for one in client.contests(title=plan.title) if one["status"] != "entering"]
    return [client.contest_log(one) for one in begun if one != contest]


def summary(files: Mapping[str, bytes], home: Home) -> dict[str, Any]:
    """What was proved, and whose key it was proved with."""
    from schemas.contests.exports import HEADER, LOG, RECORDS
    from schemas.contests.story import ContestStory
    from schemas.log.chain import ContestLogEntry
    from schemas.statements.canonical import from_base64url
    from schemas.statements.statements import Statement, key_id

    log = [ContestLogEntry.from_statement(Statement.parse(line, 1 << 20)) for line in files[LOG].splitlines()]
    story, header = ContestStory.read(log), json.loads(files[HEADER])
    known = home.hosts().items()
    return {
        "contest": story.contest,
        "name": story.plan.name,
        "entries": len(log),
        "entrants": len(story.entrants),
        "draws": story.draws,
        "games": len(story.games),
        "corrections": sum(len(table.corrections) for table in story.games),
        "records": sum(name.startswith(RECORDS) for name in files),
        "finished": story.finished is not None,
        "host_key_id": key_id(from_base64url(header["host_key"], "host_key", 32)),
        "pinned_for": next((url for url, host in known if host["key"] == header["host_key"]), None),
    }


def proved_in_words(proved: Mapping[str, Any]) -> Iterator[str]:
    """A line for each thing that was proved."""
    known = "is a host you have not met: compare its key by another way"
    if proved["pinned_for"]:
        known = f"is pinned for {proved['pinned_for']}"
    end = "from plan to last standings" if proved["finished"] else "so far: it is not over"
    yield f"{proved['name']} ({proved['contest']}), {end}"
    yield f"log: {proved['entries']} entries, signed by the host and chained; {proved['host_key_id']} {known}"
    yield f"people: plan, acts and {proved['entrants']} entrants, each signed by its player"
    yield f"draws: {proved['draws']}, each by the next secret of the chain; drawn once more, the same tables come out"
    yield f"games: {proved['records']} of {proved['games']} by their records; results and standings follow from them"
    if count := proved["corrections"]:
        yield f"corrections: {count}, each a signed act with its reason; what had counted is in corrections.csv"
