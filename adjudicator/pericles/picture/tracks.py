"""The issue tracks of both Sides, 15 spaces each, with the debate that is under way."""

from __future__ import annotations

from contextlib import ExitStack

from adjudicator.kernel.subjects import subject
from adjudicator.pericles.names import name_of, words
from adjudicator.pericles.picture.counters import add_plaque
from adjudicator.pericles.picture.labels import ISSUE_LETTERS, capital
from adjudicator.pericles.state.position import Debate, Issue, Pericles
from adjudicator.pericles.state.tracks import half_of, where
from adjudicator.pericles.words import FACTIONS_OF, ISSUES, SideName
from adjudicator.pictures.shapes import INNER, LINE, MARGIN, WIDTH, Card, Flow
from adjudicator.pictures.wording import enumerated

END = 7
_CELL = INNER // (2 * END + 1)
_LEFT = MARGIN + (INNER - _CELL * (2 * END + 1)) // 2
_SPACE = 32
_CHIP = 30


def tracks(view: Pericles, top: int) -> list[Card]:
    """3.2-E: a track a Side; nothing while no issue is on one and none is debated."""
    sides = [side for side in view.sides if view.tracks[side]]
    cards: list[Card] = []
    for side in sides:
        cards.append(_track(view, side, cards[-1].bottom + 10 if cards else top))
    if cards:
        cards.append(_legend(view, cards[-1].bottom + 4))
    return cards


def _track(view: Pericles, side: SideName, top: int) -> Card:
    first, second = FACTIONS_OF[side]
    card = Card(_label(view, side), top, subject=subject("track", side))
    line = top + LINE // 2
    card.words(first, _LEFT, line, "strong")
    card.words(name_of(side), WIDTH // 2, line, "name", "middle")
    card.words(second, WIDTH - _LEFT, line, "strong", "end")
    spaces = top + LINE
    for number in range(2 * END + 1):
        x = _LEFT + number * _CELL
        card.box(x, spaces, _CELL, _SPACE, "step" if number - END else "centre")
        card.words(str(abs(number - END)), x + _CELL // 2, spaces + _SPACE // 2, "dull", "middle")
    deepest = _add_issues(card, view, side, spaces + _SPACE + 4)
    card.bottom = deepest
    _add_debate(card, view, side)
    return card


def _add_issues(card: Card, view: Pericles, side: SideName, top: int) -> int:
    """The issues under their spaces, in the order in which they came; the lower edge."""
    selected = view.debate.selected.get(side) if view.debate else None
    heights = [0] * (2 * END + 1)
    for index, issue in enumerate(view.tracks[side]):
        column = END - issue.space
        x, y = _LEFT + column * _CELL, top + heights[column] * _CHIP
        with card.thing(subject("issue", issue.kind), f"{name_of(issue.kind)} on {where(side, issue.space)}"):
            add_plaque(card, side, x + 2, y, _CELL - 4, _CHIP - 3)
            card.words(ISSUE_LETTERS[issue.kind], x + _CELL // 2, y + _CHIP // 2 - 2, "pale", "middle")
        if index == selected:
            card.box(x, y - 2, _CELL, _CHIP + 1, "now")
        heights[column] += 1
    return top + max(heights) * _CHIP + 4


def _add_debate(card: Card, view: Pericles, side: SideName) -> None:
    """6.12: the debate of this Side, below its track."""
    for text, played in _debate(view, side).items():
        flow = Flow(card, MARGIN, card.bottom, INNER)
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
    of = f": {capital(name_of(issue.kind))} on {where(side, issue.space)}" if issue else ""
    return {f"Debate {debate.number} of 6{of}": [], **_played(view, debate, side)}


def _played(view: Pericles, debate: Debate, side: SideName) -> dict[str, list[str]]:
    lines = {}
    for faction in FACTIONS_OF[side]:
        if faction in debate.cards:
            helper = debate.entourage_card.get(faction)
            card = _card_of(view, debate.cards[faction]) + (f" and {_card_of(view, helper)}" if helper else "")
            total = f", total {debate.totals[faction]}" if faction in debate.totals else ""
            lines[f"{faction} play {card}{total}"] = [one for one in (debate.cards[faction], helper) if one]
    return lines


def _card_of(view: Pericles, card: str) -> str:
    return f"{words(view, subject('card', card))}, {card}"


def _legend(view: Pericles, top: int) -> Card:
    """The letters of the issues that lie on a track."""
    card = Card("", top)
    there = [issue.kind for side in view.sides for issue in view.tracks[side]]
    meant = [f"{ISSUE_LETTERS[kind]} {capital(name_of(kind))}" for kind in ISSUES if kind in there]
    flow = Flow(card, MARGIN, top, INNER)
    for text in meant:
        flow.words(text, "faint").gap(14)
    card.bottom = flow.bottom
    return card


def _label(view: Pericles, side: SideName) -> str:
    """The track in words, from the end of the first-named Faction to that of the other."""
    spots: list[str] = []
    for space in range(END, -END - 1, -1):
        there: list[Issue] = [issue for issue in view.tracks[side] if issue.space == space]
        if there:
            captured = ", captured" if abs(space) == END else ""
            spots.append(f"{where(side, space)}{captured}: {enumerated(name_of(one.kind) for one in there)}")
    first, second = (half_of(side, space) for space in (1, -1))
    track = f"Track of {name_of(side)} from {first} to {second}: {'; '.join(spots)}"
    return "; ".join([track, *_debate(view, side)])
