"""A game at a host, seen from one seat: it may end while it is read, and its host may be gone when it is answered."""

import json

import pytest
from msgspec.structs import replace

from adjudicator.kernel import Chance
from adjudicator.registry import title
from cli.answer.sitting import Sitting
from cli.client import Client
from cli.client.http import Transport
from cli.errors import Refused, Unreachable
from cli.home.home import Home
from cli.seat.hosted import HostedGame
from cli.seat.known_game import KnownGame
from tests.cli.conftest import SEATS


@pytest.fixture
def asked_of_host(monkeypatch):
    """What is asked of the host, request by request."""
    asked, truth = [], Transport.prepare

    def noted(self, method, path, **parts):
        asked.append(f"{method} {path.partition('?')[0].rpartition('/')[2]}")
        return truth(self, method, path, **parts)

    monkeypatch.setattr(Transport, "prepare", noted)
    return asked


def test_the_host_hears_with_the_next_look_that_somebody_acts_and_not_that_a_page_lies_open(
    table, asked_of_host, monkeypatch
):
    who, seat = table.asked()
    game = HostedGame(table.client(who), table.game, seat)
    now = 1_000.0
    monkeypatch.setattr("cli.seat.hosted.monotonic", lambda: now)

    def said():
        asked_of_host.clear()
        game.listen()
        return asked_of_host.count("POST presence")

    assert said() == 0
    game.stir()
    assert [said(), said()] == [1, 0]
    game.stir()
    now += 119
    assert said() == 0
    now += 1
    assert said() == 1
    game.phase = {**game.phase, "veiled": True}
    game.stir()
    now += 120
    assert said() == 0


def test_the_boards_at_the_ends_of_scenes_come_from_the_host_and_are_asked_for_once(finished, asked_of_host):
    client = finished.client("aspasia")
    game = HostedGame(client, finished.game, SEATS[0])
    asked_of_host.clear()
    ends = {phase: game.moments(phase) for phase in game.views()}
    assert sum(map(len, ends.values())) > len(ends) / 2
    assert asked_of_host.count("GET scenes") <= 1 + len(ends) // 20
    for phase, moments in [*ends.items()][1:4]:
        for told in moments:
            shown = game.view_at(phase, told)
            assert game.view_at(phase, told) is shown
            plain = client.view(finished.game, SEATS[0], phase, told=told)["view"]
            assert json.loads(game.rules.encode(shown)) == json.loads(game.rules.encode(game.rules.convert(plain)))
    assert game.moments(10_000) == ()


def test_a_look_without_news_is_one_request_and_one_more_to_see_whom_the_game_still_waits_for(table, asked_of_host):
    who, seat = table.asked()
    game = HostedGame(table.client(who), table.game, seat)
    sitting = Sitting(game, Home(table.stage.home(who).root))

    def looked():
        asked_of_host.clear()
        sitting.listen()
        game.press(), game.given(), game.standing()
        return [one.removeprefix("GET ") for one in asked_of_host]

    looked()
    assert looked() == ["feed"]
    sitting.act("take 0", 1, 0)
    sitting.send("draft", 1, sure=True)
    looked()
    assert looked() == ["feed", "phase"]
    other = next(one for one in SEATS if one != seat)
    game.write([other], "Well met.")
    assert [one.text for one in game.press()] == ["Well met."]
    looked()
    assert looked() == ["feed", "phase"]
    sitting.change()
    asked_of_host.clear()
    sitting.send("final", 1, sure=True)
    table.wait_beyond(1)
    sitting.listen()
    assert {f"GET {one}" for one in (table.game, "view", "report")} < {*asked_of_host}
    assert (game.now().phase, len(game.chapters())) == (2, 2)


def test_a_game_that_ends_between_two_requests_is_over(table, monkeypatch):
    who, seat = table.asked()
    truth = Client.view

    def ends_meanwhile(self, *about):
        found = truth(self, *about)
        table.close()
        table.wait_beyond(1)
        return found

    monkeypatch.setattr(Client, "view", ends_meanwhile)
    game = HostedGame(table.client(who), table.game, seat)
    assert (game.now().phase, game.now().asked) == (None, ())
    assert game.now().ending[0].startswith("The game is over: ")


def test_at_the_terminal_an_answer_that_finds_no_host_is_sealed_for_a_mail(table, monkeypatch):
    who, _ = table.asked()

    def gone(*_, **__):
        raise Unreachable("No host answers.", "Is --url (OSTRAKA_URL) right?")

    with monkeypatch.context() as patched:
        patched.setattr(Client, "deliver", gone)
        told = table.ostraka(who, "play", table.game, stdin="athens\ns\n")
    assert "-----BEGIN OSTRAKA ENVELOPE-----" in told.stdout
    assert "No host answers." in told.stderr
    assert "# Not sent yet: mail envelope " in told.stderr
    assert table.phase() == 1
    again = table.ostraka(who, "play", table.game, stdin="q\n").stdout  # it goes out by itself, and may end the phase
    assert "The receipt is verified and kept in" in again


def test_what_the_host_refuses_is_said_at_the_terminal_in_its_words(table, monkeypatch):
    who, _ = table.asked()

    def refuse(*_, **__):
        raise Refused("Seat red is vacant: join the game in it to send its orders.", "seat-vacant")

    monkeypatch.setattr(Client, "deliver", refuse)
    told = table.ostraka(who, "play", table.game, stdin="athens\ns\n", expect=1).stderr
    assert told.startswith("Error: Seat red is vacant: join the game in it to send its orders.")


@pytest.mark.parametrize("face", ["page", "terminal"])
def test_a_half_made_answer_to_a_host_is_one_thing_whichever_interface_began_it(table, face):
    who, seat = table.asked()
    home = Home(table.stage.home(who).root)
    if face == "page":
        sitting = Sitting(HostedGame(table.client(who), table.game, seat), home)
        sitting.act("take 0", 1, 0)
        said = table.ostraka(who, "play", table.game, stdin="q\n").stdout
        assert "What you had answered when you left is kept; you are asked the rest." in said
    else:
        table.ostraka(who, "play", table.game, stdin="1\nq\n")
        sitting = Sitting(HostedGame(table.client(who), table.game, seat), home)
        assert sitting.sheet.acts == ["take 0"]
    assert (sitting.sheet.question, len(sitting.sheet.in_order)) == (None, 1)


def test_what_a_book_answers_already_is_not_asked_unless_it_answers_everything():
    rules = title("athens_sparta")
    seats = list(rules.seats("war", 2))
    position = rules.begin(scenario="war", seats=seats, options={}, chance=Chance(bytes(32))).position
    asked = {seat: rules.asked_of(rules.view(position, seat), seat) for seat in seats}
    sent = {
        seat: [rules.default(rules.view(position, seat), seat, ask.name) for ask in asks]
        for seat, asks in asked.items()
    }
    position = rules.resolve(position, sent, Chance(bytes(32)), {}).position
    for book, left in (([], ["D-7", "D-8B"]), (["D-7"], ["D-8B"]), (["D-7", "D-8B"], ["D-7", "D-8B"])):
        entries = rules.check_book([{"question": one, "default": True} for one in book])
        view = replace(rules.view(position, "sparta"), books={"sparta": entries})
        assert KnownGame(None, "game", "sparta", json.loads(rules.encode(view))).to_answer == left
