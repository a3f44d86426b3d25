"""The log as it is stored: what keys the dice is had from the rows, however long the log is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from api.games import game_log
from api.games.game_log import GameLog
from api.store.models import LogRow
from schemas.log.chain import LogEntry, substance
from schemas.log.entries import Cut, Reopened, Started
from schemas.statements.payloads import Rollback
from tests.api.hosts import HostUnderTest


def with_log(host: HostUnderTest, game: str, read: Callable[[GameLog], Any]) -> Any:
    with host.host.database.read() as session:
        return read(GameLog(host.host, session, game))


def rolled_back(host: HostUnderTest) -> str:
    """A game of three resolved phases, in which the fourth was made void."""
    game = host.started()
    host.play_on(game, 3)
    assert host.act(game, Rollback(reason="An error.", phase=2)).status_code == 201
    host.play_on(game, 1)
    return game


def test_the_dice_of_a_phase_are_keyed_by_the_log_up_to_its_cut_or_before_it_was_made_void(host: HostUnderTest) -> None:
    game = rolled_back(host)
    log: list[LogEntry] = with_log(host, game, GameLog.entries)
    keyed = {entry.body.phase: entry.index + 1 for entry in log if isinstance(entry.body, Cut)}
    keyed[0] = next(entry.index + 1 for entry in log if isinstance(entry.body, Started))
    keyed |= {entry.body.phase: entry.index for entry in log if isinstance(entry.body, Reopened)}
    assert sorted(keyed) == [0, 1, 2, 3, 4, 5]
    for phase, length in keyed.items():
        assert with_log(host, game, lambda log, phase=phase: log.keying(phase)) == substance(log_to(log, length))
    assert with_log(host, game, GameLog.substance) == substance(log)


def log_to(log: list[LogEntry], length: int) -> list[LogEntry]:
    return log[:length]


def test_what_keys_the_dice_is_had_without_reading_an_entry(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.started()
    host.play_on(game, 2)
    wanted = substance(with_log(host, game, GameLog.entries)[:-1])

    def read(stored: bytes) -> LogEntry:
        raise AssertionError("an entry was read")

    monkeypatch.setattr(game_log, "read_entry", read)
    assert with_log(host, game, lambda log: log.keying(2)) == wanted


def test_a_part_of_the_log_is_read_from_one_index_to_another(host: HostUnderTest) -> None:
    game = host.started()
    every = with_log(host, game, GameLog.entries)
    assert with_log(host, game, lambda log: log.entries(2, 4)) == every[2:4]
    assert with_log(host, game, lambda log: log.entries(3)) == every[3:]
    assert with_log(host, game, GameLog.length) == len(every)
    assert with_log(host, game, GameLog.last) == every[-1]


def test_the_substances_of_a_log_rest_in_an_index_without_its_statements(host: HostUnderTest) -> None:
    reading = (
        f"explain query plan select substance from {LogRow.__tablename__} where game = 'x' and substance is not null"
    )
    assert "COVERING INDEX ix_log_substances" in str(host.rows(reading))
