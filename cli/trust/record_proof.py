"""The proof of a finished game, in words: what a record had to hold, and who vouches for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.errors import Misuse, TrustBroken
from cli.home.home import Home
from schemas.errors import Malformed
from schemas.log.chain import LogEntry, hosts_of
from schemas.log.entries import RulesChanged
from schemas.record import Record, verify_record
from schemas.record.finding import NOT_RECOMPUTED
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.statements import Statement, key_id


def prove_record(raw: bytes, home: Home, host_key: bytes | None) -> dict[str, Any]:
    """Verify a record from the first signature to the last position, or `TrustBroken` with all that does not hold.

    `host_key` is the key that the record has to be under; without one, any host's that was met before is named.
    Phases whose rules are not installed here are `not_recomputed`, which accuses nobody.
    """
    try:
        record = Record.from_json(raw)
    except Malformed as error:
        raise Misuse(f"This is no record of a game: {error}.") from None
    findings = verify_record(record, host_key)
    wrong = [str(finding) for finding in findings if finding.code != NOT_RECOMPUTED]
    if wrong:
        raise TrustBroken(f"The record of game {record.game} does not hold:", errors=wrong)
    log = [LogEntry.from_statement(Statement.from_form(form)) for form in record.log]
    hosts = [to_base64url(host) for host in hosts_of(log, from_base64url(record.host_key, "host_key", 32))]
    return {
        "game": record.game,
        "title": record.title,
        "scenario": record.scenario,
        "version": record.version,
        "versions": [record.version, *(entry.body.newer for entry in log if isinstance(entry.body, RulesChanged))],
        "not_recomputed": [finding.message for finding in findings],
        "phases": len(record.phases),
        "entries": len(record.log),
        "players": len(record.players),
        "host_key_id": key_id(from_base64url(record.host_key, "host_key", 32)),
        "pinned_for": next((url for url, host in home.hosts().items() if host["key"] in hosts), None),
    }


def proof_in_words(proved: dict[str, Any]) -> Iterator[str]:
    """What was proved, and who vouches for it."""
    known = "is a host you have not met: compare its key by another way"
    if proved["pinned_for"]:
        known = f"is pinned for {proved['pinned_for']}"
    length = f"{proved['phases']} phases under {', then '.join(proved['versions'])}"
    yield f"{proved['title']}/{proved['scenario']}, game {proved['game']}, {length}"
    yield f"log: {proved['entries']} entries, signed by the host and chained; {proved['host_key_id']} {known}"
    yield f"players: {proved['players']} cards, every join under the host's commitment, every envelope by its seat"
    yield "chance: the secret is the one committed to before anybody joined"
    if not proved["not_recomputed"]:
        yield "replay: the same orders and dice lead to the same bytes, phase by phase, to the end"
    for sentence in proved["not_recomputed"]:
        yield f"replay: {sentence}"
