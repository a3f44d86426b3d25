"""From sources to the folder that is served; what is fetched and compiled lies in a folder of work."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from adjudicator.registry import titles
from tools.site import folder, gather, parts
from tools.site.ingredients import PACKAGES, RUNTIME

HERE: Final = Path(__file__).parent
PLAY: Final = "play"
WHEEL: Final = ("--only-binary=:all:", "--platform=pyemscripten_2026_0_wasm32", "--python-version=314", "--abi=cp314")


def built(out: Path, work: Path, hosts: Sequence[str] = ()) -> str:
    """Build everything that is played into a folder, beside nothing else; gives the name of the bundle."""
    shutil.rmtree(out, ignore_errors=True)
    wheel = fetched_wheel(work / "wheels")
    crypto, stretch = bundled("crypto.js", work / "crypto.mjs"), bundled("stretch.js", work / "stretch.mjs")
    files = gather.sources(RUNTIME, wheel)
    compiled = compile_all(files, work)
    opened = traced(work / "compiled", crypto)
    packed = parts.packed(compiled, opened, titles())
    return folder.written(out / PLAY, folder.bundle(RUNTIME, packed, crypto.read_bytes(), stretch.read_bytes()), hosts)


def fetched_wheel(into: Path) -> Path:
    """The library in C for Python in a browser, by its hash."""
    if not (found := list(into.glob("*.whl"))):
        lock = ["--require-hashes", "--requirement", str(HERE / "wheels.lock")]
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(into)]
        subprocess.run([*pip, *WHEEL, *lock], check=True)  # noqa: S603 - words of ours
        found = list(into.glob("*.whl"))
    [wheel] = found
    return wheel


def bundled(script: str, into: Path) -> Path:
    """A script of the page with the libraries that it imports, in one file."""
    into.parent.mkdir(parents=True, exist_ok=True)
    words = [
        str(PACKAGES / ".bin" / "esbuild"),
        script,
        "--bundle",
        "--minify",
        "--format=esm",
        "--log-level=error",
    ]
    environment = {**os.environ, "NODE_PATH": str(PACKAGES)}
    subprocess.run([*words, f"--outfile={into}"], cwd=folder.SHELL, env=environment, check=True)  # noqa: S603 - words of ours
    return into


def compile_all(files: dict[str, bytes], work: Path) -> dict[str, bytes]:
    """The files with every module compiled, by the Python that will run them."""
    for name in ("sources", "compiled"):
        shutil.rmtree(work / name, ignore_errors=True)
        (work / name).mkdir()
    for name, content in files.items():
        folder.write(work / "sources" / name, content)
    node("compile.mjs", RUNTIME, work / "sources", work / "compiled")
    found = (path for path in (work / "compiled").rglob("*") if path.is_file())
    return {path.relative_to(work / "compiled").as_posix(): path.read_bytes() for path in found}


def traced(compiled: Path, crypto: Path) -> frozenset[str]:
    """The names of the files that Python opens until a first board stands, whichever title's."""
    standard = compiled.parent / "std.zip"
    shutil.make_archive(str(standard.with_suffix("")), "zip", compiled / "std")
    return frozenset(node("trace.mjs", RUNTIME, compiled, crypto, standard).split())


def node(script: str, *given: Path | int) -> str:
    """Run a script of the build; gives what it printed. What it complains of is cut: a trace there is a megabyte."""
    words = ["node", str(HERE / script), *map(str, given)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - words of ours
    if done.returncode:
        lines = [line[:200] for line in done.stderr.splitlines() if line.strip()]
        raise SystemExit("\n".join([f"{script} failed:", *lines[-30:]]))
    return done.stdout


def compress(out: Path, cache: Path, quality: int) -> None:
    """Put Brotli, of a quality up to 11, and gzip beside each file that gains by it."""
    node("compress.mjs", out, cache, quality)
