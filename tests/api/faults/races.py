"""Two or three operations on one game at the same time, in every order; then the host must be as sound as ever.

On SQLite a transaction that writes has the lock from its first statement to its end, and one that reads sees a
snapshot taken at its first statement. So orders can be told apart only by which transaction comes before which: these
are all tried. That nothing hangs on what lies between, in the database or in the memory of the process, is tried with
an interruption at every single statement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from api.referee.resolution import advance, cut, resolve
from schemas.statements import payloads
from tests.api.faults.engines import COMMIT, READS, Engine, Statement, Tap
from tests.api.faults.findings import findings
from tests.api.faults.operations import LAST, ONE_AWAITED, cut_it, sign, sign_for_a_new_key
from tests.api.faults.stages import Kept, Refused, Stage, Things, prepare, staged
from tests.api.faults.turns import Choice, Deadlock, Turns, schedules
from tests.api.hosts import HostUnderTest


def sign_all(host: HostUnderTest, things: Things) -> Things:
    """One has newer orders, the organiser two acts, and a player a new key."""
    acts = {"extend": payloads.Extend(seconds=60), "rollback": payloads.Rollback(phase=1)}
    newer = {
        f"newer {seat}": host.envelope(things["game"], seat, host.default(things["game"], seat), sequence=9).to_json()
        for seat in ("alpha", "beta")
    }
    signed = {name: sign(act)(host, things)["act"] for name, act in acts.items()}
    return {**newer, **signed, **sign_for_a_new_key(host, things)}


def put(seat: str, stage: Stage) -> None:
    stage.put(stage.things[f"newer {seat}"])


def post(path: str, name: str, stage: Stage) -> None:
    client = stage.host.app.test_client()
    raw = stage.things[name]
    stage.answered(client.post("/api/v1" + path.format(game=stage.game), data=raw, content_type="application/json"))


Move = Callable[[Stage], object]
MOVES: dict[str, Move] = {
    "accept": lambda stage: put("alpha", stage),
    "accept another": lambda stage: put("beta", stage),
    "cut": lambda stage: cut(stage.host.host, stage.game),
    "resolve": lambda stage: resolve(stage.host.host, stage.game),
    "advance": lambda stage: advance(stage.host.host, stage.game),
    "act": lambda stage: post("/games/{game}/acts", "extend", stage),
    "rollback": lambda stage: post("/games/{game}/acts", "rollback", stage),
    "key change": lambda stage: post("/players/p-alpha/keys", "rotation", stage),
}
RACES = (
    ("accept", "accept another"), ("accept", "cut"), ("accept", "act"), ("accept", "key change"), ("accept", "advance"),
    ("accept", "resolve"), ("cut", "cut"), ("cut", "resolve"), ("cut", "act"), ("cut", "key change"),
    ("resolve", "resolve"), ("resolve", "act"), ("resolve", "rollback"), ("resolve", "key change"),
    ("advance", "advance"), ("act", "key change"), ("accept", "accept another", "cut"), ("accept", "cut", "resolve"),
    ("accept", "cut", "act"), ("accept", "cut", "key change"), ("accept", "act", "key change"),
    ("accept", "resolve", "key change"), ("cut", "resolve", "act"), ("cut", "resolve", "key change"),
    ("cut", "act", "key change"), ("resolve", "act", "key change"),
)  # fmt: skip


class Turning(Tap):
    """Lets others go on at every statement and after a COMMIT, or only where a snapshot is about to be taken.

    Where a transaction is about to write, the locks of the writers let them.
    """

    def __init__(self, turns: Turns, everywhere: bool) -> None:
        self.turns, self.everywhere = turns, everywhere

    def around(self, statement: Statement) -> Any:
        if self.everywhere or statement.sql == READS:
            self.turns.point()
        result = statement.run()
        if self.everywhere and statement.sql == COMMIT:
            self.turns.point()
        return result


@dataclass
class Race:
    """Some moves on one game, on one database."""

    engine: Engine
    names: Sequence[str]
    found: list[str] = field(default_factory=list)
    runs: int = 0

    def __post_init__(self) -> None:
        is_cut = "resolve" in self.names and "cut" not in self.names
        begin = (*ONE_AWAITED, sign_all, LAST)
        self.kept: Kept = prepare(self.engine, (*begin, cut_it) if is_cut else begin)

    def run(self, everywhere: bool, interruptions: int | None, every: int = 1) -> None:
        """Run the orders there are, or some of them (see `schedules`)."""
        for _ in schedules(lambda prefix: self.once(prefix, everywhere), interruptions, every):
            self.runs += 1

    def once(self, prefix: Sequence[int], everywhere: bool) -> Sequence[Choice]:
        """Run them in one order."""
        with staged(self.engine, self.kept) as stage:
            turns = Turns([lambda move=MOVES[name]: move(stage) for name in self.names], prefix)  # type: ignore[misc]
            self.engine.watch(stage.host.host.database, tap := Turning(turns, everywhere))
            self.engine.take_turns(stage.host.host.database, turns)
            order = lambda: "".join(str(choice.chosen) for choice in turns.choices)  # noqa: E731
            try:
                outcomes = turns.run()
            except Deadlock:
                self.found.append(f"broken: a deadlock, {order()}")
                return turns.choices
            tap.on = False
            odd = [outcome for outcome in outcomes if isinstance(outcome, Exception) and type(outcome) is not Refused]
            self.found += [f"broken: {outcome!r}, {order()}" for outcome in odd]
            stage.reopen()
            stage.to_rest()
            self.found += [f"{line}, {order()}" for line in findings(stage)]
        return turns.choices
