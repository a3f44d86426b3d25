"""`ostraka db`: the database of a host. Slow imports are inside the commands."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.commands.games import export, import_, rekey, retry
from api.commands.notice import notice
from api.commands.options import (
    KEY_VARIABLE,
    configured,
    database_option,
    json_option,
    make_folders,
    make_key,
    opened_host,
    refusing,
    sqlite_file,
    storage_options,
    tell,
)
from api.commands.people import block, invite, unblock

DIVERGED = 4
NOT_REPLAYED = 5


@click.command(
    help="Copy the database to FILE as it is at one moment, even while the service runs.",
    short_help="Copy the database while the service runs.",
)
@database_option
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@json_option
def backup(database: str, file: Path, as_json: bool) -> None:
    """Write a consistent copy that only its owner may read; never overwrite a file.

    The copy has nothing that the host has deleted. It is useless without the master key, which it does not contain.
    """
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


if TYPE_CHECKING:
    from api.host.host import Host


@click.command(
    help="Check that the database is whole, that the master key opens every seal in it, that all games can go on by "
    "the rules of this release, and that no mail is held up. Exit code 1 if anything is wrong.",
    short_help="Check database, seals, rules, games and mails.",
)
@storage_options
@json_option
def check(database: str, master_key_file: Path, as_json: bool) -> None:
    """Say what is wrong, all of it, and which games would go on by newer rules when the service starts."""
    from api.host.host import open_host
    from api.referee.rules_changes import require_rules
    from api.store.database import check_schema, shown

    config = configured(database, master_key_file)
    host = refusing(lambda: open_host(config))
    wrong = check_schema(database)
    if wrong:
        raise click.ClickException(wrong)
    games = refusing(lambda: require_rules(host))
    faults = [*faults_at_rest(host), *halted_games(host), *halted_contests(host), *held_mails(host)]
    unchecked = host.database.kind.unchecked()
    host.database.dispose()
    done = "All is well: the database is whole, and the master key opens everything that is sealed in it."
    if unchecked:
        done += f"\n{unchecked}"
    if games:
        done += f"\n`ostraka serve` will upgrade these games to newer rules and tell their players: {', '.join(games)}"
    tell({"database": shown(database), "rules_change_in": games, "faults": faults}, as_json, "\n".join(faults) or done)
    if faults:
        raise SystemExit(1)


def faults_at_rest(host: Host) -> Sequence[str]:
    """What the database itself finds wrong with its files, and seals that do not open."""
    from sqlalchemy.exc import DatabaseError

    from api.store.database import integrity_faults
    from api.store.sealed_rows import unopened

    if damage := integrity_faults(host.database):
        return [f"The database is damaged: {line}" for line in damage]
    try:
        with host.database.read() as session:
            return [f"A seal is broken: {fault}" for fault in unopened(session, host.vault)]
    except DatabaseError as error:
        return [f"The database cannot be read: {error.orig}"]


def halted_games(host: Host) -> Sequence[str]:
    """Games that the worker has failed at, again and again."""
    from sqlmodel import col, select

    from api.store.models import CUT, OPEN, PhaseRow
    from schemas.statements.payloads import instant

    failed = select(PhaseRow).where(PhaseRow.faults > 0, col(PhaseRow.status).in_((OPEN, CUT)))
    with host.database.read() as session:
        return [
            f"Game {row.game} cannot go on from phase {row.number}: tried {row.faults} times, next at "
            f"{instant(row.look_at) if row.look_at else 'no time'}. The service's log says where it fails (`fault`)."
            for row in session.exec(failed.order_by(col(PhaseRow.game))).all()
        ]


def halted_contests(host: Host) -> Sequence[str]:
    """Contests that the worker has failed at."""
    from sqlmodel import col, select

    from api.store.models import ContestRow
    from schemas.statements.payloads import instant

    with host.database.read() as session:
        return [
            f"Contest {row.id} cannot go on: tried {row.faults} times, next at "
            f"{instant(row.look_at) if row.look_at else 'no time'}. The service's log says where it fails (`fault`)."
            for row in session.exec(select(ContestRow).where(ContestRow.faults > 0).order_by(col(ContestRow.id))).all()
        ]


def held_mails(host: Host) -> Sequence[str]:
    """Mails that cannot be built."""
    from sqlmodel import col, select

    from api.store.models import HELD, MailRow

    held = select(MailRow.kind, MailRow.message_id).where(MailRow.status == HELD).order_by(col(MailRow.id))
    with host.database.read() as session:
        return [
            f"A mail cannot be built and is held: {kind} {name}. It is tried again when the service starts."
            for kind, name in session.exec(held).all()
        ]


@click.command(
    name="rotate-master-key",
    help="Seal everything anew under the master key in NEW_FILE, which is made unless it exists. Stop the service "
    "first; start it with the new key, and destroy the old key and the backups that it opens.",
    short_help="Change the master key.",
)
@storage_options
@click.argument("new_file", type=click.Path(path_type=Path, dir_okay=False))
@json_option
def rotate_master_key(database: str, master_key_file: Path, new_file: Path, as_json: bool) -> None:
    """Replace the master key.

    It is one transaction, and neither key file is changed by it: killed at any moment, the database opens with the old
    key or with the new one, and running the command again finishes or finds it done.
    """
    from api.host.config import create_master_key, read_master_key
    from api.host.host import storage_of
    from api.store.database import require_newest, shown, sole_host
    from api.store.sealed_rows import rotate

    config = configured(database, master_key_file)
    if not new_file.exists():
        refusing(lambda: create_master_key(new_file))
    new_key = refusing(lambda: read_master_key(new_file))

    def work() -> int:
        with sole_host(database):
            stored, old = storage_of(config)
            _, new = storage_of(replace(config, master_key=new_key))
            require_newest(stored)
            try:
                return rotate(stored, old, new)
            finally:
                stored.dispose()

    count = refusing(work)
    said = f"Sealed anew: {count} secrets." if count else "Everything is sealed under this key already."
    done = f"{said} Start the service with {new_file}; destroy the old key and the backups that it opens."
    tell({"database": shown(database), "sealed_anew": count, "master_key": str(new_file)}, as_json, done)


@click.group(help="Create, upgrade, check, back up and replay the database of a host.")
def db() -> None:
    """The database of a host."""


@db.command(
    help="Create a host: its database and, unless there is one, its master key.",
    short_help="Create a host: its database and its master key.",
)
@storage_options
@json_option
def init(database: str, master_key_file: Path, as_json: bool) -> None:
    """Create a host; an existing one is left as it is."""
    from api.host.host import found
    from api.store.database import shown, upgrade

    refusing(lambda: make_folders(database, master_key_file))
    made = KEY_VARIABLE not in os.environ and not master_key_file.exists()
    if made:
        refusing(lambda: make_key(database, master_key_file))
    config = configured(database, master_key_file)
    refusing(lambda: upgrade(database))
    new = refusing(lambda: found(config))
    key = (
        f"Made the master key {master_key_file}. Keep a copy of it away from the database and its backups.\n"
        if made
        else ""
    )
    host = (
        f"Created the host in {shown(database)}."
        if new
        else f"There is already a host in {shown(database)}; it was left as it is."
    )
    facts = {"database": shown(database), "founded": new, "master_key": str(master_key_file) if made else None}
    tell(facts, as_json, f"{key}{host}")


@db.command(name="upgrade", help="Upgrade the database to the schema of this release.")
@database_option
@json_option
def upgrade_schema(database: str, as_json: bool) -> None:
    """Run the migrations that are missing."""
    from api.store.database import shown, sole_host, upgrade

    def upgrade_alone() -> None:
        with sole_host(database):
            upgrade(database)

    refusing(upgrade_alone)
    tell({"database": shown(database)}, as_json, f"{shown(database)} now has the schema of this release.")


@db.command(
    help="Replay all stored games from their recorded orders, and list where the results differ.",
    short_help="Replay all stored games, and list where the results differ.",
)
@storage_options
@json_option
def replay(database: str, master_key_file: Path, as_json: bool) -> None:
    """Replay every game; exit code 4 when one diverges, 5 when rules that one was played by are not installed."""
    from api.games.replay import replay_all

    games = []
    with opened_host(database, master_key_file) as host:
        for replayed in replay_all(host):
            games.append(asdict(replayed))
            if not as_json:
                click.echo(str(replayed))
    if as_json:
        tell({"games": games}, as_json, "")
    if any(game["differs"] for game in games):
        raise SystemExit(DIVERGED)
    if any(game["not_replayed"] for game in games):
        raise SystemExit(NOT_REPLAYED)


for command in (backup, block, check, export, import_, invite, notice, rekey, retry, rotate_master_key, unblock):
    db.add_command(command)
