"""The application: `create_app(config)` opens a host and hangs its addresses under /api/v1."""

from __future__ import annotations

import time

import structlog
from flask import Response, g, request
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.info import Info
from flask_openapi.models.license import License
from flask_openapi.openapi import OpenAPI

from adjudicator.kernel import OstrakaError, OtherRules, UnknownName
from api import pages
from api.access.authentication import keep_refused
from api.host.config import Config
from api.host.host import EXTENSION, Host, open_host, this_host
from api.http import compression, cors, problems, request_ids
from api.http.rate_limits import caller
from api.openapi.document import ABOUT, Documented
from api.openapi.error_codes import STATUS_OF
from api.views import BLUEPRINTS
from schemas.errors import ProtocolError

LICENCE = License(name="AGPL-3.0-or-later", identifier="AGPL-3.0-or-later")
PREFIX = "/api/v1"
BODY_LIMIT = 65_536
LOG = structlog.get_logger("ostraka.api")


def create_app(config: Config) -> OpenAPI:
    """The service of one host. The worker is not started here: see `api.commands.serve_and_db`."""
    return application(open_host(config))


def application(host: Host) -> OpenAPI:
    """The addresses of an open host."""
    app = described()
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.json = problems.StrictJSON(app)
    app.extensions[EXTENSION] = host
    problems.install(app)
    app.register_error_handler(ProtocolError, from_protocol)
    app.register_error_handler(OstrakaError, from_rules)
    app.before_request(require_calm)
    app.before_request(require_json)
    app.after_request(log_request)
    app.after_request(request_ids.tell_id)
    app.after_request(compression.compress)
    app.after_request(cors.share)
    app.after_request(tell_limits)
    app.after_request(keep_refused)
    app.teardown_request(request_ids.forget_id)
    pages.install(app)
    return app


def described() -> Documented:
    """The routes without a host behind them: all that the OpenAPI document needs."""
    app = Documented(
        "api",
        info=Info(title="Ostraka", version="1", description=ABOUT, license=LICENCE),
        validation_error_callback=problems.from_validation,
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
    host = this_host()
    g.started, peer = time.monotonic(), request.remote_addr or ""
    request_ids.give_id(peer, host.config.proxies)
    g.address = caller(peer, request.headers.get("X-Forwarded-For", ""), host.config.proxies)
    host.meters.request(g.address)


def require_json() -> None:
    """Look at what a body claims to be before a byte of it is read; where nothing came, nothing is claimed."""
    empty = not request.content_length and "Transfer-Encoding" not in request.headers and not request.mimetype
    writes = request.method in ("POST", "PUT") and request.routing_exception is None and not empty
    if writes and request.blueprint != pages.rendering.site.name and request.mimetype != "application/json":
        code, detail = problems.CODES[415]
        problems.refuse(415, code, detail)


def tell_limits(response: Response) -> Response:
    """Say what may be asked of the API, and to whoever signed the request how much of it is left to them."""
    if request.path.startswith(PREFIX):
        response.headers.update(this_host().meters.headers(g.get("own_left")))
    return response


def log_request(response: Response) -> Response:
    """One line a request: which address, not who asked nor what was in it."""
    LOG.info(
        "request",
        method=request.method if request.url_rule else "-",
        route=request.url_rule.rule if request.url_rule else "-",
        status=response.status_code,
        milliseconds=round((time.monotonic() - g.get("started", time.monotonic())) * 1000),
    )
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
