"""What changed between two boards."""

from __future__ import annotations

from adjudicator.pictures.changes import changed, marked


def board(lower, **words):
    """Six places in a row, each with a path and its words, so much lower on the page."""
    places = "".join(
        f'<g data-id="place:{name}"><rect x="{10 * x}" y="{20 + lower}"/><path d="M{10 * x} {25 + lower}h4v4z"/>'
        f'<text x="3" y="{30 + lower}">{words.get(name, "nobody")}</text>'
        f'<g class="ghosts" data-at="3,{40 + lower}"/></g>'
        for x, name in enumerate("abcdef")
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{places}</svg>'


def test_what_says_something_else_has_changed():
    assert changed(board(0), board(0)) == []
    assert changed(board(0), board(0, b="red")) == ["place:b"]


def test_a_section_that_stands_lower_has_not_changed_for_that():
    assert changed(board(0), board(18, c="green")) == ["place:c"]


def test_what_moves_alone_or_is_new_has_changed():
    before, after = board(0), board(0)
    moved = after.replace('x="20" y="20"', 'x="20" y="38"').replace("M20 25", "M20 43")
    assert changed(before, moved) == ["place:c"]
    new = after.replace("</svg>", '<g data-id="piece:x"><rect x="1" y="1"/></g></svg>')
    assert changed(before, new) == ["piece:x"]


def test_what_changed_is_marked_in_gold_on_a_board_that_stands_for_itself():
    drawn = marked(board(0), board(0, b="red"))
    assert drawn.count('<g class="changed" data-id="place:b">') == drawn.count('class="changed"') == 1
    assert 'class="changed"' not in marked(board(0), board(0))
