"""The picture of Perikles: what is on it, and that a person with a phone can read it."""

import gzip
import os
import re
import subprocess
import sys
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import ImageFont

from adjudicator import pictures
from adjudicator.kernel.position.position import Outcome
from adjudicator.perikles import TITLE
from adjudicator.perikles.components import CITIES, influence_tile, is_face_down
from adjudicator.perikles.picture import draw, scene
from adjudicator.perikles.picture.layout import CARD, DARK, LIGHT, MAP, PINS, PLATE, PLATES, SEATS, beside_the_map
from adjudicator.perikles.picture.locations import fitting_chips
from adjudicator.perikles.state.position import Battle, Place, Placed, Request, Side
from adjudicator.pictures.measures import _ADVANCE, BOLD, size_of
from adjudicator.pictures.shapes import FRAMES, Sign, Thing, Words
from tests.adjudicator.players import begin, playthrough

GROUNDS = ("paper", "card", "mine", "battle", "hoplite", "trireme", "att", "def", "war", "ally", "land")
FOLDER = Path(pictures.__file__).parent / "fonts"
LETTERS = [chr(code) for code in range(32, 127)] + ["×", "–"]
NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}


@cache
def played(count, strategy="random"):
    """Every position of a whole game, from the setup to the end."""
    started = begin(TITLE, count, "picture").position
    return [started, *(done.position for *_, done in playthrough(TITLE, count, "picture", strategy))]


def shown():
    """Views of every viewer in every ninth position of whole games of three to five seats."""
    for count, strategy in ((3, "random"), (4, "steady"), (5, "random"), (5, "steady")):
        for number, position in enumerate(played(count, strategy)[::9]):
            viewers = (None, *position.seats)
            viewer = viewers[number % len(viewers)]
            yield TITLE.view(position, viewer), viewer


def parsed(view, seat=None, dark=False):
    return ElementTree.fromstring(draw(view, seat, dark))


def labels(view, seat=None):
    """What a screen reader says, card by card."""
    groups = parsed(view, seat).iterfind(".//svg:g[@role='img']", NAMESPACE)
    return [g.get("aria-label") or g.find("svg:title", NAMESPACE).text for g in groups]


def label(view, beginning, seat=None):
    return next(text for text in labels(view, seat) if text.startswith(beginning))


def labelled(position, seat, beginning):
    return [text for text in labels(TITLE.view(position, seat), seat) if text.startswith(beginning)]


def texts(view, title, seat=None):
    """The words in a section, in the order in which they are drawn."""
    section = parsed(view, seat).find(f".//svg:g[@aria-label='{title}']", NAMESPACE)
    return [] if section is None else [text.text for text in section.iterfind(".//svg:text", NAMESPACE)]


@pytest.fixture
def committing():
    """A position in the middle of phase 5, with counters of several seats face down."""
    found = [p for p in played(5, "steady") if p.chapter == 5 and p.pools]
    return found[len(found) // 2]


# --- what is on it ------------------------------------------------------------------------------------------------


def test_every_city_seat_and_slot_is_there():
    for view, seat in shown():
        said = labels(view, seat)
        for city in CITIES:
            assert f"{city.capitalize()}: cubes " in "\n".join(said)
        for owner in view.seats:
            assert any(text.startswith(f"{owner}: {TITLE.scores(view)[owner]} VP") for text in said)
        for slot, place in view.places():
            assert any(re.match(f"{place.printed.name} of .*: slot {slot}, ", text) for text in said)
        for slot, tile in enumerate(view.influence_display, 1):
            colour = influence_tile(tile).colour.capitalize() if tile else "empty"
            assert any(text.startswith(f"Slot {slot}: {colour}") for text in said)


def test_every_sign_that_is_used_is_drawn():
    for view, seat in shown():
        root = parsed(view, seat)
        known = {node.get("id") for node in root.iter() if node.get("id")}
        used = {node.get("href") for node in root.iter() if node.get("href")}
        assert used <= {f"#{name}" for name in known}


def test_the_heading_tells_turn_phase_viewer_and_who_is_asked(committing):
    root = parsed(committing, "red")
    title, desc = (root.find(f"svg:{name}", NAMESPACE) for name in ("title", "desc"))
    assert title.text == f"Perikles: Turn {committing.turn} of 3, phase 5: commit forces, as red knows it"
    assert f"Asked now: {committing.phase.asks[0].seat}." in desc.text
    assert root.get("aria-labelledby").split() == [title.get("id"), desc.get("id")]
    assert "as everybody knows it" in label(TITLE.view(committing, None), "Perikles")


def test_a_veiled_phase_names_nobody():
    veiled = next(p for p in played(5, "steady") if p.phase and p.phase.veiled)
    for viewer in (None, *veiled.seats):
        view = TITLE.view(veiled, viewer)
        asked = viewer in [ask.seat for ask in veiled.phase.asks]
        waits = f"{viewer} is asked; whether others are is not shown." if asked else "for whom is not shown."
        assert waits in label(view, "Perikles", viewer)
        assert not asked or "The game waits" not in label(view, "Perikles", viewer)
        assert "Asked now" not in draw(view, viewer)


def test_a_game_that_is_over_shows_the_places(committing):
    committing = TITLE.copy(committing)
    committing.phase, committing.outcome = None, Outcome("E.01", {"red": 2, "green": 1, "black": 2})
    said = label(committing, "Perikles, standard: The game is over")
    assert said.endswith("1. green, 2. red, 2. black. The board as everybody knows it.")


def test_a_city_shows_its_values_now_and_after_the_next_defeat(committing):
    committing = TITLE.copy(committing)
    for city, defeats, told in (
        ("athens", 2, "is worth 3, after the next Defeat 1"),
        ("sparta", 6, "is worth 0, after the next Defeat 0"),
        ("corinth", 0, "is worth 9, after the next Defeat 7"),
        ("megara", 1, "is worth 3, after the next Defeat 3"),
    ):
        committing.cities[city].defeats = defeats
        assert told in label(committing, city.capitalize() + ": cubes")


def test_defeat_boxes_behind_the_value_that_counts_are_crossed(committing):
    committing = TITLE.copy(committing)
    for city in committing.cities.values():
        city.defeats = 0
    assert draw(committing).count("#crossed") == 0
    committing.cities["athens"].defeats, committing.cities["megara"].defeats = 3, 1
    assert draw(committing).count("#crossed") == 4


def test_own_counters_show_their_strength_and_those_of_others_do_not(committing):
    for viewer in (None, *committing.seats):
        view = TITLE.view(committing, viewer)
        [pools] = [section for section in scene(view, viewer) if section.title == "Pools"]
        drawn = [item.text for item in items(pools) if isinstance(item, Words) and item.kind == "chip"]
        counters = [counter for pool in view.pools.values() for counter in pool]
        assert "?" in drawn
        assert set(drawn) == {"?" if is_face_down(counter) else counter[-2] for counter in counters}


def test_what_lies_face_down_at_a_location_has_a_question_mark_and_what_is_known_its_strength(committing):
    known = hidden = 0
    for viewer in (None, *committing.seats):
        view = TITLE.view(committing, viewer)
        for _, place in view.places():
            for name in ("attacker", "defender"):
                for chip in fitting_chips(view, place, name, 2000):
                    if chip.counters:
                        there = {one.counter for one in place.side(name).counters}
                        strengths = {chip.text[2:] == "?" or f"{counter[-2]}" == chip.text[2:] for counter in there}
                        assert True in strengths
                        hidden, known = hidden + (chip.text[2:] == "?"), known + (chip.text[2:] != "?")
    assert known
    assert hidden


@pytest.mark.parametrize("room", [60, 90, 130, 160])
def test_more_counters_than_a_row_has_room_for_are_counted(committing, room):
    view = TITLE.copy(committing)
    sent = [Placed(counter, seat) for seat, counter in MANY]
    view.locations[0] = Place("pylos", Side("red", sent), Side())
    chips = fitting_chips(view, view.locations[0], "attacker", room)
    rest = sum(int(chip.text[4:]) for chip in chips if chip.text.startswith("and "))
    assert sum(len(chip.counters) for chip in chips) + rest == len(sent)
    assert sum(chip.width for chip in chips) <= room + 22


def test_no_strength_of_a_face_down_counter_is_said(committing):
    for text in labels(TITLE.view(committing, None)):
        if " slot " in text and "with" in text:
            assert re.search(r"(hoplites|triremes) (\?(, )?)+", text)
            assert not re.search(r"(hoplites|triremes) [0-9]", text)


def test_a_location_shows_both_sides_by_box_and_sender(committing):
    position = TITLE.copy(committing)
    attackers = [Placed("sparta-h4b", "red"), Placed("sparta-t1a", "red"), Placed("argos-h?", "green")]
    position.cities["sparta"].leader, position.cities["argos"].leader = "red", "green"
    position.locations[0] = Place("melos", Side("red", attackers), Side())
    position.battle = None
    said = label(position, "Melos of ")
    assert said.startswith("Melos of Sparta: slot 1, 3 VP, rounds hoplite, trireme")
    assert "Attack: main red; red with Sparta hoplites 4; triremes 1; green with Argos hoplites ?" in said
    assert "Defence: militia of strength 1 for hoplite, trireme" in said


def test_permissions_and_requests_are_shown(committing):
    position = TITLE.copy(committing)
    tile = next(place.tile for _, place in position.places())
    position.permissions = {tile: ["corinth", "persia"]}
    position.requests = [Request(location=tile, force="thebes", seat="blue", hoplites=1, triremes=2)]
    said, drawn = "\n".join(labels(position)), " ".join(texts(position, "Permissions"))
    for text in ("May defend: Corinth, Persia", "blue asks to defend with Thebes: 1 hoplite and 2 triremes"):
        assert text in said
        assert text in drawn


def test_a_battle_shows_round_tokens_and_odds(committing):
    position = TITLE.copy(committing)
    attacker, defender = (Side(seat, [Placed(counter, seat)]) for seat, counter in FIGHTERS)
    position.locations[0] = Place("pylos", attacker, defender, turned_up=True)
    position.battle = Battle(slot=1, attacker_tokens=1, doubled=["athens"])
    said = label(position, "Pylos of ")
    assert "battle, round 1 of 2: triremes; tokens 1 to 0" in said
    assert "4 against 3, column 1:1: attack needs 8, defence 7; Athens is doubled" in said
    [board] = [section for section in scene(position, None) if section.title == "Map"]
    signs = [item.name for item in items(board) if isinstance(item, Sign)]
    assert (signs.count("token"), signs.count("no-token")) == (1, 3)


def test_a_round_that_is_not_fought_has_no_odds(committing):
    position = TITLE.copy(committing)
    position.locations[0] = Place("pylos", Side("red", [Placed("athens-t2a", "red")]), Side(), turned_up=True)
    position.battle = Battle(slot=1)
    assert "against" not in label(position, "Pylos of ")


def test_a_seat_shows_its_score_by_part_its_special_tile_and_its_tiles():
    position = TITLE.copy(next(p for p in played(3) if p.chapter == 2 and p.tiles.get("green")))
    position.special["green"].tile = "plague"
    position.tiles["green"] = ["athens-2a", "megara-k"]
    position.locations_won["green"] = ["sicily"]
    mine, others = (labelled(position, viewer, "green: ")[-1] for viewer in ("green", "red"))
    assert "VP (Locations 7, Statues 0, cubes " in mine
    assert "Influence tiles: Athens 2-cube tile, Megara Assassin tile; Locations won: Sicily 7" in mine
    assert "Special tile Plague, unused" in mine
    assert "Special tile face down" in others
    position.special["green"].used = True
    assert "Special tile Plague, used" in labelled(position, "red", "green: ")[-1]


def test_relations_dead_pile_and_tiles_out_of_the_game_are_shown(committing):
    position = TITLE.copy(committing)
    position.relations = {"athens sparta": "war", "corinth thebes": "allied"}
    position.dead_pile, position.locations_out = ["athens-t4a"], ["melos"]
    for city, said in (
        ("Athens", "at war with Sparta"),
        ("Sparta", "at war with Athens"),
        ("Thebes", "allied with Cor"),
    ):
        assert said in label(position, f"{city}: cubes")
    assert {"×Sp", "×At", "=Th", "=Co"} <= set(texts(position, "Map"))
    assert texts(position, "Dead pile") == ["Dead pile", "Athens", "4"]
    assert texts(position, "Out of the game")[1:] == ["Nobody took:", "Melos"]
    position.relations, position.dead_pile, position.locations_out = {}, [], []
    for section in ("Dead pile", "Out of the game"):
        assert texts(position, section) == []


def test_a_revolted_hoplite_is_known_to_the_leader_of_sparta_only(committing):
    position = TITLE.copy(committing)
    position.cities["sparta"].leader, position.revolted = "red", "sparta-h4a"
    for viewer, strength in ((None, "?"), ("green", "?"), ("red", "4")):
        assert label(TITLE.view(position, viewer), "Revolted", viewer).endswith(f"hoplites {strength}")


# --- that it can be read ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["plain", "strong"])
def test_the_table_of_widths_is_that_of_the_font(kind):
    font = font_of(kind, 1000)
    for letter in LETTERS:
        assert 0 <= _ADVANCE[kind in BOLD][letter] - font.getlength(letter) <= 41, letter


SHAPES = ("wide", "tall")


@pytest.mark.parametrize("shape", SHAPES)
def test_no_text_is_wider_than_its_room_nor_leaves_the_picture(shape):
    for view, seat in shown():
        for words in (one for section in scene(view, seat, shape) for one in items(section) if isinstance(one, Words)):
            assert set(words.text) <= set(LETTERS), words
            left, right = extent(words)
            assert right - left <= words.room + 1, words
            assert 0 <= left <= right <= FRAMES[shape].width - 4, words


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_lies_over_anything_else(shape):
    for view, seat in shown():
        for section in scene(view, seat, shape):
            for card in section.cards:
                placed = [item for item in flat(card.items) if free(item)]
                for one, other in combinations(placed, 2):
                    if abs(middle(one) - middle(other)) < 14:
                        (left, right), (start, end) = extent(one), extent(other)
                        assert right <= start + 2 or end <= left + 2, (one, other)


@pytest.mark.parametrize("shape", SHAPES)
def test_what_lies_on_a_card_stays_on_it(shape):
    for view, seat in shown():
        sections = scene(view, seat, shape)
        assert all(above.bottom <= below.top for above, below in pairwise(sections))
        for card in (card for section in sections for card in section.cards if card.label):
            placed = [middle(item) for item in flat(card.items) if free(item)]
            assert card.label.startswith("Pin") or all(card.top - 2 <= y <= card.bottom + 2 for y in placed), card.label


def test_plates_and_cards_and_pins_have_places_of_their_own():
    for position in played(5, "steady")[::7]:
        boxes = [(x, y, *PLATE) for x, y in PLATES.values()]
        at = beside_the_map(position.places())
        boxes += [(x, y, *CARD) for x, y in at.values()]
        boxes += [(PINS[place.tile].x - 10, PINS[place.tile].y - 10, 20, 20) for _, place in position.places()]
        for (x, y, width, height), (left, top, wide, high) in combinations(boxes, 2):
            assert x + width <= left or left + wide <= x or y + height <= top or top + high <= y
        assert all(0 <= y <= MAP - CARD[1] for _, y in at.values())


def test_a_picture_is_small():
    drawn = [draw(view, seat, False, shape).encode() for view, seat in shown() for shape in SHAPES]
    assert max(map(len, drawn)) < 70_000
    assert max(len(gzip.compress(one)) for one in drawn) < 12_500


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_words_stand_out_from_every_ground(scheme, ground):
    assert contrast(scheme["ink"], scheme[ground]) >= 7
    if ground not in ("hoplite", "trireme", "war", "ally", "land"):
        assert contrast(scheme["faint"], scheme[ground]) >= 4.5


def test_seats_are_told_apart_without_colour():
    assert tuple(SEATS) == TITLE.seat_names
    assert len({letter for *_, letter in SEATS.values()}) == len(SEATS)
    marks = {seat: parsed(played(5)[0]).find(f".//svg:g[@id='{seat}']", NAMESPACE)[0][0] for seat in SEATS}
    shapes = [{k: v for k, v in mark.attrib.items() if k != "class"} for mark in marks.values()]
    assert all(one != other for one, other in combinations(shapes, 2))
    for fill, ink, _ in SEATS.values():
        assert contrast(fill, ink) >= 4.5


def test_red_and_green_differ_in_lightness():
    assert contrast(SEATS["red"][0], SEATS["green"][0]) >= 2.5


def test_light_follows_the_device_and_dark_does_not(committing):
    light, dark = draw(committing, None, False), draw(committing, None, True)
    assert light.index(LIGHT["paper"]) < light.index("prefers-color-scheme:dark") < light.index(DARK["paper"])
    assert "prefers-color-scheme" not in dark
    assert DARK["paper"] in dark
    assert LIGHT["paper"] not in dark


# --- that it is safe and always the same --------------------------------------------------------------------------


def test_what_a_host_writes_is_escaped():
    view = TITLE.view(played(4, "steady")[-1], None)
    hostile = TITLE.decode(TITLE.encode(view).replace(b'"orange"', rb'"</text><script x=\"&\">"'))
    root = parsed(hostile)
    assert not any(node.tag.endswith("script") for node in root.iter())
    assert any("<script" in text for text in labels(hostile))


def test_a_picture_is_the_same_in_every_process(committing):
    program = "import sys; from adjudicator.perikles import TITLE;"
    program += "sys.stdout.write(TITLE.draw(TITLE.decode(sys.stdin.buffer.read()), 'red', False))"
    for seed in ("1", "2", "3"):
        told = subprocess.run(
            [sys.executable, "-c", program],
            input=TITLE.encode(committing),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        assert told.stdout.decode() == draw(committing, "red")


MANY = [
    *(("red", f"sparta-{code}") for code in ("h1a", "h2a", "h3a", "t1a", "t2a")),
    *(("green", f"argos-{code}") for code in ("h?", "t?")),
    *(("blue", f"thebes-{code}") for code in ("h?", "h?", "t?")),
]
HALVES = {"chip": 20, "local": 14, "small": 9, "then": 4, "token": 5, "shard": 8, "candidate": 8, "assassin": 9}
FIGHTERS = (("red", "athens-t2a"), ("green", "sparta-t3a"))


def flat(items):
    """Items with what is inside the things among them."""
    for item in items:
        yield from flat(item.items) if isinstance(item, Thing) else [item]


def items(section):
    return [item for card in section.cards for item in flat(card.items)]


def sides(place):
    return (place.attacker, place.defender)


@cache
def font_of(kind, size=None):
    name = f"AtkinsonHyperlegible-{'Bold' if kind in BOLD else 'Regular'}.ttf"
    return ImageFont.truetype(FOLDER / name, size or size_of(kind), layout_engine=ImageFont.Layout.BASIC)


@cache
def measured(text, kind):
    return font_of(kind, 1000).getlength(text) * size_of(kind) / 1000


def free(item):
    """Whether an item needs room of its own: not what stands on a counter, crosses out, or is the ground."""
    if isinstance(item, Sign):
        return item.name not in ("crossed", "coast", "pedestal", "pin")
    return isinstance(item, Words) and item.kind not in ("chip", "badge-number", "region")


def extent(item):
    if isinstance(item, Sign):
        half = HALVES.get(item.name.rpartition("-")[2], 11)
        half = 14 if item.name in ("hoplite-small", "trireme-small") else half
        return item.x - half, item.x + half
    width = measured(item.text, item.kind)
    left = {"start": item.x, "middle": item.x - width / 2, "end": item.x - width}[item.anchor]
    return left, left + width


def middle(item):
    return item.y if isinstance(item, Sign) else item.y - size_of(item.kind) * 0.35


def contrast(one, other):
    """The contrast of two colours (WCAG 2)."""
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
