"""Which host, game and seat are meant where they are not said in full: as the home remembers, else by asking hosts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from cli.errors import Misuse
from cli.terminal.connected import OWN_SEAT, Connected, TypedContest, TypedGame

if TYPE_CHECKING:
    from cli.home.home import Home

GAME_ID: Final = re.compile("[a-z]{5}-[a-z]{5}-[a-z]{5}")  # as schemas.names makes them
URL: Final = "http://127.0.0.1:8000"
"""Where a host is that was started on this machine without further ado; asked where no host is known."""
OVER: Final = "over"
OVER_CONTEST: Final = "finished"
OPEN: Final = [{"status": "inviting"}]
"""Of games: those that have not begun."""
Found = dict[str, str]


def usual_url(home: Home) -> str:
    """The only host that this home knows."""
    from schemas.statements.in_words import listed

    known = sorted(home.hosts())
    if len(known) > 1:
        raise Misuse(f"Which host? You know {listed(known)}: add --url URL (or forget one: ostraka host forget URL).")
    return known[0] if known else URL


def address_of(home: Home, game: str) -> str | None:
    """The address of the host that has a game, as far as this home knows."""
    hosts = home.hosts()
    for url, known in hosts.items():
        if game in known["games"]:
            return str(url)
    return next((str(url) for url, known in hosts.items() if game in known.get("names", {})), None)


def find_game(connection: Connected, given: str, offline: bool = False) -> str:
    """The id of a game, by its id or its name; from then on the connection is to its host, and about it."""
    connection.game, connection.offline = found_game(connection, given, offline), offline
    return connection.game


def found_game(connection: Connected, given: str, offline: bool) -> str:
    """The id of a game, by its id or its name."""
    connection.game = None
    if GAME_ID.fullmatch(given):
        connection.found_url = address_of(connection.home, given)
        return str(given)
    found = remembered(connection, given) or ({} if offline else asked_for(connection, given))
    if not found:
        raise Misuse(
            f"There is no game of yours called {given!r}, nor one that you could join; a game is meant by its name, or "
            "by its id, which is three words such as fiviv-fodas-koniv. See yours with: ostraka next, and those that "
            "you could join with: ostraka game list"
        )
    if len(found) > 1 and not offline:
        found = going_on(connection, found)
    if len(found) > 1:
        raise Misuse(f"Which {given!r}? Give the id of one of them: {', '.join(sorted(found))}.")
    [(game, connection.found_url)] = found.items()
    return game


def remembered(connection: Connected, given: str) -> Found:
    """The games of that name that this home knows, each with its address; those that are over only if all are."""
    going: Found = {}
    over: Found = {}
    for url in connection.urls():
        known = connection.home.hosts().get(url, {})
        for game in named(known.get("names", {}), given):
            (over if OVER in known["games"].get(game, {}) else going)[game] = url
    return going or over


def asked_for(connection: Connected, given: str) -> Found:
    """The games of that name in which the player has or could have a part, as the hosts list them."""
    who = connection.handle() if connection.home.key_names() else None
    own = [{"player": who}, {"organiser": who}, {"free_for": who}] if who else []
    for whose, signed in ((own, False), (own, True), (OPEN, False)):
        at = {url: dict(names_at(connection, url, whose, signed)) for url in connection.urls()}
        if found := {game: url for url, names in at.items() for game in named(names, given)}:
            return found
    return {}


def going_on(connection: Connected, found: Found) -> Found:
    """Those of several games that are not over, as their hosts say; all of them where every one is over."""
    from cli.errors import Refused

    going: Found = {}
    for game, url in found.items():
        connection.found_url = url
        client = connection.player() if connection.home.key_names() else connection.spectator()
        with suppress(Refused):
            if client.game(game)["status"] == OVER:
                continue
        going[game] = url
    return going or found


def names_at(
    connection: Connected, url: str, whose: Sequence[Mapping[str, Any]], signed: bool
) -> Iterator[tuple[str, str]]:
    """The games at a host that one of these filters finds, each with its name.

    Private ones are told to a request that the player signed.
    """
    connection.found_url = url
    client = connection.player() if signed and whose else connection.spectator()
    aliases = [{"player": alias} for alias in client.pins.aliases().values()] if whose != OPEN else []
    for one in (*whose, *aliases):
        for game in client.games(**one):
            yield game["game"], game["name"]


def named(names: Mapping[str, str], given: str) -> Iterable[str]:
    """The games that have a name, however it is written."""
    from schemas.statements.texts import as_typed

    return [game for game, name in names.items() if as_typed(name) == as_typed(given)]


def find_seat(connection: Connected, game: str, offline: bool) -> str:
    """The only seat that the player holds in a game; offline, the only one to which there is a letter."""
    if not offline:
        client = connection.player()
        summary = client.game(game)
        if summary["anonymous"] and client.person is None:
            from cli.home.aliases import place_of_alias

            client = client.under_alias(place_of_alias(summary)) or client
        return client.own_seat(summary, how="name it after GAME")
    seats = connection.home.letter_seats(game)
    if not seats:
        raise Misuse(f"No letter of {game} has been opened here. Open one first with: ostraka open FILE")
    if len(seats) > 1:
        raise Misuse(f"Which seat? There are letters to {', '.join(seats)}: name one after GAME.")
    return seats[0]


def find_waiting(connection: Connected) -> tuple[str, str] | None:
    """The game and seat that wait for the player, where there is just one; None where nothing is known of any game."""
    if not connection.home.key_names() or not (connection.given_url or connection.home.hosts()):
        return None
    found = []
    for url in connection.urls():
        connection.found_url = url
        held = connection.player().waiting("running")
        found += [(url, one["name"], one["game"], one["seat"]) for one in held if one["asked"] and not one["final"]]
    if len({game for _, _, game, _ in found}) > 1:
        names = ", ".join(sorted({f"{name} ({game})" for _, name, game, _ in found}))
        raise Misuse(f"Which game? These wait for you: {names}.")
    if not found:
        raise Misuse("No game waits for you now. What you have going on: ostraka next")
    connection.found_url, _, game, seat = found[0]
    return game, seat


def find_contest(connection: Connected, given: str | None) -> str:
    """The id of a contest, by its id or its name; without either the one that is not over yet."""
    if given and GAME_ID.fullmatch(given):
        connection.found_url = address_of(connection.home, given)
        return str(given)
    found = contests_called(connection, given, signed=False)
    if not found and connection.home.key_names():
        found = contests_called(connection, given, signed=True)
    if not found:
        called = f"called {given!r}" if given else "under way"
        raise Misuse(f"There is no contest {called}. See all with: ostraka contest list")
    if len(found) > 1:
        names = ", ".join(sorted(f"{name} ({contest})" for contest, (_, name) in found.items()))
        raise Misuse(f"Which contest? There are {names}.")
    [(contest, (connection.found_url, _))] = found.items()
    return contest


def contests_called(connection: Connected, given: str | None, *, signed: bool) -> dict[str, tuple[str, str]]:
    """The contests of a name (None: those under way), each with its host and name; private ones by signed requests."""
    from schemas.statements.texts import as_typed

    found: dict[str, tuple[str, str]] = {}
    for url in connection.urls():
        connection.found_url = url
        client = connection.player() if signed else connection.spectator()
        for one in client.contests():
            if as_typed(one["name"]) == as_typed(given) if given else one["status"] != OVER_CONTEST:
                found[one["contest"]] = (url, one["name"])
    return found


def resolved(connection: Connected, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a command with the id of the game that was named, and the seat that was not."""
    offline = bool(given.get("offline"))
    for name, value in given.items():
        if isinstance(value, TypedContest):
            given[name] = find_contest(connection, value)
        if isinstance(value, TypedGame):
            given[name] = find_game(connection, value, offline)
            if given.get("seat") == OWN_SEAT:
                given["seat"] = find_seat(connection, given[name], offline)
    return given
