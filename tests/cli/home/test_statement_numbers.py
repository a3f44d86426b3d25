"""The numbers of what is signed: rising on one device, and found anew on a second."""

import threading
import time

import pytest

from cli.errors import Refused
from cli.home.home import next_number
from schemas.statements.payloads import Act, Pause, Resume
from schemas.statements.statements import Statement


def acts(table) -> list[Act]:
    taken = table.client("kleon").wire.get(f"/games/{table.game}/acts")["acts"]
    return [Statement.from_json(act).read(Act) for act in taken]


def test_numbers_rise_from_act_to_act(table):
    client = table.client("aspasia")
    for act in (Pause(), Resume(), Pause()):
        client.act(table.game, act)
    numbers = [act.number for act in acts(table)]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 3


def test_a_second_device_is_never_taken_to_repeat_the_first(table, second_device, monkeypatch):
    first, second = table.client("aspasia"), second_device("aspasia")
    now = time.time()
    monkeypatch.setattr("cli.home.home.time.time", lambda: now)
    first.act(table.game, Pause())
    first.act(table.game, Resume())
    monkeypatch.setattr("cli.home.home.time.time", lambda: now + 1)
    second.act(table.game, Pause())
    assert [act.act for act in acts(table)] == [Pause(), Resume(), Pause()]


def test_a_device_whose_numbers_are_behind_goes_on_above(table, second_device, monkeypatch):
    first, second = table.client("aspasia"), second_device("aspasia")
    first.act(table.game, Pause())
    monkeypatch.setattr("cli.home.home.time.time", lambda: 0)
    second.act(table.game, Resume())
    newest = acts(table)
    assert [act.act for act in newest] == [Pause(), Resume()]
    assert newest[1].number == newest[0].number + 1


def test_another_refusal_is_not_answered_with_another_number(table):
    client = table.client("aspasia")
    client.act(table.game, Pause())
    with pytest.raises(Refused) as refusal:
        client.act(table.game, Pause())
    assert refusal.value.code == "already-paused"
    assert len(acts(table)) == 1


def test_each_number_is_given_out_once(table):
    home, url = table.stage.home("nikias"), table.stage.url
    given: list[int] = []
    threads = [threading.Thread(target=lambda: given.append(next_number(home, url, "a test"))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(given)) == 12
    ahead = max(given) + 40
    assert next_number(home, url, "a test", above=ahead) == ahead + 1
    assert next_number(home, url, "a test") == ahead + 2
    assert next_number(home, url, "another test") < ahead
