"""Small boards in lists of games: drawn when they are first looked at, from the position in a game's file, and kept.

What is kept is drawn anew once the game, or this program, is another, and where it is not as it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Final

from adjudicator.pictures.small import small_board, small_opening
from adjudicator.registry import is_title
from adjudicator.registry import title as find_title
from cli.home.home import make_private, write_private
from cli.rules.saved_games import board_beside, games_folder, read_game, saved_here

OPENINGS: Final = "openings"
"""The folder beside the games for the boards with which titles begin."""
DRAWING: Final = Lock()
"""Boards are drawn one at a time."""


def board_of(home: Path, name: str) -> bytes | None:
    """The board of a game on this machine, kept beside its file; that of its title where it has none to show."""
    path = saved_here(home, name)
    if path is None:
        return None
    data = path.read_bytes()
    board = kept(board_beside(path), data, lambda: drawn(data, name))
    return board or opening_of(home, read_game(data, name).title)


def opening_of(home: Path, title: str) -> bytes | None:
    """The board with which a title begins; None where the title is not here, or has none."""
    if not is_title(title):
        return None
    path = games_folder(home) / OPENINGS / f"{title}.svg"
    return kept(path, b"", lambda: small_opening(find_title(title)))


def drawn(data: bytes, name: str) -> str | None:
    """What a game's file leads to; None where its rules are not here, or its board has no map."""
    try:
        game = read_game(data, name)
        rules = game.rules()
        return small_board(rules, rules.convert(game.position)) if game.position else None
    except Exception:  # whatever a changed file may lead the rules into
        return None


def kept(path: Path, made_of: bytes, draw: Callable[[], str | None]) -> bytes | None:
    """What is kept in a file, if it was made of just this; else it is drawn, and kept."""
    with suppress(OSError):
        board, _, mark = path.read_bytes().rpartition(b"\n")
        if mark == marked(board, made_of):
            return board
    with DRAWING:
        svg = draw()
        with suppress(OSError):  # what cannot be kept is drawn again
            keep(path, made_of, svg)
    return svg.encode() if svg else None


def keep(path: Path, made_of: bytes, svg: str | None) -> None:
    """Write a board; where there is none, an older one goes."""
    if svg is None:
        path.unlink(missing_ok=True)
    else:
        make_private(path.parent)
        write_private(path, svg.encode() + b"\n" + marked(svg.encode(), made_of), lasting=False)


def marked(board: bytes, made_of: bytes) -> bytes:
    """The last line of what is kept: it tells of what it was made, by which release, and whether it is whole."""
    digest = sha256(b"\0".join((release(), sha256(made_of).digest(), board))).hexdigest()
    return f"<!-- {digest} -->".encode()


@cache
def release() -> bytes:
    """The release of this program, which draws otherwise than another."""
    return version("ostraka").encode()
