"""`ostraka contest export` and `verify`: the folder that proves a contest, and the proof."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import PROVED_IN_PART, Misuse, Refused, TrustBroken
from cli.terminal.options import Connection, contest_argument, host_options, json_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client
    from cli.home.home import Home
    from cli.trust.own_leaves import OwnLeaves
    from schemas.log.chain import ContestLogEntry

MOST_FILES = 5_000


@click.command()
@contest_argument()
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="The folder; by default its id.")
@json_option
@host_options
def export(connection: Connection, contest: str, output: Path | None, as_json: bool) -> None:
    """Save CONTEST as a folder that proves it: its log, the records of its games, results and standings.

    `ostraka contest verify FOLDER` proves it without any host.
    """
    client, folder = connection.spectator(), output or Path(contest)
    files = exported_files(client, contest)
    for name, raw in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(raw)
    said = {"contest": contest, "folder": str(folder), "files": sorted(files)}
    emit(
        said,
        as_json,
        lambda _: tell(f"{len(files)} files are in {folder}. Prove them: ostraka contest verify {folder}"),
    )


def exported_files(client: Client, contest: str) -> dict[str, bytes]:
    """The files of a contest, its games' records as far as they are over; also of games that count for nothing."""
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
                tell(f"No record of {table.game}: {refusal.message}", error=True)
    return exported(log, client.host.key, records)


@click.command()
@click.argument("contest_or_folder", metavar="[CONTEST|FOLDER]", required=False)
@json_option
@host_options
def verify(connection: Connection, contest_or_folder: str | None, as_json: bool) -> None:
    """Prove a contest: every signature, draw, seat, result and standing, from what is published.

    Fetches CONTEST from the host, or reads the FOLDER that `contest export` saved, which needs no host. Prints what
    is wrong, each with its file or entry; exit code 4 if there is anything, 5 if something could not be proved.
    Of what you sealed on this machine it is checked, with your key, whether any of it that a record hides would have
    counted.
    """
    from schemas.contests.verification import verify_contest

    folder = Path(contest_or_folder or "")
    if contest_or_folder and folder.is_dir():
        files, pinned, others = read_folder(folder), None, None
    else:
        from cli.terminal.finding import find_contest

        contest, client = find_contest(connection, contest_or_folder), connection.spectator()
        files, pinned = exported_files(client, contest), client.host.key
        others = logs_that_seed(client, contest)
    own = own_leaves(connection.home, files)
    findings = verify_contest(files, pinned, others, own.leaves)
    wrong = [*(str(finding) for finding in findings if finding.accuses), *own.denied]
    if wrong:
        raise TrustBroken("The contest is not valid:", errors=wrong)
    unproved = [str(finding) for finding in findings]
    emit({**summary(files, connection), "not_proved": unproved, "locked": own.locked}, as_json, show_proved)
    if unproved:
        raise SystemExit(PROVED_IN_PART)


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


def read_folder(folder: Path) -> dict[str, bytes]:
    """All files below a folder, by their paths in it."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    if len(paths) > MOST_FILES:
        raise Misuse(f"{folder} has {len(paths)} files: it is not a folder that `ostraka contest export` saved.")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def summary(files: dict[str, bytes], connection: Connection) -> dict[str, Any]:
    """What was proved, and whose key it was proved with."""
    from schemas.contests.exports import HEADER, LOG, RECORDS
    from schemas.contests.story import ContestStory
    from schemas.log.chain import ContestLogEntry
    from schemas.statements.canonical import from_base64url
    from schemas.statements.statements import Statement, key_id

    log = [ContestLogEntry.from_statement(Statement.parse(line, 1 << 20)) for line in files[LOG].splitlines()]
    story, header = ContestStory.read(log), json.loads(files[HEADER])
    known = connection.home.hosts().items()
    return {
        "contest": story.contest,
        "name": story.plan.name,
        "entries": len(log),
        "entrants": len(story.entrants),
        "draws": story.draws,
        "games": len(story.games),
        "records": sum(name.startswith(RECORDS) for name in files),
        "finished": story.finished is not None,
        "host_key_id": key_id(from_base64url(header["host_key"], "host_key", 32)),
        "pinned_for": next((url for url, host in known if host["key"] == header["host_key"]), None),
    }


def show_proved(proved: dict[str, Any]) -> None:
    """A line for each thing that was proved."""
    known = "is a host you have not met: compare its key by another way"
    if proved["pinned_for"]:
        known = f"is pinned for {proved['pinned_for']}"
    end = "from plan to last standings" if proved["finished"] else "so far: it is not over"
    tell(f"{proved['name']} ({proved['contest']}), {end}")
    tell(f"log: {proved['entries']} entries, signed by the host and chained; {proved['host_key_id']} {known}")
    tell(f"people: plan, acts and {proved['entrants']} entrants, each signed by its player")
    tell(f"draws: {proved['draws']}, each by the next secret of the chain; drawn once more, the same tables come out")
    tell(f"games: {proved['records']} of {proved['games']} by their records; results and standings follow from them")
    for one in proved["not_proved"]:
        tell(f"not proved: {one}")
    for name in proved["locked"]:
        tell(f"not checked: what the records hide of your own, because the key {name} is locked (ostraka key unlock)")
