"""The proof of a finished game, in words: what a record had to hold, and who vouches for it."""

from __future__ import annotations

from collections.abc import Iterator

from cli.errors import Misuse, TrustBroken
from cli.home import Home
from schemas.canonical import from_base64url
from schemas.errors import Malformed
from schemas.record import Record, verify_record
from schemas.statements import key_id


def prove_record(raw: bytes, home: Home, host_key: bytes | None) -> Iterator[str]:
    """Verify a record from the first signature to the last position, or `TrustBroken` with all that does not hold.

    `host_key` is the key that the record has to be under; without one, any host's that was met before is named.
    """
    try:
        record = Record.from_json(raw)
    except Malformed as error:
        raise Misuse(f"This is no record of a game: {error}.") from None
    findings = verify_record(record, host_key)
    if findings:
        lines = "".join(f"\n  - {finding}" for finding in findings)
        raise TrustBroken(f"The record of game {record.game} does not hold:{lines}")
    yield f"{record.title}/{record.scenario}, game {record.game}, {len(record.phases)} phases under {record.version}"
    yield f"log: {len(record.log)} entries, signed by the host and chained; {vouched(record, home)}"
    yield f"players: {len(record.players)} cards, every join under the host's commitment, every envelope by its seat"
    yield "chance: the secret is the one committed to before anybody joined"
    yield "replay: the same orders and dice lead to the same bytes, phase by phase, to the end"


def vouched(record: Record, home: Home) -> str:
    """Whose key the log is under, as far as this home knows."""
    identity = key_id(from_base64url(record.host_key, "host_key", 32))
    for url, host in home.hosts().items():
        if host["key"] == record.host_key:
            return f"{identity} is pinned for {url}"
    return f"{identity} is a host you have not met: compare its key by another way"
