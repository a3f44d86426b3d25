"""Fields that recur in requests and answers, each described once."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from schemas.log.checkpoints import MAX_CHARS

NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"
TAG = r"^[a-z0-9][a-z0-9-]{0,31}$"
HANDLE = r"^[a-z0-9][a-z0-9-]{1,31}$"

GameId = Annotated[str, Field(description="The game's id, which follows from the statement that opened it.")]
GameName = Annotated[str, Field(description="What its organiser calls the game.")]
TitleId = Annotated[str, Field(description="The title of the game.")]
Version = Annotated[str, Field(description="The version of the title's rules, such as `perikles/1`.")]
SeatName = Annotated[str, Field(description="A seat of the game.")]
Handle = Annotated[str, Field(description="A player's handle.")]
Holder = Annotated[str | None, Field(description="The player who holds the seat; null if nobody does.")]
KeyId = Annotated[
    str, Field(description="The id of an Ed25519 key: `ed25519:` and the first 32 hex digits of its SHA-256.")
]
Instant = Annotated[str, Field(description="A time: RFC 3339, in UTC, to the second.")]
PhaseNumber = Annotated[int, Field(description="The phase; 0 is the setup.")]
OpenPhaseNumber = Annotated[int | None, Field(description="The phase that is open; null if none is.")]
Digest = Annotated[str, Field(description="SHA-256, base64url without padding.")]
Status = Annotated[
    str,
    Field(
        json_schema_extra={"enum": ["inviting", "running", "over"]},
        description="`inviting` until the game is dealt, then `running`, then `over`.",
    ),
]
Word = Annotated[
    str | None,
    Field(
        json_schema_extra={"enum": ["draft", "final", "withdrawn", None]},
        description="The word of the newest envelope; a `draft` counts only at the deadline; null if nothing was sent.",
    ),
]
QuestionId = Annotated[str, Field(description="The type of question, named after the rule that asks it.")]
Schema = Annotated[
    dict[str, Any],
    Field(serialization_alias="schema", description="The JSON Schema of the orders that answer the question."),
]
Order = Annotated[dict[str, Any], Field(description="An order as an envelope holds it.")]
Event = Annotated[
    dict[str, Any],
    Field(description="What happened: its kind, its fields, a sentence that says it, and the ids of what it is about."),
]
SceneRow = Annotated[
    dict[str, Any],
    Field(
        description="A line of a scene: its `part`, its `words`, the place of its event (`told`: the phase, and the "
        "number in it), and what else the part has, such as dice."
    ),
]
Subjects = Annotated[
    list[str],
    Field(description="The ids of what is asked about, as in pictures and events; empty if it is no one thing."),
]
More = Annotated[bool, Field(description="Whether there are more after these.")]
Next = Annotated[str | None, Field(description="The `after` for those that follow; null where the list ends.")]
NextNumber = Annotated[int, Field(description="The `after` for those that follow, also for those that come later.")]

NOTE: dict[str, Any] = {
    "description": "A C2SP signed note with the text of a checkpoint: origin, number of entries, head of the chain.",
    "content": {"text/plain": {"schema": {"type": "string", "maxLength": MAX_CHARS}}},
}
"""The answer with a checkpoint."""
