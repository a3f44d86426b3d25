"""Two servers and two workers, as compose.yaml has them: one game, and a rolling restart (kills: `test_an_hour`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.many.players import Reckoning, reckoned, seated
from tests.api.many.processes import Company, founded
from tests.patience import wait_until


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    """A host without processes."""
    with founded(tmp_path) as company:
        yield company


@pytest.mark.soak
def test_two_servers_and_two_workers_play_a_game_while_one_of_each_is_replaced(
    company: Company, tmp_path: Path
) -> None:
    company.start("serve", "serve", "worker", "worker")
    refused = company.command("db", "rotate-master-key", "new.key")
    assert "another process serves or changes this database" in refused.stderr
    players, [game] = seated(company, tmp_path, 1, "opening", seats=3)
    for player in players:
        player.start()
    replaced = company.processes[1:3]
    company.start("serve", "worker")
    for old in replaced:
        company.end(old, gently=True)
        assert old.popen.returncode == 0
    wait_until("the game is over", lambda: players[0].client.game(game)["status"] == "over")
    for player in players:
        player.ending.set()
        player.join()
    assert [player.failures for player in players] == [[], [], []]
    found = reckoned(company, players, [game])
    assert found == Reckoning(0, 0, 0, 0, receipts=found.receipts, phases=found.phases)
    assert found.receipts >= found.phases > 0
    wait_until("the last mails are sent", lambda: len(list((tmp_path / "mails").glob("*.eml"))) >= 6)
