"""A game on this machine, seen from one seat: what is asked beside a book, and what is told of it."""

import json
import os
import re

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator import registry
from adjudicator.registry import title
from cli.answer.keeping import Kept
from cli.answer.sitting import Sitting
from cli.errors import Misuse, Refused
from cli.home.home import Home
from cli.rules.saved_games import FORMAT, SavedGame, key_of, load_game, secret_of
from cli.seat.hosted import chapter_of
from cli.seat.hotseat import HotSeat
from cli.seat.local import Listed, LocalGame, games_here, open_saved
from tests.cli.play.hotseats import saved_game
from tests.cli.table.tables import SEED, Sitter, begun, going, played_on
from tests.titles import ballot, ballot_2

BOOK = [{"question": "D-S1", "choose": [{"city": "athens"}]}]


def test_the_page_says_that_the_book_answered_as_the_terminal_does(tmp_path):
    home = Home(tmp_path)
    name = begun(home)
    path = tmp_path / "games" / f"{name}.json"
    saved = json.loads(path.read_text())
    saved["books"] = {saved["people"][0]: BOOK}
    path.write_text(json.dumps(saved))
    sitter = Sitter(home)
    sitter.enter()
    sitter.open(f"games/{name}?log=all")
    assert "Your book answered for you: place a free cube." in sitter.text


def test_the_page_says_which_order_fell(tmp_path):
    game = HotSeat(saved_game("fell", scenario="opening"), secret_of("fell"), None)
    seat = game.turn
    rules = title("perikles")
    order = rules.default(game.view(seat), seat, "D-S1")
    second = next(one for one in rules.options(game.view(seat), seat, "D-S1") if one != order)
    game.give(seat, [order, second])
    told = [told.sentence for chapter in LocalGame(game, "fell", seat).chapters() for told in chapter.told]
    assert [one for one in told if "was not carried out" in one]


def test_two_games_of_one_name_share_nothing_that_is_kept(tmp_path):
    home = Home(tmp_path)
    games = [LocalGame(HotSeat(saved_game(seed), secret_of(seed), None), "duo", "red") for seed in ("one", "two")]
    assert len({game.file_name for game in games}) == 2
    Kept(home, games[0].file_name, "red").keep_notes("mine")
    assert Kept(home, games[1].file_name, "red").notes == ""


def test_acts_that_come_to_something_else_under_other_rules_are_not_taken_over(tmp_path):
    home = Home(tmp_path)
    game = LocalGame(HotSeat(saved_game("acts"), secret_of("acts"), None), "acts", "red")
    sitting = Sitting(game, home)
    phase = sitting.now.phase
    sitting.act("take 0", phase, 0)
    assert Sitting(game, home).sheet.in_order == sitting.sheet.in_order
    acts, came = sitting.kept.acts(phase)
    sitting.kept.keep_acts(phase, acts, [["Another city."], came[1]])
    again = Sitting(game, home)
    assert (again.sheet.acts, again.sheet.in_order) == ([], [])
    assert again.notice == ["What you had begun to answer does not fit any more: answer once more."]


def test_the_game_that_was_played_last_comes_first_whatever_its_file_is_dated(tmp_path):
    home = Home(tmp_path)
    first, second = begun(home), begun(home)
    assert going(home) == [second, first]
    game = open_saved(home, first)
    order = game.rules.default(game.now().view, game.seat, game.now().asked[0])
    game.give(game.now().phase, [order], "final")
    os.utime(tmp_path / "games" / f"{second}.json", (2**31, 2**31))
    assert going(home) == [first, second]


def test_a_game_that_was_saved_before_is_still_read(tmp_path):
    home = Home(tmp_path)
    name = begun(home)
    path = tmp_path / "games" / f"{name}.json"
    saved = json.loads(path.read_text())
    del saved["played"]
    path.write_text(json.dumps({**saved, "begun": {"phase": 1, "seat": "red", "orders": []}}))
    assert open_saved(home, name).now().asked


NAMES = "Carla, <b>Ben"
CALLED = {"red": "Carla", "green": "<b>Ben", "black": "black"}


def test_a_list_of_games_passes_over_what_it_does_not_show(tmp_path):
    saved = replace(saved_game("short", scenario="opening"), over=True, scores={"red": 7}, won="Red won")
    plain = json.loads(msgspec.json.encode(saved)) | {"phases": [{"unread": 1}], "books": "unread"}
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "short.json").write_text(json.dumps(plain))
    assert games_here(Home(tmp_path)) == [Listed("short", "perikles", "opening", 1, {"red": 7}, True, "Red won", 0.0)]
    with pytest.raises(Misuse, match="is not a saved game"):
        open_saved(Home(tmp_path), "short")


def test_people_at_one_table_pass_it_on_and_each_page_is_shown_to_its_reader_alone(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    begun = sitter.post(f"{sitter.guard.home}new", scenario="perikles standard", seats="4", people="3", names=NAMES)
    name = begun.headers["Location"].rpartition("/")[2]
    sitter.open(f"games/{name}")
    seen = []
    for _ in range(4):
        game = sitter.table.sitting(name).game
        called = CALLED[game.seat]
        side = f" ({game.seat})" if called != game.seat else ""
        assert f"{called}{side} answers next" in sitter.text
        assert "<svg" not in sitter.page
        sitter.press(f"I play {called}: show my page")
        seen.append(game.seat)
        while sitter.stage == "step":
            sitter.press(next(said for said, _, fields in sitter.buttons if fields.get("act", "").startswith("take")))
        assert ("and the bots play on" in sitter.text) is (not game.comes_next.startswith("It is noted"))
        sitter.press("Play it")
        if sitter.stage == "waiting":
            sitter.press(f"Pass the machine to {CALLED[game.next_here.seat]}")
    assert len(set(seen)) == 3
    sitter.press("I play Carla: show my page")
    assert "&lt;b&gt;Ben put a cube in" in re.sub(r"</?[ai][^>]*>", "", sitter.page)
    sitter.post(f"{sitter.guard.home}new", scenario="perikles standard", people="2", names="x" * 25)
    assert "Names are short texts" in sitter.text
    saved = load_game(tmp_path / "games" / f"{name}.json")
    assert all(one.sent.keys() <= {*saved.seats} for one in saved.phases)


def test_what_becomes_of_an_answer_in_a_veiled_phase_tells_nobody_who_else_is_asked(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    begun = sitter.post(f"{sitter.guard.home}new", scenario="perikles standard", seats="4", people="3", names=NAMES)
    game = sitter.table.sitting(begun.headers["Location"].rpartition("/")[2]).game
    phase, said = game.game.position.phase, []
    for seats in ([game.seat], ["red", "green", "black"]):
        asks = [replace(phase.asks[0], seat=seat) for seat in seats]
        game.game.position.phase = replace(phase, asks=asks, veiled=True)
        said.append(game.comes_next)
    assert said[0] == said[1] == "It is noted, and opened when everybody who is asked has answered."


def test_a_game_goes_on_under_newer_rules_from_where_it_stood(tmp_path, monkeypatch):
    path = tmp_path / "vote.json"
    old = ballot_game(path, monkeypatch)
    answer_all(old)
    answer_all(old, but="gamma")
    begun = old.position.phases

    monkeypatch.setattr(registry, "_registered", {})
    registry.register(ballot_2.TITLE)
    game = LocalGame.opened(path)
    assert (game.seat, game.now().phase, game.rules.version) == ("alpha", begun, "ballot/2")
    assert [told.sentence for told in game.chapters()[0].told] == [
        "Mercy takes a sherd of 5 (it was 4).",
        "Nobody writes notes.",
    ]
    assert list(game.views()) == [begun - 1]
    while game.game.position.phase is not None:
        answer_all(game.game)
    assert game.views()[-1] == game.game.position.phases
    again = load_game(path)
    assert (again.version, again.over, again.first) == ("ballot/2", True, begun - 1)
    [earlier] = again.earlier
    assert (earlier.version, len(earlier.phases)) == ("ballot/1", begun - 1)
    assert ballot_2.TITLE.encode([*again.resolutions()][-1].position) == ballot_2.TITLE.encode(game.game.position)


def test_without_an_upgrade_a_game_says_which_rules_it_needs(tmp_path, monkeypatch):
    path = tmp_path / "vote.json"
    ballot_game(path, monkeypatch)
    before = path.read_bytes()
    monkeypatch.setattr(registry, "_registered", {})
    registry.register(replace(ballot_2.TITLE, upgrades={}))
    with pytest.raises(Refused, match="needs the rules of ballot/1"):
        LocalGame.opened(path)
    assert path.read_bytes() == before


def ballot_game(path, monkeypatch):
    """A new game of the ballot by its older rules, all of its seats held by people."""
    monkeypatch.setattr(registry, "_registered", {})
    registry.register(ballot.TITLE)
    people = ["alpha", "beta", "gamma"]
    setup = key_of(secret_of("old"), "setup")
    return HotSeat(SavedGame(FORMAT, "ballot", "ballot/1", "assembly", people, people, "", {}, setup), b"", path)


def answer_all(game, but=None):
    """Give what each person leaves to its default, until a phase is resolved; or until it is one person's turn."""
    phase = game.position.phases
    while game.position.phases == phase and (seat := game.turn) not in (None, but):
        view = game.view(seat)
        game.give(seat, [game.rules.default(view, seat, ask.name) for ask in game.rules.unanswered(view, seat)])


@pytest.mark.parametrize("name", ["perikles", "polis", "athens_sparta"])
def test_a_phase_is_resolved_again_for_the_boards_in_it(tmp_path, name):
    home = Home(tmp_path)
    saved = begun(home, name)
    played_on(home, saved, 6)
    game = open_saved(home, saved, SEED)
    rules, chapters = game.rules, game.chapters()
    between = 0
    for chapter in chapters:
        moments = game.moments(chapter.phase)
        assert (min(moments), max(moments)) == (0, len(chapter.events))
        assert rules.encode(game.view_at(chapter.phase, moments[-1])) == rules.encode(game.view_after(chapter.phase))
        if chapter.phase:
            before = game.view_after(chapter.phase - 1)
            assert rules.encode(game.view_at(chapter.phase, 0)) == rules.encode(before)
        between += len(set(moments)) - 2
        told = [rules.sentence(one, game.now().view) for one in chapter.events]
        assert [one.sentence for one in chapter.told if one.number] == told
    assert between > 0
    with pytest.raises(KeyError):
        game.view_at(chapters[-1].phase + 1, 0)


@pytest.mark.parametrize("name", ["perikles", "pericles", "polis", "athens_sparta"])
def test_the_events_of_a_report_are_read_as_they_were_told(tmp_path, name):
    home = Home(tmp_path)
    saved = begun(home, name)
    game = open_saved(home, saved, SEED)
    for chapter in game.chapters():
        told = [game.rules.event_to_dict(one) for one in chapter.events]
        read = chapter_of(game.rules, chapter.phase, told, [])
        assert [game.rules.event_to_dict(one) for one in read.events] == told
        older = chapter_of(game.rules, chapter.phase, [{**one, "event": "of-older-rules"} for one in told], [])
        assert older.events == ()
        assert [one.sentence for one in older.told] == [one["sentence"] for one in told]
