"""Who played: the organiser's and the players' signed words in the log, against their cards."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import UnsetType

from adjudicator.kernel import OstrakaError
from schemas.documents.successions import newest, read_rotation, require_revealed, succession, successions
from schemas.errors import FalseRecord
from schemas.keys import chance
from schemas.keys.identities import Card
from schemas.log.entries import Joined, Rekeyed, Revealed, Seated
from schemas.log.openings import opened_game
from schemas.record.contest_games import drawn_in, require_drawn, require_seated
from schemas.record.form import Record
from schemas.record.story import Person, Story, installed_rules
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.forms import StatementForm
from schemas.statements.payloads import Join, Start
from schemas.statements.statements import Statement, key_id
from schemas.statements.texts import game_id


def read_cards(record: Record) -> dict[str, Card]:
    """The players' cards by key id; each signed by itself."""
    cards = [Card.from_statement(Statement.from_form(form)) for form in record.players]
    return {card.key_id: card for card in cards}


Holders = dict[str, list[Card]]
"""By seat, who has held it so far: what a former holder sent stands until their substitute replaces it."""


def read_holders(record: Record, story: Story, cards: dict[str, Card]) -> Holders:
    """Who held which seat at the start, after checking the organiser's word for the game, every join, and the start."""
    organiser = _require_game(record, story, cards)
    holders: Holders = {}
    note_people(record, story, holders, cards, story.people)
    if story.started is not None:
        organiser = find_card(newest(organiser.key_id, successions(story.people)), cards)
        start = _signed(story.started.statement, organiser).read(Start)
        require_same("start", {"game": (start.game, record.game), "organiser": (start.organiser, organiser.key_id)})
    opened = Statement.from_form(story.created.statement)
    if drawn_in(record, story) is None and game_id(opened.digest) != record.game:
        raise FalseRecord(f"the organiser's statement opens a game other than {record.game}")
    return holders


def note_people(record: Record, story: Story, held: Holders, cards: dict[str, Card], people: Sequence[Person]) -> None:
    """Add to who has held which seat: who joins it, and the new key of who holds it."""
    for body in people:
        if isinstance(body, Joined):
            join, card = require_join(record, story, body, cards)
            held.setdefault(join.seat, []).append(card)
        elif isinstance(body, Seated):
            held.setdefault(body.seat, []).append(require_seated(record, story, body, cards))
        elif (pair := succession(body)) is not None:
            for holders in held.values():
                if holders[-1].key_id == pair[0]:
                    holders.append(find_card(pair[1], cards))


def require_every_seat(record: Record, holders: Collection[str]) -> None:
    """Every seat that somebody plays is held at the deal. Only the rules can name the seats that the bot plays."""
    rules, played = installed_rules(record, record.version), set(record.seats)
    try:
        played -= set(rules.bot_seats(record.scenario, record.options, record.seats)) if rules else played - {*holders}
    except OstrakaError as error:
        raise FalseRecord(f"the game cannot be played with its options: {error}") from None
    if sorted(holders) != sorted(played):
        raise FalseRecord(f"players took the seats {sorted(holders)}, but the game has {sorted(played)}")


def require_secret(record: Record, story: Story) -> None:
    """The secret is the one revealed at the end, and the one committed to at the beginning."""
    require_same("record", {"secret": (record.secret, story.over.secret)})
    secret = from_base64url(record.secret, "secret", chance.SECRET_BYTES)
    committed = to_base64url(chance.commitment(secret))
    require_same("secret", {"commitment": (committed, story.created.commitment)})


def require_aliases(record: Record, story: Story) -> None:
    """An anonymous game reveals the player of each alias, as the host committed to; other games have no aliases.

    The aliases of a contest's game are the contest's: its own log reveals them.
    """
    joins = [body for body in story.bodies if isinstance(body, Joined)]
    committed = {
        (Statement.from_form(one.statement).key_id, one.alias) for one in joins if not isinstance(one.alias, UnsetType)
    }
    wanted = opened_game(story.created, record.game).anonymous and drawn_in(record, story) is None
    for one in joins:
        if isinstance(one.alias, UnsetType) == wanted:
            seat = Statement.from_form(one.statement).read(Join).seat
            what = (
                ("no commitment to the player behind the alias")
                if wanted
                else "an alias in a game that is not anonymous"
            )
            raise FalseRecord(f"the join of seat {seat!r} has {what}")
    revealed = [body for body in story.bodies if isinstance(body, Revealed)]
    host = key_id(from_base64url(record.host_key, "host_key", 32))
    secret = from_base64url(story.over.secret, "secret", chance.SECRET_BYTES)
    require_revealed(record.game, host, committed, revealed, secret)


def _require_game(record: Record, story: Story, cards: dict[str, Card]) -> Card:
    statement = Statement.from_form(story.created.statement)
    game, host = opened_game(story.created, record.game), from_base64url(record.host_key, "host_key", 32)
    card = find_card(game.organiser, cards)
    card.verify(statement)
    require_drawn(record, story, host)
    wanted = {
        "host": (game.host, key_id(host)),
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


def require_rotation(story: Story, rekeyed: Rekeyed, cards: dict[str, Card]) -> tuple[str, str]:
    """A new key, signed for by the one that it replaces, at the host of then, under the same handle: both keys."""
    statement = Statement.from_form(rekeyed.statement)
    rotation, card = read_rotation(statement)
    before = find_card(rotation.player, cards)
    before.verify(statement)
    wanted = {"handle": (card.handle, before.handle), "host": (rotation.host, story.host_of(rekeyed))}
    require_same(f"rotation of {rotation.player}", wanted)
    return rotation.player, card.key_id


def require_same(what: str, pairs: Mapping[str, tuple[object, object]]) -> None:
    """Each field found is the one wanted; the first that is not is named."""
    for field, (found, wanted) in pairs.items():
        if found != wanted:
            raise FalseRecord(f"{what}: its {field} is {found!r}; expected {wanted!r}")
