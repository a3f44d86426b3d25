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

from tools.site import games
from tools.site.gather import ROOT

SHELL: Final = ROOT / "cli" / "browser" / "shell"
INSIDE: Final = (
    *("shell.js", "door.js", "tabs.js", "updates.js", "report.js", "push.js"),
    *("worker.js", "hosts.js", "storing.js", "shell.css"),
)
BESIDE: Final = ("index.html", "sw.js", "manifest.webmanifest")
"""Asked for by name: `@bundle@` in them is its name."""
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
COUNTED: Final = ("py/pyodide.asm.wasm", "py/none.zip")
"""What of the runtime the worker fetches itself, and so can say how much of it is there."""
ICON: Final = ROOT / "cli" / "table" / "static" / "icon.svg"
SIZES: Final = (192, 512)
NO_FILES: Final = b"PK\5\6" + bytes(18)
"""An archive of nothing, where Pyodide would look for Python's library."""


def bundle(runtime: Path, parts: Mapping[str, bytes], crypto: bytes, stretch: bytes) -> dict[str, bytes]:
    """The files of the bundle, by their names in its folder."""
    icon = ICON.read_bytes()
    return {
        **{f"{name}.bin": content for name, content in parts.items()},
        **{f"py/{name}": (runtime / name).read_bytes() for name in RUNTIME},
        "py/none.zip": NO_FILES,
        **{name: (SHELL / name).read_bytes() for name in INSIDE},
        "crypto.js": crypto,
        "stretch.js": stretch,
        "icon.svg": icon,
        **{f"icon-{size}.png": drawn(icon.decode(), size) for size in SIZES},
        **games.pictures(),
    }


def drawn(svg: str, size: int) -> bytes:
    """The icon for a home screen."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, skip_system_fonts=True))


def name_of(files: Mapping[str, bytes]) -> str:
    """The name of the folder: the hash of everything in it, and of what stands beside it."""
    digest = hashlib.sha256()
    for name, content in sorted({**files, **{f"../{one}": text.encode() for one, text in beside().items()}}.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def beside() -> dict[str, str]:
    """What stands beside the folder, as long as that has no name."""
    texts = {one: (SHELL / one).read_text(encoding="utf-8") for one in BESIDE}
    return {one: text.replace("@games@", games.to_read("@bundle@")) for one, text in texts.items()}


def written(out: Path, files: Mapping[str, bytes], hosts: Sequence[str] = ()) -> str:
    """Write the folder of a bundle into another one, and what stands beside it; gives its name.

    `hosts`: the addresses of the hosts that its page is for, if that is not the one that serves it.
    """
    name = name_of(files)
    for path, content in files.items():
        write(out / name / path, content)
    sizes = {part.removesuffix(".bin"): len(content) for part, content in files.items() if part.endswith(".bin")}
    sizes["runtime"] = sum(len(files[path]) for path in COUNTED)
    listed = ["manifest.webmanifest", *(f"{name}/{path}" for path in sorted(files))]
    told = {
        "@bundle@": name,
        "@sizes@": json.dumps(sizes),
        "@files@": json.dumps(listed),
        "@hosts@": json.dumps(list(hosts)) if hosts else "",
        "@connect@": " ".join(["'self'", *hosts]),
    }
    for one, text in beside().items():
        for mark, said in told.items():
            text = text.replace(mark, said)
        write(out / one, text.encode())
    return name


def write(path: Path, content: bytes) -> None:
    """Write a file that everybody may read, whatever the umask."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.chmod(path, 0o644)
