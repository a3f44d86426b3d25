"""How a finished game went, as a host tells it."""

from __future__ import annotations

from schemas.statements import payloads
from tests.api.hosts import HostUnderTest


def test_the_course_has_every_phase_and_ends_with_the_scores_of_the_game(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game)
    course, summary = host.json(f"/games/{game}/course"), host.json(f"/games/{game}")
    assert [one["phase"] for one in course["phases"]] == [*range(len(course["phases"]))]
    assert course["phases"][-1]["scores"] == summary["scores"]
    assert {seat: sum(points.values()) for seat, points in course["tally"].items()} == summary["scores"]
    assert {"sort", "where", "things"} == course["unseen"][0].keys()


def test_what_a_rollback_took_back_is_no_part_of_the_course(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 3)
    void = host.json(f"/games/{game}")["phase"]
    assert host.act(game, payloads.Rollback(phase=2)).status_code == 201
    host.play_on(game)
    course, summary = host.json(f"/games/{game}/course"), host.json(f"/games/{game}")
    phases = [one["phase"] for one in course["phases"]]
    assert phases[:3] == [0, 1, void]
    assert phases[3:] == [*range(void + 1, void + 1 + len(phases[3:]))]
    assert course["phases"][2]["scores"] == course["phases"][1]["scores"]
    assert course["phases"][-1]["scores"] == summary["scores"]


def test_a_game_that_goes_on_has_none_yet(host: HostUnderTest) -> None:
    game = host.started()
    assert host.get(f"/games/{game}/course").status_code == 409
