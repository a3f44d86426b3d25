"""Comparing what came with what a case expects: one small function an expectation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.cases.model import Expect, RefusedOrder, TriedOrder
from adjudicator.kernel.errors import Illegal, Malformed, OstrakaError
from adjudicator.kernel.run.events import events_for
from adjudicator.kernel.run.resolution import Resolution, order_to_dict
from adjudicator.kernel.title.paths import read
from adjudicator.kernel.title.title import Title

SPECTATOR = "spectator"
_UNKNOWN = {"hidden": "unknown"}


class Finding(msgspec.Struct, frozen=True):
    """An expectation that does not hold."""

    where: str
    expected: Any
    came: Any

    def __str__(self) -> str:
        """Where it stands, what was expected, what came."""
        return f"{self.where}: expected {self.expected}, came {self.came}"


class Stage(msgspec.Struct, frozen=True):
    """A case after one of its phases (or at its start): the positions before and after, and what was told."""

    where: str
    before: Any
    position: Any
    resolution: Resolution[Any]
    unused_chance: Sequence[str]

    def outputs(self, title: Title[Any], viewer: str) -> tuple[bytes, bytes]:
        """All that a viewer gets: its view and its events, as bytes."""
        seat = None if viewer == SPECTATOR else viewer
        events = title.encode_events(events_for(self.resolution.events, seat))
        return title.encode(title.view(self.position, seat)), events


def compare(title: Title[Any], stage: Stage, expect: Expect) -> list[Finding]:
    """Everything that is not as expected at this stage."""
    found = [
        *_values(stage.position, expect.values, "values"),
        *_changes(stage, expect.changes),
        *_views(title, stage, expect.views),
        *_facts(title, stage, expect),
        *_asked(stage, expect.asked),
        *_options(title, stage, expect.options),
        *_legal(title, stage, expect.legal),
        *_refused(title, stage, expect.refused),
        *_fallen(stage, expect),
        *_defaults(stage, expect.defaults),
        *_events(_plain(title, stage, None, everything=True), expect.events, "events"),
        *_absent(_plain(title, stage, None, everything=True), expect.absent, "absent"),
        *_by_viewer(title, stage, expect),
        *_ending(title, stage, expect),
        *(Finding("chance", f"a draw {draw}", "it was never drawn") for draw in stage.unused_chance),
    ]
    prefix = stage.where + "expect."
    return [Finding(prefix + one.where, one.expected, one.came) for one in found]


def _values(position: Any, values: Mapping[str, Any], where: str) -> Iterator[Finding]:
    for path, expected in values.items():
        try:
            came = read(position, path)
        except OstrakaError as error:
            came = error
        came = _with_words(came)
        if came != _with_words(expected):
            yield Finding(f"{where}.{path}", expected, came)


def _with_words(value: Any) -> Any:
    """A value in which what is hidden is the word `unknown`, as a case may write it, at any depth."""
    if value == _UNKNOWN:
        return "unknown"
    if isinstance(value, dict):
        return {key: _with_words(inner) for key, inner in value.items()}
    return [_with_words(inner) for inner in value] if isinstance(value, list) else value


def _changes(stage: Stage, changes: Mapping[str, int]) -> Iterator[Finding]:
    for path, expected in changes.items():
        came = read(stage.position, path) - read(stage.before, path)
        if came != expected:
            yield Finding(f"changes.{path}", f"{expected:+d}", f"{came:+d}")


def _views(title: Title[Any], stage: Stage, views: Mapping[str, Mapping[str, Any]]) -> Iterator[Finding]:
    for viewer, values in views.items():
        view = title.view(stage.position, None if viewer == SPECTATOR else viewer)
        yield from _values(view, values, f"views.{viewer}")


def _facts(title: Title[Any], stage: Stage, expect: Expect) -> Iterator[Finding]:
    for fact in expect.facts:
        try:
            came = title.quantities.value(stage.position, fact.fact, fact.of)
        except Malformed as error:
            came = error
        if came != fact.equals:
            yield Finding(f"facts.{fact.fact} {fact.of}", fact.equals, came)


def _asked(stage: Stage, expected: Mapping[str, list[str]] | None) -> Iterator[Finding]:
    if expected is None:
        return
    came: dict[str, list[str]] = {}
    for ask in stage.position.phase.asks if stage.position.phase else []:
        came.setdefault(ask.seat, []).append(ask.name)
    if {seat: sorted(ids) for seat, ids in came.items()} != {seat: sorted(ids) for seat, ids in expected.items()}:
        yield Finding("asked", expected, came)


def _options(
    title: Title[Any], stage: Stage, expected: Mapping[str, Mapping[str, list[dict[str, Any]]]]
) -> Iterator[Finding]:
    for seat, by_question in expected.items():
        view = title.view(stage.position, seat)
        for question, orders in by_question.items():
            try:
                options = [order_to_dict(order) for order in title.options(view, seat, question)]
            except Illegal as not_asked:
                yield Finding(f"options.{seat}.{question}", orders, not_asked)
                continue
            came = [{key: value for key, value in option.items() if key != "question"} for option in options]
            if sorted(came, key=str) != sorted(orders, key=str):
                yield Finding(f"options.{seat}.{question}", orders, came)


def _refusal(title: Title[Any], stage: Stage, tried: TriedOrder | RefusedOrder) -> tuple[str, str] | None:
    """The clause and the words with which an order is refused; None when it is legal."""
    view = title.view(stage.position, tried.seat)
    for refusal in title.check(view, tried.seat, title.decode_orders([tried.order])):
        return refusal.clause, refusal.message
    return None


def _legal(title: Title[Any], stage: Stage, tries: Sequence[TriedOrder]) -> Iterator[Finding]:
    for number, tried in enumerate(tries):
        refusal = _refusal(title, stage, tried)
        if refusal is not None:
            yield Finding(f"legal[{number}] {tried.seat} {tried.order}", "legal", "refused by {}: {}".format(*refusal))


def _refused(title: Title[Any], stage: Stage, tries: Sequence[RefusedOrder]) -> Iterator[Finding]:
    for number, tried in enumerate(tries):
        refusal = _refusal(title, stage, tried)
        if refusal is None or refusal[0] != tried.clause:
            came = "it is legal" if refusal is None else "{}: {}".format(*refusal)
            yield Finding(f"refused[{number}] {tried.seat} {tried.order}", f"refused by {tried.clause}", came)


def _fallen(stage: Stage, expect: Expect) -> Iterator[Finding]:
    """Fallen orders are compared even where none is named: a case must not lose an order unnoticed."""
    expected = [(one.seat, one.question, one.clause) for one in expect.fallen]
    came = [(one.seat, one.question, one.clause) for one in stage.resolution.fallen]
    if sorted(expected) != sorted(came):
        named = [f"{one.seat} {one.question} by {one.clause} ({one.message})" for one in stage.resolution.fallen]
        yield Finding("fallen", [" ".join(one) for one in expected] or "none", named or "none")


def _defaults(stage: Stage, expected: Mapping[str, list[str]] | None) -> Iterator[Finding]:
    came: dict[str, list[str]] = {}
    for one in stage.resolution.counted:
        if one.source == "default":
            came.setdefault(one.seat, []).append(one.question)
    if expected is not None and came != expected:
        yield Finding("defaults", expected, came)


def _plain(title: Title[Any], stage: Stage, seat: str | None, *, everything: bool = False) -> list[dict[str, Any]]:
    events = stage.resolution.events
    return [title.event_to_dict(event) for event in (events if everything else events_for(events, seat))]


def _fits(event: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(key in event and event[key] == value for key, value in wanted.items())


def _events(came: list[dict[str, Any]], expected: Sequence[Mapping[str, Any]], where: str) -> Iterator[Finding]:
    """The expected events must come in this order; others may stand between them."""
    rest = iter(came)
    for number, wanted in enumerate(expected):
        if not any(_fits(event, wanted) for event in rest):
            facts = [{k: v for k, v in event.items() if k not in ("sentence", "clause")} for event in came]
            yield Finding(f"{where}[{number}]", dict(wanted), facts or "no events")
            return


def _absent(came: list[dict[str, Any]], absent: Sequence[Mapping[str, Any]], where: str) -> Iterator[Finding]:
    for number, unwanted in enumerate(absent):
        for event in came:
            if _fits(event, unwanted):
                yield Finding(f"{where}[{number}]", f"no {dict(unwanted)}", event)


def _by_viewer(title: Title[Any], stage: Stage, expect: Expect) -> Iterator[Finding]:
    for viewer in {**expect.told, **expect.untold}:
        came = _plain(title, stage, None if viewer == SPECTATOR else viewer)
        yield from _events(came, expect.told.get(viewer, ()), f"told.{viewer}")
        yield from _absent(came, expect.untold.get(viewer, ()), f"untold.{viewer}")


def _ending(title: Title[Any], stage: Stage, expect: Expect) -> Iterator[Finding]:
    outcome = stage.position.outcome
    if expect.over is not None and expect.over != (outcome is not None):
        yield Finding("over", expect.over, outcome is not None)
    for name, expected, came in (
        ("scores", expect.scores, title.scores(stage.position)),
        ("places", expect.places, outcome.places if outcome else {}),
    ):
        for seat, value in expected.items():
            if came.get(seat) != value:
                yield Finding(f"{name}.{seat}", value, came.get(seat, "none"))
