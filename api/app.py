"""The application: `create_app(config)` opens a host and hangs its addresses under /api/v1."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import psycopg
import structlog
from flask import Response, g, jsonify, request
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.contact import Contact
from flask_openapi.models.info import Info
from flask_openapi.models.license import License
from flask_openapi.openapi import OpenAPI
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException

from adjudicator.kernel import OstrakaError, OtherRules, UnknownName
from api import pages
from api.access.authentication import keep_refused
from api.access.privacy import hide_private, keep_from_caches
from api.health.metrics import CONTENT_TYPE, exposition, may_read
from api.host import every_request
from api.host.config import Config
from api.host.host import EXTENSION, Host, open_host, this_host
from api.host.readiness import not_ready
from api.http import problems
from api.http.answers import compress, forget_id, tell_id
from api.http.rate_limits import too_long
from api.http.sharing import sharing
from api.openapi.document import ABOUT, Documented
from api.openapi.error_codes import STATUS_OF
from api.openapi.misfits import from_validation
from api.rules.limits import RulesTooLong
from api.views import BLUEPRINTS
from api.views.envelopes import EnvelopeRoad
from schemas.errors import ProtocolError

CONTACT = Contact(name="The operator of the host that serves this document")
LICENCE = License(name="AGPL-3.0-or-later", identifier="AGPL-3.0-or-later")
PREFIX = "/api/v1"
UNLOGGED = "seats.post_presence"
"""When people are at work stands in no log."""
METRICS_ARE_SHUT = "Send the token that the operator has set: Authorization: Bearer TOKEN\n"
BODY_LIMIT = 65_536
LOG = structlog.get_logger("ostraka.api")


def create_app(config: Config) -> OpenAPI:
    """The service of one host. The worker is not started here: see `api.server`."""
    return application(open_host(config))


def application(host: Host) -> OpenAPI:
    """The addresses of an open host."""
    app = described()
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.json = problems.StrictJSON(app)
    app.extensions[EXTENSION] = host
    for kind, answer in ANSWERS.items():
        app.register_error_handler(kind, answer)
    for address in every_request.HEALTH:
        app.add_url_rule(address, view_func=get_health)
    for address in every_request.READY:
        app.add_url_rule(address, view_func=get_ready)
    app.add_url_rule(every_request.METRICS, view_func=get_metrics)
    app.before_request(require_calm)
    app.before_request(require_rested)
    app.before_request(require_json)
    app.before_request(keep_private)
    app.after_request(log_request)
    app.after_request(tell_id)
    app.after_request(compress)
    app.after_request(share)
    app.after_request(tell_limits)
    app.after_request(keep_refused)
    app.after_request(keep_from_caches)
    app.teardown_request(forget_id)
    pages.install(app)
    app.wsgi_app = EnvelopeRoad(host, app.wsgi_app, PREFIX, answer_to)  # type: ignore[method-assign]
    return app


def described() -> Documented:
    """The routes without a host behind them: all that the OpenAPI document needs."""
    app = Documented(
        "api",
        info=Info(title="Ostraka", version="1", description=ABOUT, license=LICENCE, contact=CONTACT),
        validation_error_callback=from_validation,
        doc_ui=True,
    )
    app.openapi_version = "3.1.0"
    for blueprint in BLUEPRINTS:
        register(app, blueprint)
    return app


def register(app: OpenAPI, blueprint: APIBlueprint) -> None:
    """Hang a blueprint under the prefix."""
    app.register_api(blueprint, url_prefix=PREFIX)


def require_calm() -> None:
    """Note the caller, and refuse one who asks too often, before anything is read."""
    g.started = time.monotonic()
    g.address = every_request.begin(this_host(), request.environ)


def get_health() -> Response:
    """The process answers."""
    return jsonify(status="alive")


def get_ready() -> Response:
    """The process can serve."""
    this_host().readiness.require()
    return jsonify(status="ready")


def get_metrics() -> Response:
    """What is counted of the host, for whoever brings the operator's token; nothing is here until one is set."""
    host = this_host()
    if host.config.metrics_token is None:
        problems.refuse_as(404)
    if not may_read(host, request.headers.get("Authorization", "")):
        return Response(METRICS_ARE_SHUT, 401, headers={"WWW-Authenticate": "Bearer"}, mimetype="text/plain")
    return Response(exposition(host), content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})


def require_json() -> None:
    """Look at what a body claims to be before a byte of it is read; where nothing came, nothing is claimed."""
    empty = not request.content_length and "Transfer-Encoding" not in request.headers and not request.mimetype
    writes = request.method in ("POST", "PUT") and request.routing_exception is None and not empty
    if writes and request.blueprint != pages.rendering.site.name and request.mimetype != "application/json":
        problems.refuse_as(415)


def keep_private() -> None:
    """Hide a game from those who may not see it: pages go by the session, the rest by the signature."""
    on_a_page = request.blueprint == pages.rendering.site.name
    hide_private((lambda: pages.viewer.visitor().handle) if on_a_page else None)


def share(response: Response) -> Response:
    """Let pages of other origins have the answer, as far as this host does."""
    response.headers.update(sharing(request.method, request.path, this_host().config.cors))
    return response


def tell_limits(response: Response) -> Response:
    """Say what may be asked of the API, and to whoever signed the request how much of it is left to them."""
    if request.path.startswith(PREFIX):
        response.headers.update(this_host().meters.headers(g.get("own_left")))
    return response


def log_request(response: Response) -> Response:
    """One line a request."""
    if request.endpoint == UNLOGGED:
        return response
    method, route = (request.method, request.url_rule.rule) if request.url_rule else ("-", "-")
    every_request.log(method, route, response.status_code, g.get("started", time.monotonic()))
    return response


def from_protocol(error: ProtocolError) -> Response:
    """What arrived does not keep to the protocol: its own code and words."""
    return problems.Problem(STATUS_OF.get(error.code, 422), error.code, error.message).response()


def from_rules(error: OstrakaError) -> Response:
    """A name that the rules do not know, or a game of other rules; anything else of theirs is a fault of ours here."""
    if isinstance(error, OtherRules):
        refused = f"The game is under {error.version}, and this host has other rules. Its log and record can be read."
        return problems.Problem(409, "other-rules", refused).response()
    if isinstance(error, UnknownName):
        return problems.Problem(422, "unknown-name", str(error)).response()
    return problems.from_fault(error)


def from_database(error: DBAPIError | psycopg.Error) -> Response:
    """A database that cannot be reached is no fault of ours, and may be back at once; anything else of it is."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, psycopg.OperationalError):
        return problems.from_fault(error)
    LOG.error("fault", **problems.fault(error))
    return not_ready().response()


def from_overrun(error: RulesTooLong) -> Response:
    """The rules found no end: the same is not asked again for a while, and everybody else is answered."""
    LOG.error("rules too long", path=request.path, **problems.fault(error.__cause__ or error))
    this_host().resting.rest(request.path)
    return too_long().response()


def require_rested() -> None:
    """Refuse at once what the rules found no end of just now."""
    this_host().resting.require(request.path)


ANSWERS: dict[type[Exception], Callable[[Any], Response]] = {
    problems.Problem: problems.Problem.response,
    ProtocolError: from_protocol,
    OstrakaError: from_rules,
    RulesTooLong: from_overrun,
    HTTPException: problems.from_http,
    DBAPIError: from_database,
    psycopg.Error: from_database,
    Exception: problems.from_fault,
}
"""What is answered to each kind of error; the first that fits."""


def answer_to(error: Exception) -> Response:
    """The answer to an error that was raised before Flask."""
    return next(answer(error) for kind, answer in ANSWERS.items() if isinstance(error, kind))
