"""Players who do not answer: reminders, grace, excused misses, vacant seats, banks; nothing of it in veiled phases."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from api.games.open_phase import load_open_phase, schedule
from api.store.lookups import load_game, load_seat, unresolved_phase
from api.store.models import Game
from schemas.record import Record, verify_record
from schemas.statements import payloads
from schemas.statements.statements import Statement
from tests.api.booked import send_book
from tests.api.hosts import HostUnderTest

SEATS = ("alpha", "beta", "gamma")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
BALLOT = {"title": "ballot", "scenario": "assembly"}


def notices(host: HostUnderTest, game: str) -> list[tuple[str, int, list[str]]]:
    """The host's own steps, as everybody reads them in the log."""
    bodies = [Statement.from_json(value).body for value in host.json(f"/games/{game}/log")["log"]]
    return [(e["body"]["what"], e["body"]["phase"], e["body"]["seats"]) for e in bodies if e["kind"] == "notice"]


def mails(host: HostUnderTest, kind: str) -> list[str]:
    """To whom mails of a kind were written, in order."""
    return [player for (player,) in host.rows("select player from mails where kind = ? order by id", kind)]


def seat_of(host: HostUnderTest, game: str, name: str) -> dict[str, Any]:
    """What everybody knows of a seat."""
    found: dict[str, Any] = next(s for s in host.json(f"/games/{game}")["seats"] if s["seat"] == name)
    return found


def answer(host: HostUnderTest, game: str, *seats: str, word: str = "final") -> None:
    """These seats send their defaults."""
    for seat in seats:
        assert host.send(game, seat, host.default(game, seat), word).status_code == 201


def pass_by(host: HostUnderTest, **time: float) -> None:
    """Let the mails go out and time pass, and the worker look."""
    host.mails_went_out()
    host.clock.forward(**time)
    host.work()


def phase_of(host: HostUnderTest, game: str) -> int | None:
    number: int | None = host.json(f"/games/{game}")["phase"]
    return number


@pytest.fixture
def voting(host: HostUnderTest, ballot: str) -> str:
    """A game of 24 hours a phase in which everybody is asked at once, with grace, reminders and a miss excused."""
    terms = {"grace_seconds": 3600, "reminders": [7200, 1800], "excused": 1, "excused_back": 2}
    return host.started(SEATS, **BALLOT, terms=terms)


def test_reminders_go_at_the_agreed_times_to_those_only_from_whom_nothing_is_in(
    host: HostUnderTest, voting: str
) -> None:
    answer(host, voting, "alpha")
    answer(host, voting, "beta", word="draft")
    host.work()
    assert mails(host, "reminder") == []
    assert host.worker.run_once() == NOON + timedelta(hours=22)
    pass_by(host, hours=22, seconds=-1)
    assert mails(host, "reminder") == []
    pass_by(host, seconds=1)
    host.work()
    assert mails(host, "reminder") == ["p-gamma"]
    assert host.worker.run_once() == NOON + timedelta(hours=23, minutes=30)
    pass_by(host, minutes=90)
    assert mails(host, "reminder") == ["p-gamma"] * 2


def test_a_draft_counts_as_sent_at_the_deadline(host: HostUnderTest, voting: str) -> None:
    for seat in SEATS:
        answer(host, voting, seat, word="draft")
    pass_by(host, hours=24)
    assert phase_of(host, voting) == 2
    assert notices(host, voting) == []


def test_grace_is_announced_once_and_logged_and_then_the_default_counts(host: HostUnderTest, voting: str) -> None:
    answer(host, voting, "alpha", "beta")
    pass_by(host, hours=24)
    host.work()
    assert phase_of(host, voting) == 1
    assert notices(host, voting) == [("overdue", 1, ["gamma"])]
    assert mails(host, "nmr") == ["p-alpha", "p-beta", "p-gamma"]
    assert host.worker.run_once() == NOON + timedelta(hours=25)
    pass_by(host, hours=1, seconds=-1)
    assert phase_of(host, voting) == 1
    pass_by(host, seconds=1)
    assert phase_of(host, voting) == 2
    assert notices(host, voting) == [("overdue", 1, ["gamma"]), ("missed", 1, ["gamma"])]
    events = host.json(f"/games/{voting}/report?after=0")["phases"][0]["events"]
    assert next(event["event"] for event in events if event.get("seat") == "gamma") == "no-order"
    assert seat_of(host, voting, "gamma")["excused"] == 0
    assert seat_of(host, voting, "alpha")["excused"] == 1


def test_after_grace_the_next_mail_tells_of_the_miss_and_none_does_alone(host: HostUnderTest, voting: str) -> None:
    answer(host, voting, "alpha", "beta")
    pass_by(host, hours=24)
    pass_by(host, hours=1)
    assert mails(host, "nmr") == ["p-alpha", "p-beta", "p-gamma"]
    told = [seat for seat, text in host.rows("select seat, text from mails") if "no orders came from p-gamma" in text]
    assert told == list(SEATS)


def test_who_answers_within_grace_has_not_missed(host: HostUnderTest, voting: str) -> None:
    answer(host, voting, "alpha", "beta")
    pass_by(host, hours=24, minutes=30)
    answer(host, voting, "gamma", word="draft")
    host.work()
    assert phase_of(host, voting) == 2
    assert notices(host, voting) == [("overdue", 1, ["gamma"])]
    assert seat_of(host, voting, "gamma")["excused"] == 1


def opening(host: HostUnderTest, **terms: Any) -> str:
    """A game of one seat asked after the other, each twice."""
    return host.started(("red", "green", "black"), terms=terms)


def until_asked(host: HostUnderTest, game: str, seat: str) -> None:
    """Everybody else answers until this seat is asked."""
    while host.asked(game) != [seat]:
        host.play_on(game, 1)


def test_an_excused_miss_comes_back_after_so_many_phases_in_time(host: HostUnderTest) -> None:
    game = opening(host, excused=2, excused_back=1)
    seat = host.asked(game)[0]
    pass_by(host, hours=24)
    assert seat_of(host, game, seat)["excused"] == 1
    until_asked(host, game, seat)
    host.play_on(game, 1)
    assert seat_of(host, game, seat)["excused"] == 2


def test_no_more_misses_come_back_than_were_agreed(host: HostUnderTest) -> None:
    game = opening(host, excused=1, excused_back=1)
    host.play_on(game)
    assert {one["excused"] for one in host.json(f"/games/{game}")["seats"]} == {1}


def test_a_seat_falls_vacant_when_no_miss_is_excused_any_more_and_the_game_waits_one_phase_for_another(
    host: HostUnderTest,
) -> None:
    game = opening(host, excused=0)
    seat = host.asked(game)[0]
    pass_by(host, hours=24)
    assert notices(host, game) == [("missed", 1, [seat]), ("vacated", 1, [seat])]
    assert mails(host, "nmr") == ["p-red", "p-green", "p-black"]  # the one whose seat it was, too
    told = seat_of(host, game, seat)
    assert (told["player"], told["vacant_since"]) == (None, "2026-05-02T12:00:00Z")
    others = [one for one in ("red", "green", "black") if one != seat]
    for _ in range(2):
        [asked] = {one["seat"] for one in host.phase(game)["asked"]}
        assert asked in others
        answer(host, game, asked)
        host.work()
    assert [one["seat"] for one in host.phase(game)["asked"]] == [seat]
    assert host.worker.run_once() == NOON + timedelta(hours=48)
    pass_by(host, hours=24, seconds=-1)
    number = phase_of(host, game)
    pass_by(host, seconds=1)
    assert phase_of(host, game) == (number or 0) + 1
    assert [what for what, *_ in notices(host, game)] == ["missed", "vacated"]


def test_an_organiser_without_a_seat_hears_of_a_vacant_one(host: HostUnderTest) -> None:
    host.register("p-red", email="red@players.test")
    game = host.started(("red", "green", "black"), held={"red": "zeta"}, terms={"excused": 0})
    seat = host.asked(game)[0]
    pass_by(host, hours=24)
    assert mails(host, "nmr") == ["p-zeta", "p-green", "p-black", "p-red"]
    [(subject, told)] = host.rows("select subject, text from mails where kind = 'nmr' and player = 'p-red'")
    assert subject == f"Vacant: {seat.capitalize()} in The long war (Perikles)"
    assert f"ostraka game replace {game} {seat} PLAYER" in told


def test_the_game_does_not_wait_for_a_seat_that_has_been_vacant_for_long(host: HostUnderTest) -> None:
    game = opening(host, excused=0)
    seat = host.asked(game)[0]
    pass_by(host, hours=24)
    host.clock.forward(hours=23)
    for _ in range(2):
        [asked] = {one["seat"] for one in host.phase(game)["asked"]}
        answer(host, game, asked)
        host.work()
    waiting = phase_of(host, game) or 0
    assert [one["seat"] for one in host.phase(game)["asked"]] == [seat]
    pass_by(host, hours=1)
    assert phase_of(host, game) == waiting + 1
    assert mails(host, "orders-wanted")[-1] != f"p-{seat}"


def test_nothing_is_cut_and_nobody_reminded_while_a_game_is_paused(host: HostUnderTest) -> None:
    game = opening(host, excused=0, reminders=[3600])
    with host.host.database.write() as session:
        row = session.get(Game, game)
        assert row is not None
        row.paused_at = host.clock()
        session.add(row)
    seat = host.asked(game)[0]
    pass_by(host, hours=23)
    answer(host, game, seat)
    pass_by(host, hours=30)
    assert phase_of(host, game) == 1
    assert mails(host, "reminder") == []
    assert notices(host, game) == []


def test_a_game_may_be_cut_when_all_are_in_though_not_final(host: HostUnderTest, ballot: str) -> None:
    game = host.started(SEATS, **BALLOT, terms={"cut": "in"})
    for seat in SEATS:
        assert phase_of(host, game) == 1
        answer(host, game, seat, word="draft")
        host.work()
    assert phase_of(host, game) == 2


def test_a_game_may_be_cut_at_its_deadlines_only(host: HostUnderTest) -> None:
    game = opening(host, cut="deadline")
    seat = host.asked(game)[0]
    answer(host, game, seat)
    pass_by(host, hours=24, seconds=-1)
    assert phase_of(host, game) == 1
    pass_by(host, seconds=1)
    assert phase_of(host, game) == 2
    assert notices(host, game) == []


def test_a_bank_is_charged_what_was_used_beyond_the_time_of_a_phase_and_shortens_the_next_deadlines(
    host: HostUnderTest,
) -> None:
    game = opening(host, bank_seconds=10 * 3600)
    seat = host.asked(game)[0]
    assert host.phase(game)["deadline"] == "2026-05-02T22:00:00Z"
    pass_by(host, hours=27)
    assert phase_of(host, game) == 1
    answer(host, game, seat)
    host.work()
    assert seat_of(host, game, seat)["bank_seconds"] == 7 * 3600
    until_asked(host, game, seat)
    assert {one["bank_seconds"] for one in host.json(f"/games/{game}")["seats"]} == {7 * 3600, 10 * 3600}
    assert host.phase(game)["deadline"] == "2026-05-03T22:00:00Z"
    pass_by(host, hours=31)
    assert seat_of(host, game, seat)["bank_seconds"] == 0


def test_a_bank_is_charged_until_a_book_came_that_answers(host: HostUnderTest) -> None:
    game = opening(host, bank_seconds=10 * 3600)
    seat = host.asked(game)[0]
    host.clock.forward(hours=26)
    send_book(host, game, seat, [{"question": "D-S1", "choose": [{"city": "argos"}]}])
    host.work()
    assert seat_of(host, game, seat)["bank_seconds"] == 8 * 3600


MERCY = 2


@pytest.fixture
def veiled(host: HostUnderTest, ballot: str) -> str:
    """A veiled phase of a game in which nothing is excused, with grace, reminders and banks."""
    terms = {"grace_seconds": 3600, "reminders": [3600], "excused": 0, "bank_seconds": 7200}

    def played() -> str:
        game = host.started((*SEATS, "delta"), **BALLOT, terms=terms)
        host.play_on(game, MERCY + 1)
        return game

    game = str(host.once("an assembly before a veiled phase without excuses", played))
    number = phase_of(host, game)
    assert number == MERCY + 2
    assert host.phase(game)["veiled"] is True
    assert len(host.asked(game)) == 3
    return game


def test_a_veiled_phase_names_nobody_and_charges_nobody(host: HostUnderTest, veiled: str) -> None:
    everybody = [f"p-{seat}" for seat in (*SEATS, "delta")]
    before = host.json(f"/games/{veiled}")["seats"]
    [silent, *others] = host.asked(veiled)
    answer(host, veiled, *others)
    pass_by(host, hours=23)
    assert mails(host, "reminder") == everybody
    pass_by(host, hours=1)
    assert notices(host, veiled) == [("overdue", MERCY + 2, [])]
    assert mails(host, "nmr") == everybody
    texts = host.rows("select player, text from mails where kind in ('nmr', 'reminder')")
    assert all(f"nothing has come from {silent}" not in text for _, text in texts)
    pass_by(host, hours=1)
    assert host.json(f"/games/{veiled}")["status"] == "over"
    assert notices(host, veiled) == [("overdue", MERCY + 2, [])]
    assert host.json(f"/games/{veiled}")["seats"] == before


@pytest.mark.parametrize("silent", [0, 1])
def test_grace_of_a_veiled_phase_runs_to_its_end_whether_or_not_somebody_is_missing(
    host: HostUnderTest, veiled: str, silent: int
) -> None:
    """Neither the notice, nor the mails, nor when the phase is cut, tells whether a draft of everybody is in."""
    asked = host.asked(veiled)
    answer(host, veiled, *asked[silent:], word="draft")
    pass_by(host, hours=24)
    assert notices(host, veiled) == [("overdue", MERCY + 2, [])]
    assert len(mails(host, "nmr")) == 4
    answer(host, veiled, *asked[:silent], word="draft")
    pass_by(host, hours=1, seconds=-1)
    assert phase_of(host, veiled) == MERCY + 2
    pass_by(host, seconds=1)
    assert phase_of(host, veiled) != MERCY + 2
    assert host.rows("select max(number) from phases where status != 'resolved'") == [(None,)]


def test_a_veiled_phase_is_cut_at_once_when_all_are_final_in_grace_too(host: HostUnderTest, veiled: str) -> None:
    answer(host, veiled, *host.asked(veiled), word="draft")
    pass_by(host, hours=24, minutes=5)
    answer(host, veiled, *host.asked(veiled))
    host.work()
    assert phase_of(host, veiled) != MERCY + 2


@pytest.mark.parametrize("silent", [0, 1, 4])
def test_a_veiled_phase_that_is_cut_at_its_deadline_only_tells_nothing_by_its_time(
    host: HostUnderTest, ballot: str, silent: int
) -> None:
    game = host.started((*SEATS, "delta"), **BALLOT, terms={"grace_seconds": 3600, "cut": "deadline"})
    answer(host, game, *host.asked(game))
    pass_by(host, hours=24)
    assert host.phase(game)["veiled"] is True
    answer(host, game, *host.asked(game)[silent:])
    for wait in (24 * 3600, 3599):
        pass_by(host, seconds=wait)
        assert phase_of(host, game) == 2
    pass_by(host, seconds=1)
    assert phase_of(host, game) == 3
    assert notices(host, game) == [("overdue", 2, [])]


def test_who_is_asked_in_a_veiled_phase_shows_in_no_time(host: HostUnderTest, veiled: str) -> None:
    """A vacant seat, a bank and an absence move the times as much whether they are asked or not."""
    times = []
    [free] = set(host.seats[veiled]) - set(host.asked(veiled))
    for seat in (free, host.asked(veiled)[0]):
        with host.host.database.write() as session:
            found = load_seat(session, veiled, seat)
            found.vacant_since, found.bank_seconds = host.clock() - timedelta(hours=3), 5
            row = unresolved_phase(session, veiled)
            assert row is not None
            schedule(load_open_phase(host.host, session, load_game(session, veiled), row))
            times.append((row.deadline, row.look_at))
            session.rollback()
    assert times[0] == times[1]
    assert times[0][1] == host.clock() + timedelta(hours=21)


def test_a_deadline_that_is_put_off_is_reminded_of_again_and_has_a_grace_of_its_own(
    host: HostUnderTest, voting: str
) -> None:
    answer(host, voting, "alpha", "beta")
    pass_by(host, hours=23)
    pass_by(host, hours=1)
    assert notices(host, voting) == [("overdue", 1, ["gamma"])]
    with host.host.database.write() as session:
        row = unresolved_phase(session, voting)
        assert row is not None
        row.extended_seconds = 24 * 3600
        schedule(load_open_phase(host.host, session, load_game(session, voting), row))
    assert mails(host, "reminder") == ["p-gamma"]
    pass_by(host, hours=22)
    assert mails(host, "reminder") == ["p-gamma"] * 2
    pass_by(host, hours=2)
    assert phase_of(host, voting) == 1
    assert notices(host, voting) == [("overdue", 1, ["gamma"])] * 2


def verified(host: HostUnderTest, game: str) -> list[object]:
    """What anybody finds who checks the record of a finished game."""
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    return list(verify_record(record, host.host.identity.signing_key))


def test_the_record_of_a_game_with_misses_vacancies_and_a_substitute_holds(host: HostUnderTest) -> None:
    game = opening(host, excused=1, excused_back=1, grace_seconds=3600)
    silent = host.asked(game)[0]
    while host.json(f"/games/{game}")["status"] != "over":
        number = phase_of(host, game) or 0
        answer(host, game, *[seat for seat in host.asked(game) if seat != silent])
        pass_by(host, hours=24)
        pass_by(host, hours=1 if phase_of(host, game) == number else 0)
        if seat_of(host, game, silent)["player"] is None:
            assert host.substitute(game, silent, f"ann-{number}").status_code == 201
    assert {what for what, *_ in notices(host, game)} == {"overdue", "missed", "vacated"}
    assert verified(host, game) == []


def test_the_record_of_a_game_with_misses_in_open_and_veiled_phases_holds(host: HostUnderTest, ballot: str) -> None:
    game = host.started((*SEATS, "delta"), **BALLOT, terms={"grace_seconds": 3600, "cut": "in"})
    for _ in range(12):
        if host.json(f"/games/{game}")["status"] != "over":
            answer(host, game, *host.asked(game)[:-1], word="draft")
            pass_by(host, hours=24)
            pass_by(host, hours=1)
    assert host.json(f"/games/{game}")["status"] == "over"
    assert {what for what, *_ in notices(host, game)} == {"overdue", "missed"}
    assert verified(host, game) == []


# --- nobody left -------------------------------------------------------------------------------------------------


@pytest.fixture
def deserted(host: HostUnderTest, ballot: str) -> str:
    """A game whose seats all fell vacant at once; its organiser plays in none."""
    host.register("p-alpha", email="alpha@players.test")
    game = host.started(SEATS, **BALLOT, held={"alpha": "ares"}, terms={"excused": 0})
    pass_by(host, hours=24)
    return game


def test_a_game_in_which_nobody_holds_a_seat_is_paused_by_the_host(host: HostUnderTest, deserted: str) -> None:
    assert notices(host, deserted)[2:] == [("paused", 1, [])]
    for _ in range(3):
        pass_by(host, days=30)
    shown = host.json(f"/games/{deserted}")
    assert (shown["status"], shown["phase"], shown["paused_at"]) == ("running", 2, "2026-05-02T12:00:00Z")
    told = host.rows("select player, text from mails where kind = 'nmr'")
    assert sorted(player for player, _ in told) == ["p-alpha", "p-ares", "p-beta", "p-gamma"]
    assert all("so the host has paused" in " ".join(text.split()) for _, text in told)


def test_a_substitute_lets_a_deserted_game_go_on_with_the_whole_time_of_a_phase(
    host: HostUnderTest, deserted: str
) -> None:
    pass_by(host, days=30)
    assert host.substitute(deserted, "beta", "ann").status_code == 201
    shown = host.json(f"/games/{deserted}")
    assert (shown["phase"], shown["paused_at"]) == (2, None)
    assert host.phase(deserted)["deadline"] == "2026-06-02T12:00:00Z"
    assert host.act(deserted, payloads.End(reason="Nobody is left.")).status_code == 201
    assert verified(host, deserted) == []


def test_the_organiser_hears_of_who_resigns_and_when_the_last_does_the_game_is_paused_until_they_resume_it(
    host: HostUnderTest, ballot: str
) -> None:
    host.register("p-alpha", email="alpha@players.test")
    game = host.started(SEATS, **BALLOT, held={"alpha": "ares"})
    for seat in SEATS:
        assert host.seat_act(game, seat, payloads.Resign()).status_code == 201
    pass_by(host, days=30)
    assert notices(host, game) == [("paused", 1, [])]
    told = host.rows("select subject from mails where player = 'p-alpha' order by id")
    said = [f"Vacant: {seat.capitalize()} in The long war (Ballot)" for seat in SEATS[:-1]]
    paused = "The long war: nobody holds a seat, the game is paused (Ballot)"
    assert [subject for (subject,) in told] == [*said, paused]
    assert host.act(game, payloads.Resume()).status_code == 201
    pass_by(host, days=1)
    assert (host.json(f"/games/{game}")["paused_at"], phase_of(host, game) != 1) == (None, True)
