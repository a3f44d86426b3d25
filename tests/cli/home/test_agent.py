"""The process that keeps keys open: for whom, for how long, and that nothing of it is left."""

import json
import os
import stat
import time

import pytest

from cli.home.agent import FILE, Agent, asked, end_agent, keep_key, kept_key
from tests.patience import wait_until

KEY = bytes(range(16))


@pytest.fixture
def home(tmp_path):
    root = tmp_path / "home"
    root.mkdir(mode=0o700)
    yield root
    end_agent(root)


def started(home, seconds=60):
    keep_key(home, "one", KEY, seconds)
    wait_until("the agent answers", lambda: kept_key(home, "one") == KEY)
    return json.loads((home / FILE).read_bytes())


def test_a_key_that_was_kept_is_given_and_no_other(home):
    started(home)
    keep_key(home, "two", KEY[::-1])
    assert (kept_key(home, "one"), kept_key(home, "two"), kept_key(home, "three")) == (KEY, KEY[::-1], None)


def test_where_nothing_is_kept_nothing_is_asked_for(home):
    assert kept_key(home, "one") is None
    assert not end_agent(home)


def test_only_its_owner_reaches_it_and_no_one_without_the_secret(home):
    where = started(home)
    assert stat.S_IMODE((home / FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(os.stat(os.path.dirname(where["address"])).st_mode) == 0o700
    (home / FILE).write_text(json.dumps({**where, "secret": 64 * "0"}))
    assert asked(home, "get one") is None


def test_locking_ends_it_and_leaves_nothing(home):
    where = started(home)
    assert end_agent(home)
    assert kept_key(home, "one") is None
    wait_until("its folder is gone", lambda: not os.path.exists(os.path.dirname(where["address"])))


def test_unused_for_long_enough_it_ends_by_itself(home):
    where = started(home, seconds=1)
    wait_until("its folder is gone", lambda: not os.path.exists(os.path.dirname(where["address"])))
    assert not (home / FILE).exists()
    assert kept_key(home, "one") is None


def test_after_its_time_it_gives_nothing_however_long_the_machine_slept(home, monkeypatch):
    agent, ended = Agent(home), []
    monkeypatch.setattr(agent, "end", lambda: ended.append(True))
    agent.answer(f"put one {KEY.hex()} 60")
    assert agent.answer("get one") == KEY
    late = time.time() + 61  # the wall clock went on while the monotonic one stood still
    monkeypatch.setattr(time, "time", lambda: late)
    assert agent.over()
    agent.answer("get one")
    assert ended == [True]
    os.rmdir(agent.folder)


def test_an_agent_that_was_killed_is_replaced_by_the_next(home):
    (home / FILE).write_text(json.dumps({"address": str(home / "gone"), "secret": 64 * "0"}))
    assert kept_key(home, "one") is None
    started(home)
