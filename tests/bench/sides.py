"""The service here beside that of another checkout, in one run: `python -m tests.bench sides ../older`.

The other checkout has an environment of its own (`.venv`). Each side is a process that serves hosts of its own code to
players of its own code; round after round, one after the other does the same work. What the machine does besides
slows the bare limit and the service alike, so orders are told as a share of it, and by the time of the processor.

More rounds and more games take longer: `python -m tests.bench sides ../older 5 50`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

ROUNDS = 3
GAMES = 12
DRAFTED = 4
"""Games in which drafts are sent, and nothing is resolved."""
ENVELOPES_A_SEAT = 20
RESOLUTIONS = 6
"""A round, of one game alone, and of several by turns."""
BARE_COUNT = 300
SUITE = "mlkem768x25519"
SCENES = (("perikles", "standard", 5), ("pericles", "14.1.08A", 4))
PATIENCE = 300.0
"""Seconds: older checkouts have less, which a busy machine may need."""


class Side:
    """What one side does when it is asked."""

    def __init__(self, folder: Path, games: int, stack: ExitStack) -> None:
        from tests.bench import served as serving
        from tests.bench.players import Company

        serving.PATIENCE = PATIENCE
        self.folder = folder
        self.url = stack.enter_context(serving.served(folder / "many", SUITE))
        played = Company.register(self.url).begin(DRAFTED + games)
        self.drafted, self.resolved = played[:DRAFTED], played[DRAFTED:]
        self.alone = Company.register(stack.enter_context(serving.served(folder / "alone", SUITE)))

    def limit(self) -> float:
        """The bare limit, a second."""
        from tests.bench.bare import bare_limit

        return bare_limit(self.folder, BARE_COUNT)

    def orders(self) -> dict[str, float]:
        """One run of sealed orders: how many, and in how many seconds."""
        from tests.bench import desk, sender

        desk.ENVELOPES_A_SEAT = ENVELOPES_A_SEAT
        queues = desk.sealed_queues(self.drafted)
        raws = [[sender.request(self.url, desk.API + desk.path_of(one), one.to_json()) for one in q] for q in queues]
        send = sender.send_from_another_process
        sent = send(self.url if "url" in send.__annotations__ else [self.url], raws)
        answers = [answer for queue in sent.answers for answer in queue]
        if any(answer.status != 201 for answer in answers):
            raise RuntimeError("an order was not taken")
        return {"number": len(answers), "seconds": sent.seconds}

    def reports(self) -> dict[str, list[float]]:
        """From the last order to the report, in seconds."""
        from tests.bench import reports

        reports.RESOLUTIONS = RESOLUTIONS
        turns = [reports.resolve_one_phase(table) for table in self.resolved[:RESOLUTIONS]]
        with ThreadPoolExecutor(reports.AT_ONCE) as players:
            at_once = list(players.map(reports.resolve_one_phase, self.resolved[RESOLUTIONS:]))
        return {"one game": reports.one_game(self.alone), "many games": turns, "4 players at once": at_once}

    def questions(self) -> dict[str, float]:
        """Questions a second of one core, by scene."""
        from tests.bench.kernel import Scene, play

        played = {" ".join(map(str, scene)): play(Scene(*scene), 0) for scene in SCENES}
        return {f"{scene} seats": run.questions / run.seconds for scene, run in played.items()}


def serve(games: int) -> None:
    """One side: does what it reads the name of."""
    with ExitStack() as stack:
        side = Side(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ostraka-bench-"))), games, stack)
        for line in sys.stdin:
            print(json.dumps(getattr(side, line.strip())()), flush=True)


def measure(other: Path, rounds: int = ROUNDS, games: int = GAMES) -> None:
    """Both sides, and what came of it."""
    found: dict[str, list[list[Any]]] = {"orders": [], "reports": [], "questions": []}
    with ExitStack() as stack:
        sides = [stack.enter_context(begun(folder, games)) for folder in (other, Path.cwd())]
        for side in sides:
            ask(side, "limit")
        for _ in range(rounds):
            found["orders"].append([orders(side) for side in sides])
            found["reports"].append([reports(side) for side in sides])
            found["questions"].append([ask(side, "questions") for side in sides])
        for side in sides:
            side.stdin.close()  # type: ignore[union-attr]
            side.wait()
    show_orders(found["orders"])
    show_reports(found["reports"], games)
    show_questions(found["questions"])


def begun(folder: Path, games: int) -> subprocess.Popen[str]:
    """One side, begun in its own checkout."""
    environment = os.environ | {"PYTHONPATH": str(folder.absolute())}
    command = [str(folder.absolute() / ".venv/bin/python"), "-P", str(Path(__file__).resolve()), str(games)]
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def ask(side: subprocess.Popen[str], work: str) -> Any:
    """What a side found."""
    assert side.stdin is not None
    assert side.stdout is not None
    print(work, file=side.stdin, flush=True)
    return json.loads(side.stdout.readline())


def orders(side: subprocess.Popen[str]) -> dict[str, float]:
    """A run of sealed orders between two of the bare limit, and what the hosts took for an order."""
    before = ask(side, "limit")
    sent, taken = ask_and_time(side, "orders")
    limit = (before + ask(side, "limit")) / 2
    number = sent["number"]
    return {"rate": number / sent["seconds"], "bare": limit, "processor": taken / number}


def reports(side: subprocess.Popen[str]) -> dict[str, list[float]]:
    """How long reports were waited for, and what the hosts took for one."""
    waited, taken = ask_and_time(side, "reports")
    return waited | {"processor": [taken / sum(map(len, waited.values()))]}


def ask_and_time(side: subprocess.Popen[str], work: str) -> tuple[Any, float]:
    """What a side found, and the seconds of the processor that its hosts took for that and nothing else.

    They end what they do before and after it: the mails of a phase are sent long after its report was read.
    """
    from tests.bench.processor import children, seconds_of, wait_until_quiet

    hosts = children(side.pid)
    wait_until_quiet(hosts)
    before = seconds_of(hosts)
    found = ask(side, work)
    wait_until_quiet(hosts)
    return found, seconds_of(hosts) - before


def show_orders(rounds: list[list[dict[str, float]]]) -> None:
    """Orders of both sides, beside the bare limit of the same moment."""
    from tests.bench.table import median, show

    rows: list[list[object]] = []
    for name, runs in zip(("there", "here"), zip(*rounds, strict=True), strict=True):
        shares = [run["rate"] / run["bare"] for run in runs]
        rates, bare, taken = ([run[name] for run in runs] for name in ("rate", "bare", "processor"))
        figures = (f"{median(rates):.0f}", f"{median(bare):.0f}", f"{median(shares):.2f}")
        rows.append([name, *figures, f"{max(shares):.2f}", f"{min(taken) * 1e6:.0f}"])
    headings = ("", "orders/s", "bare limit", "share", "best share", "us of processor an order, least")
    show(f"Sealed orders, {SUITE}, 8 connections, {len(rounds)} rounds", headings, rows)


def show_reports(rounds: list[list[dict[str, list[float]]]], games: int) -> None:
    """Medians of all rounds together."""
    from tests.bench.table import median, milliseconds, show

    rows: list[list[object]] = []
    for name in rounds[0][0]:
        there, here = ([time for sides in rounds for time in sides[place][name]] for place in (0, 1))
        if name == "processor":
            there, here = [min(there)], [min(here)]
        ratio = median(here) / median(there)
        rows.append([name, len(here), milliseconds(median(there)), milliseconds(median(here)), f"{ratio:.2f}"])
    title = f"From the last order to the readable report, medians; many games: {DRAFTED + games}"
    note = (
        "processor: of the hosts, for a phase with all that its players send and read, its mails and their pictures; "
        "what it takes to begin the one game is shared out among them. The least of a round."
    )
    show(title, ("", "number", "there, ms", "here, ms", "ratio"), rows, note)


def show_questions(rounds: list[list[dict[str, float]]]) -> None:
    """The best round of each side."""
    from tests.bench.table import show

    rows: list[list[object]] = []
    for name in rounds[0][0]:
        there, here = (max(sides[place][name] for sides in rounds) for place in (0, 1))
        rows.append([name, f"{there:.0f}", f"{here:.0f}", f"{here / there:.2f}"])
    show("Questions a second of one core, the best round", ("", "there, per s", "here, per s", "ratio"), rows)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
