"""What lies beside the map: heading, strip of the Factions, expedition, Sides, the turn's play, the viewer's cards."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import count_of, subject
from adjudicator.pericles.components.model import LeaderCard, Line
from adjudicator.pericles.names import card_name, in_short, name_of, words
from adjudicator.pericles.picture.counters import LETTERS, Rack, add_plaque, capital, known, place_name, sign_of
from adjudicator.pericles.state.card_lines import aligned_line
from adjudicator.pericles.state.position import Expedition, HiddenWord, Pericles
from adjudicator.pericles.state.theaters import capacity, load
from adjudicator.pericles.state.tracks import space_name
from adjudicator.pericles.words import (
    BASES_OF,
    FACTIONS,
    FACTIONS_OF,
    ISSUES,
    MARKERS,
    SIDE_OF,
    SIDES,
    SIGN,
    THEATERS,
    UNITS_OF,
    FactionName,
    IssueKind,
    PieceName,
    SideName,
)
from adjudicator.pictures.shapes import Card, Cell, Flow, Frame, Row
from adjudicator.pictures.told import awaited, enumerated, whose


def stage(view: Pericles) -> str:
    """The turn and its years."""
    if view.outcome is not None:
        return "The game is over"
    years = view.box.components.turn_dates.get(view.turn)
    return f"Turn {view.turn}" + (f", {years} BC" if years else "")


def standing(view: Pericles) -> str:
    """Who has won, or who is asked."""
    if view.outcome is not None:
        places = sorted((view.outcome.places[f], FACTIONS.index(f)) for f in FACTIONS if f in view.outcome.places)
        return enumerated(f"{place}. {in_short(FACTIONS[number])}" for place, number in places)
    if awaited(view):
        return f"Asked now: {enumerated(map(in_short, awaited(view)))}"
    return "The game waits for orders; the rules hide whose." if view.phase else ""


def conditions(view: Pericles) -> list[str]:
    """What the rules ask about again and again: War or Peace, Plague, Alcibiades, the Persian War, the State Ship."""
    said = ["War" if view.war else "Peace", "Post-Plague" if view.post_plague else "Pre-Plague"]
    if view.facts.kind == "full":
        said.append("the Persian War lasts" if view.persian_war else "Peace of Callias made")
        said.append("Persia open" if view.persia_open else "Persia closed")
    if view.facts.kind != "political":
        said.append("State Ship ready" if view.state_ship else "State Ship used")
    return [
        *said,
        f"Alcibiades in {place_name(view.alcibiades)}" if view.alcibiades == "persia" else "Alcibiades in Athens",
    ]


def heading(view: Pericles, seat: str | None, frame: Frame) -> Card:
    """Scenario, turn, viewer; the conditions; who is asked, or who has won."""
    seen = f"The board {whose(seat and name_of(seat))}"
    card = Card(f"{game_said(view)} {seen}.", 4)
    order = _order(view)
    lines = [stage(view), view.facts.name, standing(view), seen]
    flow = frame.flow(card, 4).prose(" ".join(f"{line.rstrip('.')}." for line in lines if line), "firm").line()
    said = [capital(enumerated(conditions(view))), order]
    card.bottom = flow.prose(" ".join(f"{line}." for line in said if line), "weak").bottom
    return card


def game_said(view: Pericles) -> str:
    """Turn, scenario, conditions, Honor, and how the game stands."""
    turn = f" after turn {view.turn}" if view.outcome is not None else ""
    parts = [f"Pericles, {view.facts.name}: {stage(view)}{turn}", capital(enumerated(conditions(view)))]
    parts += [_honor(view), _order(view), standing(view)]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def _order(view: Pericles) -> str:
    return f"Honor Order: {enumerated(map(in_short, view.honor_order))}" if view.honor_order else ""


def strip(view: Pericles, seat: str | None, frame: Frame, top: int) -> list[Card]:
    """A box a Faction with its Honor; on wide pictures tokens, and the markers that are still to be placed."""
    gap, factions = 6, view.factions
    width = (frame.inner - gap * (len(factions) - 1)) // len(factions)
    return [
        _faction(view, faction, faction == seat, frame, frame.edge + number * (width + gap), top, width)
        for number, faction in enumerate(factions)
    ]


def _faction(view: Pericles, faction: FactionName, mine: bool, frame: Frame, x: int, top: int, width: int) -> Card:
    height = 50 if frame.shape == "wide" else 34
    shown = _in_short(view, faction)
    card = Card(
        f"{words(view, subject('seat', faction))} in short: Honor {view.honor[faction]}, {shown}", top, told="unsaid"
    )
    card.subject, card.bottom = subject("seat", faction), top + height
    card.box(x, top, width, height, "mine" if mine else "card")
    if faction in awaited(view):
        card.box(x + 1, top + 1, width - 2, height - 2, "asked")
    line = top + (16 if frame.shape == "wide" else height // 2)
    add_plaque(card, SIDE_OF[faction], x + 5, line - 11, 32, 22)
    card.words(sign_of(faction), x + 21, line, "pale", "middle")
    if view.governs(faction):
        card.sign("governs", x + 48, line)
    card.words(str(view.honor[faction]), x + width - 8, line, "lead", "end")
    if frame.shape == "wide":
        card.words(in_short(faction), x + 64, line, "place")
        card.words(shown, x + 8, top + 37, "mini")
    return card


def _in_short(view: Pericles, faction: FactionName) -> str:
    """Tokens behind the shield and committed, markers to be placed."""
    said = [f"tokens {'?' if isinstance(view.shields[faction], Unknown) else view.shields[faction]}"]
    sent = view.committed[faction]
    if sent != 0:
        said[0] += f", sent {'?' if isinstance(sent, Unknown) else sent}"
    if view.markers[faction]:
        said.append(count_of(len(view.markers[faction]), "marker"))
    if view.facts.kind != "theater":
        said.append(count_of(len(view.hands[faction]), "card"))
    return ", ".join(said)


def _honor(view: Pericles) -> str:
    """1-C: the Honor of every Faction."""
    said = []
    for faction in view.factions:
        governs = " (Controlling)" if view.governs(faction) else ""
        said.append(f"{in_short(faction)} {view.honor[faction]}{governs}")
    return f"Honor: {enumerated(said)}"


def expedition(view: Pericles, frame: Frame, top: int) -> list[Card]:
    """9.3: the Military issue that is being resolved."""
    if view.expedition is None:
        return []
    lines = _expedition_lines(view, view.expedition)
    card = Card("; ".join(lines), top)
    flow = frame.flow(card, top + 3, 8)
    for number, text in enumerate(lines):
        if number:
            flow.line()
        flow.prose(text, "line" if number else "firm")
    card.bottom = flow.bottom + 4
    return [card.framed("card", frame)]


def _expedition_lines(view: Pericles, under_way: Expedition) -> list[str]:
    lines = [f"Expedition to {place_name(under_way.theater)}, {name_of(under_way.general)} are Commanding General"]
    sent = [f"{in_short(faction)} {known(view.committed[faction])}" for faction in view.factions]
    lines.append(f"Tokens committed: {enumerated(sent)}" + (", State Ship" if under_way.state_ship else ""))
    if under_way.kind:
        totals = [f"{place_name(side)} {under_way.totals[side]}" for side in SIDES if side in under_way.totals]
        winner = f"; {place_name(under_way.winner)} won by {under_way.differential}" if under_way.winner else ""
        lines.append(f"Battle {under_way.battles}, {under_way.kind}: {enumerated(totals, 'no totals yet')}{winner}")
    return lines


# --- both sides with their factions -----------------------------------------------------------------------------------


_WILLS = {
    "control": "Control {}",
    "control_or_contest": "Control or contest {}",
    "build_base": "Build a base in {}",
}


def sides(view: Pericles, seat: str | None, frame: Frame, top: int) -> list[Card]:
    """A card a Side, then one for each of its Factions."""
    cards: list[Card] = []
    for side in view.sides:
        cards.append(_side(view, side, frame, cards[-1].bottom + 8 if cards else top))
        for faction in FACTIONS_OF[side]:
            cards.append(_in_full(view, faction, faction == seat, frame, cards[-1].bottom + 4))
    return cards


def _side(view: Pericles, side: SideName, frame: Frame, top: int) -> Card:
    lines = _side_lines(view, side)
    said = f"{name_of(side)}: {'; '.join([*lines, *_pools(view, side)])}"
    card = Card(said, top, subject=subject("side", side))
    flow = frame.flow(card, top + 4, 8).words(name_of(side), "place")
    card.words(f"Honor {view.side_honor(side)}", frame.width - frame.edge - 8, flow.y, "place", "end")
    if frame.shape == "wide":
        flow.line().prose("; ".join(lines))
    else:
        for text in lines:
            flow.line().prose(text)
    card.bottom = flow.bottom
    if view.facts.kind != "political":
        for word, pool in _pools_of(view, side):
            card.bottom = _add_pool(card, word, pool, frame, card.bottom)
    card.bottom += 4
    return card.framed("card", frame)


def _side_lines(view: Pericles, side: SideName) -> list[str]:
    # 2.2-A, 3.2-H, 3.2-F, 5.12, 9.46, 11.2
    aside = f", set aside {view.set_aside[side]}" if view.set_aside[side] else ""
    lines = [f"Stock {view.stock[side]}, Strategy Board {view.board[side]}{aside}"]
    lines.append(f"Deck {len(view.decks[side])}, discards {len(view.discards[side])}")
    if len(view.sides) > 1:
        lines.append(f"Treachery left {view.treachery_left(side)}, load {load(view, side)} of {capacity(view, side)}")
    favor = view.favor[side]
    lines.append(
        f"Controlling Faction {in_short(view.controlling[side])}, Favor {in_short(favor) if favor else 'neutral'}"
    )
    if view.hostages[side]:
        lines.append("Holds Hostages")
    if side in view.will:
        wanted = view.will[side]
        theater = place_name(THEATERS[wanted.theater - 1])
        void = f" (void, {view.void_will[side]})" if side in view.void_will else ""
        lines.append(f"Will of the Assembly: {_WILLS[wanted.kind].format(theater)}{void}")
    if view.out_of_game[side]:
        lines.append(f"Issues out of the game: {enumerated(capital(name_of(kind)) for kind in view.out_of_game[side])}")
    return lines


def _pools_of(view: Pericles, side: SideName) -> list[tuple[str, Mapping[PieceName, int]]]:
    """2.1-A, 14.43-B, 5.14-F: what is left to be built, what is in the Lost box, what is out of the game."""
    pieces: list[PieceName] = [*BASES_OF[side], *UNITS_OF[side]]
    if side == "sparta":
        pieces.append("persian_base")
    every = (
        ("Reserve", {piece: view.reserve(piece) for piece in pieces}),
        ("Lost", {piece: view.lost.get(piece, 0) for piece in pieces}),
        ("Gone", {piece: view.gone.get(piece, 0) for piece in pieces}),
    )
    return [(word, {p: n for p, n in pool.items() if n > 0}) for word, pool in every if any(pool.values())]


def _pools(view: Pericles, side: SideName) -> list[str]:
    if view.facts.kind == "political":
        return []
    return [
        f"{word} {enumerated(f'{number} {name_of(piece)}' for piece, number in pool.items())}"
        for word, pool in _pools_of(view, side)
    ]


def _add_pool(card: Card, word: str, pool: Mapping[PieceName, int], frame: Frame, top: int) -> int:
    left = frame.edge + 8
    card.words(word, left, top + 13, "weak")
    rack = Rack(card, left + 70, top, frame.inner - 16 - 70)
    for piece, number in pool.items():
        rack.piece(piece, number, word.lower())
    return max(rack.bottom, top + 26)


def _in_full(view: Pericles, faction: FactionName, mine: bool, frame: Frame, top: int) -> Card:
    lines = _faction_lines(view, faction)
    row = _row(view, faction)
    card = Card(row.said, top, subject=subject("seat", faction), row=row)
    flow = frame.flow(card, top + 4, 8)
    if view.governs(faction):
        flow.sign("governs")
    flow.words(row.name, "firm")
    if mine:
        flow.words("(you)", "weak")
    card.words(str(view.honor[faction]), frame.width - frame.edge - 8, flow.y, "place", "end")
    if frame.shape == "wide":
        flow.gap(20).prose("; ".join(lines))
    else:
        for text in lines:
            flow.line().prose(text)
    card.bottom = flow.bottom + 4
    return card.framed("mine" if mine else "card", frame)


def _row(view: Pericles, faction: FactionName) -> Row:
    """The numbers of a Faction in columns; what it governs, and what its markers are."""
    cells = [Cell("Honor", "Honor", str(view.honor[faction]))]
    cells += [
        Cell("tokens", "tokens behind the shield", known(view.shields[faction])),
        Cell("committed", "committed", known(view.committed[faction])),
    ]
    for head, called, held_cards in (
        ("hand", "cards in hand", view.hands[faction]),
        ("Entourage", "Entourage", view.entourages[faction]),
        ("markers", "markers", view.markers[faction]),
    ):
        cells.append(Cell(head, called, str(len(held_cards))))
    rest = ["Controlling" if view.governs(faction) else "not Controlling"]
    rest += ["has the Favor of the Assembly"] if view.favor[SIDE_OF[faction]] == faction else []
    rest += ["Brain Trust used"] if view.brain_trust[faction] else []
    rest += [f"markers held: {held(view, faction)}"] if view.markers[faction] else []
    return Row(in_short(faction), tuple(cells), ", ".join(rest))


def _faction_lines(view: Pericles, faction: FactionName) -> list[str]:
    """Section 22: tokens and markers as far as the viewer may know them, cards by number."""
    sent = known(view.committed[faction])
    committed = f", committed: {sent}" if sent != "0" else ""
    lines = [f"Tokens behind the shield: {known(view.shields[faction])}{committed}"]
    if view.facts.kind != "theater":
        trust = ", Brain Trust used" if view.brain_trust[faction] else ""
        lines.append(f"Cards in hand {len(view.hands[faction])}, Entourage {len(view.entourages[faction])}{trust}")
    if view.markers[faction]:
        lines.append(f"Markers held {len(view.markers[faction])}: {held(view, faction)}")
    return lines


def held(view: Pericles, faction: FactionName) -> str:
    """The markers that a Faction holds, equal ones together; face down where the viewer may not know them."""
    said = []
    for kind in MARKERS:
        for owner in view.factions:
            number = sum(one.kind == kind and one.owner == owner for one in view.markers[faction])
            if number:
                lent = f" of {name_of(owner)}" if owner != faction else ""
                said.append(f"{number} {capital(kind)}{lent} ({LETTERS[kind]})")
    down = sum(isinstance(one.kind, Unknown) for one in view.markers[faction])
    return enumerated([*said, *([f"{down} face down"] if down else [])])


# --- the aristophanes card of the turn, and the viewer's own hand and entourage with the lines for their faction ------


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
        issues.append(f"{capital(name_of(one.issue))} of {name_of(one.side)} on {space_name(one.side, space)}")
    named = subject("card", printed.id)
    text = words(view, named)
    card = Card(f"{text}: {enumerated(issues)}; {deck}", top, subject=named)
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
    lines = [line_in_words(line) for line in printed.lines_of(faction)]
    if isinstance(printed, LeaderCard):
        lines.append(
            f"as seventh card {printed.seventh_card['post_plague' if view.post_plague else 'pre_plague']} tokens"
        )
    said = f"{card_name(word, view.box)}: {'; '.join([*lines, *_aligned_now(view, faction, word)])}"
    card = Card(said, top, subject=subject("card", word))
    left = frame.edge + 8
    card.box(left, top + 5, 22, 22, "slot", 4)
    card.words(str(printed.value), left + 11, top + 16, "number", "middle")
    flow = Flow(card, left + 30, top + 3, frame.inner - 46)
    flow.words(card_name(word, view.box).rpartition(" (")[0], "firm").gap(12)
    card.bottom = flow.prose("; ".join(lines)).bottom + 3
    return card.framed("card", frame)


def _aligned_now(view: Pericles, faction: FactionName, card: str) -> list[str]:
    """6.2-C: for the issue that is debated, or all on the track, the line that would count."""
    if card not in view.hands[faction]:
        return []
    aligned = [(kind, aligned_line(view, faction, card, kind)) for kind in _debatable(view, SIDE_OF[faction])]
    lines = [f"{capital(name_of(kind))} +{line.bonus}, {line.strategos}" for kind, line in aligned if line]
    return [f"aligned now: {'; '.join(lines) or 'no line'}"]


def _debatable(view: Pericles, side: SideName) -> list[IssueKind]:
    """The kind that is debated now, or those that may still be."""
    track = view.tracks[side]
    if view.debate and side in view.debate.selected:
        return [track[view.debate.selected[side]].kind]
    open_now = [issue.kind for issue in track if not issue.captured]
    return [kind for kind in ISSUES if kind in open_now]


def line_in_words(line: Line) -> str:
    """6.2-A: a line of a card: `Military +3, 2 tokens (at War)`."""
    issue = capital(name_of(line.issue))
    if line.exclude:
        issue += f" but {enumerated(capital(name_of(kind)) for kind in line.exclude)}"
    needs = f" ({enumerated(_NEEDS[one] for one in line.requires)})" if line.requires else ""
    return f"{issue} +{line.bonus}, {line.strategos} token{'' if line.strategos == 1 else 's'}{needs}"
