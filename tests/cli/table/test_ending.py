"""The end of a game at the table: who won and why, what points came from, when it turned, and another one."""

from __future__ import annotations

import pytest

from adjudicator.kernel import Chance, Outcome
from adjudicator.kernel.position.position import Ended, result, result_by_names
from adjudicator.kernel.title.course import Turned
from adjudicator.pictures.endings import lead_in_words
from adjudicator.registry import title
from cli.games.again import named_again
from cli.home.home import Home
from cli.rules.saved_games import key_of, secret_of
from cli.seat.hotseat import HotSeat
from cli.seat.local import LocalGame, open_saved
from cli.table.shown.ending import decisive, end_of
from tests.cli.play.hotseats import saved_game
from tests.cli.table.tables import SEED, Sitter, begun
from tests.cli.table.test_hosted_games import AtHost

SHORT = [
    ("perikles", "opening"),
    ("polis", "corinthian_war"),
    ("athens_sparta", "war"),
    ("pericles", "14.1.01B"),
]
UNSEEN = "What nobody could see"


def ended(*places):
    return [Ended(f"s{at}", f"S{at}", "", place, 0, at == 0, str(at)) for at, place in enumerate(places)]


def test_the_result_is_said_to_the_reader():
    assert result(ended(1, 2, 3)) == "You won"
    assert result(ended(2, 1, 3, 4)) == "You came second of four"
    assert result(ended(2, 1, 2)) == "You came second of three, beside S2"
    assert result(ended(2, 1)) == "You lost"
    assert result(ended(1, 1, 3)) == "You won, together with S1"
    assert result(ended(1, 1)) == "A draw"
    assert result(ended(None, None)) == "The game is over"
    assert result(ended(2, 1, 3)[1:]) == "S1 won"


def test_who_read_it_together_are_named_with_their_sides_and_points():
    nikos = Ended("ek", "Nikos", "Eurypontids", 1, 12, True, "1")
    anna = Ended("df", "Anna", "Demagogues", 2, 11, False, "2")
    assert result_by_names([nikos, anna]) == "Nikos (Eurypontids) won, 12 to 11"
    assert result_by_names([nikos, anna._replace(place=1)]) == "A draw"
    third = anna._replace(name="Agiads", beside="", place=3)
    assert result_by_names([nikos, anna, third]) == "Nikos (Eurypontids) won"


def test_how_it_turned_is_said_as_it_was():
    winner = ended(1, 2)[0]
    assert lead_in_words(Turned(4, 6, 1, True), winner) == (
        "you went from 5 behind to 1 ahead, and you were never behind again"
    )
    other = ended(2, 1)[1]
    assert lead_in_words(Turned(4, 1, 3, False), other) == "S1’s lead grew by 1 point, to 3"
    for name in ("Carlos", "Athens"):
        said = lead_in_words(Turned(4, 1, 3, False), other._replace(name=name))
        assert said == f"{name}’s lead grew by 1 point, to 3"
    aristocrats = other._replace(name="Aristocrats", many=True)
    assert lead_in_words(Turned(4, 1, 3, True), aristocrats) == (
        "Aristocrats’ lead grew by 1 point, to 3, and Aristocrats were never behind again"
    )
    assert lead_in_words(Turned(4, 5, 0, False), other) == "S1 went from 5 behind to level"
    assert lead_in_words(Turned(4, 2, -1, False), other) == "S1 made up 2 points"


@pytest.mark.parametrize(("name", "scenario"), SHORT)
def test_the_page_of_the_end_adds_up_and_leads_on(tmp_path, name, scenario):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    game = open_saved(sitter.table.home, begun(sitter.table.home, name, scenario), SEED)
    bot = game.rules.bot("steady")
    while (now := game.now()).phase is not None:
        game.give(now.phase, bot(now.view, game.seat, Chance(key_of(b"end", now.phase))), "final")
    sitter.open(f"games/{game.id}")
    assert sitter.stage == "over"
    assert game.now().ending[0] in sitter.text
    course = game.course()
    scores = game.rules.scores(now.view)
    assert course.scores[game.views()[-1]] == scores
    for seat, points in course.tally.items():
        assert sum(points.values()) == scores[seat]
        for source in (name for name, number in points.items() if number):
            assert f'<th scope="row">{source}</th>' in sitter.page
    assert 'points="' in sitter.page
    assert (UNSEEN in sitter.page) is bool(course.unseen)
    for one in course.unseen:
        assert game.rules.words(now.view, one.things[-1]) in sitter.text
    if course.turned:
        assert f'?phase={course.turned.phase}#board"' in sitter.page
        turned = sitter.page.partition("The turning point</h3>")[2]
        assert f"<p>In phase {course.turned.phase}" not in turned
        boards = {
            at: game.rules.scores(game.view_at(course.turned.phase, at)) for at in game.moments(course.turned.phase)
        }
        first = decisive(game, course.turned.phase)[0].number
        assert boards[max(at for at in boards if at < first)] != boards[min(at for at in boards if at >= first)]
    sitter.press(f"Again, as {game.again_as}")
    assert sitter.stage != "over"
    assert UNSEEN not in sitter.page
    new = open_saved(sitter.table.home, f"{name}-2", SEED)
    seats = title(name).seats(scenario, len(now.view.seats))
    assert (new.game.saved.scenario, [*new.game.saved.seats]) == (scenario, [*seats])
    assert new.rules.words(new.now().view, f"seat:{new.seat}") == game.again_as
    assert new.game.saved.setup_chance != game.game.saved.setup_chance


def test_people_who_pass_the_machine_round_are_told_by_their_names():
    saved = saved_game("end", "red", "green", "black", scenario="opening")
    saved.names = {"red": "Carla", "green": "Ben", "black": "Nikos"}
    game = LocalGame(HotSeat(saved, secret_of("end"), None), "perikles-1", "red")
    game.game.position.phase, game.game.position.outcome = None, Outcome("S.10", {"red": 1, "green": 2, "black": 3})
    assert end_of(game, game.now())["won"] == "Carla (red) won"


def test_at_a_host_the_same_people_are_asked_again_each_one_seat_on(finished):
    old = finished.client("aspasia").game(finished.game)
    [who] = {one["player"] for one in old["seats"] if one["seat"] == "red"}
    sitter = Sitter(finished.stage.home(who), AtHost(finished.client(who)))
    sitter.enter()
    sitter.open(f"games/{finished.game}")
    assert "Where the points came from" in sitter.text
    assert f'href="{finished.stage.url}/games/{finished.game}"' in sitter.page
    sitter.press("Again, same people")
    [new] = [one for one in finished.client(who).games(organiser=who) if one["name"] == named_again(old["name"])]
    assert (new["title"], new["scenario"], new["terms"]) == (old["title"], old["scenario"], old["terms"])
    seats = [one["seat"] for one in old["seats"]]
    held = {one["seat"]: one["player"] for one in new["seats"] if one["player"]}
    assert held == {seats[(seats.index("red") + 1) % len(seats)]: who}
    others = {one["seat"]: one["player"] for one in old["seats"] if one["player"] != who}
    kept = {one["seat"]: one["kept_for"] for one in new["seats"] if one["kept_for"]}
    assert kept == {seats[(seats.index(seat) + 1) % len(seats)]: player for seat, player in others.items()}


def test_another_game_has_a_number_in_its_name():
    assert named_again("Thursday evening") == "Thursday evening (2)"
    assert named_again("Thursday evening (2)") == "Thursday evening (3)"
    assert len(named_again("x" * 120)) == 120
