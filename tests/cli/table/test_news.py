"""Pages wait for news: of what is done at the table, and of what a host tells the program."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from queue import Queue
from statistics import median
from time import time

import pytest

from cli.client import Client
from cli.errors import Refused, Unreachable
from cli.home.home import Home
from cli.play.bot import play_once
from cli.table import following, news
from cli.table.following import Follower, Following
from cli.table.news import News
from tests.cli.conftest import PLAYERS
from tests.cli.table.tables import Sitter, begun, hosts_of
from tests.patience import PATIENCE, wait_until


@pytest.fixture
def sitter(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    return sitter


def test_news_are_told_at_once_to_who_knows_less_and_else_when_they_come():
    board = News()
    board.mark("sherds")
    assert board.after(0, PATIENCE) == {"token": 1, "games": {"sherds": 1}, "again": 0}
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(board.after, 1, PATIENCE) for _ in range(3)]
        board.mark("owls")
        assert [one.result()["games"] for one in waiting] == [{"sherds": 1, "owls": 2}] * 3


def test_who_waits_in_vain_is_told_so_and_where_nobody_can_wait_asks_again_later():
    board = News()
    assert board.after(0, 0.01) == {"token": 0, "games": {}, "again": 0}
    assert board.after(0, 0) == {"token": 0, "games": {}, "again": news.LONGEST}


def test_what_is_played_on_one_page_is_news_for_the_others_of_the_game(sitter):
    name = begun(sitter.table.home)
    sitter.open(f"games/{name}")
    sitter.do("take 0")
    assert sitter.open("news?token=0").json["games"] == {}  # what is half made is nobody else's
    sitter.open(f"games/{name}")
    sitter.press("Play it")
    assert sitter.open("news?token=0").json["games"] == {name: 1}


def test_a_page_that_shows_the_game_as_it_is_gets_nothing_and_another_one_all_of_it(sitter):
    name = begun(sitter.table.home)
    sitter.open(f"games/{name}")
    token = sitter.table.sitting(name).token
    assert sitter.open(f"games/{name}/state?token={token}").status_code == 204
    assert sitter.open(f"games/{name}/state?token=older").status_code == 200
    assert 'id="step"' in sitter.page


def test_a_table_that_locks_lets_no_page_wait(sitter):
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(sitter.table.news.after, 0, PATIENCE)
        sitter.guard.on_lock = sitter.table.clear
        sitter.guard.lock()
        assert waiting.result()["token"] == 1
    assert sitter.open("news?token=1&wait").status_code == 403


# --- what a host tells ---------------------------------------------------------------------------------------------


class Feed:
    """A host's feed whose answers a test gives; it keeps what was asked for."""

    url = "https://owls.example"

    def __init__(self):
        self.asked, self.answers = Queue(), Queue()

    def player_feed(self, after, wait):
        self.asked.put(after)
        answer = self.answers.get(timeout=PATIENCE)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def tell(self, *games, then="1", notices=()):
        said = [{"kind": "operator", "text": text, "until": None} for text in notices]
        self.answers.put({"items": [{"game": one} for one in games], "next": then, "notices": said})


@pytest.fixture
def feed():
    return Feed()


@pytest.fixture
def heard():
    return Queue()


@pytest.fixture
def followed(feed, heard):
    thread = Following(feed, heard.put)
    thread.start()
    yield thread
    thread.end()
    feed.tell()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_each_game_that_the_feed_names_is_marked_once_and_the_feed_is_read_on_from_there(feed, heard, followed):
    feed.tell("sherds", "sherds", then="7")
    assert heard.get(timeout=PATIENCE) == "sherds"
    assert [feed.asked.get(timeout=PATIENCE) for _ in range(2)] == [None, "7"]
    feed.tell("owls")
    assert heard.get(timeout=PATIENCE) == "owls"


def test_a_host_that_does_not_answer_is_asked_again_later_and_later_and_says_nothing(
    feed, heard, followed, monkeypatch
):
    monkeypatch.setattr(following, "PAUSES", (0.01, 0.02))
    for trouble in (Unreachable("No host answers."), Unreachable("No host answers."), Refused("Too many wait.")):
        feed.answers.put(trouble)
    feed.tell("sherds")
    assert heard.get(timeout=PATIENCE) == "sherds"
    assert followed.follower.failed == 0


def test_what_a_host_tells_of_itself_is_news_of_the_whole_table_once(feed):
    follower = Follower(feed)
    for notices, marked in (((), set()), (("Away\u202e at 8.",), {""}), (("Away\u202e at 8.",), set()), ((), {""})):
        feed.tell(notices=notices)
        assert follower.ask() == (marked, 0.0)
        assert follower.notices == ["owls.example: Away at 8." for _ in notices]


def test_what_hosts_tell_of_themselves_is_on_the_list_and_at_every_game(sitter, monkeypatch):
    monkeypatch.setattr(sitter.table.hosts, "notices", lambda: ["owls.example: Away <at> 8."])
    for path in ("", f"games/{begun(sitter.table.home)}"):
        sitter.open(path)
        assert '<p class="notice" role="status">owls.example: Away &lt;at&gt; 8.</p>' in sitter.page


@pytest.mark.parametrize(
    ("failed", "asked_for", "pause"), [(0, None, 1.0), (1, None, 2.0), (9, None, 60.0), (0, 90, 90)]
)
def test_it_waits_as_long_as_the_host_asks(feed, failed, asked_for, pause):
    follower, refused = Follower(feed), Refused("Too many wait.", "too-many-waiting")
    follower.failed, refused.retry_after = failed, asked_for
    feed.answers.put(refused)
    assert follower.ask() == (set(), pause)


def test_it_ends_when_no_page_has_asked_for_long(feed, heard, monkeypatch):
    monkeypatch.setattr(following, "LINGER", 0.0)
    thread = Following(feed, heard.put)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_after_its_end_it_tells_nothing_of_what_was_under_way(feed, heard, followed):
    feed.asked.get(timeout=PATIENCE)
    followed.end()
    feed.tell("sherds")
    followed.join(PATIENCE)
    assert heard.empty()
    assert feed.asked.empty()


@pytest.fixture
def hosts(table):
    """The home of somebody who plays at a host, with open keys."""
    found = hosts_of(table, table.waiting()[0])
    yield found
    found.lock()


def test_a_page_that_is_open_hears_what_another_player_sends(table, hosts):
    board = News()
    assert hosts.follow(board.mark) == news.LONGEST
    wait_until("the game's beginning is heard", lambda: table.game in board.games)
    known = board.games[table.game]
    table.play_one_phase()
    wait_until("the phase is heard", lambda: board.games[table.game] > known)


def test_one_thread_follows_however_many_pages_ask_and_none_while_the_keys_are_locked(table, hosts, monkeypatch):
    board, begun_now = News(), threading.Barrier(8)

    def ask(_):
        begun_now.wait(PATIENCE)
        hosts.follow(board.mark)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(8)))
    [thread] = hosts.followed.values()
    hosts.lock()
    hosts.follow(board.mark)
    assert hosts.followed == {}
    monkeypatch.setattr(Client, "player_feed", lambda *_: pytest.fail("a locked table asks a host"))
    table.play_one_phase()  # which the request that was under way is answered with
    thread.join(PATIENCE)
    assert not thread.is_alive()
    monkeypatch.undo()
    hosts.unlock()
    hosts.follow(board.mark)
    known = board.count
    assert board.after(known, PATIENCE)["games"]


LIMIT = 20.0  # seconds; so long a page may have taken when it looked by itself


def loaded(table, over):
    """Somebody who reads at the host, again and again, all that everybody may."""
    reader = table.client("aspasia")
    while not over.is_set():
        reader.wire.cache.clear()
        reader.log(table.game)
        reader.report(table.game, None)


def next_page(sitter, game, phase):
    """When the page of somebody who waits shows what comes after a phase."""
    known, shown = 0, phase
    while shown == phase:
        known = sitter.open(f"news?wait&token={known}").json["token"]
        if sitter.open(f"games/{game}/state").status_code == 200:
            shown = sitter.table.sitting(game).now.phase
    return time()


def test_the_other_tables_show_what_was_sent_at_once_though_the_host_is_another_process_and_has_much_to_do(table):
    sitters, homes = {}, [hosts_of(table, who) for who in PLAYERS]
    for who, hosts in zip(PLAYERS, homes, strict=True):
        sitters[who] = Sitter(hosts.home, hosts)
        sitters[who].enter()
        sitters[who].open(f"games/{table.game}")
    over, took = threading.Event(), []
    with ThreadPoolExecutor() as pool:
        busy = [pool.submit(loaded, table, over) for _ in range(4)]
        for _ in range(4):
            phase, (sender, seat) = table.phase(), table.asked()
            others = [one for who, one in sitters.items() if who != sender]
            waiting = [pool.submit(next_page, one, table.game, phase) for one in others]
            began = time()
            play_once(table.client(sender), table.game, seat, "random")
            took += [one.result() - began for one in waiting]
        over.set()
        assert [one.exception() for one in busy] == [None] * len(busy)
    for hosts in homes:
        hosts.lock()
    print(f"\nnews at the others: median {median(took):.2f} s, at most {max(took):.2f} s of {len(took)}")
    assert max(took) < LIMIT
