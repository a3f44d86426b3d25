"""A warning comes where an answer loses the game for certain and a bot's does not, once; it delays nothing."""

from __future__ import annotations

import re
from time import monotonic, process_time, sleep

import pytest

from adjudicator.kernel import Chance
from adjudicator.registry import title, titles
from cli.answer.answer import Answer
from cli.home.home import Home
from cli.home.settings import settle
from cli.rules.saved_games import key_of
from cli.table.foresight import Foresight, Looking, in_a_thread
from cli.table.sitting import dreads
from tests.cli.table.tables import Sitter, begun, played_on

LOST = "Sparta cannot feed its capital, Sparta, and loses it."


@pytest.fixture
def sitter(tmp_path):
    """Sparta's first turn of round 3, in which who passes starves."""
    sitter = Sitter(Home(tmp_path))
    sitter.table.imagines = in_a_thread
    sitter.enter()
    sitter.open(f"games/{begun(sitter.table.home, 'polis')}")
    return sitter


def foreseen(sitter):
    """The games that are imagined beside the page, once they have been."""
    foresight = sitter.table.sitting("polis-1")._foresight
    until = monotonic() + 30
    while foresight.wanted and monotonic() < until:
        sleep(0.01)
    return foresight


def test_silence_that_starves_the_capital_is_told_and_the_bots_own_answer_is_no_trap(sitter):
    foreseen(sitter)
    sitter.open("games/polis-1")
    assert f"Then: {LOST} So it went in all of 3 games" in sitter.text
    sitting = sitter.table.sitting("polis-1")
    rules, view, seat = sitting.game.rules, sitting.now.view, sitting.seat
    own = rules.bot("steady")(view, seat, Chance(key_of(b"own")))
    looking = Looking(rules, view, seat)
    assert looking.trap(own, sitting.sheet.advised(Chance(key_of(b"advice", seat, 0)))) == ""
    assert looking.trap([rules.default(view, seat, "D2")], [rules.default(view, seat, "D2")]) == ""


def passed(sitter):
    """Choose to pass, and look it over."""
    sitter.press("Take that as my answer")
    assert sitter.stage == "review"


def test_the_answer_is_asked_once_more_and_once_alone(sitter):
    passed(sitter)
    foreseen(sitter)
    sitter.press("Play it")
    assert sitter.stage == "sure"
    assert LOST in sitter.text
    sitter.press("No, go back")
    sitter.press("Play it")
    assert sitter.stage != "sure"


def test_a_warning_that_is_not_ready_does_not_come(sitter):
    sitting = sitter.table.sitting("polis-1")
    with sitting.lock:  # nothing is imagined while the page is asked for something
        foresight = sitting._foresight
        foresight.found.clear()
        passed(sitter)
        sitter.press("Play it")
    assert sitter.stage != "sure"
    assert foresight.wanted == {}


def test_nobody_is_warned_who_wants_no_warnings_nor_where_bots_may_not_be_asked(sitter, monkeypatch):
    foreseen(sitter)
    settle(sitter.table.home.root, warnings=False)
    sitter.open("games/polis-1")
    assert LOST not in sitter.text
    settle(sitter.table.home.root, warnings=True)
    monkeypatch.setattr(type(sitter.table.sitting("polis-1").game), "advises", False)
    sitter.open("games/polis-1")
    assert LOST not in sitter.text


def test_a_bot_that_is_asked_says_what_came_of_its_answer_and_of_silence_where_nothing_is_imagined_beside(sitter):
    sitter.table.imagines = None
    sitter.open("games/polis-1")
    assert LOST not in sitter.text
    sitter.press("Ask a bot")
    assert f"Then: {LOST}" in sitter.text
    assert "games that were imagined the" not in sitter.text  # those of a game that is over are others
    game = begun(sitter.table.home, "perikles")
    played_on(sitter.table.home, game, 3)
    sitter.open(f"games/{game}")
    sitter.press("Ask a bot")
    assert re.search(
        r"You have \d+ points\. In 3 games that were imagined the turn ended at \d+, \d+ and \d+ points "
        r"with this answer, and at \d+, \d+ and \d+ points if you sent nothing\.",
        sitter.text,
    )


def test_games_go_on_a_phase_at_a_time_while_nothing_is_asked(sitter):
    sitting = sitter.table.sitting("polis-1")
    rules, view, seat = sitting.game.rules, sitting.now.view, sitting.seat
    silence = [rules.default(view, seat, "D2")]
    foresight = Foresight(Looking(rules, view, seat), sitting.sheet.advised(Chance(key_of(b"advice"))))
    assert foresight.look(silence) == ""
    took = []
    while foresight.wanted:
        began = process_time()
        foresight.step()
        took.append(process_time() - began)
    assert foresight.look(silence) == LOST
    assert len(took) > 6
    assert max(took) < 0.1


def test_no_other_title_warns_and_nothing_is_imagined_there():
    assert [name for name in titles() if dreads(title(name))] == ["polis"]


def really(rules, position, seat, orders, number):
    """Whether it came so when the game went on from where it really stood."""
    now, first, turn = rules.copy(position), position.phases, next(iter(rules.periods.values()))
    began, came = turn(position), False
    while now.phase is not None and turn(now) == began:
        sent = {
            one: rules.bot("steady")(rules.view(now, one), one, Chance(key_of(b"real", number, now.phases, one)))
            for one in rules.waits_for(now)
        }
        if now.phases == first:
            sent[seat] = orders
        resolution = rules.advance(now, sent, Chance(key_of(b"dice", number, now.phases)))
        now = resolution.position
        came |= any(event.harms(now) == seat for event in resolution.events)
    return came


@pytest.mark.soak
def test_how_often_a_warning_comes_and_is_right(capsys):
    """Over thirty games that bots play: of silence, and of what the bots themselves send."""
    rules, asked, warned, came, own = title("polis"), 0, 0, 0, 0
    for game in range(30):
        seats = rules.seats("standard", 2)
        now = rules.begin(scenario="standard", seats=seats, chance=Chance(key_of(b"soak", game))).position
        while now.phase is not None:
            sent = {}
            for seat in rules.waits_for(now):
                view = rules.view(now, seat)
                names = [ask.name for ask in rules.unanswered(view, seat)]
                sent[seat] = rules.bot("steady")(view, seat, Chance(key_of(b"bot", game, now.phases, seat)))
                better = Answer(rules, view, seat, names).advised(Chance(key_of(b"advice", seat, now.phases)))
                silence = [rules.default(view, seat, one) for one in names]
                looking = Looking(rules, view, seat)
                asked += 1
                own += bool(looking.trap(sent[seat], better))
                if looking.trap(silence, better):
                    warned += 1
                    came += sum(really(rules, now, seat, silence, number) for number in range(5))
            now = rules.advance(now, sent, Chance(key_of(b"dice", game, now.phases))).position
    with capsys.disabled():
        print(f"\n{asked} answers; silence warned of {warned} times, came {came} of {5 * warned}; own {own}")
    assert own * 50 <= asked
    assert came >= 0.9 * 5 * warned
    assert warned
