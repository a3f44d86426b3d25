"""The web pages of a house: made here, without a build step; what everybody may see, and for a player his own seats."""

from api.pages import games, history, law, own, signing_in
from api.pages.site import install

__all__ = ["games", "history", "install", "law", "own", "signing_in"]
