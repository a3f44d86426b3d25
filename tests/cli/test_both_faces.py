"""The same answers give the same game, whether they are clicked at the page or typed at the terminal."""

from __future__ import annotations

import json
import shutil
from random import Random

import pytest
from msgspec import to_builtins

from cli.answer.sitting import Sitting
from cli.home.home import Home
from cli.rules.saved_games import games_folder, load_game
from cli.seat.hotseat import HotSeat
from cli.seat.local import open_saved
from tests.cli.answer.acts import acts, typed
from tests.cli.table.tables import SEED, Sitter, begun
from tests.cli.table.test_ahead import send

ANSWERS = 3
SCENARIOS = {"perikles": "standard", "pericles": "14.1.01B", "polis": "standard", "athens_sparta": "war"}


def with_a_card_and_a_form(home, game, random):
    """A game in which a card waits for its question, and a form for the next answer; both go into the book."""
    sitting = Sitting(open_saved(home, game, SEED), home)
    phase = sitting.now.phase
    sitting.do_ahead("look", phase)
    sitting.do_ahead(f"open {sitting.ahead.rests.questions[0].name}", phase)
    while sitting.ahead.opened.sheet is not None:
        sitting.ahead.act(random.choice(acts(sitting.ahead.opened.sheet.step)[:3]))
    sitting.ahead.act("keep")
    if sitting.form.name is not None:
        sitting.do_form("open", {}, phase)
        sitting.do_form("send", {}, phase)
    assert sitting.ahead.waiting


def played_at_the_page(sitter, game, random):
    """Some answers, and the lines that would give the same at a terminal."""
    lines, answered = [], 0
    sitter.open(f"games/{game}")
    while answered < ANSWERS and sitter.stage != "over":
        step = sitter.table.sitting(game).sheet.step
        if step is not None:
            act = random.choice([*acts(step)[:4], *acts(step)[-4:]])
            lines.append(typed(step, act))
            send(sitter, "act", act)
            continue
        send(sitter, "word", "final")
        lines.append("")
        if sitter.stage == "sure":
            send(sitter, "word", "final")
            lines.append("yes")
        answered += 1
    return lines


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_same_answers_at_the_page_and_at_the_terminal_are_the_same_orders_cards_and_books(
    name, tmp_path, alone, monkeypatch
):
    given, truth = [], HotSeat.give

    def noted(self, seat, orders, book=None):
        plain = [self.rules.order_to_dict(order) for order in orders]
        given.append(json.dumps([self.position.phases, seat, plain, to_builtins(book)], sort_keys=True))
        return truth(self, seat, orders, book)

    monkeypatch.setattr(HotSeat, "give", noted)
    page, terminal, random = Home(tmp_path / "page"), Home(tmp_path / "home"), Random(f"{name} d")
    game = begun(page, name, SCENARIOS[name])
    with_a_card_and_a_form(page, game, random)
    shutil.copytree(page.root, terminal.root)
    sitter = Sitter(page)
    sitter.enter()
    lines = played_at_the_page(sitter, game, random)
    clicked, given[:] = [*given], []
    file = games_folder(terminal.root) / f"{game}.json"
    alone("play", "--resume", str(file), "--seed", SEED, stdin="".join(f"{line}\n" for line in [*lines, "q"]))
    assert given == clicked
    assert len(clicked) == ANSWERS
    assert any(json.loads(one)[3] for one in clicked)
    ends = [load_game(games_folder(home.root) / f"{game}.json") for home in (page, terminal)]
    assert ends[0].phases == ends[1].phases
    cards = [Sitting(open_saved(home, game, SEED), home).ahead.cards for home in (page, terminal)]
    assert to_builtins(cards[0]) == to_builtins(cards[1]) != []
