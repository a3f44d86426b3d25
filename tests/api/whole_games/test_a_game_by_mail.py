"""A whole game of each title by mail, from the invitations to the end, through real SMTP and IMAP servers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from schemas.record import verify_record
from tests.api.mail_in.mailed_hosts import MailedHost
from tests.api.whole_games.correspondents import ByMail, commands_in, kind_of, text_of
from tests.api.whole_games.mailed_games import PLAYS, SLEEPER, SUBSTITUTE, Evening, invited, play_through

LONG = [pytest.param(name, marks=pytest.mark.soak) for name in ("perikles", "pericles", "athens_sparta")]


@pytest.fixture(scope="module", params=["polis", *LONG])
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A game that was played to its end."""
    with pytest.MonkeyPatch.context() as monkeypatch, capture_logs() as logged:
        host = MailedHost(tmp_path_factory.mktemp("by-mail"), monkeypatch)
        try:
            evening = invited(PLAYS[request.param], host)
            play_through(evening)
            evening.faults = [entry for entry in logged if entry["event"] == "fault"]
            yield evening
        finally:
            print(*(entry for entry in logged if entry["event"] == "fault"), sep="\n")
            host.stop()


def test_the_record_holds_from_the_first_signature_to_the_last_die(evening: Evening) -> None:
    assert verify_record(evening.record, evening.host_key) == []
    [command] = [line for line in commands_in(evening.organiser.mails[-1]) if "replay" in line]
    assert "the same orders and dice lead to the same bytes" in evening.organiser.obey(command)


def test_the_kernel_alone_comes_to_the_same_scores_and_places_which_everybody_is_told(evening: Evening) -> None:
    last = list(evening.positions.values())[-1]
    summary = evening.host.json(f"/games/{evening.game}")
    assert last.phase is None
    assert summary["scores"] == evening.play.rules.scores(last)
    assert summary["places"] == last.outcome.places
    rules = evening.play.rules.calling({one["seat"]: one["player"] for one in summary["seats"]})
    for name in (name for name in evening.people if name != SLEEPER):
        [over] = evening.people[name].of_kind("over")
        for seat, place in last.outcome.places.items():
            called = rules.words(None, f"seat:{seat}").removeprefix("the ")
            assert f"  {place}. {called} ({summary['scores'][seat]})" in text_of(over).splitlines()


def test_nobody_gets_more_mails_in_a_game_turn_that_want_something_than_are_allowed(evening: Evening) -> None:
    counted = evening.asked()
    print(counted)
    assert {name for name, _ in counted} == set(evening.people)
    assert max(counted.values()) <= evening.play.most, counted


def test_who_plays_by_mail_sent_every_envelope_by_mail_and_has_its_receipt(evening: Evening) -> None:
    for one in (one for one in evening.people.values() if isinstance(one, ByMail)):
        held = sorted((one.home.root / "receipts" / evening.game).iterdir())
        assert len(held) == one.sealed
        assert list((one.home.root / "sealed" / evening.game).iterdir()) == []
        assert len(one.of_kind("receipt")) == len(one.of_kind("orders-wanted"))
        assert {tuple(commands_in(mail)) for mail in one.of_kind("receipt")} == {("ostraka open receipts.ostraka",)}
        counted = [order.source for phase in evening.record.phases for order in phase.orders if order.seat == one.seat]
        inherited = {"default"} if one.seat == evening.orphaned else set()
        assert set(counted) == {"envelope", "book"} | inherited


def test_who_goes_missing_is_reminded_missed_and_vacated_and_another_plays_on(evening: Evening) -> None:
    missed = evening.play.excused + 1
    sleeper, substitute, orphaned = evening.people[SLEEPER], evening.people[SUBSTITUTE], evening.orphaned
    assert evening.notices() == [("overdue", [orphaned]), ("missed", [orphaned])] * missed + [("vacated", [orphaned])]
    assert len(sleeper.of_kind("reminder")) == missed
    everything = "".join(map(text_of, evening.organiser.mails))
    as_called = rf"^  Phase \d+: no orders came from {orphaned}\.$"
    assert len(re.findall(as_called, everything, re.MULTILINE | re.IGNORECASE)) == missed
    assert len(sleeper.of_kind("over")) == 0
    [seat] = [seat for seat in evening.host.json(f"/games/{evening.game}")["seats"] if seat["seat"] == orphaned]
    assert seat["player"] == SUBSTITUTE
    assert len(substitute.of_kind("orders-wanted")) >= 1
    orders = [order for phase in evening.record.phases for order in phase.orders if order.source == "default"]
    assert [order.seat for order in orders] == [orphaned] * missed


def test_every_mail_arrived_once_and_nothing_went_wrong(evening: Evening) -> None:
    assert evening.faults == []
    status = dict(evening.host.rows("select status, count(*) from mails group by status"))
    assert {*status} <= {"sent", "outdated"}  # somebody else was quicker than the painter of a board
    written = status["sent"]
    arrived = [str(mail["Message-ID"]) for one in evening.people.values() for mail in one.mails]
    assert len(arrived) == len(set(arrived)) == written
    for name in (name for name in evening.people if name not in (SLEEPER, SUBSTITUTE)):
        kinds = Counter(map(kind_of, evening.people[name].mails))
        assert (kinds["started"], kinds["over"], kinds["reminder"]) == (1, 1, 0)
