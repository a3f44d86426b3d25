"""What a figure was measured on: without it no figure means anything."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("ostraka", "cryptography", "flask", "gunicorn", "msgspec", "pydantic", "sqlalchemy")


def describe(folder: Path) -> list[str]:
    """The machine and the versions, a line each."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return [
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {commit()}",
        f"{processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the start",
        f"{platform.platform()}, files on {filesystem(folder)}",
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {libraries}",
    ]


def processor() -> str:
    """The name of the processor, as the system tells it."""
    for line in read_lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def filesystem(folder: Path) -> str:
    """The kind of file system under a folder: a commit is as durable, and as slow, as that."""
    mounts = [line.split() for line in read_lines("/proc/mounts")]
    under = [mount for mount in mounts if folder.resolve().is_relative_to(mount[1])]
    return max(under, key=lambda mount: len(mount[1]))[2] if under else "an unknown file system"


def read_lines(path: str) -> list[str]:
    """The lines of a file of the system, none where there is no such file."""
    return Path(path).read_text().splitlines() if Path(path).exists() else []


def commit() -> str:
    """The commit that is measured."""
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=Path(__file__).parent
    )
    return done.stdout.strip() or "unknown"
