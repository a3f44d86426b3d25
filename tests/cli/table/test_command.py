"""`ostraka table`: what it prints, what it asks for, and what it begins."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request

from cli.home.agent import set_lock_seconds
from cli.home.home import Home
from cli.rules.saved_games import saved_here
from cli.seat.local import LocalGame
from tests.cli.conftest import invoke

LINK = re.compile(r"http://127\.0\.0\.1:\d+/enter/[\w-]{43}")


def test_a_title_begins_a_game_that_is_saved_under_a_name(tmp_path):
    told = invoke(None, Home(tmp_path), "table", "perikles", "--print", stdin="q\n").stdout
    assert "open it again with ostraka table perikles-1" in told
    assert LINK.search(told)
    assert saved_here(tmp_path, "perikles-1")
    again = invoke(None, Home(tmp_path), "table", "perikles-1", "--print", stdin="q\n").stdout
    assert "A new game" not in again
    assert "The table is cleared." in again


def test_a_seed_gives_the_same_game_again(tmp_path):
    homes = [Home(tmp_path / name) for name in ("one", "other")]
    for home in homes:
        invoke(None, home, "table", "perikles", "--seed", "amphora", "--print", stdin="q\n")
    deals = [LocalGame.opened(saved_here(home.root, "perikles-1")).now() for home in homes]
    assert deals[0].view == deals[1].view


def test_a_new_game_is_of_the_scenario_and_seats_that_are_wanted(tmp_path):
    home = Home(tmp_path)
    invoke(None, home, "table", "pericles", "--scenario", "14.1.01B", "--seats", "2", "--print", stdin="q\n")
    view = LocalGame.opened(saved_here(tmp_path, "pericles-1")).now().view
    assert (view.scenario, len(view.seats)) == ("14.1.01B", 2)
    for wrong, said in ((["perikles", "--scenario", "14.9"], "14.9"), (["--seats", "3"], "name its title")):
        assert said in invoke(None, home, "table", *wrong, "--print", expect=2).stderr


def test_every_enter_gives_another_link(tmp_path):
    told = invoke(None, Home(tmp_path), "table", "--print", stdin="\n\nq\n").stdout
    assert len(set(LINK.findall(told))) == 3


def test_without_input_it_serves_until_nobody_was_there_for_as_long_as_was_settled(tmp_path):
    set_lock_seconds(tmp_path, 1)
    told = invoke(None, Home(tmp_path), "table", "--print", stdin="").stdout
    assert "The table closes when nobody has been there for 1 second. To close it now: kill " in told
    assert "The table is cleared." in told


def test_without_a_terminal_it_serves_until_it_is_stopped(tmp_path):
    command = [sys.executable, "-m", "cli", "table", "--print", "--home", str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        told = program.stdout.readline() + program.stdout.readline()  # the second when it has seen that nothing comes
        [link] = LINK.findall(told)
        with urllib.request.urlopen(link) as answer:
            assert answer.status == 200
        program.terminate()
        assert "The table is cleared." in program.stdout.read()
    assert program.returncode == 0


def test_a_game_at_a_host_is_looked_up_before_the_link_is_given(table):
    who, _ = table.asked()
    told = invoke(table.stage, table.stage.home(who), "table", table.game, "--print", stdin="q\n").stdout
    assert LINK.search(told)


def test_a_game_that_is_nowhere_is_named(table):
    who, _ = table.asked()
    told = invoke(table.stage, table.stage.home(who), "table", "babab-babab-babab", "--print", expect=1).stderr
    assert "no game with that id" in told
