"""Is a record true? Nothing in it is believed but the host's key, and that is compared with the one pinned."""

from collections.abc import Mapping

from schemas.envelopes import Leaf
from schemas.errors import FalseRecord, ProtocolError
from schemas.keys.identities import Card
from schemas.log.chain import verify_chain
from schemas.record.acts import require_acts
from schemas.record.cuts import cut_findings
from schemas.record.form import Finding, Record
from schemas.record.parties import Holders, read_cards, read_holders, require_aliases, require_secret
from schemas.record.replay import replay_findings
from schemas.record.story import Story
from schemas.statements.canonical import from_base64url
from schemas.statements.statements import Statement, key_id

NO_LEAVES: Mapping[str, Leaf] = {}


def verify_record(
    record: Record, host_public: bytes | None = None, opened: Mapping[str, Leaf] = NO_LEAVES
) -> list[Finding]:
    """Everything in a record that does not hold; an empty list when all of it does.

    `opened` are leaves by hash that the record hides and that the reader has all the same, as their author: with them
    it is found whether one was passed over that would have counted.

    (0) the host is the one that is pinned, where one is given
    (1) the log is signed by the host, and chained
    (2) it tells a finished game
    (3) the players' cards are signed by themselves
    (4) the organiser signed this game and its start; a player signed for each seat, under this host's commitment
        and every later act, by who held office or seat then, and nobody joined a seat that was held, or one that they
        may not hold beside their others
    (5) the secret is the one committed to and revealed; in an anonymous game whose each alias was, too
    (6) the envelopes are signed by who held the seat, their leaves keep their commitments, and they are those cut
    (7) the same orders and the same dice lead, phase by phase, to the same positions, orders and outcome; what is shown
        of envelopes and books is what counted
    (8) who is said to have missed a phase, or to have fallen vacant, is who did by what was cut and by the terms

    (6) to (8) build on (0) to (5): the first of those that fails ends the search. NOT provable from a record: that an
    envelope which "did not open" did not, and that a leaf which is hidden could not have counted (their author can
    prove both with their copy); that a seat had sent nothing when grace began.
    """
    try:
        story, holders = _foundations(record, host_public)
        return [*cut_findings(record, story, *holders), *replay_findings(record, story, opened)]  # (6) (7) (8)
    except ProtocolError as error:
        return [Finding(error.code, None, error.message)]


def _foundations(record: Record, host_public: bytes | None) -> tuple[Story, tuple[Holders, dict[str, Card]]]:
    host = from_base64url(record.host_key, "host_key", 32)
    if host_public not in (None, host):  # (0)
        raise FalseRecord(f"by host {key_id(host)}; the pinned key is {key_id(host_public)}")
    log = verify_chain([Statement.from_form(form) for form in record.log], host, record.game)  # (1)
    story = Story.read(log)  # (2)
    cards = read_cards(record)  # (3)
    holders = read_holders(record, story, cards)  # (4)
    require_acts(record, story, cards)
    require_secret(record, story)  # (5)
    require_aliases(record, story)
    return story, (holders, cards)
