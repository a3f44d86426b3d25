"""What npm installs for our scripts; a test that needs it is skipped aloud where it cannot be had."""

import fcntl
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ROOT / "tools" / "javascript" / "node_modules"


def installed(untried: str) -> Path:
    """The folder of the packages, as `make scripts` installs them; `untried` says what is not tried without it."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.skip(f"NO {program.upper()} is installed: {untried} was not tried")
    with (ROOT / "tools" / "javascript" / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one of several workers installs
        made = subprocess.run(["make", "--silent", str((PACKAGES / ".package-lock.json").relative_to(ROOT))], cwd=ROOT)
    if made.returncode:
        pytest.skip(f"NO REGISTRY of npm is reachable: {untried} was not tried")
    return PACKAGES
