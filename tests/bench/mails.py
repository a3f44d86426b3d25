"""Mails with their pictures: what the processor takes to build one, and how large it is."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from api.mail_out.postman import Postman
from tests.api.hosts import Clock, HostUnderTest
from tests.bench.table import median, milliseconds, show

PHASES = 8
HOURS = 1_000
GAMES = (
    ("perikles", "standard", ("red", "green", "black", "orange", "blue")),
    ("pericles", "14.2", ("AF", "DF", "EK", "AK")),
    ("polis", "standard", ("athens", "sparta")),
    ("athens_sparta", "war", ("athens", "sparta")),
)


def measure(folder: Path) -> None:
    """A table of all titles."""
    show(
        f"Mails of the first {PHASES} phases, as they are sent",
        ("title", "mails", "with picture", "ms each", "median kB", "most kB"),
        [row(folder / f"mails-{title}", title, scenario, seats) for title, scenario, seats in GAMES],
        "Milliseconds of the processor, pictures included; each picture is drawn once for all who get it.",
    )


def row(folder: Path, title: str, scenario: str, seats: tuple[str, ...]) -> list[object]:
    """A line of the table."""
    folder.mkdir()
    host, sent = HostUnderTest(folder, Clock(datetime.now(UTC))), list[EmailMessage]()
    game = host.started(seats, title=title, scenario=scenario, hours=HOURS)
    host.play_on(game, PHASES)
    began = time.process_time()
    Postman(host.host, sent.append).run_once()
    seconds = time.process_time() - began
    host.close()
    sizes = [len(one.as_bytes()) / 1000 for one in sent]
    drawn = sum(any(part.get_content_maintype() == "image" for part in one.walk()) for one in sent)
    return [title, len(sent), drawn, milliseconds(seconds / len(sent)), f"{median(sizes):.1f}", f"{max(sizes):.1f}"]
