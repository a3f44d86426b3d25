"""Our program in processes that are forked off the test's: each is a process of its own, and imports nothing anew.

A command that starts its own interpreter takes a third of a second before it begins, a server more than one. That the
program starts by itself is what the tests of `tests/cli/test_main.py`, of the packages and of the pages' shells say.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

from cli.main import main
from tests.api.hosts import free_port
from tests.patience import PATIENCE, PAUSE
from tools.demo.stage import Stage


class Forked(subprocess.Popen[bytes]):
    """A process that was forked off, with what can be done to one that was started."""

    def __init__(self, words: Sequence[str], cwd: Path, env: Mapping[str, str], streams: Sequence[IO[bytes]]) -> None:
        self.args = ["ostraka", *words]
        self.returncode = None
        self.pid = os.fork()
        if self.pid == 0:
            _become_ostraka(words, cwd, env, streams)

    def __del__(self, *_: Any) -> None:
        """Nothing: whoever started it waits for it."""

    def poll(self) -> int | None:
        if self.returncode is None and (ended := os.waitpid(self.pid, os.WNOHANG))[0]:
            self.returncode = os.waitstatus_to_exitcode(ended[1])
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        end = time.monotonic() + (PATIENCE if timeout is None else timeout)
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(self.args, timeout or PATIENCE)
            time.sleep(PAUSE)
        return code

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)


def start(words: Sequence[str], cwd: Path, env: Mapping[str, str], log: IO[bytes]) -> Forked:
    """Start `ostraka` with these words, in a session of its own."""
    with open(os.devnull, "rb") as nothing:
        return Forked(words, cwd, env, (nothing, log, log))


def ostraka(
    words: Sequence[str], *, cwd: Path, env: Mapping[str, str], stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run `ostraka` with these words to its end."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin.encode())
        given.seek(0)
        process = Forked(words, cwd, env, (given, out, err))
        patience = threading.Timer(PATIENCE, os.kill, (process.pid, signal.SIGKILL))
        patience.start()
        try:
            _, status = os.waitpid(process.pid, 0)
        finally:
            patience.cancel()
        printed = [(stream.seek(0), stream.read().decode())[1] for stream in (out, err)]
    return subprocess.CompletedProcess(process.args, os.waitstatus_to_exitcode(status), *printed)


def _become_ostraka(words: Sequence[str], cwd: Path, env: Mapping[str, str], streams: Sequence[IO[bytes]]) -> NoReturn:
    """Be the program, as if it had been started from a shell."""
    code = 1
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        for number in _files():
            with contextlib.suppress(OSError):
                os.dup2(nothing, number)
        for sig in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sig, signal.default_int_handler if sig == signal.SIGINT else signal.SIG_DFL)
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
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _files() -> list[int]:
    """The test's open files and sockets; their numbers are not free, because what had them here may close them yet."""
    return [number for number in map(int, os.listdir("/proc/self/fd")) if number > 2]


class ForkedStage(Stage):
    """A stage whose processes are forked off."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.url = f"http://127.0.0.1:{free_port()}"

    def launched(self, who: str | None, words: tuple[str, ...], out: IO[bytes]) -> subprocess.Popen[bytes]:
        return start(words, cwd=self.root, env=self.environment(who), log=out)

    def finished(self, who: str | None, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        return ostraka(words, cwd=self.root, env=self.environment(who))
