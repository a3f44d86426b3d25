"""Events of 9.4 to 9.6: battles, losses, Hostages, Major Defeats."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.pericles.events.base import Happening, name_of
from adjudicator.pericles.words import PieceName, SideName


class NoBattle(Happening, frozen=True, tag="no-battle"):
    """9.4-A: the Expedition Theater is not Contested after movement."""

    clause: ClassVar[str] = "9.4-A"
    sentence: ClassVar[str] = "{theater} is not Contested: there is no battle."

    theater: str


class BattleBegins(Happening, frozen=True, tag="battle-begins"):
    """9.4-B, 9.6-A: the kind of a battle, and each Side's total before cards."""

    clause: ClassVar[str] = "9.4-B"
    sentence: ClassVar[str] = "A {kind} battle begins in {theater}; before cards it is {athens} to {sparta}."

    theater: str
    kind: str
    athens: int
    sparta: int

    def told(self) -> str:
        """Who is how strong before the Battle cards."""
        what = f"A {self.kind} battle begins in {name_of(self.theater)}"
        return f"{what}: before cards Athens has {self.athens}, Sparta {self.sparta}."


class StateShipCommitted(Happening, frozen=True, tag="state-ship-committed"):
    """12.3-A."""

    clause: ClassVar[str] = "12.3-A"
    sentence: ClassVar[str] = "{faction} commit the State Ship: 1 for Athens until the expedition is over."

    faction: str


class BattleFought(Happening, frozen=True, tag="battle-fought"):
    """9.42-A: both totals, with what they are made of."""

    clause: ClassVar[str] = "9.42-A"
    sentence: ClassVar[str] = "The {kind} battle in {theater}: Athens {athens}, Sparta {sparta}."

    theater: str
    kind: str
    athens: int
    sparta: int
    strength: dict[SideName, int]  # of units and bases
    treachery: dict[SideName, int]
    strategoi: dict[SideName, int]  # committed tokens, State Ship, the 300
    card: dict[SideName, int]

    def told(self) -> str:
        """Each total as a sum."""
        return f"The {self.kind} battle in {name_of(self.theater)}: {self._sum('athens')}; {self._sum('sparta')}."

    def _sum(self, side: SideName) -> str:
        parts = f"units and bases {self.strength[side]}, Treachery {self.treachery[side]}"
        total = self.athens if side == "athens" else self.sparta
        return f"{name_of(side)} {total} ({parts}, Strategoi {self.strategoi[side]}, card {self.card[side]})"


class BattleTied(Happening, frozen=True, tag="battle-tied"):
    """9.43-A."""

    clause: ClassVar[str] = "9.43-A"
    sentence: ClassVar[str] = "The {kind} battle in {theater} is a tie: no losses, no Honor, no further battle."

    theater: str
    kind: str


class BattleWon(Happening, frozen=True, tag="battle-won"):
    """9.43-A: the winner and the differential."""

    clause: ClassVar[str] = "9.43-A"
    sentence: ClassVar[str] = "{side} wins the {kind} battle in {theater} by {differential}."

    side: str
    kind: str
    theater: str
    differential: int


class NothingLost(Happening, frozen=True, tag="nothing-lost"):
    """9.44-B, 9.45-B: no row of the table yields a loss."""

    clause: ClassVar[str] = "9.44-B"
    sentence: ClassVar[str] = "{side} loses no unit."

    side: str


class WentToLostBox(Happening, frozen=True, tag="went-to-lost-box"):
    """14.43-B: City-State units eliminated in battle while there is War in the campaign."""

    clause: ClassVar[str] = "14.43-B"
    sentence: ClassVar[str] = "Lost box of {side}: {pieces} put there."

    side: str
    pieces: dict[PieceName, int]


class HostagesTaken(Happening, frozen=True, tag="hostages-taken"):
    """9.46-A: a Side takes a Hostage marker. 9.46-B: it never has more than one."""

    clause: ClassVar[str] = "9.46-A"
    sentence: ClassVar[str] = "{side} takes Hostages."

    side: str


class MajorDefeat(Happening, frozen=True, tag="major-defeat"):
    """9.54-A: the Side's War/Peace marker is put on space 2 of its Opposition Faction's half."""

    clause: ClassVar[str] = "9.54-A"
    sentence: ClassVar[str] = "A Major Defeat for {side}: its War/Peace marker is put on space 2 of {faction}."

    side: str
    faction: str


class SecondBattle(Happening, frozen=True, tag="second-battle"):
    """9.6-A: whether the winner of the first battle wants a second one."""

    clause: ClassVar[str] = "9.6-A"
    sentence: ClassVar[str] = "{faction}: second battle {fight}."

    faction: str
    fight: bool

    def told(self) -> str:
        """Yes or no."""
        who = name_of(self.faction)
        told = "demand a second battle" if self.fight else "want no second battle"
        return f"{who[:1].upper()}{who[1:]} {told}."


EVENTS = (
    NoBattle,
    BattleBegins,
    StateShipCommitted,
    BattleFought,
    BattleTied,
    BattleWon,
    NothingLost,
    WentToLostBox,
    HostagesTaken,
    MajorDefeat,
    SecondBattle,
)
