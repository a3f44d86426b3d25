"""The Aristophanes card of the turn, and the viewer's own hand and Entourage with the lines for their Faction."""

from __future__ import annotations

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import count_of, subject
from adjudicator.pericles.components.model import LeaderCard, Line
from adjudicator.pericles.names import card_name, card_title, name_of, words
from adjudicator.pericles.picture.labels import capital
from adjudicator.pericles.state.position import HiddenWord, Pericles
from adjudicator.pericles.state.tracks import where
from adjudicator.pericles.words import SIGN, FactionName
from adjudicator.pictures.shapes import Card, Flow, Frame
from adjudicator.pictures.wording import enumerated

_NEEDS = {
    "controlling": "if Controlling",
    "pre_plague": "Pre-Plague",
    "post_plague": "Post-Plague",
    "at_war": "at War",
    "alcibiades_in_athens": "Alcibiades in Athens",
    "alcibiades_not_in_athens": "Alcibiades not in Athens",
}


def play(view: Pericles, frame: Frame, top: int) -> list[Card]:
    """5.11: the card of this turn, its issues and its effects."""
    deck = f"{count_of(len(view.aristophanes_deck), 'play')} in the deck"
    if view.aristophanes is None:
        card = Card(deck, top)
        card.bottom = frame.flow(card, top, 8).words(deck, "weak").bottom
        return [card] if view.aristophanes_deck else []
    printed = view.box.plays[view.aristophanes]
    issues = []
    for one in printed.issues:
        space = SIGN[one.faction] * one.space if one.faction else 0
        issues.append(f"{capital(name_of(one.issue))} of {name_of(one.side)} on {where(one.side, space)}")
    named = subject("card", printed.id)
    text = f"{words(view, named)} ({printed.id})"
    card = Card(f"{text}: {enumerated(issues)}", top, subject=named)
    flow = frame.flow(card, top + 3, 8).words(text, "firm").gap(12)
    card.bottom = flow.prose("; ".join(issues)).gap(12).words(deck, "weak").bottom + 3
    return [card.framed("card", frame)]


def hand(view: Pericles, faction: FactionName, frame: Frame, top: int) -> list[Card]:
    """The cards in the viewer's hand."""
    return _row_of_cards(view, faction, view.hands[faction], frame, top)


def entourage(view: Pericles, faction: FactionName, frame: Frame, top: int) -> list[Card]:
    """5.23-A: the cards that the viewer has set aside."""
    return _row_of_cards(view, faction, view.entourages[faction], frame, top)


def _row_of_cards(view: Pericles, faction: FactionName, held: list[HiddenWord], frame: Frame, top: int) -> list[Card]:
    cards: list[Card] = []
    for word in held:
        if not isinstance(word, Unknown):
            cards.append(_card(view, faction, word, frame, cards[-1].bottom + 4 if cards else top))
    return cards


def _card(view: Pericles, faction: FactionName, word: str, frame: Frame, top: int) -> Card:
    printed = view.box.cards[word]
    title = card_title(printed)
    lines = [line_in_words(line) for line in printed.lines_of(faction)]
    if isinstance(printed, LeaderCard):
        lines.append(
            f"as seventh card {printed.seventh_card['post_plague' if view.post_plague else 'pre_plague']} tokens"
        )
    card = Card(f"{card_name(printed)}, {word}: {'; '.join(lines)}", top, subject=subject("card", word))
    left = frame.edge + 8
    card.box(left, top + 5, 22, 22, "slot", 4)
    card.words(str(printed.value), left + 11, top + 16, "number", "middle")
    flow = Flow(card, left + 30, top + 3, frame.inner - 46)
    flow.words(title, "firm").words(word, "weak").gap(12)
    card.bottom = flow.prose("; ".join(lines)).bottom + 3
    return card.framed("card", frame)


def line_in_words(line: Line) -> str:
    """6.2-A: a line of a card: `Military +3, 2 tokens (at War)`."""
    issue = capital(name_of(line.issue))
    if line.exclude:
        issue += f" but {enumerated(capital(name_of(kind)) for kind in line.exclude)}"
    needs = f" ({enumerated(_NEEDS[one] for one in line.requires)})" if line.requires else ""
    return f"{issue} +{line.bonus}, {line.strategos} token{'' if line.strategos == 1 else 's'}{needs}"
