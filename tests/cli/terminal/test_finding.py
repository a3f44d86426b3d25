"""Host, game and seat are found without being said: `--url` once in a life, a game by its name."""

import json
import secrets
import shutil

import pytest

from cli.home.agent import end_agent
from cli.home.home import Home
from cli.play.bot import play_once
from schemas.keys import password_files
from schemas.statements.payloads import Annul
from schemas.statements.texts import as_typed
from tests.cli.conftest import SEATS, TERMS, invoke
from tests.patience import wait_until


@pytest.fixture
def elsewhere(stage, tmp_path):
    """A player's program in a new shell: a home that has met the host, and nothing in the environment."""

    def run(who, *words, known=True, **more):
        home = Home(tmp_path / who)
        if not home.root.exists():
            shutil.copytree(stage.home(who).root / "keys", home.root / "keys")
            invoke(stage, home, "key", "register", "--url", stage.url) if known else None
        return invoke(None, home, *words, OSTRAKA_URL=None, **more)

    return run


@pytest.fixture
def named(stage):
    """A game with a name that no other has, in which everybody holds a seat."""
    name = f"The Long War {secrets.token_hex(4)}"
    clients = [stage.client(who) for who in ("aspasia", "kleon", "nikias", "thais")]
    game = clients[0].create_game("perikles", "opening", 4, name, TERMS)["game"]
    for client, seat in zip(clients, SEATS, strict=True):
        client.join(game, seat)
    clients[0].start(game)
    yield game, name
    stage.client("aspasia").act(game, Annul())


def asked(stage, game):
    seat = stage.client("aspasia").phase(game)["asked"][0]["seat"]
    return ("aspasia", "kleon", "nikias", "thais")[SEATS.index(seat)], seat


def test_a_new_shell_needs_neither_url_nor_id_nor_seat(stage, elsewhere, named):
    game, name = named
    who, seat = asked(stage, game)
    for said in (game, name, name.upper(), name.replace(" ", "-").lower()):
        form = elsewhere(who, "orders", "form", said).stdout
        assert f"game: {game}\n" in form
        assert f"seat: {seat}\n" in form
    assert json.loads(elsewhere(who, "view", name, "--json").stdout)["game"] == game
    elsewhere(who, "play", name, stdin="athens\ns\nq\n")
    assert stage.client(who).own_envelope(game, seat, 1)[1] == [{"question": "D-S1", "city": "athens"}]


def test_what_is_remembered_is_found_without_asking_the_host(stage, elsewhere, named, twist):
    game, name = named
    elsewhere("kleon", "next")
    twist(r"/games\?", lambda listed: {**listed, "games": []})
    assert json.loads(elsewhere("kleon", "view", name, "--json").stdout)["game"] == game


def test_the_file_of_a_form_may_follow_the_game_at_once(stage, elsewhere, named, tmp_path):
    game, name = named
    who, seat = asked(stage, game)
    form = tmp_path / "orders.yaml"
    form.write_text(elsewhere(who, "orders", "form", name).stdout)
    assert "OK" in elsewhere(who, "orders", "check", name, str(form)).stdout
    assert "OK" in elsewhere(who, "orders", "check", name, seat, str(form)).stdout
    assert "Missing argument 'FILE'" in elsewhere(who, "orders", "check", name, expect=2).stderr
    assert "no.yaml" in elsewhere(who, "orders", "check", name, "no.yaml", expect=2).stderr


def test_play_without_a_game_answers_the_only_one_that_waits(stage, elsewhere, named, twist):
    game, _ = named
    who, _ = asked(stage, game)
    only = lambda listed: {**listed, "games": [one for one in listed["games"] if one["game"] == game]}  # noqa: E731
    twist(r"/waiting", only)
    assert "In the temple of which city" in elsewhere(who, "play", stdin="q\n").stdout
    idle = next(one for one in ("aspasia", "kleon", "nikias", "thais") if one != who)
    assert "No game waits for you now" in elsewhere(idle, "play", expect=2).stderr


def test_from_the_installed_program_to_the_first_order_in_four_commands_and_one_password(stage, tmp_path, monkeypatch):
    name = f"The Counted War {secrets.token_hex(4)}"
    others = [stage.client(who) for who in ("kleon", "nikias")]
    game = others[0].create_game("perikles", "opening", 3, name, TERMS, start="full")["game"]
    for client, seat in zip(others, SEATS, strict=False):
        client.join(game, seat)
    home, who = Home(tmp_path / "new"), f"new-{secrets.token_hex(4)}"
    monkeypatch.setattr(password_files, "WORK", 4)
    monkeypatch.setattr("cli.terminal.passwords.at_terminal", lambda: True)
    try:
        invoke(None, home, "key", "new", who, stdin="open sesame\nopen sesame\n")
        wait_until("the key stays open", lambda: (home.root / "agent.json").exists())
        invoke(None, home, "key", "register", "--url", stage.url)
        invoke(None, home, "game", "join", as_typed(name), SEATS[2])
        while (asking := others[0].phase(game)["asked"][0]["seat"]) != SEATS[2]:
            phase = others[0].phase(game)["phase"]
            play_once(others[SEATS.index(asking)], game, asking, "steady")
            wait_until("the next phase", lambda: others[0].phase(game)["phase"] != phase)  # noqa: B023
        invoke(None, home, "play", as_typed(name), stdin="d\ns\nq\n")
        assert home.receipt_phases(game, SEATS[2])
    finally:
        end_agent(home.root)
        others[0].act(game, Annul())


def test_a_name_that_is_none_and_one_of_two_games_are_said(stage, elsewhere, named):
    _, name = named
    missing = elsewhere("kleon", "view", "sparta", expect=2).stderr
    assert "There is no game of yours called 'sparta', nor one that you could join" in missing
    stage.client("kleon").create_game("perikles", "opening", 3, name, TERMS)
    assert f"Which {name!r}? Give the id of one of them:" in elsewhere("kleon", "view", name, expect=2).stderr


def test_of_two_games_with_one_name_the_one_that_is_not_over_is_meant(stage, elsewhere, named):
    game, name = named
    kleon = stage.client("kleon")
    before = kleon.create_game("perikles", "opening", 3, name, TERMS)["game"]
    kleon.act(before, Annul())
    assert json.loads(elsewhere("kleon", "view", name, "--json").stdout)["game"] == game
    elsewhere("kleon", "game", "show", before)
    assert json.loads(elsewhere("kleon", "view", name, "--json").stdout)["game"] == game


def test_of_several_hosts_one_has_to_be_named_unless_the_game_tells(stage, elsewhere, named, tmp_path):
    game, name = named
    elsewhere("kleon", "next")
    home = Home(tmp_path / "kleon")
    with home.changing_hosts() as hosts:
        hosts["http://127.0.0.1:9"] = {"key": "A" * 43, "name": "another", "games": {}}
    told = elsewhere("kleon", "game", "list", expect=2).stderr
    assert "Which host? You know http://127.0.0.1:" in told
    for said in (game, name):
        assert json.loads(elsewhere("kleon", "view", said, "--json").stdout)["game"] == game
    assert elsewhere("kleon", "host", "forget", "http://127.0.0.1:9").stdout == "http://127.0.0.1:9 is forgotten.\n"
    assert elsewhere("kleon", "game", "list").stdout


def test_hosts_are_listed_and_one_whose_games_were_seen_is_forgotten_after_a_question(stage, elsewhere, named):
    elsewhere("kleon", "game", "show", named[0])
    [one] = json.loads(elsewhere("kleon", "host", "list", "--json").stdout)
    assert (one["url"], one["games"] > 0) == (stage.url, True)
    elsewhere("kleon", "host", "forget", stage.url, stdin="n\n", expect=1)
    elsewhere("kleon", "host", "forget", stage.url, stdin="y\n")
    assert "You have met no host yet" in elsewhere("kleon", "host", "list").stdout
    assert "No host at" in elsewhere("kleon", "host", "forget", stage.url, expect=2).stderr


def test_a_host_under_a_second_name_is_refused_with_its_own_and_nothing_is_remembered(stage, elsewhere):
    second = stage.url.replace("127.0.0.1", "localhost")
    told = elsewhere("kleon", "key", "register", "--url", second, known=False, expect=2).stderr
    assert told == f"Error: The host at {second} is called {stage.url}: say --url {stage.url}.\n"
    assert elsewhere("kleon", "host", "list", "--json").stdout == "[]\n"


def test_a_host_that_is_known_is_recognised_under_a_second_name(stage, elsewhere, named):
    second = stage.url.replace("127.0.0.1", "localhost")
    elsewhere("kleon", "game", "show", named[0], "--url", second)
    elsewhere("kleon", "next", "--url", second)
    [one] = json.loads(elsewhere("kleon", "host", "list", "--json").stdout)
    assert one["url"] == stage.url


def test_a_host_that_names_another_known_host_with_another_key_is_not_believed(stage, elsewhere, twist, tmp_path):
    elsewhere("kleon", "host", "list")
    with Home(tmp_path / "kleon").changing_hosts() as hosts:
        hosts["https://agora.example"] = {"key": "A" * 43, "name": "another", "games": {}}
    twist(r"/api/v1/$", lambda shown: {**shown, "url": "https://agora.example"})
    told = elsewhere("kleon", "next", "--url", stage.url, expect=2).stderr
    assert f"The host at {stage.url} is called https://agora.example" in told


@pytest.mark.parametrize("name", ["The Long War", "the-long-war", "THE LONG WAR!"])
def test_a_name_may_be_typed_in_several_ways(name):
    assert as_typed(name) == "the-long-war"


def test_without_a_known_host_it_is_said_what_to_type(alone):
    told = " ".join(alone("game", "list", expect=3, OSTRAKA_URL=None).stderr.split())
    assert told.startswith("Error: No host is known yet, and none runs on this machine.")
    assert "add --url ADDRESS once" in told
