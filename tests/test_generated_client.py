"""Clients generated from the OpenAPI document: one in Python registers, joins a game and sends an envelope; one in
TypeScript compiles under the strictest checks and reads a host."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from adjudicator.registry import title
from cli.client import Client
from schemas.envelopes import Envelope
from schemas.keys.identities import Identity
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Join, Start, Terms
from schemas.statements.statements import sign_payload
from tests.cli.conftest import stage
from tools.demo.stage import Stage

__all__ = ["stage"]
DOCUMENT = Path(__file__).parents[1] / "schemas" / "json" / "openapi.json"
SEATS = ("red", "green", "black")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package `made_client`, as the generator writes it; what it could not make is an error."""
    pytest.importorskip(
        "openapi_python_client", reason="NO GENERATOR of clients is installed: whether it can was not tried"
    )
    folder = tmp_path_factory.mktemp("generated")
    generate = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    options = ["--path", DOCUMENT, "--output-path", folder / "made_client", "--fail-on-warning"]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # where it finds ruff
    done = subprocess.run([*generate, *options], capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Made:
    """The generated client: each operation and model by its name."""

    def __init__(self, folder: Path, url: str) -> None:
        sys.path.insert(0, str(folder))
        self.client = import_module("made_client").Client(base_url=url)

    def operation(self, subject: str, name: str) -> ModuleType:
        return import_module(f"made_client.api.{subject}.{name}")

    def sends(self, subject: str, name: str, model: str, content: dict[str, Any], **path: Any) -> Any:
        body = getattr(import_module("made_client.models"), model).from_dict(content)
        answer = self.operation(subject, name).sync_detailed(client=self.client, body=body, **path)
        assert answer.status_code in (200, 201), answer.content
        return answer.parsed


@pytest.fixture
def made(generated: Path, stage: Stage) -> Any:
    before = list(sys.path)
    yield Made(generated, stage.url)
    sys.path[:] = before


@pytest.mark.soak
def test_a_generated_client_joins_a_game_and_sends_an_envelope(made: Made, stage: Stage) -> None:
    me, handle = Identity.generate(), "generated"
    ours = Client(stage.url, me, handle, stage.home(handle))
    card = json.loads(me.card(handle).statement.to_json())
    registered = made.sends("players", "post_player", "PlayerBody", {"card": card})
    assert (registered.handle, registered.key_id) == (handle, me.key_id)

    organiser = stage.client("aspasia")
    game = organiser.create_game("perikles", "opening", 3, "Made", Terms(phase_seconds=3_600), seats_a_player=3)["game"]
    summary = made.operation("games", "get_game").sync(client=made.client, game=game)
    for seat in SEATS:
        joining = Join(
            game=game,
            seat=seat,
            player=me.key_id,
            contribution=to_base64url(bytes(32)),
            host=ours.host.key_id,
            commitment=summary.commitment,
        )
        form = sign_payload(joining, me).to_json_value()
        made.sends("games", "post_join", "JoinBody", form, game=game)
    organiser.post_statement(Start(game=game, organiser=organiser.me.key_id), f"/games/{game}/start")

    phase = made.operation("games", "get_phase").sync(client=made.client, game=game)
    seat = phase.asked[0].seat
    key, newest = ours.key_of(game, seat, phase.phase)
    orders = [question["default"] for question in ours.questions(game, seat)["questions"]]
    envelope: Envelope = ours.sealed(key, seat, orders, "final", newest)
    sent = json.loads(envelope.to_json())
    receipt = made.sends("envelopes", "put_envelope", "EnvelopeBody", sent, game=game, phase=phase.phase, seat=seat)
    assert ours.host.receipt(receipt.to_dict(), envelope)["sequence"] == 1
    assert title("perikles").version == summary.version


PACKAGES = ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3", "@types/node@20.19.0")
STRICT = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--module", "nodenext")
READER = """
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const host = createClient<paths>({ baseUrl: process.argv[2] ?? "" });
const { data: list, error } = await host.GET("/api/v1/games", { params: { query: { limit: 10 } } });
if (list === undefined) throw new Error(error.code);
const game = list.games[0]?.game ?? "";
const { data: phase } = await host.GET("/api/v1/games/{game}/phase", { params: { path: { game } } });
const { error: none } = await host.GET("/api/v1/games/{game}", { params: { path: { game: "lusab-babad-gutih" } } });
const seats = phase?.asked?.map((one: { seat: string }) => one.seat) ?? [];
console.log(JSON.stringify({ game, phase: phase?.phase, seats, refused: none?.code }));
"""


@pytest.mark.soak
def test_a_client_generated_in_typescript_compiles_and_reads_a_host(stage: Stage, tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("NO NPM is installed: whether a TypeScript client can be generated was not tried")

    def run(*words: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(word) for word in words], cwd=tmp_path, capture_output=True, text=True)

    (tmp_path / "package.json").write_text('{"type": "module", "private": true}')
    if run(npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", *PACKAGES).returncode:
        pytest.skip("NO REGISTRY of npm is reachable: whether a TypeScript client can be generated was not tried")
    (tmp_path / "reader.ts").write_text(READER)
    programs = tmp_path / "node_modules" / ".bin"
    made = run(programs / "openapi-typescript", DOCUMENT, "--output", "api.d.ts")
    assert made.returncode == 0, made.stderr
    compiled = run(programs / "tsc", *STRICT, "--target", "es2022", "reader.ts")
    assert compiled.returncode == 0, compiled.stdout

    organiser = stage.client("aspasia")
    game = organiser.create_game("perikles", "opening", 3, "Read", Terms(phase_seconds=3_600), seats_a_player=3)["game"]
    for seat in SEATS:
        organiser.join(game, seat)
    organiser.post_statement(Start(game=game, organiser=organiser.me.key_id), f"/games/{game}/start")
    told = run("node", "reader.js", stage.url)
    assert told.returncode == 0, told.stderr
    asked = [one["seat"] for one in organiser.phase(game)["asked"]]
    assert json.loads(told.stdout) == {"game": game, "phase": 1, "seats": asked, "refused": "unknown-game"}
