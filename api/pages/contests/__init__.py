"""The pages of contests: all of them, one with its standings and what it waits for, a round, a player."""

from api.pages.contests import contest, player

__all__ = ["contest", "player"]
