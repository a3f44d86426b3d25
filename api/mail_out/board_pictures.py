"""Pictures for mails, made in a process of their own.

A picture takes up to half a second in which no other thread of its process runs: in the host, orders would wait.
That process gives way to all others: a mail can wait for its picture, players need not.
"""

from __future__ import annotations

import os
import subprocess
import sys

from adjudicator.pictures import render

SECONDS = 60
"""After which a picture is given up."""


def paint(svg: str, width: int) -> bytes:
    """A picture as PNG, `width` pixels wide; raises CalledProcessError or TimeoutExpired where none came of it."""
    made = [sys.executable, "-m", __name__, str(width)]
    return subprocess.run(made, input=svg.encode(), capture_output=True, check=True, timeout=SECONDS).stdout  # noqa: S603


if __name__ == "__main__":
    os.nice(10)
    sys.stdout.buffer.write(render(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
