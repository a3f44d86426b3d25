"""What it means to have entered a contest, in words; and in which ways somebody can enter one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from cli.times import time_left

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.contests.allowed import Refusal
    from schemas.contests.story import ContestStory

POOL: Final = "A seat that falls vacant is offered to you for a day, in your turn: a mail says so."
FILLING_IN: Final = " Where tables do not come out even, you may be seated to fill in: the game does not count for you."


def entered_in_words(client: Client, after: Mapping[str, Any], *, substitute: bool) -> str:
    """What somebody is told who has just entered: `after` is the contest as it is then."""
    how = "wait as a substitute in" if substitute else "are in"
    fills_in = FILLING_IN if after["plan"]["odd"] == "fill-in" else ""
    then = f"{POOL}{fills_in}" if substitute else closing(after)
    alias = client.pins.aliases().get(after["contest"]) if after["plan"]["anonymous"] else None
    masked = f" You play as {alias}: nobody but the host knows who you are until it is over." if alias else ""
    return f"You {how} {after['name']}.{masked} {then}"


def closing(contest: Mapping[str, Any]) -> str:
    """When the first round is drawn, as a sentence."""
    if contest["rounds"]:
        return f"You are drawn from round {len(contest['rounds']) + 1} on."
    if contest["closes_at"]:
        return f"The first round is drawn {time_left(contest['closes_at'])}."
    most, entered = contest["plan"]["most"], sum(not one["substitute"] for one in contest["entrants"])
    if entered >= most:
        return f"All {most} are in: the first round is drawn now."
    return f"The first round is drawn when {most} are in."


def refused(client: Client, story: ContestStory, handle: str, *, substitute: bool) -> Refusal | None:
    """Why a player cannot enter now, as the host would say it; None where they can."""
    from schemas.contests.allowed import entry_refused
    from schemas.statements.contests import Enter

    own, nothing = client.me.key_id, "A" * 43
    wanted = Enter(story.contest, own, client.host.key_id, nothing, story.opened.commitment, substitute)
    return entry_refused(story, handle, wanted)
