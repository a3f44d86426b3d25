"""The pages of contests, and of the players in them."""

from api.pages.contests import contest, players, rounds

__all__ = ["contest", "players", "rounds"]
