"""`ostraka log` and `ostraka replay`: the public log of a game, and the proof of a finished one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cli.options import Connection, connected, reading
from cli.output import emit, table, tell


@click.command()
@click.argument("game")
@reading
@connected
def log(connection: Connection, game: str, as_json: bool) -> None:
    """Show the log of a game, verified.

    Every signature, the chain from entry to entry, and that nothing of GAME's log that was seen before has gone.
    """
    emit(connection.spectator().log(game), as_json, show_log)


def show_log(entries: list[dict[str, Any]]) -> None:
    """One line an entry."""
    table(("index", "at", "kind", "what"), [(e["index"], e["at"], e["kind"], gist(e["body"])) for e in entries])
    tell(f"{len(entries)} entries: every signature is the host's, every link of the chain holds")


def gist(body: dict[str, Any]) -> str:
    """What an entry is about, in a few words."""
    if "statement" in body:
        return f"signed by {body['statement']['signatures'][0]['keyid']}"
    if "leaves" in body:
        return f"phase {body['phase']}, {len(body['leaves'])} leaves"
    if "phase" in body:
        return f"phase {body['phase']}, position {body['position']}"
    return str(body["reason"])


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Keep the record in this file.")
@connected
def replay(connection: Connection, game: str, save: Path | None) -> None:
    """Prove a finished game: verify everything, replay it to the same bytes.

    Fetches the record of GAME, or reads it from FILE, which needs no service.
    """
    from cli.replaying import prove_record

    file = Path(game)
    if file.is_file():
        raw, host_key = file.read_bytes(), None
    else:
        client = connection.spectator()
        raw, host_key = json.dumps(client.record(game)).encode(), client.host.key
    for line in prove_record(raw, connection.home, host_key):
        tell(line)
    if save:
        save.write_bytes(raw)
        tell(f"record kept in {save}")
