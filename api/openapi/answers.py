"""Answers about the host, its titles and its players. Views build them; the OpenAPI document describes them.

The order of the fields is the order in the JSON, which the ETag covers.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler
from pydantic_core import CoreSchema

from api.openapi.fields import GameId, GameName, Handle, Instant, KeyId, QuestionId, Schema, SeatName, Version
from api.openapi.requests import StatementBody


class AsStatement:
    """Describes a dict as a signed statement; its fields stay as they are, in canonical order."""

    @classmethod
    def __get_pydantic_json_schema__(cls, _: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The schema of a statement in a request."""
        return handler(StatementBody.__pydantic_core_schema__)


SignedForm = Annotated[dict[str, Any], AsStatement]
Card = Annotated[SignedForm, Field(description="A handle and its public keys, signed by the player (`player`).")]


class Answer(BaseModel):
    """Exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class TitleName(Answer):
    """A title with the version of its rules."""

    id: str = Field(description="The title's id.")
    version: Version


class HostNotice(Answer):
    """What the host tells its players of itself at the moment."""

    kind: Literal["operator", "mail-late"] = Field(
        description="Whose word it is: the operator's, or the host's own, that its mail is late."
    )
    text: str = Field(description="In words, one line.")
    until: Instant | None = Field(description="Up to when it holds; null: until further notice.")


class HostAnswer(Answer):
    """The host."""

    name: str = Field(description="What the host calls itself.")
    url: str = Field(description="Its address, under which requests are signed.")
    key_id: KeyId
    card: Card
    registering: Literal["open", "invited"] = Field(
        description="Who may register: everybody, or only who brings the word of an invitation."
    )
    bundle: str | None = Field(
        description="The hash of the table that it serves at /play/, by which the folder there is named; or null."
    )
    titles: list[TitleName] = Field(description="The titles that can be played here.")


class Scenario(Answer):
    """A starting position."""

    id: str = Field(description="The scenario's id, as a game's statement names it.")
    name: str = Field(description="Its name.")
    summary: str = Field(description="What is played, in a sentence.")
    seats: list[list[str]] = Field(description="The seats, one list for each number of players.")


class TitleSummary(Answer):
    """A title with its scenarios."""

    id: str = Field(description="The title's id.")
    name: str = Field(description="The title's name.")
    version: Version
    scenarios: list[Scenario] = Field(description="The starting positions.")


class QuestionType(Answer):
    """A type of question, with the JSON Schema of its orders."""

    question: QuestionId
    clause: str = Field(description="The rule that asks it.")
    unasked: bool = Field(description="Whether its orders may be sent with any envelope, without being asked for.")
    orders: Schema


class TitleSetting(Answer):
    """An option that the organiser of a game may set."""

    option: str = Field(description="The option's name in a game's statement.")
    summary: str = Field(description="What it decides.")
    values: list[str | int | bool] = Field(description="The values to choose from; empty if any text will do.")
    default: str | int | bool = Field(description="The value if the statement does not name the option.")


class TitleDetail(TitleSummary):
    """A title with its sources, the options of its games, and its questions."""

    about: str = Field(description="Who designed and published the game, and where our rules come from.")
    settings: list[TitleSetting] = Field(description="The options of its games.")
    components: bool = Field(description="Whether a components file can replace parts of the title's own.")
    questions: list[QuestionType] = Field(description="Every type of question that its rules ask.")


class Titles(Answer):
    """All titles."""

    titles: list[TitleSummary] = Field(description="The titles that can be played here.")


class PlayerKey(Answer):
    """A player's handle and current key."""

    handle: Handle
    key_id: KeyId


class PlayerCards(PlayerKey):
    """A player with the card that they signed."""

    card: Card
    holder: str | None = Field(description="Of an alias, once it is revealed: whose it was.")
    others: list[SignedForm] = Field(
        description="The cards of keys that spoke for the player before, or that speak or spoke for them in single "
        "games."
    )


class PreferencesAnswer(Answer):
    """The player's own preferences."""

    handle: Handle
    number: int = Field(description="The number of the newest statement; the next must be higher.")
    address: str | None = Field(description="Where mail goes; null if none is wanted.")
    muted: list[str] = Field(description="Kinds of mail that are not wanted.")
    muted_press: list[str] = Field(description="Players whose press is not wanted.")
    time_zone: str | None = Field(description="In which mails tell times; null: in that of each game.")


class KeptKeyAnswer(Answer):
    """Whether the host keeps a copy of the player's locked key; for the player alone."""

    handle: Handle
    number: int = Field(description="The number of the newest statement; the next must be higher.")
    at: str | None = Field(description="When the copy came that is kept; null if none is kept.")


class FetchedKey(Answer):
    """The copy of a locked key."""

    file: str = Field(description="The file as it was locked, base64url without padding.")


class SignInLink(Answer):
    """A link that signs one browser in."""

    url: str = Field(description="Signs in the first browser that opens it.")
    expires_at: Instant


class Token(Answer):
    """A bearer token, without its secret."""

    token: str = Field(description="Its id, by which it is revoked; not secret.")
    name: str = Field(description="What its owner calls it.")
    scopes: list[str] = Field(description="What it may read.")
    games: list[str] | None = Field(description="The games that it is for; null if all.")
    created_at: Instant
    expires_at: Instant


class MadeToken(Token):
    """A token that has just been made."""

    secret: str = Field(description="What a program sends as `Authorization: Bearer`; it is never shown again.")


class Tokens(Answer):
    """A player's tokens."""

    tokens: list[Token] = Field(description="Those that have neither expired nor been revoked, the oldest first.")


class RevokedToken(Answer):
    """A token that no longer works."""

    token: str = Field(description="The id that it had.")


class ClaimingKey(Answer):
    """A new key that claims to belong to a player who lost theirs."""

    key_id: KeyId
    card: Annotated[SignedForm, Field(description="Its card, signed by itself.")]
    at: Instant


class Claims(Answer):
    """The new keys that claim a handle. A claim does nothing until it is confirmed."""

    handle: Handle
    claims: list[ClaimingKey] = Field(description="The oldest first.")


class Invitee(Answer):
    """Whom an invitation is for."""

    player: Handle | None = Field(description="The player who was invited; null where it was an address.")
    address: str | None = Field(description="The address that was invited; null where it was a player.")


class BouncingPlayer(Answer):
    """A player whose mail has bounced; shown to their organiser only."""

    game: GameId
    name: GameName
    seat: SeatName
    player: Handle
    bounces: int = Field(description="How often mail was returned as undeliverable.")
    mailed: bool = Field(description="Whether the host still sends them mail.")


class Webhook(Answer):
    """An address that the host calls when something happens in its player's games."""

    webhook: str = Field(description="Its id.")
    url: str = Field(description="Where deliveries go, in the form that their signatures cover.")
    created_at: Instant
    rests_until: str | None = Field(
        description="Nothing is sent to it before this time, because it did not answer well; null if deliveries go out."
    )
    due: int = Field(description="How many deliveries are still to be sent.")
    dead: int = Field(description="How many deliveries were given up; each can be sent again.")
    silent: bool = Field(
        description="Whether nothing new is sent, since the key that made it was replaced: remove it and make another."
    )


class Webhooks(Answer):
    """A player's webhooks."""

    webhooks: list[Webhook] = Field(description="The oldest first.")


class RemovedWebhook(Answer):
    """A webhook that has been removed."""

    webhook: str = Field(description="The id that it had.")


class Device(Answer):
    """A browser that gets notices of what happens in its player's games."""

    device: str = Field(description="Its id.")
    name: str = Field(description="What its owner calls it.")
    service: str = Field(description="The push service that its notices go to.")
    muted: list[str] = Field(description="What it gets no notices of.")
    mails_too: bool = Field(
        description="Whether mails that ask for orders come at once all the same, not an hour later."
    )
    refusal: str | None = Field(description="Why its push service did not take the last notice; null if it did.")
    created_at: Instant


class Devices(Answer):
    """A player's devices, and what another one needs."""

    key: str = Field(
        description="The key of the host to which a browser subscribes (`applicationServerKey`): a point of P-256, "
        "uncompressed, base64url."
    )
    devices: list[Device] = Field(description="The oldest first.")


class RemovedDevice(Answer):
    """A device that has been forgotten."""

    device: str = Field(description="The id that it had.")


class Delivery(Answer):
    """Something that was or will be sent to a webhook. What is sent holds the fields from `delivery` to `at` only."""

    number: int = Field(description="Its number for this webhook, by which it can be sent again.")
    delivery: str = Field(description="The same at every attempt, so that a receiver can tell a repeat.")
    game: GameId
    seat: SeatName
    kind: str = Field(description="The kind of the feed's item.")
    phase: int | None = Field(description="The phase that the item is about; null if it is about none.")
    item: int = Field(description="The number of the item in the seat's feed, where it is read.")
    at: Instant
    status: str = Field(
        description="`dead`: given up after eight attempts over a day.",
        json_schema_extra={"enum": ["due", "sent", "dead"]},
    )
    attempts: int = Field(description="How often it has been tried.")
    outcome: str | None = Field(description="The status of the last answer, or why there was none.")
    next_try: str | None = Field(description="When it is tried next; null if it is not.")


class Deliveries(Answer):
    """The latest deliveries of a webhook."""

    webhook: str = Field(description="The webhook's id.")
    deliveries: list[Delivery] = Field(description="The last hundred, the newest first.")
