"""Lists that a person puts in order at a terminal."""

import io

import pytest

from adjudicator.registry import title
from cli.answer.ranked_sheet import RankedSheet
from cli.play.ahead.ranked_lists import put_in_order
from cli.play.screen import Left
from tests.adjudicator.players import begin

PERICLES = title("pericles")


@pytest.fixture
def sheet():
    position = begin(PERICLES, 2, 0, "14.1.01B").position
    seat = position.phase.asks[0].seat
    return RankedSheet.of(PERICLES.form("debates"), PERICLES.view(position, seat), seat, [])


def put(sheet, monkeypatch, capsys, *typed):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*typed, ""])))
    put_in_order(sheet, "athens_af")
    return capsys.readouterr().out


def test_lines_come_first_in_the_order_typed_go_out_and_come_back(sheet, monkeypatch, capsys):
    first, second, third, fourth, *rest = sheet.lists[0].items
    told = put(sheet, monkeypatch, capsys, "3 1", "-2 -3", "+2", "", "", "")
    assert sheet.lists[0].items == [third, fourth, *rest, first]
    assert sheet.lists[0].out == [second]
    assert f"out: +1 {second[1]}" in told
    assert [card.question for card in sheet.cards()] == ["D5", "D6", "D7"]
    assert sheet.cards()[0].choose == [{"issues": [one for one, _ in sheet.lists[0].items]}]


def test_what_is_no_line_is_refused_in_words_and_q_leaves(sheet, monkeypatch, capsys):
    before = [[*one.items] for one in sheet.lists]
    with pytest.raises(Left):
        put(sheet, monkeypatch, capsys, "99", "first", "3 -1", "?", "q")
    assert [one.items for one in sheet.lists] == before
    told = capsys.readouterr().out
    assert "there is no line 99" in told
    assert told.count("has to be numbers of lines") == 2
    assert "put back the first line that was taken out" in told
