"""The folder that is served: the bundle, named by its content, and beside it what a browser asks for by name.

The name is taken before anything is compressed, so whoever builds the same sources comes to the same one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.site.gather import ROOT

SHELL: Final = ROOT / "cli" / "browser" / "shell"
INSIDE: Final = ("shell.js", "worker.js", "hosts.js", "shell.css")
BESIDE: Final = ("index.html", "sw.js", "manifest.webmanifest")
"""Asked for by name: `@bundle@` in them is its name."""
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
ICON: Final = ROOT / "cli" / "table" / "static" / "icon.svg"
SIZES: Final = (192, 512)
NO_FILES: Final = b"PK\5\6" + bytes(18)
"""An archive of nothing, where Pyodide would look for Python's library."""


def bundle(runtime: Path, parts: Mapping[str, bytes], crypto: bytes) -> dict[str, bytes]:
    """The files of the bundle, by their names in its folder."""
    icon = ICON.read_bytes()
    return {
        **{f"{name}.bin": content for name, content in parts.items()},
        **{f"py/{name}": (runtime / name).read_bytes() for name in RUNTIME},
        "py/none.zip": NO_FILES,
        **{name: (SHELL / name).read_bytes() for name in INSIDE},
        "crypto.js": crypto,
        "icon.svg": icon,
        **{f"icon-{size}.png": drawn(icon.decode(), size) for size in SIZES},
    }


def drawn(svg: str, size: int) -> bytes:
    """The icon for a home screen."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, skip_system_fonts=True))


def name_of(files: Mapping[str, bytes]) -> str:
    """The name of the folder: the hash of everything in it, and of what stands beside it."""
    digest = hashlib.sha256()
    for name, content in sorted({**files, **{f"../{one}": (SHELL / one).read_bytes() for one in BESIDE}}.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def written(out: Path, files: Mapping[str, bytes], hosts: Sequence[str] = ()) -> str:
    """Write the folder of a bundle into another one, and what stands beside it; gives its name.

    `hosts`: the addresses of the hosts that its page is for, if that is not the one that serves it.
    """
    name = name_of(files)
    for path, content in files.items():
        write(out / name / path, content)
    sizes = {part.removesuffix(".bin"): len(content) for part, content in files.items() if part.endswith(".bin")}
    sizes["runtime"] = sum(len(content) for path, content in files.items() if not path.endswith(".bin"))
    listed = ["manifest.webmanifest", *(f"{name}/{path}" for path in sorted(files))]
    for one in BESIDE:
        text = (SHELL / one).read_text(encoding="utf-8").replace("@bundle@", name)
        text = text.replace("@sizes@", json.dumps(sizes)).replace("@files@", json.dumps(listed))
        text = text.replace("@hosts@", json.dumps(list(hosts)) if hosts else "")
        text = text.replace("@connect@", " ".join(["'self'", *hosts]))
        write(out / one, text.encode())
    return name


def write(path: Path, content: bytes) -> None:
    """Write a file that everybody may read, whatever the umask."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.chmod(path, 0o644)
