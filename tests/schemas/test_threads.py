"""Threads that are the first to read something, all at once, do not bring their process down."""

import subprocess
import sys

PROGRAM = """
import sys, threading
import msgspec
from adjudicator.athens_sparta.components import box
from adjudicator.kernel import Chance
from adjudicator.registry import title
from tests.api.openapi.sample_statements import payloads

seats = ["red", "green", "black"]
begun = title("perikles").begin(scenario="opening", seats=seats, options={}, chance=Chance(bytes(32)))
things = [(type(one), msgspec.to_builtins(one)) for one in payloads().values()]
position, gate = msgspec.json.decode(msgspec.json.encode(begun.position)), threading.Barrier(16)

def read():
    gate.wait()
    box()
    for kind, plain in things:
        gate.wait()
        kind.from_body(plain)
    gate.wait()
    title("perikles").convert(position)

threads = [threading.Thread(target=read) for _ in range(16)]
sys.setswitchinterval(1e-6)
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_sixteen_threads_read_what_nobody_has_read_before():
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
