"""Contests of bots at a host that is really served: by REST alone, from plan to proof, with kills and drop-outs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cli.contests.proof import read_folder
from cli.errors import ClientError
from schemas.contests.exports import HEADER, LOG, RECORDS, RESULTS, STANDINGS
from schemas.statements.payloads import Resign
from tests.api.contests.proofs import changed_bytes_unnoticed
from tests.api.mail_in.mail_servers import start_smtp_sink
from tests.api.soak.entrants import Entrant, begin, end, ostraka, story_of
from tests.api.soak.served import Served
from tests.patience import wait_until

PERIKLES: dict[str, Any] = {
    "title": "perikles",
    "scenario": "opening",
    "tables": [["red", "green", "black", "orange"], ["red", "green", "black"]],
}
PERICLES: dict[str, Any] = {"title": "pericles", "scenario": "14.1.06A", "tables": [["AF", "DF", "EK", "AK"]]}
FOUR: dict[str, Any] = PERIKLES | {"tables": PERIKLES["tables"][:1]}
KINDS: dict[str, dict[str, Any]] = {
    "mini": {"rounds": 1, "most": 8},
    "round-robin": {"rounds": 2},
    "swiss": {"rounds": 2},
    "knock-out": {"rounds": 3, "advance": 2},
    "cup": {"rounds": 3, "swiss_rounds": 1, "advance": 2},
    "league": {"rounds": 2, "advance": 1},
    "ladder": {"rounds": 2, "advance": 4},
}
LONGEST = 3_600.0
"""Seconds; nothing waits for them but a contest that is stuck."""
CHANGED = 40
"""Places at which a byte is changed, to see whether it is named."""


@contextmanager
def served_on(on: str, folder: Path) -> Iterator[Served]:
    """A host in processes of its own."""
    sink = start_smtp_sink(lambda *_: None)
    (folder / "host").mkdir()
    served = Served(folder / "host", on, sink.url, random.Random(1))
    try:
        yield served
    finally:
        served.stop()
        sink.stop()


def kill_in_the_draw(served: Served, watcher: Entrant, contest: str) -> list[str]:
    """Pull the plug as soon as the first round closes, and start the host again; gives what stood in the log then."""
    wait_until("round 1 closes", lambda: watcher.client.contest(contest)["rounds"])
    served.kill()
    return [entry.kind for entry in watcher.client.contest_log(contest)]


def begun(watcher: Entrant, contest: str, number: int) -> bool:
    """Have all games of a round begun?"""
    try:
        rounds = watcher.client.contest_story(contest).rounds
        tables = rounds[number - 1].tables if len(rounds) >= number else []
        return bool(tables) and all(watcher.client.game(table.game)["started_at"] for table in tables)
    except ClientError:
        return False


def wait_for_games(watcher: Entrant, contest: str, found: Callable[[], bool]) -> None:
    """Look again, now and then, as long as a game lasts."""
    last = time.monotonic() + LONGEST
    while not found():
        assert time.monotonic() < last, watcher.client.contest(contest)["stuck"]
        time.sleep(1)


def is_over(watcher: Entrant, contest: str) -> bool:
    """Is the contest finished?"""
    return story_of(watcher.client, contest).finished is not None


def proved(folder: Path, contest: str, url: str) -> None:
    """Save the contest, and prove it from the files alone, as somebody who knows no host; a changed byte is named."""
    saved = folder / f"saved-{contest}"
    exported = ostraka(folder / "home", "contest", "export", contest, "-o", str(saved), OSTRAKA_URL=url)
    assert exported.returncode == 0, exported.stderr
    verified = ostraka(folder / "stranger", "contest", "verify", str(saved))
    assert verified.returncode == 0, verified.stdout + verified.stderr
    files = read_folder(saved)
    assert changed_bytes_unnoticed(files, CHANGED) == []
    record = min(name for name in files if name.startswith(RECORDS))
    for name in (HEADER, LOG, RESULTS, STANDINGS, record):
        raw = files[name]
        (saved / name).write_bytes(raw[: len(raw) // 2] + bytes([raw[len(raw) // 2] ^ 1]) + raw[len(raw) // 2 + 1 :])
        refused = ostraka(folder / "stranger", "contest", "verify", str(saved))
        assert refused.returncode == 4, (name, refused.stdout)
        assert name in refused.stderr or name == LOG, (name, refused.stderr)
        (saved / name).write_bytes(raw)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("on", "about", "players", "rounds"),
    [("sqlite", PERIKLES, 16, 5), ("postgresql", PERIKLES, 8, 2), ("sqlite", PERICLES, 16, 2)],
    ids=["perikles", "perikles on PostgreSQL", "pericles"],
)
def test_sixteen_bots_two_of_whom_drop_out_and_a_substitute_play_on_a_host_that_is_killed_twice(
    on: str, about: dict[str, Any], players: int, rounds: int, tmp_path: Path
) -> None:
    began = time.monotonic()
    with served_on(on, tmp_path) as served:
        organiser, sam = (Entrant(served.url, name, tmp_path) for name in ("olga", "sam"))
        entrants = {name: Entrant(served.url, name, tmp_path) for name in (f"p-{n:02}" for n in range(players))}
        contest = organiser.open(0.7 * players, name="Cup of Samos", kind="swiss", rounds=rounds, **about)
        for entrant in entrants.values():
            entrant.client.enter_contest(contest)
        sam.client.enter_contest(contest, substitute=True)
        stood = kill_in_the_draw(served, organiser, contest)
        wait_until("the games of round 1 have begun", lambda: begun(organiser, contest, 1))
        table = story_of(organiser.client, contest).rounds[0].tables[0]
        (seat, gone), (_, tired) = list(table.seats.items())[:2]
        entrants[gone].client.seat_act(table.game, seat, Resign())
        for name in (gone, tired):
            entrants[name].client.leave_contest(contest)
        wait_until("the seat is offered", lambda: kept_for(organiser, table.game, seat) == "sam")
        sam.client.join(table.game, seat)
        playing = [sam, *(entrant for name, entrant in entrants.items() if name != gone)]
        begin(playing)
        wait_for_games(organiser, contest, lambda: begun(organiser, contest, 2))
        served.kill()
        second = time.monotonic()
        wait_for_games(organiser, contest, lambda: is_over(organiser, contest))
        end(playing)
        story = story_of(organiser.client, contest)
        assert [len(round_.entrants) for round_ in story.rounds] == [players, *[players - 2] * (rounds - 1)]
        assert story.draws == rounds
        assert table.seats[seat] in story.rounds[0].tables[0].result.left  # type: ignore[union-attr]
        assert story.rounds[0].tables[0].result.substitutes == {"sam": gone}  # type: ignore[union-attr]
        proved(tmp_path, contest, served.url)
    print(f"\n{about['title']} on {on}, {players} players, {rounds} rounds: {time.monotonic() - began:.0f} s, of it "
          f"{second - began:.0f} s before round 2 began; killed first when the log had {stood[-2:]}")  # fmt: skip


def kept_for(entrant: Entrant, game: str, seat: str) -> str | None:
    """For whom a seat is kept."""
    try:
        return next(one["kept_for"] for one in entrant.client.game(game)["seats"] if one["seat"] == seat)
    except ClientError:
        return None


@pytest.mark.soak
def test_a_contest_of_every_kind_is_played_on_a_served_host_and_proved(tmp_path: Path) -> None:
    began, contests = time.monotonic(), {}
    with served_on("sqlite", tmp_path) as served:
        entrants = [Entrant(served.url, f"p-{n}", tmp_path) for n in range(8)]
        for number, (kind, said) in enumerate(KINDS.items()):
            contests[kind] = entrants[number].open(15, name=f"A {kind}", kind=kind, **FOUR, **said)
            for entrant in entrants:
                entrant.client.enter_contest(contests[kind])
        begin(entrants[1:])
        watcher = Entrant(served.url, "watcher", tmp_path)
        entrants[0].start()
        for contest in contests.values():
            wait_for_games(watcher, contest, partial(is_over, watcher, contest))
        end(entrants)
        for kind, contest in contests.items():
            story = story_of(watcher.client, contest)
            wanted = {"knock-out": [8, 4], "cup": [8, 8, 4]}.get(kind, [8] * KINDS[kind]["rounds"])
            assert [len(round_.entrants) for round_ in story.rounds] == wanted, kind
            assert story.finished is not None
            assert sorted(story.finished.places) == [entrant.handle for entrant in entrants]
            proved(tmp_path, contest, served.url)
    print(f"\nall kinds, 8 players each: {time.monotonic() - began:.0f} s")
