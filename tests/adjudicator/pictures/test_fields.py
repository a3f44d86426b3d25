"""Whatever `view` prints can be seen in the picture, in both shapes.

One value of a view is replaced by another that stood there at another time of the same game. Where the printed board
tells the two apart, so must what is drawn, without what only a pointer or a screen reader is told.
"""

import json
import re
from collections import Counter
from itertools import islice, pairwise

import pytest

from adjudicator.registry import title
from tests.adjudicator.players import begin, playthrough

GAMES = [
    ("perikles", 4, "standard", "steady", 13),
    ("perikles", 5, "standard", "random", 13),
    ("pericles", 4, "14.3", "steady", 61),
    ("pericles", 4, "14.1.06A", "random", 11),
    ("polis", 2, "second_war", "steady", 2),
    ("polis", 2, "standard", "random", 2),
    ("athens_sparta", 2, "war", "steady", 47),
]
# tiles that look alike are told apart by their ids alone
SAID = re.compile(r"<(title|desc)\b[^>]*>.*?</\1>|aria-label=\"[^\"]*\"|data-id=\"(?!tile:)[^\"]*\"")
ENOUGH = 20
OFTEN = 1  # a field is tried so many times at most
MOST = 500  # phases of a game


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_the_printed_board_tells_apart_is_told_apart_by_the_picture(game):
    *played, every = game
    rules, tried, told, missing = title(played[0]), Counter(), Counter(), Counter()
    for number, (before, after) in enumerate(pairwise(positions(*played)[::every])):
        viewers = (None, *before.seats)
        viewer = viewers[number % len(viewers)]
        one, other = (json.loads(rules.encode(rules.view(position, viewer))) for position in (before, after))
        shown = boards(rules, rules.decode(json.dumps(one).encode()), viewer)
        for path, plain in changed(one, other):
            field = ".".join(re.sub(r"^\d+$", "*", step) for step in path)
            seen = attempted(rules, plain, viewer, shown[0]) if tried[field] < OFTEN else None
            tried[field] += seen is not None
            if seen:
                told[field] += 1
                for shape, drawn, now in zip(("wide", "tall"), shown[1:], seen, strict=True):
                    missing[f"{shape}: {field}"] += drawn == now
    assert +missing == Counter()
    assert sum(told.values()) > ENOUGH


def positions(name, count, scenario, strategy):
    started = begin(title(name), count, "fields", scenario).position
    played = playthrough(title(name), count, "fields", strategy, scenario=scenario)
    return [started, *(d.position for *_, d in islice(played, MOST))]


def attempted(rules, plain, viewer, words):
    """What is drawn of a view that was made up: nothing where its words are the same; None where there is no such."""
    try:
        view = rules.decode(json.dumps(plain).encode())
        return drawings(rules, view, viewer) if rules.show(view) != words else []
    except Exception:
        return None


def boards(rules, view, viewer):
    return rules.show(view), *drawings(rules, view, viewer)


def drawings(rules, view, viewer):
    return [SAID.sub("", rules.draw(view, viewer, False, shape)) for shape in ("wide", "tall")]


def changed(one, other, path=()):
    """Copies of a view with one value of another: in depth where both have the same keys, else as a whole."""
    for key in one:
        if one[key] == other.get(key, one[key]):
            continue
        if isinstance(one[key], dict) and isinstance(other[key], dict) and set(one[key]) & set(other[key]):
            for below, plain in changed(one[key], other[key], (*path, key)):
                yield below, {**one, key: plain}
        elif isinstance(one[key], list) and isinstance(other[key], list) and len(one[key]) == len(other[key]):
            for number, (mine, theirs) in enumerate(zip(one[key], other[key], strict=True)):
                if mine != theirs:
                    yield (*path, key, str(number)), {**one, key: [*one[key][:number], theirs, *one[key][number + 1 :]]}
        else:
            yield (*path, key), {**one, key: other[key]}
