"""A game that moved is followed: what was known of it at one host holds at the next, where the old one signed the move.

A game that was met at one host is believed at another only where its log leads there: an entry `moved`, signed by the
host before, names the key of the host after. Whoever else shows the game is refused with `TrustBroken`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.errors import Refused, TrustBroken
from cli.trust.pins import Pins
from schemas.errors import ProtocolError
from schemas.log.chain import LogEntry, hosts_of, next_host
from schemas.log.entries import Moved
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.statements import Statement, key_id

if TYPE_CHECKING:
    from cli.home.home import Home

Marks = dict[str, Any]


def elsewhere(hosts: Mapping[str, Any], url: str, game: str) -> list[str]:
    """The addresses of other hosts at which a game is known and from which it was not seen to move."""
    here = hosts.get(url, {}).get("key")
    return [
        other
        for other, known in sorted(hosts.items())
        if other != url and known["key"] != here and game in known["games"] and "moved" not in known["games"][game]
    ]


def require_home(home: Home, url: str, game: str) -> None:
    """Refuse a host that speaks of a game which is known at another."""
    others = elsewhere(home.hosts(), url, game)
    if others:
        raise TrustBroken(
            f"Game {game} is known at {others[0]}, and nothing shows that it moved to {url}. If it did: "
            f"ostraka game show {game} --url {url}"
        )


def follow(home: Home, url: str, game: str, log: Sequence[LogEntry], founder: bytes) -> None:
    """Carry what is known of a game to this host, where its verified log says that it came from where it is known."""
    hosts, known = hosts_of(log, founder), home.hosts()
    here = from_base64url(known[url]["key"], "pinned key", 32)
    if here != hosts[-1]:
        there = next(entry.body.url for entry in reversed(log) if isinstance(entry.body, Moved))
        raise Refused(f"{game} has moved on: say --url {there}", "game-moved")
    for other in elsewhere(known, url, game):
        marks = known[other]["games"][game]
        if from_base64url(known[other]["key"], "pinned key", 32) not in hosts[:-1]:
            raise TrustBroken(
                f"Game {game} is known at {other}, and its log at {url} does not say that it came from there."
            )
        require_same_log(game, marks, log)
        last = max(entry.index for entry in log if isinstance(entry.body, Moved))
        carry(home, other, url, game, hosts[:-1], last)


def require_same_log(game: str, marks: Marks, log: Sequence[LogEntry]) -> None:
    """The log here begins with the one that was seen there."""
    length = marks.get("log", 0)
    if length and (len(log) < length or to_base64url(log[length - 1].hash) != marks["head"]):
        raise TrustBroken(f"The log of game {game} was rewritten when it moved: entry {length - 1} is another.")


def follow_by_letter(home: Home, game: str, moves: Iterable[Any], signer: str) -> bool:
    """Follow the moves that a letter brings, each signed by the host before, to the host that signed the letter."""
    followed, moved = False, list(moves)
    for url, known in sorted(home.hosts().items()):
        marks = known["games"].get(game, {"moved": None})
        if "moved" in marks:
            continue
        key = from_base64url(known["key"], "pinned key", 32)
        hosts, last = pursue(game, key, moved, marks.get("last move", -1))
        if last is not None and key_id(hosts[-1]) == signer and isinstance(last.body, Moved):
            Pins(home, last.body.url).pin_host(to_base64url(hosts[-1]), last.body.url)
            carry(home, url, last.body.url, game, hosts[:-1], last.index)
            followed = True
    return followed


def pursue(game: str, key: bytes, moves: Iterable[Any], after: int) -> tuple[list[bytes], LogEntry | None]:
    """The hosts that a game went to from the one of this key, and the last move; those known are passed over."""
    hosts, last = [key], None
    for move in moves:
        try:
            statement = Statement.from_json(move)
            statement.verify(hosts[-1])
            entry = LogEntry.from_statement(statement)
            if entry.entry.game == game and entry.index > after and isinstance(entry.body, Moved):
                hosts.append(next_host(entry.body, hosts[-1]))
                last, after = entry, entry.index
        except ProtocolError:
            continue
    return hosts, last


def carry(home: Home, there: str, here: str, game: str, before: Sequence[bytes], last_move: int) -> None:
    """What was seen of a game there holds here; there nothing more is believed of it, until a later move leads back."""
    with home.changing_hosts() as hosts:
        old = hosts[there]["games"][game]
        new = hosts[here]["games"].setdefault(game, {})
        if old.get("log", 0) > new.get("log", 0):
            new["log"], new["head"] = old["log"], old["head"]
        for mark, value in old.items():
            newer = isinstance(value, int) and mark != "log" and value > new.get(mark, 0)
            if newer or mark not in new:
                new[mark] = value
        new.pop("moved", None)
        earlier = [host for host in old.get("hosts", []) if host not in map(to_base64url, before)]
        new["hosts"], new["last move"] = [*earlier, *map(to_base64url, before)], last_move
        if there != here:
            old["moved"] = {"url": here}
