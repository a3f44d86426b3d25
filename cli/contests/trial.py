"""A draw to look at: of the next round, as if it closed now, with chance of this machine."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import combinations
from typing import Any

from cli.errors import Misuse
from schemas.contests.draws.drawing import drawn_tables
from schemas.contests.parts import Round
from schemas.contests.progress import next_entrants, sizes_of
from schemas.contests.story import ContestStory
from schemas.log.chain import ContestLogEntry, substance


def trial_draw(log: Sequence[ContestLogEntry]) -> dict[str, Any]:
    """Tables and byes, who would meet again, and who would sit together although they are kept apart."""
    story = ContestStory.read(log)
    _close(story, log)
    found = drawn_tables(story, len(story.rounds), secrets.token_bytes(32))
    before = {pair for table in story.games for pair in _pairs(table.seats.values())}
    fill_ins = [player for table in found.tables for player in table.values() if player in story.rounds[-1].pool]
    together = list(dict.fromkeys(pair for table in found.tables for pair in _pairs(table.values())))
    apart = {tuple(sorted(pair)) for pair in story.apart}
    return {
        "round": len(story.rounds),
        "tables": found.tables,
        "byes": found.byes,
        "fill_ins": fill_ins,
        "again": [" and ".join(pair) for pair in together if pair in before],
        "together": [" and ".join(pair) for pair in together if pair in apart],
    }


def _close(story: ContestStory, log: Sequence[ContestLogEntry]) -> None:
    """Close the next round, in memory; a round that is closed and not drawn stays as it is."""
    if story.rounds and story.rounds[-1].drawn_at is None:
        return
    entrants = next_entrants(story)
    if story.finished is not None or entrants is None:
        wanted = " or ".join(map(str, sizes_of(story.plan)))
        raise Misuse(f"There is nothing to draw: {len(story.playing())} are in, tables are of {wanted}, and "
                     f"{len(story.rounds)} of {story.plan.rounds} rounds are closed.")  # fmt: skip
    number, pool = len(story.rounds) + 1, story.pool()
    story.rounds.append(Round(number, entrants, datetime.now(UTC), substance(log), pool=pool))


def _pairs(players: Any) -> list[tuple[str, ...]]:
    return list(combinations(sorted(players), 2))
