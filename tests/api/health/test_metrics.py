"""`/metrics` is shut until the operator opens it, tells counts alone, and the same from every process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from prometheus_client.parser import text_string_to_metric_families

from api.commands.serving import serve
from api.host import figures
from tests.api.hosts import HostUnderTest, PostgresHost

TOKEN = "f3a1" * 6


def opened(host: HostUnderTest, token: str | None = TOKEN) -> HostUnderTest:
    """The host with a token for its figures."""
    host.config = replace(host.config, metrics_token=token)
    host.close()
    host.open()
    return host


def asked(host: HostUnderTest, authorization: str = f"Bearer {TOKEN}") -> Any:
    return host.client.get("/metrics", headers={"Authorization": authorization})


def read(host: HostUnderTest) -> dict[str, dict[str, float]]:
    """The metrics as Prometheus reads them: by name, the values by the value of their first label."""
    answer = asked(host)
    assert answer.status_code == 200
    found = text_string_to_metric_families(answer.text)
    return {one.name: {next(iter(s.labels.values()), ""): s.value for s in one.samples} for one in found}


def test_without_a_token_there_is_nothing_and_with_one_only_who_brings_it_reads(host: HostUnderTest) -> None:
    closed = asked(opened(host, None))
    assert (closed.status_code, closed.get_json()) == (404, host.client.get("/api/v1/none").get_json())
    opened(host)
    for wrong in ("", TOKEN, f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer ", "Bearer \udcff"):
        refused = asked(host, wrong)
        assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert b"ostraka_" not in refused.data
    assert asked(host).headers["Cache-Control"] == "no-store"


def test_a_token_that_can_be_guessed_is_refused(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTRAKA_MASTER_KEY", host.config.master_key.hex())
    done = CliRunner().invoke(serve, ["--database", host.config.database, "--metrics-token", "secret"])
    assert (done.exit_code, "it must have 24" in done.output) == (1, True)


def test_the_figures_are_those_of_status_and_name_no_game_and_no_player(served: HostUnderTest) -> None:
    game = opened(served).started(name="Secret war", hours=24)
    served.clock.forward(hours=24, minutes=6)
    counted, told = figures.gather(served.host.database, served.clock()), read(served)
    assert told["ostraka_games"] == {"inviting": 0, "running": 1}
    assert told["ostraka_mails_due"] == {"": counted.mails.due}
    assert told["ostraka_phases_oldest_due_seconds"] == {"": 360}
    assert told["ostraka_wrong"] == {"phases-late": 1, "mails-late": 1}
    for secret in (game, "Secret", "p-red", "red@"):
        assert secret not in asked(served).text


def test_every_process_answers_the_same(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    host = opened(PostgresHost(tmp_path / "keys"))
    second = opened(PostgresHost.beside(host))
    host.started()
    free = {"ostraka_keys_free_bytes": {}}  # other tests write to the disk
    assert read(host) | free == read(second) | free
    assert read(second)["ostraka_mails_due"][""] > 0
    second.close()
    host.drop()


def test_who_cannot_store_is_not_ready_and_answers_all_the_same(
    served: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ready() -> list[int]:
        served.host.readiness._asked = float("-inf")
        return [served.client.get(path).status_code for path in ("/healthz", "/readyz", "/ready")]

    assert ready() == [200, 200, 200]
    with monkeypatch.context() as full:
        full.setattr(figures, "FULL", 1 << 60)
        assert ready() == [200, 503, 503]
    assert ready() == [200, 200, 200]
    if (keys := served.host.database.phase_keys) is not None:
        keys.folder.rename(keys.folder.with_name("elsewhere"))
        assert ready() == [200, 503, 503]
        keys.folder.with_name("elsewhere").rename(keys.folder)
        assert ready() == [200, 200, 200]
    assert set(served.client.get("/readyz").get_json()) == {"status"}
