"""The proof of a finished game, in words: what a record had to hold, and who vouches for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cli.errors import Misuse, TrustBroken
from cli.home.home import Home
from cli.trust.own_leaves import OwnLeaves, hidden_leaves
from schemas.errors import Malformed
from schemas.log.chain import LogEntry
from schemas.log.entries import RulesChanged
from schemas.record import Record, verify_record
from schemas.record.form import NOT_RECOMPUTED
from schemas.statements.canonical import from_base64url
from schemas.statements.statements import Statement, key_id


def prove_record(raw: bytes, home: Home, host_key: bytes | None, opened: Path | None = None) -> dict[str, Any]:
    """Verify a record from the first signature to the last position, or `TrustBroken` with all that does not hold.

    `host_key` is the key that the record has to be under; without one, any host's that was met before is named.
    Phases whose rules are not installed here are `not_recomputed`, which accuses nobody. What the record hides of what
    was sealed in this home is checked too; the record with it is written to `opened`, whatever does not hold.
    """
    try:
        record = Record.from_json(raw)
    except Malformed as error:
        raise Misuse(f"This is no record of a game: {error}.") from None
    own = OwnLeaves()
    own.add(home, record)
    if opened is not None:
        opened.write_bytes(record.opened(own.leaves).to_json())
    findings = verify_record(record, host_key, own.leaves)
    wrong = [*(str(finding) for finding in findings if finding.code != NOT_RECOMPUTED), *own.denied]
    if wrong:
        raise TrustBroken(f"The record of game {record.game} is not valid:", errors=wrong)
    log = [LogEntry.from_statement(Statement.from_form(form)) for form in record.log]
    hidden, known = hidden_leaves(record, own.leaves)
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
        "hidden": hidden,
        "hidden_own": known,
        "locked": own.locked,
        "host_key_id": key_id(from_base64url(record.host_key, "host_key", 32)),
        "pinned_for": next((url for url, host in home.hosts().items() if host["key"] == record.host_key), None),
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
    own, others = proved["hidden_own"], proved["hidden"] - proved["hidden_own"]
    if own and not proved["not_recomputed"]:
        yield f"your own: what the record hides of yours ({own}) was opened: none of it would have counted"
    if others:
        yield f"hidden: whether anything else that the record hides ({others}) would have counted, its authors can tell"
    for name in proved["locked"]:
        yield f"not checked: what the record hides of your own, because the key {name} is locked (ostraka key unlock)"
