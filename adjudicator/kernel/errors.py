"""What can go wrong when orders meet rules, each as one exception that says what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec


class OstrakaError(Exception):
    """Something went wrong that the caller can act on."""


MOST_FAULTS: Final = 40
MOST_TOGETHER: Final = 8


class Fault(NamedTuple):
    """One thing that is wrong in plain data: where (names, and places in lists counted from 0), and what is right."""

    where: tuple[str | int, ...]
    says: str

    def __str__(self) -> str:
        """The place as people count, and what is wrong there: `entry 3, choose 1, city: …`."""
        words: list[str] = []
        for part in self.where:
            if isinstance(part, int):
                words[-1:] = [f"{words[-1] if words else 'item'} {part + 1}"]
            else:
                words.append(part)
        return f"{', '.join(words)}: {self.says}" if words else self.says

    def inside(self, *outer: str | int) -> Fault:
        """The same fault, with the path from outside."""
        return Fault((*outer, *self.where), self.says)


class Malformed(OstrakaError):
    """Data does not have the shape that it must have; the message names each place and the right shape.

    `faults` are all that was found wrong, up to MOST_FAULTS.
    """

    def __init__(self, message: str = "", faults: Sequence[Fault] = ()) -> None:
        self.faults = tuple(faults[:MOST_FAULTS]) or (Fault((), message),)
        more = [f"and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
        super().__init__("; ".join([*map(str, self.faults), *more]))


UNFIT: Final = (msgspec.ValidationError, UnicodeEncodeError, RecursionError)
"""What msgspec raises at plain data that does not fit: another shape, half a character, nested too deep."""


class Illegal(OstrakaError):
    """The rules forbid an order.

    `clause` is the number of the clause that forbids it, `message` what is wrong and what would be legal.
    """

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(clause, message)
        self.clause = clause
        self.message = message

    def __str__(self) -> str:
        return f"{self.clause}: {self.message}"  # written when it is read: many are only asked whether there is one

    @property
    def wrong(self) -> str:
        """What is wrong, without what would be right."""
        return self.message.partition("; ")[0]


class Misshapen(Illegal):
    """Something in an order does not have its shape: the rules of the game have not been asked yet."""


def together(wrong: Sequence[Illegal]) -> Illegal:
    """Several things that are wrong with one order, told as one: the clause of the first, and every sentence."""
    first, *others = wrong
    if not others:
        return first
    more = [f"and {len(wrong) - MOST_TOGETHER} more"] if len(wrong) > MOST_TOGETHER else []
    return Illegal(first.clause, "; ".join([first.message, *map(str, others[: MOST_TOGETHER - 1]), *more]))


class UnknownName(OstrakaError):
    """A name (title, scenario, question, bot, step ...) is not one of those that exist; the message lists them."""

    def __init__(self, what: str, name: object, known: object) -> None:
        names = ", ".join(str(n) for n in known) if isinstance(known, (list, tuple, dict)) else str(known)
        super().__init__(f"{what} {name!r} does not exist; known: {names or 'none'}")


class OtherRules(OstrakaError):
    """A position is of rules that are not these (older, newer, or another title's); `version` names them."""

    def __init__(self, version: str, here: str) -> None:
        super().__init__(f"this is under {version}, and the rules here are {here}, which cannot take it up")
        self.version = version
