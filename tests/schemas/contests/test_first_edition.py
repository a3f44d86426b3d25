"""Contests go on as they began: draws, standings and logs of a plan that names no edition, or nothing that came after
it into the second, keep their bytes."""

import hashlib
from itertools import permutations
from random import Random

import pytest
from msgspec import UNSET

from schemas.contests.allowed import challenge_refused
from schemas.contests.exports import exported
from schemas.contests.rounds import Close, Draw, Finish
from schemas.contests.verification import verify_contest
from schemas.statements.contests import AnnulGame, Disqualify, KeepApart
from tests.schemas.contests.paper import Paper, handles

FIRST = {"edition": UNSET}
PLANS = {
    "round-robin": {"players": 9, "tables": (4, 3)},
    "swiss": {"players": 11, "tables": (4,), "rounds": 4},
    "knock-out": {"players": 14, "tables": (4, 3), "advance": 2, "rounds": 3},
    "cup": {"players": 13, "tables": (4,), "swiss_rounds": 2, "advance": 2, "rounds": 4},
    "league": {"players": 11, "tables": (3, 2), "advance": 1, "rounds": 4},
    "ladder": {"players": 13, "tables": (3, 2), "advance": 3, "rounds": 4},
}
BEFORE = {
    "round-robin": "cddfe233852591ee05d57c565540827d920bcb306b876450f3cac7e9dddfa00c",
    "swiss": "0ef13024d24a34c6d4f8e8cd1c6d79bc886a8b2de3f5f0078564d992eaafeecc",
    "knock-out": "8743082f38361631013a366d74f641415b59ddf7ccbf4a06eda3b4bd841e9b9a",
    "cup": "9f5383d484ea7d761b6f62690251d297b3aeb0cba68b24a4244f303086f275d7",
    "league": "ff341971c3d03c4f8f07334d9539787c351cd562875d98e80d75059a107a52da",
    "ladder": "dea28e2d39dc68a6526093953a89c6f862d6d03e4ff240cf847c1b2a2fdfcb56",
}
"""SHA-256 of their exported files, as the first edition wrote them."""
SECOND = {
    "round-robin": "b0b955272f1ef63da7a6dc90745153e1dc21e7d06feb74a4324f5bffb8807d8e",
    "swiss": "4f3a52ba48b133b7cd96a399b18e5c30234e0fd38c85b717245bac1d2f86a9c9",
    "knock-out": "438e146e961522c93587c64827a8d395a72e3c776bd9ac3bc97dbded2714e568",
    "cup": "5f8631f0e1a67633c70e1e223402baf65a57e08253006ba2480fef7e401a8cde",
    "league": "724f9b5edd06edbe3d92cb5b7331dbcf6b66ad83c3194bc21aec52507e3bedbf",
    "ladder": "1da804a3c02d3c180d0484ba4734c8b25f944a04be8fc4d36645bffe9b0e6491",
}
"""As the second did before a plan could choose how games are scored."""


def played(kind, **said):
    """To the end, with late entrants, leavers, an annulled game, an adjudicated one, and challenges."""
    dice, said = Random(kind), PLANS[kind] | said
    paper = Paper(said.pop("players"), kind=kind, **said)
    paper.act(KeepApart(reason="one club", players=handles(2)))
    while not isinstance(step := paper.step(), Finish):
        number = len(paper.story.rounds)
        if isinstance(step, Draw):
            for n, table in enumerate(paper.story.rounds[-1].tables):
                ranked = sorted(table.seats.values(), key=lambda _: dice.random())
                places = {player: place for place, player in enumerate(ranked, start=1)}
                outcome = {(1, 0): "annulled", (2, 0): "adjudicated"}.get((number, n), "played")
                paper.result(table.game, places, outcome, left=ranked[:1] if outcome != "played" else [])
            if number == 1 and kind not in ("knock-out", "cup"):
                for late in ("zoe", "anna", "max"):
                    paper.enter(late)
            if number == 2:
                paper.act(Disqualify(reason="puppets", player="player-004"))
                paper.act(AnnulGame(reason="lost", game=paper.story.games[-1].game))
                paper.leave("player-005")
            pairs = permutations(paper.story.playing(), 2) if kind == "ladder" else ()
            for pair in [two for two in pairs if challenge_refused(paper.story, *two, declined=False) is None][:1]:
                paper.challenge(*pair)
        else:
            assert isinstance(step, Close)
    return paper


@pytest.mark.parametrize("kind", PLANS)
@pytest.mark.parametrize(("said", "before"), [(FIRST, BEFORE), ({}, SECOND)], ids=["first", "second"])
def test_a_contest_keeps_its_log_and_standings(kind, said, before):
    paper = played(kind, **said)
    files = exported(paper.log, paper.host.signing_key, {})
    assert hashlib.sha256(b"".join(files.values())).hexdigest() == before[kind]
    assert [str(one) for one in verify_contest(files) if one.accuses] == []
