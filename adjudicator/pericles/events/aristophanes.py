"""Events of 5.1: the Aristophanes card and the Plague."""

from adjudicator.kernel import Event
from adjudicator.kernel.position.position import clause_and_words
from adjudicator.pericles.events.common import Caused
from adjudicator.pericles.names import NAMES, space_of
from adjudicator.pericles.words import SIDE_OF


class PlayRevealed(Event, frozen=True, tag="play-revealed", clause="5.11-A"):
    sentence = "The Aristophanes card of the turn is {play}, version {version}."

    card: str
    play: str
    version: str


class IssuePlaced(Caused, frozen=True, tag="issue-placed", clause="3.2-E"):
    # 5.11-B, 5.32, 5.33-A, 9.54
    """An issue on a track; AF and EK have the spaces above 0 (6.13-B)."""

    sentence = "{issue} is placed on the track of {side}, on {where} ({why})."

    side: str
    issue: str
    space: int
    where: str
    why: str

    def wording(self) -> dict[str, str]:
        clause, chooser = clause_and_words(self.why)
        why = {"why": f"chosen by {NAMES[chooser]}; {clause}"} if chooser in SIDE_OF else super().wording()
        return {**why, "where": space_of(self.where)}


class IssueIgnored(Caused, frozen=True, tag="issue-ignored", clause="5.11-D"):
    # 5.11-C, RULING-5
    sentence = "{issue} is not placed on the track of {side} ({why})."

    side: str
    issue: str
    why: str


class AlcibiadesLeaves(Event, frozen=True, tag="alcibiades-leaves", clause="12.2-A"):
    sentence = "Alcibiades goes to Persia."


class PersiaOpens(Caused, frozen=True, tag="persia-opens", clause="13.1-A"):
    # 13.1-A, RULING-57

    sentence = "Markers may be placed in Persia from now on ({why})."

    why: str


class PlagueStrikes(Event, frozen=True, tag="plague-strikes", clause="5.13-A"):
    # 5.13-A, 5.14

    sentence = "The Plague strikes{then}."

    first: bool

    def wording(self) -> dict[str, str]:
        return {"then": ": it is Post-Plague from now on" if self.first else " again"}


class WillDeclared(Event, frozen=True, tag="will-declared", clause="5.12-A"):
    """What a Side must have reached at the end of the turn."""

    sentence = "The Will of the Assembly: {side} must {kind} {theater}."

    side: str
    kind: str
    theater: str

    def wording(self) -> dict[str, str]:
        must = {"control": "control", "control_or_contest": "control or contest", "build_base": "build a base in"}
        return {"kind": must[self.kind]}


class WillVoid(Caused, frozen=True, tag="will-void", clause="5.12-B"):
    # 5.12-B, 11.41-A
    sentence = "The Will of the Assembly is void for {side} ({why})."

    side: str
    why: str
