"""compose.yaml: its services run commands that exist, with options that exist, and share what they have to share.

What runs in it is played without containers by `tests/api/many`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from api.commands.db import db
from api.commands.options import KEY_VARIABLE, PHASE_KEYS_VARIABLE
from api.commands.serving import serve, worker

FILE = yaml.safe_load((Path(__file__).parents[1] / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = FILE["services"]
COMMANDS = {"serve": serve, "worker": worker, "db": db}
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "ostraka"}


def command_of(service: dict[str, Any]) -> tuple[click.Command, list[str]]:
    """The command that a service runs, and its words."""
    name, *words = service["command"]
    return COMMANDS[name], words


def test_there_are_a_database_two_servers_two_workers_backups_and_a_proxy() -> None:
    assert {name.partition("-")[0] for name in SERVICES} == {
        "postgres",
        "founded",
        "server",
        "worker",
        "backup",
        "proxy",
    }
    assert [name for name in OURS if OURS[name]["command"][0] == "serve"] == ["server-1", "server-2"]
    assert [name for name in OURS if OURS[name]["command"][0] == "worker"] == ["worker-1", "worker-2"]
    assert all("--no-worker" in OURS[name]["command"] for name in ("server-1", "server-2"))


@pytest.mark.parametrize("name", OURS)
def test_a_service_runs_a_command_with_options_and_settings_that_exist(name: str) -> None:
    command, words = command_of(OURS[name])
    if isinstance(command, click.Group):
        command = command.commands[words.pop(0)]
    given = OURS[name]["environment"]
    context = command.make_context(
        name, words, auto_envvar_prefix=None, default_map={"public_url": "https://x.example"}
    )
    assert not context.args
    known = {option.envvar for each in (serve, worker) for option in each.params if isinstance(option, click.Option)}
    assert set(given) <= known | {KEY_VARIABLE, PHASE_KEYS_VARIABLE}
    assert OURS[name]["entrypoint"][2].endswith('exec ostraka "$$@"')
    assert "OSTRAKA_DATABASE=" in OURS[name]["entrypoint"][2]


def test_all_share_the_keys_and_keep_the_password_out_of_their_settings() -> None:
    assert {service["volumes"][0] for service in [*OURS.values(), SERVICES["backup"]]} == {"keys:/data"}
    assert {service["volumes"][1] for service in OURS.values() if service["command"][0] == "serve"} == {
        f"./backups:{SERVICES['server-1']['environment']['OSTRAKA_BACKUPS']}:ro"
    }
    assert {service["environment"][PHASE_KEYS_VARIABLE] for service in OURS.values()} == {"/data/phase-keys"}
    named = {secret for service in [*OURS.values(), SERVICES["postgres"]] for secret in service["secrets"]}
    assert named == set(FILE["secrets"])
    volumes = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())}
    assert volumes == {*FILE["volumes"], "./backups"}


def test_each_is_started_when_what_it_needs_is_ready_and_looked_after_by_its_readiness() -> None:
    for service in (SERVICES[name] for name in OURS if name != "founded"):
        assert service["depends_on"] == {"founded": {"condition": "service_completed_successfully"}}
        assert "http://127.0.0.1:8000/readyz" in service["healthcheck"]["test"][-1]
        assert "8000" in "".join(service["command"])
    assert SERVICES["founded"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    caddyfile = FILE["configs"]["caddyfile"]["content"]
    assert "reverse_proxy server-1:8000 server-2:8000" in caddyfile
    assert "health_uri /readyz" in caddyfile


def test_the_proxy_is_believed_and_connections_fit_into_the_database() -> None:
    [address] = [net["ipv4_address"] for net in SERVICES["proxy"]["networks"].values()]
    assert SERVICES["server-1"]["environment"]["OSTRAKA_PROXIES"] == address
    [most] = [int(word.partition("=")[2]) for word in SERVICES["postgres"]["command"] if "max_connections" in word]
    processes = [service for name, service in OURS.items() if name != "founded"]
    assert sum(int(service["environment"]["OSTRAKA_CONNECTIONS"]) + 2 for service in processes) + 10 < most
