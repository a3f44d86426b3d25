"""A contest is proved from its exported files alone, and a changed byte is named."""

import hashlib
from datetime import timedelta

import pytest

from schemas.contests.exports import exported, log_ndjson
from schemas.contests.story import instant_of
from schemas.contests.verification import verify_contest
from schemas.log.contest_entries import Closed, Drawn, Finished
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import AnnulGame, Disqualify, EndContest, KeepApart, NameAssistant, Redraw
from tests.schemas.contests.paper import Paper, handles, identity


def eventful() -> Paper:
    """Nine players, three rounds, a second draw, a substitute, somebody who leaves, and one annulled game."""
    paper = Paper(9, ties=["wins", "beaten", "lot"])
    paper.enter("zoe", substitute=True)
    paper.act(KeepApart(reason="one household", players=["player-001", "player-002"]))
    paper.step()
    paper.step()
    paper.act(Redraw(reason="a club sat together", round=1))
    paper.step()
    first, second = paper.story.rounds[0].tables
    gone = sorted(first.seats.values())[-1]
    paper.result(first.game, left=[gone], substitutes={"zoe": gone})
    paper.result(second.game, outcome="annulled")
    paper.leave("player-009")
    paper.play()
    return paper


@pytest.fixture(scope="module")
def paper() -> Paper:
    return eventful()


@pytest.fixture(scope="module")
def files(paper) -> dict[str, bytes]:
    return exported(paper.log, paper.host.signing_key, {})


def accusing(files, host=None):
    return [str(finding) for finding in verify_contest(files, host) if finding.accuses]


def test_a_true_contest_has_nothing_against_it_but_the_records_that_are_missing(paper, files):
    findings = verify_contest(files, paper.host.signing_key)
    assert [str(finding) for finding in findings if finding.accuses] == []
    games = [table.game for table in paper.story.games if table.counting]
    assert sorted(finding.where for finding in findings) == sorted(f"games/{game}.json" for game in games)


@pytest.mark.parametrize(
    ("name", "count"), [("contest.json", 40), ("log.ndjson", 100), ("results.csv", 5), ("standings.json", 5)]
)
def test_a_changed_byte_is_named_by_its_file(files, name, count):
    raw = files[name]
    for at in range(0, len(raw), max(1, len(raw) // count)):
        changed = raw[:at] + bytes([raw[at] ^ 0x01]) + raw[at + 1 :]
        found = accusing(files | {name: changed})
        assert found, f"byte {at} of {name}"
        assert any(name in one or (name == "log.ndjson" and "log" in one) for one in found), (at, found)


def test_a_file_that_is_no_part_of_the_contest_is_named(files):
    assert accusing(files | {"games/lusab-babad.json": b"{}"}) == [
        "games/lusab-babad.json: nothing in the contest speaks of it"
    ]


def test_another_host_than_the_one_pinned_is_named(files):
    assert "the pinned key is" in accusing(files, identity("another host").signing_key)[0]


def retold(paper, change) -> list[str]:
    """What is found when a host that lies writes its log anew: every body through `change`, signed and chained."""
    told = Paper()
    told.log, told.contest = [paper.log[0]], paper.contest
    for entry in paper.log[1:]:
        told.now = instant_of(entry)
        told.write(change(entry.body))
    return accusing(exported(told.log, paper.host.signing_key, {}))


@pytest.fixture(scope="module")
def quiet() -> Paper:
    paper = Paper(8, rounds=2)
    paper.play()
    return paper


def lie(kind, **fields):
    """A change of the first body of a kind."""
    done = []

    def change(body):
        if isinstance(body, kind) and not done:
            done.append(body)
            said = body.to_body()
            return type(body).from_body(said | {name: value(said[name]) for name, value in fields.items()})
        return body

    return change


def exchanged(tables):
    """Two at the first table change sides."""
    seats = dict(tables[0]["seats"])
    seats["a"], seats["b"] = seats["b"], seats["a"]
    return [tables[0] | {"seats": seats}, *tables[1:]]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lie(Drawn, tables=exchanged), "draw 1 should come out otherwise"),
        (lie(Drawn, secret=lambda _: to_base64url(bytes(32))), "does not hash to the one revealed before it"),
        (lie(Closed, entrants=lambda entrants: entrants[::-1]), "log entry 9: round 1 closes with 8; by the plan"),
        (lie(Finished, places=lambda places: places | {"player-008": 1}), "log entry 17: the contest is finished"),
        (lie(Finished, secret=lambda _: to_base64url(bytes(32))), "the secret is not the one"),
        (lie(Finished, reason=lambda _: "because"), "the contest is finished (because); by the plan"),
    ],
    ids=["seats", "draw secret", "entrants", "places", "secret", "reason"],
)
def test_a_host_that_writes_its_log_anew_is_found_out(quiet, change, found):
    assert any(found in one for one in retold(quiet, change)), retold(quiet, change)


def test_a_second_draw_that_no_act_asked_for_is_found():
    paper = Paper(8)
    paper.step()
    paper.step()
    again = paper.log[-1].body.to_body() | {"draw": 2, "secret": to_base64url(paper.secrets[2])}
    paper.write(Drawn.from_body(again))
    assert accusing(exported(paper.log[:-1], paper.host.signing_key, {})) == []
    told = exported(paper.log[:-1], paper.host.signing_key, {}) | {"log.ndjson": log_ndjson(paper.log)}
    assert accusing(told) == ["log.ndjson: log entry 11: round 1 is drawn"]


def test_a_round_that_closes_before_its_time_is_found():
    paper = Paper(8)
    paper.now += timedelta(hours=1)
    paper.write(Closed(round=1, entrants=handles(8)))
    found = accusing(exported(paper.log, paper.host.signing_key, {}))
    assert found == ["log entry 9: round 1 closes with 8; by the plan: nothing yet"]


def test_a_round_that_stands_otherwise_than_its_ratings_say_is_found():
    paper = Paper(4, seeds="rating")
    paper.now += timedelta(days=2)
    paper.write(Closed(round=1, entrants=handles(4), ratings={"player-002": 1600}))
    assert accusing(exported(paper.log, paper.host.signing_key, {})) == [
        "log entry 5: round 1 closes with 4; by the plan: round 1 closes with player-002, player-001, player-003, "
        "player-004"
    ]


def test_an_act_by_a_stranger_and_one_whose_number_does_not_rise_are_found():
    paper = Paper(8)
    paper.act(Disqualify(reason="no", player="player-001"), by="mallory")
    paper.act(KeepApart(reason="one club", players=["player-002", "player-003"]))
    paper.numbers["organiser"] = 0
    paper.act(KeepApart(reason="one club", players=["player-002", "player-003"]))
    found = accusing(exported(paper.log, paper.host.signing_key, {}))
    assert found == [
        "log entry 9: mallory signed the act, which is by neither organiser nor assistant",
        "log entry 11: act 1 is not above 1, which the same signer used before",
    ]


def test_an_entry_for_another_contest_is_found():
    paper, other = Paper(8), Paper(1, root=hashlib.sha256(b"another").digest())
    paper.write(other.log[1].body)
    found = accusing(exported(paper.log, paper.host.signing_key, {}))
    assert len(found) == 1
    assert "its commitment is" in found[0]


def test_who_was_the_assistant_at_each_entry_says_the_log():
    paper = Paper(8, assistant="max")
    paper.step()
    paper.step()
    first, second = paper.story.rounds[0].tables
    paper.act(AnnulGame(reason="a power cut", game=first.game), by="max")
    paper.act(NameAssistant(reason="max is away", player="mia"))
    paper.act(Disqualify(reason="puppets", player="player-001"), by="mia")
    paper.act(NameAssistant(reason="mia is away", player="zoe"))
    assert accusing(exported(paper.log, paper.host.signing_key, {})) == []
    paper.act(AnnulGame(reason="a power cut", game=second.game), by="mia")
    paper.act(EndContest(reason="summer"), by="zoe")
    assert accusing(exported(paper.log, paper.host.signing_key, {})) == [
        f"log entry {len(paper.log) - 2}: mia signed the act, which is by neither organiser nor assistant",
        f"log entry {len(paper.log) - 1}: zoe signed the act, which was not theirs to decide",
    ]
