"""What an evening's commands cost: the processor's time of each, and how many requests it makes of a host.

`python -m tests.bench program`, or with the words of one command: `python -m tests.bench program next`. Keys are locked
with a password and kept open by the agent. Only the processor's time of the command itself counts, so that it does not
matter much what else the machine is doing. Aims: 150 ms for this machine, 300 for the network beside the host's time.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cli.client import Client
from cli.home.home import Home
from cli.play.bot import play_once
from schemas.keys.identities import Identity
from schemas.statements.payloads import Terms
from tests.bench.served import environment_of, served
from tests.bench.table import median, milliseconds, show
from tests.patience import wait_until

RUNS = 15
PHASES = 8  # of the game that is played here
PROGRAM = (str(Path(sys.executable).parent / "ostraka"),)
NOTHING = (sys.executable, "-c", "pass")
ME, OTHER, PASSWORD = "archon", "kleon", "three owls"
TERMS = Terms(phase_seconds=86_400)
LOCAL, NETWORK = 150, 300

HERE = (
    "--help",
    "title list",
    "title show perikles",
    "key show",
    "host list",
    "book check book.yaml --title perikles",
    "play perikles",
    "play pericles",
    "play polis",
    "play athens_sparta",
    "orders check GAME SEAT orders.yaml --offline",
    "play GAME SEAT --offline",
)
THERE = (
    "next",
    "game list",
    "game show GAME",
    "view GAME SEAT",
    "report GAME SEAT",
    "history GAME SEAT",
    "log GAME",
    "press read GAME SEAT",
    "press send GAME SEAT Well? --all",
    "orders form GAME SEAT",
    "orders check GAME SEAT orders.yaml",
    "orders send GAME SEAT orders.yaml --draft",
    "orders show GAME SEAT",
    "play GAME SEAT",
    "try GAME SEAT",
)
LEAVING = "q\n"


@dataclass
class Evening:
    """A player's home on a machine, and a host with a game in which they are asked."""

    folder: Path
    url: str
    game: str = ""
    seat: str = ""

    def run(self, words: str, stdin: str = "", **more: str) -> tuple[float, float]:
        """A command that must succeed: seconds of the processor, and of the clock."""
        named = {"GAME": self.game, "SEAT": self.seat}
        environment = environment_of(OSTRAKA_HOME=str(self.folder / "home"), COLUMNS="100", **more)
        command = [*PROGRAM, *(named.get(word, word) for word in words.split())]
        before, begun = processor(), time.perf_counter()
        done = subprocess.run(
            command, input=stdin, env=environment, cwd=self.folder, capture_output=True, text=True, check=False
        )
        ended, after = time.perf_counter(), processor()
        if done.returncode:
            raise RuntimeError(f"ostraka {words}: {done.returncode}\n{done.stdout}{done.stderr}")
        return after - before, ended - begun

    def client(self, who: str) -> Client:
        """A player's client in this process."""
        home = Home(self.folder / ("home" if who == ME else who))
        password = PASSWORD if who == ME else None
        return Client(self.url, Identity.load(home.key_path(who), password), who, home)

    def begin(self, name: str) -> str:
        """A game that has begun: the player has the first seat, another one the others."""
        me, other = self.client(ME), self.client(OTHER)
        game = me.create_game("perikles", "standard", 3, name, TERMS, seats_a_player=2)["game"]
        for client, seat in ((me, "red"), (other, "green"), (other, "black")):
            client.join(game, seat)
        me.start(game)
        return game

    def play_until(self, game: str, phases: int, asked: bool) -> None:
        """Play so many phases, and on until the player is, or is not, asked."""
        while True:
            phase = self.client(ME).phase(game)
            seat = phase["asked"][0]["seat"]
            if phase["phase"] > phases and (seat == "red") == asked:
                return
            play_once(self.client(ME if seat == "red" else OTHER), game, seat, "random")
            wait_until("the phase is over", partial(self.has_gone_on, game, phase["phase"]))

    def has_gone_on(self, game: str, phase: int) -> bool:
        """Is that phase over?"""
        return self.client(ME).game(game)["phase"] != phase

    def requests(self) -> int:
        """How many requests the host has answered."""
        return sum(b'"route"' in line for log in self.folder.glob("server*.log") for line in log.open("rb"))


def measure(folder: Path, *words: str) -> None:
    """Every command of an evening, or the one that is given."""
    with served(folder / "evening", "mlkem768x25519") as url:
        evening = Evening(folder / "evening", url)
        prepare(evening)
        try:
            every = (
                [(" ".join(words), NETWORK)]
                if words
                else [*((one, LOCAL) for one in HERE), *((one, NETWORK) for one in THERE)]
            )
            rows = [row(evening, one, aim) for one, aim in every]
        finally:
            evening.run("key lock")
    show(
        f"Commands of an evening: {RUNS} runs each, keys kept open by the agent",
        ("ostraka", "best CPU ms", "median CPU ms", "aim", "median wall ms", "requests"),
        rows,
        f"Python alone: {milliseconds(python_alone())} ms of the processor.",
    )


def row(evening: Evening, words: str, aim: int) -> list[object]:
    """The line of one command."""
    evening.run(words, LEAVING)
    before = evening.requests()
    runs = [evening.run(words, LEAVING) for _ in range(RUNS)]
    asked = (evening.requests() - before) / RUNS
    cpu, wall = [taken for taken, _ in runs], [taken for _, taken in runs]
    return [words, milliseconds(min(cpu)), milliseconds(median(cpu)), aim, milliseconds(median(wall)), f"{asked:g}"]


def processor() -> float:
    """Seconds of the processor that processes of this one have taken and ended with."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def python_alone() -> float:
    """The best time of an interpreter that does nothing."""
    taken = []
    for _ in range(RUNS):
        before = processor()
        subprocess.run(NOTHING, check=True)
        taken.append(processor() - before)
    return min(taken)


def prepare(evening: Evening) -> None:
    """Two games that go on, in one of which the player is asked, and one that has not begun; the key is unlocked."""
    evening.run(f"key new {ME}", OSTRAKA_PASSWORD=PASSWORD)
    other = Home(evening.folder / OTHER).key_path(OTHER)
    other.parent.mkdir(parents=True)
    Identity.generate().save(other, None)
    for who in (ME, OTHER):
        evening.client(who).register(f"{who}@players.example")
    evening.game, evening.seat = evening.begin("Sherds"), "red"
    evening.play_until(evening.game, PHASES, asked=True)
    evening.play_until(evening.begin("Owls"), 1, asked=False)
    evening.client(ME).create_game("perikles", "opening", 3, "Oars", TERMS)
    evening.run("key unlock", OSTRAKA_PASSWORD=PASSWORD)
    (evening.folder / "book.yaml").write_text("- {question: D-S1, choose: [{city: athens}]}\n")
    questions = evening.client(ME).questions(evening.game, evening.seat)
    mails = partial(evening.folder.glob, f"mails/{evening.game}.red.orders-wanted.{questions['phase']}.*")
    wait_until("the letter is there", lambda: any(mails()))
    evening.run(f"open {next(mails())}")
    orders = [one["options"][0] if one["options"] else one["default"] for one in questions["questions"]]
    (evening.folder / "orders.yaml").write_text(json.dumps(orders))
