"""A game that is over stays in *Your games*, below those that run, with who won."""

from __future__ import annotations

from cli.home.home import Home
from cli.rules.saved_games import load_game, saved_here, store_game
from cli.seat.game import won
from cli.seat.local import open_saved
from tests.cli.table.tables import Sitter, begun
from tests.cli.table.test_hosted_games import AtHost

NAMES = {"athens": "Athens", "sparta": "the Spartans", "thebes": "Thebes"}


def below_finished(page):
    return page.partition("<h2>Finished</h2>")[2].partition("<h2>")[0]


def test_who_won_is_said_in_words():
    assert won(NAMES, {"athens": 2, "sparta": 1, "thebes": 3}) == "Spartans won"
    assert won(NAMES, {"athens": 1, "sparta": 1, "thebes": 3}) == "Athens and Spartans share the victory"
    assert won(NAMES, None) == "nobody won"


def test_a_game_on_this_machine_stays_when_it_is_over(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    name, running = begun(sitter.table.home, "perikles", "opening"), begun(sitter.table.home)
    game = open_saved(sitter.table.home, name)
    while (now := game.now()).phase is not None:
        game.give(now.phase, [game.rules.default(now.view, game.seat, ask) for ask in now.asked], "final")
    sitter.open()
    assert f'games/{name}">Perikles: ' in below_finished(sitter.page)
    assert ", ".join(f"{seat} {score}" for seat, score in game.rules.scores(now.view).items()) in sitter.text
    assert running not in below_finished(sitter.page)
    assert sitter.page.index(running) < sitter.page.index("<h2>Finished</h2>")
    assert f"{name}: a draw" in below_finished(sitter.page)
    assert sitter.open(f"games/{name}").status_code == 200
    path = saved_here(sitter.table.home.root, name)
    saved = load_game(path)
    saved.position["outcome"]["places"] = {"red": 2, "green": 1, "black": 3}
    store_game(saved, path)
    sitter.open()
    assert f"{name}: you came second of three" in below_finished(sitter.page)


def test_a_game_at_a_host_stays_when_it_is_over(finished):
    client = finished.client("aspasia")
    sitter = Sitter(finished.stage.home("aspasia"), AtHost(client))
    sitter.enter()
    sitter.open()
    [best, *others] = [seat for seat, place in client.game(finished.game)["places"].items() if place == 1]
    listed = next(line for line in below_finished(sitter.page).split("<li>") if finished.game in line)
    assert best.title() in listed
    assert ("share the victory" if others else "won") in listed
