"""What is kept on this machine for each game: what is half made, cards, a form, and the reader's notes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from cli.answer.cards import Card
from cli.home.home import Home, make_private, safe_name, write_private

FOLDER: Final = "table"
MOST_NOTES: Final = 20_000  # characters


class Guide(msgspec.Struct, frozen=True):
    """The notes of a guided first game that were read, by number, and the phase in which the last one was."""

    read: tuple[int, ...] = ()
    last: int = 0


class Kept:
    """The file of one seat in one game."""

    def __init__(self, home: Home, game: str, seat: str) -> None:
        self.path: Path = home.root / FOLDER / f"{safe_name(game)}-{safe_name(seat)}.json"

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self.path.read_bytes())
        except (FileNotFoundError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, *, lasting: bool = True, **changes: Any) -> None:
        make_private(self.path.parent)
        write_private(self.path, json.dumps({**self._read(), **changes}).encode(), lasting=lasting)

    def acts(self, phase: int) -> tuple[list[str], Any]:
        """The acts of the answer to a phase that was not sent, and what they had come to."""
        found = self._read()
        acts = found.get("acts", []) if found.get("phase") == phase else []
        return [act for act in acts if isinstance(act, str)], found.get("came")

    def left_behind(self, phase: int | None) -> int:
        """The earlier phase of which a half-made answer was never sent; 0 where there is none."""
        found = self._read()
        return int(found.get("phase") or 0) if found.get("acts") and found.get("phase") != phase else 0

    def carry(self, phase: int) -> None:
        """What is half made belongs to this phase now, which asks the same."""
        found = self._read()
        beside = {name: one for name in ("page", "half_form") if isinstance(one := found.get(name), dict)}
        moved: dict[str, Any] = {
            name: {**one, "phase": phase} for name, one in beside.items() if one.get("phase") == found.get("phase")
        }
        self._write(phase=phase, **moved)

    def keep_acts(self, phase: int, acts: list[str], came: Any) -> None:
        """Keep a half-made answer; after every click, so that nobody waits for the disk."""
        self._write(phase=phase, acts=acts, came=came, lasting=False)

    def forget_acts(self) -> None:
        """It was sent, or the player has dropped it."""
        self._write(phase=None, acts=[], came=None)

    def set_aside(self) -> None:
        """It is sealed and on its way."""
        found = self._read()
        self._write(aside={name: found.get(name) for name in ("phase", "acts", "came")}, phase=None, acts=[], came=None)

    def arrived(self) -> None:
        """What was set aside counts."""
        self._write(aside=None)

    def take_up(self) -> bool:
        """What was set aside does not count: it is half made again, unless something newer is; gives whether."""
        found = self._read()
        aside, fits = found.get("aside"), not found.get("acts")
        if isinstance(aside, dict):
            self._write(aside=None, **(aside if fits else {}))
        return isinstance(aside, dict) and bool(aside.get("acts")) and fits

    def page(self, phase: int | None) -> tuple[list[str], Any]:
        """The acts of the card, the sheet or the plan that was left open in a phase, and what they had come to."""
        found = self._read().get("page")
        if not isinstance(found, dict) or phase is None or found.get("phase") != phase:
            return [], None
        return [act for act in found.get("acts", []) if isinstance(act, str)], found.get("came")

    def keep_page(self, phase: int | None, acts: list[str], came: Any) -> None:
        """Keep what is open beside the answer, after every click; no acts: nothing is."""
        self._write(page={"phase": phase, "acts": acts, "came": came} if acts else None, lasting=False)

    @property
    def half_form(self) -> dict[str, Any]:
        """A form that was not sent: its `answers`, whether they were `looked_over`, and in which `phase`."""
        found = self._read().get("half_form")
        return found if isinstance(found, dict) and isinstance(found.get("answers"), dict) else {}

    def keep_half_form(self, phase: int | None, answers: Mapping[str, str], looked_over: bool) -> None:
        """Keep a form that is filled in, after every click."""
        self._write(half_form={"phase": phase, "answers": dict(answers), "looked_over": looked_over}, lasting=False)

    def forget_half_form(self) -> None:
        """It was sent, or is not wanted now."""
        if self.half_form:
            self._write(half_form=None)

    def cards(self) -> list[Card]:
        """The answers ahead of this game turn."""
        try:
            return msgspec.convert(self._read().get("cards", []), list[Card])
        except msgspec.ValidationError:
            return []

    def keep_cards(self, cards: Sequence[Card]) -> None:
        """Keep answers ahead."""
        self._write(cards=msgspec.to_builtins(cards))

    @property
    def form(self) -> dict[str, str] | None:
        """The answers to a form whose book goes with the next answer."""
        found = self._read().get("form")
        return {str(name): str(answer) for name, answer in found.items()} if isinstance(found, dict) else None

    def keep_form(self, answers: Mapping[str, str] | None) -> None:
        """Keep the answers to a form until its book is sent."""
        self._write(form=None if answers is None else dict(answers))

    @property
    def form_left(self) -> bool:
        """Whether the reader does not want the form to be offered."""
        return bool(self._read().get("form_left"))

    def leave_form(self) -> None:
        """Do not offer the form again."""
        self._write(form_left=True)

    @property
    def guide(self) -> Guide | None:
        """What was read in a guided first game; None: it is none, or is guided no more."""
        try:
            return msgspec.convert(self._read().get("guide"), Guide | None)
        except msgspec.ValidationError:
            return None

    @property
    def is_first_game(self) -> bool:
        """Whether the game began guided, also where its notes were put away since: then nothing speaks of books."""
        return "guide" in self._read()

    def keep_guide(self, read: Sequence[int], phase: int) -> None:
        """Keep which notes were read, the last of them in this phase."""
        self._write(guide={"read": [*read], "last": phase})

    def end_guide(self) -> None:
        """Say no more."""
        if self.is_first_game:
            self._write(guide=None)

    @property
    def notes(self) -> str:
        """What the reader noted."""
        return str(self._read().get("notes", ""))

    def keep_notes(self, text: str) -> None:
        """Keep notes."""
        self._write(notes=text[:MOST_NOTES])
