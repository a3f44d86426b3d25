"""`ostraka db`: what is done with one game or player: `export` and `import`, `retry`, `rekey`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.commands.options import (
    F,
    configured,
    database_option,
    json_option,
    key_option,
    make_folders,
    opened_host,
    refusing,
    sqlite_file,
    tell,
)

if TYPE_CHECKING:
    from api.host.config import Config

url_option = click.option(
    "--public-url",
    envvar="OSTRAKA_PUBLIC_URL",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="The address that clients use, as for `serve`.",
)
sender_option = click.option(
    "--sender", envvar="OSTRAKA_SENDER", default="ostraka@localhost", show_default=True, help="The sender of its mail."
)


def host_options(command: F) -> F:
    """Options for the database, the master key, and what the host's mail says of it."""
    return database_option(key_option(url_option(sender_option(command))))


@click.command(
    help="Write a game to a file: its record if it is over, otherwise all of it, sealed for this host.",
    short_help="Archive a game.",
)
@click.argument("game")
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@host_options
@json_option
def export(
    game: str,
    out: Path,
    database: str,
    master_key_file: Path,
    public_url: str,
    sender: str,
    as_json: bool,
) -> None:
    """Archive a game."""
    from api.transfer.archives import archive

    if out.exists():
        raise click.ClickException(f"{out} already exists; choose another name")
    with opened_host(database, master_key_file, public_url=public_url, sender=sender) as host:
        raw = refusing(lambda: archive(host, game))
    write_new(out, raw)
    tell({"game": game, "file": str(out)}, as_json, f"Wrote {out}.")


@click.command(
    name="import",
    help="Restore a game from an archive of this host. Its log is verified and every phase replayed first.",
    short_help="Restore an archived game.",
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@host_options
@json_option
def import_(file: Path, database: str, master_key_file: Path, public_url: str, sender: str, as_json: bool) -> None:
    """Restore a game."""
    from api.store.database import upgrade
    from api.transfer.restoring import found_again
    from schemas.documents.game_exports import Exported
    from schemas.errors import ProtocolError

    try:
        exported = Exported.parse(file.read_bytes())
    except ProtocolError as error:
        raise click.ClickException(
            f"{file} is not the export of a game in progress ({error}); to check a record: ostraka replay {file}"
        ) from None
    config = configured(database, master_key_file, public_url=public_url, sender=sender)
    stored = sqlite_file(database)
    if stored is not None and not stored.exists():
        make_folders(database, master_key_file)
        upgrade(database)
    refusing(lambda: found_again(config, exported))
    tell_restored(config, exported, as_json)


def tell_restored(config: Config, exported: Any, as_json: bool) -> None:
    """Take it in, and say what came."""
    from dataclasses import asdict

    from api.host.host import open_host
    from api.transfer.restoring import restore

    host = refusing(lambda: open_host(config))
    try:
        restored = refusing(lambda: restore(host, exported))
    finally:
        host.database.dispose()
    done = f"{restored.game} is restored from its archive: {restored.entries} log entries verified and replayed."
    tell(asdict(restored), as_json, f"{done} But {restored.not_replayed}." if restored.not_replayed else done)


def write_new(path: Path, raw: bytes) -> None:
    """Write a file that only its owner can read, and never over another."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())


@click.command(
    help="Confirm KEY_ID as the new key of PLAYER, who lost the old one. First ask the player in a way that proves who "
    "answers: anybody can claim. In open games the old key stays until the organiser of each confirms the new one.",
    short_help="Confirm the new key of a player who lost theirs.",
)
@host_options
@click.argument("player")
@click.argument("key_id")
@json_option
def rekey(
    database: str, master_key_file: Path, public_url: str, sender: str, player: str, key_id: str, as_json: bool
) -> None:
    """Confirm a claim for a handle."""
    from api.referee.key_replacement import confirm_handle

    with (
        opened_host(database, master_key_file, public_url=public_url, sender=sender) as host,
        host.database.write() as session,
    ):
        games = confirm_handle(host, session, player, key_id)
    waiting = f" The organisers of these games must confirm it too: {', '.join(games)}." if games else ""
    tell(
        {"player": player, "key_id": key_id, "games": games}, as_json, f"{key_id} is now the key of {player}.{waiting}"
    )


@click.command(
    help="Try GAME at once, which has stopped: its phase could not be resolved, or an update could not carry it over. "
    "`ostraka db check` lists such games. The service resolves the phase when it looks at it next.",
    short_help="Try a game that has stopped at once.",
)
@host_options
@click.argument("game")
@json_option
def retry(database: str, master_key_file: Path, public_url: str, sender: str, game: str, as_json: bool) -> None:
    """Have a game that has stopped tried again."""
    from api.referee.rules_changes import retry

    with opened_host(database, master_key_file, public_url=public_url, sender=sender) as host:
        done = retry(host, game)
    if not done:
        raise click.ClickException(f"{game} cannot go on by the rules of this release; the error above says where.")
    tell({"game": game}, as_json, f"{game} is tried as soon as the service looks at it.")
