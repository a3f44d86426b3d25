"""Figures and ratings that the host tells are those that anybody makes again from what it publishes."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest
from click.testing import CliRunner
from werkzeug.serving import make_server

from adjudicator import registry
from cli.main import ostraka as group
from schemas.contests.exports import LOG, RECORDS
from schemas.contests.figures import answers, contest_figures
from schemas.contests.ratings import contest_ratings, ranked, ranked_seats
from schemas.contests.story import ContestStory
from schemas.contests.verification import verify_contest
from schemas.log.chain import ContestLogEntry, verify_chain
from schemas.record import Record
from schemas.statements import payloads
from schemas.statements.contests import AnnulGame
from schemas.statements.statements import Statement
from tests.api.contests.contests import Contests
from tests.api.contests.proofs import whole
from tests.api.hosts import HostUnderTest, free_port
from tests.titles.ballot import TITLE as BALLOT

ENTRANTS = ("ann", "bob", "cid", "dan", "eve", "fay", "sam")


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contests]:
    """A host with contests that are over: in one a seat was given up, somebody came in, and a game was annulled; the
    third was seeded by rating; the last was played by asking one after the other."""
    registry.register(BALLOT)
    contests = Contests(HostUnderTest(tmp_path_factory.mktemp("figures")))
    first = contests.opened(rounds=1)
    contests.entered(first, *ENTRANTS[:6])
    contests.entered(first, "sam", substitute=True)
    one, other = contests.close(first)["rounds"][0]["tables"]
    assert contests.host.seat_act(one["game"], "alpha", payloads.Resign()).status_code == 201
    contests.work()
    assert contests.host.substitute(one["game"], "alpha", "sam").status_code == 201
    assert contests.act(first, AnnulGame(reason="a power cut", game=other["game"])).status_code == 201
    assert contests.play(first)["status"] == "finished"
    second = contests.opened(rounds=1)
    contests.entered(second, *ENTRANTS[:3])
    contests.close(second)
    assert contests.play(second)["status"] == "finished"
    third = contests.opened(rounds=1, seeds="rating")
    contests.entered(third, "ann", "bob", "zed")
    contests.close(third)
    assert contests.play(third)["status"] == "finished"
    fourth = contests.opened(rounds=1, title="perikles", scenario="opening", tables=[["red", "green", "black"]])
    contests.entered(fourth, *ENTRANTS[:3])
    [table] = contests.close(fourth)["rounds"][0]["tables"]
    for minutes in (10, 20, 30, 40, 50, 60):  # each phase asks one seat
        contests.host.clock.forward(minutes=minutes)
        contests.host.play_on(table["game"], 1)
    contests.work()
    contests.contests = [first, second, third, fourth]
    yield contests
    contests.host.close()
    registry._registered.pop(BALLOT.id)


@pytest.fixture(scope="module")
def exported(contests):
    """What the folders of all contests tell: the stories, by game its log, and who answered alone in it."""
    stories, logs, answered = [], {}, {}
    for contest in contests.contests:
        files = whole(contests, contest)
        lines = [Statement.from_json(json.loads(line)) for line in files[LOG].splitlines()]
        stories.append(ContestStory.read([ContestLogEntry.from_statement(line) for line in lines]))
        for name in files:
            if name.startswith(RECORDS):
                record = Record.from_json(files[name])
                forms = [Statement.from_form(form) for form in record.log]
                answered[record.game] = answers(record, record.game)
                logs[record.game] = verify_chain(forms, contests.host.host.identity.signing_key, record.game)
    return stories, logs, answered.__getitem__


def test_figures_made_again_from_exports_are_those_of_the_host(contests, exported):
    stories, logs, answers_in = exported
    told = {handle: contests.host.json(f"/players/{handle}/figures") for handle in (*ENTRANTS, "olga")}
    for handle, one in told.items():
        found = contest_figures(handle, stories, logs.__getitem__, contests.host.clock(), answers_in)
        assert one == {"player": handle, **msgspec.structs.asdict(found)}
    assert sum(one["resigned"] for one in told.values()) == 1
    assert [told["sam"][name] for name in ("games", "came_in", "abandoned")] == [1, 1, 0]
    assert told["olga"]["games"] == 0
    assert {one["answer_seconds"] // 60 for one in told.values() if one["answers"] == 2} <= {10, 20, 30, 40, 50}
    assert sum(one["answers"] for one in told.values()) == 6
    assert sum(one["abandoned"] for one in told.values()) == 1
    assert contests.host.get("/players/nobody-here/figures").status_code == 404


def test_ratings_made_again_from_exports_are_those_of_the_host_part_by_part(contests, exported):
    made = contest_ratings(exported[0])["ballot"]
    wanted = ranked(made.players)
    told, after = [], None
    while after is not None or not told:
        part = contests.host.json("/ratings/ballot?limit=2" + (f"&after={after}" if after else ""))
        told, after = told + part["ratings"], part["next"]
    assert [(one["player"], one["rating"], one["games"], one["provisional"]) for one in told] == [
        (player, one.value, one.games, True) for player, one in wanted
    ]
    assert [(one["scenario"], one["seat"], one["rating"], one["games"]) for one in part["seats"]] == [
        (scenario, seat, one.value, one.games) for scenario, seat, one in ranked_seats(made)
    ]
    shown = contests.host.client.get("/ratings/ballot").text
    assert all(f"<td>{one.value}</td>" in shown for _, one in wanted)
    assert all(f"<td>{one.value:+d}</td>" in shown for _, _, one in ranked_seats(made))
    explained = contest_ratings(exported[0], "ann")["ballot"].steps
    assert len(explained) == made.players["ann"].games > 0
    page = contests.host.client.get("/players/ann").text
    assert all(step.in_words() in page for step in explained)
    codes = [contests.host.get(f"/ratings/{wrong}").get_json()["code"] for wrong in ("ballot?after=eA", "chess")]
    assert codes == ["wrong-cursor", "unknown-title"]


@pytest.mark.parametrize("path", ["/players/ann/figures", "/ratings/ballot"])
def test_what_did_not_change_is_not_sent_again(contests, path):
    tag = contests.host.get(path).headers["ETag"]
    contests.host.clock.forward(minutes=1)
    assert contests.host.get(path, **{"If-None-Match": tag}).status_code == 304


def test_a_contest_verified_by_its_id_has_its_seeds_made_anew_from_the_host(contests, tmp_path):
    host, port = contests.host, free_port()
    host.close()
    host.config = replace(host.config, public_url=f"http://127.0.0.1:{port}")
    host.open()
    server = make_server("127.0.0.1", port, host.app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        known = {"OSTRAKA_HOME": str(tmp_path), "OSTRAKA_URL": host.config.public_url}
        said = CliRunner().invoke(group, ["contest", "verify", contests.contests[-1], "--json"], env=known)
    finally:
        server.shutdown()
        server.server_close()
    assert said.exit_code == 0, said.output
    assert '"not_proved": []' in said.stdout


def test_ratings_that_seeded_a_contest_are_proved_by_the_logs_of_the_others_and_else_on_the_hosts_word(contests):
    third = contests.contests[2]
    [closed] = [entry["body"] for entry in contests.log(third) if entry["kind"] == "closed"]
    first, second = sorted(closed["ratings"], key=lambda player: (-closed["ratings"][player], player))
    assert closed["entrants"] == [first, second, "zed"]
    files = whole(contests, third)
    [unproved] = verify_contest(files)
    assert not unproved.accuses
    assert "the ratings that seed round 1 are the host's word here" in unproved.message
    entries = [contests.entries(contest) for contest in contests.contests[:2]]
    logs = [[ContestLogEntry.from_statement(Statement.from_json(one)) for one in log] for log in entries]
    assert verify_contest(files, others=logs) == []
    found = verify_contest(files, others=logs[:1])
    assert [one.accuses for one in found] == [True] * len(found)
    assert re.search(r"is seeded with the rating \d+, but (None|\d+) follows from the logs", found[0].message)
