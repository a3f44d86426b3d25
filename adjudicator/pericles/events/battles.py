"""Events of 9.4 to 9.6: battles, losses, Hostages, Major Defeats."""

from __future__ import annotations

from adjudicator.pericles.events.base import Happening, name_of
from adjudicator.pericles.words import PieceName, SideName


class NoBattle(Happening, frozen=True, tag="no-battle", clause="9.4-A"):
    """9.4-A: the Expedition Theater is not Contested after movement."""

    sentence = "{theater} is not Contested: there is no battle."

    theater: str


class BattleBegins(Happening, frozen=True, tag="battle-begins", clause="9.4-B"):
    """9.4-B, 9.6-A: the kind of a battle, and each Side's total before cards."""

    sentence = "A {kind} battle begins in {theater}; before cards it is {athens} to {sparta}."

    theater: str
    kind: str
    athens: int
    sparta: int

    def told(self) -> str:
        """Who is how strong before the Battle cards."""
        what = f"A {self.kind} battle begins in {name_of(self.theater)}"
        return f"{what}: before cards Athens has {self.athens}, Sparta {self.sparta}."


class StateShipCommitted(Happening, frozen=True, tag="state-ship-committed", clause="12.3-A"):
    """12.3-A."""

    sentence = "{faction} commit the State Ship: 1 for Athens until the expedition is over."

    faction: str


class BattleFought(Happening, frozen=True, tag="battle-fought", clause="9.42-A"):
    """9.42-A: both totals, with what they are made of."""

    sentence = "The {kind} battle in {theater}: Athens {athens}, Sparta {sparta}."

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


class BattleTied(Happening, frozen=True, tag="battle-tied", clause="9.43-A"):
    """9.43-A."""

    sentence = "The {kind} battle in {theater} is a tie: no losses, no Honor, no further battle."

    theater: str
    kind: str


class BattleWon(Happening, frozen=True, tag="battle-won", clause="9.43-A"):
    """9.43-A: the winner and the differential."""

    sentence = "{side} wins the {kind} battle in {theater} by {differential}."

    side: str
    kind: str
    theater: str
    differential: int


class NothingLost(Happening, frozen=True, tag="nothing-lost", clause="9.44-B"):
    """9.44-B, 9.45-B: no row of the table yields a loss."""

    sentence = "{side} loses no unit."

    side: str


class WentToLostBox(Happening, frozen=True, tag="went-to-lost-box", clause="14.43-B"):
    """14.43-B: City-State units eliminated in battle while there is War in the campaign."""

    sentence = "Lost box of {side}: {pieces} put there."

    side: str
    pieces: dict[PieceName, int]


class HostagesTaken(Happening, frozen=True, tag="hostages-taken", clause="9.46-A"):
    """9.46-A: a Side takes a Hostage marker. 9.46-B: it never has more than one."""

    sentence = "{side} takes Hostages."

    side: str


class MajorDefeat(Happening, frozen=True, tag="major-defeat", clause="9.54-A"):
    """9.54-A: the Side's War/Peace marker is put on space 2 of its Opposition Faction's half."""

    sentence = "A Major Defeat for {side}: its War/Peace marker is put on space 2 of {faction}."

    side: str
    faction: str


class SecondBattle(Happening, frozen=True, tag="second-battle", clause="9.6-A"):
    """9.6-A: whether the winner of the first battle wants a second one."""

    sentence = "{faction}: second battle {fight}."

    faction: str
    fight: bool

    def told(self) -> str:
        """Yes or no."""
        who = name_of(self.faction)
        told = "demand a second battle" if self.fight else "want no second battle"
        return f"{who[:1].upper()}{who[1:]} {told}."
