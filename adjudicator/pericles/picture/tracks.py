"""The issue tracks of both Sides, 15 spaces each, with the debate that is under way."""

from __future__ import annotations

from contextlib import ExitStack

from adjudicator.kernel.subjects import subject
from adjudicator.pericles.names import card_name, in_short, name_of, words
from adjudicator.pericles.picture.counters import ISSUE_LETTERS, add_plaque, capital
from adjudicator.pericles.state.position import Debate, Issue, Pericles
from adjudicator.pericles.state.tracks import space_name
from adjudicator.pericles.words import FACTIONS_OF, ISSUES, SideName
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.pictures.told import enumerated

END = 7
_SPACE = 22
_CHIP = 23


def tracks(view: Pericles, frame: Frame, top: int) -> list[Card]:
    """3.2-E: a track a Side; nothing while no issue is on one and none is debated."""
    sides = [side for side in view.sides if view.tracks[side] or view.debate]
    cards: list[Card] = []
    for side in sides:
        cards.append(_track(view, side, frame, cards[-1].bottom + 8 if cards else top))
    if cards:
        cards.append(_legend(view, frame, cards[-1].bottom + 4))
    return cards


def cell_of(frame: Frame) -> int:
    """The width of a space of a track."""
    return min(40, frame.inner // (2 * END + 1))


def left_of(frame: Frame) -> int:
    """Where the tracks begin."""
    return (frame.width - cell_of(frame) * (2 * END + 1)) // 2


def _track(view: Pericles, side: SideName, frame: Frame, top: int) -> Card:
    first, second = FACTIONS_OF[side]
    card = Card(_label(view, side), top, subject=subject("track", side))
    cell, left = cell_of(frame), left_of(frame)
    card.words(in_short(first), left, top + 13, "firm")
    card.words(name_of(side), frame.width // 2, top + 13, "place", "middle")
    card.words(in_short(second), frame.width - left, top + 13, "firm", "end")
    spaces = top + 26
    for number in range(2 * END + 1):
        x = left + number * cell
        card.box(x, spaces, cell, _SPACE, "step" if number - END else "centre")
        card.words(str(abs(number - END)), x + cell // 2, spaces + _SPACE // 2, "dull", "middle")
    card.bottom = _add_issues(card, view, side, frame, spaces + _SPACE + 3)
    _add_debate(card, view, side, frame)
    return card


def _add_issues(card: Card, view: Pericles, side: SideName, frame: Frame, top: int) -> int:
    """The issues under their spaces, in the order in which they came; the lower edge."""
    selected = view.debate.selected.get(side) if view.debate else None
    cell, left = cell_of(frame), left_of(frame)
    heights = [0] * (2 * END + 1)
    for index, issue in enumerate(view.tracks[side]):
        column = END - issue.space
        x, y = left + column * cell, top + heights[column] * _CHIP
        said, disc = f"{name_of(issue.kind)} on {space_name(side, issue.space)}", f"{issue.kind}@{side}"
        with card.thing(subject("issue", issue.kind), said), card.thing(subject("issue", disc, issue.space), said):
            add_plaque(card, side, x + 1, y, cell - 2, _CHIP - 2)
            card.words(ISSUE_LETTERS[issue.kind], x + cell // 2, y + _CHIP // 2 - 1, "pale", "middle")
        if index == selected:
            card.box(x, y - 2, cell, _CHIP + 1, "now")
        heights[column] += 1
    return top + max(heights) * _CHIP + 4


def _add_debate(card: Card, view: Pericles, side: SideName, frame: Frame) -> None:
    """6.12: the debate of this Side, below its track."""
    for text, played in _debate(view, side).items():
        flow = frame.flow(card, card.bottom, 8)
        with ExitStack() as things:
            for one in played:
                things.enter_context(card.thing(subject("card", one), words(view, subject("card", one))))
            flow.prose(text)
        card.bottom = flow.bottom


def _debate(view: Pericles, side: SideName) -> dict[str, list[str]]:
    """Its number and issue; the cards that were revealed, with their totals: the lines, with the cards in each."""
    debate = view.debate
    if debate is None:
        return {}
    selected = debate.selected.get(side)
    issue = view.tracks[side][selected] if selected is not None and selected < len(view.tracks[side]) else None
    of = f": {capital(name_of(issue.kind))} on {space_name(side, issue.space)}" if issue else ""
    return {f"Debate {debate.number} of 6{of}": [], **_played(view, debate, side)}


def _played(view: Pericles, debate: Debate, side: SideName) -> dict[str, list[str]]:
    lines = {}
    for faction in FACTIONS_OF[side]:
        if faction in debate.cards:
            helper = debate.entourage_card.get(faction)
            card = card_name(debate.cards[faction], view.box) + (
                f" and {card_name(helper, view.box)}" if helper else ""
            )
            total = f", total {debate.totals[faction]}" if faction in debate.totals else ""
            lines[f"{in_short(faction)} play {card}{total}"] = [one for one in (debate.cards[faction], helper) if one]
    return lines


def _legend(view: Pericles, frame: Frame, top: int) -> Card:
    """The letters of the issues that lie on a track."""
    card = Card("", top)
    there = [issue.kind for side in view.sides for issue in view.tracks[side]]
    meant = [f"{ISSUE_LETTERS[kind]} {capital(name_of(kind))}" for kind in ISSUES if kind in there]
    flow = frame.flow(card, top, 8)
    for text in meant:
        flow.words(text, "weak").gap(10)
    card.bottom = flow.bottom
    return card


def _label(view: Pericles, side: SideName) -> str:
    """The track in words, from the end of the first-named Faction to that of the other."""
    spots: list[str] = []
    for space in range(END, -END - 1, -1):
        there: list[Issue] = [issue for issue in view.tracks[side] if issue.space == space]
        if there:
            captured = ", captured" if abs(space) == END else ""
            spots.append(f"{space_name(side, space)}{captured}: {enumerated(name_of(one.kind) for one in there)}")
    first, second = FACTIONS_OF[side]
    track = f"Track of {name_of(side)} from {name_of(first)} to {name_of(second)}: {'; '.join(spots)}"
    return "; ".join([track, *_debate(view, side)])
