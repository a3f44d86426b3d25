"""*Proofs* of a game at a host: receipts that are kept here, what they and the log prove, and files to keep."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from flask import Flask, Response
from werkzeug.exceptions import NotFound

from cli.errors import ClientError
from cli.table.addresses.about import of_game
from cli.table.addresses.hosted import about_of, tried
from cli.table.addresses.table import Table

if TYPE_CHECKING:
    from cli.table.shown.about import About
    from cli.table.shown.proof import Checked


def add_proof(app: Flask, table: Table) -> None:
    """The page, the check, and the files."""
    place = f"{table.guard.home}games/<name>/proof"

    @app.get(place)
    def proof(name: str) -> Response:
        return shown(about_of(table, name))

    def shown(about: About, found: Sequence[Checked] = (), wrong: Sequence[str] = ()) -> Response:
        from cli.table.shown.proof import receipts

        kept = list(receipts(table.home, about))
        return of_game(table, about, "proof", wrong, receipts=kept, found=found)

    @app.post(f"{place}/check")
    def check(name: str) -> Response:
        from cli.table.shown.proof import checked

        about, found = about_of(table, name), list["Checked"]()
        _ = about.facts  # all that is asked of the host comes before what takes long
        wrong = tried(lambda: found.extend(checked(table.home, about)))
        return shown(about, found, wrong)

    @app.get(f"{place}/log.json")
    def log(name: str) -> Response:
        about = about_of(table, name)
        return as_file(about, "log", lambda: about.client.saved_log(about.game))

    @app.get(f"{place}/record.json")
    def record(name: str) -> Response:
        about = about_of(table, name)
        return as_file(about, "record", lambda: about.client.record(about.game))

    @app.get(f"{place}/receipt/<seat>/<int:phase>/<int:sequence>")
    def receipt(name: str, seat: str, phase: int, sequence: int) -> Response:
        about = about_of(table, name)
        path = table.home.receipt_path(about.game, seat, phase, sequence)
        if not path.exists():
            raise NotFound("There is no such receipt here.")
        return attached(path.read_bytes(), f"receipt-{about.game}-{path.name}")


def as_file(about: About, kind: str, read: Callable[[], Any]) -> Response:
    """Something that the host tells, as a file; what it refuses is said on a page."""
    try:
        content = read()
    except ClientError as error:
        if error.code not in ("not-over", "never-started", "not-started"):
            raise
        raise NotFound("The record is there when the game is over.") from None
    return attached(json.dumps(content, indent=2).encode() + b"\n", f"{kind}-{about.game}.json")


def attached(content: bytes, name: str) -> Response:
    """A file that is kept, and not shown."""
    response = Response(content, mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
