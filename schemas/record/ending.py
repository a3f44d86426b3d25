"""Games that end before their rules end them: for which reasons, and with which places."""

from collections.abc import Mapping

ENDED = "ended by the organiser"
ANNULLED = "annulled by the organiser"
VOTED = "ended by the players"
LATE = "ended by the contest's plan"
ADJUDICATED = "adjudicated"


def ranked(scores: Mapping[str, int]) -> dict[str, int]:
    """The place of each seat by its score alone: the highest is first, and equals share a place."""
    return {seat: 1 + sum(other > score for other in scores.values()) for seat, score in scores.items()}
