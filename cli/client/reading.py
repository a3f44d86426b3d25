"""What everybody, or a seat's player, may read of the games of a host; all that is signed is verified."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.client.feeds import Watching
from cli.client.party import Payload
from cli.rules.components_files import laid
from schemas.statements.canonical import to_base64url


class Reading(Watching):
    """The part of a client that reads."""

    def games(
        self,
        *,
        status: str | None = None,
        title: str | None = None,
        player: str | None = None,
        organiser: str | None = None,
    ) -> list[Payload]:
        """The summaries of all games, or of those of a status, title, player or organiser; the newest first."""
        return self.parts("/games", "games", status=status, title=title, player=player, organiser=organiser)

    def game(self, game: str) -> Payload:
        """The summary of one game; its commitment may never change."""
        self.meet()
        return self.noted(self.wire.get(f"/games/{game}"))

    def noted(self, summary: Payload) -> Payload:
        """A summary, after what may never change in it has been compared with what was seen."""
        self.known(summary["game"])
        self.pins.see_commitment(summary["game"], summary["commitment"])
        return summary

    def phase(self, game: str) -> Payload:
        """The open phase, its key verified as the host's word for this game and phase."""
        host, before = self.host, self.known(game)
        phase = self.wire.get(f"/games/{game}/phase")
        self.pins.see_phase(game, phase["phase"], host.phase_key(game, phase).id, before)
        return phase

    def questions(self, game: str, seat: str) -> Payload:
        """What is asked of the player's seat in the open phase, and where his orders stand."""
        self.meet()
        before = self.known(game)
        asked = self.wire.get(f"/games/{game}/seats/{seat}/questions", signed=True)
        self.pins.see_sequence(game, seat, asked["phase"], asked["sequence"], before)
        return asked

    def waiting(self, status: str | None = None) -> list[Payload]:
        """The player's seats in all games (of a status), the newest first: what each is asked, and what is in."""
        self.meet()
        return self.parts(f"/players/{self.handle}/waiting", "games", signed=True, status=status)

    def bounced(self) -> list[Payload]:
        """The seats of the games that the player organises to whose players mails do not arrive."""
        self.meet()
        return list(self.wire.get(f"/players/{self.handle}/waiting", signed=True, limit=1)["bounced"])

    def view(self, game: str, seat: str | None = None) -> Payload:
        """The position as the player's seat (None: everybody) may know it."""
        told = self.read(game, seat, "view")
        self.lay(game, told["view"]["version"], told["view"].get("options", {}))
        return told

    def lay(self, game: str, version: str, options: Mapping[str, Any]) -> None:
        """Lay the components file that a game's options name, kept in the home once it has been fetched."""
        laid(self.home, version, options, lambda: str(self.wire.get(f"/games/{game}/components")["components"]))

    def report(self, game: str, seat: str | None = None, since: int | None = None) -> list[Payload]:
        """What happened, phase by phase, as the player's seat (None: everybody) may know it."""
        told = self.read(game, seat, "report", since=since)
        phases = list(told["phases"])
        while told["more"] and told["phases"]:
            told = self.read(game, seat, "report", since=phases[-1]["phase"])
            phases += told["phases"]
        return phases

    def read(self, game: str, seat: str | None, what: str, **query: object) -> Payload:
        """Read what there is in a public form and in one for each seat."""
        place = f"/games/{game}/seats/{seat}/{what}" if seat else f"/games/{game}/{what}"
        return self.wire.get(place, signed=seat is not None, **query)

    def log(self, game: str) -> list[Payload]:
        """The bodies of the log's entries, signatures and chain verified, and held against what was seen before."""
        self.game(game)
        before = self.known(game)
        entries, _ = self.proved_log(game)
        self.pins.see_commitment(game, str(entries[0].entry.body["commitment"]))
        self.pins.see_log(game, [to_base64url(entry.hash) for entry in entries], before)
        return [entry.statement.body for entry in entries]

    def record(self, game: str) -> Payload:
        """The whole record of a finished game, as the host gives it; verify it with `schemas.record`."""
        return self.wire.get(f"/games/{game}/record")
