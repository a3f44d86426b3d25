"""Whatever comes between two statements of one: what is done on one game at the same time is as if done in turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.faults.races import RACES, Race
from tests.api.faults.stages import ENGINES
from tests.api.faults.turns import Choice, Turns, schedules

Row = Callable[[str, object], None]


def settle(race: Race, record_property: Row, how: str) -> None:
    counts = [sum(f"{kind}: " in line for line in race.found) for kind in ("lost", "double", "broken")]
    record_property("race", [race.engine.name, " | ".join(race.names), how, race.runs, *counts])
    assert not race.found, "\n".join(race.found[:20])


@pytest.mark.parametrize("names", RACES[1::9], ids=" and ".join)
@pytest.mark.parametrize("engine", ENGINES)
def test_some_transactions_in_every_order(engine: str, names: tuple[str, ...], record_property: Row) -> None:
    race = Race(ENGINES[engine], names)
    race.run(everywhere=False, interruptions=None, every=2)
    settle(race, record_property, "some orders of transactions")


@pytest.mark.soak
@pytest.mark.parametrize("names", RACES, ids=" and ".join)
@pytest.mark.parametrize("engine", ENGINES)
def test_transactions_in_every_order(engine: str, names: tuple[str, ...], record_property: Row) -> None:
    """Two who cut and resolve have more orders than can be tried: there only those with two interruptions."""
    few = 2 if names == ("advance", "advance") else None
    race = Race(ENGINES[engine], names)
    race.run(everywhere=False, interruptions=few)
    settle(race, record_property, "every order of transactions" if few is None else "two interruptions")


@pytest.mark.soak
@pytest.mark.parametrize("names", [names for names in RACES if len(names) == 2], ids=" and ".join)
@pytest.mark.parametrize("engine", ENGINES)
def test_an_interruption_at_every_statement(engine: str, names: tuple[str, ...], record_property: Row) -> None:
    race = Race(ENGINES[engine], names)
    race.run(everywhere=True, interruptions=1)
    settle(race, record_property, "one interruption at any statement")


def orders(interruptions: int | None) -> set[str]:
    """The orders of two threads that each say something twice."""
    found = set()

    def play(prefix: object) -> list[Choice]:
        said: list[str] = []
        turns = Turns([lambda: talk("a"), lambda: talk("b")], prefix)  # type: ignore[arg-type]

        def talk(letter: str) -> None:
            for _ in range(2):
                turns.point()
                said.append(letter)

        turns.run()
        found.add("".join(said))
        return turns.choices

    assert len(list(schedules(play, interruptions))) == len(found)
    return found


def test_every_order_is_every_order() -> None:
    assert orders(None) == {"aabb", "abab", "abba", "baab", "baba", "bbaa"}
    assert orders(1) == {"aabb", "abba", "baab", "bbaa"}
