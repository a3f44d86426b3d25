"""`ostraka book form`: the form of the table, answered at a terminal."""

from __future__ import annotations

from cli.answer.sitting import Sitting
from cli.home.home import Home
from cli.seat.delivery import plain_book
from cli.seat.hosted import HostedGame
from schemas.statements.payloads import BOOK

SIX = "\n" * 6


def at_the_table(table, who, seat):
    return Sitting(HostedGame(table.client(who), table.game, seat), Home(table.stage.home(who).root))


def test_a_form_begun_at_the_terminal_is_half_filled_in_at_the_table_and_the_other_way_round(table):
    who, seat = table.asked()
    said = table.ostraka(who, "book", "form", table.game, seat, stdin="2\n", expect=1).stdout
    assert said.count("Which") == 2
    sitting = at_the_table(table, who, seat)
    first, second = sitting.form.filled.questions[:2]
    assert sitting.form.answers[first.id] == first.answers[1].id
    sitting.do_form("mark", {second.id: second.answers[-1].id}, 1)
    table.ostraka(who, "book", "form", table.game, seat, stdin="\n" * len(sitting.form.filled.questions) + "n\n")
    again = at_the_table(table, who, seat).form
    assert again.looked_over
    assert (again.answers[first.id], again.answers[second.id]) == (first.answers[1].id, second.answers[-1].id)


def test_a_form_writes_the_same_book_at_the_terminal_and_at_the_table(table):
    who, seat = table.asked()
    sitting = at_the_table(table, who, seat)
    sitting.do_form("open", {}, 1)
    written = sitting.form.book()
    sitting.do_form("close", {}, 1)
    said = table.ostraka(who, "book", "form", table.game, seat, stdin="\n" * 9 + "y\n").stdout
    assert "The book that this writes:" in said
    assert "receipt is verified and kept in" in said
    assert table.client(who).own_envelope(table.game, seat, BOOK)[1] == plain_book(written) != []


def test_six_questions_answered_with_enter_write_a_book_that_is_explained_and_sent(table):
    who, seat = table.asked()
    told = table.ostraka(who, "book", "form", table.game, seat, stdin=f"{SIX}y\n").stdout
    assert "A few questions" in told
    assert told.count("Which [1]: ") == 6
    assert "Propose a candidate (D-3): me where I have most cubes (every time)." in told
    assert f"{seat} in {table.game}, book (final)" in told
    table.wait_beyond(1)


def test_a_book_of_the_form_can_be_kept_in_a_file_and_sent_later(table, tmp_path):
    who, seat = table.asked()
    file = tmp_path / "book.yaml"
    told = table.ostraka(who, "book", "form", table.game, seat, "-o", str(file), stdin="2\n2\n2\n2\n2\n2\n").stdout
    assert f"ostraka book send {file} {table.game} {seat}" in told
    table.ostraka(who, "book", "check", str(file), "--title", "perikles")
    assert "has never had a book" in table.ostraka(who, "book", "show", table.game, seat, expect=1).stderr
