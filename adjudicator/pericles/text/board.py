"""The board as plain text, as the viewer may see it: 80 columns at most."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import Unknown
from adjudicator.kernel.text_board import wrapped
from adjudicator.pericles.assembly.card_lines import aligned_line
from adjudicator.pericles.names import card_name, name_of
from adjudicator.pericles.state.position import HiddenCount, HiddenWord, Pericles
from adjudicator.pericles.state.theaters import capacity, load
from adjudicator.pericles.state.tracks import where
from adjudicator.pericles.text.board_map import marker_in_words, theaters, with_counts
from adjudicator.pericles.words import FACTIONS_OF, ISSUES, PIECES, SIDE_OF, THEATERS, FactionName, IssueKind, SideName

SHORT: dict[IssueKind, str] = {
    "military": "mil",
    "league": "lea",
    "diplomatic": "dip",
    "oracle": "ora",
    "games": "gam",
    "war_peace": "W/P",
    "ostracism": "ost",
    "citizenship": "cit",
    "colony": "col",
    "krypteia": "kry",
    "agoge": "ago",
}
_CELL = 4


def show(view: Pericles) -> str:
    """What lies on the table, in the order in which one looks at it."""
    parts = [_heading(view), _factions(view), _sides(view), _tracks(view), _debate(view), theaters(view)]
    parts += [_expedition(view), _pieces(view), *(_cards(view, faction) for faction in view.factions)]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _heading(view: Pericles) -> list[str]:
    date = f"turn {view.turn} ({view.box.components.turn_dates[view.turn]} BC)"
    plague = "Post-Plague" if view.post_plague else "Pre-Plague"
    state = [f"Alcibiades is in {name_of(view.alcibiades)}"]
    if view.facts.kind == "full":
        state.append("the Persian War goes on" if view.persian_war else "the Persian War is over")
    if len(view.sides) > 1:
        state.append("the State Ship is available" if view.state_ship else "the State Ship is used")
    rows = wrapped(
        "", f"Pericles, {view.scenario} {view.facts.name}: {date}, {'War' if view.war else 'Peace'}, {plague}."
    )
    rows += wrapped("", "; ".join(state) + ".")
    return rows + _play(view) + ([f"Honor Order: {', '.join(view.honor_order)}."] if view.honor_order else [])


def _play(view: Pericles) -> list[str]:
    """5.11-A, 5.12-A: the Aristophanes card of the turn and the Will of the Assembly."""
    if view.aristophanes is None:
        return []
    card = view.box.plays[view.aristophanes]
    deck = f"{len(view.aristophanes_deck)} cards in the deck"
    rows = wrapped("Aristophanes: ", f"{card.play}, version {card.version} ({card.id}); {deck}.")
    wills = [_will(view, side) for side in view.sides if side in view.will]
    return rows + (wrapped("Will of the Assembly: ", "; ".join(wills) + ".") if wills else [])


def _will(view: Pericles, side: SideName) -> str:
    objective = view.will[side]
    words = {"control": "control", "control_or_contest": "control or contest", "build_base": "build a base in"}
    void = f" (void, {view.void_will[side]})" if side in view.void_will else ""
    return f"{name_of(side)} must {words[objective.kind]} {name_of(THEATERS[objective.theater - 1])}{void}"


# --- Factions and Sides -------------------------------------------------------------------------------------------


def _factions(view: Pericles) -> list[str]:
    rows = [f"{'':<19}{'Honor':>5}{'tokens':>7}{'committed':>10}{'hand':>5}{'Entourage':>10}{'markers':>8}  "]
    for faction in view.factions:
        counts = f"{view.honor[faction]:>5}{_number(view.shields[faction]):>7}{_number(view.committed[faction]):>10}"
        counts += f"{len(view.hands[faction]):>5}{_entourage(view, faction):>10}{len(view.markers[faction]):>8}"
        rows.append(f"{faction} {_short_name(view, faction):<16}{counts}  {_standing(view, faction)}")
    return [row.rstrip() for row in rows]


def _short_name(view: Pericles, faction: FactionName) -> str:
    return view.box.components.factions[faction].name


def _standing(view: Pericles, faction: FactionName) -> str:
    """3.2-C, 3.2-F: whether a Faction governs and has the Favor of the Assembly."""
    words = [("governs", view.governs(faction)), ("Favor", view.favor[SIDE_OF[faction]] == faction)]
    return ", ".join(word for word, holds in words if holds)


def _entourage(view: Pericles, faction: FactionName) -> str:
    """How many cards; 6.31-C: `used` once a Brain Trust has shown them."""
    cards = len(view.entourages[faction])
    return "used" if view.brain_trust[faction] and not cards else str(cards)


def _number(count: HiddenCount) -> str:
    return "?" if isinstance(count, Unknown) else str(count)


def _sides(view: Pericles) -> list[str]:
    rows = []
    for side in view.sides:
        aside = f", {view.set_aside[side]} set aside" if view.set_aside[side] else ""
        words = [f"Stock {view.stock[side]}, Strategy Board {view.board[side]}{aside}"]
        words.append(f"Battle Deck {len(view.decks[side])}, discards {len(view.discards[side])}")
        if len(view.sides) > 1:
            words.append(f"Treachery left {view.treachery_left(side)}")
            words.append(f"load {load(view, side)} of {capacity(view, side)}")
        if view.hostages[side]:
            words.append("holds Hostages")
        rows += wrapped(f"{name_of(side)}: ", "; ".join(words) + ".")
    return rows


# --- tracks and debates -------------------------------------------------------------------------------------------


def _tracks(view: Pericles) -> list[str]:
    rows: list[str] = []
    for side in view.sides:
        if view.tracks[side]:
            rows += _track(view, side)
        if view.out_of_game[side]:
            gone = ", ".join(name_of(kind) for kind in view.out_of_game[side])
            rows += wrapped(f"{name_of(side)}, out of the game: ", gone)
    return rows


def _track(view: Pericles, side: SideName) -> list[str]:
    """6.13-B: fifteen spaces, the first-named Faction's half on the left; issues below their space."""
    first, second = FACTIONS_OF[side]
    spaces = range(7, -8, -1)
    names = [f"{first}{n}" if n > 0 else f"{second}{-n}" if n else "0" for n in spaces]
    issues = sorted(view.tracks[side], key=lambda issue: ISSUES.index(issue.kind))
    kinds = [[SHORT[issue.kind] for issue in issues if issue.space == n] for n in spaces]
    rows = [names, *_stacked(kinds)]
    heads = [f"{name_of(side):<8}", *[" " * 8] * len(rows)]
    cells = ("".join(f"{cell:^{_CELL}}" for cell in row) for row in rows)
    return [f"{head}{line}".rstrip() for head, line in zip(heads, cells, strict=False)]


def _stacked(columns: Sequence[Sequence[str]]) -> list[list[str]]:
    """Columns of different height as rows."""
    height = max(len(column) for column in columns)
    return [[column[row] if row < len(column) else "" for column in columns] for row in range(height)]


def _debate(view: Pericles) -> list[str]:
    if view.debate is None:
        return []
    rows = [f"Debate {view.debate.number} of 6"]
    for side in view.sides:
        if side in view.debate.selected:
            issue = view.tracks[side][view.debate.selected[side]]
            played = "".join(_played(view, faction) for faction in FACTIONS_OF[side])
            rows += wrapped(f"{name_of(side)}: ", f"{name_of(issue.kind)} on {where(side, issue.space)}{played}")
    return rows


def _played(view: Pericles, faction: FactionName) -> str:
    if view.debate is None or faction not in view.debate.cards:
        return ""
    drawn = view.debate.entourage_card.get(faction)
    extra = f" and {_named(view, drawn)}" if drawn else ""
    played = _named(view, view.debate.cards[faction])
    return f"; {faction} {played}{extra}, total {view.debate.totals[faction]}"


# --- expeditions and pieces ---------------------------------------------------------------------------------------


def _expedition(view: Pericles) -> list[str]:
    under_way = view.expedition
    if under_way is None:
        return []
    row = f"{name_of(under_way.general)} lead an expedition to {name_of(under_way.theater)}"
    battle = f"; {under_way.kind} battle" if under_way.kind else ""
    ship = "; the State Ship is committed" if under_way.state_ship else ""
    return wrapped("Expedition: ", f"{row}{battle}{ship}.")


def _pieces(view: Pericles) -> list[str]:
    """2.1-A, 14.43-B, 5.14-F: what is not on the map."""
    if len(view.sides) < 2:
        return []
    piles = [
        ("In reserve: ", {piece: view.reserve(piece) for piece in PIECES}),
        ("Lost box: ", view.lost),
        ("Out of the game: ", view.gone),
    ]
    rows = []
    for head, pile in piles:
        listed = [f"{pile[piece]} {name_of(piece)}" for piece in PIECES if pile.get(piece)]
        rows += wrapped(head, ", ".join(listed)) if listed else []
    return rows


# --- what the viewer holds ----------------------------------------------------------------------------------------


def _cards(view: Pericles, faction: FactionName) -> list[str]:
    """Hand, Entourage and markers of a Faction, where the viewer knows them."""
    hand = [card for card in view.hands[faction] if not isinstance(card, Unknown)]
    rows = []
    if hand and len(hand) == len(view.hands[faction]) and not _only_leader(view, faction, hand):
        rows.append(f"Hand of {faction} (lines that are aligned now: bonus, tokens)")
        rows += [row for card in hand for row in wrapped("  ", _card(view, faction, card))]
    entourage = [card for card in view.entourages[faction] if not isinstance(card, Unknown)]
    if entourage:
        rows += wrapped(f"Entourage of {faction}: ", ", ".join(_named(view, card) for card in entourage))
    return rows + _markers(view, faction)


def _only_leader(view: Pericles, faction: FactionName, hand: Sequence[HiddenWord]) -> bool:
    """22: a Leader that is the last card is known to all; it is no secret of the viewer's."""
    return [*hand] == [view.box.leaders[faction]]


def _markers(view: Pericles, faction: FactionName) -> list[str]:
    known = [marker_in_words(one) for one in view.markers[faction] if not isinstance(one.kind, Unknown)]
    hidden = len(view.markers[faction]) - len(known)
    if known:
        return wrapped(f"Markers of {faction}: ", with_counts([*known, *["face down"] * hidden]))
    return []


def _named(view: Pericles, card: str) -> str:
    return f"{card} {card_name(view.box.cards[card])}"


def _card(view: Pericles, faction: FactionName, card: str) -> str:
    """6.2-C: for the issue that is debated, or all on the track, the line that would count."""
    lines = []
    for kind in _debatable(view, SIDE_OF[faction]):
        line = aligned_line(view, faction, card, kind)
        if line:
            lines.append(f"{name_of(kind)} +{line.bonus}, {line.strategos}")
    return f"{_named(view, card)}: {'; '.join(lines) or 'no line'}"


def _debatable(view: Pericles, side: SideName) -> list[IssueKind]:
    """The kind that is debated now, or those that may still be."""
    track = view.tracks[side]
    if view.debate and side in view.debate.selected:
        return [track[view.debate.selected[side]].kind]
    open_now = [issue.kind for issue in track if not issue.captured]
    return [kind for kind in ISSUES if kind in open_now]
