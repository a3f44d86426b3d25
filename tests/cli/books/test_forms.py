"""`ostraka book form`: the form of the table, answered at a terminal."""

from __future__ import annotations

from cli.answer.sitting import Sitting
from cli.home.home import Home
from cli.seat.delivery import plain_book
from cli.seat.hosted import HostedGame
from schemas.statements.payloads import BOOK


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
