"""What the holder of a seat does about a game at a host: join, vote, announce an absence, leave, resign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Flask, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from cli.games.act_words import VOTED, days_away, then
from cli.games.act_words import done as done_in_words
from cli.table.addresses.about import about_page
from cli.table.addresses.hosted import GAME, about_of, done, tried, typed, unsure
from cli.table.addresses.table import Table
from schemas.statements.in_words import listed

if TYPE_CHECKING:
    from cli.table.shown.about import About
    from schemas.statements.payloads import SeatActs

YES = {"leave": "Yes, leave the game", "resign": "Yes, give up the seat"}


def add_seat_acts(app: Flask, table: Table) -> None:
    """A form for each."""
    place = f"{table.guard.home}games/<name>"

    @app.post(f"{place}/join")
    def join(name: str) -> AnyResponse:
        about = about_of(table, name)
        taken: list[str] = []
        if wrong := tried(lambda: taken.append(about.client.join(about.game, request.form.get("seat") or None))):
            return about_page(table, about, wrong)
        return joined(table, about, taken[0])

    @app.post(f"{place}/about/<act>")
    def seat_act(name: str, act: str) -> AnyResponse:
        about = about_of(table, name)
        seats = seats_meant(about, act)
        facts: dict[str, Any] = {"seat": listed([about.names.get(one, one) for one in seats])}
        if act == "resign":
            facts["then"] = then(about.client, about.summary["contest"])
        back = f"{table.guard.home}games/{about.game}/about"
        if act in YES and (asked := unsure(table, act, back, YES[act], **facts)) is not None:
            return asked
        if wrong := tried(lambda: [about.client.seat_act(about.game, one, wanted(act)) for one in seats]):
            return about_page(table, about, wrong, {**typed(), "act": act})
        if act in YES:
            table.leave(about.game)
        return done(table, about.game, "about", said(act, facts, len(seats)))


def joined(table: Table, about: About, seat: str) -> AnyResponse:
    """Who took a seat goes to the board, or waits at the game's page until it begins."""
    table.leave(about.game)
    alias = about.client.in_game(about.game)
    under = f" You play as {alias.handle}: nobody but the host knows who you are until it is over."
    where = "about" if about.summary["status"] == "inviting" else ""
    said = f"You hold {about.names.get(seat, seat)}.{under if alias.person else ''}"
    return done(table, about.game, where, said)


def seats_meant(about: About, act: str) -> list[str]:
    """The seat that the form names, else the only one that the reader holds; an absence is that of all their seats."""
    if act not in ("vote", "absence", "leave", "resign"):
        raise NotFound("There is no such act.")
    if not about.mine:
        raise NotFound("You hold no seat in this game.")
    given = request.form.get("seat", about.mine[0])
    return about.mine if act == "absence" else [given if given in about.mine else about.mine[0]]


def wanted(act: str) -> SeatActs:
    """The act as the form has it."""
    from cli.errors import Misuse
    from schemas.statements.payloads import Absence, Leave, Resign, Vote

    form, reason = request.form, request.form.get("reason", "").strip()
    if act == "vote":
        on = form.get("on", "")
        if on not in VOTED:
            raise NotFound("There is nothing like that to vote on.")
        return Vote(reason=reason, on=on, yes=form.get("yes") == "yes")  # type: ignore[arg-type]  # it is in VOTED
    if act == "absence":
        first = form.get("first", "").strip()
        last = form.get("last", "").strip() or first
        if last < first:
            raise Misuse("An absence cannot end before it begins: put the later day last.")
        return Absence(reason=reason, first=first, last=last)
    return Leave(reason=reason) if act == "leave" else Resign(reason=reason)


def said(act: str, known: dict[str, Any], count: int) -> str:
    """What was done; `known`: the seat, and what becomes of it."""
    form = request.form
    first = form.get("first", "")
    days = f"{'are' if count > 1 else 'is'} {days_away(first, form.get('last', '').strip() or first)}"
    way = "for" if form.get("yes") == "yes" else "against"
    facts = {**known, "seats": known["seat"], "days": days, "way": way, "matter": VOTED.get(form.get("on", ""), "")}
    return done_in_words(act, GAME, **facts)
