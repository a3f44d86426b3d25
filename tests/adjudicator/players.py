"""Playing a title from setup to its end, for tests that look at what happens on the way."""

from collections.abc import Iterator

from adjudicator.kernel import Resolution, Scenario, Title
from adjudicator.kernel.contract import playing
from adjudicator.kernel.contract.playing import key, orders_of_bots, play_on, watchers

__all__ = ["begin", "key", "orders_of_bots", "play_on", "played_best", "playthrough", "watchers"]

PLAYED_BEST = {"pericles": "14.1.08A", "polis": "second_war"}  # a full turn, two rounds; else the first


def played_best(title: Title) -> Scenario:
    """The scenario in which tests of every title see most of its rules in one game."""
    best = PLAYED_BEST.get(title.id, "")
    return title.scenarios.get(best) or next(iter(title.scenarios.values()))


def begin(title: Title, count: int, seed: object, scenario: str | None = None) -> Resolution:
    """A game set up to its first phase; without a scenario it is the one that is played best."""
    return playing.begin(title, count, seed, scenario or played_best(title).id)


def playthrough(
    title: Title, count: int, seed: object, strategy: str = "random", missing: int = 5, scenario: str | None = None
) -> Iterator:
    """(position before, orders sent, chance key, resolution) of every phase until the game is over."""
    return playing.playthrough(title, count, seed, strategy, missing, scenario or played_best(title).id)
