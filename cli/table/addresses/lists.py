"""*Your games*, and the form for a new one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from flask import Flask, Response, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from adjudicator import index
from adjudicator.registry import title as find_title
from adjudicator.registry import titles
from cli.errors import ClientError, Misuse
from cli.rules.local_check import LacksRules
from cli.rules.saved_games import forget_boards
from cli.seat.local import Listed
from cli.table.addresses.table import Table, number, page
from cli.table.hosts import OVER, SEAT
from cli.table.rendering import KINDS
from schemas.statements.texts import refused_character

LONGEST: Final = 24
"""Letters of a name."""
MOST_SAVED: Final = 5_000_000
"""Bytes of a saved game that is opened here."""


def add_lists(app: Flask, table: Table) -> None:
    """*Your games*, and the form for a new one."""
    guard = table.guard
    add_files(app, table)
    add_boards(app, table)
    add_first_games(app, table)

    @app.get(guard.home)
    def games() -> Response:
        news = table.news.count
        known = kinds()
        return page("games", guard, news=news, kinds=known, first=index.first_door(known), **listed(table))

    @app.post(f"{guard.home}new")
    def new() -> AnyResponse:
        chosen, _, scenario = request.form.get("scenario", "").partition(" ")
        if chosen not in titles():
            raise NotFound("There is no such title.")
        rules, wanted = find_title(chosen), number("seats")
        counts = rules.scenario(scenario).seat_counts
        seats = wanted if wanted in counts else min(counts)
        people = max(1, number("people") or 1)
        name = table.hosts.begin(rules, scenario, seats, people=people, names=given_names(people))
        return redirect(f"{guard.home}games/{name}", 303)


def given_names(people: int) -> list[str]:
    """What people who take turns at this screen want to be called, in the order of their seats."""
    names = [one.strip() for one in request.form.get("names", "").split(",")] if people > 1 else []
    if any(len(one) > LONGEST or refused_character(one) for one in names):
        raise Misuse(f"Names are short texts with commas between them, each of {LONGEST} letters at most.")
    return names


def add_first_games(app: Flask, table: Table) -> None:
    """A first game of a title, guided: the ordinary one, with a sentence at the right moment."""
    guard = table.guard

    @app.post(f"{guard.home}first")
    def first() -> AnyResponse:
        chosen = request.form.get("title", "")
        name = begin_first_game(table, chosen) if chosen in titles() else ""
        if not name:
            raise NotFound("There is no guided first game of that name.")
        return redirect(f"{guard.home}games/{name}", 303)


def begin_first_game(table: Table, title: str) -> str:
    """Begin it; gives the game's name, and nothing for a title that is not taught."""
    rules = find_title(title)
    found = rules.first_game()
    if found is None:
        return ""
    name = table.hosts.begin(rules, found.scenario, min(rules.scenario(found.scenario).seat_counts))
    from cli.table.shown.coach import begin

    begin(table.sitting(name).kept)
    return name


def add_files(app: Flask, table: Table) -> None:
    """Games that come from a file, and go into one."""
    guard = table.guard

    @app.post(f"{guard.home}open")
    def open_file() -> AnyResponse:
        request.max_content_length = MOST_SAVED
        sent = request.files.get("game")
        if sent is None or not sent.filename:
            raise Misuse("Choose the file of a saved game first; it is called something like perikles-1.json.")
        try:
            name = table.hosts.take_in(sent.read(), sent.filename)
        except LacksRules as lacks:  # of this game nothing is kept here
            raise Misuse(lacks.plain) from None
        with table.lock:
            table.sittings.pop(name, None)  # the file may have gone further
        return redirect(f"{guard.home}games/{name}", 303)

    @app.get(f"{guard.home}games/<name>/file")
    def game_file(name: str) -> Response:
        data = table.hosts.file(name)
        if data is None:
            raise NotFound("There is no game of that name here.")
        response = Response(data, mimetype="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
        return response


def add_boards(app: Flask, table: Table) -> None:
    """The small boards of lists: of games on this machine, and those with which titles begin."""
    guard, root = table.guard, table.home.root

    @app.get(f"{guard.home}boards/<name>.svg")
    def board(name: str) -> Response:
        from cli.table.board.small import board_of  # no first board needs it

        return drawn(board_of(root, name))

    @app.get(f"{guard.home}boards/of/<title>.svg")
    def opening(title: str) -> Response:
        from cli.table.board.small import opening_of

        return drawn(opening_of(root, title))

    def drawn(svg: bytes | None) -> Response:
        if svg is None:
            raise NotFound("There is no board of that name here.")
        return Response(svg, mimetype=KINDS["svg"])


def listed(table: Table) -> dict[str, Any]:
    """The games of *Your games*, here and at hosts, with what is wanted of the player there."""
    trouble, hosted, wanted = "", [], dict[str, Any]()
    try:
        hosted = table.hosts.waiting()
    except ClientError as error:
        trouble = str(error)
    clients = table.hosts.clients()
    if clients and not trouble:
        from cli.table.shown.calls import calls  # a table of games on this machine knows no wire

        wanted = calls(clients)
        trouble = " ".join(wanted["trouble"])
    placed(hosted)
    known = named_titles()
    forget_boards(table.home.root)
    here = [in_words(one, known) for one in table.hosts.here()]
    return {
        "command": table.hosts.command(),
        "hosted": [one for one in hosted if one["status"] != OVER],
        "over": [one for one in hosted if one["status"] == OVER],
        "local": [one for one in here if not one["over"]],
        "finished": [one for one in here if one["over"]],
        "trouble": trouble,
        "host_notices": table.hosts.notices(),
        "at_hosts": bool(clients),
        "contests": wanted.get("contests", []),
        "duties": wanted.get("duties", []),
        "joinable": wanted.get("joinable", []),
        "lacks_copy": table.hosts.lacks_copy,
    }


def in_words(game: Listed, kinds: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A game on this machine: what it is, how it stands, when it was played last."""
    known = kinds.get(game.title, {"name": game.title, "scenarios": ()})
    scenario = next((one["name"] for one in known["scenarios"] if one["id"] == game.scenario), game.scenario)
    return {
        "name": game.name,
        "what": f"{known['name'].partition(':')[0]}: {scenario}",
        "who": "you and bots" if game.people == 1 else f"{game.people} people",
        "scores": ", ".join(f"{seat} {score}" for seat, score in game.scores.items()),
        "over": game.over,
        "won": game.won,
        "played": datetime.fromtimestamp(game.played, UTC).isoformat() if game.played else "",
    }


def placed(hosted: list[dict[str, Any]]) -> None:
    """Note of each seat at a host what it is called and where its page is."""
    held = Counter(one["game"] for one in hosted)
    if hosted:
        from cli.table.shown.calls import held_seat
    for one in hosted:
        one["seat_name"] = held_seat(one)
        one["place"] = f"{one['game']}{SEAT}{one['seat']}" if held[one["game"]] > 1 else one["game"]


def seats_in_words(counts: Sequence[int]) -> str:
    """`3, 4 or 5 seats`."""
    *others, last = map(str, sorted(counts))
    return f"{', '.join(others)} or {last} seats" if others else f"{last} seats"


def kinds() -> list[dict[str, Any]]:
    """What can be played against bots: every title with its scenarios, for how many and how long."""
    return [
        {
            **index.door(name, known),
            "own": name in index.own(),
            "short": known["name"].partition(":")[0],
            "scenarios": [
                {
                    "value": f"{name} {one['id']}",
                    "name": one["name"],
                    "seats": seats_in_words(one["seats"]),
                    "length": index.length_in_words([one]),
                }
                for one in known["scenarios"]
            ],
        }
        for name, known in index.doors(named_titles()).items()
    ]


def named_titles() -> dict[str, Mapping[str, Any]]:
    """What the index says of every title."""
    return {name: known or loaded(name) for name, known in index.kinds().items()}


def loaded(name: str) -> dict[str, Any]:
    """What the index says of our own titles, from the rules of another."""
    rules = find_title(name)
    return index.told_of(rules)
