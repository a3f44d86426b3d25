"""`ostraka next`: what waits for a person in all his games, whichever of his keys and whichever host it is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from shlex import join
from typing import TYPE_CHECKING, Any

import click

from cli.errors import ClientError, Refused
from cli.terminal.options import URL, Connection, at_home, reading
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client

Payload = dict[str, Any]
STRANGER = ("unknown-player", "not-you")  # this host knows another player, or nobody, by the name of the key
GOING = ("inviting", "running")
NOTHING: Payload = {"questions": [], "word": None}
LATE = "~"  # after every instant


@click.command("next")
@click.option("--url", default="", help="Only the host at this address; otherwise every host that you have met.")
@reading
@at_home
def next_(connection: Connection, as_json: bool) -> None:
    """Tell what waits for you in all your games, and with which command you answer.

    Looks at every host that you have met (and that of OSTRAKA_URL) with every key in your home, or only with --key.
    Seats come first that are asked and have sent nothing, by their deadlines; then what you are to do as an organiser,
    and seats that you could take.
    """
    from schemas.errors import ProtocolError

    told: Payload = {"seats": [], "organised": [], "vacant": []}
    failures: list[Exception] = []
    reached = 0
    for look in looks(connection, failures):
        try:
            for part, found in look.all().items():
                told[part] += found
            reached += 1
        except (ClientError, ProtocolError) as failure:
            failures.append(failure)
    failures = [each for each in failures if not (reached and getattr(each, "code", "") in STRANGER)]
    if reached:
        told["seats"].sort(key=urgency)
        emit(told, as_json, show)
    for other in () if as_json else failures[1:]:
        tell(f"Error: {other}", error=True)
    if failures:
        raise failures[0]


class Look:
    """One player at one host; `tail` is what every command for it ends with."""

    def __init__(self, client: Client, tail: Sequence[str]) -> None:
        self.client, self.tail = client, tail
        self.who = {"url": client.url, "player": client.handle}

    def all(self) -> dict[str, list[Payload]]:
        """All that waits here."""
        held = [one for status in GOING for one in self.client.waiting(status)]
        games = {game["game"]: game for status in GOING for game in self.client.games(status=status)}
        seats = [self.seat(one, games) for one in held]
        return {
            "seats": seats,
            "organised": [task for game in games.values() for task in (*self.tasks(game), *self.unreached(game))],
            "vacant": [seat for game in games.values() for seat in self.vacant(game)],
        }

    def command(self, *words: str) -> str:
        """A command that is right as it stands."""
        return join(["ostraka", *words, *self.tail])

    def seat(self, one: Payload, games: dict[str, Payload]) -> Payload:
        """One seat: what it is asked in words, what is in, and how to answer."""
        game, seat = one["game"], one["seat"]
        asked = self.asked(game, seat) if one["asked"] else NOTHING
        unread = self.client.unread(game, seat) if one["press"] else 0
        commands = [self.command("play", game, seat)] if one["asked"] else []
        commands += [self.command("press", "read", game, seat)] if unread else []
        summary = games.get(game) or self.client.game(game)
        return {
            **self.who,
            **{field: one[field] for field in ("game", "name", "title", "seat", "status", "paused")},
            **{field: one[field] for field in ("phase", "deadline", "in", "final")},
            "asked": [{field: each[field] for field in ("question", "prompt")} for each in asked["questions"]],
            "word": asked["word"],
            "free": len(free(summary)),
            "unread": unread,
            "commands": commands,
        }

    def asked(self, game: str, seat: str) -> Payload:
        """What a seat is asked, in words; nothing when the game went on between the looks."""
        try:
            return self.client.questions(game, seat)
        except Refused as refusal:
            if refusal.code != "no-open-phase":
                raise
            return NOTHING

    def tasks(self, game: Payload) -> Iterator[Payload]:
        """What waits for the player as the organiser of a game."""
        if game["organiser"] != self.client.handle:
            return
        empty = free(game)
        if game["status"] == "inviting":
            if empty:
                yield self.task(game, f"without a player: {', '.join(empty)}", "invite", "PLAYER")
            else:
                yield self.task(game, "every seat has a player, and it can begin", "start")
            return
        if game["paused_at"]:
            yield self.task(game, f"paused since {game['paused_at']}", "resume")
        for seat in empty:
            yield self.task(game, f"{seat} is vacant", "invite", "PLAYER", "--seat", seat)

    def unreached(self, game: Payload) -> Iterator[Payload]:
        """The players of a game that this one organises to whom mails do not arrive."""
        for one in self.bounced:
            if one["game"] == game["game"]:
                still = "" if one["mailed"] else ", and none is sent any more"
                what = f"mails to {one['player']} ({one['seat']}) bounce{still}; reach him otherwise, or replace him"
                yield self.task(game, what, "replace", one["seat"], "PLAYER")

    @cached_property
    def bounced(self) -> list[Payload]:
        """Whose mails bounce in the games that this player organises."""
        return self.client.bounced()

    def task(self, game: Payload, what: str, act: str, *words: str) -> Payload:
        """One thing to do as organiser."""
        return self.about(game) | {"waits": what, "command": self.command("game", act, game["game"], *words)}

    def vacant(self, game: Payload) -> Iterator[Payload]:
        """The seats that this player could take: vacant in a game that runs, or kept for him."""
        for seat in game["seats"]:
            kept = seat["kept_for"] == self.client.handle
            if seat["seat"] in free(game) and (kept or (game["status"] == "running" and seat["kept_for"] is None)):
                command = self.command("game", "join", game["game"], seat["seat"])
                yield self.about(game) | {"seat": seat["seat"], "kept": kept, "command": command}

    def about(self, game: Payload) -> Payload:
        """Which game it is."""
        return {**self.who, **{field: game[field] for field in ("game", "name", "title", "status")}}


def free(game: Payload) -> list[str]:
    """The seats of a game that somebody is to play, and nobody holds."""
    return [str(seat["seat"]) for seat in game["seats"] if not seat["player"] and not seat["unmanned"]]


def looks(connection: Connection, failures: list[Exception]) -> Iterator[Look]:
    """Every key of the home at every host; a key that cannot be opened is a failure."""
    from cli.client import Client
    from schemas.errors import ProtocolError

    home = connection.home
    for handle in [connection.handle()] if connection.key else home.key_names() or [home.choose_key(None)]:
        one = Connection(connection.path, connection.url, handle, connection.password)
        try:
            identity = one.identity()
        except (ClientError, ProtocolError) as failure:
            failures.append(failure)
            continue
        for url in hosts(connection):
            yield Look(Client(url, identity, handle, home), tail(connection, url, handle))


def hosts(connection: Connection) -> list[str]:
    """The addresses that are looked at."""
    from cli.client.http import normal

    if connection.url:
        return [normal(connection.url)]
    named = os.environ.get("OSTRAKA_URL")
    return list(dict.fromkeys([*([normal(named)] if named else []), *connection.home.hosts()])) or [URL]


def tail(connection: Connection, url: str, handle: str) -> list[str]:
    """The options without which a command would go to another host, or be another player's."""
    from cli.client.http import normal

    words: list[str] = []
    if normal(os.environ.get("OSTRAKA_URL") or URL) != url:
        words += ["--url", url]
    if os.environ.get("OSTRAKA_KEY") != handle and len(connection.home.key_names()) > 1:
        words += ["--key", handle]
    if connection.path and str(connection.path) != os.environ.get("OSTRAKA_HOME"):
        words += ["--home", str(connection.path)]
    return words


# --- in words --------------------------------------------------------------------------------------------------------


def urgency(seat: Payload) -> tuple[int, str]:
    """First what is asked and not answered, then drafts, then the rest; the nearest deadline first."""
    awaited = seat["asked"] and not seat["final"]
    return (1 if seat["in"] else 0) if awaited else 2, seat["deadline"] or LATE


def show(told: Payload) -> None:
    """A block for each seat, then a line and its command for each other thing."""
    several = len({(one["url"], one["player"]) for part in told.values() for one in part}) > 1
    for seat in told["seats"]:
        tell(f"{head(seat, several)}, {seat['seat']}: {standing(seat)}")
        for question in seat["asked"]:
            tell(f"  {question['question']}: {question['prompt']}")
        if seat["unread"]:
            tell(f"  unread press: {seat['unread']}")
        tell_commands(seat["commands"])
    for task in told["organised"]:
        tell(f"{head(task, several)}, which you organise: {task['waits']}")
        tell_commands([task["command"]])
    for seat in told["vacant"]:
        tell(f"{head(seat, several)}, {seat['seat']}: {'kept for you' if seat['kept'] else 'vacant'}")
        tell_commands([seat["command"]])
    if not any(told.values()):
        tell("Nothing waits for you. Games that you could join: ostraka game list")


def head(one: Payload, several: bool) -> str:
    """Which game it is; with several players or hosts also whose."""
    where = f", {one['player']} at {one['url']}" if several else ""
    return f"{one['name']} ({one['game']}), {one['title']}{where}"


def standing(seat: Payload) -> str:
    """Where the orders of a seat stand."""
    until = f", deadline {seat['deadline']}" if seat["deadline"] else ""
    paused = " (paused)" if seat["paused"] else ""
    if seat["status"] == "inviting":
        return f"not begun, {seat['free']} without a player"
    if not seat["asked"]:
        return f"nothing is asked of you{until}{paused}"
    return f"{said(seat)}{until}{paused}"


def said(seat: Payload) -> str:
    """What of an asked seat is in."""
    if seat["word"] in ("draft", "final"):
        return f"your orders are in ({seat['word']})"
    if seat["in"]:
        return "your book answers" if seat["final"] else "your book answers at the deadline"
    return "you are asked, nothing is in"


def tell_commands(commands: Sequence[str]) -> None:
    """The commands that do it, to be copied."""
    for command in commands:
        tell(f"  $ {command}")
