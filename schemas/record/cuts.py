"""The cuts: the envelopes of a record are those that were fixed in the log, signed by who held the seats."""

from collections.abc import Iterator

from schemas import chance
from schemas.canonical import from_base64url, to_base64url
from schemas.envelopes import require_commitment
from schemas.errors import FalseRecord, ProtocolError
from schemas.keys import Card
from schemas.payloads import Header
from schemas.record.finding import Finding
from schemas.record.form import Record, RecordedEnvelope, RecordedPhase
from schemas.record.story import Chapter, Story
from schemas.statements import Statement


def cut_findings(record: Record, story: Story, holders: dict[str, Card]) -> Iterator[Finding]:
    """What does not hold in the envelopes of a record, phase by phase."""
    told, cut = [phase.phase for phase in record.phases], [chapter.phase for chapter in story.chapters]
    if told != cut:
        yield Finding(FalseRecord.code, None, f"the record tells of the phases {told}, the log of {cut}")
        return
    for chapter, phase in zip(story.chapters, record.phases, strict=True):
        try:
            _require_cut(record, chapter, phase, holders)
        except ProtocolError as error:
            yield Finding(error.code, phase.phase, error.message)


def _require_cut(record: Record, chapter: Chapter, phase: RecordedPhase, holders: dict[str, Card]) -> None:
    digests: dict[str, bytes] = {}
    for envelope in phase.envelopes:
        if envelope.seat in digests or envelope.seat not in holders:
            raise FalseRecord(f"an envelope of seat {envelope.seat!r} that is not a seat, or has two envelopes")
        statement = Statement.from_form(envelope.header)
        holders[envelope.seat].verify(statement)
        _require_header(record, phase.phase, envelope, statement.read(Header))
        digests[envelope.seat] = statement.digest
    wanted = [_leaf(record, phase.phase, seat, digests.get(seat)) for seat in record.seats]
    if len(chapter.leaves) != len(wanted):
        raise FalseRecord(f"the cut has {len(chapter.leaves)} leaves, where the game has {len(wanted)} seats")
    for seat, found, leaf in zip(record.seats, chapter.leaves, wanted, strict=True):
        if found != leaf:
            raise FalseRecord(f"the cut's leaf of seat {seat!r} is {found}, where the record's envelopes give {leaf}")


def _require_header(record: Record, phase: int, envelope: RecordedEnvelope, header: Header) -> None:
    found = (header.game, header.phase, header.seat, header.version)
    wanted = (record.game, phase, envelope.seat, record.version)
    if found != wanted:
        raise FalseRecord(f"an envelope made for {found}, where {wanted} is wanted")
    if envelope.leaves is None:
        return
    hashes = [from_base64url(leaf.hash, "hash", 32) for leaf in envelope.leaves]
    require_commitment(from_base64url(header.commitment, "commitment", 32), hashes)
    for recorded, digest in zip(envelope.leaves, hashes, strict=True):
        leaf = recorded.leaf()
        if leaf is not None and leaf.hash != digest:
            raise FalseRecord(
                f"an order of seat {envelope.seat!r} hashes to {to_base64url(leaf.hash)}, signed was {recorded.hash}"
            )


def _leaf(record: Record, phase: int, seat: str, digest: bytes | None) -> str:
    secret = from_base64url(record.secret, "secret", chance.SECRET_BYTES)
    return to_base64url(chance.cut_leaf(chance.leaf_salt(secret, record.game, phase, seat), digest))
