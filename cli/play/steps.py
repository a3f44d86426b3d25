"""One step of an answer at a terminal: what is shown, and what may be typed for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

import click

from adjudicator.kernel import Offer, Option
from cli.answer.menus import Entry, Menu
from cli.answer.steps import chosen_in_words
from cli.terminal.output import choices, wrapped

YES, NO = ("1", "y", "yes"), ("2", "n", "no")


class Step(ABC):
    """A step: `value` holds what was chosen once it is `done`."""

    asks: str
    value: Any = None
    done = False

    @abstractmethod
    def show(self) -> None:
        """Print what may be chosen."""

    @abstractmethod
    def take(self, typed: str) -> str:
        """Take what was typed: says what is wrong with it, or nothing."""

    def finish(self, value: Any) -> str:
        """End the step with what was chosen."""
        self.value, self.done = value, True
        return ""


class OneStep(Step):
    """One of the options of an offer, by number or by word."""

    def __init__(self, offer: Offer) -> None:
        self.offer, self.asks = offer, offer.asks

    def show(self) -> None:
        choices([option.words for option in self.offer.options])

    def take(self, typed: str) -> str:
        places = matching(self.offer.options, typed)
        if len(places) == 1:
            return self.finish(self.offer.options[places[0]].value)
        several = f"could be {', '.join(str(place + 1) for place in places)}" if places else "is none of these"
        return f"{typed!r} {several}: type 1 to {len(self.offer.options)}, an order, or ? for help."


class YesNoStep(Step):
    """Yes or no: listed by number as every choice is, and taken by letter and by word too."""

    def __init__(self, offer: Offer) -> None:
        self.asks = offer.asks
        self.words = {option.value: option.words for option in offer.options}

    def show(self) -> None:
        choices([self._line(YES, self.words[True]), self._line(NO, self.words[False])])

    def take(self, typed: str) -> str:
        said = typed.casefold()
        if said in (*YES, *NO):
            return self.finish(said in YES)
        return f"{typed!r} is no answer here: type 1 or y, 2 or n, an order, or ? for help."

    def _line(self, names: Sequence[str], words: str) -> str:
        return words if words in names else f"{names[-1]}: {words}"


class NumberStep(Step):
    """A number between limits."""

    def __init__(self, offer: Offer) -> None:
        self.offer, self.asks = offer, offer.asks

    def show(self) -> None:
        click.echo(f"  Type a number of {self.offer.options[0].words}s from {self.offer.least} to {self.offer.most}.")

    def take(self, typed: str) -> str:
        if typed.isdecimal() and self.offer.least <= int(typed) <= self.offer.most:
            return self.finish(int(typed))
        return f"{typed!r} is no answer here: type {self.offer.least} to {self.offer.most}, an order, or ? for help."


class SetStep(Step):
    """Some of the options, or a number of each, in any order: typing one takes it, typing it again gives it back."""

    def __init__(self, offer: Offer) -> None:
        self.offer, self.asks = offer, offer.asks

    def show(self) -> None:
        """Every option with whether it is chosen, and how many are."""
        choices([self._line(place) for place in range(len(self.offer.options))])
        finish = "Enter ends the choice" if self.offer.complete else "a number ticks a line or unticks it"
        click.echo(f"  {chosen_in_words(self.offer)}; {finish}.")

    def take(self, typed: str) -> str:
        """Numbers or words that are taken or given back, `2=3` for so many; Enter when it is complete."""
        if not typed:
            return self.finish(self.offer.value) if self.offer.complete else f"{chosen_in_words(self.offer)}."
        words = [typed] if matching(self.offer.options, typed) else typed.replace(",", " ").split()
        return next((wrong for word in words if (wrong := self._toggle(word))), "")

    def _toggle(self, typed: str) -> str:
        word, _, number = typed.partition("=")
        places = matching(self.offer.options, word)
        if len(places) != 1 or not (number.isdecimal() or not number):
            return f"{typed!r} is none of these: type 1 to {len(self.offer.options)}, an order, or ? for help."
        place = places[0]
        now, most = self.offer.taken(place), self.offer.options[place].most
        wanted = int(number) if number else (now + 1 if now < most else 0)
        if wanted > most:
            return f"There {'is' if most == 1 else 'are'} only {most}, not {wanted}."
        if self.offer.total - now + wanted > self.offer.most:
            return f"That would be {self.offer.total - now + wanted} of {self.offer.most}: untick one first."
        self.offer = self.offer.choose(place, wanted)
        return ""

    def _line(self, place: int) -> str:
        option, taken = self.offer.options[place], self.offer.taken(place)
        if option.most == 1:
            return f"[{'x' if taken else ' '}] {option.words}"
        return f"[{taken} of {option.most}] {option.words}"


class MenuStep(Step):
    """A line of a menu, made of orders that can grow; `zero` is what 0 means."""

    value: Entry | None

    def __init__(self, menu: Menu) -> None:
        self.menu, self.asks, self.zero = menu, menu.asked, menu.zero

    def show(self) -> None:
        if self.zero:
            click.echo(wrapped(f"  0  {self.zero}", 5))
        choices([entry.text for entry in self.menu.entries])

    def take(self, typed: str) -> str:
        if typed == "0" and self.zero:
            return self.finish(None)
        if entry := self.menu.entry(typed):
            return self.finish(entry)
        span = f"type {0 if self.zero else 1} to {len(self.menu.entries)}"
        return f"{typed!r} is none of these: {span}, an order, or ? for help."


class ConfirmStep(Step):
    """An order that is made, before it is given."""

    def __init__(self, words: str, only: bool) -> None:
        self.asks = f"The only legal answer: {words}." if only else f"Your answer: {words}."
        self.only = only

    def show(self) -> None:
        click.echo("  Enter gives it." if self.only else "  Enter gives it, u goes one step back, r begins again.")

    def take(self, typed: str) -> str:
        if typed.casefold() in ("", *YES[1:]):
            return self.finish(True)
        return "Press Enter to give it, or type u, r or ?."


def step_of(offer: Offer | Menu) -> Step:
    """The step that an offer or a menu is at a terminal."""
    if isinstance(offer, Menu):
        return MenuStep(offer)
    if offer.kind == "yes or no":
        return YesNoStep(offer)
    if offer.kind == "count":
        return NumberStep(offer)
    return OneStep(offer) if offer.kind == "one" else SetStep(offer)


def matching(options: Sequence[Option], typed: str) -> list[int]:
    """The places of the options that a number or a word means."""
    if typed.isdecimal():
        return [int(typed) - 1] if 1 <= int(typed) <= len(options) else []
    return [place for place, option in enumerate(options) if typed.casefold() in _names(option)]


def _names(option: Option) -> Iterator[str]:
    """What may be typed for an option: its words, its value in the order, the id in pictures."""
    values = option.value if isinstance(option.value, tuple) else (option.value,)
    for name in (option.words, option.words.partition(",")[0], *values, *option.subjects):
        yield str(name).casefold()
