"""A page whose commands are one session in a shell: they are given to bash, line after line, in an empty home."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

from tests.api.hosts import free_port
from tests.docs.readers import ROOT

PATIENCE = 240
GET = f"""#!{sys.executable}
import sys, urllib.request
from itertools import pairwise
headers = dict(value.split(": ", 1) for name, value in pairwise(sys.argv) if name == "-H")
print(urllib.request.urlopen(urllib.request.Request(sys.argv[-1], headers=headers)).read().decode())
"""


def session(folder: Path, lines: list[str]) -> str:
    """What a shell prints that is given these lines one after another; whatever they start ends with it."""
    port = free_port()
    tools = folder / "bin"
    tools.mkdir()
    if shutil.which("curl") is None:
        (tools / "curl").write_text(GET)
        (tools / "curl").chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
    path = os.pathsep.join((str(Path(sys.executable).parent), str(tools), kept["PATH"]))
    typed = "\n".join(["set -e", *lines])
    script = typed.replace("8000", str(port)).replace("docs/examples", str(ROOT / "docs/examples"))
    shell = subprocess.Popen(
        ["bash", "-c", script],
        cwd=folder,
        env={**kept, "HOME": str(folder), "PATH": path, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    patience = threading.Timer(PATIENCE, os.killpg, (shell.pid, signal.SIGKILL))
    patience.start()
    try:
        told = ""
        assert shell.stdout is not None
        for line in shell.stdout:
            told += line
            if line == "THE END\n":
                break
        return told
    finally:
        patience.cancel()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(shell.pid, signal.SIGKILL)
        shell.wait()


def served(lines: list[str]) -> list[str]:
    """The same lines, with a pause until the service answers."""
    wait = "until curl -sf http://127.0.0.1:8000/api/v1/ > /dev/null; do sleep 0.2; done"
    return [part for line in lines for part in ([line, wait] if line.startswith("ostraka serve") else [line])]
