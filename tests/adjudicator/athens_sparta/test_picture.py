"""The picture of Athens & Sparta and the board in words: what is on them, that one can read them, what they hide."""

import gzip
from functools import cache
from itertools import combinations, islice
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import ImageFont

from adjudicator import pictures
from adjudicator.athens_sparta.picture import draw, scene
from adjudicator.athens_sparta.picture.layout import COLOURS, DARK, LIGHT, SCALES, regions
from adjudicator.athens_sparta.state.battle import Battle, Combat
from adjudicator.athens_sparta.state.position import AthensSparta, Turn
from adjudicator.athens_sparta.words import SICILY, SIDES
from adjudicator.kernel.title.paths import changed
from adjudicator.pictures import render
from adjudicator.pictures.measures import BOLD, SIZES
from adjudicator.pictures.shapes import Box, Sign, Thing, Words
from tests.adjudicator.athens_sparta.tables import TITLE, moved, start
from tests.adjudicator.players import playthrough

FOLDER = Path(pictures.__file__).parent / "fonts"
NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}
BATTLEFIELD = "J08"
POSTURES = ("FIELD", "BESIEGED", "SIEGING", "BLOCKADING", "PATROL")


def crowded(turn):
    """A board as full as no game makes it: blocks of both sides in every other hex, in all postures."""
    position = TITLE.copy(start())
    hexes = [*position.box.cities, *position.box.oracles, "F10", "G05", "E06"]
    for number, block in enumerate(position.blocks):
        place = number * (turn + 1) // 4 % len(hexes)
        block.place, block.posture = hexes[place], POSTURES[(number + turn) % len(POSTURES)]
        block.up, block.rising = number % 5 == 0, number % 7 == 0
        block.origin, block.came_from = "J09", "I08"
    position.turn = Turn("athens", 5, 3, "betrayal", {"I08": {"J09": 2, "J08": 1}}, {"I03": ["J09", "K02"]})
    position.cards, position.support = {"athens": "C21", "sparta": "C22"}, True
    position.revolted = {"athens": ["F11", "I08"], "sparta": ["J08"]}
    position.control = {hex: SIDES[(number + turn) % 2] for number, hex in enumerate(position.box.cities)}
    position.joined = dict.fromkeys(position.box.green_blocks, "sparta")
    return position


@pytest.mark.parametrize(("seat", "own", "other"), [("sparta", "Sparta", "Athens"), ("athens", "Athens", "Sparta")])
def test_the_key_shows_to_each_side_its_own_blocks_open_and_those_of_the_other_face_down(seat, own, other):
    drawn = draw(TITLE.view(start(), seat), seat)
    assert f">{own}: type, steps<" in drawn
    assert f">{other}, face down: 2<" in drawn


def fought(place):
    """A battle in which everything has happened that can be said of one."""
    position = crowded(0)
    there = position.at(place)
    mine = [one.name for one in there if one.side == "athens"]
    theirs = [one.name for one in there if one.side == "sparta"]
    for one in there:
        one.up = True
    results = {"K02": {"athens": "won", "sparta": "lost"}}
    position.combat = Combat("athens", ["I08", "K02"], ["F08"], results, regrouped={"I08": 2})
    position.combat.battle = Battle(
        place, "athens", True, mine, mine[:1], mine[0], 2, [*mine, *theirs[:1]], theirs[1:], mine, storm=True,
        stormers=mine, coastal=mine, betrayal=True, half=theirs[0], free=mine, retreats={"sparta": {"I08": 2}},
        acting=theirs[0], hits=2, captured=True,
    )  # fmt: skip
    return position


@cache
def shown():
    """Views of every viewer along a whole game, of crowded boards and of a battle."""
    views = []
    for number, (position, *_) in enumerate(islice(playthrough(TITLE, 2, "picture"), 0, None, 4)):
        viewer = (None, *position.seats)[number % 3]
        views.append((TITLE.view(position, viewer), viewer))
    for turn in range(6):
        views += [(TITLE.view(crowded(turn), viewer), viewer) for viewer in (None, *SIDES)]
    views += [(TITLE.view(fought(BATTLEFIELD), viewer), viewer) for viewer in (None, *SIDES)]
    return views


@cache
def drawn(shape="wide"):
    """What is on the picture of each."""
    return [items(view, seat, shape) for view, seat in shown()]


def parsed(view, seat=None, dark=False):
    return ElementTree.fromstring(draw(view, seat, dark))


def labels(view, seat=None):
    """What a screen reader says, card by card."""
    groups = parsed(view, seat).iterfind(".//svg:g[@role='img']", NAMESPACE)
    return [g.get("aria-label") or g.find("svg:title", NAMESPACE).text for g in groups]


def subjects(view, seat=None):
    return [g.get("data-id") for g in parsed(view, seat).iterfind(".//svg:g[@data-id]", NAMESPACE)]


# --- what is on it ------------------------------------------------------------------------------------------------


CHANGES = {
    "olympiad": {"olympiad": 86},
    "game turn": {"game_turn": 4},
    "pool": {"pools.athens": ["A22"]},
    "aside": {"aside": ["A26", "A27"]},
    "control": {"control.I08": "athens"},
    "hand": {"hands.athens": ["C01", "C02"]},
    "played": {"played": ["C03", "C04"]},
    "cards": {"cards": {"athens": "C01", "sparta": "C05"}},
    "shown hand": {"shown_hand": "sparta"},
    "turn": {"turn": {"side": "sparta", "mp": 4, "spent": 1}},
    "revolts": {"revolted": {"athens": ["I08"], "sparta": []}},
    "support": {"support": True},
    "support that is lost": {"supported": True},
    "place": {"blocks.A01.place": "I10"},
    "strength": {"blocks.A01.strength": 2},
    "posture": {"blocks.S01.posture": "SIEGING"},
    "face up": {"blocks.A01.up": True},
    "moved": {"blocks.A01.origin": "I09"},
    "rising": {"blocks.A01.rising": True},
    "battle orders": {"battle_plans": {"athens": {"battle": {"*": {}, "J09": {}}}}},
    "draw that is offered": {"draw_offers": {"sparta": 1}},
    "Player 1": {"first": "athens", "cards": {"athens": "C01", "sparta": "C05"}},
    "orders kept": {"sheets.athens": {"moves": [{"do": {}}]}},
    "battle": {"combat": {"side": "sparta", "battle": {"place": "F08", "attacker": "sparta"}}},
    "city that has joined": {"joined.G03": "athens", "control.G03": "sparta"},
    "hex without a city": {"standing.open.E06": "contested", "blocks.A01.place": "E06"},
    "number of cards not dealt": {"undealt": ["C01"]},
    "cards in Sicily": {"sicily_cards": {"athens": "C21"}},
    "cards in Sicily turned up": {"sicily_cards": {"athens": "C21"}, "sicily_up": True},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_a_view_holds_is_in_words_and_in_the_picture(change):
    before, after = (TITLE.view(one, "athens") for one in (start(), changed(TITLE, start(), change)))
    assert TITLE.show(before) != TITLE.show(after)
    assert labels(before, "athens") != labels(after, "athens")


def test_no_part_of_a_position_is_forgotten():
    """What the kernel shows beside the board, what follows from the rest, and what is never there between phases."""
    elsewhere = {"title", "version", "scenario", "options", "seats", "agenda", "phases", "phase", "outcome", "books"}
    changed_here = {path.split(".")[0] for change in CHANGES.values() for path in change}
    assert {*AthensSparta.__struct_fields__} - elsewhere - {"accounts"} <= changed_here


def test_what_a_player_turn_has_done_is_in_words_and_in_the_picture():
    turn = Turn("athens", 5, 3, "betrayal", {"I08": {"J09": 2}}, {"I03": ["J09"]})
    position = TITLE.copy(start())
    position.turn, position.cards = turn, {"athens": "C21", "sparta": "C05"}
    for said in (TITLE.show(TITLE.view(position, None)), " ".join(labels(TITLE.view(position, None)))):
        joined = " ".join(said.split())
        for part in (
            "3 of 5 MP",
            "Betrayal to use",
            "Thebes by land, 2 from Athens",
            "Potidaea by sea from Athens",
        ):
            assert part in joined


def test_5_3_B_RULING_104_attacks_by_land_and_by_sea_have_arrows():
    def arrows(**came):
        position = start()
        position.turn = Turn("sparta", 3, **came)
        return draw(position, "sparta").count('class="arrow fill-red"')

    none = arrows()
    assert arrows(attacks={"J08": {"I08": 2}}) == none + 1
    assert arrows(sailed={"J08": ["I07", "I07"]}) == none + 1
    assert arrows(attacks={"J08": {"I07": 1}}, sailed={"J08": ["I07"], "I03": ["I04"]}) == none + 2


def test_a_battle_is_in_words_and_in_the_picture():
    view = TITLE.view(fought(BATTLEFIELD), None)
    for said in (TITLE.show(view), " ".join(labels(view))):
        joined = " ".join(said.split())
        for part in (
            *("Combat Phase of Athens", "to come: Naupactus", "done: Thebes, Amphipolis"),
            *("Amphipolis: Sparta lost, Athens won", "regrouped: 2 to Thebes"),
            "Battle in Chalcis, round 2: Athens attacks to relieve the city",
            *("Betrayal", "captured", "blocks of Sparta retreated: 2 to Thebes", "2 hits to apply"),
        ):
            assert part in joined, part
        for word in (
            "attackers",
            "sallied",
            "in Revolt",
            "storming",
            "along the coast",
            "had their turn",
            "fired",
            "passed",
        ):
            assert f"{word}: " in joined, word
    signs = [item.name for item in items(view, None) if isinstance(item, Sign)]
    assert signs.count("acted") == len(view.combat.battle.acted)
    assert signs.count("acts") == 1


def test_the_board_in_words_fits_a_terminal():
    for view, _ in shown():
        assert max(len(line) for line in TITLE.show(view).splitlines()) <= 80


def test_every_hex_on_land_belongs_to_one_region():
    box = start().box
    listed = [hex for hexes in regions("").values() for hex in hexes]
    land = [hex for hex, facts in box.map.hexes.items() if facts.terrain != "sea"]
    assert sorted(listed) == sorted([*land, SICILY])
    assert "Elsewhere" not in regions("")


def test_every_hex_block_and_card_that_one_knows_can_be_pointed_at():
    position = crowded(1)
    found = subjects(TITLE.view(position, "athens"), "athens")
    assert {f"place:{hex}" for hex in [*position.box.map.hexes, SICILY]} <= {*found}
    assert {f"block:{one.id}" for one in position.of("athens")} <= {*found}
    assert {f"card:{card}" for card in position.hands["athens"]} <= {*found}
    assert {"seat:athens", "seat:sparta"} <= {*found}


def test_every_sign_and_every_class_that_is_used_has_its_drawing_or_style():
    root = parsed(TITLE.view(start(), None))
    known = {node.get("id") for node in root.iter() if node.get("id")}
    style = root.find("svg:style", NAMESPACE).text
    used = [item for found in drawn() for item in found]
    assert {item.name for item in used if isinstance(item, Sign)} <= known
    for kind in {kind for item in used if not isinstance(item, Sign) for kind in item.kind.split()}:
        assert f".{kind}{{" in style or f".{kind}," in style, kind


def test_sieges_blockades_and_postures_are_marked_by_signs():
    signs = {item.name for item in items(TITLE.view(start(), None), None) if isinstance(item, Sign)}
    assert {"siege-ring", "blockade-ring", "besieged", "sieging", "blockading", "flag-blue"} <= signs
    free = moved(start(), A03="J09", A08="J09", S20=None)
    signs = [item.name for item in items(TITLE.view(free, None), None) if isinstance(item, Sign)]
    assert not {"siege-ring", "blockade-ring"} & {*signs}


# --- what it hides ------------------------------------------------------------------------------------------------


def test_no_id_of_a_block_that_the_viewer_may_not_know_is_drawn_or_said():
    position = start()
    for seat in (None, *SIDES):
        view = TITLE.view(position, seat)
        ids = [*subjects(view, seat), *TITLE.show(view).replace(",", "").split()]
        for block in position.blocks:
            if block.side != seat and not block.open:
                assert f"block:{block.id}" not in ids
                assert block.id not in ids or block.id in position.box.map.hexes


def test_backs_tell_their_number_alone():
    one = start()
    two = changed(TITLE, one, {"blocks.S01.strength": 1, "blocks.S01.origin": "G10"})
    assert draw(TITLE.view(one, "athens"), "athens") == draw(TITLE.view(two, "athens"), "athens")
    assert draw(TITLE.view(one, "sparta"), "sparta") != draw(TITLE.view(two, "sparta"), "sparta")


# --- that it can be read ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SCALES)
def test_what_stands_in_a_hex_overlaps_nothing_of_another_hex(shape):
    scale = SCALES[shape]
    for found in drawn(shape):
        plates = [item for item in found if isinstance(item, Box) and item.kind == "plate"]
        assert all(0 <= plate.x <= scale.width - plate.width for plate in plates)
        assert all(plate.width <= scale.brick + 2 or plate.y > 800 for plate in plates)
        for one, other in combinations(plates, 2):
            apart = one.x + one.width <= other.x + 2 or other.x + other.width <= one.x + 2
            assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y, (one, other)
        for words in (item for item in found if isinstance(item, Words) and item.kind in ("city", "town")):
            for plate in plates:
                (left, right), middle = extent(words), words.y - 4
                assert (
                    right <= plate.x or plate.x + plate.width <= left or not plate.y < middle < plate.y + plate.height
                )


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_stand_out_from_every_ground(scheme):
    for ground in ("paper", "card", "athens", "sparta", "land", "sea"):
        assert contrast(scheme["ink"], scheme[ground]) >= 7
    for ground in ("paper", "land", "mountain", "persia"):
        assert contrast(scheme["faint"], scheme[ground]) >= 3.5
        assert contrast(scheme["ink"], scheme[ground]) >= 4.5
    assert all(contrast("#ffffff", fill) >= 4.5 for fill in COLOURS.values())


def test_the_blocks_of_the_sides_differ_in_shape():
    root = parsed(TITLE.view(crowded(0), None))
    for colour in COLOURS:
        for kind in ("block", "large"):
            one, other = (root.find(f".//*[@id='{kind}-{side}-{colour}']") for side in SIDES)
            assert (one.tag, one.get("d")) != (other.tag, other.get("d"))


# --- that it is safe and always the same --------------------------------------------------------------------------


def test_light_follows_the_device_and_dark_does_not():
    view = TITLE.view(start(), None)
    light, dark = draw(view), draw(view, None, True)
    assert light.index(LIGHT["paper"]) < light.index("prefers-color-scheme:dark") < light.index(DARK["paper"])
    assert "prefers-color-scheme" not in dark
    assert LIGHT["paper"] not in dark


def test_it_can_be_painted_and_is_small():
    for shape, scale in SCALES.items():
        pictures_drawn = [draw(view, seat, False, shape).encode() for view, seat in shown()[:-21:7]]
        assert max(len(gzip.compress(picture)) for picture in pictures_drawn) < 16_384
        assert render(draw(TITLE.view(crowded(1), "athens"), "athens", False, shape), scale.width)[:4] == b"\x89PNG"


def flat(found):
    """Items with what is inside the things among them."""
    for item in found:
        yield from flat(item.items) if isinstance(item, Thing) else [item]


def items(view, seat, shape="wide"):
    return [item for section in scene(view, seat, shape) for card in section.cards for item in flat(card.items)]


@cache
def font_of(kind):
    name = f"AtkinsonHyperlegible-{'Bold' if kind in BOLD else 'Regular'}.ttf"
    return ImageFont.truetype(FOLDER / name, SIZES[kind], layout_engine=ImageFont.Layout.BASIC)


@cache
def width_of(text, kind):
    return font_of(kind).getlength(text)


def extent(words):
    width = width_of(words.text, words.kind)
    left = {"start": words.x, "middle": words.x - width / 2, "end": words.x - width}[words.anchor]
    return left, left + width


def contrast(one, other):
    """The contrast of two colours (WCAG 2)."""
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
