"""`ostraka audit`: is what a host says of a game or contest one story, and was anything changed afterwards?"""

from __future__ import annotations

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
    from cli.home.home import Home
    from cli.trust.own_leaves import OwnLeaves

VERDICTS: Final = {
    0: "Everything here agrees.",
    4: "Something is wrong: see above. Keep the files as they are, and show them to the people concerned.",
    5: "Everything that could be checked agrees, but not everything could be checked.",
}


@click.command()
@click.argument("what", metavar="FOLDER|GAME|CONTEST|URL")
@json_option
@host_options
def audit(connection: Connection, what: str, as_json: bool) -> None:
    """Check everything that a host has signed about a game or contest, and say in words what it proves.

    FOLDER holds what several players kept: mails as your mail program saves them (.eml), receipts, logs, records,
    exported contests, in any folders. Every file is checked by itself and against all others: if the host told two
    players two histories, the entry and both checkpoints are named. It needs no host. With GAME or CONTEST
    (id, name, or the address of its page) what the host serves of it now is checked, of a contest every draw and game,
    against what this machine has kept of it. Of what you sealed on this machine it is checked, with your key, whether
    any of it that a record hides would have counted.

    Exit code 0: everything holds. 4: something does not, or two files contradict each other. 5: what was looked at
    holds, but some files or phases could not be checked.
    """
    from cli.audit.reading import read_folder
    from cli.audit.report import audit as audited
    from cli.audit.served import at_host
    from schemas.statements.canonical import from_base64url

    path = Path(what)
    evidence = read_folder(path) if path.exists() else at_host(connection, what)
    if evidence.is_empty:
        raise Misuse(
            f"There is nothing in {what} that a host has signed. Put mails (.eml), receipts, logs or records there."
        )
    evidence.own = own_leaves(connection.home, evidence)
    pinned = {from_base64url(one["key"], "pinned key", 32): url for url, one in connection.home.hosts().items()}
    report = audited(evidence, pinned)

    def show(_: dict[str, Any]) -> None:
        for line in in_words(report, what):
            tell(line)

    emit(report.to_json_value(), as_json, show)
    if report.exit_code:
        raise SystemExit(report.exit_code)


def own_leaves(home: Home, evidence: Evidence) -> OwnLeaves:
    """What the records hide of what was sealed in this home; their files may lie among the evidence too."""
    from cli.trust.own_leaves import OwnLeaves

    own = OwnLeaves()
    for kept in evidence.records:
        given = [one.envelope for one in evidence.receipts if one.envelope and one.receipt.game == kept.record.game]
        own.add(home, kept.record, given)
    return own


def in_words(report: Report, what: str) -> Iterator[str]:
    """The report, line by line."""
    from cli.audit.histories import listed

    yield f"Audit of {what}" + (f": {listed(report.logs)}" if report.logs not in ([], [what]) else "")
    if report.wrong:
        yield "\nWhat is wrong"
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
