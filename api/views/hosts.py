"""The host itself and the titles that it knows."""

from __future__ import annotations

from typing import Any

from flask import Response

from adjudicator.kernel import Title
from adjudicator.registry import title as registered_title
from adjudicator.registry import titles
from api.host.host import this_host
from api.http.json_answers import answer
from api.openapi import answers
from api.openapi.decorators import blueprint
from api.openapi.requests import TitlePath
from api.store.lookups import load_title

hosts = blueprint("hosts", __doc__)


@hosts.get("/", summary="The host: its name, its key, the titles it knows", responses={200: answers.Host})
def get_host() -> Response:
    """Name, key and titles."""
    host = this_host()
    known = [registered_title(name) for name in titles()]
    return answer({
        "name": host.config.name,
        "key_id": host.identity.key_id,
        "card": host.card.statement.to_json_value(),
        "titles": [{"id": title.id, "version": title.version} for title in known],
    })  # fmt: skip


@hosts.get("/titles", summary="All titles with their scenarios", responses={200: answers.Titles})
def get_titles() -> Response:
    """All titles."""
    return answer({"titles": [summary(registered_title(name)) for name in titles()]})


@hosts.get(
    "/titles/<title>", summary="One title with the JSON Schema of its orders", responses={200: answers.TitleDetail}
)
def get_title(path: TitlePath) -> Response:
    """One title."""
    title = load_title(path.title)
    questions = [
        {
            "question": name,
            "clause": question.clause,
            "unasked": question.unasked,
            "schema": title.order_schema(name),
        }
        for name, question in title.questions.items()
    ]
    settings = [
        {"option": name, "summary": setting.summary, "values": list(setting.values), "default": setting.default}
        for name, setting in title.settings.items()
    ]
    about = {"about": title.about, "settings": settings, "components": title.lay is not None}
    return answer({**summary(title), **about, "questions": questions})


def summary(title: Title[Any]) -> dict[str, Any]:
    """What an organiser must know to open a game of a title."""
    scenarios = [
        {
            "id": scenario.id,
            "name": scenario.name,
            "summary": scenario.summary,
            "seats": [list(title.seats(scenario.id, count)) for count in scenario.seat_counts],
        }
        for scenario in title.scenarios.values()
    ]
    return {"id": title.id, "name": title.name, "version": title.version, "scenarios": scenarios}
