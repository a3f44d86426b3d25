"""What the bench says of the processor is what the system has counted: of a host, and for one piece of work."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from tests.bench import processor, sides

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
HOST = f"""{BURN}
import sys, threading
mails = threading.Thread(target=burn, args=[0.5])
mails.start()
print("open", flush=True)
for line in sys.stdin:
    later = threading.Timer(0.2, burn, args=[0.3])
    later.start()
    burn(0.3)
    print("done", flush=True)
"""
SIDE = """
import json, subprocess, sys
host = subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
host.stdout.readline()
for line in sys.stdin:
    if line.strip() == "limit":
        found = 1.0
    else:
        print(line, end="", file=host.stdin, flush=True)
        host.stdout.readline()
        found = {"number": 6, "seconds": 1.0}
    print(json.dumps(found), flush=True)
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


def test_a_process_is_counted_with_those_that_it_has_begun_and_that_have_ended(start: Start) -> None:
    process = start(COUNTED)
    known = [sides.ask(process, "burn") for _ in range(3)]
    assert known[-1] - known[0] >= 0.4
    assert processor.seconds_of([process.pid]) == pytest.approx(known[-1], abs=0.05)


def test_of_an_order_counts_what_the_host_took_for_it_now_or_later_and_no_mail_from_before(start: Start) -> None:
    found = sides.orders(start(SIDE, HOST))
    assert found["processor"] * 6 == pytest.approx(0.6, abs=0.15)


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
