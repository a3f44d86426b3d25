"""`ostraka log` and `ostraka replay`: the public log of a game, and the proof of a finished one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cli.terminal.options import Connection, game_argument, host_options, json_option
from cli.terminal.output import emit, table, tell
from cli.times import local_time


@click.command()
@game_argument()
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save the signed entries to this file: with them `ostraka audit` checks other players' mails.",
)
@json_option
@host_options
def log(connection: Connection, game: str, save: Path | None, as_json: bool) -> None:
    """Verify and show the log of a game.

    Checked are every signature, the chain from entry to entry, that nothing seen earlier of GAME's log is missing, and
    that it holds every checkpoint that came to this machine.
    """
    client = connection.spectator()
    bodies = client.log(game)
    if save:
        save.write_text(json.dumps(client.saved_log(game), indent=2) + "\n")
    emit(bodies, as_json, show_log)


def show_log(entries: list[dict[str, Any]]) -> None:
    """Print the entries as a table, then what was verified of them."""
    rows = [(e["index"], local_time(e["at"]), e["kind"], gist(e["kind"], e["body"])) for e in entries]
    table(("index", "at", "kind", "what"), rows)
    tell(f"{len(entries)} entries: every signature is the host's, and the chain is unbroken.")


def gist(kind: str, body: dict[str, Any]) -> str:
    """What an entry is about, in a few words."""
    if kind == "act":
        return gist_of_act(body["statement"])
    if kind == "notice":
        parts = (
            body["what"],
            body["vote"],
            ", ".join(body["seats"]),
            body["until"] and f"until {local_time(body['until'])}",
        )
        return f"phase {body['phase']}: {' '.join(filter(None, parts))}"
    if kind == "reopened":
        return f"phase {body['number']} in place of {body['phase']}, position {body['position']}"
    if kind == "rules-changed":
        return f"{body['from']} to {body['to']}, phase {body['number']} in place of {body['phase']}"
    if kind == "rekeyed":
        return gist_of_rotation(body["statement"])
    if "statement" in body:
        return f"signed by {body['statement']['signatures'][0]['keyid']}"
    if "leaves" in body:
        return f"phase {body['phase']}, {len(body['leaves'])} leaves"
    return f"phase {body['phase']}, position {body['position']}" if "position" in body else str(body["reason"])


def gist_of_rotation(statement: dict[str, Any]) -> str:
    """Whose key was replaced by which."""
    from schemas.documents.successions import read_rotation
    from schemas.statements.statements import Statement

    rotation, card = read_rotation(Statement.from_json(statement))
    return f"{card.handle}: {card.key_id} replaces {rotation.player}"


def gist_of_act(statement: dict[str, Any]) -> str:
    """Who did what, to whom, and why, as the signed statement says."""
    from schemas.statements.statements import Statement

    said = Statement.from_json(statement).body
    act = said["act"]
    who = f"seat {said['seat']}" if "seat" in said else "organiser"
    what = " ".join(f"{name}={value}" for name, value in act.items() if name not in ("act", "reason"))
    return " ".join(filter(None, [f"{who}: {act['act']}", what, act.get("reason") and f"({act['reason']})"]))


@click.command()
@click.argument("game_or_file", metavar="GAME|FILE")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Save the record to this file.")
@click.option(
    "--opened",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save it to this file with what it hides of your own orders and books, for others to check.",
)
@json_option
@host_options
def replay(connection: Connection, game_or_file: str, save: Path | None, opened: Path | None, as_json: bool) -> None:
    """Prove a finished game: verify everything and replay it to the same bytes.

    Fetches the record of GAME, or reads it from FILE, which needs no host. If some phases were played by rules that
    are not installed here, they are named; their signatures, log and cuts are verified all the same.

    A record hides the orders and the entries of books that did not count. With the envelopes that your home has kept,
    and your key, yours are checked too: none of them would have counted. If one would have, give others what --opened
    saves: it proves that.
    """
    from cli.errors import PROVED_IN_PART
    from cli.terminal.finding import find_game
    from cli.trust.record_proof import prove_record

    file = Path(game_or_file)
    if file.is_file():
        raw, host_key = file.read_bytes(), None
    else:
        game = find_game(connection, game_or_file)
        client = connection.spectator()
        raw, host_key = json.dumps(client.record(game)).encode(), client.host.key
    proved = prove_record(raw, connection.home, host_key, opened)
    if save:
        save.write_bytes(raw)
    emit({**proved, "file": str(save) if save else None}, as_json, show_proved)
    if proved["not_recomputed"]:
        raise SystemExit(PROVED_IN_PART)


def show_proved(proved: dict[str, Any]) -> None:
    """A line for each thing that was proved."""
    from cli.trust.record_proof import proof_in_words

    for line in proof_in_words(proved):
        tell(line)
    if proved["file"]:
        tell(f"The record is saved in {proved['file']}")
