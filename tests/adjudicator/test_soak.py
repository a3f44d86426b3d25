"""Random playouts by the thousand, with the invariants checked after every step of the agenda: `make soak`."""

from dataclasses import replace

import pytest

from adjudicator.registry import title, titles
from tests.adjudicator.players import playthrough

PLAYOUTS = 5_000
MOST_PHASES = 600


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


def play(rules, seed):
    """One game to its end; seats and bots by seed."""
    counts = next(iter(rules.scenarios.values())).seat_counts
    strategy = ("random", "steady")[seed % 2]
    for *_, resolution in playthrough(rules, counts[seed % len(counts)], ("soak", seed), strategy, missing=11):
        assert resolution.position.phases <= MOST_PHASES
        assert all(expected(fallen) for fallen in resolution.fallen)
    assert resolution.position.outcome is not None


@pytest.mark.parametrize("name", titles())
def test_some_random_games_keep_the_invariants_after_every_step(name):
    for seed in range(12):
        play(watched(title(name)), seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(50))
@pytest.mark.parametrize("name", titles())
def test_random_games_by_the_thousand(name, block):
    for seed in range(block * PLAYOUTS // 50, (block + 1) * PLAYOUTS // 50):
        play(watched(title(name)), seed)
