"""A form that writes a book; at a real host."""

SIX = "\n" * 6


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
