"""What the client remembers of a host, so that the host cannot take back what it said.

Invariants, each broken with `TrustBroken` (exit code 4):
- a host's signing key, once pinned, stays;
- the open phase of a game never has a lower number than one already seen;
- a phase has one key, and a game one commitment, for ever;
- the newest envelope of one's own seat never has a lower sequence than one already acknowledged;
- a game known at one host is believed at no other;
- the log only grows: the entry at the index already seen has the hash already seen.

What may move on is compared with what was known *before the request went out*: another process of the same player may
have seen more meanwhile, and that is no going back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from cli.errors import TrustBroken
from cli.home.aliases import ALIASES
from cli.home.home import Home
from schemas.statements.payloads import BOOK

KEY: Final = "key of phase {}"
OVER: Final = "over"
"""The mark of a game whose verified log has its end."""
OF_PHASES: Final = ("key of phase ", "sequence of ", "sealed by ")
PAST: Final = re.compile(r"(?:key of|sealed by .* in) phase (\d+)")
"""Marks that are of no use once a later phase is open."""


class Pins:
    """What is known of one host, kept in `hosts.json`."""

    def __init__(self, home: Home, url: str) -> None:
        self.home = home
        self.url = url

    def known(self) -> dict[str, Any]:
        """What `hosts.json` says of this host now."""
        return dict(self.home.hosts().get(self.url, {}))

    def of_game(self, game: str) -> dict[str, Any]:
        """What is known of one game."""
        return dict(self.known().get("games", {}).get(game, {}))

    def require_home(self, game: str) -> None:
        """Refuse this host where it speaks of a game that is known at a host with another key."""
        key = self.known().get("key")
        for url, other in sorted(self.home.hosts().items()):
            if url != self.url and other["key"] != key and game in other["games"]:
                raise TrustBroken(
                    f"Game {game} is known at {url}, which has another key than {self.url}. A game stays at the host "
                    f"at which it was opened: add --url {url}"
                )

    def pin_host(self, key: str, name: str) -> None:
        """Pin the host's key at the first meeting; refuse another one later."""
        if self.known().get("key") == key:
            return
        with self.home.changing_hosts() as hosts:
            host = hosts.setdefault(self.url, {"key": key, "name": name, "games": {}})
            if host["key"] != key:
                raise TrustBroken(
                    f"The key of the host at {self.url} has changed: pinned is {host['key']}, it now shows {key}. "
                    f"Ask the host by another way. If the change is meant, remove it from {self.home.root}/hosts.json."
                )

    def see_names(self, names: Mapping[str, str]) -> None:
        """Remember what games are called, so that they are found by their names; nothing is believed for it."""
        if names.items() - self.known().get("names", {}).items():
            with self.home.changing_hosts() as hosts:
                hosts[self.url].setdefault("names", {}).update(names)

    def aliases(self) -> dict[str, str]:
        """Under which handles the player plays anonymously, by the id of the game or contest."""
        return dict(self.known().get(ALIASES, {}))

    @property
    def knows_aliases(self) -> bool:
        """Did the host say which aliases the player has?"""
        return ALIASES in self.known()

    def see_aliases(self, found: Mapping[str, str]) -> None:
        """Remember aliases, so that the games are found in which the player has one; none at all, too."""
        if found.items() - self.aliases().items() or not self.knows_aliases:
            with self.home.changing_hosts() as hosts:
                hosts[self.url].setdefault(ALIASES, {}).update(found)

    def place_of(self, game: str) -> str | None:
        """Where one takes an alias to play a game: its contest, else itself; empty: nowhere; None: not known."""
        where = game if game in self.aliases() else self.of_game(game).get("where")
        return None if where is None else str(where)

    def see_place(self, game: str, where: str) -> None:
        """Remember where a player of a game takes an alias."""
        with self.home.changing_hosts() as hosts:
            hosts[self.url]["games"].setdefault(game, {})["where"] = where

    def see_commitment(self, game: str, commitment: str) -> None:
        """The host committed to its chance before anybody joined, and does so once."""
        self.see_once(game, "commitment", commitment, f"the commitment to the chance of game {game}")

    def see_phase(self, game: str, phase: int, key_id: str, before: dict[str, Any]) -> None:
        """Take note of the open phase; `before` is what was known when it was asked for."""
        newest = before.get("phase", 0)
        if phase < newest:
            raise TrustBroken(
                f"The host goes back: it says that phase {phase} of game {game} is open, but {newest} was."
            )
        mark = KEY.format(phase)
        if before.get("phase") != phase or before.get(mark) != key_id:
            with self.home.changing_hosts() as hosts:
                known = hosts[self.url]["games"].setdefault(game, {})
                seen = known.setdefault(mark, key_id)
                known["phase"] = max(phase, known.get("phase", 0))
                forget_past(known)
            require_same(seen, key_id, f"the key of phase {phase} of game {game}")

    def see_key(self, game: str, phase: int, key_id: str) -> None:
        """A phase, and the books of a game (phase 0), have one key for ever."""
        self.see_once(game, KEY.format(phase), key_id, f"the key of phase {phase} of game {game}")

    def see_sequence(self, game: str, seat: str, phase: int, sequence: int, before: dict[str, Any]) -> None:
        """Take note of the sequence of the newest envelope that the host admits to hold."""
        mark = self.require_newest(game, seat, phase, sequence, before)
        if sequence and OVER not in before and before.get(mark) != sequence:
            self.raise_to(game, {mark: sequence})

    def require_newest(self, game: str, seat: str, phase: int, sequence: int, before: dict[str, Any]) -> str:
        """Refuse a sequence below that of an envelope that the host acknowledged; gives the mark of the newest."""
        mark = f"sequence of {seat} in phase {phase}"
        newest = self.home.newest_receipt(game, seat, phase) if OVER in before else before.get(mark, 0)
        if sequence < newest:
            raise TrustBroken(
                f"The host goes back: of seat {seat} in phase {phase} of game {game} it holds envelope {sequence}, "
                f"but it gave a receipt for {newest} (see {self.home.root}/receipts)."
            )
        return mark

    def next_sequence(self, game: str, seat: str, phase: int, newest: int) -> int:
        """A sequence above all that were seen of a seat's envelopes for a phase, or given out here; given out once."""
        seen, given = f"sequence of {seat} in phase {phase}", f"sealed by {seat} in phase {phase}"
        with self.home.changing_hosts() as hosts:
            known = hosts[self.url]["games"].setdefault(game, {})
            known[given] = max(newest, known.get(seen, 0), known.get(given, 0)) + 1
            return int(known[given])

    def see_log(self, game: str, hashes: list[str], before: dict[str, Any]) -> None:
        """Take note of the whole log, given as the hashes of its entries."""
        length = before.get("log", 0)
        if len(hashes) < length:
            raise TrustBroken(f"The host goes back: its log of game {game} has {len(hashes)} entries, it had {length}.")
        if length and hashes[length - 1] != before["head"]:
            raise TrustBroken(
                f"The log of game {game} was rewritten: entry {length - 1} had the hash {before['head']}, "
                f"now it has {hashes[length - 1]}."
            )
        if (length, before.get("head")) != (len(hashes), hashes[-1]):
            self.raise_to(game, {"log": len(hashes), "head": hashes[-1]})

    def see_end(self, game: str) -> None:
        """By its verified log the game is over: what kept it from going back is kept, the rest is not needed."""
        with self.home.changing_hosts() as hosts:
            known, numbers = hosts[self.url]["games"].setdefault(game, {}), hosts[self.url].get("numbers", {})
            known[OVER] = True
            for mark in [mark for mark in known if mark.startswith(OF_PHASES)]:
                del known[mark]
            for scope in [scope for scope in numbers if scope.startswith(f"{game} by ")]:
                del numbers[scope]

    def see_once(self, game: str, what: str, value: str, sentence: str) -> None:
        """Remember a value that may never change."""
        if self.of_game(game).get(what) == value:
            return
        with self.home.changing_hosts() as hosts:
            seen = hosts[self.url]["games"].setdefault(game, {}).setdefault(what, value)
        require_same(seen, value, sentence)

    def raise_to(self, game: str, newer: dict[str, Any]) -> None:
        """Move the marks of a game forward, never back."""
        mark = next(iter(newer))
        with self.home.changing_hosts() as hosts:
            known = hosts[self.url]["games"].setdefault(game, {})
            if newer[mark] >= known.get(mark, 0):
                known.update(newer)


def require_same(seen: Any, value: Any, sentence: str) -> None:
    """Refuse what differs from what was said before."""
    if seen != value:
        raise TrustBroken(f"The host contradicts itself: {sentence} was {seen}, it now says {value}.")


def forget_past(known: dict[str, Any]) -> None:
    """Drop the keys of phases before the newest, and what was given out for them: nobody seals to them any more."""
    for mark in [*known]:
        past = PAST.fullmatch(mark)
        if past and BOOK < int(past[1]) < known["phase"]:
            del known[mark]
