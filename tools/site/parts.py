"""The parts of the bundle, each one file, in the order of need.

`base` is what Python opens until a first board stands, whichever title's; each title is a part, with what its first
board needs of it; `rest` is whatever may be wanted later. A part is a JSON list of names and sizes, its length in
front, then the files one after another: the worker hangs them into Python's file system without unpacking.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Collection, Mapping
from typing import Final

BASE: Final = "base"
REST: Final = "rest"


def packed(files: Mapping[str, bytes], opened: Collection[str], titles: Collection[str]) -> dict[str, bytes]:
    """The parts by their names; `opened`: the names of the files that the first board needs."""
    parts: dict[str, dict[str, bytes]] = {name: {} for name in (BASE, *titles, REST)}
    for name, content in sorted(files.items()):
        parts[part_of(name, opened, titles)][name] = content
    return {name: pack(inside) for name, inside in parts.items()}


def part_of(name: str, opened: Collection[str], titles: Collection[str]) -> str:
    """The part that a file belongs to."""
    if name not in opened and not name.endswith(".so") and ".dist-info/" not in name:
        return REST
    return next((title for title in titles if name.startswith(f"site/adjudicator/{title}/")), BASE)


def pack(files: Mapping[str, bytes]) -> bytes:
    """Files as one."""
    head = json.dumps([[name, len(content)] for name, content in files.items()], separators=(",", ":")).encode()
    return struct.pack("<I", len(head)) + head + b"".join(files.values())


def unpack(part: bytes) -> dict[str, bytes]:
    """The files of a part."""
    (size,) = struct.unpack_from("<I", part)
    found, at = {}, 4 + size
    for name, length in json.loads(part[4:at]):
        found[name] = part[at : at + length]
        at += length
    return found
