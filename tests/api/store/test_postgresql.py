"""The service on PostgreSQL: what other tests claim of it on SQLite, and what PostgreSQL alone could spoil.

The tests that are imported run here once more, on the other database.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner
from sqlmodel import select

from api.commands.db import db
from api.contests import steps
from api.games.replay import replay_all
from api.host.host import forget_lost_keys
from api.http.problems import ConfigurationError
from api.http.rate_limits import Limits, Meters
from api.mail_out.postman import Postman
from api.referee import resolution
from api.referee.resolution import advance
from api.store.database import Database, integrity_faults, sole_host
from api.store.models import PhaseRow
from api.store.sealed_rows import phase_private, rotate, unopened
from api.store.vault import PhaseKeys, Place, Vault, VaultError
from schemas.statements import payloads
from tests.api import postgres
from tests.api.acts.test_acts import (
    test_a_rollback_reopens_the_phase_under_a_new_number_and_key as test_a_rollback,
)
from tests.api.acts.test_acts import test_numbers_rise_and_the_same_act_again_changes_nothing as test_acts
from tests.api.contests.contests import Contests
from tests.api.games.test_press import test_press_is_mailed_once_an_hour_with_all_that_came as test_press
from tests.api.games.test_race import at_once, sender
from tests.api.games.test_race import (
    test_an_envelope_at_the_instant_of_the_cut_counts_or_is_refused as test_an_envelope_at_the_cut,
)
from tests.api.games.test_race import test_of_two_envelopes_with_one_sequence_one_is_stored as test_two_envelopes
from tests.api.games.test_race import (
    test_one_seat_is_given_to_one_of_two_who_ask_at_once as test_two_who_join,
)
from tests.api.games.test_race import (
    test_the_last_orders_at_the_same_instant_resolve_the_phase_once as test_the_last_orders_at_once,
)
from tests.api.hosts import MASTER_KEY, HostUnderTest, PostgresHost
from tests.api.mail_out.test_postman import test_senders_at_once_send_each_mail_once as test_senders
from tests.api.referee.test_key_replacement import (
    beta,
    game,
)
from tests.api.referee.test_key_replacement import (
    test_of_rivals_who_claim_only_the_confirmed_one_speaks_and_a_wrong_word_can_be_put_right as test_lost_keys,
)
from tests.api.referee.test_key_replacement import (
    test_the_new_key_speaks_and_the_old_one_no_more as test_a_new_key,
)
from tests.api.transfer.again import restored

OPERATIONS = (Path(__file__).parents[3] / "docs" / "operations.md").read_text()
__all__ = [
    "beta",
    "game",
    "test_a_new_key",
    "test_a_rollback",
    "test_acts",
    "test_an_envelope_at_the_cut",
    "test_lost_keys",
    "test_press",
    "test_senders",
    "test_the_last_orders_at_once",
    "test_two_envelopes",
    "test_two_who_join",
]
SEATS = ("alpha", "beta", "gamma")
TITLE = {"title": "ballot", "scenario": "assembly"}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[PostgresHost]:
    """A fresh host on PostgreSQL."""
    (tmp_path / "keys").mkdir()
    host = PostgresHost(tmp_path / "keys")
    yield host
    host.drop()


def test_a_game_is_played_to_its_end_and_replays(host: PostgresHost, ballot: str) -> None:
    game, seat = host.started(SEATS, **TITLE), "alpha"
    draft = host.envelope(game, seat, host.default(game, seat), "draft")
    assert [host.put(draft, game, 1, seat).status_code for _ in range(2)] == [201, 200]
    host.play_on(game)
    assert host.json(f"/games/{game}")["status"] == "over"
    assert [replayed.differs for replayed in replay_all(host.host)] == [None]
    box: list[Any] = []
    Postman(host.host, box.append).run_once()
    assert len(box) == host.rows("select count(*) from mails where status = 'sent'")[0][0] > 0
    with host.host.database.read() as session:
        assert unopened(session, host.host.vault) == []


def test_an_archive_of_one_database_is_restored_into_another(host: PostgresHost, ballot: str, tmp_path: Path) -> None:
    game = host.started(SEATS, **TITLE)
    host.send(game, "alpha", host.default(game, "alpha"))
    again = restored(tmp_path, host, game)
    again.play_on(game)
    assert [replayed.differs for replayed in replay_all(again.host)] == [None]
    again.close()


def test_two_services_on_one_database_resolve_each_phase_once(host: PostgresHost, ballot: str) -> None:
    game = host.started(SEATS, **TITLE)
    second = PostgresHost.beside(host)
    for number in (1, 2):
        envelopes = [host.envelope(game, seat, host.default(game, seat)) for seat in SEATS]
        places = itertools.cycle((host, second))
        works = [sender(place, game, one, and_work=True) for place, one in zip(places, envelopes, strict=False)]
        assert at_once(works) == [201] * 3
        for place in (host, second):
            advance(place.host, game)
        assert host.rows("select count(*) from resolutions where phase = ?", number) == [(1,)]
    assert host.rows("select count(*) from envelopes") == [(6,)]
    assert host.rows(
        "select kind, count(*) from log where kind in ('cut', 'resolved') group by kind order by kind"
    ) == [
        ("cut", 2),
        ("resolved", 2),
    ]
    second.close()


def test_two_services_on_one_database_draw_a_round_once(host: PostgresHost, ballot: str) -> None:
    contests, second = Contests(host), PostgresHost.beside(host)
    contest = contests.opened(rounds=1)
    contests.entered(contest, "ann", "bob", "cid", "dan", "eve", "fay")
    host.clock.forward(days=1)
    works = [partial(steps.advance, place.host, contest) for place in (host, second)]
    assert at_once(works) == [None, None]
    [round_] = contests.shown(contest)["rounds"]
    assert [host.json(f"/games/{table['game']}")["status"] for table in round_["tables"]] == ["running"] * 2
    assert [entry["kind"] for entry in contests.log(contest)][-2:] == ["closed", "drawn"]
    second.close()


def test_a_private_contest_whose_organiser_invites_is_there_for_the_invited(host: PostgresHost, ballot: str) -> None:
    contests = Contests(host)
    contest = contests.opened(private=True, rounds=1, late="adjudicate", round_seconds=86_400)
    gus, hal = contests.known("gus"), contests.known("hal")
    assert [contests.invite(contest, who).status_code for who in (gus.handle, hal.handle, "gus")] == [201, 201, 200]
    sent = host.json(f"/contests/{contest}/invitations", host.players["olga"])["invitations"]
    assert [one["player"] for one in sent] == ["gus", "hal"]
    assert host.get(f"/contests/{contest}", gus).status_code == 200
    assert host.get(f"/contests/{contest}", contests.known("ann")).status_code == 404


def test_who_is_resolving_a_phase_is_not_disturbed_by_another_who_resolves_it_and_destroys_its_key(
    host: PostgresHost, ballot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, rivals = host.started(SEATS, **TITLE), [PostgresHost.beside(host)]
    for seat in SEATS:
        host.send(game, seat, host.default(game, seat))
    open_all = resolution.open_all

    def too_late(found: resolution.CutPhase) -> resolution.Opened:
        if rivals:
            rival = rivals.pop()
            advance(rival.host, game)
            rival.close()
        return open_all(found)

    monkeypatch.setattr(resolution, "open_all", too_late)
    assert not resolution.resolve(host.host, game)
    assert host.rows("select count(*) from log where kind = 'resolved'") == [(1,)]
    host.play_on(game)


def test_who_writes_of_another_game_does_not_wait_and_who_writes_of_anything_does(host: PostgresHost) -> None:
    database, began = host.host.database, threading.Event()

    def write(of: str | None) -> None:
        with database.write(of):
            began.set()

    with database.write("one"):
        for of, waits in (("another", False), ("one", True), (None, True)):
            began.clear()
            thread = threading.Thread(target=write, args=(of,), daemon=True)
            thread.start()
            assert began.wait(0.3 if waits else 10) is not waits
    assert began.wait(10)


# --- keys that are destroyed ----------------------------------------------------------------------------------------


def private_keys(host: HostUnderTest) -> dict[int, PhaseRow]:
    """The phases that have a private key, with it."""
    with host.host.database.read() as session:
        rows = session.exec(select(PhaseRow)).all()
        return {row.number: row for row in rows if row.private_key is not None}


def test_a_phase_key_that_lingers_in_the_database_opens_no_more_with_the_master_key(host: PostgresHost) -> None:
    game = host.started()
    lingering = private_keys(host)
    assert sorted(lingering) == [0, 1]
    assert [phase_private(host.host.vault, row) != b"" for row in lingering.values()] == [True, True]
    host.play_on(game, phases=1)
    assert sorted(private_keys(host)) == [0, 2]
    assert {phase for _, phase in host.keys.kept()} == {0, 2}
    with pytest.raises(VaultError, match="private key of phase 1"):
        phase_private(host.host.vault, lingering[1])
    assert host.act(game, payloads.Annul(reason="enough")).status_code == 201
    assert list(host.keys.kept()) == []


def test_what_a_killed_service_left_of_a_phase_key_is_destroyed_when_it_starts(
    host: PostgresHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.started()
    with monkeypatch.context() as killed:
        killed.setattr(PhaseKeys, "destroy", lambda *_: None)
        host.play_on(game, phases=1)
    assert {phase for _, phase in host.keys.kept()} == {0, 1, 2}
    forget_lost_keys(host.host)
    assert {phase for _, phase in host.keys.kept()} == {0, 2}
    host.play_on(game, phases=1)


def test_a_host_whose_phase_keys_are_not_there_does_not_start(host: PostgresHost) -> None:
    host.close()
    folder = host.keys.folder
    folder.rename(folder.with_name("elsewhere"))
    with pytest.raises(ConfigurationError, match="keys of open phases"):
        host.open()
    folder.with_name("elsewhere").rename(folder)
    host.open()


# --- the operator's side --------------------------------------------------------------------------------------------


def test_the_database_is_checked_and_damage_is_found(host: PostgresHost) -> None:
    host.started()
    assert integrity_faults(host.host.database) == []
    assert "amcheck" in host.host.database.kind.unchecked()
    host.administer("CREATE EXTENSION amcheck")
    assert integrity_faults(host.host.database) == []
    assert host.host.database.kind.unchecked() == ""
    host.administer("UPDATE phases SET private_key = '\\x00' || private_key")
    with host.host.database.read() as session:
        assert len(unopened(session, host.host.vault)) == 2


def test_a_right_that_the_host_lacks_is_no_damage_and_is_granted_as_the_docs_say(host: PostgresHost) -> None:
    [said] = re.findall(r'psql ostraka -c "(CREATE EXTENSION amcheck)" \\\n +-c "(GRANT .+ TO ostraka)"', OPERATIONS)
    create, grant = said
    host.administer("CREATE ROLE plain LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO plain")
    database = Database(host.address().replace("//ostraka@", "//plain@"))

    def checked() -> tuple[list[str], str]:
        return integrity_faults(database), database.kind.unchecked()

    assert checked()[0] == []
    assert "is not installed in this database" in checked()[1]
    host.administer(create)
    assert checked()[0] == []
    assert "is installed, but plain may not use it" in checked()[1]
    host.administer(grant.replace("TO ostraka", "TO plain"))
    assert checked() == ([], "")
    database.dispose()
    host.administer("DROP OWNED BY plain; DROP ROLE plain")


def test_a_dump_with_the_keys_that_were_copied_before_and_after_is_a_host_that_goes_on(
    host: PostgresHost, ballot: str, tmp_path: Path
) -> None:
    game, copy = host.started(SEATS, **TITLE), tmp_path / "copy"
    copy.mkdir()
    host.send(game, "alpha", host.default(game, "alpha"))

    def copy_keys() -> None:
        for file in host.keys.folder.iterdir():
            shutil.copy(file, copy)

    copy_keys()
    host.play_on(game, phases=1)
    host.send(game, "alpha", host.default(game, "alpha"), "draft")
    postgres.program("pg_dump", "--format=custom", f"--file={tmp_path / 'dump'}", host.name)
    copy_keys()
    host.play_on(game)
    name = postgres.new_database("template0")
    postgres.program("pg_restore", f"--dbname={name}", str(tmp_path / "dump"))
    restored = PostgresHost.on(name, copy, host.clock)
    restored.players, restored.seats, restored.numbers = host.players, host.seats, host.numbers
    assert integrity_faults(restored.host.database) == []
    with restored.host.database.read() as session:
        assert unopened(session, restored.host.vault) == []
    forget_lost_keys(restored.host)
    assert {phase for _, phase in restored.keys.kept()} == {0, 2}
    assert restored.questions(game, "alpha")["word"] == "draft"
    restored.play_on(game)
    assert [replayed.differs for replayed in replay_all(restored.host)] == [None]
    restored.drop()


@pytest.mark.parametrize("after", [pytest.param(0, marks=pytest.mark.soak), 1, pytest.param(5, marks=pytest.mark.soak)])
def test_a_change_of_the_master_key_that_is_killed_in_its_middle_has_changed_nothing(
    host: PostgresHost, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.started()
    host.play_on(game, phases=1)
    host.close()
    count, seal = itertools.count(), Vault.seal

    def dying(vault: Vault, place: Place, plain: bytes) -> bytes:
        if next(count) == after:
            os.kill(os.getpid(), signal.SIGKILL)
        return seal(vault, place, plain)

    old, new = (Vault(key, host.keys) for key in (MASTER_KEY, bytes(reversed(MASTER_KEY))))
    if (child := os.fork()) == 0:
        try:
            monkeypatch.setattr(Vault, "seal", dying)
            rotate(Database(host.config.database), old, new)
        finally:
            os._exit(1)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    host.open()
    with host.host.database.read() as session:
        assert unopened(session, host.host.vault) == []
    host.play_on(game, phases=1)
    assert rotate(host.host.database, old, new) > 0
    host.close()
    host.config = replace(host.config, master_key=bytes(reversed(MASTER_KEY)))
    host.open()
    host.play_on(game)


def test_a_database_that_has_grown_too_large_takes_nothing_new(host: PostgresHost) -> None:
    with pytest.raises(Exception, match="no room"):
        Meters(Limits(database=1), host.host.database.kind, host.clock).require_room()
    Meters(Limits(), host.host.database.kind, host.clock).require_room()


def test_one_service_at_a_time(host: PostgresHost) -> None:
    with sole_host(host.config.database), pytest.raises(ConfigurationError, match="stop it first"):
        sole_host(host.config.database).__enter__()
    with sole_host(host.config.database):
        pass


def test_the_commands_of_the_operator(host: PostgresHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OSTRAKA_DATABASE", postgres.url_of(postgres.new_database("template0")))

    def run(*command: str) -> tuple[int, str]:
        result = CliRunner().invoke(db, list(command))
        return result.exit_code, result.output

    assert run("init")[0] == 0
    assert (tmp_path / "phase-keys").stat().st_mode & 0o777 == 0o700
    assert "already a host" in run("init")[1]
    assert run("check")[0] == run("upgrade")[0] == run("rotate-master-key", "new.key")[0] == 0
    assert "pg_dump" in run("backup", "copy")[1]
    (tmp_path / "master.key").unlink()
    assert "may already hold a host" in run("init")[1]
    monkeypatch.setenv("OSTRAKA_DATABASE", "postgresql+psycopg://somebody:hush@127.0.0.1:1/nowhere")
    assert run("upgrade")[0] == 1
    assert "cannot be opened" in run("upgrade")[1]
    assert "hush" not in run("upgrade")[1]


def test_a_connection_that_was_cut_is_replaced(host: PostgresHost) -> None:
    game = host.started()
    host.administer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    host.play_on(game, phases=1)


def test_nothing_in_an_address_makes_the_host_stumble(host: PostgresHost) -> None:
    game = host.started()
    for path in (
        "/games/%00",
        "/players/%00",
        f"/games/{game}/seats/%00/view",
        f"/games/{game}/phases/9007199254740991/envelopes/red",
        "/games?player=%00",
        "/games?status=%00",
        "/players/%ED%A0%80",
    ):
        assert host.get(path).status_code < 500, path


def test_a_database_knows_the_largest_number(host: PostgresHost) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    for sequence in (2**31, 2**53 - 1):
        envelope = host.envelope(game, seat, host.default(game, seat), "draft", sequence=sequence)
        assert host.put(envelope, game, 1, seat).status_code == 201
    assert host.act(game, payloads.Pause(), number=2**53 - 1).status_code == 201


def test_an_error_of_the_driver_is_known_as_one() -> None:
    assert Database("postgresql+psycopg://x").kind.errors is psycopg.Error
