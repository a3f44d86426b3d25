"""The picture of Polis: what is on it, that a person can read it, and that nothing hidden is drawn."""

from functools import cache
from itertools import combinations, islice
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import ImageFont

from adjudicator import pictures
from adjudicator.pictures import render
from adjudicator.pictures.measures import BOLD, SIZES
from adjudicator.pictures.shapes import FRAMES, Ghosts, Sign, Thing, Words
from adjudicator.polis import TITLE
from adjudicator.polis.picture import draw, scene
from adjudicator.polis.picture.layout import (
    ALONE,
    DARK,
    HEIGHT,
    LIGHT,
    MARKETS,
    PLATE,
    PLATES,
    SEAS,
    SIDES,
    STEP,
    STRIP,
    WATERS,
)
from adjudicator.polis.state.position import Battle
from adjudicator.polis.words import CARDS, POLEIS, PROJECTS, REGIONS, SHIPMENTS, TERRITORIES
from tests.adjudicator.players import begin, playthrough

FOLDER = Path(pictures.__file__).parent / "fonts"
NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}
LETTERS = "".join(map(chr, range(32, 127))) + "×–"
ON_PIECES = ("owner", "letter", "on-tower")
WIDTH = 1060
SHAPES = ("wide", "tall")


@cache
def crowded():
    """The fullest board: every number as wide as it becomes, all projects on display, a battle of five against five."""
    position = TITLE.copy(begin(TITLE, 2, "picture", "second_war").position)
    position.rounds, position.display = [], [*PROJECTS]
    for region in REGIONS:
        position.units[region] = {"sparta": 5, "athens": 5}
    for number, polis in enumerate(POLEIS):
        city = position.poleis[polis]
        city.owner, city.population = ("sparta", "athens")[number % 2], position.box.poleis[polis].max
        city.project, city.finished = "socrates", ["theatre", "phidias"]
    for number, shipment in enumerate(SHIPMENTS):
        position.shipments[shipment] = ("sparta", "athens")[number % 2]
    position.closed_shipments = []
    position.markers = dict.fromkeys(position.markers, 11)
    position.collected = {name: dict(position.box.components.tribute_boxes[name]) for name in TERRITORIES}
    for player in position.sides.values():
        player.prestige, player.proxenos, player.abroad = 38, "korinthos", 2
        player.stock = dict.fromkeys(player.stock, 128)
    hands = {"sparta": list(CARDS[:5]), "athens": list(CARDS[5:10])}
    position.battle = Battle("boiotia", "sparta", 3, hands, list(CARDS[14:]), list(CARDS[10:14]), [], {"sparta": 12})
    return position


@cache
def shown():
    """Views of every viewer along games of every length, and of the crowded board."""
    views = []
    for scenario in ("standard", "second_war", "corinthian_war", "standard_drawn"):
        for number, (position, *_) in enumerate(islice(playthrough(TITLE, 2, "picture", scenario=scenario), 0, 24, 3)):
            viewers = (None, *position.seats)
            viewer = viewers[number % 3]
            views.append((TITLE.view(position, viewer), viewer))
    return [*views, *((TITLE.view(crowded(), viewer), viewer) for viewer in (None, "sparta", "athens"))]


def parsed(view, seat=None, dark=False):
    return ElementTree.fromstring(draw(view, seat, dark))


def labels(view, seat=None):
    """What a screen reader says, card by card."""
    groups = parsed(view, seat).iterfind(".//svg:g[@role='img']", NAMESPACE)
    return [g.get("aria-label") or g.find("svg:title", NAMESPACE).text for g in groups]


def subjects(view, seat=None):
    return [g.get("data-id") for g in parsed(view, seat).iterfind(".//svg:g[@data-id]", NAMESPACE)]


# --- what is on it ------------------------------------------------------------------------------------------------


def test_everything_that_can_be_pointed_at_is_drawn_once():
    view = TITLE.view(crowded(), None)
    found = subjects(view)
    for place in REGIONS:
        assert found.count(f"place:{place}") == 1
        kind = "hoplites" if place in TERRITORIES else "galleys"
        assert found.count(f"piece:{kind}-sparta@{place}") == found.count(f"piece:{kind}-athens@{place}") == 1
    for kind, names in (("polis", POLEIS), ("market", (*MARKETS, *SHIPMENTS)), ("project", PROJECTS)):
        assert [found.count(f"{kind}:{name}") for name in names] == [1] * len(names)


def test_every_sign_and_every_class_that_is_used_has_its_drawing_or_style():
    for view, seat in shown():
        root = parsed(view, seat)
        known = {node.get("id") for node in root.iter() if node.get("id")}
        assert {node.get("href") for node in root.iter() if node.get("href")} <= {f"#{name}" for name in known}
        style = root.find("svg:style", NAMESPACE).text
        for item in items(view, seat):
            for kind in "" if isinstance(item, Sign | Ghosts) else item.kind.split():
                assert f".{kind}{{" in style or f".{kind}," in style, kind


def test_owner_collection_and_diolkos_are_shown():
    position = TITLE.copy(begin(TITLE, 2, "picture", "standard").position)
    assert "way:ionio_pelagos-kyklades" not in subjects(TITLE.view(position, None))
    position.poleis["korinthos"].owner = "athens"
    assert 'class="way diolkos of-athens"' in draw(TITLE.view(position, None))
    filled = draw(TITLE.view(position, None)).count('class="filled"')
    position.collected = {"attika": {"wine": 3, "silver": 1}}
    assert draw(TITLE.view(position, None)).count('class="filled"') == filled + 4
    assert any("filled: 3 wine and 1 silver" in text for text in labels(TITLE.view(position, None)))


def test_the_hand_of_the_other_side_is_not_drawn():
    one, other = (TITLE.copy(crowded()) for _ in range(2))
    other.battle.hands["athens"], other.battle.pile = (
        one.battle.pile[:5],
        one.battle.hands["athens"] + one.battle.pile[5:],
    )
    for seat in (None, "sparta"):
        assert draw(TITLE.view(one, seat), seat) == draw(TITLE.view(other, seat), seat)
    assert draw(TITLE.view(one, "athens"), "athens") != draw(TITLE.view(other, "athens"), "athens")
    assert subjects(TITLE.view(one, "sparta"), "sparta").count("card:C06") == 0


# --- that it can be read ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_no_text_is_wider_than_its_room_or_leaves_the_picture(shape):
    for view, seat in shown():
        for words in (item for item in items(view, seat, shape) if isinstance(item, Words)):
            assert set(words.text) <= set(LETTERS), words
            left, right = extent(words)
            assert right - left <= words.room + 1, words
            assert 6 <= left <= right <= FRAMES[shape].width - 6, words


def test_no_two_plates_overlap():
    placed = [(x, y, *WATERS) for x, y in SEAS.values()]
    box = crowded().box
    for name, (x, y) in PLATES.items():
        placed.append((x, y, PLATE[0], PLATE[1] + len(box.poleis_in[name]) * STEP))
    placed += [(x, y, *STRIP) for x, y in ALONE.values()]
    placed += [(x, y, 180, 32 + 22 * len(box.components.markets[name].shipments)) for name, (x, y) in MARKETS.items()]
    for one, other in combinations(placed, 2):
        apart = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
        assert apart or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1], (one, other)
    assert all(x + width <= WIDTH and y + height <= HEIGHT for x, y, width, height in placed)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_stand_out_from_every_ground(scheme):
    for ground in ("paper", "card", "battle", "athens", "sparta", "waters"):
        assert contrast(scheme["ink"], scheme[ground]) >= 7
        assert contrast(scheme["faint"], scheme[ground]) >= 4.5
    assert all(contrast("#ffffff", fill) >= 4.5 for fill in SIDES.values())


def test_the_pieces_of_the_sides_differ_in_shape_and_letter():
    root = parsed(TITLE.view(crowded(), None))
    for kind in ("hoplite", "galley", "merchant", "proxenos"):
        one, other = (root.find(f".//*[@id='{kind}-{side}']") for side in SIDES)
        assert (one.tag, one.get("d")) != (other.tag, other.get("d"))


# --- that it is safe and always the same --------------------------------------------------------------------------


def test_light_follows_the_device_and_dark_does_not():
    view = TITLE.view(crowded(), None)
    light, dark = draw(view), draw(view, None, True)
    assert light.index(LIGHT["paper"]) < light.index("prefers-color-scheme:dark") < light.index(DARK["paper"])
    assert "prefers-color-scheme" not in dark
    assert LIGHT["paper"] not in dark


def test_it_can_be_painted_and_is_small():
    svg = draw(TITLE.view(crowded(), "athens"), "athens")
    assert len(svg.encode()) < 110_000
    assert render(svg, WIDTH).startswith(b"\x89PNG")


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


def extent(words):
    width = font_of(words.kind).getlength(words.text)
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
