"""A process that keeps keys open for a while, so that a password is typed once and not at every command.

It holds the keys of *files* (`KeyFile.key`), neither passwords nor the player's keys: each opens one file that its
owner alone can read. Nothing rests on disk; when its time is over, or at `ostraka key lock`, the process ends. It is
reached by a Unix socket in a folder of its owner (a named pipe on Windows), and both sides prove that they know the
secret in `agent.json`. Other programs that run as the same user can ask it too, as with ssh-agent.

The system's keyring would need a library with a part for each system and a desktop that is signed in (a shell over SSH
has none), and keeps what it is given for ever.
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

from cli.home.home import write_private
from cli.home.settings import settle, settled

FILE: Final = "agent.json"
IDLE: Final = 1_800  # seconds after the last use, unless another time is asked for
LOOK: Final = 0.5  # seconds between looks whether the time is over
MOST_BYTES: Final = 4_096


def kept_key(root: Path, digest: str) -> bytes | None:
    """The key of a file of keys, by the file's digest; None where no agent of this home has it."""
    return asked(root, f"get {digest}") or None


def keep_key(root: Path, digest: str, key: bytes, seconds: int = IDLE) -> None:
    """Keep the key of a file until nothing has asked for any for so many seconds; starts the agent if none is there."""
    message = f"put {digest} {key.hex()} {seconds}"
    if asked(root, message) is None:
        start(root, message)


def keep_for(root: Path, seconds: int) -> None:
    """Have the keys that are open now forgotten after so many seconds without use."""
    asked(root, f"for {seconds}")


def end_agent(root: Path) -> bool:
    """Forget all keys of this home; was any kept?"""
    done = asked(root, "end") is not None
    with suppress(FileNotFoundError):
        (root / FILE).unlink()
    return done


def asked(root: Path, message: str) -> bytes | None:
    """What the agent of a home answers; None without an agent."""
    try:
        where = json.loads((root / FILE).read_bytes())
    except (OSError, ValueError):
        return None
    from multiprocessing import AuthenticationError
    from multiprocessing.connection import Client

    try:
        with Client(where["address"], authkey=bytes.fromhex(where["secret"])) as connection:
            connection.send_bytes(message.encode())
            return connection.recv_bytes(MOST_BYTES)
    except (OSError, EOFError, AuthenticationError):
        return None


def start(root: Path, message: str) -> None:
    """Start the agent of a home with its first message; does not wait for it."""
    import subprocess
    import tempfile

    sources = os.pathsep.join(filter(None, (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH"))))
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    process = subprocess.Popen(  # noqa: S603  (our own program)
        [sys.executable, "-m", __name__, str(root.absolute())],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": sources},
        cwd=tempfile.gettempdir(),
        **apart,
    )
    if process.stdin is not None:
        with suppress(BrokenPipeError), process.stdin as pipe:
            pipe.write(message.encode())
    process.returncode = 0  # it lives longer than this program, which never waits for it


class Agent:
    """The process itself."""

    def __init__(self, root: Path) -> None:
        import secrets
        import tempfile

        self.file, self.secret = root / FILE, secrets.token_bytes(32)
        self.folder = tempfile.mkdtemp(prefix="ostraka-")  # readable by its owner alone, its name short enough
        self.keys: dict[str, str] = {}
        self.seconds, self.until = IDLE, (0.0, 0.0)

    @property
    def address(self) -> str:
        """Where it listens."""
        name = Path(self.folder).name
        return rf"\\.\pipe\{name}" if sys.platform == "win32" else str(Path(self.folder) / "agent")

    def serve(self, first: str) -> NoReturn:
        """Answer until the time is over; the process ends in `watch`."""
        import threading
        from multiprocessing import AuthenticationError
        from multiprocessing.connection import Listener

        self.answer(first)

        with Listener(self.address, authkey=self.secret) as listener:
            write_private(self.file, self.written())
            threading.Thread(target=self.watch, daemon=True).start()
            while True:
                with suppress(OSError, EOFError, AuthenticationError), listener.accept() as connection:
                    connection.send_bytes(self.answer(connection.recv_bytes(MOST_BYTES).decode()))

    def written(self) -> bytes:
        """The file in the home: the agent's address, and what proves that one may read there."""
        return json.dumps({"address": self.address, "secret": self.secret.hex()}).encode()

    def answer(self, message: str) -> bytes:
        """Do what a message says; an empty answer is `no`, or `done`."""
        word, *rest = message.split()
        if self.keys and self.over():
            self.end()
        if word == "end":
            self.keys.clear()
            self.until = (0.0, 0.0)
            return b""
        if word == "put":
            digest, key, seconds = rest
            self.keys[digest], self.seconds = key, int(seconds)
        if word == "for":
            self.seconds = int(rest[0])
        self.until = (time.time() + self.seconds, time.monotonic() + self.seconds)
        return bytes.fromhex(self.keys.get(rest[0], "")) if word == "get" else b""

    def over(self) -> bool:
        """Is the time over? By either clock: one stands still while the machine sleeps, the other may be set back."""
        return time.time() >= self.until[0] or time.monotonic() >= self.until[1]

    def watch(self) -> None:
        """End the process when the time is over, or another agent has taken this one's place."""
        while not self.over():
            time.sleep(LOOK)
            try:
                if self.file.read_bytes() != self.written():
                    break
            except OSError:
                break
        self.end()

    def end(self) -> NoReturn:
        """Leave nothing behind."""
        import shutil

        with suppress(OSError):
            if self.file.read_bytes() == self.written():
                self.file.unlink()
        shutil.rmtree(self.folder, ignore_errors=True)
        os._exit(0)


def forbid_core_dumps() -> None:
    """Keep the memory of this process out of files."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# --- after how long without use keys lock ----------------------------------------------------------------------------


LONGEST_OPEN: Final = 7 * 86_400


def lock_seconds(root: Path) -> int:
    """After how many seconds without use keys lock; 0: they are not kept open at all."""
    seconds = settled(root).get("lock_seconds")
    return seconds if isinstance(seconds, int) and 0 <= seconds <= LONGEST_OPEN else IDLE


def set_lock_seconds(root: Path, seconds: int) -> None:
    """Settle it, for keys that are open now as well."""
    settle(root, lock_seconds=seconds)
    if seconds:
        keep_for(root, seconds)
    else:
        end_agent(root)


if __name__ == "__main__":
    forbid_core_dumps()
    Agent(Path(sys.argv[1])).serve(sys.stdin.read())
