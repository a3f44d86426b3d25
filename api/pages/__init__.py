"""The web pages of a host: made here, without a build step; what everybody may see, and for a player his own seats."""

from api.pages import games, history, rules, seat, sign_in
from api.pages.rendering import install

__all__ = ["games", "history", "install", "rules", "seat", "sign_in"]
