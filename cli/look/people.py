"""What happened, in the words for people: sentences name who plays; scripts read the host's, which name seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from adjudicator.kernel.scenes.grouping import Told
from adjudicator.registry import rules_of
from cli.rules.local_check import people_of, read_events

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.client import Client

Phases = Sequence[Mapping[str, Any]]


def calling_people(client: Client, game: str) -> Title[Any] | None:
    """The rules of a game, which call its seats by the names of its people; None where they are not here."""
    summary = client.game(game)
    rules = rules_of(summary["version"])
    return rules.calling(people_of(summary["seats"])) if rules else None


def of_people(client: Client, game: str, phases: Phases) -> Phases:
    """The phases of a report in which sentences name people; as they are where the rules are not here."""
    rules = calling_people(client, game)
    return [{**phase, "events": reworded(rules, phase["events"])} for phase in phases] if rules else phases


def reworded(rules: Title[Any], events: Phases) -> Phases:
    """Events with their sentences in the words of these rules; as they are where these cannot read them."""
    read = read_events(rules, events)
    said = zip(events, read, strict=False)
    return [{**one, "sentence": rules.sentence(event)} for one, event in said] if read else events


def scenes_of_people(client: Client, game: str, seat: str | None, scenes: Phases) -> Phases:
    """Scenes in which people are named: made of the same report; as they are where that cannot be read here."""
    rules = calling_people(client, game)
    if rules is None:
        return scenes
    told = [Told(one["phase"], read_events(rules, one["events"])) for one in client.report(game, seat)]
    wanted = {one["id"] for one in scenes}
    found: list[Mapping[str, Any]] = [to_builtins(one) for one in rules.in_scenes(told) if one.id in wanted]
    return found if len(found) == len(scenes) else scenes
