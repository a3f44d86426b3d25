"""The mails of whole games, counted in a host's own outbox, beside what the rule of `mails` says of such seats.

A real host (the service, its worker, its database, sealed envelopes; the clock is moved, not waited for) and at every
seat a player who has filled in the form, answers by REST when the host asks, with a book for the next times where the
habits say so, and otherwise like the steady bot. Whose own answer opens the next question answers it at once; everybody
else an hour after the mail.

    python -m tests.bench outbox                 Perikles with 3, 4 and 5 seats, Pericles 14.3
    python -m tests.bench outbox pericles 2      one title, over so many games a row
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.kernel import Chance, Title
from adjudicator.registry import title
from schemas.statements.payloads import Preferences
from schemas.statements.statements import sign_payload
from tests.adjudicator.players import key
from tests.api.booked import send_book
from tests.api.hosts import HostUnderTest
from tests.bench.habits import HABITS, Habit
from tests.bench.mails import SORTS, Sort, mute, play, write
from tests.bench.table import median, percentile, show

GAMES = {"perikles": 2, "pericles": 2}
DAYS = 7


@dataclass
class Played:
    """What a game left in the outbox."""

    host: HostUnderTest
    game: str
    turns: dict[int, object] = field(default_factory=dict)
    """The game turn of each phase in which the host waited."""
    unmailed: int = 0
    """Questions of veiled phases to players who want no mail of those."""
    answers: int = 0

    @cached_property
    def mails(self) -> list[tuple[str, str, int | None]]:
        """Every mail to a player: seat, kind and phase."""
        return [(seat, kind, phase) for seat, kind, phase in self.host.rows("select seat, kind, phase from mails")]

    @property
    def asking(self) -> Counter[tuple[str, object]]:
        """The mails that ask, by seat and turn; turns without any too."""
        seats = self.host.seats[self.game]
        counts = Counter({(seat, turn): 0 for turn in set(self.turns.values()) for seat in seats})
        for seat, kind, phase in self.mails:
            if kind == "orders-wanted" and phase in self.turns:
                counts[seat, self.turns[phase]] += 1
        return counts


def measure(named: str | None = None, games: int | None = None) -> None:
    """A row for each sort of game."""
    rows = [row(sort, games or GAMES[sort.title]) for sort in SORTS[:4] if named in (None, sort.title)]
    show(
        "Mails that ask, a player and game turn, in a host's own outbox: whole games, the form's answers at all seats",
        ("", "games", "mean", "median", "9 of 10", "most", "by the rule", "other mails", "asked unmailed", "s a game"),
        rows,
        "By the rule: mean of `mails` over 4 games. Asked unmailed: questions in veiled phases to who mutes those.",
    )


def row(sort: Sort, games: int) -> list[object]:
    """A line of the table."""
    begun = time.monotonic()
    played = []
    for seed in range(games):
        with tempfile.TemporaryDirectory(prefix="ostraka-outbox-") as folder:
            played.append(play_at_host(sort, Path(folder), seed))
    seconds = (time.monotonic() - begun) / games
    counts = [number for one in played for number in one.asking.values()]
    kinds = sum((Counter(kind for _, kind, _ in one.mails) for one in played), Counter[str]())
    other = {kind: number / len(counts) for kind, number in kinds.most_common() if kind != "orders-wanted"}
    rule = [number for seed in range(4) for number in play(sort, HABITS[sort.title], seed, alone=False).mails.values()]
    return [
        f"{sort.title} {sort.scenario}, {sort.seats} seats",
        games,
        f"{sum(counts) / len(counts):.1f}",
        f"{median(counts):.0f}",
        percentile(counts, 90),
        max(counts),
        f"{sum(rule) / len(rule):.1f}",
        ", ".join(f"{kind} {number:.1f}" for kind, number in other.items()),
        f"{sum(one.unmailed for one in played) / len(counts):.1f}",
        f"{seconds:.0f}",
    ]


def play_at_host(sort: Sort, folder: Path, seed: int) -> Played:
    """One game from its start to its end."""
    rules, habits, host = title(sort.title), HABITS[sort.title], HostUnderTest(folder)
    names = rules.seats(sort.scenario, sort.seats)
    game = host.started(names, title=sort.title, scenario=sort.scenario, hours=24 * DAYS)
    played = Played(host, game)
    try:
        for seat in host.seats[game]:
            fill_in(rules, host, game, seat, habits)
        last: list[str] = []
        while last or host.json(f"/games/{game}")["status"] != "over":
            last = answer_phase(rules, played, habits, last, seed)
        played.mails  # noqa: B018 - kept before the folder goes
    finally:
        host.close()
    return played


def fill_in(rules: Title[Any], host: HostUnderTest, game: str, seat: str, habits: tuple[Habit, ...]) -> None:
    """A player's book from the form, and that they want no mail of veiled phases."""
    book = write(rules, seen(rules, host, game, seat), seat, habits)
    assert send_book(host, game, seat, plain(book)).status_code == 201
    if mute(habits):
        player = host.seats[game][seat]
        wanted = Preferences(
            host=host.host.identity.key_id,
            player=player.identity.key_id,
            number=host.next_number(),
            address=player.email,
            muted=["veiled"],
            muted_press=[],
            time_zone=None,
        )
        assert (
            host.post(f"/players/{player.handle}/preferences", sign_payload(wanted, player.identity)).status_code == 200
        )


def answer_phase(rules: Title[Any], played: Played, habits: tuple[Habit, ...], last: list[str], seed: int) -> list[str]:
    """Have all for whom the host waits answer; gives who they were."""
    host, game = played.host, played.game
    host.work()
    position = host.position(game)
    if position.phase is None:
        return []
    asked = rules.waits_for(position)
    if asked != last:
        host.clock.forward(hours=1)
        host.work()
    if asked and (turn := next(iter(rules.periods.values()))(position)):
        played.turns[position.phases] = turn
        played.unmailed += len(asked) if position.phase.veiled and mute(habits) else 0
    for seat in asked:
        answer(rules, played, habits, seat, seed)
    return asked


def answer(rules: Title[Any], played: Played, habits: tuple[Habit, ...], seat: str, seed: int) -> None:
    """Answer as the bot would, with a book for the next times where a habit says so."""
    host, game = played.host, played.game
    view = seen(rules, host, game, seat)
    played.answers += 1
    orders = rules.bot("steady")(view, seat, Chance(key("outbox", seed, played.answers)))
    plainly = [rules.order_to_dict(order) for order in orders]
    book = None
    for habit in habits:
        if habit.ahead is not None and (said := habit.ahead(rules, view, seat, orders)) is not None:
            book = said
            view.books = {**view.books, seat: book}
    if book is not None:
        assert host.send(game, seat, plainly, "draft").status_code == 201
        assert send_book(host, game, seat, plain(book)).status_code == 201
    assert host.send(game, seat, plainly).status_code == 201


def seen(rules: Title[Any], host: HostUnderTest, game: str, seat: str) -> Any:
    """A seat's view, as the host gives it."""
    return rules.convert(host.json(f"/games/{game}/seats/{seat}/view", host.seats[game][seat])["view"])


def plain(book: Any) -> list[dict[str, Any]]:
    """A book's entries as they are sealed."""
    return [msgspec.to_builtins(entry) for entry in book]
