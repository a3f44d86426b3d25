"""`ostraka db card`, `db export` and `db import`."""

from __future__ import annotations

import json
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
    refusing,
    sqlite_file,
    tell,
)

if TYPE_CHECKING:
    from api.host.config import Config
    from schemas.keys.identities import Card

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
    help="Print the card of the host, which another host needs to move a game here.",
    short_help="Print the card of the host.",
)
@host_options
def card(database: str, master_key_file: Path, public_url: str, sender: str) -> None:
    """Print the public keys of this host, signed, and its address."""
    from api.host.host import open_host

    config = configured(database, master_key_file, public_url=public_url, sender=sender)
    host = refusing(lambda: open_host(config))
    shown = {"url": public_url, "key_id": host.identity.key_id, "card": host.card.statement.to_json_value()}
    host.database.dispose()
    click.echo(json.dumps(shown, indent=2))


@click.command(
    help="Write a game to a file: its record if it is over, otherwise all of it, sealed for this host. With --to the "
    "game moves: it is sealed for the other host, and this host takes nothing more for it.",
    short_help="Archive a game, or move it to another host.",
)
@click.argument("game")
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@click.option(
    "--to",
    "to",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Move the game to the host whose card is in this file (its `ostraka db card` prints it).",
)
@host_options
@json_option
def export(
    game: str,
    out: Path,
    to: Path | None,
    database: str,
    master_key_file: Path,
    public_url: str,
    sender: str,
    as_json: bool,
) -> None:
    """Archive or move a game."""
    from api.host.host import open_host
    from api.transfer.departure import archive, move

    if out.exists():
        raise click.ClickException(f"{out} already exists; choose another name")
    config = configured(database, master_key_file, public_url=public_url, sender=sender)
    host = refusing(lambda: open_host(config))
    other = read_card(to) if to else None
    raw = refusing(lambda: move(host, game, *other) if other else archive(host, game))
    host.database.dispose()
    write_new(out, raw)
    answer = {"game": game, "file": str(out), "moved_to": other[1] if other else None}
    done = f"Moved {game} to {other[1]}: take {out} there, and run `ostraka db import`." if other else f"Wrote {out}."
    tell(answer, as_json, done)


@click.command(
    name="import",
    help="Take in a game from a file: an archive of this host, or a game that another host moved here. Everything in "
    "it is verified and replayed first.",
    short_help="Restore an archived game, or take over one that moved here.",
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@host_options
@json_option
def import_(file: Path, database: str, master_key_file: Path, public_url: str, sender: str, as_json: bool) -> None:
    """Take a game in."""
    from api.store.database import upgrade
    from api.transfer.arrival import found_again
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
    tell_arrived(config, exported, as_json)


def tell_arrived(config: Config, exported: Any, as_json: bool) -> None:
    """Take it in, and say what came."""
    from dataclasses import asdict

    from api.host.host import open_host
    from api.transfer.arrival import arrive

    host = refusing(lambda: open_host(config))
    try:
        arrived = refusing(lambda: arrive(host, exported))
    finally:
        host.database.dispose()
    how = f"moved here and goes on at {config.public_url}" if arrived.moved else "is restored from its archive"
    done = f"{arrived.game} {how}: {arrived.entries} log entries verified and replayed."
    tell(asdict(arrived), as_json, f"{done} But {arrived.not_replayed}." if arrived.not_replayed else done)


def read_card(path: Path) -> tuple[Card, str]:
    """Another host's card and address, from what its `db card` printed."""
    from schemas.errors import ProtocolError
    from schemas.keys.identities import Card
    from schemas.statements.statements import Statement

    try:
        shown = json.loads(path.read_bytes())
        return Card.from_statement(Statement.from_json(shown["card"])), str(shown["url"])
    except (ValueError, KeyError, TypeError, ProtocolError) as error:
        raise click.ClickException(
            f"{path} is not the card of a host, as `ostraka db card` prints it: {error}"
        ) from None


def write_new(path: Path, raw: bytes) -> None:
    """Write a file that only its owner can read, and never over another."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
