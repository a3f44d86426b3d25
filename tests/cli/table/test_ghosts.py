"""What an order would change is drawn over the board: what comes at its goal, what is left where it was."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, islice

import pytest

from adjudicator.kernel import Preview
from adjudicator.kernel.questions.questions import ask_name
from adjudicator.registry import title
from cli.answer.answer import Answer
from cli.home.home import Home
from cli.table.board.ghosts import ghosts, preview_of_order, spot_of, yes_in_words
from cli.table.board.pictures import NAMED, Pictures, size_of
from tests.adjudicator.players import begin, playthrough
from tests.cli.table.tables import Sitter, begun

GAMES = [
    ("perikles", 4, "standard", 60, {"D-S1", "D-2", "D-3", "D-5C"}, {"grant it"}),
    ("pericles", 4, "14.1.08A", 60, {"D8", "D16", "D27", "D30"}, {"use it"}),
    ("polis", 2, "second_war", 25, {"D2", "D8"}, {"retreat and pay 1 Prestige"}),
    ("athens_sparta", 2, "war", 40, {"D-7", "D-11"}, set()),
]


@pytest.mark.parametrize(("name", "count", "scenario", "phases", "shown", "says_yes"), GAMES)
def test_whatever_an_order_brings_or_takes_has_its_place_on_the_board(name, count, scenario, phases, shown, says_yes):
    rules, found, missing, yes = title(name), Counter(), Counter(), []
    for before, sent, *_ in islice(playthrough(rules, count, "ghosts", "random", scenario=scenario), phases):
        for seat, orders in sent.items():
            view = rules.view(before, seat)
            yes += [words for ask in rules.asked_of(view, seat) if (words := said_of_yes(rules, view, ask))]
            for order in orders:
                preview = preview_of(rules, view, seat, order)
                if (not preview.comes and not preview.left) or found[order.__struct_config__.tag] > 3:
                    continue
                found[order.__struct_config__.tag] += 1
                for picture in Pictures().of(rules, view, seat):
                    drawn = set(NAMED.findall(picture.svg))
                    at = {coming.at for coming in preview.comes}
                    missing.update(f"{picture.shape} {one}" for one in at if not spot_of(picture, one))
                    if picture.shape == "wide":  # on a phone a stack is one number
                        missing.update(f"{picture.shape} {one}" for one in preview.left.keys() - drawn)
                    signs = {coming.sign for coming in preview.comes if coming.sign}
                    missing.update(one for one in signs if f'id="{picture.shape}-{one}"' not in picture.svg)
                    assert ghosts(picture, preview).count('class="ghost"') == len(preview.comes) or missing
    assert missing == Counter()
    assert shown <= found.keys()
    assert set(yes) == says_yes


def said_of_yes(rules, view, ask) -> str:
    offer = rules.offer(view, ask.seat, ask.name)
    return yes_in_words(Answer(rules, view, ask.seat, [ask.name])) if offer and offer.kind == "yes or no" else ""


def preview_of(rules, view, seat, order) -> Preview:
    if not any(ask.name == ask_name(order) for ask in rules.asked_of(view, seat)):
        return Preview()
    return rules.preview(order, view, rules.ask(view, seat, ask_name(order)))


def test_units_that_go_are_fewer_where_they_stood_and_stand_framed_at_their_goal():
    rules = title("pericles")
    for before, sent, *_ in playthrough(rules, 4, "ghosts", "random", scenario="14.1.08A"):
        for seat, (order, *_) in ((seat, orders) for seat, orders in sent.items() if orders):
            if order.__struct_config__.tag == "D30" and order.moves:
                preview = preview_of(rules, view := rules.view(before, seat), seat, order)
                first = order.moves[0]
                there = f"piece:{first.unit}@{first.path[0]}"
                going = sum((one.unit, one.path[0]) == (first.unit, first.path[0]) for one in order.moves)
                left = before.theaters[first.path[0]].count(first.unit) - going
                assert preview.left[there] == (str(left) if left and first.unit != "three_hundred" else "")
                wide = Pictures().of(rules, view, seat)[0]
                lit = wide.lit({}, {there: "7"}, ghosts(wide, preview))
                assert re.search(rf'data-id="{there}"[^>]*>.*?<text[^>]*data-was="\d+">7<', lit)
                assert f'href="#wide-{first.unit}"' in lit.rpartition('class="ghosts"')[2]
                return
    raise AssertionError("no unit moved")


def test_a_page_without_scripts_shows_what_the_half_made_answer_would_change(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    sitter.open("games/" + begun(sitter.table.home))
    assert 'class="ghost"' not in sitter.page
    city = re.search(r'name="act" value="take 0"[^>]*>([A-Z]\w+)', sitter.page)[1].lower()
    sitter.do("take 0")
    for shape in ("wide", "tall"):
        board = re.search(rf'<svg class="drawn {shape}.*?</svg>', sitter.page, re.DOTALL)[0]
        assert f'href="#{shape}-red-small"' in board.rpartition('class="ghosts"')[2]
    assert re.search(rf'<g class="[^"]*\bway\b[^"]*" data-id="city:{city}"', sitter.page)
    sitter.do("back")
    assert 'class="ghost"' not in sitter.page


SHAPE = r'x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"'
BOX = re.compile(rf'class="ghost"><rect {SHAPE}')


def meet(one, other):
    """Whether two boxes cover each other: left, top, width, height."""
    return all(one[at] < other[at] + other[at + 2] and other[at] < one[at] + one[at + 2] for at in (0, 1))


def test_what_many_numbered_answers_bring_to_few_places_lies_in_rows_that_cover_nothing_of_each_other():
    rules = title("pericles")
    view = begin(rules, 4, 0, "14.1.08A").position
    found = Preview()
    for number in range(1, 19):
        one = Preview()
        one.add(f"theater:{('isthmus', 'boeotia', 'athens')[number % 3]}", text="M AF", kind="tag", room=52)
        found.update(one.numbered(number))
    for picture in Pictures().of(rules, rules.view(view, "AF"), "AF"):
        boxes = [tuple(map(int, one)) for one in BOX.findall(ghosts(picture, found))]
        assert len(boxes) == 18
        assert [pair for pair in combinations(boxes, 2) if meet(*pair)] == []
        assert min(x for x, *_ in boxes) >= 0
        assert max(x + w for x, _, w, _ in boxes) <= size_of(picture)[0]


def test_ranks_on_small_things_that_lie_close_stay_on_them():
    rules = title("pericles")
    view = rules.view(begin(rules, 2, 0, "14.1.01B").position, "AF")
    for picture in Pictures().of(rules, view, "AF"):
        things = [one for one in NAMED.findall(picture.svg) if one.startswith("issue:") and "@" in one]
        discs = re.findall(rf'data-id="issue:\w+@[^"]*"><title>[^<]*</title><rect [^>]*?{SHAPE}', picture.svg)
        found = Preview()
        found.rank(things)
        boxes = BOX.findall(ghosts(picture, found))
        assert len(boxes) == len(discs) > 5
        for box, disc in zip(boxes, discs, strict=True):
            assert meet(tuple(map(int, box)), tuple(map(int, disc)))
            assert abs(int(box[1]) - int(disc[1])) <= 1


@pytest.mark.parametrize(
    ("shape", "where"),
    [
        ('<rect x="80" y="25" width="40" height="40"/>', (100, 65)),
        ('<circle cx="100" cy="45" r="20"/>', (100, 65)),
        ('<ellipse class="deep" cx="100" cy="45" rx="30" ry="20"/>', (100, 65)),
        ('<polygon points="80,25 120,25 100,65"/>', (100, 65)),
        ('<path d="M80 25L120 25L100 65Z"/>', (100, 65)),
        ('<path d="m100 45l20 20z"/>', (100, 65)),
        ('<g transform="translate(60 10)"><circle cx="40" cy="35" r="20"/></g>', (100, 65)),
        ('<text x="100" y="45">Naxos</text>', (100, 65)),
    ],
)
def test_what_comes_stands_at_the_first_shape_of_a_thing_whatever_it_is(shape, where):
    thing = f'<g data-id="city:naxos"><title>Naxos</title>{shape}</g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">{thing}</svg>'
    picture = Pictures().drawn(svg, "wide")
    spot = spot_of(picture, "city:naxos")
    assert (spot.x, spot.y) == where
    preview = Preview()
    preview.add("city:naxos", text="1")
    assert 'class="ghost"' in ghosts(picture, preview)


def test_an_answer_that_brings_nothing_hangs_its_number_on_what_it_names():
    rules = title("athens_sparta")
    view = rules.view(begin(rules, 2, 0, "war").position, "sparta")
    order = next(rules.options(view, "sparta", "D-4"))
    picture = Pictures().of(rules, view, "sparta")[0]
    numbered = preview_of_order(rules, view, "sparta", order).numbered(3)
    assert list(numbered.comes) == [(f"card:{order.card}", "", "", "chip", 0, 3)]
    assert re.search(r'class="rank" .*?>3</text>', ghosts(picture, numbered))
