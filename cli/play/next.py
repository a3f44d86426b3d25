"""`ostraka next`: what is waiting for a person in all their games, with all their keys, at all their hosts."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from shlex import join, split
from typing import TYPE_CHECKING, Any

import click

from cli.errors import ClientError
from cli.terminal.finding import GAME_ID
from cli.terminal.options import Connection, home_options, json_option
from cli.terminal.output import emit, tell
from cli.times import local_time, time_left

if TYPE_CHECKING:
    from adjudicator.kernel.subjects import Naming
    from cli.client import Client
    from cli.client.answers import GameSummary, WaitingSeat
    from cli.home.home import Home

Payload = dict[str, Any]
STRANGER = ("unknown-player", "not-you")  # at this host the key's name is another player's, or nobody's
LATE = "~"  # after every instant
MANY = 4  # asks of one question that are listed one by one


@click.command("next")
@click.option("--url", help="Only the host at this address; otherwise every host that you have met.")
@json_option
@home_options
def next_(connection: Connection, as_json: bool) -> None:
    """Show what is waiting for you in all your games, and how to answer it.

    Looks at every host that you have met (and at OSTRAKA_URL) with every key in your home, or only with --key. First
    come seats that are asked and have sent nothing, by deadline; then what contests want of you, your tasks as an
    organiser, and seats that you could take.
    """
    from schemas.errors import ProtocolError

    waiting: Payload = {"seats": [], "contests": [], "organised": [], "vacant": []}
    failures: list[Exception] = []
    reached = 0
    for look in all_looks(connection, failures):
        try:
            for part, found in look.all().items():
                waiting[part] += found
            reached += 1
        except (ClientError, ProtocolError) as failure:
            failures.append(failure)
    failures = [each for each in failures if not (reached and getattr(each, "code", "") in STRANGER)]
    if reached:
        waiting["seats"].sort(key=urgency)
        emit(waiting, as_json, partial(show, home=connection.home))
    for other in () if as_json else failures[1:]:
        tell(f"Error: {other}", error=True)
    if failures:
        raise failures[0]


class HostLook:
    """One player at one host; `options` gives the options without which a command about a game goes astray.

    Under an alias, in the game or contest `where` it is one.
    """

    def __init__(self, client: Client, options: Callable[[str], list[str]], where: str | None = None) -> None:
        self.client, self.options, self.where = client, options, where
        self.who = {"url": client.url, "player": client.own.handle}

    def all(self) -> dict[str, list[Payload]]:
        """Everything that is waiting here."""
        seats = [self.seat(one) for one in self.client.waiting(going=True, in_words=True)]
        games = self.games()
        return {
            "seats": seats,
            "contests": [self.duty(one) for one in self.client.duties_told if self.where in (None, one["contest"])],
            "organised": [task for game in games for task in self.tasks(game)],
            "vacant": [seat for game in games for seat in self.vacant(game)],
        }

    def games(self) -> list[GameSummary]:
        """The games that may want something of this player besides orders; a host may have many others."""
        found = self.client.games(calls_for=self.client.handle)
        if self.where is None:
            return found
        from cli.home.aliases import place_of_alias

        return [game for game in found if place_of_alias(game) == self.where]

    def command(self, what: str, game: str, *words: str) -> str:
        """A command about a game that can be copied as it stands."""
        return join(["ostraka", *what.split(), game, *words, *self.options(game)])

    def seat(self, one: WaitingSeat) -> Payload:
        """One seat: what it is asked, what is in, and how to answer; whom it waits for while it is not asked."""
        game, seat = one["game"], one["seat"]
        unread = self.client.unread(game, seat, one["newest_press"])
        commands = [self.command(what, game, seat) for what in ("table", "play") if one["asked"]]
        commands += [self.command("press read", game, seat)] if unread else []
        others = one["status"] == "running" and (one["in"] or not one["asked"])
        return {
            **self.who,
            **{field: one[field] for field in ("game", "name", "title", "seat", "status", "paused", "stopped")},
            **{field: one[field] for field in ("phase", "deadline", "in", "final", "word", "free")},
            "waiting": list(one["waiting"]) if others else [],
            "people": one.get("people", {}),  # an older host tells none
            "asked": [
                {"question": question, "prompt": prompt}
                for question, prompt in zip(one["asked"], one["prompts"], strict=False)
            ],
            "unread": unread,
            "commands": commands,
        }

    def duty(self, one: Payload) -> Payload:
        """What a contest wants of the player, with the line that does it."""
        line = join([*split(one["line"]), *self.options(one["game"] or one["contest"])])
        return {**self.who, **{field: one[field] for field in ("contest", "name", "title", "what")}, "command": line}

    def tasks(self, game: GameSummary) -> Iterator[Payload]:
        """What the player has to do as the organiser of a game, or as one of several."""
        if organises(self.client.handle, game):
            yield from self.asked_of_organiser(game)
            yield from self.unreached(game)

    def asked_of_organiser(self, game: GameSummary) -> Iterator[Payload]:
        """What a game wants of its organiser."""
        empty = free_seats(game)
        if game["status"] == "inviting":
            if empty:
                yield self.task(game, f"still without a player: {', '.join(empty)}", "invite", "PLAYER")
            else:
                yield self.task(game, "every seat has a player: you can start it", "start")
            return
        if game["stopped"]:
            yield self.task(game, f"phase {game['phase']} cannot be resolved: it needs you", "show")
        if game["paused_at"]:
            yield self.task(game, f"paused since {local_time(game['paused_at'])}", "resume")
        for seat in empty if game["contest"] is None else ():
            yield self.task(game, f"{seat} is vacant", "invite", "PLAYER", "--seat", seat)

    def unreached(self, game: GameSummary) -> Iterator[Payload]:
        """Players whose mails bounce, in a game that this player organises."""
        for one in self.client.bounced_told:
            if one["game"] == game["game"]:
                still = "" if one["mailed"] else ", and no more are sent"
                what = f"mails to {one['player']} ({one['seat']}) bounce{still}: reach or replace this player"
                yield self.task(game, what, "replace", one["seat"], "PLAYER")

    def task(self, game: GameSummary, what: str, act: str, *words: str) -> Payload:
        """One thing to do as organiser."""
        return self.about(game) | {"waits": what, "command": self.command(f"game {act}", game["game"], *words)}

    def vacant(self, game: GameSummary) -> Iterator[Payload]:
        """The seats that this player could take: vacant in a running game, or reserved for them."""
        for seat in game["seats"]:
            kept = seat["kept_for"] == self.client.handle
            if seat["seat"] in free_seats(game) and (
                kept or (game["status"] == "running" and seat["kept_for"] is None and game["contest"] is None)
            ):
                command = self.command("game join", game["game"], seat["seat"])
                yield self.about(game) | {"seat": seat["seat"], "kept": kept, "command": command}

    def about(self, game: GameSummary) -> Payload:
        """The fields that say whose, where and which game it is."""
        return {**self.who, **{field: game[field] for field in ("game", "name", "title", "status")}}


def organises(handle: str, game: GameSummary) -> bool:
    """May a player act as the organiser of a game?"""
    return handle in game.get("organisers", [game["organiser"]])  # an older host tells of one


def free_seats(game: GameSummary) -> list[str]:
    """The seats of a game that nobody holds, though a person should."""
    return [str(seat["seat"]) for seat in game["seats"] if not seat["player"] and not seat["unmanned"]]


def all_looks(connection: Connection, failures: list[Exception]) -> Iterator[HostLook]:
    """Every key of the home at every host; a key that cannot be opened goes to `failures`."""
    from cli.client import Client
    from schemas.errors import ProtocolError

    home = connection.home
    for handle in [connection.handle()] if connection.key else home.key_names() or [home.choose_key(None)]:
        one = Connection(connection.path, connection.given_url, handle, connection.password)
        try:
            identity = one.identity()
        except (ClientError, ProtocolError) as failure:
            failures.append(failure)
            continue
        for url in hosts(connection):
            client, options = Client(url, identity, handle, home), partial(needed_options, connection, url, handle)
            yield HostLook(client, options)
            for where in client.aliases_told:
                if (alias := client.under_alias(where, ask=False)) is not None:
                    yield HostLook(alias, options, where)


def hosts(connection: Connection) -> list[str]:
    """The addresses of the hosts to look at."""
    from cli.home.home import normalised_url
    from cli.terminal.finding import URL as USUAL_URL

    if connection.given_url:
        return [normalised_url(connection.given_url)]
    named = os.environ.get("OSTRAKA_URL")
    known = list(dict.fromkeys([*([normalised_url(named)] if named else []), *connection.home.hosts()]))
    connection.is_guessed = not known
    return known or [USUAL_URL]


def needed_options(connection: Connection, url: str, handle: str, game: str) -> list[str]:
    """The options without which a command about a game would go to another host, or use another key."""
    from cli.home.home import normalised_url
    from cli.terminal.finding import URL, address_of

    words: list[str] = []
    known = address_of(connection.home, game) or (URL if len(connection.home.hosts()) > 1 else url)
    if normalised_url(os.environ.get("OSTRAKA_URL") or known) != url:
        words += ["--url", url]
    if os.environ.get("OSTRAKA_KEY") != handle and len(connection.home.key_names()) > 1:
        words += ["--key", handle]
    if connection.path and str(connection.path) != os.environ.get("OSTRAKA_HOME"):
        words += ["--home", str(connection.path)]
    return words


# --- in words --------------------------------------------------------------------------------------------------------


def urgency(seat: Payload) -> tuple[int, str]:
    """Unanswered seats first, then drafts, then the rest; each by deadline."""
    awaited = seat["asked"] and not seat["final"]
    return (1 if seat["in"] else 0) if awaited else 2, seat["deadline"] or LATE


def show(waiting: Payload, home: Home | None = None) -> None:
    """A block for each seat, then a line and its command for each other thing; games by their names."""
    typed = typed_names(waiting, home)
    seats = Counter((one["url"], one["player"], one["game"]) for one in waiting["seats"])
    several = len({(one["url"], one["player"]) for part in waiting.values() for one in part}) > 1
    for seat in waiting["seats"]:
        tell(f"{game_heading(seat, typed, several)}, {seat['seat']}: {seat_in_words(seat)}")
        for line in asked_in_words(seat["asked"]):
            tell(f"  {line}")
        naming = naming_of(seat) if seat["waiting"] else None
        for sentence in seat["waiting"]:
            tell(f"  {naming.in_text(sentence) if naming else sentence}")
        if seat["unread"]:
            tell(f"  Unread press: {seat['unread']}")
        held = seats[seat["url"], seat["player"], seat["game"]]
        tell_commands(seat["commands"], typed, seat["seat"] if held == 1 else None)
    for duty in waiting["contests"]:
        where = f", {duty['player']} at {duty['url']}" if several else ""
        tell(f"{duty['name']} ({duty['contest']}), a contest of {duty['title']}{where}: {duty['what']}")
        tell(f"  $ {duty['command']}")
    for task in waiting["organised"]:
        tell(f"{game_heading(task, typed, several)}, which you organise: {task['waits']}")
        tell_commands([task["command"]], typed)
    for seat in waiting["vacant"]:
        tell(
            f"{game_heading(seat, typed, several)}, {seat['seat']}: {'reserved for you' if seat['kept'] else 'vacant'}"
        )
        tell_commands([seat["command"]], typed)
    if not any(waiting.values()):
        tell("Nothing is waiting for you. To see games that you could join: ostraka game list")


def naming_of(seat: Payload) -> Naming | None:
    """How the seats of its game are called by who plays them; None where the rules are not here."""
    from adjudicator.registry import is_title, title

    return title(seat["title"]).calling(seat["people"]).naming if is_title(seat["title"]) else None


def asked_in_words(asked: Sequence[Payload]) -> Iterator[str]:
    """A line for each question; of one that is asked many times, for the first few of them and for the rest."""
    by_question: dict[str, list[Payload]] = {}
    for one in asked:
        by_question.setdefault(one["question"].partition("/")[0], []).append(one)
    for question, every in by_question.items():
        shown = every if len(every) <= MANY else every[: MANY - 1]
        yield from (f"{one['prompt']} ({one['question']})" for one in shown)
        if len(every) > len(shown):
            yield f"… and {len(every) - len(shown)} more like these ({question})"


def typed_names(waiting: Payload, home: Home | None) -> dict[str, str]:
    """What is typed for each game that has a name of its own among those listed and those that the home remembers."""
    from adjudicator.index import installed
    from schemas.statements.texts import as_typed, is_typable

    known = [one["names"] for one in home.hosts().values() if "names" in one] if home else []
    names = {game: as_typed(name) for each in known for game, name in each.items()}
    listed = {one["game"]: as_typed(one["name"]) for part in waiting.values() for one in part if "game" in one}
    often = Counter({**names, **listed}.values())
    titles = {name.partition(".")[0] for name, _ in installed()}
    return {game: name for game, name in listed.items() if often[name] == 1 and is_typable(name, titles)}


def game_heading(one: Payload, typed: Mapping[str, str], several: bool) -> str:
    """Which game it is, by its id where the name is not enough; with several keys or hosts, also whose and where."""
    where = f", {one['player']} at {one['url']}" if several else ""
    name = one["name"] if one["game"] in typed else f"{one['name']} ({one['game']})"
    return f"{name}, {one['title']}{where}"


def seat_in_words(seat: Payload) -> str:
    """What a seat is asked, or whom it is waiting for, and until when."""
    from schemas.statements.in_words import counted

    if seat["status"] == "inviting":
        return f"not begun; {counted(seat['free'], 'seat')} without a player"
    if seat["stopped"]:
        return "the phase could not be resolved; the host tries again, and the organiser has been told"
    what, whose = (orders_in_words(seat), "you") if seat["asked"] else ("you are asked nothing now", "the others")
    if seat["paused"]:
        return f"{what}; the game is paused"
    return f"{what}; {whose} have until {time_left(seat['deadline'])}" if seat["deadline"] else what


def orders_in_words(seat: Payload) -> str:
    """What has been sent for an asked seat."""
    if seat["word"] in ("draft", "final"):
        return f"your orders are in ({seat['word']})"
    if seat["in"]:
        return "your book answers" if seat["final"] else "your book answers at the deadline"
    return "your turn, nothing sent yet"


def tell_commands(commands: Sequence[str], typed: Mapping[str, str], seat: str | None = None) -> None:
    """The commands for it, ready to copy: the game by its name, without a seat that the program finds itself."""
    for command in commands:
        words = split(command)
        at = next(place for place, word in enumerate(words) if GAME_ID.fullmatch(word))
        own = slice(at + 1, at + 2 if words[at + 1 : at + 2] == [seat] else at + 1)
        words[own], words[at] = [], typed.get(words[at], words[at])
        tell(f"  $ {join(words)}")
