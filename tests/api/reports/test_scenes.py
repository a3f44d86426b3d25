"""Scenes at a host: of what each reader was told, with the boards at the ends of their own scenes and no other."""

from __future__ import annotations

from time import process_time
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from adjudicator.kernel.scenes.grouping import Told
from api.reports import scenes
from api.store.sealed_rows import resolutions
from schemas.statements.payloads import Rollback
from tests.api.hosts import HostUnderTest

PHASES = 5
READERS = (None, "sparta", "athens")


@pytest.fixture(autouse=True)
def forgotten() -> None:
    scenes._KEPT._found.clear()


@pytest.fixture
def game(host: HostUnderTest) -> str:
    """Some phases of a game with battles, played by bots."""
    return str(host.once("scenes", lambda: played(host)))


def played(host: HostUnderTest) -> str:
    game = host.begin(("sparta", "athens"), None, title="athens_sparta", scenario="war")
    host.play_by_bots(game, PHASES)
    return game


def ask(host: HostUnderTest, game: str, seat: str | None, what: str) -> TestResponse:
    path = f"/games/{game}/seats/{seat}" if seat else f"/games/{game}"
    return host.get(f"{path}/{what}", host.seats[game][seat] if seat else None)


def told(host: HostUnderTest, game: str, seat: str | None, query: str = "?limit=50") -> dict[str, Any]:
    answer = ask(host, game, seat, f"scenes{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def ends(found: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """The phases and moments at which scenes begin and end."""
    moments = [scene[end] for scene in found for end in ("before", "after")]
    return sorted({(moment["phase"], moment["told"]) for moment in moments})


def board(host: HostUnderTest, game: str, seat: str | None, phase: int, number: int | None = None) -> Any:
    at = f"view?phase={phase}" + ("" if number is None else f"&told={number}")
    answer = ask(host, game, seat, at)
    return answer.get_json() if answer.status_code == 200 else answer.get_json()["code"]


@pytest.mark.parametrize("seat", READERS)
def test_a_reader_gets_the_scenes_of_what_they_were_told(host: HostUnderTest, game: str, seat: str | None) -> None:
    title = host.title(game)
    with host.host.database.read() as session:
        rows = resolutions(session, game, -1)
        events = [Told(row.phase, title.events_for(host.archive(game).events(row), seat)) for row in rows]
    found = told(host, game, seat)
    for one, scene in zip(found["scenes"], title.in_scenes(events), strict=True):
        plain = msgspec.json.decode(msgspec.json.encode(scene))
        assert {name: one[name] for name in plain if name not in ("before", "after")} == {
            name: value for name, value in plain.items() if name not in ("before", "after")
        }
    assert (found["more"], found["next"]) == (False, PHASES)
    assert any(scene["shape"] == "battle" for scene in found["scenes"])


@pytest.mark.parametrize("seat", READERS)
def test_the_boards_at_the_ends_of_ones_own_scenes_are_shown(host: HostUnderTest, game: str, seat: str | None) -> None:
    inside = set()
    for phase, number in ends(told(host, game, seat)["scenes"]):
        shown = board(host, game, seat, phase, number)
        if number == 0:
            assert shown == board(host, game, seat, phase - 1)
        elif shown["phase"] is None:
            inside.add((phase, shown["text"]))
        else:
            assert shown == board(host, game, seat, phase)
    assert len(inside) > 3


def test_no_other_board_is_shown_and_all_are_refused_alike(host: HostUnderTest, game: str) -> None:
    refused = set()
    for seat in READERS:
        mine = ends(told(host, game, seat)["scenes"])
        whole = [*enumerate(len(one["events"]) for one in ask(host, game, seat, "report").get_json()["phases"])]
        for phase in (2, 3):
            for number in range(1, 70, 3):
                if (phase, number) not in [*mine, *whole]:
                    answer = ask(host, game, seat, f"view?phase={phase}&told={number}")
                    assert answer.status_code == 404
                    refused.add((answer.get_json()["code"], answer.get_json()["detail"]))
    assert refused == {("unknown-moment", scenes.NO_END)}


def test_a_board_inside_a_phase_hides_what_the_reader_may_not_know(host: HostUnderTest, game: str) -> None:
    """The blocks of the other side, before they fight, are unknown in it as they are after the phase."""
    mid = next(one for one in ends(told(host, game, None)["scenes"]) if board(host, game, None, *one)["phase"] is None)
    public, own = (board(host, game, seat, *mid) for seat in (None, "sparta"))
    assert public["view"] != own["view"]
    title = host.title(game)
    for shown, seat in ((public, None), (own, "sparta")):
        view = title.convert(shown["view"])
        assert title.encode(title.view(view, seat)) == title.encode(view)


def test_the_seat_of_another_is_nobodys_to_ask(host: HostUnderTest, game: str) -> None:
    for what in ("scenes", "view?phase=3&told=0"):
        answer = host.get(f"/games/{game}/seats/athens/{what}", host.seats[game]["sparta"])
        assert (answer.status_code, answer.get_json()["code"]) == (403, "not-your-seat")


def test_scenes_come_in_parts_and_one_that_goes_on_comes_again(host: HostUnderTest, game: str) -> None:
    whole, found, after = told(host, game, None)["scenes"], dict[str, Any](), -1
    while True:
        part = told(host, game, None, f"?after={after}&limit=1")
        found |= {scene["id"]: scene for scene in part["scenes"]}
        after = part["next"]
        if not part["more"]:
            break
    assert [*found.values()] == whole
    later = told(host, game, None, "?after=3")["scenes"]
    assert later == [scene for scene in whole if scene["after"]["phase"] > 3]
    assert told(host, game, None, f"?after={PHASES}") == {"game": game, "scenes": [], "more": False, "next": PHASES}


def test_a_phase_that_was_undone_has_the_boards_before_and_after_it(host: HostUnderTest, game: str) -> None:
    assert host.act(game, Rollback(phase=3)).status_code == 201
    [undone] = [one for one in told(host, game, None)["scenes"] if one["heading"] == f"Phase {PHASES + 1} is void"]
    assert undone["after"] == {"phase": PHASES + 1, "told": 1}
    assert board(host, game, None, PHASES + 1, 1) == board(host, game, None, PHASES + 1)
    assert board(host, game, None, PHASES + 1, 0) == board(host, game, None, PHASES)


@pytest.mark.parametrize("seat", READERS)
def test_whatever_a_reader_asks_for_the_same_is_done_and_kept_for_them_alone(
    host: HostUnderTest, game: str, seat: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    for name in ("replay_phase", "ends"):
        was = getattr(scenes, name)
        monkeypatch.setattr(scenes, name, lambda *a, was=was, name=name, **n: (done.append(name), was(*a, **n))[1])
    [mine, *_] = [number for phase, number in ends(told(host, game, seat)["scenes"]) if phase == 3 and number]
    for number, shown in ((mine, True), (69, False), (0, True)):
        scenes._KEPT._found.clear()
        for other in READERS:
            if other != seat:
                ask(host, game, other, "view?phase=3&told=0")
        done.clear()
        assert (ask(host, game, seat, f"view?phase=3&told={number}").status_code == 200) is shown
        assert done == ["replay_phase", "ends"]
        done.clear()
        ask(host, game, seat, f"view?phase=3&told={number}")
        assert done == ["ends"]


def test_the_first_board_of_a_scene_costs_little(host: HostUnderTest, game: str) -> None:
    """Also in the longest phase of the longest title; against a board that is stored, as machines differ."""

    def spent(query: str) -> float:
        scenes._KEPT._found.clear()
        began = process_time()
        assert ask(host, game, "sparta", query).status_code == 200
        return process_time() - began

    inside = [number for phase, number in ends(told(host, game, "sparta")["scenes"]) if phase == 3]
    assert min(spent(f"view?phase=3&told={number}") for number in inside) < 4 * min(
        spent("view?phase=3") for _ in inside
    )
