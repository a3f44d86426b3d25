"""What everyone, or a seat's player, may read of a host's games; all that is signed is verified."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self, cast, overload

from cli.client.answers import (
    CourseAnswer,
    GameSummary,
    PhaseAnswer,
    PhaseReport,
    PublicPhaseReport,
    Questions,
    Scene,
    View,
    WaitingSeat,
)
from cli.client.feeds import FeedClient
from cli.client.party import PART, Payload
from cli.errors import Refused, Unreachable
from cli.home.aliases import place_of_alias
from cli.rules.components_files import load_components
from cli.trust.checkpoints import Checkpoints
from cli.trust.pins import OVER
from schemas.log.chain import LogEntry
from schemas.log.entries import Over
from schemas.statements.canonical import to_base64url


class ReadClient(FeedClient):
    """The part of a client that reads."""

    def games(
        self,
        *,
        status: str | None = None,
        title: str | None = None,
        player: str | None = None,
        organiser: str | None = None,
        free_for: str | None = None,
        tag: str | None = None,
        vacant: bool | None = None,
        calls_for: str | None = None,
    ) -> list[GameSummary]:
        """The summaries of all games, or of those with a status, title, player, organiser or tag; newest first.

        With `free_for`, of those with a seat that this player could take; with `vacant`, of those with any to be taken;
        with `calls_for`, of those that have not ended, and that the player organises or could take a seat in.
        Private games that concern the player are among them where the client has keys.
        """
        wanted = {"status": status, "title": title, "player": player, "organiser": organiser, "free_for": free_for}
        wanted |= {"calls_for": calls_for, "tag": tag, "vacant": None if vacant is None else str(vacant).lower()}
        return self.read_list("/games", "games", signed=self.identity is not None, limit=PART, **wanted)

    def game(self, game: str) -> GameSummary:
        """The summary of one game; its commitment may never change."""
        self.meet()
        return self.noted(cast(GameSummary, self.wire.get(f"/games/{game}")))

    def noted(self, summary: GameSummary) -> GameSummary:
        """A summary, once what may never change in it has been compared with what was seen before."""
        game, known = summary["game"], self.known_game(summary["game"])
        self.pins.see_names({game: str(summary["name"])})
        if known.get("commitment") != summary["commitment"]:
            self.pins.see_commitment(game, summary["commitment"])
        if summary["status"] == "over" and "phase" in known and OVER not in known:
            self.seen_log(game)
        return summary

    def in_game(self, game: str, ask: bool = True) -> Self:
        """The client with which this player plays a game: that of their alias where they have one; `ask`: the host too.

        Costs no request where the player is known to have no alias at this host.
        """
        if self.identity is None or self.person is not None:
            return self
        if ask and not self.pins.knows_aliases:
            with suppress(Refused, Unreachable):
                self.meet()
                self.aliases()
        if not self.pins.aliases():
            return self
        where = self.pins.place_of(game)
        if where is None and ask:
            where = place_of_alias(self.game(game))
            self.pins.see_place(game, where)
        return (self.under_alias(where, ask=False) if where else None) or self

    def phase(self, game: str) -> PhaseAnswer:
        """The open phase, its key verified as the host's word for this game and phase."""
        host, before = self.host, self.known_game(game)
        phase = self.wire.get(f"/games/{game}/phase")
        self.pins.see_phase(game, phase["phase"], host.phase_key(game, phase).id, before)
        if phase.checkpoint is not None:
            road = f"with the host's word on phase {phase['phase']}"
            checkpoint = host.checkpoint(phase.checkpoint, game, road.removeprefix("with "))
            Checkpoints(self.home, game).take(checkpoint, road, self.pins.of_game(game))
        return cast(PhaseAnswer, phase)

    def questions(self, game: str, seat: str) -> Questions:
        """What the player's seat is asked in the open phase, and what it has sent."""
        self.meet()
        before = self.known_game(game)
        asked = self.wire.get(f"/games/{game}/seats/{seat}/questions", signed=True)
        self.pins.see_sequence(game, seat, asked["phase"], asked["sequence"], before)
        return cast(Questions, asked)

    def waiting(
        self, status: str | None = None, *, going: bool | None = None, in_words: bool | None = None
    ) -> list[WaitingSeat]:
        """The player's seats in all games (with a status), newest first: what each is asked and has sent.

        With `going`, in those that have not ended; with `in_words`, also what is asked, and whom each game waits for.
        """
        self.meet()
        wanted = {"status": status, "going": going, "in_words": in_words}
        asked = {name: str(value).lower() for name, value in wanted.items() if value is not None}
        held, before = list[WaitingSeat](), self.pins.known().get("games", {})
        for part in self.read_parts(f"/players/{self.handle}/waiting", signed=True, limit=PART, **asked):
            held += part["games"]
            self.bounced_told, self.duties_told = list(part["bounced"]), list(part["contests"])
            self._noted_aliases(part["aliases"])
        self.pins.see_names({one["game"]: str(one["name"]) for one in held})
        for one in held:
            if one["phase"] is not None:
                known = before.get(one["game"], {})
                self.pins.require_newest(one["game"], one["seat"], one["phase"], one["sequence"], known)
        return held

    def waiting_everywhere(self, status: str | None = None) -> list[WaitingSeat]:
        """The player's seats in all games, those too that they hold under an alias: `in_game` gives who plays there."""
        held = self.waiting(status)
        for where in self.aliases_told:
            if (alias := self.under_alias(where, ask=False)) is not None:
                held += alias.waiting(status)
        return held

    def say_present(self, game: str, seat: str) -> None:
        """Tell the host that the player is at work at a seat's page: mails about its questions wait a little then."""
        self.meet()
        self.wire.tell(place_of(game, seat, "presence"))

    def view(self, game: str, seat: str | None = None, after: int | None = None, *, told: int | None = None) -> View:
        """The position as the player's seat (None: everyone) may know it, now or after a phase.

        With `told` inside that phase, when so many of its events had been told: at the `before` or `after` of a scene.
        """
        if seat is not None:
            self.meet()
        answer = self.wire.get(place_of(game, seat, "view"), signed=seat is not None, phase=after, told=told)
        self.load_components(game, answer["view"]["version"], answer["view"].get("options", {}))
        return cast(View, answer)

    def load_components(self, game: str, version: str, options: Mapping[str, Any]) -> None:
        """Load the components file that a game's options name; it is fetched once and kept in the home."""
        load_components(
            self.home, version, options, lambda: str(self.wire.get(f"/games/{game}/components")["components"])
        )

    @overload
    def report(self, game: str, seat: str, after: int | None = None) -> list[PhaseReport]: ...

    @overload
    def report(self, game: str, seat: None = None, after: int | None = None) -> list[PublicPhaseReport]: ...

    @overload
    def report(
        self, game: str, seat: str | None, after: int | None = None
    ) -> list[PhaseReport] | list[PublicPhaseReport]: ...

    def report(self, game: str, seat: str | None = None, after: int | None = None) -> Any:
        """What happened after a phase, phase by phase, as the player's seat (None: everyone) may know it."""
        if seat is not None:
            self.meet()
        return self.read_list(place_of(game, seat, "report"), "phases", signed=seat is not None, after=after)

    def scenes(self, game: str, seat: str | None = None, after: int | None = None) -> list[Scene]:
        """What happened in scenes that go on after a phase, as the player's seat (None: everyone) may know it."""
        if seat is not None:
            self.meet()
        found: dict[str, Scene] = {}  # one that goes on comes again, whole, with the next part
        for one in self.read_list(place_of(game, seat, "scenes"), "scenes", signed=seat is not None, after=after):
            found[one["id"]] = one
        return [*found.values()]

    def log(self, game: str) -> list[Payload]:
        """The bodies of the log's entries, verified, and compared with what was seen before."""
        self.game(game)
        return self.seen_bodies(game)

    def seen_bodies(self, game: str) -> list[Payload]:
        """The same of a game whose summary was read before."""
        return [entry.statement.body for entry in self.seen_log(game)]

    def seen_log(self, game: str) -> list[LogEntry]:
        """The entries of a game's log, verified, and compared with what was seen before; with its end less is kept."""
        before, checkpoints = self.known_game(game), Checkpoints(self.home, game)
        kept = checkpoints.kept()
        entries = self.proved_log(game)
        self.pins.see_commitment(game, str(entries[0].entry.body["commitment"]))
        self.pins.see_log(game, [to_base64url(entry.hash) for entry in entries], before)
        checkpoints.compare_log(entries, kept)
        if isinstance(entries[-1].body, Over) and OVER not in before:
            self.pins.see_end(game)
        return entries

    def saved_log(self, game: str) -> Payload:
        """The log of a game as it is kept in a file: its entries as they were signed, and the key of its host."""
        signed = [entry.statement.to_json_value() for entry in self.proved_log(game)]
        return {"game": game, "host_key": to_base64url(self.host.key), "log": signed}

    def record(self, game: str) -> Payload:
        """The record of a finished game, not verified yet: see `schemas.record`."""
        return self.wire.get(f"/games/{game}/record")

    def course(self, game: str) -> CourseAnswer:
        """How a finished game went: the scores after each phase, what those at the end are made of, when it turned."""
        return cast(CourseAnswer, self.wire.get(f"/games/{game}/course"))


def place_of(game: str, seat: str | None, what: str) -> str:
    """The address of something that has a public form and one for each seat."""
    return f"/games/{game}/seats/{seat}/{what}" if seat else f"/games/{game}/{what}"
