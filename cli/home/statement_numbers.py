"""The numbers of signed statements: each is given out once, however many processes of a player ask at a time.

They are not below the seconds since 1970, so that a second device of the same player, which does not know what the
first has signed, goes on above it: the same signed with an old number would be taken for a repetition, and do nothing.
"""

from __future__ import annotations

import time

from cli.home.home import Home


def next_number(home: Home, url: str, mark: str, above: int = 0) -> int:
    """The next number under that mark (a scope and its signer) at a host that was met, above the one given."""
    with home.changing_hosts() as hosts:
        numbers = hosts[url].setdefault("numbers", {})
        numbers[mark] = max(int(numbers.get(mark, 0)) + 1, above + 1, int(time.time()))
        return int(numbers[mark])
