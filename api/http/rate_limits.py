"""How much one address or one key may ask of a host, so that no one crowds out the others.

Rates are token buckets, held in memory, or in the database where several processes share it. They refill over time, and
a caller whose bucket is empty is told when to try again (429, Retry-After). A key is charged only for requests whose
signature has been checked, so no one can drain another's bucket. The operator sets every limit
(`ostraka serve --limits`); 0 removes one.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from api.http.problems import Problem, refuse

DAY: Final = 86_400
BURST_SECONDS: Final = 10
HOUR: Final = 3_600
MINUTE: Final = 60
BURSTS: Final = 6
"""A sixth of a minute's mails may leave at once."""
ALL: Final = "all"
MEGABYTE: Final = 1_048_576
DRAWS: Final = 50
"""A process draws a fiftieth of a shared bucket at once."""
Draw = Callable[[dict[str, float | str]], tuple[float, float]]
"""Takes from a shared bucket; gives how much was granted, and how much is left."""
MOST_BUCKETS: Final = 20_000
"""Kept at once; those that were not asked for longest are forgotten, and are full when they come again."""
REST_SECONDS: Final = 60
MOST_RESTING: Final = 1_000


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a host. Generous to people; a host of busy bots may want more."""

    requests: int = 100
    """A second from one address (of IPv6: from one /64); ten seconds' worth at once."""
    signed: int = 20
    """A second by one key: signed reads, statements, envelopes; ten seconds' worth at once."""
    statements: int = 1_000
    """Acts, votes, invitations and the like a day by one key; all at once if need be."""
    stored: int = 256
    """Megabytes of envelopes a day by one key; all at once if need be."""
    files: int = 60
    """Components files a day by one key, refused ones too; all at once if need be."""
    players: int = 50
    """New players a day from one address."""
    fetched: int = 10
    """Tries an hour at the copy of one player's key; all at once if need be."""
    fetches: int = 30
    """Tries an hour at copies of keys from one address; all at once if need be."""
    invited: int = 10
    """Invitations a day that are mailed to one address, whoever sends them; all at once if need be."""
    games: int = 50
    """Games of one organiser that invite or run."""
    seats: int = 200
    """Seats of one player in games that invite or run."""
    mails: int = 0
    """Mails a minute that leave the host, for a relay that refuses more."""
    domain: int = 0
    """Mails a minute to one domain."""
    database: int = 20_000
    """Megabytes of the database from which on neither players nor games are added; those that there are go on."""
    free: int = 256
    """Megabytes free on its disk, below which the same holds."""

    @classmethod
    def parse(cls, text: str) -> Limits:
        """Read `off`, or `name=number` with commas between; raises ValueError, which says what would be right."""
        known = {field.name: field.default for field in fields(cls)}
        if text.strip() == "off":
            return OFF
        said: dict[str, int] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, number = part.partition("=")
            if name not in known or not (number.isascii() and number.isdigit() and len(number) <= 12):
                defaults = ", ".join(f"{name}={default}" for name, default in known.items())
                raise ValueError(f"limits are `off`, or some of {defaults}, with commas between; 0 takes one away")
            said[name] = int(number)
        return cls(**said)


OFF: Final = Limits(**{field.name: 0 for field in fields(Limits)})


class Taken(NamedTuple):
    """What came of taking from a bucket."""

    wait: int
    """The seconds after which there is enough; 0 where it was there."""
    left: int = 0


class Rest(NamedTuple):
    """Mails that have to wait: to a domain, or ALL; and for how many seconds."""

    who: str
    wait: int


def a_minute(most: int) -> tuple[float, float]:
    """A bucket that limits what goes out in any minute: how much at once, how much comes in a second."""
    at_once = max(1, most // BURSTS) if most else 0
    return at_once, max(1, most - at_once) / MINUTE


class Buckets:
    """Token buckets by name: each holds so much, and so much a second comes in."""

    def __init__(self, most: float, per_second: float, clock: Callable[[], datetime]) -> None:
        self.most = most
        self.per_second = per_second
        self._clock = clock
        self._lock = threading.Lock()
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, amount: float = 1) -> Taken:
        """Take so much, where there is so much. Without a limit all is there."""
        if not self.most:
            return Taken(0)
        now = self._clock().timestamp()
        with self._lock:
            level, then = self._levels.pop(who, (self.most, now))
            level = min(self.most, level + max(0.0, now - then) * self.per_second)
            enough = amount <= level
            level -= amount if enough else 0
            self._levels[who] = (level, now)
            if len(self._levels) > MOST_BUCKETS:
                self._levels.popitem(last=False)
        wait = 0 if enough else max(1, math.ceil((min(amount, self.most) - level) / self.per_second))
        return Taken(wait, int(level))

    def policy(self, name: str) -> str:
        """The limit as an item of `RateLimit-Policy`; empty without one."""
        return f'"{name}";q={int(self.most)};w={math.ceil(self.most / self.per_second)}' if self.most else ""

    def standing(self, name: str, left: int) -> str:
        """What is left of it as an item of `RateLimit`: so much, and the seconds until all of it is there again."""
        return f'"{name}";r={left};t={math.ceil((self.most - left) / self.per_second)}'


class SharedBuckets(Buckets):
    """Token buckets that all processes of a host share, kept where `draw` draws from them.

    A process draws some at once and spends them without asking again: what one has drawn no other gives out, so the
    processes together never give out more than there is.
    """

    def __init__(self, most: float, per_second: float, clock: Callable[[], datetime], name: str, draw: Draw) -> None:
        super().__init__(most, per_second, clock)
        self._name = name
        self._draw = draw
        self._drawn: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What is left of what was drawn, and until when an empty bucket is not asked again: for a second."""

    def take(self, who: str, amount: float = 1) -> Taken:
        """Take so much, where there is so much."""
        if not self.most:
            return Taken(0)
        now = self._clock().timestamp()
        with self._lock:
            drawn, empty_until = self._drawn.get(who, (0.0, 0.0))
            if amount <= drawn:
                self._drawn[who] = (drawn - amount, 0.0)
                return Taken(0, int(drawn - amount))
        if now < empty_until:
            return Taken(math.ceil(empty_until - now))
        granted, level = self._draw(self._asked(who, amount, now))
        wait = 0 if granted else max(1, math.ceil((min(amount, self.most) - level) / self.per_second))
        with self._lock:
            drawn, _ = self._drawn.pop(who, (0.0, 0.0))
            drawn += granted - amount if granted else 0.0
            self._drawn[who] = (drawn, now + 1.0 if wait else 0.0)
            if len(self._drawn) > MOST_BUCKETS:
                self._drawn.popitem(last=False)
        return Taken(wait, int(drawn + level))

    def _asked(self, who: str, amount: float, now: float) -> dict[str, float | str]:
        wanted = max(amount, self.most / DRAWS)
        first = wanted if wanted <= self.most else amount if amount <= self.most else 0.0
        return {
            "who": f"{self._name}|{who}",
            "most": float(self.most),
            "per_second": float(self.per_second),
            "now": now,
            "needed": float(amount),
            "wanted": float(wanted),
            "first": float(first),
        }


class Storage(Protocol):
    """Where a host stores."""

    def size(self) -> int:
        """The bytes that the database has."""

    def free(self) -> int | None:
        """The bytes that its disk has left; None where the host cannot know."""


class Meters:
    """What addresses and keys have asked of a host lately, held against its limits."""

    def __init__(
        self, limits: Limits, storage: Storage, clock: Callable[[], datetime], draw: Draw | None = None
    ) -> None:
        self.limits = limits
        self.storage = storage

        def buckets(name: str, most: float, per_second: float) -> Buckets:
            return SharedBuckets(most, per_second, clock, name, draw) if draw else Buckets(most, per_second, clock)

        self.requests = buckets("requests", limits.requests * BURST_SECONDS, limits.requests)
        self.signed = buckets("signed", limits.signed * BURST_SECONDS, limits.signed)
        self.statements = buckets("statements", limits.statements, limits.statements / DAY)
        self.stored = buckets("stored", limits.stored * MEGABYTE, limits.stored * MEGABYTE / DAY)
        self.files = buckets("files", limits.files, limits.files / DAY)
        self.players = buckets("players", limits.players, limits.players / DAY)
        self.fetched = buckets("fetched", limits.fetched, limits.fetched / HOUR)
        self.fetches = buckets("fetches", limits.fetches, limits.fetches / HOUR)
        self.invited = buckets("invited", limits.invited, limits.invited / DAY)
        self.mails = buckets("mails", *a_minute(limits.mails))
        self.mails_to = buckets("domain", *a_minute(limits.domain))

    def request(self, address: str) -> None:
        """A request from an address, looked at before its body is."""
        refuse_until(self.requests.take(network(address)), "too-many-requests", "Too many requests from one address")

    def reader(self, key_id: str) -> int | None:
        """A read that a key signed; gives how many more it may at once, None without a limit."""
        taken = self.signed.take(key_id)
        refuse_until(taken, "too-many-requests", "Too many requests signed by one key")
        return taken.left if self.signed.most else None

    def headers(self, own_left: int | None) -> dict[str, str]:
        """The limits as headers of an answer; what is left, only to who signed the request (`own_left`).

        What is left to an address would tell neighbours behind it of each other, and what is left to a key would tell
        who holds one of its tokens, or repeats one of its statements, what else its player does.
        """
        policies = ", ".join(filter(None, (self.requests.policy("address"), self.signed.policy("key"))))
        told = {"RateLimit-Policy": policies} if policies else {}
        return told | ({"RateLimit": self.signed.standing("key", own_left)} if own_left is not None else {})

    def statement(self, key_id: str) -> None:
        """Count a statement that is stored; 429 above the day's limit."""
        self.reader(key_id)
        refuse_until(self.statements.take(key_id), "too-much-stored", "Too many statements from one key in a day")

    def envelope(self, key_id: str, size: int) -> None:
        """Count the bytes of an envelope that is stored; 429 above the day's limit."""
        self.reader(key_id)
        refuse_until(
            self.stored.take(key_id, size), "too-much-stored", "Too many bytes of envelopes from one key in a day"
        )

    def components_file(self, key_id: str) -> None:
        """A components file that is about to be read, which takes far longer than anything else that a key may send."""
        refuse_until(self.files.take(key_id), "too-much-stored", "Too many components files from one key in a day")

    def player(self, address: str) -> None:
        """Count a new player from one address; 429 above the day's limit."""
        self.require_room()
        detail = "Too many new players from one address in a day"
        refuse_until(self.players.take(network(address)), "too-many-players", detail)

    def fetch(self, handle: str, address: str) -> None:
        """Count a try at the copy of a key, whether there is one or not; 429 above the hour's limits."""
        detail = "Too many tries from one address to fetch the copy of a key"
        refuse_until(self.fetches.take(network(address)), "too-many-tries", detail)
        refuse_until(self.fetched.take(handle), "too-many-tries", "Too many tries to fetch the copy of this key")

    def invitation(self, mark: str) -> bool:
        """Count an invitation that is to be mailed; may it be? `mark` stands for the address, which is kept nowhere."""
        return not self.invited.take(mark).wait

    def mail(self, domain: str) -> Rest | None:
        """Count a mail about to leave for a domain; where it may not yet, who waits and for how long."""
        if wait := self.mails.take(ALL).wait:
            return Rest(ALL, wait)
        if wait := self.mails_to.take(domain).wait:
            self.mails.take(ALL, -1)
            return Rest(domain, wait)
        return None

    def game(self, open_games: int) -> None:
        """A new game of an organiser who has so many."""
        self.require_room()
        if 0 < self.limits.games <= open_games:
            why = f"You organise {open_games} open games, the most that this host allows; end one first."
            refuse(409, "too-many-games", why)

    def seat(self, held: int) -> None:
        """One more seat for a player who holds so many."""
        if 0 < self.limits.seats <= held:
            why = f"You hold {held} seats in open games, the most that this host allows."
            refuse(409, "too-many-seats", why)

    def require_room(self) -> None:
        """Refuse what is new when the database has grown too large, or its disk is nearly full."""
        large = 0 < self.limits.database * MEGABYTE < self.storage.size()
        free = self.storage.free()
        if large or (free is not None and free < self.limits.free * MEGABYTE):
            refuse(507, "host-full", "The host has no room for new players and games; existing games go on.")


def refuse_until(taken: Taken, code: str, what: str) -> None:
    """Refuse with 429 unless there is nothing to wait for."""
    if taken.wait:
        raise Problem(429, code, f"{what}: try again in {taken.wait} s.", headers={"Retry-After": str(taken.wait)})


@lru_cache(maxsize=4_096)
def network(address: str) -> str:
    """What counts as one address: itself, or the /64 that one household or machine has of IPv6."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((int(ip), 64), strict=False).network_address)
    return str(ip)


def caller(peer: str, forwarded: str, proxies: str) -> str:
    """The client's address: the peer's, or, behind one of the host's proxies, the last one that the proxy names."""
    last = forwarded.rpartition(",")[2].strip()
    return last if last and peer in {proxy.strip() for proxy in proxies.split(",")} else peer


def too_long() -> Problem:
    """What is said where the rules find no end."""
    said = "The rules took longer than this host lets them. Ask again later; its operator finds in the log where."
    return Problem(503, "rules-too-long", said, headers={"Retry-After": str(REST_SECONDS)})


class Resting:
    """The addresses that rest, so that one question does not take every thread of the host."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def rest(self, path: str) -> None:
        """Let an address rest; of too many the oldest are forgotten."""
        while len(self._until) >= MOST_RESTING:
            self._until.pop(next(iter(self._until)))
        self._until[path] = time.monotonic() + REST_SECONDS

    def require(self, path: str) -> None:
        """Refuse what is asked at an address that rests."""
        if self._until.get(path, 0.0) > time.monotonic():
            raise too_long()
