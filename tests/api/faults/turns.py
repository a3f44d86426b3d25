"""Threads that run one at a time, each up to its next turning point; who goes on there is chosen, and tried otherwise.

A run is the list of choices that were made in it. `schedules` runs one without a choice, then again with another choice
at each point where there was one, and so on, until all are run: all there are, or all with few interruptions (a thread
is interrupted when another goes on though it could).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.patience import PATIENCE

Work = Callable[[], object]


@dataclass
class Actor:
    """A thread that waits for its turn."""

    work: Work
    turn: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    can_go_on: Callable[[], bool] = lambda: True
    done: bool = False
    outcome: object = None


@dataclass(frozen=True)
class Choice:
    """Who could go on at a point, who was going on, and who did."""

    able: tuple[int, ...]
    before: int | None
    chosen: int

    def interrupts(self, chosen: int) -> bool:
        """Would this choice interrupt a thread that could go on?"""
        return self.before in self.able and chosen != self.before


class Deadlock(Exception):
    """All wait for each other."""


class Turns:
    """One run of some threads."""

    def __init__(self, works: Sequence[Work], prefix: Sequence[int] = ()) -> None:
        self.actors = [Actor(work) for work in works]
        self.prefix, self.choices = prefix, list[Choice]()
        self._back = threading.Semaphore(0)
        self._of = threading.local()

    def run(self) -> list[object]:
        """Run each to its first turning point, then all to their ends; gives what came of each."""
        threads = [threading.Thread(target=self._act, args=(actor,), daemon=True) for actor in self.actors]
        for thread in threads:
            thread.start()
        for actor in self.actors:
            self._go_on(actor)
        before = None
        while not all(actor.done for actor in self.actors):
            able = tuple(n for n, actor in enumerate(self.actors) if not actor.done and actor.can_go_on())
            if not able:
                raise Deadlock
            before = self._choose(able, before)
            self._go_on(self.actors[before])
        for thread in threads:
            thread.join(PATIENCE)
        return [actor.outcome for actor in self.actors]

    def _go_on(self, actor: Actor) -> None:
        actor.turn.release()
        if not self._back.acquire(timeout=PATIENCE):
            raise Deadlock

    def _choose(self, able: tuple[int, ...], before: int | None) -> int:
        place = len(self.choices)
        chosen = before if before in able else able[0]
        if place < len(self.prefix):
            chosen = self.prefix[place]
        assert chosen is not None
        self.choices.append(Choice(able, before, chosen))
        return chosen

    def _act(self, actor: Actor) -> None:
        actor.turn.acquire()
        self._of.actor = actor
        try:
            actor.outcome = actor.work()
        except Exception as error:
            actor.outcome = error
        actor.done = True
        self._back.release()

    def point(self, can_go_on: Callable[[], bool] = lambda: True) -> None:
        """Let others go on, until this one can and is chosen; threads that take no part pass."""
        actor: Actor | None = getattr(self._of, "actor", None)
        if actor is None:
            return
        actor.can_go_on = can_go_on
        self._back.release()
        actor.turn.acquire()
        actor.can_go_on = lambda: True

    def lock(self) -> Any:
        """A lock at which threads wait in turns."""
        return Lock(self)

    def condition(self) -> Any:
        """A condition for which threads wait in turns."""
        return Condition(self)


class Lock:
    """Only one thread runs at a time: it is enough to note who has it."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.taken = turns, False

    def locked(self) -> bool:
        return self.taken

    def __enter__(self) -> None:
        self.turns.point(lambda: not self.taken)
        self.taken = True

    def __exit__(self, *_: object) -> None:
        self.taken = False


class Condition:
    """What it guards has no turning point in it, so only waiting has to be done in turns."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.times = turns, 0

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def wait(self) -> None:
        seen = self.times
        self.turns.point(lambda: self.times > seen)

    def notify_all(self) -> None:
        self.times += 1


def schedules(
    play: Callable[[Sequence[int]], Sequence[Choice]], interruptions: int | None, every: int = 1
) -> Iterator[Sequence[Choice]]:
    """Every run with at most so many interruptions (None: all); `every`: of the other choices in a run, each n-th."""
    waiting: list[list[int]] = [[]]
    while waiting:
        prefix = waiting.pop()
        choices = play(prefix)
        yield choices
        others = list(other_choices(choices, len(prefix), interruptions))
        waiting += others[::every]


def other_choices(choices: Sequence[Choice], begin: int, interruptions: int | None) -> Iterator[list[int]]:
    """The runs that differ from this one first at some point from `begin` on."""
    count = sum(choice.interrupts(choice.chosen) for choice in choices[:begin])
    for place in range(begin, len(choices)):
        choice = choices[place]
        for other in choice.able:
            enough = interruptions is not None and count + choice.interrupts(other) > interruptions
            if other != choice.chosen and not enough:
                yield [*(made.chosen for made in choices[:place]), other]
        count += choice.interrupts(choice.chosen)
