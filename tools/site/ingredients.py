"""Whose work is in the bundle: names, versions, licences, and where each comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools.site.gather import LIBRARIES, ROOT

PACKAGES: Final = ROOT / "tools" / "javascript" / "node_modules"
"""What npm has installed, by the hashes of its lock file."""
NPM: Final = ("@noble/ciphers", "@noble/curves", "@noble/hashes", "@noble/post-quantum", "hash-wasm")
IN_C: Final = ("scrypt", "sha256")
"""What is in WebAssembly of hash-wasm's, each under its author's own licence."""
RUNTIME: Final = PACKAGES / "pyodide"
BSD: Final = "BSD-3-Clause"
OLDER: Final = {"BSD License": BSD, "MIT License": "MIT", "Apache Software License": "Apache-2.0"}
"""Licences as older packages name them."""


class Ingredient(NamedTuple):
    """Somebody's work that is in the bundle."""

    name: str
    version: str
    licence: str
    home: str


def listed(source: str) -> list[Ingredient]:
    """All of them."""
    pyodide = manifest(RUNTIME)
    python = json.loads((RUNTIME / "pyodide-lock.json").read_text())["info"]["python"]
    return [
        Ingredient("Ostraka", distribution("ostraka").version, "AGPL-3.0-or-later", source),
        Ingredient("Python", python, "PSF-2.0", "https://www.python.org/"),
        Ingredient("Pyodide", pyodide["version"], pyodide["license"], "https://github.com/pyodide/pyodide"),
        *(of_python(distribution(name)) for name in (*LIBRARIES, "msgspec")),
        *(of_npm(name) for name in NPM),
        Ingredient("Atkinson Hyperlegible", "2020", "OFL-1.1", "https://www.brailleinstitute.org/freefont/"),
    ]


def of_python(found: Distribution) -> Ingredient:
    """A library of Python."""
    facts = found.metadata
    older = [OLDER.get(one.rpartition(" :: ")[2], "") for one in facts.get_all("Classifier") or () if "License" in one]
    homes = dict(one.split(", ", 1) for one in facts.get_all("Project-URL") or ())
    home = next((homes[name] for name in ("Source", "Source Code", "Repository") if name in homes), "")
    return Ingredient(facts["Name"], found.version, facts["License-Expression"] or "".join(older), home)


def of_npm(name: str) -> Ingredient:
    """A library of JavaScript."""
    facts = manifest(PACKAGES / name)
    return Ingredient(name, facts["version"], facts["license"], facts.get("homepage", ""))


def manifest(package: Path) -> dict[str, Any]:
    """What a package of npm says of itself."""
    facts: dict[str, Any] = json.loads((package / "package.json").read_text())
    return facts


def licences() -> str:
    """The licences in full, as the packages bring them."""
    return "\n\n".join(f"--- {name} ---\n\n{text.strip()}\n" for name, text in texts())


def texts() -> Iterator[tuple[str, str]]:
    """Each licence with whose it is."""
    yield "Ostraka", (ROOT / "LICENSE").read_text()
    for name in (*LIBRARIES, "msgspec"):
        for path in distribution(name).files or ():
            if path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
                yield name, path.read_text()
    for name in NPM:
        yield name, (PACKAGES / name / "LICENSE").read_text()
    for name in IN_C:
        head, _, _ = (PACKAGES / "hash-wasm" / "src" / f"{name}.c").read_text().partition("*/")
        yield f"{name}.c in hash-wasm", re.sub(r"^/?[ *]*", "", head, flags=re.MULTILINE)
