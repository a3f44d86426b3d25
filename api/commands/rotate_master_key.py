"""`ostraka db rotate-master-key`: everything that is sealed at rest, sealed anew under another master key.

It is one transaction, and neither key file is changed by it: killed at any moment, the database opens with the old key
or with the new one, and running the command again finishes or finds it done.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from api.commands.options import configured, json_option, refusing, storage_options, tell


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
    """Replace the master key."""
    from api.host.config import create_master_key, read_master_key
    from api.host.host import storage_of
    from api.store.database import require_newest, shown
    from api.store.seals import rotate
    from api.store.sole_host import sole_host

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
