"""The cuts: the envelopes of a record are those that were fixed in the log, signed by who held the seats."""

from collections.abc import Iterable, Iterator, Sequence

from schemas.envelopes import require_commitment
from schemas.errors import FalseRecord, ProtocolError
from schemas.keys import chance
from schemas.keys.identities import Card
from schemas.record.form import Finding, Record, RecordedEnvelope, RecordedPhase
from schemas.record.parties import Holders, note_people
from schemas.record.story import Chapter, Story, versions_of
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import BOOK, Header
from schemas.statements.statements import Statement


def cut_findings(record: Record, story: Story, holders: Holders, cards: dict[str, Card]) -> Iterator[Finding]:
    """What does not hold in the envelopes and books of a record, phase by phase."""
    told, cut = [phase.phase for phase in record.phases], [chapter.phase for chapter in story.chapters]
    if told != cut:
        yield Finding(FalseRecord.code, None, f"the record has the phases {told}, the log {cut}")
        return
    held, books = {seat: [*cards_of] for seat, cards_of in holders.items()}, _Books()
    versions, so_far = versions_of(record, story), [record.version]
    for chapter, phase in zip(story.chapters, record.phases, strict=True):
        try:
            note_people(record, story, held, cards, chapter.people)
            so_far.append(versions[chapter.phase])
            if not chapter.void:
                _require_cut(record, chapter, phase, held, books, so_far)
            elif phase.envelopes or phase.books or phase.orders:
                raise FalseRecord("the log voids this phase, but the record shows something that was sent to it")
        except ProtocolError as error:
            yield Finding(error.code, phase.phase, error.message)


class _Books(dict[str, bytes]):
    """By seat, the digest of the book in force."""


def _require_cut(
    record: Record, chapter: Chapter, phase: RecordedPhase, held: Holders, books: _Books, versions: Sequence[str]
) -> None:
    """`versions` are those of the rules up to this phase: its envelopes are under the last, a book under any."""
    digests = _digests(record, phase.phase, phase.envelopes, held, versions[-1:])
    books.update(_digests(record, BOOK, phase.books, held, versions))
    wanted = [_leaf(record, phase.phase, seat, digests.get(seat), books.get(seat)) for seat in record.seats]
    if len(chapter.leaves) != len(wanted):
        raise FalseRecord(f"the cut has {len(chapter.leaves)} leaves, but the game has {len(wanted)} seats")
    for seat, found, leaf in zip(record.seats, chapter.leaves, wanted, strict=True):
        if found != leaf:
            raise FalseRecord(f"the cut's leaf of seat {seat!r} is {found}, but the record's envelopes give {leaf}")


def _digests(
    record: Record, phase: int, envelopes: Iterable[RecordedEnvelope], held: Holders, versions: Sequence[str]
) -> dict[str, bytes]:
    """The digests of envelopes by seat, each signed by one who has held it, for this phase (0: books)."""
    digests: dict[str, bytes] = {}
    for envelope in envelopes:
        if envelope.seat in digests or envelope.seat not in held:
            raise FalseRecord(f"an envelope of {envelope.seat!r}, which is not a seat, or has two envelopes")
        statement = Statement.from_form(envelope.header)
        _signer(held[envelope.seat], statement).verify(statement)
        _require_header(record, phase, envelope, statement.read(Header), versions)
        digests[envelope.seat] = statement.digest
    return digests


def _signer(cards: list[Card], statement: Statement) -> Card:
    """Which of a seat's holders claims to have signed; the newest when none does."""
    return next((card for card in cards if card.key_id == statement.key_id), cards[-1])


def _require_header(
    record: Record, phase: int, envelope: RecordedEnvelope, header: Header, versions: Sequence[str]
) -> None:
    found = (header.game, header.phase, header.seat, header.version)
    wanted = (record.game, phase, envelope.seat, versions[-1])
    if found[:-1] != wanted[:-1] or header.version not in versions:
        raise FalseRecord(f"an envelope made for {found}; expected {wanted}")
    if envelope.leaves is None:
        return
    hashes = [from_base64url(leaf.hash, "hash", 32) for leaf in envelope.leaves]
    require_commitment(from_base64url(header.commitment, "commitment", 32), hashes)
    for recorded, digest in zip(envelope.leaves, hashes, strict=True):
        leaf = recorded.leaf()
        if leaf is not None and leaf.hash != digest:
            raise FalseRecord(
                f"an order of seat {envelope.seat!r} hashes to {to_base64url(leaf.hash)}, but "
                f"{recorded.hash} was signed"
            )


def _leaf(record: Record, phase: int, seat: str, digest: bytes | None, book: bytes | None) -> str:
    secret = from_base64url(record.secret, "secret", chance.SECRET_BYTES)
    return to_base64url(chance.cut_leaf(chance.leaf_salt(secret, record.game, phase, seat), digest, book))
