"""A contest at a host: found, as its reader may know it; what its pages share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec
from flask import Response, redirect
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from cli.errors import Refused
from cli.table.addresses.hosted import heard
from cli.table.addresses.table import Table, page
from cli.terminal.finding import GAME_ID, address_of

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.client import Client
    from schemas.contests.story import ContestStory

STATUS: Final = {"entering": "open for entries", "running": "under way", "finished": "over"}


class Seen(msgspec.Struct, frozen=True, dict=True):
    """A contest with the player who looks at it, under their own name."""

    client: Client
    told: Mapping[str, Any]
    """The contest as the host tells it."""

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.told["contest"])

    @cached_property
    def story(self) -> ContestStory:
        """What its verified log tells."""
        return self.client.contest_story(self.id)

    @cached_property
    def me(self) -> str:
        """As whom the reader is in it: in an anonymous one under their alias."""
        alias = self.client.under_alias(self.id) if self.told["plan"]["anonymous"] else None
        return str((alias or self.client).handle)

    @property
    def organises(self) -> bool:
        """Whether the reader organises it."""
        return self.client.handle in self.told["organisers"]

    @property
    def decides(self) -> bool:
        """Whether the reader may act in it: its organiser, or the assistant."""
        return self.organises or self.told["assistant"] == self.client.handle

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return bool(self.told["status"] == "finished")

    @cached_property
    def rules(self) -> Title[Any] | None:
        """The rules of its title, if they are here."""
        from adjudicator.registry import is_title, title

        return title(self.told["title"]) if is_title(self.told["title"]) else None

    @property
    def played(self) -> str:
        """What is played, as people call it."""
        return played(self.rules, self.told["title"], self.told["plan"]["scenario"])


def played(rules: Title[Any] | None, title: str, scenario: str) -> str:
    """Title and scenario, as people call them."""
    return f"{rules.name}, {rules.scenario(scenario).name}," if rules else f"{title}/{scenario}"


def contest_of(table: Table, name: str) -> Seen:
    """The contest of that id at a host that knows the reader; 404 where there is none that they may see."""
    clients = table.hosts.clients() if GAME_ID.fullmatch(name) else []
    known = address_of(table.home, name)
    for client in sorted(clients, key=lambda one: one.url != known):
        try:
            return Seen(client, client.contest(name))
        except Refused as refused:
            if refused.code != "unknown-contest":
                raise
    raise NotFound("No host that knows you has this contest, or it is private and you are not invited.")


def place_of(table: Table, contest: str, way: str = "") -> str:
    """The address of a page of a contest."""
    return f"{table.guard.home}contests/{contest}{way and f'/{way}'}"


def of_contest(table: Table, seen: Seen, way: str, wrong: Sequence[str] = (), **more: Any) -> Response:
    """One of the pages about a contest; `wrong`: why something was not done."""
    told = {field: seen.told[field] for field in ("contest", "name", "title", "organiser", "organisers", "assistant")}
    facts: dict[str, Any] = {
        "contest": told | {"status": STATUS[seen.told["status"]], "over": seen.is_over},
        "place": place_of(table, seen.id),
        "host": seen.client.url,
        "here": way,
        "decides": seen.decides,
        "organises": seen.organises,
        "said": heard(table, seen.id),
        "wrong": wrong,
        "command": table.hosts.command(),
        **more,
    }
    return page(f"contests/{way}", table.guard, 409 if wrong else 200, **facts)


def done(table: Table, contest: str, way: str, *said: str) -> AnyResponse:
    """Go on to a page of the contest, which says once what was done."""
    table.said.setdefault(contest, []).extend(said)
    table.news.mark(contest)
    return redirect(place_of(table, contest, way), 303)
