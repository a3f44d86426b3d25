"""Evidence from a host: what it serves of a game or contest now, beside what this home has kept of it."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from cli.audit.evidence import Evidence, KeptLog
from cli.audit.reading import read_contest_log, read_file, read_folder
from cli.errors import Misuse, Refused
from cli.terminal.finding import GAME_ID, find_contest, find_game
from schemas.statements.canonical import dumps

if TYPE_CHECKING:
    from cli.client import Client
    from cli.terminal.options import Connection

PAGE: Final = re.compile(r"(https?://.+?)(?:/api/v1)?/(games|contests)/([a-z0-9-]+)(?:[/?#].*)?")
NOT_YET: Final = ("not-over", "not-started", "never-started")


def at_host(connection: Connection, what: str) -> Evidence:
    """Of a game or contest, by the address of its page, its id or its name."""
    if page := PAGE.fullmatch(what):
        connection.found_url = page[1]
        client = connection.spectator()
        return of_contest(client, page[3]) if page[2] == "contests" else of_game(client, page[3])
    if "://" in what or "/" in what:
        raise Misuse(
            f"{what} is neither a folder here nor the address of the page of a game (https://HOST/games/GAME) or "
            "contest (https://HOST/contests/CONTEST)."
        )
    return of_id(connection, what) if GAME_ID.fullmatch(what) else of_name(connection, what)


def of_id(connection: Connection, what: str) -> Evidence:
    """Of the game of this id, or else of the contest."""
    game = find_game(connection, what)
    client = connection.spectator()
    try:
        return of_game(client, game)
    except Refused as refusal:
        if refusal.code != "unknown-game":
            raise
    try:
        return of_contest(client, what)
    except Refused as refusal:
        if refusal.code != "unknown-contest":
            raise
        raise Misuse(f"{client.url} has neither a game nor a contest with the id {what}.") from None


def of_name(connection: Connection, what: str) -> Evidence:
    """Of the player's game of this name, or else of the contest."""
    try:
        game = find_game(connection, what)
    except Misuse as no_game:
        try:
            contest = find_contest(connection, what)
        except Misuse as no_contest:
            raise Misuse(f"{no_contest.message} {no_game.message}") from None
        return of_contest(connection.spectator(), contest)
    return of_game(connection.spectator(), game)


def of_game(client: Client, game: str) -> Evidence:
    """The log of a game, and its record if it is over."""
    client.meet()
    evidence = Evidence()
    add_kept(evidence, client, game)
    if add_log(evidence, client, game):
        try:
            read_file(evidence, f"the host's record ({client.url})", dumps(client.record(game)))
        except Refused as refusal:
            if refusal.code not in NOT_YET:
                raise
    return evidence


def of_contest(client: Client, contest: str) -> Evidence:
    """All that `contest export` saves, the logs of games that go on, and what seeded it."""
    from cli.contests.shared.proving import exported_files, logs_that_seed
    from cli.terminal.output import tell

    client.meet()
    files, evidence = exported_files(client, contest, partial(tell, error=True)), Evidence()
    whole = f"contest {contest} at {client.url}"
    evidence.contests.append((whole, files))
    read_contest_log(evidence, whole, files)
    for name, raw in files.items():
        read_file(evidence, f"{whole}/{name}", raw, in_contest=True)
    story = client.contest_story(contest)
    for table in (one for one in story.games if one.is_open):
        add_log(evidence, client, table.game)
    add_kept(evidence, client, contest)
    for table in [*story.games, *story.void]:
        add_kept(evidence, client, table.game)
    evidence.others = logs_that_seed(client, contest)
    return evidence


def add_log(evidence: Evidence, client: Client, game: str) -> bool:
    """The log of a game as the host serves it; is it over?"""
    log = client.proved_log(game)
    over = log[-1].kind == "over"
    name = f"the host's log of {game} ({client.url})"
    evidence.logs.append(KeptLog(name, game, tuple(entry.statement for entry in log), client.host.key, whole=over))
    return over


def add_kept(evidence: Evidence, client: Client, name: str) -> None:
    """The receipts and checkpoints that this home has kept of a game or contest."""
    receipts, checkpoints = client.home.root / "receipts" / name, client.home.checkpoints_path(name)
    if receipts.is_dir():
        kept = read_folder(receipts)
        evidence.receipts += kept.receipts
        evidence.notes += kept.notes
        evidence.changed += kept.changed
    if checkpoints.exists():
        read_file(evidence, str(checkpoints), checkpoints.read_bytes())
