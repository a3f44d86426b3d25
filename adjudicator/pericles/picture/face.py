"""How a Political card looks among the answers."""

from __future__ import annotations

from adjudicator.kernel.previews import Face
from adjudicator.kernel.subjects import split
from adjudicator.pericles.names import card_name
from adjudicator.pericles.picture.panels import line_in_words
from adjudicator.pericles.state.card_lines import aligned_line, total_of
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FACTION_AT, SIDE_OF


def face(view: Pericles, seat: str, one: str) -> Face | None:
    """3.2-G, 6.2-C: its value, its lines; in a debate the line that counts, and the total."""
    kind, name = split(one)
    printed = view.box.cards.get(name) if kind == "card" else None
    if printed is None or seat not in FACTION_AT:
        return None
    faction = FACTION_AT[seat]
    side = SIDE_OF[faction]
    debated = view.debate.selected.get(side) if view.debate else None
    issue = view.tracks[side][debated].kind if debated is not None else None
    now = aligned_line(view, faction, name, issue) if issue else None
    lines = [(line_in_words(line), line is now or line == now) for line in printed.lines_of(faction)]
    total = [(f"{total_of(view, faction, name, issue)} in all", now is not None)] if issue else []
    return Face(str(printed.value), card_name(name, view.box).rpartition(" (")[0], (*lines, *total))
