"""What silence means is a fact; what a bot would do is said when it is asked, and not where people compete."""

from __future__ import annotations

import pytest

from adjudicator.kernel import Chance
from adjudicator.registry import title
from cli.home.home import Home
from cli.rules.saved_games import key_of
from tests.cli.table.tables import Sitter, begun
from tests.cli.table.test_hosted_games import AtHost


@pytest.fixture
def sitter(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    return sitter


@pytest.mark.parametrize("name", ["perikles", "polis", "athens_sparta", "pericles"])
def test_a_bot_says_what_it_would_send_and_its_answer_can_be_taken_over(sitter, name):
    sitter.open(f"games/{begun(sitter.table.home, name)}")
    assert "If you send nothing: " in sitter.text
    assert "A bot in your place" not in sitter.text
    sitting = sitter.table.sitting(f"{name}-1")
    now, rules = sitting.now, sitting.game.rules
    sitter.press("Ask a bot")
    first = [line for line in sitter.text.splitlines() if "A bot in your place would send: " in line]
    assert "A hint, no proof." in first[0]
    sitter.press("Take the bot’s answer")
    assert sitter.stage == "review"
    sent = rules.bot("steady")(now.view, sitting.seat, Chance(key_of(b"advice", sitting.seat, now.phase)))
    for order in sitting.sheet.in_order:
        assert order in sent or order == rules.default(now.view, sitting.seat, order.question)
        assert rules.order_in_words(now.view, sitting.seat, order) in first[0]


def test_moves_are_read_first_and_battle_orders_are_folded_behind_one_line(sitter):
    name = begun(sitter.table.home, "athens_sparta")
    sitter.open(f"games/{name}")
    sitting = sitter.table.sitting(name)
    while not {"D-7", "D-8B"} <= {*sitting.now.asked}:
        given = sitting.game.rules.bot("steady")(sitting.now.view, sitting.seat, Chance(bytes(32)))
        sitting.game.give(sitting.now.phase, given, "final")
        sitting.listen()
    sitter.open(f"games/{name}")
    sitter.press("Ask a bot")
    hint = sitter.page.partition("A bot in your place would send: <b>")[2].partition("</b>")[0]
    assert "each block" not in hint
    folded = sitter.page.partition("<summary>And: Give battle orders</summary>")[2].partition("</details>")[0]
    assert folded.count("each block") > 1
    sitter.press("Take the bot’s answer")
    assert f"<summary>Give battle orders</summary>Give battle orders: {folded}" in sitter.page


def test_a_bot_is_asked_from_what_the_seat_knows_alone(sitter, monkeypatch):
    rules = title("perikles")
    sitter.open(f"games/{begun(sitter.table.home, 'perikles')}")
    sitting = sitter.table.sitting("perikles-1")
    seen = []
    bot = rules.bot("steady")

    def asked(view, seat, chance):
        seen.append((view, seat))
        return bot(view, seat, chance)

    monkeypatch.setitem(vars(sitting.game.rules), "bot", lambda _name: asked)
    sitter.press("Ask a bot")
    assert seen[0] == (sitting.now.view, sitting.seat)  # the others play games that are imagined from it


def test_no_bot_is_asked_in_a_contest(table, monkeypatch):
    who, _ = table.asked()
    sitter = Sitter(table.stage.home(who), AtHost(table.client(who)))
    sitter.enter()
    sitter.open(f"games/{table.game}")
    assert "Ask a bot" in sitter.text
    monkeypatch.setitem(sitter.table.sitting(table.game).game.summary, "contest", "cup-cup-cup")
    sitter.open(f"games/{table.game}")
    assert "Ask a bot" not in sitter.text
    sitter.post(
        f"{sitter.guard.home}games/{table.game}/advice", phase=str(table.client(who).phase(table.game)["phase"])
    )
    sitter.open(f"games/{table.game}")
    assert "A bot in your place" not in sitter.text
