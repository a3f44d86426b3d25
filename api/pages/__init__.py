"""The web pages of a host, made without a build step: what everyone may see, and for players their own seats."""

from api.pages import contests, games, history, play, rules, seat, sign_in
from api.pages.rendering import install

__all__ = ["contests", "games", "history", "install", "play", "rules", "seat", "sign_in"]
