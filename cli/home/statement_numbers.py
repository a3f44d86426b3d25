"""The numbers of signed statements: each is given out once, however many processes of a player run at a time.

They start at the seconds since 1970, so that a second device of the same player, which does not know what the first
has signed, goes on above it: a statement signed again with an old number would count as a repetition, and do nothing.
"""

from __future__ import annotations

import time

from cli.home.home import Home


def next_number(home: Home, url: str, mark: str, above: int = 0) -> int:
    """The next number for a mark (a scope and its signer) at a known host, above the one given."""
    with home.changing_hosts() as hosts:
        numbers = hosts[url].setdefault("numbers", {})
        numbers[mark] = max(int(numbers.get(mark, 0)) + 1, above + 1, int(time.time()))
        return int(numbers[mark])
