"""What can go wrong when orders meet rules, each as one exception that says what would be right."""

from __future__ import annotations

from typing import Final

import msgspec


class OstrakaError(Exception):
    """Something went wrong that the caller can act on."""


class Malformed(OstrakaError):
    """Data does not have the shape that it must have; the message names the place and the right shape."""


UNFIT: Final = (msgspec.ValidationError, UnicodeEncodeError, RecursionError)
"""What msgspec raises at plain data that does not fit: another shape, half a character, nested too deep."""


class Illegal(OstrakaError):
    """The rules forbid an order.

    `clause` is the number of the clause that forbids it, `message` what is wrong and what would be legal.
    """

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(f"{clause}: {message}")
        self.clause = clause
        self.message = message


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
