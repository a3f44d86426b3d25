"""A sheet of lists that a person puts in order at a terminal, such as that of all debates of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from adjudicator.kernel import Malformed
from cli.answer.ranked_sheet import RankedList, RankedSheet
from cli.play.screen import Left, read_line
from cli.terminal.output import choices, tell, wrapped

HELP: Final = """\
  Enter  the list is right as it is
  3 1    lines 3 and 1 come first, in this order; the others follow as they stood
  -4     take line 4 out; several at once: -4 -2
  +1     put back the first line that was taken out, at the end
  q      leave the sheet; nothing of it is kept"""


def put_in_order(sheet: RankedSheet, seat: str) -> None:
    """Have a person put each list in order. `Left` where they leave the sheet."""
    tell(wrapped("Put each list in order: type the numbers of the lines that come first, such as 3 1; ? for help."))
    for number, ranked in enumerate(sheet.lists):
        while True:
            show(ranked)
            typed = read_line(seat).casefold()
            if typed == "":
                break
            if typed == "q":
                raise Left
            try:
                change(sheet, number, typed.replace(",", " ").split())
            except Malformed as error:
                click.echo(HELP if typed == "?" else f"Not understood: {error}; ? for help.")


def show(ranked: RankedList) -> None:
    """A list, and what was taken out of it."""
    click.secho(wrapped(f"{ranked.ranking.asks} ({ranked.ranking.question})"), bold=True)
    choices([words for _, words in ranked.items])
    if ranked.out:
        tell(wrapped(f"  out: {', '.join(f'+{n} {words}' for n, (_, words) in enumerate(ranked.out, 1))}", 7))


def change(sheet: RankedSheet, number: int, typed: Sequence[str]) -> None:
    """Do what was typed to the list of that number: lines that come first, go out, or come back."""
    ranked = sheet.lists[number]
    there = ranked.out if typed[0].startswith("+") else ranked.items
    sign, places = numbers_typed(typed, len(there))
    word = {"": "top", "-": "out", "+": "in"}[sign]
    for item in [there[place] for place in reversed(places)]:
        sheet.act(word, f"{number} {there.index(item)}")


def numbers_typed(typed: Sequence[str], most: int) -> tuple[str, list[int]]:
    """The sign before numbers of lines, the same for all or none, and their places, each once. Malformed is said."""
    kind = {one[0] if one[0] in "+-" else "" for one in typed}
    lines = [one.lstrip("+-") for one in typed]
    if len(kind) != 1 or not all(one.isascii() and one.isdecimal() for one in lines):
        raise Malformed(f"{' '.join(typed)!r} has to be numbers of lines")
    if wrong := [one for one in lines if not 1 <= int(one) <= most]:
        raise Malformed(f"there is no line {int(wrong[0])}")
    return kind.pop(), list(dict.fromkeys(int(one) - 1 for one in lines))
