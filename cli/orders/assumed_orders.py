"""What `ostraka try` assumes: the player's own orders, and those given for others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from adjudicator.kernel import Order
from cli.errors import Misuse
from cli.rules.local_check import require_legal
from cli.rules.order_form import read_form
from cli.seat.known_game import KnownGame
from cli.terminal.envelopes import warn_if_unchecked


def own_orders(known: KnownGame, file: str | None) -> tuple[str, Sequence[Order] | None]:
    """Where the player's own orders come from, in words, and the orders: from `file` (`-`: standard input), else those
    sealed last. None: nothing is in, so that the book answers, or else the default.
    """
    if file is not None:
        orders = read_form(None if file == "-" else Path(file)).meant_for(known.game, known.phase, known.seat).orders
        if not warn_if_unchecked(known.plain):
            require_legal(known.plain, known.seat, orders)
        return f"as in {'standard input' if file == '-' else file}", known.rules.decode_orders(list(orders))
    held = known.own()
    if held is None or held[0].header.word == "withdrawn":
        return "none are in, so your book answers, or else the default", None
    header = held[0].header
    return f"as in your envelope {header.sequence} ({header.word})", known.rules.decode_orders(list(held[1]))


def read_assumed_orders(known: KnownGame, given: Sequence[str]) -> Mapping[str, Sequence[Order]]:
    """Orders of others, each given as SEAT=FILE. Whether they are legal shows in each guess."""
    found = {}
    others = [seat for seat in known.view.seats if seat != known.seat]
    for one in given:
        seat, equals, path = one.partition("=")
        if not equals or seat not in others:
            raise Misuse(f"--orders {one}: write SEAT=FILE, where SEAT is one of {', '.join(others)}.")
        if not Path(path).is_file():
            raise Misuse(f"--orders {one}: there is no file {path}.")
        form = read_form(Path(path)).meant_for(known.game, known.phase, seat)
        found[seat] = known.rules.decode_orders(list(form.orders))
    return found
