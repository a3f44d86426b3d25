"""`ostraka db backup`: a copy of the database at one moment, while the service runs.

The copy does not contain what the host has deleted. It is useless without the master key, which it does not contain.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import click

from api.commands.options import database_option, json_option, sqlite_file, tell


@click.command(
    help="Copy the database to FILE as it is at one moment, even while the service runs.",
    short_help="Copy the database while the service runs.",
)
@database_option
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@json_option
def backup(database: str, file: Path, as_json: bool) -> None:
    """Write a consistent copy that only its owner may read; never overwrite a file."""
    stored = sqlite_file(database)
    if stored is None:
        raise click.ClickException(
            "A PostgreSQL database is copied by its own tool, also while the service runs: pg_dump --format=custom "
            "--file=FILE DATABASE, and pg_restore to bring it back. Copy the folder of the keys of open phases before "
            "and after it into one; docs/operations.md says why."
        )
    if not stored.exists():
        raise click.ClickException(f"There is no database at {database}.")
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise click.ClickException(f"{file} already exists; choose another name.") from None
    if fault := copy(stored, file):
        file.unlink()
        raise click.ClickException(f"No backup was written: {fault}")
    size = file.stat().st_size
    tell({"file": str(file), "bytes": size}, as_json, f"Wrote {file} ({size} bytes). The master key is not in it.")


def copy(stored: Path, file: Path) -> str | None:
    """Copy a database into an empty file; answers what went wrong, damage in what was copied too."""
    try:
        with closing(sqlite3.connect(stored)) as connection:
            damage = [line for (line,) in connection.execute("pragma integrity_check(1)") if line != "ok"]
            if not damage:
                connection.execute("vacuum into ?", (str(file),))
    except sqlite3.Error as error:
        return f"{error}."
    return (
        f"the database is damaged ({damage[0]}): restore an older backup, see `ostraka db check`." if damage else None
    )
