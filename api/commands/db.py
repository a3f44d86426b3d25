"""`ostraka db`: the database of a host. Slow imports are inside the commands."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path

import click

from api.commands.backup import backup
from api.commands.check import check
from api.commands.options import (
    KEY_VARIABLE,
    configured,
    database_option,
    json_option,
    make_folders,
    make_key,
    refusing,
    storage_options,
    tell,
)
from api.commands.rekey import rekey
from api.commands.retry import retry
from api.commands.rotate_master_key import rotate_master_key
from api.commands.transfer import export, import_

DIVERGED = 4
NOT_REPLAYED = 5


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
    from api.store.database import shown, upgrade
    from api.store.sole_host import sole_host

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
    from api.host.host import open_host

    config = configured(database, master_key_file)
    host = refusing(lambda: open_host(config))
    games = []
    for replayed in replay_all(host):
        games.append(asdict(replayed))
        if not as_json:
            click.echo(str(replayed))
    host.database.dispose()
    if as_json:
        tell({"games": games}, as_json, "")
    if any(game["differs"] for game in games):
        raise SystemExit(DIVERGED)
    if any(game["not_replayed"] for game in games):
        raise SystemExit(NOT_REPLAYED)


for command in (backup, check, export, import_, rekey, retry, rotate_master_key):
    db.add_command(command)
