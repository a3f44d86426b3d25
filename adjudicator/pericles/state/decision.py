"""A decision of section 20: a question with the answer of the bot of 15.4, which most defaults follow."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar, Unpack

import msgspec

from adjudicator.kernel import Ask, ChapterBegins, Order, Parted, Question, Resolution
from adjudicator.kernel.questions.questions import Said, in_words
from adjudicator.kernel.subjects import Naming
from adjudicator.pericles.events.aristophanes import PersiaOpens
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.position import Pericles

R = TypeVar("R", bound=Order)
Running = Resolution[Pericles]


class Decision(Question[Pericles, R], choices_stand=True):
    """One decision (20-C). `policy` is the rule of 15.4; where section 20 has a default of its own, `default` says it.

    `policy` is said in the head of its class, by number, as `15.4-B5`.
    """

    def __init_subclass__(cls, *, policy: str | None = None, default: str | None = None, **said: Unpack[Said]) -> None:
        super().__init_subclass__(default=policy if default is None else default, **said)

    @abstractmethod
    def policy(self, view: Pericles, ask: Ask) -> R:
        """What the bot of 15.4 orders, from what its seat may see; always legal."""

    def default(self, view: Pericles, ask: Ask) -> R:
        """What the bot of 15.4 would order, unless section 20 says otherwise."""
        return self.policy(view, ask)

    def only_option(self, view: Pericles, ask: Ask) -> R | None:
        """None where `space` is but a sample: those decisions are asked only where there is a choice (20-C)."""
        return super().only_option(view, ask) if self.listed else None

    def order_in_words(self, view: Pericles, order: R, names: Naming) -> str:
        """As the same choice in a book."""
        return self.choice_in_words(order)

    def choice_in_words(self, choice: Any) -> str:
        """A choice with the names that people use; what it leaves open is left out."""
        if hasattr(choice, "in_words"):
            return super().choice_in_words(choice)
        plain = msgspec.to_builtins(choice)
        return in_words(_named({key: plain[key] for key in plain if key != "question"})) or self.nothing


class PartedDecision(Parted[Pericles, R], Decision[R]):
    """A decision whose order is made of parts."""


def _named(plain: Any) -> Any:
    """Plain data with names for words, without what is empty."""
    if isinstance(plain, dict):
        return {_named(key): _named(value) for key, value in plain.items() if value not in (None, [], {})}
    if isinstance(plain, list):
        return [_named(item) for item in plain]
    return name_of(plain) if isinstance(plain, str) else plain


# --- the phases of a turn, each announced when it begins (4.0) ----------------------------------------------------


NAMES = {1: "Aristophanes Phase", 2: "Assembly Phase", 3: "Political Phase", 4: "Theater Phase", 5: "End Phase"}


def tell_chapter(running: Running, number: int) -> None:
    """Announce that a phase of the turn begins."""
    turn = running.position.turn
    date = running.position.box.components.turn_dates[turn]
    running.emit(ChapterBegins(chapter=f"{turn}.{number}", name=f"Turn {turn} ({date} BC), {NAMES[number]}"))


def holds_granary(position: Pericles) -> bool:
    """11.13-A: whether Athens has a base in an open granary theater."""
    granaries = [name for name in position.in_play() if position.box.theaters[name].granary]
    return any(position.theaters[name].bases("athens") for name in granaries)


def condition_met(position: Pericles) -> bool:
    """13.1-A: Sparta has a base in Ionia, or Alcibiades is in Persia."""
    return position.theaters["ionia"].bases("sparta") > 0 or position.alcibiades == "persia"


def watch_persia(running: Running) -> None:
    """RULING-57: Persia opens for good as soon as the condition is met; where it is not in play, never."""
    position = running.position
    if position.facts.persia_in_play and not position.persia_open and condition_met(position):
        position.persia_open = True
        way = "Alcibiades is in Persia" if position.alcibiades == "persia" else "Sparta has a base in Ionia"
        running.emit(PersiaOpens(why=f"13.1-A: {way}"))
