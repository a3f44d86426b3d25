"""Components files that somebody changed: refused with the place, or a game of theirs begins, is drawn and goes on."""

import signal
from contextlib import contextmanager
from copy import deepcopy
from importlib import import_module

import pytest
import yaml

from adjudicator.kernel import Chance, Malformed
from adjudicator.kernel.strict_yaml import load
from adjudicator.pericles.assembly.played_cards import shared
from adjudicator.registry import title, titles
from tests.adjudicator.players import key, orders_of_bots

LAID = [name for name in titles() if title(name).add_components]
FILES = [pytest.param(6, id="some"), pytest.param(2_000, marks=pytest.mark.soak, id="thousands")]
MOST_CHANGES = 3
PHASES = 12
SECONDS = 60
NUMBERS = (-1, 0, 1, 2, 3, 7, 12, 100, 1_000_000_000, 2**53)
WORDS = ("", "rome", "athens", "sparta", "A1", "none", "land", "14.2", "3")
_Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


@contextmanager
def within(seconds):
    """What does not end is a failure."""

    def late(*_):
        raise AssertionError(f"it took longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def own(name):
    """What a title's own file states, as plain data."""
    return load(import_module(f"adjudicator.{name}.components").FILE.read_text())


def places(plain, at=()):
    """Every place of plain data."""
    yield at
    if isinstance(plain, dict):
        for name, value in plain.items():
            yield from places(value, (*at, name))
    elif isinstance(plain, list):
        for number, value in enumerate(plain):
            yield from places(value, (*at, number))


def changed(plain, at, chance):
    """One change at a place, of the kind that people's slips are."""
    *way, last = at
    holder = plain
    for name in way:
        holder = holder[name]
    value = holder[last]
    how = chance.pick(("other", "other", "gone", "empty"), "how")
    if how == "gone":
        del holder[last]
    elif isinstance(value, bool):
        holder[last] = not value
    elif isinstance(value, int):
        holder[last] = chance.pick(NUMBERS, "number")
    elif isinstance(value, str):
        holder[last] = chance.pick(WORDS, "word")
    elif how == "empty" or not value:
        holder[last] = type(value)() if value is not None else 0
    elif isinstance(value, list):
        value.append(deepcopy(chance.pick(value, "again")))
    else:
        name = chance.pick(list(value), "renamed")
        value[chance.pick(WORDS, "new name")] = value.pop(name)


def mutated(name, chance):
    """A title's own file with one to three changes; first a sort of place is drawn, then one of the sort."""
    plain = own(name)
    for _ in range(chance.die(MOST_CHANGES, "changes")):
        sorts = {}
        for at in places(plain):
            if at:
                sorts.setdefault(tuple("*" if isinstance(part, int) else part for part in at), []).append(at)
        changed(plain, chance.pick(sorts[chance.pick(list(sorts), "sort")], "place"), chance)
    return written(plain)


def written(plain):
    return yaml.dump(plain, Dumper=_Dumper, allow_unicode=True, sort_keys=False)


def play(rules, scenario, digest, seed):
    """Begin, draw and play on, with bots and with nothing by turns."""
    seats = rules.seats(scenario, rules.scenarios[scenario].seat_counts[0])
    made = rules.begin(scenario=scenario, seats=seats, options={"components": digest}, chance=Chance(key(seed)))
    position = made.position
    for number in range(PHASES):
        if position.phase is None:
            break
        for viewer in (None, *position.seats):
            view = rules.view(position, viewer)
            if number % 4 == 0:
                rules.draw(view, viewer)
        sent = orders_of_bots(rules, position, (seed, number), ("random", "steady")[seed % 2]) if number % 3 else {}
        position = rules.resolve(position, sent, Chance(key(seed, number))).position
        rules.invariants(position)


def refused_or_played(rules, text, seed):
    """Why a file was refused; None after playing by it."""
    try:
        digest = rules.add_components(text)
    except Malformed as error:
        return str(error)
    names = list(rules.scenarios)
    play(rules, names[seed % len(names)], digest, seed)
    return None


@pytest.mark.parametrize("number", FILES)
@pytest.mark.parametrize("name", LAID)
def test_a_changed_file_is_refused_or_its_games_begin_are_drawn_and_go_on(name, number):
    rules, refused = title(name), 0
    for seed in range(number):
        text = mutated(name, Chance(key("components", name, seed)))
        with within(SECONDS):
            refused += refused_or_played(rules, text, seed) is not None
    assert 0 < refused < number


SAID = [
    ("athens_sparta", {"blocks.*.move": 1_000_000_000}, "blocks.0.move|`int` <= 30"),
    ("athens_sparta", {"blocks.0.rating": ""}, "blocks.*rating|regex"),
    ("athens_sparta", {"map_checks.0.from": "Rome"}, r"map_checks: number 1 \(land\) names 'Rome'"),
    ("athens_sparta", {"map_checks.0.from": None}, r"map_checks: number 1 \(land\) names ''"),
    ("athens_sparta", {"cities.0.name": "Rome"}, "the rules name|names '"),
    ("athens_sparta", {"step_cost.helot": None}, "step_cost: helot is missing"),
    ("athens_sparta", {"potidaea_start.besieging.0": "A99"}, "there is no block A99"),
    ("pericles", {"political_cards.athens.*.AF.*.strategos": -1}, "strategos"),
    ("pericles", {"strategos_tokens.sparta": None}, "strategos_tokens: sparta is missing"),
    ("pericles", {"piece_limits.persian": None}, "piece_limits: persian is missing"),
    ("pericles", {"debate_issues_per_side.common.diplomatic": 1_000_000_000}, "debate_issues_per_side"),
    ("polis", {"rounds.0.shipment_classes.0": 0}, "shipment_classes"),
    ("polis", {"rounds.0.shipment_classes.0": 9}, "shipment_classes: classes of the markets"),
    ("polis", {"poleis.naupaktos": None}, "poleis"),
    ("polis", {"tribute_boxes.attika.*": None}, "tribute_boxes.attika: a row or more"),
]


def set_at(plain, path, value):
    """Set what stands at a path, in every item for `*`; None takes it out."""
    name, _, rest = path.partition(".")
    keys = (list(plain) if isinstance(plain, dict) else range(len(plain))) if name == "*" else [name]
    for key_ in keys:
        at = int(key_) if isinstance(plain, list) else key_
        if rest:
            set_at(plain[at], rest, value)
        elif value is None:
            del plain[at]
        else:
            plain[at] = value


@pytest.mark.parametrize(("name", "changes", "says"), SAID)
def test_what_would_stop_a_game_later_is_refused_with_its_place(name, changes, says):
    plain = own(name)
    for path, value in changes.items():
        set_at(plain, path, value)
    with pytest.raises(Malformed, match=says), within(SECONDS):
        title(name).add_components(written(plain))


def test_6_22_A_tokens_are_shared_one_at_a_time_until_awards_or_stock_are_used_up():
    class Few:
        def __init__(self, stock):
            self.stock = {"athens": stock}

        def governing_first(self, side):
            return ["DF", "AF"]

    due = {"AF": 3, "DF": 1}
    assert [shared(Few(stock), "athens", due) for stock in range(5)] == [
        {"AF": 0, "DF": 0}, {"AF": 0, "DF": 1}, {"AF": 1, "DF": 1}, {"AF": 2, "DF": 1}, {"AF": 3, "DF": 1},
    ]  # fmt: skip
