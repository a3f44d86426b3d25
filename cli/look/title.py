"""`ostraka title`: the rules that this program knows; no host is needed."""

from __future__ import annotations

from typing import Any

import click

from cli.terminal.help_pages import Group
from cli.terminal.options import json_option
from cli.terminal.output import emit, table


@click.group(cls=Group)
def title() -> None:
    """List the titles that can be played, and what each asks."""


@title.command("list")
@json_option
def list_titles(as_json: bool) -> None:
    """List the titles that can be played."""
    from adjudicator.index import summaries

    emit([dict(known or summary_of(name)) for name, known in summaries().items()], as_json, show_list)


def summary_of(name: str) -> dict[str, Any]:
    """The line of a title whose rules have to be loaded for it."""
    from adjudicator.registry import title as find_title

    return title_summary(find_title(name))


def title_summary(rules: Any) -> dict[str, Any]:
    """The line of a title in the list."""
    return {"title": rules.id, "name": rules.name, "version": rules.version, "scenarios": list(rules.scenarios)}


def show_list(found: list[dict[str, Any]]) -> None:
    """Print the titles as a table."""
    rows = [(each["title"], each["name"], each["version"], ", ".join(each["scenarios"])) for each in found]
    table(("title", "name", "version", "scenarios"), rows)


@title.command()
@click.argument("title_id", metavar="TITLE")
@json_option
def show(title_id: str, as_json: bool) -> None:
    """Show the scenarios and options of TITLE, the questions it asks, and the fields of their orders."""
    from adjudicator.kernel import OstrakaError
    from adjudicator.registry import title as find_title
    from cli.errors import Misuse

    try:
        rules = find_title(title_id)
    except OstrakaError as error:
        raise Misuse(f"{error}.") from None
    emit(title_as_data(rules), as_json, show_title)


def title_as_data(rules: Any) -> dict[str, Any]:
    """A title with its scenarios, the options of its games, and its questions."""
    from cli.rules.game_options import settings_as_data

    return {
        **title_summary(rules),
        "about": rules.about,
        "scenarios": [
            {"scenario": s.id, "name": s.name, "summary": s.summary, "seat_counts": list(s.seat_counts)}
            for s in rules.scenarios.values()
        ],
        "settings": settings_as_data(rules),
        "components": rules.add_components is not None,
        "questions": {question: rules.order_schema(question) for question in rules.questions},
        "subjects": {question: one.subject for question, one in rules.questions.items()},
    }


def show_title(described: dict[str, Any]) -> None:
    """The scenarios, options and questions, each as a table."""
    click.echo(f"{described['name']} ({described['version']})")
    click.echo(described["about"])
    rows = [
        (one["scenario"], "/".join(map(str, one["seat_counts"])), f"{one['name']}. {one['summary']}")
        for one in described["scenarios"]
    ]
    table(("scenario", "seats", "what is played"), rows)
    if described["settings"]:
        table(("option", "values", "default", "what it does"), [setting_row(one) for one in described["settings"]])
    if described["components"]:
        click.echo("Your own components file can replace numbers of these: ostraka game create --components FILE")
    rows = [
        (described["subjects"][question], ", ".join(order_fields(schema)) or "none", question)
        for question, schema in described["questions"].items()
    ]
    table(("question", "fields of its order", "code"), rows)


def setting_row(setting: dict[str, Any]) -> tuple[str, str, str, str]:
    """One option: its values, its default, what it is about."""
    from cli.rules.game_options import as_typed

    values = "/".join(as_typed(value) or "none" for value in setting["values"]) or "any text"
    return setting["option"], values, as_typed(setting["default"]) or "none", setting["summary"]


def order_fields(schema: dict[str, Any]) -> list[str]:
    """The fields of an order, from its schema."""
    if "$ref" in schema:
        schema = schema["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    return [field for field in schema.get("properties", {}) if field != "question"]
