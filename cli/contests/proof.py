"""`ostraka contest export` and `verify`: the folder that proves a contest, and the proof."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.contests.shared.proving import exported_files, logs_that_seed, own_leaves, proved_in_words, summary
from cli.errors import PROVED_IN_PART, Misuse, TrustBroken
from cli.terminal.options import Connection, contest_argument, host_options, json_option
from cli.terminal.output import emit, tell

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
    files = exported_files(client, contest, lacking)
    for name, raw in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(raw)
    said = {"contest": contest, "folder": str(folder), "files": sorted(files)}
    emit(
        said,
        as_json,
        lambda _: tell(f"{len(files)} files are in {folder}. Prove them: ostraka contest verify {folder}"),
    )


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
        files, pinned = exported_files(client, contest, lacking), client.host.key
        others = logs_that_seed(client, contest)
    own = own_leaves(connection.home, files)
    findings = verify_contest(files, pinned, others, own.leaves)
    wrong = [*(str(finding) for finding in findings if finding.accuses), *own.denied]
    if wrong:
        raise TrustBroken("The contest is not valid:", errors=wrong)
    unproved = [str(finding) for finding in findings]
    emit({**summary(files, connection.home), "not_proved": unproved, "locked": own.locked}, as_json, show_proved)
    if unproved:
        raise SystemExit(PROVED_IN_PART)


def lacking(what: str) -> None:
    """Something is not among the files."""
    tell(what, error=True)


def read_folder(folder: Path) -> dict[str, bytes]:
    """All files below a folder, by their paths in it."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    if len(paths) > MOST_FILES:
        raise Misuse(f"{folder} has {len(paths)} files: it is not a folder that `ostraka contest export` saved.")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def show_proved(proved: dict[str, Any]) -> None:
    """A line for each thing that was proved, or could not be."""
    for line in proved_in_words(proved):
        tell(line)
    for one in proved["not_proved"]:
        tell(f"not proved: {one}")
    for name in proved["locked"]:
        tell(f"not checked: what the records hide of your own, because the key {name} is locked (ostraka key unlock)")
