"""What a page says about a game at a host: seats, terms, whom it waits for, what its people and the host have done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec

from adjudicator.registry import is_title
from adjudicator.registry import title as find_title
from cli.errors import Refused
from cli.games.act_words import VOTED
from cli.games.game_summary import begun, ending, orders_in_words, player, said_in_words, stopped_in_words
from cli.play.next import organises
from cli.rules.game_options import settings_in_words
from cli.rules.local_check import people_of
from cli.trust.log_summary import LogSummary
from schemas.documents.game_in_words import absences_in_words, in_names, terms_in_words, votes_in_words
from schemas.documents.log_in_words import act_sentence, told_to_all
from schemas.log.entries import Acted, Cut, Dealt, Joined, Notice, Resolved, Seated
from schemas.statements.in_words import length
from schemas.statements.statements import Statement

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.client import Client
    from cli.client.answers import GameSummary, PhaseAnswer
    from schemas.log.chain import LogEntry

Facts = dict[str, Any]
TOLD_ELSEWHERE: Final = (Dealt, Cut, Resolved)
"""Entries of the log of which the page of the game tells what came of them."""
STATUS: Final = {"inviting": "It has not begun", "running": "It goes on", "over": "It is over"}


class About(msgspec.Struct, frozen=True, dict=True):
    """A game at a host, as its reader may know it."""

    client: Client
    summary: GameSummary

    @property
    def game(self) -> str:
        """Its id."""
        return str(self.summary["game"])

    @cached_property
    def rules(self) -> Title[Any] | None:
        """Its rules, if they are here."""
        return find_title(self.summary["title"]) if is_title(self.summary["title"]) else None

    @cached_property
    def entries(self) -> list[LogEntry]:
        """Its log, verified and compared with what was seen before."""
        return self.client.seen_log(self.game)

    @cached_property
    def doings(self) -> LogSummary:
        """Votes and absences."""
        return LogSummary.of(entry.statement.body for entry in self.entries)

    @cached_property
    def phase(self) -> PhaseAnswer | None:
        """The open phase."""
        try:
            return self.client.phase(self.game) if self.summary["status"] == "running" else None
        except Refused as refused:
            if refused.code != "no-open-phase":
                raise
            return None

    @cached_property
    def names(self) -> dict[str, str]:
        """The seats by id, as they are called in a sentence, whoever plays them."""
        return names_of(self.rules, [str(one["seat"]) for one in self.summary["seats"]])

    @cached_property
    def people(self) -> Mapping[str, str]:
        """The seats by id that somebody plays, with what people are called there."""
        return called_there(self.rules, self.summary)

    @property
    def mine(self) -> list[str]:
        """The reader's seats."""
        return [str(one["seat"]) for one in self.summary["seats"] if one["player"] == self.client.handle]

    @property
    def is_organiser(self) -> bool:
        """Whether the reader organises it."""
        return organises(self.client.own.handle, self.summary)

    # --- in words ----------------------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> Facts:
        """Everything that the pages about it say."""
        game: Facts = {**self.summary, "open": self.phase}
        return {
            "game": game,
            "title": self.rules.name if self.rules else self.summary["title"],
            "scenario": self.rules.scenario(self.summary["scenario"]).name if self.rules else self.summary["scenario"],
            "status": STATUS.get(self.summary["status"], self.summary["status"]),
            "stopped": stopped_in_words(game) if game["stopped"] else "",
            "seats": self.seats(),
            "mine": [{"seat": one, "name": as_heading(self.names[one])} for one in self.mine],
            "organises": self.is_organiser,
            "phase": self.phase,
            "history": [*begun(game), *ending(game)],
            "absences": [self.named(line) for line in absences_in_words(self.doings.absences)],
            "votes": [self.named(line) for line in votes_in_words(self.doings.under_way())],
            "matters": self.matters(),
            "terms": [*terms_in_words(self.summary["terms"]), *said_in_words(game)],
            "options": [self.named(line) for line in self.options()],
            "log": list(self.log()),
        }

    def seats(self) -> list[Facts]:
        """Each seat with who plays there, and what is known of it now."""
        asked = {one["seat"]: one for one in self.phase["asked"]} if self.phase else {}
        return [
            {
                "seat": one["seat"],
                "name": as_heading(self.names[str(one["seat"])]),
                "player": player(dict(one)) or "nobody yet",
                "mine": one["seat"] in self.mine,
                "held": bool(one["player"]),
                "free": self.is_free(one),
                "more": list(self.of_seat(one, asked)),
            }
            for one in self.summary["seats"]
        ]

    def of_seat(self, one: Any, asked: Facts) -> Iterator[str]:
        """Orders, misses, bank, score and place of a seat."""
        name, terms = one["seat"], self.summary["terms"]
        if ask := asked.get(name):
            yield {"awaited": "its answer is awaited", "draft": "a draft is in", "final": "its answer is in"}[
                orders_in_words(ask)
            ]
        if self.phase and not one["unmanned"] and one["player"]:
            yield f"misses left: {one['excused']}"
            if terms["bank_seconds"]:
                yield f"bank: {length(one['bank_seconds'])}"
        if name in (self.summary["scores"] or {}):
            yield f"score {(self.summary['scores'] or {})[name]}"
        if name in (self.summary["places"] or {}):
            yield f"place {(self.summary['places'] or {})[name]}"

    def is_free(self, one: Any) -> bool:
        """Whether the reader could take a seat there."""
        going, most = self.summary["status"] != "over", self.summary["seats_a_player"] or 1
        kept = one["kept_for"] in (None, self.client.own.handle, self.client.handle)
        return going and not one["player"] and not one["unmanned"] and kept and len(self.mine) < most

    def options(self) -> Iterator[str]:
        """The options that were chosen, and the others as they are by default."""
        if self.rules is not None:
            yield from settings_in_words(self.rules, self.summary["options"])

    def matters(self) -> list[Facts]:
        """What can be voted on now, with how the reader's seats have voted."""
        now = ("resume" if self.summary["paused_at"] else "pause", "extend", "end")
        said = self.doings.votes
        return [{"on": on, "words": VOTED[on], "own": [said.get(on, {}).get(seat) for seat in self.mine]} for on in now]

    def log(self) -> Iterator[Facts]:
        """What the organiser, the players and the host have done, the newest first; boards are told of elsewhere."""
        for entry in reversed(self.entries):
            if not isinstance(entry.body, TOLD_ELSEWHERE):
                yield {"at": entry.entry.at, **self.told(entry)}

    def told(self, entry: LogEntry) -> Facts:
        """An entry, with the reason that somebody gave in their own words."""
        if isinstance(entry.body, Acted):
            body = Statement.from_form(entry.body.statement).body
            return {"said": self.named(act_sentence(body)), "reason": body["act"].get("reason", "")}
        said = told_to_all(entry, None)
        about_seats = isinstance(entry.body, Joined | Seated | Notice)
        return {"said": self.named(said) if about_seats else said, "reason": ""}

    def named(self, sentence: str) -> str:
        """A sentence in which seats are called by the names of their people."""
        said = in_names(sentence, self.names, self.people)
        return f"{said[:1].upper()}{said[1:]}"


def names_of(rules: Title[Any] | None, seats: list[str]) -> dict[str, str]:
    """Seats as they are called in a sentence; by their ids where the rules are not here."""
    return {seat: name_of(rules, seat) for seat in seats}


def name_of(rules: Title[Any] | None, seat: str) -> str:
    """A seat in a sentence."""
    try:
        return rules.words(None, f"seat:{seat}") if rules else seat
    except (KeyError, ValueError, IndexError, AttributeError):  # what only a position knows
        return seat


def as_heading(name: str) -> str:
    """A seat's name where it stands alone."""
    return f"{name.removeprefix('the ')[:1].upper()}{name.removeprefix('the ')[1:]}"


def called_there(rules: Title[Any] | None, game: GameSummary) -> Mapping[str, str]:
    """The people of a game by seat, as its sentences call them."""
    people = people_of(game["seats"])
    return rules.calling(people).naming.people if rules else people
