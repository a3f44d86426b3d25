"""An audit finds out a host that tells two histories, and names every file in which something was changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import Result

from api.mail_out.postman import Postman
from cli.audit.command import in_words
from cli.audit.report import Report
from cli.home.home import Home
from schemas.contests.exports import exported
from schemas.documents.receipts import make_receipt
from schemas.log.checkpoints import Checkpoint, read_checkpoint, sign_checkpoint
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import CorrectResult
from schemas.statements.payloads import Receipt, Remind
from schemas.statements.statements import Statement
from tests.api.hosts import HostUnderTest
from tests.cli.conftest import invoke
from tests.schemas.contests.paper import Paper

SEATS = ("red", "green", "black")
URL = "http://host.test"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostUnderTest]:
    """A host with a game of three phases, and all mails sent."""
    host = HostUnderTest(tmp_path_factory.mktemp("host"))
    game = host.started(SEATS)
    host.play_on(game, 1)
    yield host
    host.close()


@pytest.fixture(scope="module")
def game(host: HostUnderTest) -> str:
    [game] = host.seats
    return game


@pytest.fixture(scope="module")
def early(host: HostUnderTest, game: str) -> list[EmailMessage]:
    """The mails of the first phases."""
    return mailed(host)


@pytest.fixture(scope="module")
def fork(
    host: HostUnderTest, early: list[EmailMessage], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[HostUnderTest]:
    """The same host, with the same key, on a copy of its database."""
    folder = tmp_path_factory.mktemp("fork")
    host.host.database.erase()
    (folder / "host.db").write_bytes(host.path.read_bytes())
    fork = HostUnderTest(folder)
    fork.players, fork.seats, fork.numbers = host.players, host.seats, host.numbers
    fork.clock.moment = host.clock.moment + timedelta(minutes=7)
    yield fork
    fork.close()


@pytest.fixture(scope="module")
def histories(host: HostUnderTest, fork: HostUnderTest, game: str) -> dict[str, list[EmailMessage]]:
    """What each of the two mails to everybody after they parted; the fork also logs an act that the other has not."""
    assert fork.act(game, Remind()).status_code == 201
    told: dict[str, list[EmailMessage]] = {"host": [], "fork": []}
    for name, each in (("host", host), ("fork", fork)):
        for _ in range(2):
            each.play_on(game, 1)
            told[name] += mailed(each)
    return told


@pytest.fixture(scope="module")
def over(host: HostUnderTest, histories: dict[str, list[EmailMessage]], game: str) -> tuple[dict[str, bytes], bytes]:
    """What the players have of a game that is over: mails, a receipt, the log, the record; and a false receipt.

    The false one is for an envelope that was never stored.
    """
    [seat, *_] = host.asked(game)
    envelope = host.envelope(game, seat, host.default(game, seat))
    answer = host.put(envelope, game, envelope.header.phase, seat)
    note = Checkpoint.from_header(answer.headers["Ostraka-Checkpoint"]).to_note()
    proof = {"receipt": answer.get_json(), "envelope": json.loads(envelope.to_json()), "checkpoint": note}
    newer = host.envelope(game, seat, [], sequence=9)
    receipt = make_receipt(newer, host.clock.moment, host.host.identity).to_json_value()
    host.work()
    host.play_on(game)
    files = {
        "nikias/mail.eml": histories["host"][0].as_bytes(),
        "aspasia/receipt.json": json.dumps(proof).encode(),
        "record.json": host.get(f"/games/{game}/record").data,
        "log.json": host.get(f"/games/{game}/log").data,
    }
    return files, json.dumps({"receipt": receipt, "envelope": json.loads(newer.to_json())}).encode()


@pytest.fixture(scope="module")
def kept(over: tuple[dict[str, bytes], bytes]) -> dict[str, bytes]:
    return over[0]


def mailed(host: HostUnderTest) -> list[EmailMessage]:
    """The mails that are due."""
    box: list[EmailMessage] = []
    Postman(host.host, box.append, lambda *_: b"").run_once()
    return box


def mails_to(mails: list[EmailMessage], host: HostUnderTest, game: str, seat: str) -> dict[str, bytes]:
    own = [mail for mail in mails if mail["To"] == host.seats[game][seat].email]
    assert own
    return {f"{seat}/{number}.eml": mail.as_bytes() for number, mail in enumerate(own)}


def audited(folder: Path, files: dict[str, bytes], *words: str, expect: int = 0, home: Home | None = None) -> Result:
    """An audit of these files."""
    for name, content in files.items():
        path = folder / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return invoke(None, home or Home(folder / "home"), "audit", str(folder / "files"), *words, expect=expect)


def test_a_host_that_tells_two_histories_is_caught_from_the_mails_of_two_players(host, fork, game, histories, tmp_path):
    [red, *_] = [seat for seat in SEATS if has_mail(histories["host"], host, game, seat)]
    [green, *_] = [seat for seat in SEATS if seat != red and has_mail(histories["fork"], fork, game, seat)]
    files = mails_to(histories["host"], host, game, red) | mails_to(histories["fork"], fork, game, green)
    [wrong] = json.loads(audited(tmp_path, files, "--json", expect=4).stdout)["wrong"]
    one, other = map(read_checkpoint, wrong["notes"])
    parted = min(
        count
        for count, (left, right) in enumerate(zip(log_of(host, game), log_of(fork, game), strict=False))
        if left != right
    )
    assert wrong["code"] == "two-histories"
    assert one.contradicts(other)
    assert one.host == other.host == host.host.card.signing_key
    assert one.count - 1 == parted
    assert {name.partition("/")[0] for name in wrong["files"]} == {red, green}
    told = audited(tmp_path, {}, expect=4).output
    assert f"Entry {parted} is not the same for everybody" in told
    assert "It concerns everybody who plays in it." in told
    assert "".join(f"     {line}\n" for line in one.to_note().splitlines()) in told


def log_of(host: HostUnderTest, game: str) -> list[str]:
    return [entry["payload"] for entry in host.json(f"/games/{game}/log")["log"]]


def has_mail(mails: list[EmailMessage], host: HostUnderTest, game: str, seat: str) -> bool:
    return any(mail["To"] == host.seats[game][seat].email for mail in mails)


def test_mails_of_one_history_hold_together_whoever_got_them(host, game, early, histories, tmp_path):
    every = [*early, *histories["host"]]
    files = mails_to(every, host, game, "red") | mails_to(every, host, game, "green")
    told = audited(tmp_path, files).output
    assert "None" not in told
    assert "none contradicts another file here" in told
    assert "That the host opened no sealed orders before their time" in told


def test_a_log_and_a_mail_of_another_history_are_told_apart_by_the_entry(host, fork, game, histories, tmp_path):
    files = {"a.eml": histories["fork"][0].as_bytes()}
    files["log.json"] = host.get(f"/games/{game}/log").data
    told = audited(tmp_path, files, expect=4).output
    assert "by log.json it is “cut” of phase 2" in told
    assert "entries before it are the same" in told


def test_a_whole_game_is_proved_and_whose_key_it_is_follows_from_the_pin(host, kept, tmp_path):
    home = Home(tmp_path / "home")
    with home.changing_hosts() as hosts:
        hosts[URL] = {"key": to_base64url(host.host.card.signing_key), "name": "Host", "games": {}}
    told = audited(tmp_path, kept, home=home).output
    assert "record.json: the whole game" in told
    assert f"pinned here for {URL}" in told
    assert "Each of them, or a newer one of the same seat, is in the record" in told
    assert "is the host's own key" not in told
    assert "is the host's own key" in audited(tmp_path, {}, home=Home(tmp_path / "another")).output


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("record.json", b'"payload":"eyJ', b'"payload":"eyK'),
        ("record.json", b'"phases"', b'"phasez"'),
        ("record.json", b'"salt":"', b'"salt":"A'),
        ("record.json", b'"secret":"', b'"secret":"A'),
        ("aspasia/receipt.json", b'"sig": "', b'"sig": "A'),
        ("aspasia/receipt.json", b"ostraka-hash-chain", b"ostraka-hash-chein"),
        ("aspasia/receipt.json", b'"receipt"', b'"recepit"'),
        ("nikias/mail.eml", b"b3N0cmFrYS1oYXNoLWNoYWlu", b"b3N0cmFrYS1oYXNoLWNoYWlt"),
        ("nikias/mail.eml", b"X-Ostraka-Checkpoint", b"X-Ostraka-Checkpaint"),
        ("log.json", b'"sig": "', b'"sig": "A'),
        ("log.json", b'{"host_key"', b'"host_key"'),
        ("log.json", b'"log"', b'"lag"'),
    ],
)
def test_wherever_something_was_changed_its_file_is_named(kept, tmp_path, file, old, new):
    assert old in kept[file]
    changed = {**kept, file: kept[file].replace(old, new) if b"Checkpaint" in new else kept[file].replace(old, new, 1)}
    report = json.loads(audited(tmp_path, changed, "--json", expect=4).stdout)
    assert {name for wrong in report["wrong"] for name in wrong["files"]} == {file}


def test_no_byte_of_the_checkpoint_at_the_foot_of_a_mail_can_be_changed(kept, tmp_path):
    mail = kept["nikias/mail.eml"]
    begin = mail.rindex(b"ostraka-hash-chain")
    for at in range(begin - 120, begin + 180, 19):
        changed = mail[:at] + (b"z" if mail[at : at + 1] != b"z" else b"y") + mail[at + 1 :]
        report = json.loads(audited(tmp_path, {"mail.eml": changed}, "--json", expect=4).stdout)
        assert {name for wrong in report["wrong"] for name in wrong["files"]} == {"mail.eml"}


def test_an_acknowledged_envelope_that_the_record_forgets_is_named(over, tmp_path):
    kept, newer = over
    said = Statement.from_json(json.loads(newer)["receipt"]).read(Receipt)
    told = audited(tmp_path, {**kept, "newer.json": newer}, expect=4).output
    assert f"acknowledged envelope 9 of {said.seat} in phase {said.phase} (newer.json)" in told
    assert "by the record an older one counted, number 1 (record.json)" in told
    assert f"It concerns seat {said.seat}." in told


@pytest.fixture(scope="module")
def contest() -> tuple[Paper, dict[str, bytes]]:
    """A contest of one round, exported without the record of its game."""
    paper = Paper(4, rounds=1)
    paper.play()
    return paper, exported(paper.log, paper.host.signing_key, {})


def test_a_contest_is_checked_with_its_checkpoints_and_whatever_lies_beside_it(contest, tmp_path):
    paper, files = contest
    head = paper.log[2].hash
    note = sign_checkpoint(paper.contest, 3, head, paper.host).to_note()
    told = audited(tmp_path, {**files, "nikias.txt": f"He wrote:\n{note}".encode()}, expect=5).output
    assert "Drawn once more here, the same players sit at the same tables" in told
    assert "that the host let everybody enter who wanted to" in told
    assert "1 checkpoint in nikias.txt" in told
    other = sign_checkpoint(paper.contest, 3, bytes(32), paper.host).to_note()
    report = json.loads(audited(tmp_path, {"nikias.txt": other.encode()}, "--json", expect=4).stdout)
    [wrong] = report["wrong"]
    assert (wrong["code"], set(wrong["files"])) == ("two-histories", {"nikias.txt", "log.ndjson"})
    changed = files["standings.json"].replace(b'"points":', b'"points":1', 1)
    report = json.loads(
        audited(tmp_path, {"nikias.txt": note.encode(), "standings.json": changed}, "--json", expect=4).stdout
    )
    assert {name for one in report["wrong"] for name in one["files"]} == {"standings.json"}


def test_of_a_result_that_was_corrected_the_audit_says_that_it_was_said_and_not_that_it_is_right(tmp_path):
    paper = Paper(4, rounds=1)
    paper.play()
    [table] = paper.story.games
    places = dict.fromkeys(table.seats.values(), 1)
    paper.act(CorrectResult(reason="a draw after all", game=table.game, places=places))
    told = audited(tmp_path, exported(paper.log, paper.host.signing_key, {}), expect=5).output
    assert f"{table.game} is counted otherwise since, by a signed word of its organisers or assistant" in told


def test_files_that_are_nothing_of_a_hosts_are_named_and_an_empty_folder_is_refused(kept, tmp_path):
    files = {"record.json": kept["record.json"], "notes.txt": b"Sparta is mine", "board.png": b"\x89PNG"}
    assert "board.png, notes.txt: not recognised" in audited(tmp_path, files, expect=5).output
    (tmp_path / "empty").mkdir()
    told = invoke(None, Home(tmp_path / "home"), "audit", str(tmp_path / "empty"), expect=2).output
    assert "There is nothing in" in told


def test_a_game_at_its_host_is_checked_against_what_this_machine_has_kept(finished, tmp_path):
    client = finished.client("kleon")
    told = finished.ostraka("kleon", "audit", f"{client.url}/games/{finished.game}").output
    assert "the host's log" in told
    assert "the host's record" in told
    assert "in the record of its game" in told
    finished.ostraka("kleon", "log", finished.game, "--save", str(tmp_path / "log.json"))
    told = finished.ostraka("nikias", "audit", str(tmp_path)).output
    assert f"log.json: the log of {finished.game}" in told
    assert "pinned here for http" in told
    assert finished.ostraka("kleon", "audit", "http://host.test/nothing", expect=2).output.startswith(
        "Error: http://host"
    )


@pytest.mark.parametrize(
    ("what", "heading"),
    [("fiviv-fodas-koniv", "Audit of fiviv-fodas-koniv"), ("kept", "Audit of kept: fiviv-fodas-koniv")],
)
def test_the_heading_of_an_audit_names_a_game_once(what, heading):
    assert next(in_words(Report(logs=["fiviv-fodas-koniv"]), what)) == heading
