"""Press between seats, and which mails a player wants from a host.

Every message is signed by its author; the log must say that they held the seat they write for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cli.client.answers import GameSummary
from cli.client.party import Payload
from cli.client.reading import ReadClient
from cli.errors import Misuse, Refused, TrustBroken, proving
from cli.trust.checkpoints import Checkpoints
from cli.trust.log_summary import LogSummary
from schemas.keys.identities import Card
from schemas.log.checkpoints import Checkpoint, find_checkpoints
from schemas.statements.payloads import Preferences, Press, is_handle
from schemas.statements.statements import Statement, sign_payload

PREFERENCES = "preferences"


class PressClient(ReadClient):
    """The part of a client that writes to other players, and sets preferences."""

    # --- press -------------------------------------------------------------------------------------------------

    def send_press(self, game: str, seat: str, to: Sequence[str], text: str) -> Payload:
        """Write to other seats, named in the order of the game's seats; gives the message's number."""
        return self.post_numbered(game, self._message(game, seat, to, text), f"/games/{game}/press")

    def _message(self, game: str, seat: str, to: Sequence[str], text: str) -> Callable[[int], Press]:
        """A message to other seats under the number that it is given, line breaks and tabs as a host takes them."""
        text = text.replace("\r\n", "\n").expandtabs(4)
        return lambda number: Press(game=game, seat=seat, player=self.me.key_id, number=number, to=list(to), text=text)

    def seal_press(self, game: str, seat: str, to: Sequence[str], text: str) -> Statement:
        """A signed message for a mail; the host takes it as if it had been posted."""
        return sign_payload(self._message(game, seat, to, text)(self.next_number(game)), self.me)

    def press(self, game: str, seat: str, after: int = 0) -> list[Payload]:
        """What the player's seat wrote and received after message `after`, each verified as its author's."""
        self.meet()
        fetched = self.fetch_press(game, seat, after)
        holders = LogSummary.of(self.log(game)).ever if fetched else {}
        cards = {author: self.cards(author) for author in {one["author"] for one in fetched}}
        newest: dict[str, int] = {}
        found = [proved_message(game, one, card_for(one, cards[one["author"]]), holders, newest) for one in fetched]
        if fetched:
            self.pins.raise_to(game, {f"press of {seat}": max(int(one["number"]) for one in fetched)})
        if self._take_notes(game, found):
            self.seen_log(game)
        return found

    def _take_notes(self, game: str, messages: Sequence[Mapping[str, Any]]) -> bool:
        """Compare the checkpoints that players have put into messages; False where there are none of this host's."""
        host, taken = self.host.key, False
        for message in messages:
            for one in find_checkpoints(message["text"]):
                if isinstance(one, Checkpoint) and one.log == game and one.host == host:
                    road = f"message {message['number']} from {message['from']}"
                    Checkpoints(self.home, game).take(one, road, self.pins.of_game(game))
                    taken = True
        return taken

    def unread(self, game: str, seat: str, newest: int) -> int:
        """How many messages others have written to the player's seat since its press was last read from this home.

        `newest` is the number of the newest, as `waiting` tells it.
        """
        read = self.pins.of_game(game).get(f"press of {seat}", 0)
        if newest <= read:
            return 0
        fetched = self.fetch_press(game, seat, read)
        return sum(1 for one in fetched if one["from"] != seat and one["author"] != self.handle)

    def fetch_press(self, game: str, seat: str, after: int) -> list[Payload]:
        """The press of the player's seat after message `after`, not verified yet."""
        return self.read_list(f"/games/{game}/seats/{seat}/press", "press", signed=True, after=after)

    def is_registered(self, handle: str) -> bool:
        """Is there a player of that handle at the host?"""
        if not is_handle(handle):
            return False
        try:
            self.wire.get(f"/players/{handle}")
        except Refused as refusal:
            if refusal.code != "unknown-player":
                raise
            return False
        return True

    def cards(self, handle: str) -> list[Card]:
        """A player's cards, of the present key and of earlier ones, each signed by the key that it names."""
        answer = self.wire.get(f"/players/{handle}")
        return [card_from(handle, card) for card in (answer["card"], *answer["others"])]

    # --- preferences -------------------------------------------------------------------------------------------

    def preferences(self) -> Payload:
        """The player's address, time zone, muted kinds of mail and muted players, as the host has them."""
        self.meet()
        return self.wire.get(f"/players/{self.handle}/preferences", signed=True)

    def prefer(self, **changes: Any) -> Payload:
        """Change preferences: `address`, `muted` (kinds of mail), `muted_press` (handles) or `time_zone`."""
        now = self.preferences()
        names = set(Preferences.__struct_fields__) & set(now) - {"number"}
        wanted: dict[str, Any] = {name: changes.get(name, now[name]) for name in names}
        if wanted == {name: now[name] for name in wanted}:
            return now
        return self.post_numbered(
            PREFERENCES,
            lambda number: Preferences(host=self.host.key_id, player=self.me.key_id, number=number, **wanted),
            f"/players/{self.handle}/preferences",
            above=int(now["number"]),
        )


def proved_message(
    game: str, sent: Payload, card: Card, holders: Mapping[str, set[str]], newest: dict[str, int]
) -> dict[str, Any]:
    """A message as its author signed it, once, while they held the seat that it is from."""
    what = f"Message {sent['number']} of {sent['author']}"
    press = verified_press(what, game, sent["statement"], card)
    if press.player not in holders.get(press.seat, ()):
        raise TrustBroken(f"{what} is from seat {press.seat}, which its author never held by the log.")
    if press.number <= newest.get(press.player, 0):
        raise TrustBroken(f"{what} is an old one shown again as new.")
    newest[press.player] = press.number
    if (sent["from"], sent["to"], sent["text"]) != (press.seat, press.to, press.text):
        raise TrustBroken(f"{what} differs from what its author signed.")
    return {name: sent[name] for name in ("number", "at", "from", "author", "to", "text")}


def card_for(sent: Payload, cards: Sequence[Card]) -> Card:
    """The card of the key that signed a message; the newest card if none has that key."""
    signer = signer_of(f"Message {sent['number']} of {sent['author']}", sent["statement"])
    return next((card for card in cards if card.key_id == signer), cards[0])


def signer_of(what: str, shown: Payload) -> str:
    """The id of the key that a message claims to be signed with."""
    with proving(what):
        return Statement.from_json(shown).key_id


def card_from(handle: str, shown: Payload) -> Card:
    """A player's card as the host shows it, signed by the key that it names."""
    with proving(f"The card of {handle}"):
        card = Card.from_statement(Statement.from_json(shown))
    if card.handle != handle:
        raise TrustBroken(f"The card shown as that of {handle} is that of {card.handle}.")
    return card


def verified_press(what: str, game: str, shown: Payload, card: Card) -> Press:
    """A message of this game, as the player of the card signed it."""
    with proving(what):
        statement = Statement.from_json(shown)
        card.verify(statement)
        press = statement.read(Press)
    if (press.game, press.player) != (game, card.key_id):
        raise TrustBroken(f"{what} was signed for a game other than {game}, or with another key.")
    return press


def addressees(summary: GameSummary, seat: str, to: Sequence[str]) -> list[str]:
    """The other seats that a message goes to, in the order of the game's seats; all of them if none is named.

    Seats that nobody plays get no press.
    """
    others = [str(each["seat"]) for each in summary["seats"] if each["seat"] != seat and not each["unmanned"]]
    return named_seats(others, to)


def named_seats(others: Sequence[str], to: Sequence[str]) -> list[str]:
    """The seats that are named, in the order of the game's; all others if none is."""
    unknown = [name for name in to if name not in others]
    if unknown:
        raise Misuse(f"Press cannot go to {', '.join(unknown)}: the other seats are {', '.join(others)}.")
    return [name for name in others if name in to or not to]
