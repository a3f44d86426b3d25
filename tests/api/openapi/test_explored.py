"""The service explored from its own OpenAPI document, by everybody: no fault, nothing undescribed, nothing let through.

All checks of schemathesis: statuses, content types and bodies are those described; what is as described is not called
malformed, what is not is refused; unknown methods are 405; who has to prove who he is, has to. One check does not
apply to whom the explorer signs for: `ignored_auth` takes the proof away, and the explorer puts it back.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.config import PositiveDataAcceptanceConfig, SchemathesisConfig
from schemathesis.specs.openapi.checks import ignored_auth
from werkzeug.test import TestResponse

from schemas.statements import payloads
from schemas.statements.canonical import to_base64url
from schemas.statements.statements import sign
from tests.api.contests.contests import Contests
from tests.api.hosts import HostUnderTest
from tests.api.openapi.explorers import TIMES, Explorer

OPENING = {"title": "perikles", "scenario": "opening", "tables": [["red", "green", "black"]]}
WHO = (None, "p-green", "p-red")
"""Nobody, a player who holds a seat, and the organiser."""
REFUSED = ["2xx", "401", "403", "404", "409", "422", "429"]
"""What may come of a request that is as described: a schema cannot say whether a statement holds."""


@pytest.fixture
def explorer(host: HostUnderTest) -> Explorer:
    """Before a host with a game that invites, one that runs and one that is over, and a ladder."""
    seats = ("red", "green", "black")
    running, over = host.started(seats), host.started(seats)
    host.play_on(running, 1)
    assert host.act(over, payloads.End()).status_code == 201
    inviting = host.open_game(host.players["p-red"], seats)["game"]
    explorer = Explorer(host, [running, over, inviting], [ladder(host)])
    explorer.sign_requests()
    return explorer


def ladder(host: HostUnderTest) -> str:
    """A ladder of all players, of which a round is drawn."""
    contests = Contests(host)
    contest = contests.opened("p-red", kind="ladder", advance=2, **OPENING)
    contests.entered(contest, *host.players)
    contests.close(contest)
    return contest


def described(explorer: Explorer) -> Any:
    """The document as schemathesis reads it, with every check."""
    config = SchemathesisConfig()
    checks = config.projects.default.checks
    checks.positive_data_acceptance = PositiveDataAcceptanceConfig(expected_statuses=REFUSED)
    return schemathesis.openapi.from_wsgi("/openapi/openapi.json", explorer.host.app, config=config)


def explore(
    explorer: Explorer, examples: int, every: int = 1, modes: Sequence[GenerationMode] = tuple(GenerationMode)
) -> Iterator[str]:
    """One operation after another, or every so manyth: what is amiss."""
    schema = described(explorer)
    budget = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    approaches = itertools.product(schema.get_all_operations(), modes)
    for result, mode in itertools.islice(approaches, 0, None, every):
        yield from amiss(partial(of_operation, explorer, result.ok(), mode, budget))


def of_operation(explorer: Explorer, operation: Any, mode: GenerationMode, budget: settings) -> None:
    """Requests to one operation, as it is described or not as it is described, by everybody."""

    @budget
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        for who in WHO:
            explorer.become(who)
            if mode == GenerationMode.POSITIVE:
                explorer.mean(case)
            case.call_and_validate(excluded_checks=[ignored_auth] if who else [])

    ask()


def amiss(search: Callable[[], None]) -> Iterator[str]:
    """What a search finds, in words."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            search()
    except Unsatisfiable:
        return
    except BaseExceptionGroup as found:
        yield "\n".join(str(one) for one in found.exceptions)
    except AssertionError as found:
        yield str(found)


def test_whoever_explores_finds_nothing_amiss(explorer: Explorer) -> None:
    assert not list(explore(explorer, 1, every=3))


def in_statements(explorer: Explorer) -> Iterator[tuple[str, str, str]]:
    """Every time of none in every field of a statement that holds one: what is said to it, and its code."""
    host, game, contest = explorer.host, explorer.games[0], explorer.contests[0]
    red = host.players["p-red"]
    contests, opening = Contests(host), host.game_statement(red, ("red", "green", "black"))
    plan = contests.plan("p-red", closes_at="2026-05-02T12:00:00Z", **OPENING)
    wishes = {"host": host.host.identity.key_id, "player": red.identity.key_id, "number": 1, "address": None}
    absence = {"act": "absence", "first": "2026-05-20", "last": "2026-05-21"}
    seat = {"game": game, "seat": "red", "player": red.identity.key_id}
    for said in TIMES:
        for field in ("first", "last"):
            act = {**seat, "number": host.next_number(), "act": {**absence, field: said}}
            yield said, field, answered(host.post(f"/games/{game}/seats/red/acts", sign("seat-act", act, red.identity)))
        for terms in ({"time_zone": said}, {"dates_off": [said]}):
            body = {**opening.body, "terms": {"phase_seconds": 86_400, **terms}}
            yield said, next(iter(terms)), answered(host.post("/games", sign("game", body, red.identity)))
        late = {**plan.body, "closes_at": said, "nonce": to_base64url(os.urandom(32))}
        yield said, "closes_at", answered(host.post("/contests", sign("contest", late, red.identity)))
        zone = {**wishes, "muted": [], "muted_press": [], "time_zone": said}
        yield said, "zone", answered(host.post("/players/p-red/preferences", sign("preferences", zone, red.identity)))
        for path in (f"/games?after={quote(said)}", f"/contests/{contest}/log?after={quote(said)}"):
            yield said, path, answered(host.get(path))


def answered(response: TestResponse) -> str:
    """The code of a refusal; of a fault what it is."""
    if response.status_code == 201:
        return "taken"
    assert response.status_code < 500, response.text
    assert "regex" not in response.text
    return str(response.get_json().get("code", response.status_code))


def test_no_date_time_or_time_zone_that_there_is_not_is_taken_or_a_fault(explorer: Explorer) -> None:
    told = list(in_statements(explorer))
    assert len(told) == 8 * len(TIMES)
    assert {said for said, field, code in told if code in ("taken", "200")} <= {"2999-12-31"}


def test_whoever_explores_with_times_finds_no_fault(explorer: Explorer) -> None:
    explorer.odd = TIMES
    assert not list(explore(explorer, 1, every=4, modes=(GenerationMode.POSITIVE,)))


@pytest.mark.soak
def test_whoever_explores_with_times_for_long_finds_no_fault(explorer: Explorer) -> None:
    explorer.odd = TIMES
    assert not list(explore(explorer, 120, modes=(GenerationMode.POSITIVE,)))


@pytest.mark.soak
def test_whoever_explores_for_long_finds_nothing_amiss(explorer: Explorer) -> None:
    assert not list(explore(explorer, 60))
