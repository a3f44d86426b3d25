"""The rules of this checkout beside those of another, in one run: `python -m tests.bench against ../older`.

The other checkout has an environment of its own (`.venv`). It plays the games; then each side, one after the other and
round after round, does the same work on the same positions. Of each piece of work the shortest time of the processor
counts, so that it does not matter what else the machine is doing.
"""

from __future__ import annotations

import base64
import gc
import hashlib
import json
import math
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice, product
from pathlib import Path
from typing import Any

SCENES = (
    ("perikles", "opening", 4),
    ("perikles", "standard", 3),
    ("perikles", "standard", 5),
    ("pericles", "14.1.08A", 4),
    ("pericles", "14.2", 4),
    ("pericles", "14.4", 4),
)
ROUNDS = 15
PHASES_A_QUESTION = 6
MOST_OPTIONS = 3_000
BURSTS = 8
AT_LEAST = 0.0001
"""Seconds: shorter work is done several times over."""


def recorded(scenes: Iterable[tuple[str, str, int]]) -> list[dict[str, Any]]:
    """Phases of games of random bots, at most so many in which a question is asked."""
    from adjudicator.kernel import Chance
    from adjudicator.registry import title

    asking: dict[str, list[dict[str, Any]]] = {}
    for name, scenario, seats in scenes:
        rules = title(name)
        chosen = rules.seats(scenario, seats)
        position = rules.begin(scenario=scenario, seats=chosen, chance=Chance(_key(scenario, seats))).position
        while position.phase is not None:
            key = _key(scenario, seats, position.phases)
            sent = {
                seat: rules.bot("random")(rules.view(position, seat), seat, Chance(_key(key, seat)))
                for seat in dict.fromkeys(ask.seat for ask in position.phase.asks)
                if seat not in rules.bots_now(position)
            }
            phase = {
                "title": name,
                "position": rules.encode(position).decode(),
                "sent": {seat: rules.encode_orders(orders).decode() for seat, orders in sent.items()},
                "key": base64.b64encode(key).decode(),
            }
            for ask in position.phase.asks:
                asking.setdefault(f"{name} {ask.question}", []).append(phase)
            position = rules.resolve(position, sent, Chance(key)).position
    kept = [phases[:: -(-len(phases) // PHASES_A_QUESTION)] for phases in asking.values()]
    return list({phase["position"]: phase for phases in kept for phase in phases}.values())


def _key(*seed: object) -> bytes:
    return hashlib.sha256(repr(seed).encode()).digest()


Work = tuple[str, Callable[[], Any]]


def work_of(phase: dict[str, Any]) -> Iterator[Work]:
    """What is timed of a phase: the name of each piece of work, and the work."""
    from adjudicator.kernel import Chance
    from adjudicator.registry import title

    name, rules = phase["title"], title(phase["title"])
    data, key = phase["position"].encode(), base64.b64decode(phase["key"])
    position = rules.upgraded(data) if hasattr(rules, "upgraded") else rules.decode(data)
    sent = {seat: rules.decode_orders(orders.encode()) for seat, orders in phase["sent"].items()}
    unmanned = rules.bots_now(position)
    for seat in (*position.seats[:2], None):
        asked = "an asked seat" if position.phase.asked_of(seat) else "another seat" if seat else "a spectator"
        yield f"{name} view of {asked}", lambda seat=seat: rules.view(position, seat)
        yield f"{name} redeal", lambda seat=seat: rules.redeal(position, seat, Chance(key))
        view = rules.view(position, seat)
        yield f"{name} imagine", lambda seat=seat, view=view: rules.imagine(view, seat, Chance(key))
    for ask in (ask for ask in position.phase.asks if ask.seat not in unmanned):
        view, given = rules.view(position, ask.seat), (ask.seat, ask.question)
        question = rules.questions[ask.question]
        yield (
            f"{name} options {ask.question}",
            lambda view=view, given=given: all(map(id, islice(rules.options(view, *given), MOST_OPTIONS))),
        )
        yield f"{name} default", lambda view=view, given=given: rules.default(view, *given)
        yield (
            f"{name} random",
            lambda view=view, ask=ask, question=question: question.sample(view, ask, Chance(key), "x"),
        )
    for seat, orders in sent.items():
        view = rules.view(position, seat)
        asks = position.phase.asked_of(seat)
        yield (
            f"{name} check {asks[0].question}",
            lambda seat=seat, view=view, orders=orders: rules.check(view, seat, orders),
        )
    yield f"{name} resolve {position.phase.asks[0].question}", lambda: rules.resolve(position, sent, Chance(key))
    yield f"{name} playout", lambda: playout(rules, position, Chance(key), 3)


def playout(rules: Any, position: Any, chance: Any, phases: int) -> None:
    """A few phases by random bots, by the shortest way that these rules have."""
    resolve = getattr(rules, "advance", rules.resolve)
    position = rules.copy(position)
    while position.phase is not None and phases:
        seats = dict.fromkeys(ask.seat for ask in position.phase.asks)
        random = rules.bot("random")
        sent = {s: random(rules.view(position, s), s, chance) for s in seats if s not in rules.bots_now(position)}
        position, phases = resolve(position, sent, chance).position, phases - 1


def serve() -> None:
    """One side: the names of the pieces of work that there are, then the time of each whose place it reads."""
    if sys.argv[1:]:  # the scenes to be played
        print(json.dumps(recorded(json.loads(sys.argv[1]))), flush=True)
    phases = json.loads(sys.stdin.readline())
    works = [work for phase in phases for work in work_of(phase)]
    times = [max(1, int(AT_LEAST / max(_seconds(work, 1), 1e-7))) for _, work in works]
    print(json.dumps([name for name, _ in works]), flush=True)
    gc.collect()
    gc.freeze()
    gc.disable()
    for line in sys.stdin:
        place = int(line)
        print(json.dumps(min(_seconds(works[place][1], times[place]) for _ in range(BURSTS))), flush=True)


def _seconds(work: Callable[[], Any], number: int) -> float:
    begun = time.process_time()
    for _ in range(number):
        work()
    return (time.process_time() - begun) / number


def measure(other: Path, only: str = "", rounds: int = ROUNDS) -> None:
    """Both sides, and what came of it; of the kinds of work only those whose names match."""
    with ExitStack() as stack:
        sides = [_side(folder, stack, *more) for folder, more in ((other, [json.dumps(SCENES)]), (Path.cwd(), []))]
        assert sides[0].stdout is not None
        phases = sides[0].stdout.readline().strip()
        names, same = [_ask(side, phases) for side in sides]
        if names != same:
            sys.exit("the two sides do not ask the same questions at these positions")
        places = [place for place, name in enumerate(names) if re.search(only, name)]
        best = {place: [math.inf, math.inf] for place in places}
        for _, place in product(range(rounds), places):
            best[place] = [min(least, _ask(side, str(place))) for least, side in zip(best[place], sides, strict=True)]
    from tests.bench.table import show

    rows = []
    for name in sorted({names[place] for place in places}):
        of_it = [best[place] for place in places if names[place] == name]
        before, after = (sum(column) / len(of_it) * 1e6 for column in zip(*of_it, strict=True))
        rows.append((name, len(of_it), f"{before:.1f}", f"{after:.1f}", f"{after / before:.2f}"))
    show(f"Rules here beside those of {other}", ("work", "number", "there, us", "here, us", "ratio"), rows)


def _side(folder: Path, stack: ExitStack, *more: str) -> subprocess.Popen[str]:
    command = [str(folder / ".venv/bin/python"), "-P", str(Path(__file__).resolve()), *more]
    return stack.enter_context(
        subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    )


def _ask(side: subprocess.Popen[str], line: str) -> Any:
    assert side.stdin is not None
    assert side.stdout is not None
    print(line, file=side.stdin, flush=True)
    return json.loads(side.stdout.readline())


if __name__ == "__main__":
    serve()
