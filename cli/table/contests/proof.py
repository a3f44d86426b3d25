"""What proves a contest: all of it checked here, and the folder that proves it without any host, in one file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any

from flask import Flask, Response

from cli.contests.shared.proving import exported_files, logs_that_seed, own_leaves, proved_in_words, summary
from cli.table.addresses.hosted import tried
from cli.table.addresses.table import Table
from cli.table.contests.found import Seen, contest_of, of_contest
from schemas.contests.verification import verify_contest

Facts = dict[str, Any]


def add_proof(app: Flask, table: Table) -> None:
    """The page, the check, and the file."""
    place = f"{table.guard.home}contests/<name>/proof"

    @app.get(place)
    def proof(name: str) -> Response:
        return of_contest(table, contest_of(table, name), "proof", found=None)

    @app.post(f"{place}/check")
    def check(name: str) -> Response:
        seen, found = contest_of(table, name), list[Facts]()
        wrong = tried(lambda: found.append(checked(table, seen)))
        return of_contest(table, seen, "proof", wrong, found=found[0] if found else None)

    @app.get(f"{place}/files.zip")
    def files(name: str) -> Response:
        seen = contest_of(table, name)
        response = Response(packed(seen, exported_files(seen.client, seen.id, lambda _: None)))
        response.mimetype = "application/zip"
        response.headers["Content-Disposition"] = f'attachment; filename="{seen.id}.zip"'
        return response


def packed(seen: Seen, files: dict[str, bytes]) -> bytes:
    """The folder as one file."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(f"{seen.id}/{name}", content)
    return into.getvalue()


def checked(table: Table, seen: Seen) -> Facts:
    """Every signature, draw, seat, result and standing; what the host is asked for it is asked first."""
    lacking: list[str] = []
    files, others = exported_files(seen.client, seen.id, lacking.append), logs_that_seed(seen.client, seen.id)
    own = own_leaves(table.home, files)
    findings = verify_contest(files, seen.client.host.key, others, own.leaves)
    wrong: Sequence[str] = [*(str(finding) for finding in findings if finding.accuses), *own.denied]
    proved = [] if wrong else [*proved_in_words(summary(files, table.home))]
    unproved = [*lacking, *(str(finding) for finding in findings if not finding.accuses)]
    locked = [f"What the records hide of your own: the key {name} is locked." for name in own.locked]
    return {"What is wrong": wrong, "What is proved": proved, "What this cannot prove": [*unproved, *locked]}
