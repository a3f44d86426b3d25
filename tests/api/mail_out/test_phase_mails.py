"""A resolution only marks its game; its mails are written later, each once, whatever happens in between."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import pytest

from adjudicator.kernel.scenes.grouping import Told
from adjudicator.kernel.scenes.telling import Scene
from api.mail_out.outbox import Outbox
from api.mail_out.timed_mails import write_due
from api.referee.resolution import advance
from cli.rules.local_check import people_of, read_events
from schemas.statements.payloads import Annul, Pause, Vacate
from tests.api.hosts import HostUnderTest

SEATS: Final = ("AF", "DF", "EK", "AK")
MANY: Final[dict[str, Any]] = {"title": "pericles", "scenario": "14.2"}


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def game(host: HostUnderTest) -> str:
    """A game whose phases ask several players."""
    return host.started(SEATS, **MANY)


def answer(host: HostUnderTest, game: str) -> None:
    """Everybody who is asked sends a final answer."""
    for seat in host.asked(game):
        assert host.send(game, seat, host.default(game, seat)).status_code == 201


def resolve_only(host: HostUnderTest, game: str) -> None:
    """A phase is resolved, and then the process ends."""
    answer(host, game)
    advance(host.host, game)


def wanted(host: HostUnderTest, phase: int) -> list[str]:
    """Whose players were mailed that a phase wants orders."""
    rows = host.rows("select seat from mails where kind = 'orders-wanted' and phase = ? order by id", phase)
    return [seat for (seat,) in rows]


def is_marked(host: HostUnderTest) -> bool:
    return host.rows("select mail_at is not null from games") == [(1,)]


def test_a_resolution_writes_no_mail_and_marks_its_game(host: HostUnderTest, game: str) -> None:
    before = host.rows("select count(*) from mails")
    resolve_only(host, game)
    assert host.phase(game)["phase"] == 2
    assert host.rows("select count(*) from mails") == before
    assert is_marked(host)
    write_due(host.host)
    assert wanted(host, 2) == host.asked(game)
    assert not is_marked(host)


def test_a_service_that_ends_before_its_mails_are_written_writes_them_when_it_starts(
    host: HostUnderTest, game: str
) -> None:
    resolve_only(host, game)
    host.close()
    host.open()
    host.work()
    host.work()
    assert wanted(host, 2) == host.asked(game)


def test_a_service_that_ends_among_its_mails_writes_all_of_them_once(
    host: HostUnderTest, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve_only(host, game)
    honest, written = Outbox._row, []

    def end_at_the_second(self: Outbox, *about: Any, **row: Any) -> Any:
        written.append(about)
        if len(written) == 2:
            raise Killed
        return honest(self, *about, **row)

    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "_row", end_at_the_second)
        with pytest.raises(Killed):
            host.work()
    assert wanted(host, 2) == []
    assert is_marked(host)
    host.close()
    host.open()
    host.work()
    assert wanted(host, 2) == host.asked(game)


def test_mails_that_cannot_be_written_are_put_off_and_stop_no_game(
    host: HostUnderTest, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(host, game)
    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "orders_wanted", lambda *_: 1 / 0)
        again = host.worker.run_once()
    assert again is not None
    assert host.phase(game)["phase"] == 2
    host.work()
    assert wanted(host, 2) == []
    host.clock.moment = again
    host.work()
    assert wanted(host, 2) == host.asked(game)


def test_a_mail_that_is_written_late_tells_all_that_was_resolved_and_asks_what_is_open(
    host: HostUnderTest, game: str
) -> None:
    resolve_only(host, game)
    resolve_only(host, game)
    host.work()
    assert wanted(host, 2) == []
    assert wanted(host, 3) == host.asked(game)
    [text] = host.rows("select text from mails where phase = 3 and seat = ?", host.asked(game)[0])[0]
    rules, phases = told_of(host, game)
    told = [rules.sentence(event) for phase in phases if phase.phase in (1, 2) for event in phase.events]
    assert told
    assert all(" ".join(sentence.split()) in " ".join(text.split()) for sentence in told)


def told_of(host: HostUnderTest, game: str) -> tuple[Any, list[Told]]:
    """The rules in whose words the mails of a game are, and what everybody may know of its phases."""
    rules = host.title(game).calling(people_of(host.json(f"/games/{game}")["seats"]))
    phases = host.json(f"/games/{game}/report")["phases"]
    return rules, [Told(one["phase"], read_events(rules, one["events"])) for one in phases]


def test_battles_are_mailed_by_what_came_of_them(host: HostUnderTest) -> None:
    game = host.begin(("sparta", "athens"), None, title="athens_sparta", scenario="war")

    def decided() -> list[Scene]:
        rules, phases = told_of(host, game)
        battles = [one for one in rules.in_scenes(phases) if one.shape == "battle"]
        return [one for one in battles if any(row.part == "result" for row in one.rows)]

    while not decided():
        host.play_by_bots(game, 1)
    mails = host.rows("select text from mails where kind = 'orders-wanted' and seat = 'sparta' order by id")
    lines = [line.strip() for (text,) in mails for line in text.splitlines()]
    for scene in decided():
        assert f"{scene.heading}: {scene.result}" in lines
        assert not {row.words for row in scene.rows if row.part == "fire"} & {*lines}
    assert "Olympiad 84, Game Turn 1: cards." in lines


def test_what_an_act_mails_comes_after_what_the_resolution_before_it_left(host: HostUnderTest, game: str) -> None:
    resolve_only(host, game)
    asked = host.asked(game)
    assert host.act(game, Pause()).status_code == 201
    kinds = host.rows("select kind from mails where kind in ('orders-wanted', 'organiser') and id > 0 order by id")
    assert [kind for (kind,) in kinds][-len(asked) - len(SEATS) :] == ["orders-wanted"] * len(asked) + ["organiser"] * 4
    host.work()
    assert wanted(host, 2) == asked


def test_a_game_that_is_annulled_after_a_resolution_is_not_told_to_be_won(host: HostUnderTest, game: str) -> None:
    resolve_only(host, game)
    assert host.act(game, Annul()).status_code == 201
    host.work()
    assert host.rows("select count(*) from mails where kind = 'over'") == [(0,)]


def test_a_substitute_is_asked_once(host: HostUnderTest, game: str) -> None:
    leaver = host.asked(game)[0]
    answer(host, game)
    assert host.act(game, Vacate(seat=leaver)).status_code == 201
    advance(host.host, game)
    assert host.substitute(game, leaver, "zoe").status_code == 201
    host.work()
    assert leaver in host.asked(game)
    assert sorted(wanted(host, 2)) == sorted(host.asked(game))


def test_the_end_of_a_game_is_told_once_though_the_service_ended(host: HostUnderTest) -> None:
    game = host.started()
    while host.json(f"/games/{game}")["status"] != "over":
        resolve_only(host, game)
    assert host.rows("select count(*) from mails where kind = 'over'") == [(0,)]
    host.close()
    host.open()
    host.work()
    host.work()
    assert host.rows("select count(*) from mails where kind = 'over'") == [(4,)]


ALONE: Final = {"green": "red", "black": "red"}


def test_who_opens_a_question_by_their_own_answer_is_written_to_only_after_ten_minutes(host: HostUnderTest) -> None:
    game = host.started(("red", "green", "black"), ALONE)
    answer(host, game)
    host.work()
    assert host.phase(game)["phase"] == 2
    assert wanted(host, 2) == []
    host.clock.moment += timedelta(minutes=9)
    host.work()
    assert wanted(host, 2) == []
    host.clock.moment += timedelta(minutes=1)
    host.work()
    assert len(wanted(host, 2)) == 1


def test_who_answers_meanwhile_is_never_written_to(host: HostUnderTest) -> None:
    game = host.started(("red", "green", "black"), ALONE)
    for _ in range(3):
        host.clock.moment += timedelta(minutes=3)
        answer(host, game)
        host.work()
    host.clock.moment += timedelta(minutes=10)
    host.work()
    assert [len(wanted(host, phase)) for phase in (2, 3, 4)] == [0, 0, 1]


def test_nobody_is_kept_waiting_where_another_answered_last(host: HostUnderTest) -> None:
    game = host.started(("red", "green", "black"))
    answer(host, game)
    host.work()
    assert wanted(host, 2) == host.asked(game)
