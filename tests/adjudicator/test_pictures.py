"""What the picture of every title must keep: a view goes in, well-formed SVG comes out, and nothing hidden with it."""

from functools import cache
from importlib import import_module
from itertools import islice
from math import gcd
from xml.etree import ElementTree

import pytest

from adjudicator.athens_sparta.picture.layout import REGIONS
from adjudicator.kernel import Chance
from adjudicator.pictures import render
from adjudicator.registry import title, titles
from tests.adjudicator.players import begin, key, played_best, playthrough, watchers
from tests.titles.ballot import TITLE as BALLOT

TITLES = [*(title(name) for name in titles()), BALLOT]


@pytest.fixture(params=TITLES, ids=lambda t: t.id)
def rules(request):
    return request.param


@pytest.fixture
def count(rules):
    return played_best(rules).seat_counts[-1]


MOST_LOOKED_AT = 14


def moments(rules, count, strategy="random"):
    """A game's phases, or of a long game every second, third and so on; played once for all tests of this file."""
    return _moments(rules.id, count, strategy)


@cache
def _moments(name, count, strategy):
    [rules] = [one for one in TITLES if one.id == name]
    played = list(playthrough(rules, count, "pictures", strategy))
    step = 1 + len(played) // MOST_LOOKED_AT
    while gcd(step, count + 1) > 1:  # so that no viewer is left out
        step += 1
    return played[::step]


def test_a_picture_is_well_formed_in_light_and_dark(rules, count):
    for before, *_ in moments(rules, count):
        viewers = (None, *before.seats)
        viewer = viewers[before.phases % len(viewers)]
        view = rules.view(before, viewer)
        for shape in ("wide", "tall"):
            light, dark = (rules.draw(view, viewer, dark, shape) for dark in (False, True))
            assert ElementTree.fromstring(light).tag == ElementTree.fromstring(dark).tag == SVG
            assert light != dark


def test_a_picture_is_the_same_whatever_its_viewer_may_not_know(rules, count):
    differing = 0
    for before, *_ in moments(rules, count):
        for viewer in watchers(before):
            drawn = in_both_shapes(rules, rules.view(before, viewer), viewer)
            other = rules.redeal(before, viewer, Chance(key("redeal", before.phases)))
            assert in_both_shapes(rules, rules.view(other, viewer), viewer) == drawn
            differing += rules.encode(other) != rules.encode(before)
    assert differing > 5


def test_drawing_leaves_the_view_as_it_was(rules, count):
    for before, *_ in moments(rules, count):
        view = rules.view(before, None)
        rules.draw(view, None, False)
        assert rules.encode(view) == rules.encode(rules.view(before, None))


def test_a_picture_renders(rules, count):
    view = rules.view(begin(rules, count, "pixels").position, None)
    assert render(rules.draw(view, None, False)).startswith(b"\x89PNG\r\n")


KINDS_ON_BOARDS = ("seat", "city", "place", "spot", "tile", "theater", "card")


@pytest.mark.parametrize("strategy", ["random", "steady"])
def test_what_an_option_names_is_in_the_picture_of_that_view(rules, count, strategy):
    for before, *_ in moments(rules, count, strategy):
        for ask in before.phase.asks[:1]:
            view = rules.view(before, ask.seat)
            wide, tall = ({g.get("data-id") for g in things(svg)} for svg in in_both_shapes(rules, view, ask.seat))
            for order in islice(rules.options(view, ask.seat, ask.question), 40):
                named = [one for one in rules.subjects(order) if one.split(":")[0] in KINDS_ON_BOARDS or "@" in one]
                missing = [one for one in named if one not in wide & tall and one != "place:pool"]
                assert not missing, (order, missing)


PLACES_AND_SEATS = ("seat", "side", "city", "place", "spot", "theater", "polis", "market")


@pytest.mark.parametrize("rules", [title(name) for name in titles()], indirect=True, ids=lambda t: t.id)
def test_what_everybody_is_told_of_happens_to_what_is_in_the_picture(rules, count):
    found = 0
    for _, _, _, done in moments(rules, count, "steady"):
        svgs = in_both_shapes(rules, rules.view(done.position, None), None)
        wide, tall = ({thing.get("data-id") for thing in things(svg)} for svg in svgs)
        for event in rules.events_for(done.events, None):
            named = {one for one in rules.subjects(event) if one.split(":")[0] in PLACES_AND_SEATS}
            gone = {one for one in named if one.split(":")[0] in ("place", "spot")}  # a Location leaves when it is over
            assert named - gone <= wide & tall, event
            found += len(named & wide & tall)
    assert found > 10


def test_what_can_be_pointed_at_is_called_by_its_name(rules, count):
    for before, *_ in moments(rules, count):
        viewers = (None, *before.seats)
        viewer = viewers[before.phases % len(viewers)]
        view = rules.view(before, viewer)
        for thing in (group for svg in in_both_shapes(rules, view, viewer) for group in things(svg)):
            name = rules.words(view, thing.get("data-id")).removeprefix("the ")
            assert name.casefold() in thing[0].text.casefold(), thing.get("data-id")


@pytest.mark.parametrize("rules", [title(name) for name in titles()], indirect=True, ids=lambda t: t.id)
def test_text_and_picture_say_the_same(rules, count):
    """What a card says stands in the text, unless it is kept out of it; what stands in the text a card says."""
    scene = import_module(f"adjudicator.{rules.id}.picture").scene
    for before, *_ in moments(rules, count):
        for viewer in watchers(before):
            view = rules.view(before, viewer)
            text = " ".join(rules.show(view).split())
            sections = scene(view, viewer)
            cards = [card for section in sections for card in section.cards]
            for card in cards[1:]:
                parts = [card.row.name, card.row.rest, *(c.value for c in card.row.cells)] if card.row else [card.label]
                assert card.told == "unsaid" or all(" ".join(part.split()) in text for part in parts), card.label
            said = {word.strip(WORDS) for card in cards for word in card.label.split()}
            heads = {word.strip(WORDS) for section in sections for word in section.title.split()}
            printed = {word.strip(WORDS) for word in text.split()}
            strange = {word for word in printed - said - heads if word[:1].isdigit() or word[:1].isupper()}
            assert strange <= TEXT_ALONE, strange


WORDS = ".,:;()"
TEXT_ALONE = {"Without", *(word.strip(WORDS) for region in REGIONS for word in region.split())}


def test_a_style_refers_to_nothing_in_the_picture(rules, count):
    """A page that serves it as a sheet gives the ids of a picture other names."""
    for before, *_ in moments(rules, count)[:3]:
        for svg in in_both_shapes(rules, rules.view(before, None), None):
            style = ElementTree.fromstring(svg).find("{http://www.w3.org/2000/svg}style")
            assert style is None or "url(" not in style.text


def in_both_shapes(rules, view, seat):
    return [rules.draw(view, seat, False, shape) for shape in ("wide", "tall")]


def things(svg):
    return [group for group in ElementTree.fromstring(svg).iter() if group.get("data-id")]


SVG = "{http://www.w3.org/2000/svg}svg"
