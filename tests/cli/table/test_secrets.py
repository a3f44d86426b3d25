"""The table of a game on this machine holds all that is hidden; nothing that it shows or advises tells of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel import Chance
from cli.home.home import Home
from cli.rules.saved_games import key_of
from cli.seat.hotseat import HotSeat
from cli.seat.local import open_saved
from tests.cli.table.tables import SEED, Sitter, begun

PHASES = {"perikles": (34,), "polis": (4,), "athens_sparta": (12,), "pericles": (8,)}
SCENARIOS = {"pericles": "14.1.08A"}
BESIDE = ("", "/why", "/help", "/scenes", "/scenes/places", "/then/{last}")
ADVICE = "Ask a bot"


def pages(home, name):
    """All that somebody sees at the table: the question with its cards, the log, scenes, helps, a bot's advice."""
    sitter = Sitter(home)
    sitter.enter()
    sitter.open(f"games/{name}")
    last = sitter.table.sitting(name).game.views()[-1]
    answers = [sitter.open(f"games/{name}{one.format(last=last)}") for one in BESIDE]
    assert {one.status_code for one in answers} == {200}
    sitter.open(f"games/{name}")
    seen = [one.get_data(as_text=True) for one in answers]
    if any(said == ADVICE for said, _, _ in sitter.buttons):
        sitter.press(ADVICE)
        seen.append(sitter.page)
    return [one.replace(sitter.guard.home, "/") for one in seen]


def compared(tmp_path, monkeypatch, name, phases):
    """For each of these phases: was something dealt otherwise that looks the same to the person, and does it show?"""
    home, made = Home(tmp_path), HotSeat.__init__
    saved = begun(home, name, SCENARIOS.get(name))
    game = open_saved(home, saved, SEED)
    bot = game.rules.bot("steady")
    for phase in phases:
        while (now := game.now()).phase is not None and now.phase < phase:
            game.give(now.phase, bot(now.view, game.seat, Chance(key_of(b"secrets", now.phase))), "final")
        if now.phase is None:
            return
        plain, dealt = pages(home, saved), []

        def otherwise(hot, *given, dealt=dealt, seed=phase):
            made(hot, *given)
            other = hot.rules.redeal(hot.position, hot.turn, Chance(key_of(b"otherwise", seed)))
            dealt.append(hot.rules.encode(other) != hot.rules.encode(hot.position))
            hot.position = hot.resolutions[-1].position = other

        with monkeypatch.context() as patched:
            patched.setattr(HotSeat, "__init__", otherwise)
            shows = pages(home, saved) != plain
        yield shows, dealt[0]


@pytest.mark.parametrize("name", PHASES)
def test_nothing_at_the_table_shows_what_its_reader_may_not_know(tmp_path, monkeypatch, name):
    assert [*compared(tmp_path, monkeypatch, name, PHASES[name])] == [(False, True)]


@pytest.mark.soak
@pytest.mark.parametrize("name", PHASES)
def test_nothing_at_the_table_shows_it_in_any_phase(tmp_path, monkeypatch, name):
    found = [*compared(tmp_path, monkeypatch, name, range(0, 400, 3))]
    assert not any(shows for shows, _ in found)
    assert sum(dealt for _, dealt in found) > len(found) // 2


def test_a_page_that_tells_what_is_hidden_is_found(tmp_path, monkeypatch):
    def view(hot, seat):
        return replace(hot.rules.view(hot.position, seat), special=hot.position.special)

    monkeypatch.setattr(HotSeat, "view", view)
    assert [*compared(tmp_path, monkeypatch, "perikles", PHASES["perikles"])] == [(True, True)]
