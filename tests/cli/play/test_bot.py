"""`ostraka bot`: a seat played by machine."""

import threading

import pytest

from cli.errors import Refused, Unreachable
from cli.play import bot
from cli.play.bot import is_over, play_once
from tests.cli.conftest import PLAYERS, SEATS, invoke
from tests.patience import PATIENCE


@pytest.mark.soak
def test_four_bots_at_once_play_a_whole_game(table):
    threads = [
        threading.Thread(target=play_to_the_end, args=(table, who, seat, strategy))
        for who, seat, strategy in zip(PLAYERS, SEATS, ("random", "steady", "random", "steady"), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert table.client("aspasia").game(table.game)["status"] == "over"
    for who, seat in zip(PLAYERS, SEATS, strict=True):
        report = table.ostraka(who, "report", table.game, seat).stdout
        assert "the default applies" not in report
        assert "Your envelope 1 (final) counted; the log proves it." in report


def play_to_the_end(table, who, seat, strategy):
    client = table.client(who)
    while not is_over(client, table.game, seat, strategy):
        threading.Event().wait(0.05)


def test_the_command_ends_when_the_game_is_over(finished):
    assert finished.ostraka("kleon", "bot", finished.game, "green").stdout == f"{finished.game} is over.\n"


def test_a_bot_answers_what_is_asked_and_says_how_much_it_sent(table, capsys):
    who, seat = table.asked()
    play_once(table.client(who), table.game, seat, "random")
    assert capsys.readouterr().out.startswith("Phase 1: ")
    table.wait_beyond(1)


def test_a_bot_that_is_not_asked_sends_nothing(opened):
    who, seat = opened.waiting()
    play_once(opened.client(who), opened.game, seat, "steady")
    assert opened.client(who).questions(opened.game, seat)["sequence"] == 0


def test_a_bot_leaves_a_final_word_as_it_is(opened, twist):
    who, seat = opened.asked()
    twist(r"/questions$", lambda asked: {**asked, "word": "final"})
    play_once(opened.client(who), opened.game, seat, "steady")
    assert opened.client(who).questions(opened.game, seat)["sequence"] == 0


def test_a_bot_replaces_a_draft(table):
    who, seat = table.asked()
    client = table.client(who)
    client.send(table.game, seat, [], "draft")
    play_once(client, table.game, seat, "steady")
    envelope, orders = client.own_envelope(table.game, seat, 1)
    assert (envelope.header.sequence, envelope.header.word) == (2, "final")
    assert "D-S1" in [order["question"] for order in orders]


def test_a_bot_outlives_an_outage(table, monkeypatch, capsys):
    who, seat = table.asked()
    client = table.client(who)
    with monkeypatch.context() as outage:

        def silent(*_, **__):
            raise Unreachable("No host answers.")

        outage.setattr(client.wire, "exchange", silent)
        assert is_over(client, table.game, seat, "steady") is False
    assert capsys.readouterr().err == "No host answers.\n"
    assert is_over(client, table.game, seat, "steady") is False
    table.wait_beyond(1)


@pytest.mark.parametrize("code", ["phase-closed", "no-open-phase", "wrong-phase-key"])
def test_a_phase_that_closes_under_its_hands_is_looked_at_again(opened, monkeypatch, code):
    who, seat = opened.asked()
    client = opened.client(who)

    def closed(*_, **__):
        raise Refused("closed", code)

    monkeypatch.setattr(client, "send", closed)
    assert is_over(client, opened.game, seat, "steady") is False


def test_a_bot_in_a_seat_of_another_is_refused(opened):
    who, seat = opened.asked()
    stranger = next(player for player in PLAYERS if player != who)
    told = opened.ostraka(stranger, "bot", opened.game, seat, expect=1).stderr
    assert told.endswith("(not-your-seat)\n")


def test_an_unknown_strategy_is_usage(alone):
    told = alone("bot", "g", "red", "--strategy", "clever", expect=2).stderr
    assert "'clever' is not one of 'random', 'steady'" in told


def test_a_bot_without_a_game_plays_all_seats_until_no_game_is_left(monkeypatch):
    looks = iter([[("one", "red"), ("two", "blue")], [("two", "blue")], [("two", "blue")], []])
    news = iter([("c1", [("one", "red")]), ("c2", [])])
    played = []

    def looked(_client, game, seat, *_):
        played.append((game, seat))
        return played.count((game, seat)) == {"one": 2, "two": 3}[game]

    monkeypatch.setattr(bot, "open_places", lambda _: next(looks))
    monkeypatch.setattr(bot, "news_anywhere", lambda *_: next(news))
    monkeypatch.setattr(bot, "is_over", looked)
    bot.play_everywhere(None, "steady", 20, False)
    assert played == [("one", "red"), ("two", "blue"), ("one", "red"), ("two", "blue"), ("two", "blue")]


def test_a_bot_is_told_which_of_its_seats_there_is_news_for(opened):
    client = opened.client("kleon")
    cursor, news = bot.news_anywhere(client, None, 1)
    assert (opened.game, "green") in news
    assert (opened.game, "green") in bot.open_places(client)
    assert client.player_feed(cursor)["items"] == [] or client.player_feed(cursor)["more"]


def test_the_command_without_a_game_ends_where_there_is_none(stage, finished):
    stage.home("idle")
    invoke(stage, stage.home("idle"), "key", "new", "idle", "--no-password")
    stage.client("idle").register()
    assert invoke(stage, stage.home("idle"), "bot").stdout == "idle holds no seat in a game that goes on.\n"
