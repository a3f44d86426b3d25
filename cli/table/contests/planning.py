"""A contest is opened: its kind and game, its plan, what the plan means, and the signature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from cli.contests.plan_file import checked_plan, fields_of, written
from cli.contests.shared.opening import meaning_of, open_contest, require_unentered, unknown
from cli.errors import Misuse
from cli.table.addresses.hosted import tried
from cli.table.addresses.lists import kinds
from cli.table.addresses.organising import client_of, known_title
from cli.table.addresses.table import Table, page
from cli.table.contests.found import Seen, contest_of, done, played
from cli.table.contests.plan_form import as_in, at_first, called, choices, plan_of
from schemas.contests.plan import KINDS
from schemas.statements.contests import Contest

if TYPE_CHECKING:
    from cli.client import Client
    from cli.table.contests.plan_form import Form


def add_planning(app: Flask, table: Table) -> None:
    """The forms, one after the other, at one address."""
    place = f"{table.guard.home}contests/new"

    @app.get(place)
    def plan_form() -> Response:
        return form_page(table)

    @app.post(place)
    def open_by_plan() -> AnyResponse:
        found = list[Contest]()
        wrong = tried(lambda: found.append(said_plan()))
        if wrong or request.form.get("sure") == "no":
            return form_page(table, called(wrong))
        client, before = host_of(table)
        if request.form.get("sure") != "yes":
            return meaning_page(table, client, found[0], before)
        made = list[dict[str, Any]]()
        fields = fields_of(found[0])
        if wrong := tried(lambda: made.append(open_contest(client, fields, before=before.id if before else None))):
            return form_page(table, wrong)
        said = "The contest is open, and you organise it. It closes, draws and begins its games by the plan."
        return done(table, made[0]["contest"], "organise", said)


def host_of(table: Table) -> tuple[Client, Seen | None]:
    """The reader at the host that was chosen, and the contest whose place the new one takes."""
    instead = request.values.get("instead", "")
    if not instead:
        return client_of(table, request.values.get("url", "")), None
    before = contest_of(table, instead)
    return before.client, before


def said_plan() -> Contest:
    """The plan of the form, or the one that is written as text; Misuse with all that is wrong in it."""
    form = request.form
    if form.get("text", "").strip():
        return checked_plan(written(form["text"]), "The text")
    title, scenario, kind = wanted()
    return checked_plan(plan_of(form, known_title(title), scenario, kind), "This")


def wanted() -> tuple[str, str, str]:
    """Title, scenario and kind that were chosen; empty where they were not yet."""
    title, _, scenario = request.values.get("scenario", "").partition(" ")
    kind = request.values.get("kind", "")
    if title and (kind not in KINDS or scenario not in known_title(title).scenarios):
        raise NotFound("There is no such contest to open.")
    return title, scenario, kind


def form_page(table: Table, wrong: Sequence[str] = ()) -> Response:
    """The first form, or the one of a plan; `wrong`: what is wrong in what was typed."""
    model = model_of(table)
    title, scenario, kind = wanted()
    form: Form | None = request.form if "name" in request.form else None
    if not title and model is not None and not request.form:
        if request.values.get("instead"):
            require_unentered(model.client, model.id)
        plan = model.story.plan
        title, scenario, kind, form = plan.title, plan.scenario, plan.kind, as_in(plan)
    hosts = [client.url for client in table.hosts.clients()]
    facts: dict[str, Any] = {"wrong": wrong, "hosts": hosts, "command": table.hosts.command(), "rules": None}
    facts |= {"url": request.values.get("url", hosts[0] if hosts else ""), "text": request.form.get("text", "")}
    facts |= {"instead": request.values.get("instead", ""), "like": request.values.get("like", ""), "model": model}
    if not title:
        facts |= {"kinds": kinds(), "sorts": list(KINDS.items())}
        return page("contests/new", table.guard, 409 if wrong else 200, **facts)
    rules = known_title(title)
    facts |= {"rules": rules, "scenario": rules.scenario(scenario)}
    more = choices(rules, scenario, kind, form or at_first(rules, scenario, kind))
    return page("contests/new", table.guard, 409 if wrong else 200, **facts, **more)


def model_of(table: Table) -> Seen | None:
    """The contest like which the new one is to be, or whose place it takes."""
    given = request.values.get("instead", "") or request.values.get("like", "")
    return contest_of(table, given) if given else None


def meaning_page(table: Table, client: Client, plan: Contest, before: Seen | None) -> Response:
    """All that the signature would fix, read out before it is given."""
    strangers = list[str]()
    wrong = tried(lambda: strangers.extend(unknown(client, plan)))
    if before is not None and not before.organises:
        raise Misuse(f"{before.told['organiser']} organises {before.told['name']}, not you.")
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "sure"]
    facts = {
        "meaning": meaning_of(plan, played(known_title(plan.title), plan.title, plan.scenario)),
        "name": plan.name,
        "unknown": strangers,
        "host": client.url,
        "before": before and before.told["name"],
        "fields": fields,
        "wrong": wrong,
        "command": table.hosts.command(),
    }
    return page("contests/meaning", table.guard, **facts)
