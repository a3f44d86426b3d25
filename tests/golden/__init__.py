"""Golden games: whole games kept as they were played, one for every way to end. They must replay to the same bytes.

`python -m tests.golden find perikles` looks for games for the endings that have none: bots play, and the last phase is
resolved again and again with other dice until the ending comes up.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.kernel import Chance, Resolution, Title
from adjudicator.kernel.title.paths import changed
from adjudicator.kernel.title.title import Played, replay_on

FOLDER = Path(__file__).parent


class Ending(msgspec.Struct, frozen=True):
    """An ending that has a golden game: the scenario, and what is changed after the set-up where it is rare."""

    scenario: str
    ending: str
    changes: dict[str, Any] = {}
    last: dict[str, list[dict[str, Any]]] = {}  # by seat, the orders that stand for the bots' in the last phase
    options: dict[str, Any] = {}
    way: str = ""  # how it came to it, where there are several

    @property
    def known(self) -> tuple[str, str, str]:
        """What tells it from other endings."""
        return self.scenario, self.ending, self.way


_FEW = {"theaters.athens.pieces": {"athenian_land": 1}, "theaters.sparta.pieces": {"spartan_land": 1}}
_AT_SPARTA = {"theaters.sparta.pieces": {"argive_land": 3, "delian_base": 1}}
_AT_ATHENS = {"theaters.athens.pieces": {"spartan_land": 2, "spartan_base": 1}}
_STARVING = {"theaters.hellespont.pieces": {}, "granary_at_start": False}

_EVEN = {  # 11-E: nobody can do anything, and both have as much
    "units.*.*": 0,
    "sides.*.stock": {"metal": 0, "wood": 0, "wine": 0, "oil": 0, "silver": 0, "wheat": 16},
    "sides.*.port": 0,
    "sides.*.proxenos": None,
    "sides.athens.prestige": 6,
    "poleis.athenai.population": 4,
}

_GREEN = ("G03", "F09", "H06", "H11", "L12", "SICILY")
_NEUTRALS_OF = {  # 28 and 29 PP for a beginning
    side: {f"{field}.{hex}": side for field in ("control", "joined") for hex in _GREEN} for side in ("sparta", "athens")
}
_WEAK_SPARTA = {
    "blocks.S01.place": "D07",
    "blocks.S02.place": "D07",
    "blocks.S03.place": "C07",
    "blocks.S04.strength": 1,
}

_RESIGNS, _OFFERS = {"question": "D-21"}, {"question": "D-21D"}

ENDINGS = {
    "perikles": (
        Ending("standard", "E.01 turn 3; victory on points"),
        Ending("standard", "E.01 Athens is out of the war; victory on points"),
        Ending("standard", "E.01 Sparta is out of the war; victory on points"),
        Ending("standard", "E.01 turn 3; victory on Location tiles"),
        Ending("standard", "E.01 turn 3; victory on Statues"),
        Ending("standard", "E.01 turn 3; victory shared"),
        Ending("opening", "S.10; victory shared"),
    ),
    "pericles": (
        Ending("14.1.01B", "14-B, the Assembly is over"),
        Ending("14.1.06B", "14-B, the Assembly is over"),
        Ending("14.1.01A", "14-C, the Theater Phase is over"),
        Ending("14.1.09A", "14-C, the Theater Phase is over"),
        Ending("14.1.01A", "14-C, conquest of Sparta", _AT_SPARTA),
        Ending("14.1.09A", "14-C, conquest of Athens", _FEW),
        Ending("14.1.08A", "14-D, the last turn is over"),
        Ending("14.1.06A", "14-D, the last turn is over"),
        Ending("14.1.08A", "11.12-A, conquest of Sparta", _AT_SPARTA),
        Ending("14.1.08A", "11.12-A, conquest of Athens", _AT_ATHENS),
        Ending("14.1.08A", "11.12-A, conquest of Sparta and Athens", _AT_SPARTA | _AT_ATHENS),
        Ending("14.1.06A", "11.13-A, Athens without granaries", _STARVING),
        Ending("14.2", "7.41-C, Peace in a turn in which it ends the game"),
        Ending("14.2", "14-E, Peace in a turn in which it ends the game"),
        Ending("14.2", "11.11-A, automatic Honor victory"),
        Ending("14.3", "14-D, the last turn is over"),
        Ending("14.4", "11.11-A, automatic Honor victory"),
    ),
    "polis": (
        Ending("standard", "11-C, the last round is over; by score"),
        Ending("standard", "11-A, Sparta cannot feed its capital"),
        Ending("standard", "11-A, Athens cannot feed its capital"),
        Ending("standard", "11-B, ostracism"),
        Ending("standard", "11-B, both are ostracised; by score"),
        Ending("standard", "11-G", last={"athens": [{"question": "D18"}]}),
        Ending("standard_drawn", "11-B, ostracism"),
        Ending("corinthian_war", "11-C, the last round is over; by score"),
        Ending("corinthian_war", "11-C, the last round is over; by goods"),
        Ending("corinthian_war", "11-C, the last round is over; a draw", _EVEN),
        Ending("second_war", "11-C, the last round is over; by score"),
    ),
    "athens_sparta": (
        Ending("war", "10.1-A, Athens is taken"),
        Ending("war", "10.1-A, Sparta is taken", _WEAK_SPARTA),
        Ending("war", "10.2-A, 30 PP of Sparta", _NEUTRALS_OF["sparta"]),
        Ending("war", "10.2-A, 30 PP of Athens", _NEUTRALS_OF["athens"]),
        Ending("war", "10.2-C, the last Olympiad is over", {"olympiad": 89}),
        Ending("war", "10.2-C, the last Olympiad is over", {"olympiad": 89}, {}, {"syracuse_pp": True}, "syracuse_pp"),
        Ending("war", "10.3-A", last={"athens": [_RESIGNS]}),
        Ending("war", "10.3-A", last={"athens": [_RESIGNS], "sparta": [_RESIGNS]}, way="both resign"),
        Ending("war", "10.3-A", last={"athens": [_OFFERS], "sparta": [_OFFERS]}, way="a draw"),
    ),
}


class Golden(msgspec.Struct):
    """A game as it was played, and what came of it: how it ended, and the digests of positions, events and sentences.

    The bytes of positions and events change with the rules alone; sentences may be reworded.
    """

    title: str
    scenario: str
    seats: list[str]
    ending: str
    places: dict[str, int]
    scores: dict[str, int]
    setup_chance: bytes
    played: list[Played]
    positions: list[str]
    events: str
    sentences: str
    changes: dict[str, Any] = {}
    options: dict[str, Any] = {}
    way: str = ""

    @property
    def known(self) -> tuple[str, str, str]:
        """As of an ending."""
        return self.scenario, self.ending, self.way

    def replayed(self, title: Title[Any]) -> list[Resolution[Any]]:
        """The game played again."""
        chance = Chance(self.setup_chance)
        begun = title.begin(scenario=self.scenario, seats=self.seats, options=self.options, chance=chance)
        begun.position = changed(title, begun.position, self.changes)
        return [begun, *replay_on(title, begun.position, self.played)]


def digests(title: Title[Any], resolutions: list[Resolution[Any]]) -> list[str]:
    """A short digest of every position, under the label of the first version: a new label alone changes none.

    So a file changes only where a newer version of the rules leads elsewhere.
    """
    label, first = f'"version":"{title.version}"'.encode(), f'"version":"{title.id}/1"'.encode()
    stored = [title.encode(resolution.position) for resolution in resolutions]
    return [sha256(position.replace(label, first)).hexdigest()[:16] for position in stored]


def digest_of_events(title: Title[Any], resolutions: list[Resolution[Any]]) -> str:
    """A digest of all events as they are stored."""
    return sha256(b"".join(title.encode_events(r.events) for r in resolutions)).hexdigest()


def digest_of_sentences(title: Title[Any], resolutions: list[Resolution[Any]]) -> str:
    """A digest of what people read of all events."""
    return sha256("\n".join(title.sentence(event) for r in resolutions for event in r.events).encode()).hexdigest()


def golden_games(title: str) -> dict[str, Golden]:
    """The golden games of a title, by file name."""
    files = sorted((FOLDER / title).glob("*.json"))
    return {path.stem: msgspec.json.decode(path.read_bytes(), type=Golden) for path in files}
