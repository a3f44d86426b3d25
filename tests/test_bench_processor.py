"""What the bench says of the processor is what the system has counted."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from tests.bench import processor

BURN = """
def burn(seconds):
    import subprocess, sys
    work = f"import time\\nwhile time.process_time() < {seconds}: pass"
    subprocess.run([sys.executable, "-c", work], check=True)

def taken():
    import resource
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
"""
COUNTED = f"""{BURN}
import sys
for line in sys.stdin:
    burn(0.2)
    print(taken(), flush=True)
"""
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Programs that speak by lines, and are ended with the test."""
    begun: list[subprocess.Popen[str]] = []

    def started(program: str, *words: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", program, *words]
        begun.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        return begun[-1]

    yield started
    for process in begun:
        process.communicate(timeout=60)


def told(process: subprocess.Popen[str]) -> float:
    """What the program has taken so far, as it says itself after some work."""
    assert process.stdin is not None
    assert process.stdout is not None
    print("burn", file=process.stdin, flush=True)
    return float(process.stdout.readline())


def test_a_process_is_counted_with_those_that_it_has_begun_and_that_have_ended(start: Start) -> None:
    process = start(COUNTED)
    known = [told(process) for _ in range(3)]
    assert known[-1] - known[0] >= 0.4
    assert processor.seconds_of([process.pid]) == pytest.approx(known[-1], abs=0.05)


def test_a_host_that_has_work_left_is_waited_for_and_not_for_ever(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processor, "QUIET_SECONDS", 0.3)
    busy, begun = start(f"{BURN}\nburn(0.6)"), time.monotonic()
    processor.wait_until_quiet([busy.pid])
    assert time.monotonic() - begun > 0.6
    monkeypatch.setattr(processor, "QUIET_WITHIN", 0.0)
    with pytest.raises(RuntimeError, match="the host was still at work after 0 s"):
        processor.wait_until_quiet([start(f"{BURN}\nburn(1)").pid])
