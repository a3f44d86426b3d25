"""Random playouts by the thousand, with the invariants checked after every step of the agenda: `make soak`."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel import Chance
from adjudicator.registry import title, titles
from tests.adjudicator.players import key, playthrough

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
    """Dealt anew, a position is sound and looks the same."""
    for viewer in (None, *position.seats):
        other = rules.redeal(position, viewer, Chance(key("soak", seed, viewer)))
        rules.invariants(other)
        assert rules.encode(rules.view(other, viewer)) == rules.encode(rules.view(position, viewer))


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
