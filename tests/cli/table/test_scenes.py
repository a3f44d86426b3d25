"""Scenes at the table: what their cards hold, how the log has them, and that all can be looked at without scripts."""

from __future__ import annotations

import re
from html import unescape

import pytest

from adjudicator.kernel.scenes.grouping import Told
from cli.home.home import Home
from cli.seat.local import open_saved
from cli.table.shown.scenes import WEIGHTY, Scenes
from tests.cli.table.tables import SEED, Sitter, begun, played_on

BATTLES = 15  # phases that a steady bot plays until there were some


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A game that has come to its battles, at a table."""
    home = Home(tmp_path_factory.mktemp("scenes"))
    game = begun(home)
    played_on(home, game, BATTLES)
    sitter = Sitter(home)
    sitter.enter()
    sitter.open(f"games/{game}?log=all")
    return sitter, game, open_saved(home, game, SEED)


def every_scene(at_it):
    told = [Told(one.phase, one.events, at_it.moments(one.phase)) for one in at_it.chapters()]
    return at_it.rules.in_scenes(told, at_it.now().view)


def bare(text):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def log_of(page):
    return page[page.index('id="log"') : page.index('id="ahead"')]


def test_the_log_has_scenes_of_weight_under_their_headings_and_says_all_that_was_told(told):
    sitter, game, at_it = told
    sitter.open(f"games/{game}?log=all")
    log, scenes = log_of(sitter.page), every_scene(at_it)
    named = dict.fromkeys(re.findall(r'data-scene="([\d.]+)"', log))
    assert set(named) == {one.id for one in scenes if one.shape in WEIGHTY}
    assert {"battle", "vote"} <= {one.shape for one in scenes}
    said = re.sub(r"\W", "", bare(log))
    for scene in scenes:
        for row in scene.rows:
            assert re.sub(r"\W", "", row.words) in said


def test_before_the_first_answer_the_log_is_lines(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    sitter.open(f"games/{begun(sitter.table.home)}")
    assert 'data-scene="' not in log_of(sitter.page)
    assert 'data-newest=""' in sitter.page


def test_a_card_has_the_names_dice_and_lengths_of_its_scene(told):
    sitter, game, at_it = told
    sitting = sitter.table.sitting(game)
    battle = next(
        one for one in every_scene(at_it) if one.shape == "battle" and any(r.part == "dice" for r in one.rows)
    )
    card = Scenes(sitting).card(battle)
    assert card["before"] == f"{battle.before.phase}/{battle.before.told}"
    bars = next(one for one in card["rows"] if one["part"] == "bars")
    most = max(bars["left"], bars["right"])
    assert bars["bars"] == [round(100 * bars["left"] / most), round(100 * bars["right"] / most)]
    assert bars["is_drawn"]
    opened = card["rows"][0]
    assert sum(many for _, many in [*opened["left"], *opened["right"]]) == len(battle.rows[0].left) + len(
        battle.rows[0].right
    )
    sitter.open(f"games/{game}?scene={battle.id}")
    shown = sitter.page[sitter.page.index('id="scene"') : sitter.page.index('<form id="step"')]
    dice = next(one for one in battle.rows if one.part == "dice")
    assert shown.count('class="die"') >= len(dice.left) + len(dice.right)
    assert [row.words for row in battle.rows if bare(row.words) not in bare(shown)] == []


def test_without_scripts_every_scene_is_reached_by_the_link_to_the_next_and_back(told):
    sitter, game, at_it = told
    scenes = every_scene(at_it)
    place, met = scenes[len(scenes) // 2].id, []
    while place:
        assert sitter.open(f"games/{game}?scene={place}").status_code == 200
        met.append(place)
        heading = re.search(r'<div id="scene">.*?<h2>(.*?)</h2>', sitter.page, re.DOTALL)
        scene = next(one for one in scenes if one.id == place)
        assert heading is None or bare(heading[1]).endswith(scene.heading)
        found = re.search(r'scene=([\d.]+)#scene">The next', sitter.page)
        back = re.search(r'scene=([\d.]+)#scene">The scene before', sitter.page)
        assert back is not None
        assert back[1] == scenes[scenes.index(scene) - 1].id
        place = found and found[1]
    assert met == [one.id for one in scenes[len(scenes) // 2 :]]
    assert sitter.open(f"games/{game}?scene=9999.1").status_code == 200
    assert 'id="scene"' not in sitter.page


def test_the_board_of_a_moment_is_that_of_the_seat_and_of_no_other_moment(told):
    sitter, game, at_it = told
    scene = next(one for one in every_scene(at_it) if one.shape == "battle")
    where = f"games/{game}/moment"
    assert sitter.open(f"{where}/{scene.before.phase}/{scene.before.told}?shape=wide").status_code == 200
    view = at_it.view_at(scene.before.phase, scene.before.told)
    drawn = set(re.findall(r'data-id="([^"]+)"', at_it.rules.draw(view, at_it.seat, False, "wide")))
    assert set(re.findall(r'data-id="([^"]+)"', sitter.page)) == drawn
    assert sitter.open(f"{where}/{scene.before.phase}/{10_000}?shape=wide").status_code == 404


def test_while_the_screen_is_handed_on_nothing_of_the_next_persons_board_is_told(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    game = begun(sitter.table.home)
    ways = ("scenes", "scenes/places", "scene/0.1", "moment/0/0", "then/0", "why")
    addresses = [f"games/{game}/{one}" for one in ways]
    assert [sitter.open(one).status_code for one in addresses] == [200] * 6
    sitter.table.sitting(game).covered = True
    assert [sitter.open(one).status_code for one in addresses] == [404] * 6


def test_all_scenes_can_be_looked_back_to_in_one_shape(told):
    sitter, game, at_it = told
    scenes = every_scene(at_it)
    places = sitter.open(f"games/{game}/scenes/places").json
    assert places == [{"scene": one.id, "phase": one.after.phase} for one in scenes]
    battle = next(one for one in scenes if one.shape == "battle")
    page = sitter.open(f"games/{game}/scene/{battle.id}?shape=tall").text
    assert page.count('class="drawn') == 1
    assert f"Looking back: after {battle.heading}." in page
    view = at_it.view_at(battle.after.phase, battle.after.told)
    drawn = set(re.findall(r'data-id="([^"]+)"', at_it.rules.draw(view, at_it.seat, False, "tall")))
    assert set(re.findall(r'data-id="([^"]+)"', page.partition('class="words"')[0])) == drawn
    assert sitter.open(f"games/{game}/scene/9999.1").status_code == 404
    assert sitter.open(f"games/{game}/scene/nothing").status_code == 404


def newest(sitter, game):
    sitter.table.sittings.clear()
    sitter.open(f"games/{game}")
    return re.search(r'data-newest="(.*?)"', sitter.page)[1]


def test_a_scene_opens_again_for_what_has_come_since_and_not_for_ones_own_choice_alone(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    game = begun(sitter.table.home, "pericles", "14.1.01B")
    played_on(sitter.table.home, game, 2)
    assert newest(sitter, game) == ""
    debate = re.search(r'data-scene="([\d.]+)"', log_of(sitter.page))[1]
    played_on(sitter.table.home, game, 1)
    assert newest(sitter, game) == "4"
    card = sitter.open(f"games/{game}/scenes").text.split("</article>")[0]
    assert f'data-scene="{debate}"' in card
    assert re.findall(r'class="row r-(\w+)" data-phase="(\d+)"', card) == [
        ("open", "2"), ("bar", "3"), ("bar", "3"), ("note", "3"), ("result", "3")
    ]  # fmt: skip
