"""The ballot by newer rules: mercy takes a sherd of 5 (it was 4), nobody writes notes, and acts of mercy are counted.

So a stored position of `ballot/1` has a field too many and one too few, and a book that holds a note says nothing here.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.kernel import Answers, Ask, Illegal, Position, Resolution, Unknown, Upgrade, step
from tests.titles import ballot


class Ballot(Position, kw_only=True):
    round: int = 0
    citizens: list[str] = []
    sherds: dict[str, int | Unknown] = {}
    votes: dict[str, int] = {}
    mercies: int = 0


class MercyQuestion(ballot.MercyQuestion):
    def refusal(self, view: Any, ask: Ask, order: ballot.Mercy) -> Illegal | None:
        sherd = view.sherds[ask.seat]
        assert not isinstance(sherd, Unknown)
        return Illegal("B.03", "your sherd is below 5: no mercy") if order.mercy and sherd < 5 else None


def banish(running: Resolution[Any], answers: Answers) -> None:
    running.position.mercies += any(given["B-2"].mercy for given in answers.values())
    ballot.banish(running, answers)


def upgraded(plain: dict[str, Any]) -> dict[str, Any]:
    """A position of `ballot/1`: its notes are dropped, and mercy was never counted."""
    del plain["notes"]
    return {**plain, "mercies": 0}


QUESTIONS = (ballot.VoteQuestion(), MercyQuestion())
TITLE = replace(
    ballot.TITLE,
    version="ballot/2",
    position=Ballot,
    questions={question.id: question for question in QUESTIONS},
    steps={**ballot.TITLE.steps, "banish": banish},
    set_up=lambda **given: Ballot(**given, agenda=[step(ballot.deal), step(ballot.open_vote)]),
    hidden=[ballot.Sherds(), ballot.Veiled()],
    upgrades={"ballot/1": Upgrade(("Mercy takes a sherd of 5 (it was 4).", "Nobody writes notes."), upgraded)},
)
