"""A contest is opened, or takes the place of one that nobody has entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import UnsetType

from cli.errors import Misuse
from cli.times import local_time

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.statements.contests import Contest


def meaning_of(plan: Contest, played: str | None = None, longer: timedelta = timedelta()) -> list[str]:
    """All that a signature under a plan fixes, a sentence for each thing; times by the clock of its games.

    `played`: what is played, as people call it; `longer`: by how much acts have put off that entering closes. Where
    this machine knows no time zones, times are in UTC.
    """
    from schemas.contests.plan import plan_in_words
    from schemas.documents.game_in_words import terms_in_words
    from schemas.statements.times import find_zone

    zone = find_zone(plan.terms.time_zone)
    called = plan.terms.time_zone if zone else "UTC"
    meaning = plan_in_words(plan, lambda instant: f"{local_time(instant, zone or UTC)} ({called})", played, longer)
    known = 0 if plan.terms.bank_seconds else 1  # how long a phase lasts stands among the rest already
    return [*meaning, *islice(terms_in_words(plan.to_body()["terms"]), known, None), *options_of(plan)]


def options_of(plan: Contest) -> Iterator[str]:
    """The options of the games, where the rules are here."""
    from adjudicator.registry import is_title, title
    from cli.rules.game_options import settings_in_words

    if plan.options and is_title(plan.title):
        yield from settings_in_words(title(plan.title), plan.options)


def unknown(client: Client, plan: Contest) -> list[str]:
    """Whom a plan names and the host does not know."""
    named = {
        *plan.seed_list,
        *(one for pair in plan.apart for one in pair),
        *([plan.assistant] if plan.assistant else []),
        *([] if isinstance(plan.organisers, UnsetType) else plan.organisers),
    }
    return [one for one in sorted(named) if not client.is_registered(one)]


def open_contest(
    client: Client, fields: Mapping[str, Any], components: str | None = None, before: str | None = None
) -> dict[str, Any]:
    """Sign a plan and open its contest, in the place of the one `before`; gives the contest."""
    if before is not None:
        require_unentered(client, before)
    made = client.create_contest(client.planned(fields), components)
    if before is not None:
        take_the_place(client, before, str(made["contest"]))
    return made


def require_unentered(client: Client, contest: str) -> None:
    """Misuse where somebody has entered a contest, whose plan is what they entered by."""
    entered = [one["player"] for one in client.contest(contest)["entrants"]]
    if entered:
        who = f"{entered[0]} has" if len(entered) == 1 else f"{len(entered)} players have"
        raise Misuse(f"{who} entered {contest} by its plan: it cannot be replaced any more.", "entered")


def take_the_place(client: Client, before: str, after: str) -> None:
    """End a contest that nobody entered, and invite to another whoever was invited to it."""
    from schemas.statements.contests import EndContest

    for one in client.contest_invitations(before):
        client.invite_to_contest(after, str(one["player"] or one["address"]))
    client.contest_act(before, EndContest(reason=f"{after} takes its place, with a corrected plan"))
