"""Commands of ours in processes that are forked off the test's: each is a process of its own, and imports nothing anew.

Every command that starts its own interpreter takes a third of a second before it begins.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NoReturn

from cli.main import main
from tests.patience import PATIENCE


def ostraka(
    words: Sequence[str], *, cwd: Path, env: Mapping[str, str], stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run `ostraka` with these words to its end."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin.encode())
        given.seek(0)
        child = os.fork()
        if child == 0:
            _become_ostraka(words, cwd, env, (given, out, err))
        patience = threading.Timer(PATIENCE, os.kill, (child, signal.SIGKILL))
        patience.start()
        try:
            _, status = os.waitpid(child, 0)
        finally:
            patience.cancel()
        printed = [(stream.seek(0), stream.read().decode())[1] for stream in (out, err)]
    return subprocess.CompletedProcess(["ostraka", *words], os.waitstatus_to_exitcode(status), *printed)


def _become_ostraka(words: Sequence[str], cwd: Path, env: Mapping[str, str], streams: Sequence[IO[bytes]]) -> NoReturn:
    """Be the program, as if it had been started from a shell."""
    code = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115  (for as long as it lives)
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(env)
        sys.argv = ["ostraka", *words]
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)
