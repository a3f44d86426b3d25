"""`ostraka title`: the rules that this program knows. No service is asked."""

from __future__ import annotations

from typing import Any

import click

from cli.terminal.help_pages import Group
from cli.terminal.options import reading
from cli.terminal.output import emit, table


@click.group(cls=Group)
def title() -> None:
    """List the titles that can be played, and what each asks."""


@title.command("list")
@reading
def list_titles(as_json: bool) -> None:
    """List the titles."""
    from adjudicator.registry import title as find_title
    from adjudicator.registry import titles

    emit([summary(find_title(each)) for each in titles()], as_json, show_list)


def summary(rules: Any) -> dict[str, Any]:
    """A title in brief."""
    return {"title": rules.id, "name": rules.name, "version": rules.version, "scenarios": list(rules.scenarios)}


def show_list(found: list[dict[str, Any]]) -> None:
    """One line a title."""
    rows = [(each["title"], each["name"], each["version"], ", ".join(each["scenarios"])) for each in found]
    table(("title", "name", "version", "scenarios"), rows)


@title.command()
@click.argument("title_id", metavar="TITLE")
@reading
def show(title_id: str, as_json: bool) -> None:
    """Show the scenarios of TITLE, the options of its games, the questions it asks and the form of their orders."""
    from adjudicator.kernel import OstrakaError
    from adjudicator.registry import title as find_title
    from cli.errors import Misuse

    try:
        rules = find_title(title_id)
    except OstrakaError as error:
        raise Misuse(f"{error}.") from None
    emit(described(rules), as_json, show_title)


def described(rules: Any) -> dict[str, Any]:
    """A title with its scenarios, the options of its games, and its questions."""
    from cli.rules.game_options import as_data

    return {
        **summary(rules),
        "about": rules.about,
        "scenarios": [
            {"scenario": s.id, "name": s.name, "summary": s.summary, "seat_counts": list(s.seat_counts)}
            for s in rules.scenarios.values()
        ],
        "settings": as_data(rules),
        "components": rules.lay is not None,
        "questions": {question: rules.order_schema(question) for question in rules.questions},
    }


def show_title(told: dict[str, Any]) -> None:
    """The scenarios and options as tables, the questions one line each."""
    click.echo(f"{told['name']} ({told['version']})")
    click.echo(told["about"])
    rows = [
        (s["scenario"], "/".join(map(str, s["seat_counts"])), f"{s['name']}. {s['summary']}") for s in told["scenarios"]
    ]
    table(("scenario", "seats", "what is played"), rows)
    if told["settings"]:
        table(("option", "values", "default", "what it says"), [setting_row(one) for one in told["settings"]])
    if told["components"]:
        click.echo("A components file of your own can be laid over these: ostraka game create --components FILE")
    for question, schema in told["questions"].items():
        click.echo(f"{question}: {', '.join(fields(schema)) or 'no fields'}")


def setting_row(setting: dict[str, Any]) -> tuple[str, str, str, str]:
    """One option: its values, its default, what it is about."""
    from cli.rules.game_options import written

    values = "/".join(written(value) or "none" for value in setting["values"]) or "any text"
    return setting["option"], values, written(setting["default"]) or "none", setting["summary"]


def fields(schema: dict[str, Any]) -> list[str]:
    """The fields of an order, from its schema."""
    if "$ref" in schema:
        schema = schema["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    return [field for field in schema.get("properties", {}) if field != "question"]
