"""`ostraka play` in a game of a host: leaving loses nothing, and staying goes on when the others have answered."""

from threading import Thread
from time import sleep

from cli.answer.keeping import Kept


def test_who_leaves_before_sending_finds_what_they_had_answered(table):
    who, seat = table.asked()
    left = table.ostraka(who, "play", table.game, stdin="athens\nq\n").stdout
    assert left.endswith("You have left the game. Nothing was sent; your answers so far are kept.\n")
    again = table.ostraka(who, "play", table.game, stdin="s\nq\n").stdout
    assert "What you had answered when you left is kept; you are asked the rest." in again
    assert table.client(who).own_envelope(table.game, seat, 1)[1] == [{"question": "D-S1", "city": "athens"}]
    assert Kept(table.stage.home(who), table.game, seat).acts(1)[0] == []


def test_who_stays_is_asked_again_when_the_others_have_answered_and_told_what_they_did(table):
    who, seat = table.asked()

    def others_play():
        table.wait_beyond(1)
        sleep(1)  # as a rule the player waits by then; where they do not yet, they are told the same
        while table.phase() and table.asked()[1] != seat:
            table.play_one_phase()

    others = Thread(target=others_play)
    others.start()
    told = table.ostraka(who, "play", table.game, "--wait", stdin="athens\ns\nq\n").stdout
    others.join()
    answered = told.partition("is resolved.")[2]
    players = [one["player"] for one in table.client(who).game(table.game)["seats"]]
    assert all(f"{other} put a cube" in answered for other in players if other != who)
    assert "In the temple of which city" in answered


def test_who_stays_to_the_end_reads_how_it_ended(table):
    who, _ = table.waiting()
    others = Thread(target=table.close)
    others.start()
    told = table.ostraka(who, "play", table.game, "--wait", stdin="").stdout
    others.join()
    assert f"{table.game} is over" in told
