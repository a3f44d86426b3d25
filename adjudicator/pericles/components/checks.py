"""What must hold of a components file besides its shape: counts, totals and references (sections 2, 3 and 14)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.rules.components_files import incomplete
from adjudicator.pericles.components.model import Components, ScenarioFacts
from adjudicator.pericles.words import BASES, FACTIONS_OF, HUNDRED, SIDES, THEATERS, UNITS, SideName

DEBATED = 7  # 5.32-0, 14-B: six debates never capture all of them
BESIDES = 2  # 5.11-B, 9.54-A: issues that a card and a defeat put on a track before

_TABLES = (
    "piece_limits", "strategos_tokens", "treachery_markers", "debate_issues_per_side", "theater_markers_per_faction",
    "maintenance_points", "theaters", "connection_types", "loss_tables.loser", "loss_tables.winner", "loss_tables.base",
    "political_cards",
)  # fmt: skip


def require_sound(box: Components, name: str) -> None:
    """Malformed lists everything that does not hold."""
    broken = [*_cards(box), *_issues(box), *_map(box), *_scenarios(box)]
    if broken:
        raise Malformed(f"{name} does not hold: {'; '.join(broken)}")


def require_same_scenarios(theirs: Components, ours: Components, name: str) -> None:
    """Malformed where a table has not every row of ours, or where a file has other scenarios, or one of another kind or
    between other Sides (14-A)."""
    if broken := [*incomplete(theirs, ours, *_TABLES), *_differing(theirs, ours)]:
        raise Malformed(f"{name} does not hold: {'; '.join(broken)}")


def _differing(theirs: Components, ours: Components) -> Iterator[str]:
    if sorted(theirs.scenarios) != sorted(ours.scenarios):
        yield f"scenarios: {', '.join(sorted(ours.scenarios))}, not {', '.join(sorted(theirs.scenarios)) or 'none'}"
        return
    for number, facts in ours.scenarios.items():
        laid = theirs.scenarios[number]
        if (laid.kind, laid.sides) != (facts.kind, facts.sides):
            yield f"scenario {number}: kind {facts.kind} and sides {', '.join(facts.sides)} (14-A)"


def limit(box: Components, piece: str) -> int:
    """2.1-A: how many pieces of a class there are."""
    if piece == HUNDRED:
        return box.piece_limits["spartan"].three_hundred
    colour, _, kind = piece.partition("_")
    number: int = getattr(box.piece_limits[colour], kind)
    return number


def _cards(box: Components) -> Iterator[str]:
    for side in SIDES:
        deck = box.political_cards.get(side, [])
        if len({card.id for card in deck}) != 30:
            yield f"political_cards.{side}: 30 cards of different ids (2.1-D), not {len({card.id for card in deck})}"
        for card in deck:
            if not all(card.lines_of(faction) for faction in FACTIONS_OF[side]) or not 1 <= card.value <= 5:
                yield f"card {card.id}: a value of 1 to 5 and a line for each Faction of {side} (6.2-A)"
    if sorted(card.faction for card in box.leader_cards) != sorted(f for side in SIDES for f in FACTIONS_OF[side]):
        yield "leader_cards: one for each Faction (2.1-D)"
    if len({card.id for card in box.aristophanes_cards}) != 24:
        yield "aristophanes_cards: 24 cards of different ids (5.11-H)"


def _issues(box: Components) -> Iterator[str]:
    """5.32-0: the Boule always finds its issues, also when the special ones have left the game."""
    common = sum(box.debate_issues_per_side.get("common", {}).values())
    if common < DEBATED + BESIDES:
        yield f"debate_issues_per_side.common: {DEBATED + BESIDES} or more in all (5.32-0), not {common}"


def _map(box: Components) -> Iterator[str]:
    if sorted(box.theaters) != list(range(1, len(THEATERS) + 1)):
        yield f"theaters: numbered 1 to {len(THEATERS)} (3.2-B)"
    for joined in box.connections:
        if joined.a not in box.theaters or joined.b not in box.theaters or joined.a == joined.b:
            yield f"connections: {joined.a}-{joined.b} does not join two theaters (9.32)"
        if joined.type not in box.connection_types:
            yield f"connections: {joined.a}-{joined.b} is of an unknown type {joined.type} (9.32)"


def _scenarios(box: Components) -> Iterator[str]:
    for number, facts in box.scenarios.items():
        if facts.setup_same_as and facts.setup_same_as not in box.scenarios:
            yield f"scenario {number}: setup_same_as {facts.setup_same_as} is no scenario (14-A)"
        yield from (f"scenario {number}: {wrong}" for wrong in _turns(box, facts))
        yield from _pieces(box, number, facts)
        for side in facts.sides:
            yield from (f"scenario {number}: {wrong}" for wrong in _side(box, side, facts))


def _turns(box: Components, facts: ScenarioFacts) -> Iterator[str]:
    """4.0-B, 14-A: the turns are played in their order, each with its date, and the last of a full scenario ends it."""
    turns = facts.turns
    if not turns or turns != list(range(turns[0], turns[0] + len(turns))):
        yield f"turns: one turn or more, each the next of the one before it (14-A), not {turns}"
        return
    if undated := [turn for turn in turns if turn not in box.turn_dates]:
        yield f"turns: {', '.join(map(str, undated))} without a date in turn_dates (14-A)"
    if facts.kind == "full" and facts.end.last_turn != turns[-1]:
        yield f"end.last_turn: {turns[-1]}, the last of its turns (14-D), not {facts.end.last_turn}"


def _side(box: Components, side: SideName, facts: ScenarioFacts) -> Iterator[str]:
    """What 14-A says of each Side in play."""
    both = FACTIONS_OF[side]
    if facts.controlling.get(side) not in both or facts.favor.get(side) not in (*both, "neutral"):
        yield f"controlling.{side} is one of {' and '.join(both)}, favor.{side} one of them or neutral (3.2-C, 3.2-F)"
    if not all(facts.honor.get(faction, -1) >= 0 and facts.held.get(faction, -1) >= 0 for faction in both):
        yield f"honor and held: 0 or more for {' and '.join(both)} (14-A)"
    if sum(facts.held.get(faction, 0) for faction in both) > box.strategos_tokens[side]:
        yield f"held: {side} has {box.strategos_tokens[side]} tokens in all (2.2-A)"
    if facts.boule == "preset":
        yield from _preset(box, side, facts)


def _preset(box: Components, side: SideName, facts: ScenarioFacts) -> Iterator[str]:
    """14-B: enough issues to debate, and no more of a kind than there are."""
    kinds = [placing.issue for placing in facts.preset_issues if placing.side == side]
    if len(kinds) < DEBATED:
        yield f"preset_issues: {DEBATED} or more of {side} for its six debates (6.1-A), not {len(kinds)}"
    for kind in dict.fromkeys(kinds):
        there = sum(box.debate_issues_per_side.get(whose, {}).get(kind, 0) for whose in ("common", side))
        if kinds.count(kind) > there:
            yield f"preset_issues: {kinds.count(kind)} {kind} of {side}, of which there are {there} (5.32-G)"


def _pieces(box: Components, number: str, facts: ScenarioFacts) -> Iterator[str]:
    placed: dict[str, int] = {}
    for theater, pieces in facts.setup.items():
        if theater not in box.theaters:
            yield f"scenario {number}: there is no theater {theater} (3.2-B)"
        if sum(count for piece, count in pieces.items() if piece in BASES) > box.base_limit_per_theater:
            yield f"scenario {number}: theater {theater} holds more than {box.base_limit_per_theater} bases (8.2-A)"
        for piece, count in pieces.items():
            placed[piece] = placed.get(piece, 0) + count
    for piece, count in placed.items():
        if piece not in UNITS and piece not in BASES:
            yield f"scenario {number}: there is no piece {piece}; pieces are {', '.join((*UNITS, *BASES))}"
        elif count > limit(box, piece):
            yield f"scenario {number}: {count} {piece}, of which there are {limit(box, piece)} (2.1-A)"
