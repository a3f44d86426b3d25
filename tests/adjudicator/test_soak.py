"""Random playouts by the thousand, with the invariants checked after every step of the agenda: `make soak`."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel import Chance, ask_name
from adjudicator.registry import title, titles
from tests.adjudicator.players import key, playthrough
from tests.adjudicator.test_title_contract import TitleContract

PLAYOUTS = {"perikles": 5_000, "pericles": 2_000, "polis": 2_000, "athens_sparta": 2_000}
"""Of every scenario by each bot; the seats follow from the seed."""
SCENES = [(name, scenario) for name in titles() for scenario in title(name).scenarios]
BLOCKS = 10
MOST_PHASES = 800
REDEALT_EVERY = 7


def watched(rules):
    """The title with its invariants checked after every step that leaves the position at rest."""

    def checked(function):
        def run(resolution, *args, **kwargs):
            function(resolution, *args, **kwargs)
            rules.invariants(resolution.position)

        run.__name__ = function.__name__
        return run

    return replace(rules, steps={name: checked(function) for name, function in rules.steps.items()})


def expected(fallen):
    """RULING-42: a permission that an order relies on may be withdrawn in the same phase; else no bot's order falls."""
    return fallen.question == "D-5D" or (fallen.question, fallen.clause) == ("D-5C", "5.34-B")


def play(rules, scenario, seed, strategy):
    """One game to its end; seats by seed. Now and then it is redealt for every seat and the spectator."""
    counts = rules.scenarios[scenario].seat_counts
    count = counts[seed % len(counts)]
    for before, *_, resolution in playthrough(rules, count, ("soak", seed), strategy, 11, scenario):
        rules.invariants(resolution.position)
        assert resolution.position.phases <= MOST_PHASES
        assert all(expected(fallen) for fallen in resolution.fallen)
        if before.phases % REDEALT_EVERY == seed % REDEALT_EVERY:
            redeal(rules, before, seed)
    assert resolution.position.outcome is not None


def redeal(rules, position, seed):
    """Dealt anew or imagined, a position is sound and looks the same."""
    for viewer in (None, *position.seats):
        chance, view = Chance(key("soak", seed, viewer)), rules.view(position, viewer)
        for other in (rules.redeal(position, viewer, chance), rules.imagine(view, viewer, chance)):
            rules.invariants(other)
            assert rules.encode(rules.view(other, viewer)) == rules.encode(view)


@pytest.mark.parametrize(("name", "scenario"), SCENES)
def test_some_random_games_of_every_scenario_keep_the_invariants_after_every_step(name, scenario):
    seed = SCENES.index((name, scenario))
    play(watched(title(name)), scenario, seed, ("random", "steady")[seed % 2])


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("strategy", ["random", "steady"])
@pytest.mark.parametrize(("name", "scenario"), SCENES)
def test_random_games_by_the_thousand(name, scenario, strategy, block):
    size = PLAYOUTS[name] // BLOCKS
    for seed in range(block * size, (block + 1) * size):
        play(title(name), scenario, seed, strategy)


WRITTEN = 400
"""Games of each title, looked at in forty phases at most: some fifty thousand to a hundred thousand entries a title."""
LOOKED_AT = 40
BATTERIES = {kind.rules.id: kind for kind in TitleContract.__subclasses__()}


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("name", titles())
def test_what_is_written_ahead_is_done_and_stops_nothing_over_many_games(name, block):
    rules, size = title(name), WRITTEN // BLOCKS
    scenarios = [*rules.scenarios]
    for seed in range(block * size, (block + 1) * size):
        counts = rules.scenarios[scenarios[seed % len(scenarios)]].seat_counts
        count, scenario = counts[seed % len(counts)], scenarios[seed % len(scenarios)]
        phases = [*playthrough(rules, count, ("written", seed), ("steady", "random")[seed % 2], 5, scenario)]
        step = 1 + len(phases) // LOOKED_AT
        for before, sent, chance_key, _ in phases[seed % step :: step]:
            write_ahead(BATTERIES[name](), before, sent, chance_key)


def write_ahead(battery, before, sent, chance_key):
    """All that the battery writes at one phase."""
    given = [order for orders in sent.values() for order in orders]
    chance = Chance(key("written", chance_key))
    battery.tried_in_books(before, given, chance)
    for seat, orders in sent.items():
        for order in orders:
            view = battery.rules.view(before, seat)
            asked = [ask for ask in before.phase.asked_of(seat) if ask.name == ask_name(order)]
            for ask in asked:
                battery.written(before, seat, order, chance, chance_key)
                if not battery.rules.question(ask.name).asks_the_seat(ask):
                    battery.played_back(view, ask, order)
