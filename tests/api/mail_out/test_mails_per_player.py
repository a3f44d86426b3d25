"""How many mails a whole game sends: to three who answer within minutes, and to three who look twice a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Final

import pytest

from api.mail_out.postman import Postman
from tests.api.games.test_presence import say
from tests.api.hosts import HostUnderTest, painted

SEATS: Final = ("red", "green", "black")
AFTER: Final = {"red": 1, "green": 2, "black": 4}
"""Minutes in which the quick ones answer."""
LOOKS: Final = {"red": (8, 20), "green": (7, 19), "black": (9, 22)}
"""The hours at which the others look."""
PATIENT: Final = timedelta(minutes=10)
MOST: Final = 30
"""Mails in all that a quick game of three sends, each of 130 questions to somebody at their page."""


class Played:
    """A whole game, played by a clock: whom it asked and since when, and what was mailed to whom."""

    def __init__(
        self,
        host: HostUnderTest,
        answers: Callable[[str, datetime, datetime], bool],
        minutes: int,
        *,
        there: bool = False,
    ) -> None:
        self.host, self.game = host, host.started(SEATS, scenario="standard", hours=72)
        self.sent: Counter[tuple[str, str]] = Counter()
        self.since: dict[tuple[str, int], datetime] = {}
        self.told: set[tuple[str, int]] = set()
        self.waited: set[tuple[str, int]] = set()
        while host.json(f"/games/{self.game}")["status"] == "running":
            for seat in SEATS if there else ():
                say(host, self.game, seat)  # they click about on the page
            self.look(answers)
            host.clock.forward(minutes=minutes)
            host.work()
        self.mail()

    def look(self, answers: Callable[[str, datetime, datetime], bool]) -> None:
        number, now = self.host.phase(self.game)["phase"], self.host.clock()
        self.mail(number)
        for seat in self.host.asked(self.game):
            begun = self.since.setdefault((seat, number), now)
            if now - begun > PATIENT:
                self.waited.add((seat, number))
            if answers(seat, begun, now):
                assert self.host.send(self.game, seat, self.host.default(self.game, seat)).status_code == 201

    def mail(self, number: int = 0) -> None:
        box: list[EmailMessage] = []
        Postman(self.host.host, box.append, painted).run_once()
        for mail in box:
            seat, asks = str(mail["To"]).partition("@")[0], "our turn in " in str(mail["Subject"])
            self.sent[seat, "asks" if asks else "tells"] += 1
            self.told |= {(seat, number)} if asks else set()

    def figures(self, name: str) -> str:
        asked = Counter(seat for seat, _ in self.since)
        each = [
            f"{one}: {asked[one]} questions, mails {self.sent[one, 'asks']} + {self.sent[one, 'tells']}"
            for one in SEATS
        ]
        return f"{name}: {'; '.join(each)}"


@pytest.mark.soak
def test_who_answers_within_minutes_gets_few_mails_and_who_looks_twice_a_day_one_for_every_question_that_waited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("quick", "slow"):
        (tmp_path / name).mkdir()
    quick, slow = (HostUnderTest(tmp_path / name) for name in ("quick", "slow"))
    for host in (quick, slow):
        for seat in SEATS:
            host.register(f"p-{seat}", email=f"{seat}@players.test")
    at_once = Played(quick, lambda seat, begun, now: now - begun >= timedelta(minutes=AFTER[seat]), 1, there=True)
    twice = Played(slow, lambda seat, _, now: now.hour in LOOKS[seat] and now.minute < 10, 10)
    with capsys.disabled():
        print(f"\n{at_once.figures('within minutes')}\n{twice.figures('twice a day')}")
    assert twice.waited - twice.told == set()
    assert len(twice.waited) >= 50
    assert at_once.waited == set()
    assert sum(at_once.sent.values()) <= MOST
    for host in (quick, slow):
        host.close()
