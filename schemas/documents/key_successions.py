"""Keys that follow one another: a player replaces one (`rotation`), or an organiser confirms a new one (`rekey`)."""

from collections.abc import Iterable, Iterator, Mapping

from schemas.errors import Malformed, UnknownSigner
from schemas.keys.identities import Card
from schemas.log.entries import Acted, Body, Created, Joined, Rekeyed, Seated
from schemas.statements.payloads import Act, Claim, Rekey, Rotation
from schemas.statements.statements import Statement


def read_rotation(statement: Statement) -> tuple[Rotation, Card]:
    """A rotation with the card of the new key, signed by that key. The caller MUST verify who signed the rotation."""
    rotation = statement.read(Rotation)
    card = Card.from_statement(Statement.from_form(rotation.card))
    if card.key_id == rotation.player:
        raise Malformed("rotation", f"the new key is {card.key_id}, which is the old one")
    return rotation, card


def read_claim(statement: Statement) -> tuple[Claim, Card]:
    """A claim with the card of the new key: both signed by it."""
    claim = statement.read(Claim)
    card = Card.from_statement(Statement.from_form(claim.card))
    if card.key_id != claim.player:
        raise UnknownSigner(f"{claim.player} makes the claim, but its card is that of {card.key_id}")
    card.verify(statement)
    return claim, card


def succession(body: Body) -> tuple[str, str] | None:
    """The key that an entry of a log replaces, and the one that speaks from then on; None where it replaces none."""
    if isinstance(body, Rekeyed):
        rotation, card = read_rotation(Statement.from_form(body.statement))
        return rotation.player, card.key_id
    if isinstance(body, Acted):
        statement = Statement.from_form(body.statement)
        act = statement.read(Act).act if statement.kind == Act.document else None
        return (act.player, act.key) if isinstance(act, Rekey) else None
    return None


def successions(bodies: Iterable[Body]) -> dict[str, str]:
    """By key, the one that replaced it."""
    return dict(pair for body in bodies if (pair := succession(body)) is not None)


def newest(key: str, after: Mapping[str, str]) -> str:
    """The key that now speaks for the holder of this one."""
    for _ in after:
        key = after.get(key, key)
    return key


def named(bodies: Iterable[Body]) -> Iterator[str]:
    """Every key that a log has spoken for somebody: the organiser's, the players', and those that replaced them."""
    for body in bodies:
        if isinstance(body, Created | Seated | Joined | Acted):
            yield Statement.from_form(body.statement).key_id
        if (pair := succession(body)) is not None:
            yield pair[1]
