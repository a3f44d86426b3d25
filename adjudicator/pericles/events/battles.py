"""Events of chapter 9: expeditions, battles, losses, Hostages, Major Defeats."""

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Pattern
from adjudicator.pericles.names import name_of, pieces_of, way_of
from adjudicator.pericles.words import HUNDRED, PieceName, SideName, TheaterName, UnitName


class NoBattle(Event, frozen=True, tag="no-battle", clause="9.4-A"):
    sentence = "{theater} is not Contested: there is no battle."

    theater: str


class BattleBegins(Event, frozen=True, tag="battle-begins", clause="9.4-B"):
    # 9.4-B, 9.6-A
    """The kind of a battle, and each Side's total before cards."""

    sentence = "A {kind} battle begins in {theater}. Before cards, Athens has {athens} and Sparta {sparta}."

    theater: str
    kind: str
    athens: int
    sparta: int


class StateShipCommitted(Event, frozen=True, tag="state-ship-committed", clause="12.3-A"):
    sentence = "{faction:commit} the State Ship: Athens has 1 more until the expedition is over."

    faction: str


class BattleFought(Event, frozen=True, tag="battle-fought", clause="9.42-A"):
    """Both totals, with what they are made of."""

    sentence = "The {kind} battle in {theater}: {athens}; {sparta}."

    theater: str
    kind: str
    athens: int
    sparta: int
    strength: dict[SideName, int]  # of units and bases
    treachery: dict[SideName, int]
    strategoi: dict[SideName, int]  # committed tokens, State Ship, the 300
    card: dict[SideName, int]

    def _sum(self, side: SideName) -> str:
        parts = f"units and bases {self.strength[side]}, Treachery {self.treachery[side]}"
        total = self.athens if side == "athens" else self.sparta
        return f"{name_of(side)} {total} ({parts}, Strategoi {self.strategoi[side]}, card {self.card[side]})"

    def wording(self) -> dict[str, str]:
        return {"athens": self._sum("athens"), "sparta": self._sum("sparta")}


class BattleTied(Event, frozen=True, tag="battle-tied", clause="9.43-A"):
    sentence = "The {kind} battle in {theater} is a tie: no losses, no Honor and no further battle."

    theater: str
    kind: str


class BattleWon(Event, frozen=True, tag="battle-won", clause="9.43-A"):
    sentence = "{side} wins the {kind} battle in {theater} by {differential}."

    side: str
    kind: str
    theater: str
    differential: int


class NothingLost(Event, frozen=True, tag="nothing-lost", clause="9.44-B"):
    # 9.44-B, 9.45-B
    """No row of the table yields a loss."""

    sentence = "{side} loses no unit."

    side: str


class WentToLostBox(Event, frozen=True, tag="went-to-lost-box", clause="14.43-B"):
    """City-State units eliminated in battle while there is War in the campaign."""

    sentence = "Into the Lost box of {side}: {pieces}."

    side: str
    pieces: dict[PieceName, int]


class HostagesTaken(Event, frozen=True, tag="hostages-taken", clause="9.46-A"):
    """A Side takes a Hostage marker. 9.46-B: it never has more than one."""

    sentence = "{side} takes Hostages."

    side: str


class MajorDefeat(Event, frozen=True, tag="major-defeat", clause="9.54-A"):
    """The Side's War/Peace marker is put on space 2 of its Opposition Faction's half."""

    sentence = "{side} suffers a Major Defeat: its War/Peace marker goes to space 2 of {faction}."

    side: str
    faction: str


class SecondBattle(Event, frozen=True, tag="second-battle", clause="9.6-A"):
    sentence = "{want} second battle."

    faction: str
    fight: bool

    def wording(self) -> dict[str, str]:
        return {"want": Pattern("{faction:demand} a" if self.fight else "{faction:want} no")}


class ExpeditionBegins(Event, frozen=True, tag="expedition-begins", clause="9.3"):
    # 9.0-A, 9.3
    sentence = "{general:lead} an expedition to {theater}."

    general: str
    theater: str


class Committed(Event, frozen=True, tag="committed", clause="9.31-C"):
    """Tokens that a Faction commits, once they are revealed."""

    sentence = "{faction:commit} {tokens:Strategos token}."

    faction: str
    tokens: int


class CommittedSecretly(Event, frozen=True, tag="committed-secretly", clause="9.31-C"):
    """What a Faction committed against an expedition: its own knowledge until movement is over."""

    sentence = "{faction:commit} {tokens:Strategos token}, hidden until movement is over."

    faction: str
    tokens: int


class UnitMoved(Event, frozen=True, tag="unit-moved", clause="9.32-1"):
    sentence = "{who} {way}."

    unit: UnitName
    path: list[TheaterName]

    def wording(self) -> dict[str, str]:
        who = "The 300 go" if self.unit == HUNDRED else f"{pieces_of(1, self.unit)} goes"
        return {"who": who, "way": way_of(self.path)}


class NoMovement(Event, frozen=True, tag="no-movement", clause="9.32-0"):
    sentence = "{general:move} no unit."

    general: str


class TokensReturned(Event, frozen=True, tag="tokens-returned", clause="9.7-A"):
    sentence = "{side} returns {tokens:committed token} to the Stock."

    side: str
    tokens: int
