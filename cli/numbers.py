"""The numbers of signed statements: each is given out once, however many processes of a player ask at a time."""

from __future__ import annotations

from cli.home import Home


def next_number(home: Home, url: str, mark: str, above: int = 0) -> int:
    """The next number under that mark (a scope and its signer) at a host that was met, above the one given."""
    with home.changing_hosts() as hosts:
        numbers = hosts[url].setdefault("numbers", {})
        numbers[mark] = max(int(numbers.get(mark, 0)), above) + 1
        return int(numbers[mark])
