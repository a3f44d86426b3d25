"""Fields that recur in what the addresses take and give: each with what it means and an example, said once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from api.openapi import examples
from schemas.statements.statements import payload_type

NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"
HANDLE = r"^[a-z0-9][a-z0-9-]{1,31}$"


def seldom(meaning: str, example: Any, **constraints: Any) -> Any:
    """A field that is null as a rule."""
    return Field(description=meaning, examples=[None, example], **constraints)


def told(meaning: str, example: Any = None, **constraints: Any) -> Any:
    """A field with its meaning and an example of it; where there is none, one is made from its parts."""
    shown: dict[str, Any] = {} if example is None else {"examples": [example]}
    return Field(description=meaning, **shown, **constraints)


GameId = Annotated[str, told("The game's id, which follows from the statement that opened it.", examples.GAME)]
GameName = Annotated[str, told("What its organiser calls the game.", "The long war")]
TitleId = Annotated[str, told("The title: by which rules the game is played.", "perikles")]
Version = Annotated[str, told("The version of the title's rules.", "perikles/1")]
SeatName = Annotated[str, told("A seat of the game.", examples.SEAT)]
Handle = Annotated[str, told("A player's handle.", examples.HANDLE)]
Holder = Annotated[str | None, told("The player who holds the seat; null where nobody does.", examples.HANDLE)]
KeyId = Annotated[str, told("The id of an Ed25519 key: `ed25519:` and 32 hex digits of its SHA-256.", examples.KEY)]
Instant = Annotated[str, told("When: RFC 3339, in UTC, to the second.", examples.AT)]
PhaseNumber = Annotated[int, told("The phase; 0 is the setup.", 7)]
OpenPhase = Annotated[int | None, told("The phase that is open; null where none is.", 7)]
Digest = Annotated[str, told("SHA-256, base64url without padding.", examples.BYTES32)]
Status = Annotated[
    Literal["inviting", "running", "over", "moved"],
    told("`inviting` until it is dealt, then `running`, then `over`; `moved` where it goes on at another host.",
         "running"),
]  # fmt: skip
Word = Annotated[
    Literal["draft", "final", "withdrawn"] | None,
    told("The word of the newest envelope: `draft` counts at the deadline only; null where nothing was sent.", "final"),
]
QuestionId = Annotated[str, told("The type of question, named after the rule that asks it.", "D-S1")]
Schema = Annotated[
    dict[str, Any],
    Field(alias="schema", description="The JSON Schema of the orders that answer it.", examples=[{"type": "object"}]),
]
Order = Annotated[dict[str, Any], told("An order as an envelope holds it.", {"question": "D-S1", "city": "athens"})]
Event = Annotated[
    dict[str, Any],
    told("What happened: its kind, its fields, a sentence that says it, and the ids of what it is about.",
         {"event": "tile-drawn", "slot": 4, "tile": "argos-k", "clause": "2.06",
          "sentence": "Slot 4 is filled with the Argos Assassin tile.", "subjects": ["tile:4", "tile:argos-k"]}),
]  # fmt: skip
Subjects = Annotated[
    list[str],
    told("The ids of what is asked about, as pictures and events have them; empty where no one thing is meant.",
         ["theater:samos"]),
]  # fmt: skip
More = Annotated[bool, told("Whether there is more after these.", False)]
Next = Annotated[
    str | None,
    told("What to give as `after` for those that follow; null when there are none.", examples.CURSOR),
]
PayloadType = Annotated[str, told("What the payload is.", payload_type("join"), max_length=100)]
