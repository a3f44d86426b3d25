"""*About this game*, of a game at a host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from flask import Flask, Response

from cli.games.act_words import WORDS
from cli.table.addresses.hosted import about_of, heard
from cli.table.addresses.table import Table, page

if TYPE_CHECKING:
    from cli.table.shown.about import About


def add_about(app: Flask, table: Table) -> None:
    """The page."""

    @app.get(f"{table.guard.home}games/<name>/about")
    def about(name: str) -> Response:
        return about_page(table, about_of(table, name))


def about_page(
    table: Table, about: About, wrong: Sequence[str] = (), typed: Mapping[str, str] | None = None
) -> Response:
    """The page; `wrong`: why something was not done, with what was `typed` for it."""
    typed = {"act": "", "reason": "", "seat": "", "first": "", "last": "", **(typed or {})}
    return of_game(table, about, "about", wrong, typed=typed, words=WORDS)


def of_game(table: Table, about: About, way: str, wrong: Sequence[str] = (), **more: object) -> Response:
    """One of the pages about a game."""
    game = about.game
    facts = {**about.facts, "place": f"{table.guard.home}games/{game}", "here": way, **more}
    facts |= {"said": heard(table, game), "wrong": wrong, "command": table.hosts.command(game)}
    return page(way, table.guard, 409 if wrong else 200, **facts)
