"""Corrected results: what a game counts as since its organiser said so, and what it had counted as before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec import UnsetType

from schemas.log.contest_entries import Result
from schemas.statements.contests import CorrectResult
from schemas.statements.in_words import listed


class Correction(msgspec.Struct, frozen=True):
    """That a game counts otherwise, since the entry of this index in its contest's log."""

    entry: int
    at: datetime
    player: str
    """Who decided it."""
    act: CorrectResult
    was: Result
    now: Result

    @property
    def before(self) -> str:
        """What had counted, in words."""
        return result_in_words(self.was.places, {})


def corrected(was: Result, act: CorrectResult) -> Result:
    """A result with the places, and the scores if it names some, of an act; who left, and who came in, is as it was."""
    if isinstance(act.scores, UnsetType):
        return msgspec.structs.replace(was, places=dict(act.places))
    return msgspec.structs.replace(was, outcome="played", places=dict(act.places), scores=dict(act.scores))


def result_in_words(places: Mapping[str, int], scores: Mapping[str, int]) -> str:
    """`1. anna (31), 2. bert (20) and cleo (20)`: the first first; scores where there are any."""
    there = sorted(places)
    said = {one: f"{one} ({scores[one]})" if one in scores else one for one in there}
    return ", ".join(
        f"{place}. {listed([said[one] for one in there if places[one] == place])}"
        for place in sorted(set(places.values()))
    )


def change_in_words(was: Result, now: Result) -> str:
    """What a game counts as and what it counted as; with scores where these differ."""
    scores = (now.scores, was.scores) if now.scores != was.scores else ({}, {})
    return f"{result_in_words(now.places, scores[0])}; it was {result_in_words(was.places, scores[1])}"
