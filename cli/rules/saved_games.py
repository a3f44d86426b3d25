"""A hot-seat game as a file: its setup, the orders given, and the keys of its chance.

Replayed from these it comes to the same position, byte for byte. That position is in the file too, so that newer rules,
which cannot play the old phases again, go on from it. Whoever reads the file can find out what is hidden.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from adjudicator.kernel import Chance, Malformed, Resolution, Title
from adjudicator.kernel.errors import OtherRules
from adjudicator.kernel.title.reopening import reopened_under
from adjudicator.registry import is_title, rules_of
from adjudicator.registry import title as find_title
from cli.errors import Misuse
from cli.home.home import write_private
from cli.rules.local_check import required_rules
from schemas.documents.components_files import add_components

FORMAT = "ostraka hot-seat game 1"
FOLDER: Final = "games"
NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
Kind = TypeVar("Kind", "SavedGame", "SavedInShort")


class PlayedPhase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What went into one resolution: the orders of each seat, new books, and the key of its chance."""

    sent: dict[str, list[dict[str, Any]]]
    chance: bytes
    books: dict[str, list[dict[str, Any]]] = {}


class Earlier(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was played under older rules: from the setup, or from a position that was upgraded to them."""

    version: str
    phases: list[PlayedPhase]
    start: dict[str, Any] | None = None


class Ended(msgspec.Struct, frozen=True):
    """Of a position only how the game ended."""

    outcome: dict[str, Any] | None = None


class SavedInShort(msgspec.Struct, frozen=True):
    """What a list tells of a saved game; the rest of its file, which is most of it, is passed over."""

    format: str
    title: str
    scenario: str
    seats: list[str]
    people: list[str]
    phases: list[msgspec.Raw] = []
    over: bool = False
    played: float = 0.0
    won: str = ""
    scores: dict[str, int] = {}
    position: Ended | None = None


class SavedGame(msgspec.Struct):
    """A game: its setup, who plays, their books, and every phase so far; fields of older files are passed over."""

    format: str
    title: str
    version: str
    scenario: str
    seats: list[str]
    people: list[str]
    bots: str
    books: dict[str, list[dict[str, Any]]]
    setup_chance: bytes
    options: dict[str, str | int | bool] = {}
    components: str | None = None
    phases: list[PlayedPhase] = []
    over: bool = False
    played: float = 0.0  # when the last phase was
    won: str = ""  # who, in words, once it is over
    scores: dict[str, int] = {}  # by seat, in words, so that a list need not replay it
    position: dict[str, Any] | None = None  # as the phases have left it
    start: dict[str, Any] | None = None  # from where the phases go on; None: from the setup
    differs: list[str] = []  # how the rules differ from those before the start, in sentences
    earlier: list[Earlier] = []  # what was played before the start
    names: dict[str, str] = {}  # of the people, by seat, as far as they were given

    @property
    def setup(self) -> tuple[Any, ...]:
        """What makes it this game and no other; chance alone does not, as a seed may begin several."""
        who = (self.seats, self.people, self.bots, self.books)
        return (self.title, self.scenario, self.options, self.components, *who, self.setup_chance)

    @property
    def first(self) -> int:
        """The number of the phase that had been resolved last at the start."""
        return sum(len(one.phases) for one in self.earlier)

    def rules(self) -> Title[Any]:
        """The title, in the version under which the game goes on, with its components file loaded."""
        rules = required_rules(self.version)
        add_components(rules, self.options, self.components)
        return rules

    def bring_up(self) -> None:
        """Go on under newer rules, where this program has those: from the position, by their upgrade."""
        if self.position is None or rules_of(self.version) is not None or not is_title(self.title):
            return
        rules, stored = find_title(self.title), msgspec.json.encode(self.position)
        add_components(rules, self.options, self.components)
        try:
            position, fallen, differs = _under(rules, self.version, stored)
        except (OtherRules, Malformed):
            return  # `rules` says which release is needed
        self.earlier = [*self.earlier, Earlier(self.version, self.phases, self.start)]
        self.differs = [*differs, *(f"The book of {seat} is gone: {why}." for seat, why in fallen.items())]
        self.version, self.phases = rules.version, []
        self.start = self.position = msgspec.json.decode(rules.encode(position))

    def resolutions(self) -> Iterator[Resolution[Any]]:
        """The game replayed: the setup first, then each phase."""
        rules = self.rules()
        resolution = self._begun(rules)
        yield resolution
        for phase in self.phases:
            sent = {seat: rules.decode_orders(orders) for seat, orders in phase.sent.items()}
            books = {seat: rules.check_book(book, {}) for seat, book in phase.books.items()}
            resolution = rules.resolve(resolution.position, sent, Chance(phase.chance), books)
            yield resolution

    def _begun(self, rules: Title[Any]) -> Resolution[Any]:
        if self.start is not None:
            return Resolution(rules.convert(self.start), Chance(self.setup_chance), {})
        resolution = rules.begin(
            scenario=self.scenario, seats=self.seats, options=self.options, chance=Chance(self.setup_chance)
        )
        resolution.position.books = {seat: rules.check_book(book, {}) for seat, book in self.books.items()}
        return resolution


def _under(rules: Title[Any], since: str, stored: bytes) -> tuple[Any, dict[str, str], list[str]]:
    """A stored position under newer rules; why books are gone, by seat; and how the rules differ, in sentences."""
    plain, differs = msgspec.json.decode(stored), rules.differences(since)
    if plain["phase"] is None:
        return rules.upgraded(stored), {}, differs
    return *reopened_under(rules, stored, plain["phases"]), differs


def games_folder(home: Path) -> Path:
    """Where games of this machine are saved that no other file was named for."""
    return home / FOLDER


def saved_here(home: Path, name: str) -> Path | None:
    """The file of the game on this machine that has this name, if there is one."""
    path = games_folder(home) / f"{name}.json"
    return path if NAME.fullmatch(name) and path.is_file() else None


def free_name(home: Path, title: str) -> Path:
    """The file for a new game: `perikles-1` and so on; none is ever used again."""
    return next(path for number in count(1) if not (path := games_folder(home) / f"{title}-{number}.json").exists())


def unfinished(home: Path) -> list[tuple[Path, SavedInShort]]:
    """The games on this machine that are not over, the one that was played last first."""
    return [(path, saved) for path, saved in all_saved(home) if not saved.over]


def all_saved(home: Path) -> list[tuple[Path, SavedInShort]]:
    """The games on this machine in short, without any rules; the one that was played last first."""
    paths = sorted(path for path in games_folder(home).glob("*.json") if NAME.fullmatch(path.stem))
    read = ((path, _parsed(path.read_bytes(), str(path), SavedInShort)) for path in paths)
    return sorted(read, key=lambda game: game[1].played, reverse=True)


def load_game(path: Path) -> SavedGame:
    """Read a saved game, under the rules that are here if an upgrade leads to them; Misuse if the file is not one."""
    return read_game(path.read_bytes(), str(path))


def read_game(data: bytes, called: str) -> SavedGame:
    """The saved game in a file of this name; `load_game` says more."""
    saved = as_saved(data, called)
    saved.bring_up()
    return saved


def as_saved(data: bytes, called: str) -> SavedGame:
    """The saved game in a file of this name, under the rules that it names."""
    return _parsed(data, called, SavedGame)


def _parsed(data: bytes, called: str, kind: type[Kind]) -> Kind:
    try:
        saved = msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Misuse(f"{called} is not a saved game: {error}.") from None
    if saved.format != FORMAT:
        raise Misuse(f"{called} has the format {saved.format!r}; this program reads {FORMAT!r}.")
    return saved


def store_game(saved: SavedGame, path: Path) -> None:
    """Write a game, readable by its owner only; the file is never half written."""
    write_private(path, msgspec.json.format(msgspec.json.encode(saved), indent=1))


def board_beside(path: Path) -> Path:
    """Where the small board of a saved game is kept, once a list has shown it."""
    return path.with_suffix(".svg")


def forget_boards(home: Path) -> None:
    """Delete the small boards of games whose files were deleted."""
    for path in games_folder(home).glob("*.svg"):
        if not path.with_suffix(".json").exists():
            path.unlink(missing_ok=True)


def key_of(secret: bytes, *parts: object) -> bytes:
    """A key derived from a secret for one purpose; it does not reveal the secret."""
    return hmac.digest(secret, repr(parts).encode(), hashlib.sha256)


def secret_of(seed: str | None) -> bytes:
    """The 32 bytes from which all chance of a game is derived."""
    return os.urandom(32) if seed is None else hashlib.sha256(seed.encode()).digest()
