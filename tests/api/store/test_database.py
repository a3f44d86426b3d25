"""Storage: the schema comes from migrations alone, writes are durable and queue, what is sealed opens in its place."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import inspect
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import SQLModel, select

import api
from api.games.game_log import GameLog
from api.host.config import Config, create_master_key, parse_master_key, read_master_key
from api.host.host import found, open_host
from api.http.problems import ConfigurationError
from api.store.database import Database, check_schema, upgrade
from api.store.models import LogRow, Player
from api.store.vault import PAGE, Place, Vault, VaultError
from schemas.statements.texts import game_id, proquint
from tests.api.hosts import MASTER_KEY, HostUnderTest
from tests.patience import PATIENCE

PLACE = Place("resolutions", "lusab-babad", 3, "position")


def test_the_migrations_lead_from_nothing_to_the_models(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    upgrade(url)
    assert check_schema(url) is None
    database = Database(url)
    tables = set(inspect(database.engine).get_table_names())
    assert tables == set(SQLModel.metadata.tables) | {"alembic_version"}
    database.dispose()


def test_a_schema_that_is_not_the_models_is_told(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    upgrade(url)
    with sqlite3.connect(tmp_path / "new.db") as connection:
        connection.execute("alter table mails drop column attempts")
    assert "attempts" in str(check_schema(url))


def test_the_migrations_are_shipped_with_the_package() -> None:
    folder = Path(api.__file__).parent
    migrations = folder / "store" / "migrations"
    assert (migrations / "env.py").exists()
    assert (migrations / "versions" / "__init__.py").exists()
    assert (folder / "mail_out" / "templates" / "__init__.py").exists()
    assert "sqlmodel.sql.sqltypes" in (migrations / "script.py.mako").read_text()


def test_a_host_is_not_opened_on_an_empty_or_older_schema(tmp_path: Path) -> None:
    config = Config(master_key=MASTER_KEY, database=f"sqlite:///{tmp_path}/empty.db")
    with pytest.raises(ConfigurationError, match="db init"):
        open_host(config)
    upgrade(config.database)
    with pytest.raises(ConfigurationError, match="no host yet"):
        open_host(config)
    with sqlite3.connect(tmp_path / "empty.db") as connection:
        connection.execute("update alembic_version set version_num = '0000'")
    with pytest.raises(ConfigurationError, match="db upgrade"):
        open_host(config)


def test_sqlite_is_set_up_to_lose_nothing(host: HostUnderTest) -> None:
    with host.host.database.engine.connect() as connection:
        told = {
            name: connection.exec_driver_sql(f"pragma {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")
        }
    assert told == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "secure_delete": 1,
        "busy_timeout": 10000,
    }
    host.host.database.erase()
    with host.host.database.engine.connect() as connection:
        assert connection.exec_driver_sql("pragma busy_timeout").scalar() == 10000


def test_readers_do_not_wait_for_a_writer_and_do_not_see_what_it_has_not_committed(host: HostUnderTest) -> None:
    host.register("ann")
    writing, done = threading.Event(), threading.Event()

    def write() -> None:
        with host.host.database.write() as session:
            session.add(Player(handle="bob", key_id="k", card=b"", created_at=host.clock()))
            session.flush()
            writing.set()
            done.wait(PATIENCE)

    writer = threading.Thread(target=write)
    writer.start()
    assert writing.wait(PATIENCE)
    with host.host.database.read() as session:
        assert session.exec(select(Player.handle)).all() == ["ann"]
    assert writer.is_alive()  # still inside its transaction
    done.set()
    writer.join()
    with host.host.database.read() as session:
        assert sorted(session.exec(select(Player.handle)).all()) == ["ann", "bob"]


def test_writers_queue(host: HostUnderTest) -> None:
    inside: list[int] = []
    most: list[int] = []
    others_came = threading.Barrier(9)

    def write() -> None:
        others_came.wait(PATIENCE)
        with host.host.database.write():
            inside.append(1)
            most.append(len(inside))
            inside.pop()

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    with host.host.database.write():
        others_came.wait(PATIENCE)
        assert most == []
    for thread in threads:
        thread.join()
    assert most == [1] * 8


def test_a_transaction_that_fails_leaves_no_trace(host: HostUnderTest) -> None:
    before = host.dump()

    def fail() -> None:
        with host.host.database.write() as session:
            session.add(Player(handle="bob", key_id="k", card=b"", created_at=host.clock()))
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert host.dump() == before


def test_a_time_without_a_zone_is_refused(host: HostUnderTest) -> None:
    with pytest.raises(StatementError), host.host.database.write() as session:
        session.add(Player(handle="bob", key_id="k", card=b"", created_at=datetime(2026, 1, 1)))


def test_one_index_of_a_log_stands_once(host: HostUnderTest) -> None:
    game = host.started()
    with host.host.database.read() as session:
        last = GameLog(host.host, session, game).last()
    assert last is not None
    with pytest.raises(IntegrityError), host.host.database.write() as session:
        session.add(LogRow(game=game, index=last.index, kind="cut", statement=last.statement.to_json()))


# --- secrets at rest -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, PAGE - 4, PAGE - 3, 3 * PAGE])
def test_what_is_sealed_opens_in_its_place(size: int) -> None:
    vault, plain = Vault(MASTER_KEY), os.urandom(size)
    assert vault.open(PLACE, vault.seal(PLACE, plain)) == plain


@pytest.mark.parametrize(
    "other",
    [
        Place("phases", "lusab-babad", 3, "position"),
        Place("resolutions", "lusab-babas", 3, "position"),
        Place("resolutions", "lusab-babad", 4, "position"),
        Place("resolutions", "lusab-babad", 3, "events"),
    ],
)
def test_what_is_sealed_opens_nowhere_else(other: Place) -> None:
    vault = Vault(MASTER_KEY)
    with pytest.raises(VaultError, match=other.field):
        vault.open(other, vault.seal(PLACE, b"secret"))


def test_what_was_changed_or_sealed_under_another_key_does_not_open() -> None:
    vault = Vault(MASTER_KEY)
    sealed = bytearray(vault.seal(PLACE, b"secret"))
    with pytest.raises(VaultError):
        Vault(bytes(32)).open(PLACE, bytes(sealed))
    sealed[40] ^= 1
    with pytest.raises(VaultError):
        vault.open(PLACE, bytes(sealed))


def test_sizes_tell_nothing_below_a_page() -> None:
    vault = Vault(MASTER_KEY)
    assert {len(vault.seal(PLACE, bytes(size))) for size in (0, 1, 100, PAGE - 4)} == {PAGE + 12 + 16}


def test_nothing_is_sealed_the_same_way_twice() -> None:
    vault = Vault(MASTER_KEY)
    assert vault.seal(PLACE, b"secret") != vault.seal(PLACE, b"secret")


def test_another_master_key_is_told_at_the_start(host: HostUnderTest) -> None:
    wrong = Config(master_key=bytes(32), database=host.config.database)
    with pytest.raises(ConfigurationError, match="master key is not the one"):
        open_host(wrong)
    with pytest.raises(ConfigurationError, match="master key is not the one"):
        found(wrong)


def test_a_host_keeps_its_key(host: HostUnderTest) -> None:
    key = host.host.identity.key_id
    assert not found(host.config)
    host.close()
    host.open()
    assert host.host.identity.key_id == key


def test_a_master_key_is_made_for_its_owner_only_and_never_over_another(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    key = create_master_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_master_key(path) == key
    with pytest.raises(FileExistsError):
        create_master_key(path)


def test_a_master_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    create_master_key(path)
    path.chmod(0o644)
    with pytest.raises(ConfigurationError, match="0644"):
        read_master_key(path)


def test_a_master_key_is_hex_or_base64url() -> None:
    assert parse_master_key(MASTER_KEY.hex()) == MASTER_KEY
    assert parse_master_key("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n") == MASTER_KEY
    for wrong in ("", "short", "x" * 64, "é" * 43, "AAAA" * 17):
        with pytest.raises(ConfigurationError):
            parse_master_key(wrong)
    with pytest.raises(ConfigurationError, match="31 bytes"):
        Config(master_key=bytes(31))


def test_ids_of_games_are_short_and_can_be_said() -> None:
    assert proquint(0x7F00) == "lusab"
    assert proquint(0x0001) == "babad"
    ids = {game_id(os.urandom(32)) for _ in range(500)}
    assert len(ids) == 500
    assert all(len(name) == 17 and name.replace("-", "").isalpha() for name in ids)
