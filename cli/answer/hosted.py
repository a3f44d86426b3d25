"""What a seat knows of the phases of a game at a host that are over, for its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.kernel.run.events import PassedOver
from cli.books.book_status import standing_book

if TYPE_CHECKING:
    from adjudicator.kernel import Book, Title
    from cli.seat.known_game import KnownGame


class ReportedPhase(NamedTuple):
    """A phase of a report: what the seat's book held and was illegal, each with its question."""

    phase: int
    passed_over: Sequence[tuple[str, str]]


class HostedPast:
    """The phases that are over, asked for only once they are needed; of a game known from a letter there are none."""

    def __init__(self, known: KnownGame) -> None:
        self.known, self.seat = known, known.seat
        self._views: dict[int, Any] = {}

    @property
    def rules(self) -> Title[Any]:
        """The rules of the game, in its version."""
        return self.known.rules

    @cached_property
    def _report(self) -> Sequence[ReportedPhase]:
        known = self.known
        phases = [] if known.letter else known.client.report(known.game, known.seat)
        return [ReportedPhase(one["phase"], passed_over(one["events"])) for one in phases]

    def chapters(self) -> Sequence[ReportedPhase]:
        """The report of the seat."""
        return self._report

    def views(self) -> Sequence[int]:
        """Every phase that was resolved."""
        return [one.phase for one in self._report]

    def view_after(self, phase: int) -> Any:
        """The position that a phase led to, as the seat may know it."""
        if phase not in self._views:
            plain = self.known.client.view(self.known.game, self.seat, phase)["view"]
            self._views[phase] = self.rules.convert(plain)
        return self._views[phase]

    @property
    def answered(self) -> Sequence[int]:
        """The phases before the open one for which there are receipts here."""
        phases = self.known.client.home.receipt_phases(self.known.game, self.seat)
        return sorted(phase for phase in phases if 0 < phase < self.known.phase)

    def standing(self) -> Book:
        """The seat's book as it stands."""
        return standing_book(self.known)


def passed_over(events: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """What the events of a report tell of choices in the seat's book that were illegal."""
    told = [event for event in events if event["event"] == PassedOver.__struct_config__.tag]
    return tuple((event["question"], why) for event in told for why in event["passed_over"])
