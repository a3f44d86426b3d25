"""Running a case: play it, and say of each expectation that does not hold what came instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.kernel.cases.compare import SPECTATOR, Finding, Stage, compare
from adjudicator.kernel.cases.model import Case, Forced, PhasePlay, StandAt, Unseen
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Malformed, OstrakaError, UnknownName
from adjudicator.kernel.position.position import Book, Step
from adjudicator.kernel.title.paths import changed
from adjudicator.kernel.title.title import Title

_KEY = bytes(32)  # draws that a case does not force are the same in every run


def run_case(title: Title[Any], case: Case) -> list[Finding]:
    """Every expectation of a case that does not hold. Malformed where the case itself cannot be played."""
    stages = play_case(title, case)
    expectations = [case.expect, *(phase.expect for phase in case.phases)]
    findings = [f for stage, expect in zip(stages, expectations, strict=True) for f in compare(title, stage, expect)]
    for number, unseen in enumerate(case.unseen):
        findings += _compare_unseen(title, stages, play_case(title, case, unseen.position), unseen, f"unseen[{number}]")
    return findings


def play_case(title: Title[Any], case: Case, further: Mapping[str, Any] | None = None) -> list[Stage]:
    """The case from its start through its phases; `further` are changes of the start on top of the case's own."""
    stages = [_start(title, case, further or {})]
    for number, phase in enumerate(case.phases):
        stages.append(_phase(title, stages[-1], phase, f"phases[{number}]"))
    return stages


def _start(title: Title[Any], case: Case, further: Mapping[str, Any]) -> Stage:
    seats = title.seats(case.scenario, case.seats) if isinstance(case.seats, int) else case.seats
    chance = _chance(case.chance)
    resolution = title.begin(scenario=case.scenario, seats=seats, options=case.options, chance=chance)
    before = position = changed(title, resolution.position, {**case.position, **further})
    position.books.update(_books(title, case.books, position))
    if case.stand is not None:
        position.phase = position.outcome = None
        position.agenda = _agenda(title, case.stand)
        resolution = title.run_on(position, chance)
        position = resolution.position
    return Stage("", before, position, resolution, chance.unused)


def _chance(forced: Forced) -> Chance:
    """The draws of one resolution; a list forces those of ordinals 1, 2, and so on."""
    by_ordinal = {
        label: dict(enumerate(values, 1)) if isinstance(values, list) else values for label, values in forced.items()
    }
    return Chance(_KEY, by_ordinal)


def _agenda(title: Title[Any], stand: str | StandAt) -> list[Step]:
    if isinstance(stand, StandAt):
        if stand.step not in title.steps:
            raise UnknownName("step", stand.step, sorted(title.steps))
        return [Step(stand.step, stand.args), *(step for then in stand.then for step in _agenda(title, then))]
    if stand not in title.chapters and stand in title.steps:
        raise Malformed(f"stand: {stand!r} is a step, not a chapter; write stand: {{step: {stand}}}")
    if stand not in title.chapters:
        raise UnknownName(f"{title.name} chapter", stand, list(title.chapters))
    return list(title.chapters[stand])


def _phase(title: Title[Any], last: Stage, play: PhasePlay, where: str) -> Stage:
    before = title.copy(last.position)
    if before.phase is None:
        raise Malformed(f"{where}: no phase is open (the game is over); the case has one phase too many")
    _check_seats([*play.orders, *play.books], before.seats, where)
    before.books.update(_books(title, play.books, before))
    sent = {}
    for seat, orders in play.orders.items():
        try:
            sent[seat] = title.decode_orders(orders)
        except OstrakaError as error:
            raise Malformed(f"{where}.orders.{seat}: {error}") from None
    chance = _chance(play.chance)
    resolution = title.resolve(before, sent, chance)
    return Stage(where + ".", before, resolution.position, resolution, chance.unused)


def _books(title: Title[Any], plain: Mapping[str, list[Any]], position: Any) -> dict[str, Book]:
    return {seat: title.check_book(book, title.known(position)) for seat, book in plain.items()}


def _check_seats(named: Sequence[str], seats: Sequence[str], where: str) -> None:
    for seat in named:
        if seat not in seats:
            raise UnknownName(f"{where}: seat", seat, seats)


def _compare_unseen(
    title: Title[Any], stages: Sequence[Stage], others: Sequence[Stage], unseen: Unseen, where: str
) -> list[Finding]:
    """Who noticed the further change: by a view or an event that differs in a byte."""
    findings = []
    for viewer in [*unseen.by, *unseen.seen_by]:
        _check_seats([viewer], [*stages[0].position.seats, SPECTATOR], where)
        noticed = [
            stage.where or "start"
            for stage, other in zip(stages, others, strict=True)
            if stage.outputs(title, viewer) != other.outputs(title, viewer)
        ]
        if noticed and viewer in unseen.by:
            findings.append(Finding(f"{where}.by.{viewer}", "view and events are the same", f"differ at {noticed}"))
        if not noticed and viewer in unseen.seen_by:
            findings.append(
                Finding(f"{where}.seen_by.{viewer}", "something differs", "all views and events are the same")
            )
    return findings
