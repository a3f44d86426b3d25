"""A step of an answer at a terminal: how it is printed, and which act of the answer a typed line is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from adjudicator.kernel import Offer, Option
from cli.answer.menus import Menu
from cli.answer.steps import ALONE, chosen_in_words
from cli.terminal.output import choices, wrapped

YES, NO = ("1", "y", "yes"), ("2", "n", "no")


class Wrong(Exception):
    """What was typed is no act of the step; the message says what would be."""


def show_step(step: Offer | Menu) -> None:
    """Print what may be chosen."""
    if isinstance(step, Menu):
        if step.zero:
            click.echo(wrapped(f"  0  {step.zero}", 5))
        choices([line.text for line in step.lines])
    elif step.kind == "yes or no":
        words = {option.value: option.words for option in step.options}
        choices([_yes_or_no(YES, words[True]), _yes_or_no(NO, words[False])])
    elif step.kind == "count":
        click.echo(f"  Type a number of {step.options[0].words}s from {step.least} to {step.most}.")
    elif step.kind == "one":
        choices([option.words for option in step.options])
    else:
        choices([_ticked(step, place) for place in range(len(step.options))])
        finish = "Enter ends the choice" if step.complete else "a number ticks a line or unticks it"
        click.echo(f"  {chosen_in_words(step)}; {finish}.")


def act_of(step: Offer | Menu, typed: str) -> str:
    """The act that a line is, such as `take 3`; `Wrong` for any other line."""
    if isinstance(step, Menu):
        return _of_menu(step, typed)
    if step.kind == "yes or no":
        wanted = next((value for value, words in ((True, YES), (False, NO)) if typed.casefold() in words), None)
        place = next((place for place, one in enumerate(step.options) if one.value is wanted), None)
        if place is None:
            raise Wrong(f"{typed!r} is no answer here: type 1 or y, 2 or n, an order, or ? for help.")
        return f"take {place}"
    if step.kind == "count":
        if not (typed.isdecimal() and step.least <= int(typed) <= step.most):
            raise Wrong(f"{typed!r} is no answer here: type {step.least} to {step.most}, an order, or ? for help.")
        return f"number {typed}"
    if step.kind not in ALONE:
        return _of_set(step, typed)
    places = matching(step.options, typed)
    if len(places) != 1:
        several = f"could be {', '.join(str(place + 1) for place in places)}" if places else "is none of these"
        raise Wrong(f"{typed!r} {several}: type 1 to {len(step.options)}, an order, or ? for help.")
    return f"take {places[0]}"


def parts_of(step: Offer | Menu | None, typed: str) -> Sequence[str]:
    """The acts' lines in one line: of a set several numbers or words may be typed at once."""
    if not isinstance(step, Offer) or step.kind not in ("some", "shares") or matching(step.options, typed):
        return [typed]
    return typed.replace(",", " ").split() or [""]


def _of_menu(menu: Menu, typed: str) -> str:
    if typed == "0" and menu.zero:
        return "none"
    line = menu.line(typed)
    if line is None:
        span = f"type {0 if menu.zero else 1} to {len(menu.lines)}"
        raise Wrong(f"{typed!r} is none of these: {span}, an order, or ? for help." if typed else "")
    return f"take {menu.lines.index(line)}"


def _of_set(offer: Offer, typed: str) -> str:
    """A line that is ticked or unticked, `2=3` for so many; Enter when the set is complete."""
    if not typed:
        if not offer.complete:
            raise Wrong(f"{chosen_in_words(offer)}.")
        return "finish"
    word, _, number = typed.partition("=")
    places = matching(offer.options, word)
    if len(places) != 1 or not (number.isdecimal() or not number):
        raise Wrong(f"{typed!r} is none of these: type 1 to {len(offer.options)}, an order, or ? for help.")
    now, most = offer.taken(places[0]), offer.options[places[0]].most
    wanted = int(number) if number else (now + 1 if now < most else 0)
    if wanted > most:
        raise Wrong(f"There {'is' if most == 1 else 'are'} only {most}, not {wanted}.")
    if offer.total - now + wanted > offer.most:
        raise Wrong(f"That would be {offer.total - now + wanted} of {offer.most}: untick one first.")
    return f"change {places[0]} {wanted}"


def _yes_or_no(names: Sequence[str], words: str) -> str:
    return words if words in names else f"{names[-1]}: {words}"


def _ticked(offer: Offer, place: int) -> str:
    option, taken = offer.options[place], offer.taken(place)
    if option.most == 1:
        return f"[{'x' if taken else ' '}] {option.words}"
    return f"[{taken} of {option.most}] {option.words}"


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
