"""The host itself and the titles that it knows."""

from __future__ import annotations

from typing import Any

from flask import Response

from adjudicator.kernel import Title
from adjudicator.registry import title as registered_title
from adjudicator.registry import titles
from api.host.host import this_host
from api.http.answers import answer
from api.openapi.answers import (
    HostAnswer,
    QuestionType,
    Scenario,
    TitleDetail,
    TitleName,
    Titles,
    TitleSetting,
    TitleSummary,
)
from api.openapi.decorators import blueprint
from api.openapi.requests import TitlePath
from api.store.lookups import load_title

hosts = blueprint("hosts", __doc__)


@hosts.get("/", summary="The host: its name, its key, the titles it knows", responses={200: HostAnswer})
def get_host() -> Response:
    """Name, key and titles."""
    host = this_host()
    known = [registered_title(name) for name in titles()]
    return answer(
        HostAnswer(
            name=host.config.name,
            url=host.config.public_url,
            key_id=host.identity.key_id,
            card=host.card.statement.to_json_value(),
            bundle=host.config.bundle,
            registering=host.config.register,
            titles=[TitleName(id=title.id, version=title.version) for title in known],
        )
    )


@hosts.get("/titles", summary="All titles with their scenarios", responses={200: Titles})
def get_titles() -> Response:
    """All titles."""
    return answer(Titles(titles=[TitleSummary(**summary_fields(registered_title(name))) for name in titles()]))


@hosts.get("/titles/<title>", summary="One title with the JSON Schema of its orders", responses={200: TitleDetail})
def get_title(path: TitlePath) -> Response:
    """One title."""
    title = load_title(path.title)
    questions = [
        QuestionType(question=name, clause=kind.clause, unasked=kind.unasked, orders=title.order_schema(name))
        for name, kind in title.questions.items()
    ]
    settings = [
        TitleSetting(option=name, summary=setting.summary, values=list(setting.values), default=setting.default)
        for name, setting in title.settings.items()
    ]
    return answer(
        TitleDetail(
            **summary_fields(title),
            about=title.about,
            settings=settings,
            components=title.add_components is not None,
            questions=questions,
        )
    )


def summary_fields(title: Title[Any]) -> dict[str, Any]:
    """What an organiser must know to open a game of a title."""
    scenarios = [
        Scenario(
            id=scenario.id,
            name=scenario.name,
            summary=scenario.summary,
            seats=[list(title.seats(scenario.id, count)) for count in scenario.seat_counts],
        )
        for scenario in title.scenarios.values()
    ]
    return {"id": title.id, "name": title.name, "version": title.version, "scenarios": scenarios}
