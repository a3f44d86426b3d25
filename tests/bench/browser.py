"""The site in Chromium, beside its goals: from the link to the board, from a click to the changed page, and memory.

`python -m tests.bench browser`, or of some titles alone: `python -m tests.bench browser polis`. What the processor
took stands beside the clock: it does not matter to it what else the machine is doing.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from adjudicator.registry import titles as all_titles
from tests.bench.arrival import arrivals
from tests.bench.goals import Figure, at_most
from tests.bench.line import Line, Slowed
from tests.bench.processor import children, family, seconds_of
from tests.bench.table import median, milliseconds, percentile, show
from tests.cli.browser.conftest import browsing
from tests.cli.browser.played import Played
from tests.javascript import PACKAGES, ROOT
from tools.site.__main__ import site
from tools.site.front import files, first_board

ROUNDS: Final = 3
SLOW: Final = 4
PHONE_LINE: Final = 10e6
MOST: Final = 2_000
"""Clicks of a game."""
LONGEST: Final = 900.0
"""Seconds for the games of one title."""
FIRST: Final = "perikles"
SHORT: Final = "pericles"
LONG: Final = "pericles 14.2"
"""Title and scenario of the longest games."""
LOOKED: Final = 0.2
SHOWN: Final = """
const page = document.getElementById('table')?.contentWindow;
const [loaded] = page?.performance.getEntriesByType('navigation') ?? [];
const stands = page?.document.querySelector('#stage svg') && loaded?.loadEventEnd;
return stands ? page.performance.timeOrigin + loaded.loadEventEnd - performance.timeOrigin : null;
"""
ARM: Final = """
const frame = document.getElementById('table'), page = frame.contentWindow, click = window.timed = {};
const key = () => {
  const step = frame.contentDocument?.readyState === 'complete' && frame.contentDocument.querySelector('#step');
  return step ? [step.phase.value, step.at.value, step.dataset.stage].join(' ') : '';
};
const before = key(), now = () => performance.timeOrigin + performance.now();
const look = () => {
  const after = key();
  if (after === '' || after === before) return requestAnimationFrame(look);
  Object.assign(click, {after, took: now() - click.from});
};
page.addEventListener('click', () => { click.from = now(); requestAnimationFrame(look); }, {capture: true, once: true});
"""
LISTED: Final = "const page = document.getElementById('table').contentWindow; page.location = '/play/t/';"
ANOTHER: Final = """
const page = document.getElementById('table').contentDocument;
page.querySelector(arguments[0]).selected = true;
page.querySelector('form.new button').click();
"""
TIMED: Final = "return window.timed.took === undefined ? null : [window.timed.took, window.timed.after]"


class Click(NamedTuple):
    """One click of a game: seconds until the page had changed, those of the processor, whether others moved, where."""

    seconds: float
    cpu: float
    others: bool
    where: str


def measure(folder: Path, *titles: str) -> None:
    """The table."""
    if not PACKAGES.exists():
        print("\nSKIPPED: the site in a browser (no npm on this machine)")
        return
    built, work = folder / "site", ROOT / "build" / "site-work"
    bundle = site(built, work)
    figures = [*sizes(built / "play" / bundle), *visits(built, folder)]
    for title in titles or all_titles():
        figures += clicks(built, folder, title, 1)
    figures += clicks(built, folder, SHORT, 1, LONG)
    figures += clicks(built, folder, SHORT, SLOW)
    figures += [*memory(built, folder), *arrivals(built, folder)]
    show(
        "The site in Chromium",
        ("figure", "measured", "goal", ""),
        [figure.row for figure in figures],
        f"Wall is by the clock, CPU of all processes of the browser; medians of {ROUNDS} rounds.",
        f"A quarter of the CPU: they are stopped three parts in {SLOW}, and the line has {PHONE_LINE / 1e6:.0f} Mbit/s",
    )


def sizes(bundle: Path) -> Iterator[Figure]:
    """Bytes until the first board stands."""
    for title in all_titles():
        board = first_board(files(bundle), title)["bytes"]
        yield at_most(f"bytes to the first board, {title}, MB by Brotli", board / 1e6, 5.5, ".2f")


@contextmanager
def visited(built: Path, folder: Path) -> Iterator[tuple[Played, Line]]:
    """A browser that has never been at the site, and the line to it."""
    line, profile = Line(built), folder / "profile"
    profile.mkdir()
    try:
        with browsing(line.server_port, profile) as played:
            yield played, line
    finally:
        line.shutdown()
        line.server_close()
        shutil.rmtree(profile, ignore_errors=True)


def driver_of(played: Played) -> int:
    """The process that has begun the browser's."""
    return int(played.browser.driver.service.process.pid)


def until(found: Callable[[], Any]) -> Any:
    """Look now and then: looking costs the browser something."""
    while not (seen := found()):
        time.sleep(LOOKED)
    return seen


def opened(played: Played, title: str, rate: int) -> tuple[float, float]:
    """Seconds by the clock from the link to the board, and of the processor."""
    driver = played.browser.driver
    driver.get("about:blank")
    time.sleep(1)  # what was there before ends
    process = driver_of(played)
    before = seconds_of(children(process))
    with Slowed(process, rate):
        driver.execute_cdp_cmd("Page.navigate", {"url": f"{played.url}play/?title={title}"})
        took = until(lambda: shown(played))
    return took / 1_000, seconds_of(children(process)) - before


def shown(played: Played) -> Any:
    """After how many milliseconds the board stood; nothing before that."""
    return played.state["path"] and played.browser.script(SHOWN)


def imaged(played: Played) -> None:
    """Wait until the next visit starts from an image of memory."""
    until(lambda: played.state["kept"])
    until(lambda: any(name.startswith("image-") for name in played.caches))
    time.sleep(2)


def visits(built: Path, folder: Path) -> Iterator[Figure]:
    """First and later visits, on a laptop and on a phone."""
    for rate, bits, first, cpu, again in ((1, 0.0, 2.5, 3.5, 1.2), (SLOW, PHONE_LINE, 15, None, 4)):
        taken: dict[str, list[tuple[float, float]]] = {"first": [], "second": [], "third": []}
        for _ in range(ROUNDS):
            with visited(built, folder) as (played, line):
                line.bits = bits
                taken["first"].append(opened(played, FIRST, rate))
                line.bits = 0
                imaged(played)
                for which in ("second", "third"):  # by the third a browser has kept the code that it made
                    taken[which].append(opened(played, FIRST, rate))
                    assert played.state["image"] == "true"
        where = "laptop" if rate == 1 else "a quarter of the CPU"
        for which, goals in {"first": (first, cpu), "second": (again, None), "third": (again, None)}.items():
            for name, values, goal in zip(("wall", "CPU"), zip(*taken[which], strict=True), goals, strict=True):
                yield at_most(f"{which} visit, {where}, {name} s", median(values), goal, ".2f")


def clicks(built: Path, folder: Path, title: str, rate: int, another: str = "") -> Iterator[Figure]:
    """A whole game, click by click; `another`: of another scenario than the title's first."""
    with visited(built, folder) as (played, _):
        opened(played, title, 1)
        imaged(played)
        if another:
            begin_another(played, another)
        made = game(played, rate)
    alone = [one for one in made if not one.others]
    own, worst = [one.seconds for one in alone], max(alone, key=lambda one: one.seconds)
    goals = (100, 250) if rate == 1 else (350, 1_000)
    title = another or title
    name = f"{title}, {len(own)} clicks" + ("" if rate == 1 else ", a quarter of the CPU")
    yield at_most(f"{name}: median ms", 1_000 * median(own), goals[0])
    yield at_most(f"{name}: 95 of 100 ms", 1_000 * percentile(own, 95), goals[1])
    yield Figure(f"{name}: worst ms, at {worst.where}", milliseconds(worst.seconds))
    yield Figure(f"{name}: CPU, median ms", milliseconds(median([one.cpu for one in alone])))
    if others := [one.seconds for one in made if one.others]:
        said = f"{milliseconds(median(others))} / {milliseconds(max(others))}"
        yield Figure(f"{title}: {len(others)} clicks after which bots move, median / worst ms", said)


def game(played: Played, rate: int = 1) -> list[Click]:
    """Play on to the end, or for as long as there is time."""
    made, end, process = list[Click](), time.monotonic() + LONGEST, driver_of(played)
    before = played.wait("there is a question", "step")["step"]
    while not before.endswith(" over") and len(made) < MOST and time.monotonic() < end:
        what, said, point = played.next_click()
        assert point, (what, said, before)
        played.browser.script(ARM)
        cpu = seconds_of(children(process))
        with Slowed(process, rate):
            played.click(point)
            took, after = until(lambda: played.browser.script(TIMED))
        cpu = seconds_of(children(process)) - cpu
        others = after.split()[0] != before.split()[0] or after.endswith(" over")
        made.append(Click(took / 1_000, cpu, others, f"phase {before}, {what} {said[:30]}"))
        before = after
    return made


def memory(built: Path, folder: Path) -> Iterator[Figure]:
    """What the tab holds after a first game and after a second."""
    with visited(built, folder) as (played, _):
        held = []
        opened(played, SHORT, 1)
        imaged(played)
        for number in range(2):
            if number:
                begin_another(played, SHORT)
            game(played)
            played.browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
            held.append(resident(driver_of(played)))
    yield Figure("memory of the tab after the first game, MB (PSS)", f"{held[0] / 1e6:.0f}")
    yield at_most("memory after the second game, % of that", 100 * held[1] / held[0], 110)


def begin_another(played: Played, scenario: str) -> None:
    """Begin a second game in the same tab: the first of the list whose value begins so."""
    played.browser.script(LISTED)
    played.wait("the games are listed", "path", lambda path: path.endswith("/play/t/"))
    played.browser.script(ANOTHER, f"[value^='{scenario}']")
    played.wait("the board stands", "step", lambda step: step and not step.endswith(" over"))


def resident(process: int) -> int:
    """Bytes of the processes that show pages, each with its part of what they share."""
    total = 0
    for one in family(process)[1:]:
        words = Path(f"/proc/{one}/cmdline").read_bytes()
        if b"--type=renderer" in words:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
            total += sum(1_024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total
