"""`ostraka audit`: is what a host says of a game one story, and was anything changed afterwards?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, host_options, json_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.audit.evidence import Evidence
    from cli.audit.report import Report
    from cli.client import Client

VERDICTS: Final = {
    0: "Everything that was looked at holds together.",
    4: "Something does not hold: see above. Keep the files as they are, and show them to those whom it concerns.",
    5: "What was looked at holds together, but not everything could be looked at.",
}
PAGE = re.compile(r"(https?://.+?)(?:/api/v1)?/games/([a-z0-9-]+)(?:/.*)?")


@click.command()
@click.argument("what", metavar="FOLDER|GAME|URL")
@json_option
@host_options
def audit(connection: Connection, what: str, as_json: bool) -> None:
    """Check everything that a host has signed about a game, and say in words what it proves.

    FOLDER holds what several players kept: mails as your mail program saves them (.eml), receipts, logs, records,
    exported contests, in any folders. Every file is checked by itself and against all others: if the host told two
    players two histories, the entry and both checkpoints are named. It needs no host and no key. With GAME, or the
    address of its page, the host's log is checked against what this machine has kept of that game.

    Exit code 0: everything holds. 4: something does not, or two files contradict each other. 5: what was looked at
    holds, but some files or phases could not be checked.
    """
    from cli.audit.reading import read_folder
    from cli.audit.report import audit as audited
    from schemas.statements.canonical import from_base64url

    path = Path(what)
    evidence = read_folder(path) if path.exists() else at_host(connection, what)
    if evidence.is_empty:
        raise Misuse(
            f"There is nothing in {what} that a host has signed. Put mails (.eml), receipts, logs or records there."
        )
    pinned = {from_base64url(one["key"], "pinned key", 32): url for url, one in connection.home.hosts().items()}
    report = audited(evidence, pinned)

    def show(_: dict[str, Any]) -> None:
        for line in in_words(report, what):
            tell(line)

    emit(report.to_json_value(), as_json, show)
    if report.exit_code:
        raise SystemExit(report.exit_code)


def at_host(connection: Connection, what: str) -> Evidence:
    """What the host serves of a game now, beside what this home has kept of it."""
    from cli.terminal.finding import find_game

    if page := PAGE.fullmatch(what):
        connection.found_url, game = page[1], page[2]
    elif "://" in what or "/" in what:
        raise Misuse(f"{what} is no folder here, and not the address of a game's page (https://HOST/games/GAME).")
    else:
        game = find_game(connection, what)
    return served(connection.spectator(), game)


def served(client: Client, game: str) -> Evidence:
    """The log, and of a game that is over the record, as the host gives them; receipts and checkpoints of this home."""
    from cli.audit.evidence import Evidence, KeptLog
    from cli.audit.reading import read_file, read_folder
    from cli.errors import Refused
    from schemas.statements.canonical import dumps

    client.meet()
    log, founder = client.proved_log(game)
    over = log[-1].kind == "over"
    receipts, kept = client.home.root / "receipts" / game, client.home.checkpoints_path(game)
    evidence = read_folder(receipts) if receipts.is_dir() else Evidence()
    if kept.exists():
        read_file(evidence, str(kept), kept.read_bytes())
    statements = tuple(entry.statement for entry in log)
    evidence.logs.append(KeptLog(f"the host's log ({client.url})", game, statements, founder, whole=over))
    if over:
        try:
            read_file(evidence, f"the host's record ({client.url})", dumps(client.record(game)))
        except Refused as refusal:
            if refusal.code not in ("not-over", "not-started"):
                raise
    return evidence


def in_words(report: Report, what: str) -> Iterator[str]:
    """The report, line by line."""
    yield f"Audit of {what}" + (f": {', '.join(report.logs)}" if report.logs else "")
    if report.wrong:
        yield "\nWhat does not hold"
    for number, one in enumerate(report.wrong, 1):
        yield f"{number}. {one.message}"
        yield f"   It concerns {one.concerns}."
        for note in one.notes:
            yield "   Signed by the host:"
            yield from (f"     {line}" for line in note.splitlines())
    yield from section("What is proved", report.proved)
    yield from section("What these files cannot prove", report.open_)
    yield f"\n{VERDICTS[report.exit_code]}"


def section(heading: str, sentences: Iterable[str]) -> Iterator[str]:
    """A heading with what stands under it, if anything does."""
    lines = [f"- {sentence}" for sentence in sentences]
    yield from [f"\n{heading}", *lines] if lines else []
