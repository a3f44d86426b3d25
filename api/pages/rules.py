"""The rules of a title and the rulings on them, as pages: from the one text that code and tests cite.

A title says where its text lies. A clause and a ruling can be linked to by its number (`#5.34-B`, `#RULING-27`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from flask import Response
from markdown_it import MarkdownIt
from markdown_it.token import Token

from adjudicator import index
from adjudicator.pictures import standalone
from adjudicator.pictures.opening import map_of
from api.host.host import this_host
from api.http.problems import refuse
from api.pages.rendering import page, picture, site
from api.store.lookups import load_title

KINDS: Final = {"rules": "Rules", "rulings": "Rulings"}
CLAUSE: Final = re.compile(r"^(RULING-\d+|[A-Z]{1,2}-?\d*[A-Z]?\.?\d*[A-Za-z0-9-]*|\d+(\.\d+)?[A-Za-z0-9.-]*)\b")
NEIGHBOUR: Final = re.compile(r"^\.\./(rules|rulings)/([a-z0-9_-]+)\.md$")


@dataclass(frozen=True)
class Law:
    """A text as HTML, with its headings for the list of contents."""

    html: str
    contents: Sequence[tuple[str, str]]


@site.get("/titles/<title>")
def title_page(title: str) -> Response:
    """What a game is like, how long it takes, and its scenarios, the shortest first."""
    known = load_title(title)
    served = this_host().config.play is not None
    return page(
        "title", game=index.door_of(known), about=known.about, play=served, has_map=opening_of(title) is not None
    )


@site.get("/titles/<title>/map.svg")
def map_page(title: str) -> Response:
    """Its map as a first game begins."""
    load_title(title)
    found = opening_of(title)
    if found is None:
        refuse(404, "no-map", "This title has no map.")
    return picture(found, own=False)


@cache
def opening_of(title: str) -> bytes | None:
    """The map of a title as a picture; None where its board has none."""
    try:
        return standalone(map_of(load_title(title))).encode()
    except LookupError:
        return None


@site.get("/titles/<title>/rules", defaults={"kind": "rules"})
@site.get("/titles/<title>/rulings", defaults={"kind": "rulings"})
def law_page(title: str, kind: str) -> Response:
    """The rules of a title, or the rulings on them."""
    known = load_title(title)
    text = known.law if kind == "rules" else known.rulings
    shown = law(text) if text else Law(f"<p>{escape(known.name)} comes without its {kind}.</p>", ())
    return page("law", title=known, kind=kind, name=KINDS[kind], kinds=KINDS, about=known.about, law=shown)


@cache
def law(text: Path) -> Law:
    """The text of a title, rendered; HTML in it is text."""
    reader = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = reader.parse(text.read_text(encoding="utf-8"))
    contents = anchored(tokens)
    tokens = [part for token in tokens for part in widened(token)]
    return Law(reader.renderer.render(tokens, reader.options, {}), contents)


def anchored(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Give headings, clauses and rulings their anchors, tables their scopes, links their pages; gives the headings."""
    used: set[str] = set()
    contents: list[tuple[str, str]] = []
    section = ""
    for place, token in enumerate(tokens):
        if token.type == "table_open":
            token.attrSet("aria-label", f"Table of {section}")
        if token.type == "th_open":
            token.attrSet("scope", "col")
        if token.type != "inline":
            continue
        opener, text = tokens[place - 1], "".join(child.content for child in token.children or ())
        if opener.type == "heading_open":
            section, anchor = text, unused(re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-"), used)
            opener.attrSet("id", anchor)
            contents += [(anchor, text)] if opener.tag == "h2" else []
        elif number := clause(tokens, place):
            place_of(tokens, place).attrSet("id", unused(number, used))
        for child in token.children or ():
            if child.type == "link_open" and (found := NEIGHBOUR.match(str(child.attrGet("href")))):
                child.attrSet("href", f"/titles/{found[2]}/{found[1]}")
    return contents


def clause(tokens: Sequence[Token], index: int) -> str | None:
    """The number of the clause or ruling that a text begins with: in bold, or alone in the first cell of a row."""
    children = [child for child in tokens[index].children or () if child.content or child.type == "strong_open"]
    if len(children) >= 2 and children[0].type == "strong_open" and (found := CLAUSE.match(children[1].content)):
        return found[1]
    alone = len(children) == 1 and tokens[index - 2].type == "tr_open" and CLAUSE.fullmatch(children[0].content)
    return children[0].content if alone else None


def place_of(tokens: Sequence[Token], index: int) -> Token:
    """What a clause's anchor is put on: its paragraph, or the item or row that it begins."""
    opener, outer = tokens[index - 1], tokens[index - 2]
    return outer if opener.hidden or outer.type in ("list_item_open", "tr_open") else opener


def unused(wanted: str, used: set[str]) -> str:
    """An anchor that no other place has."""
    anchor, number = wanted, 1
    while anchor in used:
        number += 1
        anchor = f"{wanted}-{number}"
    used.add(anchor)
    return anchor


def widened(token: Token) -> list[Token]:
    """A table in a region that scrolls by itself, also by keyboard, where the page is narrow."""
    if token.type == "table_open":
        label = escape(str(token.attrGet("aria-label")))
        opening = f'<div class="wide" role="region" aria-label="{label}" tabindex="0">\n'
        return [Token("html_block", "", 0, content=opening), token]
    if token.type == "table_close":
        return [token, Token("html_block", "", 0, content="</div>\n")]
    return [token]
