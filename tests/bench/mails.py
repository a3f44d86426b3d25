"""Mails with their pictures: what the processor takes to build one, how large it is, and how soon the last is out."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from api.mail_out.board_pictures import PaintingProcess
from api.mail_out.postman import Postman
from api.mail_out.timed_mails import write_due
from api.referee.resolution import advance
from tests.api.hosts import Clock, HostUnderTest
from tests.bench.table import median, milliseconds, show

PHASES = 8
RESOLUTIONS = 500
CUT_MEANWHILE = 10
"""One of so many games goes on before its mails are out."""
HOURS = 1_000
SEATS = ("red", "green", "black", "orange")
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
    show(
        f"{RESOLUTIONS} resolutions at once, one sender and its painter, both just started",
        ("resolved in s", "written in s", "mails", "with picture", "last out after s", "a second", "of a cut phase"),
        [rush(folder / "mails-rush", RESOLUTIONS)],
        f"Of one game in {CUT_MEANWHILE} the phase that is asked about is cut before its mail could go.",
    )


def rush(folder: Path, resolutions: int) -> list[object]:
    """So many games of Perikles are resolved at the same moment."""
    folder.mkdir()
    host, sent = HostUnderTest(folder, Clock(datetime.now(UTC))), list[EmailMessage]()
    games = [host.started(SEATS, name=f"Game {number}", hours=HOURS) for number in range(resolutions)]
    host.rows("update mails set status = 'sent'")
    begun = time.monotonic()
    for game in games:
        go_on(host, game)
    resolved = time.monotonic()
    host.clock.forward(minutes=10)
    write_due(host.host)
    written, paint = time.monotonic(), PaintingProcess()
    for game in games[::CUT_MEANWHILE]:
        go_on(host, game)
    sending = time.monotonic()
    Postman(host.host, sent.append, paint).run_once()
    took = time.monotonic() - sending
    paint.close()
    late = {game for game in games[::CUT_MEANWHILE] if any(f".{game}." in f".{one['Message-ID'][1:]}" for one in sent)}
    host.close()
    drawn = sum(any(part.get_content_maintype() == "image" for part in one.walk()) for one in sent)
    times = [f"{seconds:.1f}" for seconds in (resolved - begun, written - resolved, took)]
    return [*times[:2], len(sent), drawn, times[2], f"{len(sent) / took:.1f}", len(late)]


def go_on(host: HostUnderTest, game: str) -> None:
    """All who are asked answer, and the phase is resolved; its mails are not written yet."""
    for seat in host.asked(game):
        assert host.send(game, seat, host.default(game, seat)).status_code == 201
    advance(host.host, game)


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
