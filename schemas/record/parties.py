"""Who played: the organiser's and the players' signed words in the log, against their cards."""

from collections.abc import Mapping

from adjudicator.kernel import OstrakaError
from adjudicator.registry import title as title_of
from adjudicator.registry import titles
from schemas import chance, components
from schemas.canonical import from_base64url, to_base64url
from schemas.entries import Joined
from schemas.errors import FalseRecord
from schemas.forms import StatementForm
from schemas.keys import Card
from schemas.names import game_id
from schemas.payloads import Game, Join, Start
from schemas.record.form import Record
from schemas.record.story import Story
from schemas.statements import Statement, key_id


def read_cards(record: Record) -> dict[str, Card]:
    """The players' cards by key id; each signed by itself."""
    cards = [Card.from_statement(Statement.from_form(form)) for form in record.players]
    return {card.key_id: card for card in cards}


Holders = dict[str, list[Card]]
"""By seat, who has held it so far: what a former holder sent stands until his substitute replaces it."""


def read_holders(record: Record, story: Story, cards: dict[str, Card]) -> Holders:
    """Who held which seat at the start, after checking the organiser's word for the game, every join, and the start."""
    organiser = _require_game(record, story, cards)
    holders: Holders = {}
    for joined in story.joined:
        join, card = require_join(record, story, joined, cards)
        holders.setdefault(join.seat, []).append(card)
    if sorted(holders) != (played := sorted(set(record.seats) - set(unmanned(record)))):
        raise FalseRecord(f"joined are the seats {sorted(holders)}, where the game has {played}")
    start = _signed(story.started.statement, organiser).read(Start)
    require_same("start", {"game": (start.game, record.game), "organiser": (start.organiser, organiser.key_id)})
    if game_id(Statement.from_form(story.created.statement).digest) != record.game:
        raise FalseRecord(f"the organiser's statement opens another game than {record.game}")
    return holders


def unmanned(record: Record) -> list[str]:
    """The seats that nobody plays; lays the record's components file. Of a title not known here the replay will say."""
    if record.title not in titles():
        return []
    title = title_of(record.title)
    components.lay(title, record.options, record.components)
    try:
        return title.bot_seats(record.scenario, record.options, record.seats)
    except OstrakaError as error:
        raise FalseRecord(f"the game cannot be played with its options: {error}") from None


def require_secret(record: Record, story: Story) -> None:
    """The secret is the one revealed at the end, and the one committed to at the beginning."""
    require_same("record", {"secret": (record.secret, story.over.secret)})
    secret = from_base64url(record.secret, "secret", chance.SECRET_BYTES)
    committed = to_base64url(chance.commitment(secret))
    require_same("secret", {"commitment": (committed, story.created.commitment)})


def _require_game(record: Record, story: Story, cards: dict[str, Card]) -> Card:
    statement = Statement.from_form(story.created.statement)
    game = statement.read(Game)
    card = find_card(game.organiser, cards)
    card.verify(statement)
    wanted = {
        "host": (game.host, key_id(from_base64url(record.host_key, "host_key", 32))),
        "title": (game.title, record.title),
        "scenario": (game.scenario, record.scenario),
        "seats": (game.seats, record.seats),
        "options": (game.options, record.options),
    }
    require_same("organiser's game", wanted)
    return card


def require_join(record: Record, story: Story, joined: Joined, cards: dict[str, Card]) -> tuple[Join, Card]:
    """A join, signed by a player whose card stands in the record, for this game, commitment and host of then."""
    statement = Statement.from_form(joined.statement)
    join = statement.read(Join)
    card = find_card(join.player, cards)
    card.verify(statement)
    wanted = {
        "game": (join.game, record.game),
        "host": (join.host, story.host_of(joined)),
        "commitment": (join.commitment, story.created.commitment),
    }
    require_same(f"join of seat {join.seat!r}", wanted)
    return join, card


def _signed(form: StatementForm, card: Card) -> Statement:
    statement = Statement.from_form(form)
    card.verify(statement)
    return statement


def find_card(key: str, cards: dict[str, Card]) -> Card:
    """The card of a key; refused where the record has none."""
    if key not in cards:
        raise FalseRecord(f"the card of {key} is missing")
    return cards[key]


def require_same(what: str, pairs: Mapping[str, tuple[object, object]]) -> None:
    """Each field found is the one wanted; the first that is not is named."""
    for field, (found, wanted) in pairs.items():
        if found != wanted:
            raise FalseRecord(f"{what}: its {field} is {found!r}, where {wanted!r} is wanted")
