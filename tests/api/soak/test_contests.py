"""Contests of bots at a host that is really served: by REST alone, from plan to proof, with kills and drop-outs."""

from __future__ import annotations

import email
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from email.policy import default
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests

from cli.contests.proof import read_folder
from cli.errors import ClientError
from schemas.contests.exports import HEADER, LOG, RECORDS, RESULTS, STANDINGS
from schemas.statements.payloads import Resign
from tests.api.contests.proofs import changed_bytes_unnoticed
from tests.api.hosts import API, HostUnderTest
from tests.api.mail_in.mail_servers import start_smtp_sink
from tests.api.secrecy.masks import addresses, marks_of
from tests.api.soak.entrants import Entrant, begin, end, ostraka, story_of
from tests.api.soak.served import Served
from tests.patience import PATIENCE, wait_until

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
POLIS: dict[str, Any] = {"title": "polis", "scenario": "corinthian_war", "tables": [["athens", "sparta"]]}
ATHENS_SPARTA: dict[str, Any] = {"title": "athens_sparta", "scenario": "war", "tables": [["athens", "sparta"]]}
OF_TWO: dict[str, dict[str, Any]] = {
    "mini": {"rounds": 1, "most": 4},
    "round-robin": {"rounds": 3},
    "swiss": {"rounds": 2},
    "knock-out": {"rounds": 2, "advance": 1},
    "cup": {"rounds": 3, "swiss_rounds": 1, "advance": 1},
    "league": {"rounds": 2, "advance": 1},
    "ladder": {"rounds": 2, "advance": 1},
}
THREE: dict[str, Any] = PERIKLES | {"tables": PERIKLES["tables"][1:], "anonymous": True}
MASKED: dict[str, dict[str, Any]] = {
    "knock-out": {"rounds": 2, "advance": 1},
    "cup": {"rounds": 2, "swiss_rounds": 1, "advance": 1},
    "league": {"rounds": 2, "advance": 1},
    "ladder": {"rounds": 2, "advance": 2},
}
LONGEST = 3_600.0
"""Seconds; nothing waits for them but a contest that is stuck."""
CHANGED = 40
"""Places at which a byte is changed, to see whether it is named."""


@contextmanager
def served_on(
    on: str, folder: Path, mailed: Callable[..., None] = lambda *_: None, **settings: str
) -> Iterator[Served]:
    """A host in processes of its own; `mailed` gets sender, receiver and text of its mails."""
    sink = start_smtp_sink(mailed)
    (folder / "host").mkdir()
    served = Served(folder / "host", on, sink.url, random.Random(1), **settings)
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


def proved(folder: Path, contest: str, url: str, changed: int = CHANGED) -> None:
    """Save the contest, and prove it from the files alone, as somebody who knows no host; a changed byte is named."""
    saved = folder / f"saved-{contest}"
    exported = ostraka(folder / "home", "contest", "export", contest, "-o", str(saved), OSTRAKA_URL=url)
    assert exported.returncode == 0, exported.stderr
    verified = ostraka(folder / "stranger", "contest", "verify", str(saved))
    assert verified.returncode == 0, verified.stdout + verified.stderr
    files = read_folder(saved)
    assert changed_bytes_unnoticed(files, changed) == []
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
@pytest.mark.parametrize(
    ("about", "players", "kinds"),
    [(FOUR, 8, KINDS), (POLIS, 4, OF_TWO), (ATHENS_SPARTA, 4, {"mini": OF_TWO["mini"]})],
    ids=["perikles", "polis", "athens_sparta"],
)
def test_a_contest_of_every_kind_is_played_on_a_served_host_and_proved(
    about: dict[str, Any], players: int, kinds: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    began = time.monotonic()
    with served_on("sqlite", tmp_path) as served:
        entrants = [Entrant(served.url, f"p-{n}", tmp_path) for n in range(max(players, len(kinds)))]
        organisers, entrants = entrants, entrants[:players]
        contests = {}
        for organiser, (kind, said) in zip(organisers, kinds.items(), strict=False):
            contests[kind] = organiser.open(15, name=f"A {kind}", kind=kind, **about, **said)
            for entrant in entrants:
                entrant.client.enter_contest(contests[kind])
        watcher = Entrant(served.url, "watcher", tmp_path)
        begin(entrants)
        for contest in contests.values():
            wait_for_games(watcher, contest, partial(is_over, watcher, contest))
        end(entrants)
        for kind, contest in contests.items():
            story = story_of(watcher.client, contest)
            half = [players, players // 2]
            wanted = {"knock-out": half, "cup": [players, *half]}.get(kind, [players] * kinds[kind]["rounds"])
            assert [len(round_.entrants) for round_ in story.rounds] == wanted, kind
            assert story.finished is not None
            assert sorted(story.finished.places) == [entrant.handle for entrant in entrants]
            proved(tmp_path, contest, served.url)
    print(f"\n{about['title']}: {', '.join(kinds)}, {players} players each: {time.monotonic() - began:.0f} s")


@dataclass
class Sneak:
    """Reads every address of a host, as a stranger, as an organiser and as a rival, and notes where somebody is named
    who plays under an alias."""

    served: Served
    readers: Sequence[Entrant]
    hidden: Sequence[Entrant]
    contests: Sequence[str]
    map: HostUnderTest
    read: int = 0

    def look(self) -> list[tuple[str, str, bytes]]:
        """All addresses once: where it was, as whom, and what was named there."""
        rounds = [one for contest in self.contests for one in self.readers[0].client.contest_story(contest).rounds]
        tables = [table for round_ in rounds for table in round_.tables][-3:]
        aliases = [alias for entrant in self.hidden[:1] for alias in entrant.client.aliases().values()]
        games, seats = [table.game for table in tables] or ["1"], ["red"]
        named = {"contest": self.contests, "game": games, "seat": seats, "number": ["1", "2"]}
        found = []
        for path in addresses(self.map, **named, handle=[*aliases[:2], self.hidden[0].handle]):
            own = f"/{self.hidden[0].handle}" in path
            marks = [alias.encode() for alias in aliases] if own else self.marks()
            for reader in (None, *(self.readers if path.startswith(API) else ())):
                answer = self.ask(path, reader)
                found += [(path, reader.handle if reader else "stranger", mark) for mark in marks if mark in answer]
        return found

    def marks(self) -> list[bytes]:
        """What names those who play."""
        return [mark for one in self.hidden for mark in marks_of(one.client.me, one.handle)]

    def ask(self, path: str, reader: Entrant | None) -> bytes:
        """What somebody is answered, with its headers."""
        self.read += 1
        wire = self.readers[0].client.wire if reader is None else reader.client.wire
        request = requests.Request("GET", self.served.url + path)
        prepared = wire.session.prepare_request(request)
        if reader is not None:
            wire.sign(prepared, None)
        answer = wire.session.send(prepared, timeout=PATIENCE)
        return answer.content + repr(answer.headers).encode()


@pytest.mark.soak
def test_anonymous_contests_are_played_on_a_served_host_and_no_address_or_mail_names_anybody_before_their_ends(
    tmp_path: Path,
) -> None:
    began, mails, named = time.monotonic(), list[tuple[str, bytes]](), list[tuple[str, str, bytes]]()
    with served_on("sqlite", tmp_path, lambda _, to, raw: mails.append((to, raw))) as served:
        organisers = [Entrant(served.url, f"organiser-{n}", tmp_path) for n in range(len(MASKED))]
        entrants = [Entrant(served.url, f"polydeukes-{n}", tmp_path) for n in range(6)]
        contests = {}
        for organiser, (kind, said) in zip(organisers, MASKED.items(), strict=True):
            contests[kind] = organiser.open(30, name=f"A masked {kind}", kind=kind, **THREE, **said)
            for entrant in entrants:
                entrant.client.enter_contest(contests[kind])
        rival = Entrant(served.url, "rival", tmp_path)
        (tmp_path / "map").mkdir()
        map_of_host = HostUnderTest(tmp_path / "map")
        sneak = Sneak(served, [organisers[0], rival], entrants, [*contests.values()], map_of_host)
        begin(entrants)
        while not any(is_over(rival, contest) for contest in contests.values()):
            seen_now, count = sneak.look(), len(mails)
            if not any(is_over(rival, contest) for contest in contests.values()):
                named, mailed = [*named, *seen_now], count
        map_of_host.close()
        for contest in contests.values():
            wait_for_games(rival, contest, partial(is_over, rival, contest))
        end(entrants)
        assert named == []
        assert [(to, mark) for to, raw in mails[:mailed] for mark in sneak.marks() if mark in body_of(raw)] == []
        for kind, contest in contests.items():
            story = story_of(rival.client, contest)
            wanted = {"knock-out": [6, 3], "cup": [6, 3]}.get(kind, [6, 6])
            assert [len(round_.entrants) for round_ in story.rounds] == wanted, kind
            assert sorted(story.holders.values()) == [entrant.handle for entrant in entrants]
            proved(tmp_path, contest, served.url)
    seen = f"{sneak.read} answers and {mailed} mails read before the first end"
    print(f"\nanonymous {', '.join(contests)}: {time.monotonic() - began:.0f} s, {seen}")


def body_of(raw: bytes) -> bytes:
    """A mail without whom it is for; what was encoded for the road is as it is read."""
    message = email.message_from_bytes(raw, policy=default)
    del message["To"]
    parts = [part.get_content() for part in message.walk() if not part.is_multipart()]
    text = [part.encode() if isinstance(part, str) else bytes(part) for part in parts if not isinstance(part, Message)]
    return b"\n".join([repr(message.items()).encode(), *text])
