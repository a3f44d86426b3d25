"""What a player counts: round trips a game turn, without books and with them.

A round trip is a phase that had to wait for a person. With books every seat files one when there is something new to
say: what a group does that hates mail. In Perikles that is before the setup (where its free cubes go), before the
politics of each turn (tiles, candidates) and when the leaders are known (forces, permissions, battles). In Pericles it
is before the deal, with the hand and with the markers; each such round of mails is counted as a round trip as well. In
Polis doctrines and end sheets stand for the game, and turns are queued when one is asked for the turn before. In Athens
& Sparta garrison orders stand for the game, and the hand is queued when it is dealt, which is a round trip as well.
The books are plain ones, of the kind that docs/books.md shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.kernel import Chance, Step, Title
from adjudicator.pericles.state.position import Pericles
from adjudicator.perikles.components import CITIES
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.war.commitment import legal_placements
from adjudicator.polis.state.position import Polis
from adjudicator.registry import title
from tests.adjudicator.players import begin, key, orders_of_bots
from tests.bench import pericles_book
from tests.bench.table import median, show

GAMES = 10


@dataclass
class Trips:
    """Phases and round trips of one game, by game turn (0: the setup)."""

    phases: dict[int, int] = field(default_factory=dict)
    waits: dict[int, int] = field(default_factory=dict)


def measure() -> None:
    """Whole games of all titles."""
    measure_perikles()
    measure_pericles()
    measure_polis()
    measure_athens_sparta()


def measure_athens_sparta() -> None:
    """Both sides without standing orders, then with card queues and garrison orders (12.1-B, 12.2-C)."""
    rows = []
    for count, standing in (("none", False), ("queue and garrisons", True)):
        games = [play_athens_sparta(seed, standing) for seed in range((GAMES + 1) // 2)]
        every = [both for game in games for both in game.values()]
        rows.append([
            count,
            f"{median([both['phases'] for both in every]):.0f}",
            f"{median([both['waits'] for both in every]):.0f}",
            *(f"{sum(both[side] for both in every) / len(every):.1f}" for side in ("sparta", "athens")),
        ])  # fmt: skip
    show(
        f"Athens & Sparta: round trips a Game Turn, over {(GAMES + 1) // 2} games",
        ("standing orders", "phases (median)", "round trips (median)", "of Sparta (mean)", "of Athens (mean)"),
        rows,
        "Replacements count to the last Game Turn of their Olympiad; queues are filed after the deal, as a round trip.",
    )


def play_athens_sparta(seed: int, standing: bool) -> dict[tuple[int, int], dict[str, int]]:
    """One game: by Olympiad and Game Turn its phases, those that waited, and those that waited for each side."""
    rules, counts = title("athens_sparta"), dict[tuple[int, int], dict[str, int]]()
    position: AthensSparta = begin(rules, 2, ("trips", seed)).position
    while position.phase is not None:
        turn = (position.olympiad, position.game_turn)
        now = counts.setdefault(turn, dict.fromkeys(("phases", "waits", "sparta", "athens"), 0))
        filing = standing and now["phases"] == 0 and position.game_turn == 1
        if filing:
            books = {seat: rules.check_book(standing_orders(rules, position, seat)) for seat in position.seats}
            position = rules.with_books(position, books)
        waiting = [*position.seats] if filing else [*rules.waits_for(position)]
        for name in ("phases", *(["waits"] if waiting else []), *waiting):
            now[name] += 1
        sent = orders_of_bots(rules, position, ("trips", seed), "steady")
        sent = {seat: orders for seat, orders in sent.items() if seat in rules.waits_for(position)}
        position = rules.resolve(position, sent, Chance(key("trips", seed, position.phases))).position
    return counts


def standing_orders(rules: Title[Any], position: AthensSparta, seat: str) -> list[dict[str, Any]]:
    """The hand, from the card of most MP, garrison orders for every hex, and the default elsewhere."""
    asked = [one.id for one in rules.questions.values() if not one.unasked and one.id not in ("D-4", "D-7", "D-19")]
    return [
        {"question": "D-4", "choose": [{"card": card} for card in position.hands[seat]]},
        {"question": "D-8B", "choose": [{"battle": {"*": {"after": "siege"}}}]},
        *({"question": name, "default": True} for name in asked),
    ]


def measure_polis() -> None:
    """Both sides without books; with doctrines and end sheets; each with one turn more queued whenever it is asked."""
    rows = []
    for scenario in ("standard", "second_war"):
        games = [
            [play_polis(scenario, seed, *how) for seed in range((GAMES + 1) // 2)] for how in ((0, 0), (1, 0), (1, 1))
        ]
        rows.append([scenario, per_turn(games[0], "phases"), *(per_turn(some, "waits") for some in games)])
    show(
        f"Polis: round trips a round, medians over the rounds of {(GAMES + 1) // 2} games",
        (
            "scenario",
            "phases a round",
            "round trips without books",
            "with doctrines and end sheets",
            "and queued sheets",
        ),
        rows,
        "A queued sheet is what the bot would do next if the other did nothing; without books a turn is a round trip.",
    )


def play_polis(scenario: str, seed: int, standing: bool, queued: bool) -> Trips:
    """One game, by rounds."""
    rules, trips = title("polis"), Trips()
    position: Polis = begin(rules, 2, ("trips", seed), scenario).position
    defaults = [
        {"question": name, "default": True}
        for name, question in rules.questions.items()
        if not question.unasked and name not in ("D2", "D3")
    ]
    while position.phase is not None:
        number = 1 + ["3", "4", "5a", "5b"].index(str(position.round))
        waiting = rules.waits_for(position)
        trips.phases[number] = trips.phases.get(number, 0) + 1
        trips.waits[number] = trips.waits.get(number, 0) + bool(waiting)
        sent = orders_of_bots(rules, position, ("trips", seed), "steady")
        sent = {seat: orders for seat, orders in sent.items() if seat in waiting}
        filing = position.seats if sum(trips.phases.values()) == 1 else [*sent] if queued else []
        books = {seat: defaults if standing else [] for seat in filing}
        for seat, orders in sent.items() if queued else ():
            books[seat] = [*queue_of(rules, position, seat, orders[0]), *books[seat]]
        position = rules.with_books(position, {seat: rules.check_book(book) for seat, book in books.items()})
        position = rules.resolve(position, sent, Chance(key("trips", seed, position.phases))).position
    return trips


def queue_of(rules: Title[Any], position: Polis, seat: str, order: Any) -> list[dict[str, Any]]:
    """The turn that the bot would play after this one, for a book."""
    if order.__struct_config__.tag != "D2":
        return []
    after = rules.resolve(position, {seat: [order]}, Chance(key("ahead", position.phases))).position
    if after.phase is None or after.phase.asks[0].question != "D2":
        return []
    after = rules.run_on(_to_move(after, position.side(seat)), Chance(key("ahead", position.phases)))
    asked = after.position.phase
    if asked is None or [ask.question for ask in asked.asks] != ["D2"]:
        return []
    [later] = rules.steady(rules.view(after.position, seat), seat, Chance(key("ahead", 0)))
    plain = rules.order_to_dict(later)
    return [{"question": "D2", "choose": [{"actions": plain["actions"]}]}] if later.actions[0].do else []


def _to_move(position: Polis, side: str) -> Polis:
    position.phase, position.agenda = None, [Step("next_turn", {"side": side})]
    return position


def measure_pericles() -> None:
    """The long scenarios with four Factions: no books, books up to the markers (debate sheets), books for all."""
    rows = []
    for scenario in ("14.2", "14.3"):
        games = [[play_pericles(scenario, seed, parts) for seed in range((GAMES + 1) // 2)] for parts in (0, 2, 3)]
        rows.append([scenario, per_turn(games[0], "phases"), *(per_turn(some, "waits") for some in games)])
    show(
        f"Pericles: round trips a game turn, medians over the turns of {(GAMES + 1) // 2} games",
        ("scenario", "phases a turn", "round trips without books", "with debate sheets", "with full books"),
        rows,
        "Filed before the deal, with the hand and with the markers; each round of filing is counted as a round trip.",
    )


def play_pericles(scenario: str, seed: int, parts: int) -> Trips:
    """One game in which all four file books for so many parts of each turn."""
    rules, trips = title("pericles"), Trips()
    position: Pericles = begin(rules, 4, ("trips", seed), scenario).position
    filed = (0, 0)
    while position.phase is not None:
        part = pericles_book.part_of(position)
        if parts and part > filed:
            books = {seat: pericles_book.book(position, seat) if part[1] < parts else [] for seat in position.factions}
            position = rules.with_books(position, {seat: rules.check_book(books[seat]) for seat in books})
            trips.waits[position.turn] = trips.waits.get(position.turn, 0) + (part[1] < parts)
            filed = part
        position = go_on(rules, position, trips, seed)
    return trips


def measure_perikles() -> None:
    """Whole games of Perikles for 3, 4 and 5 seats."""
    rows = []
    for count in (3, 4, 5):
        without, with_books = ([play(count, seed, books) for seed in range(GAMES)] for books in (False, True))
        rows.append([count, per_turn(without, "phases"), per_turn(without, "waits"), per_turn(with_books, "waits")])
    show(
        f"Perikles: round trips a game turn, medians over {GAMES} games",
        ("seats", "phases a turn", "round trips without books", "with books"),
        rows,
        "With books: filed before the setup, before each turn and after its elections.",
    )


def per_turn(games: list[Trips], what: str) -> str:
    """The median over all turns of all games, the setup apart."""
    return f"{median([n for game in games for turn, n in getattr(game, what).items() if turn]):.0f}"


def play(count: int, seed: int, books: bool) -> Trips:
    """One game: whoever must be waited for is answered for by the steady bot."""
    rules, trips = title("perikles"), Trips()
    position = begin(rules, count, ("trips", seed)).position
    filed = (-1, -1)
    while position.phase is not None:
        stage = (position.turn, 0 if position.chapter < 5 else position.chapter)
        if books and stage != filed:
            filed = stage
            position.books = {seat: rules.check_book(book(position, seat)) for seat in position.seats}
        position = go_on(rules, position, trips, seed)
    return trips


def go_on(rules: Title[Any], position: Any, trips: Trips, seed: int) -> Any:
    """The next phase, counted: whoever must be waited for is answered for by the steady bot."""
    waiting = rules.waits_for(position)
    trips.phases[position.turn] = trips.phases.get(position.turn, 0) + 1
    trips.waits[position.turn] = trips.waits.get(position.turn, 0) + bool(waiting)
    sent = orders_of_bots(rules, position, ("trips", seed), "steady")
    sent = {seat: orders for seat, orders in sent.items() if seat in waiting}
    return rules.resolve(position, sent, Chance(key("trips", seed, position.phases))).position


def book(position: Perikles, seat: str) -> list[dict[str, Any]]:
    """A plain book for all that may be asked from here to the end of the turn's part."""
    colours = [seat, *(other for other in position.clockwise(seat)[1:])]
    return [
        {"question": "D-S1", "choose": [{"city": city} for city in ("corinth", "thebes")]},
        {
            "question": "D-2",
            "choose": [{"colours": ["corinth", "thebes", "athens", "sparta", "argos", "megara", "any"]}],
        },
        {"question": "D-3", "choose": [{"city": city, "colour": c} for c in colours for city in CITIES]},
        {"question": "D-5A", "choose": [{"seat": "self"}]},
        {"question": "D-5B", "choose": [{"kinds": dict.fromkeys(CITIES, "hoplite")}]},
        {"question": "D-5C", "only_option": True},
        *({"question": "D-5C", "choose": ranked} for ranked in [bundles(position, seat)] if ranked),
        {"question": "D-5E", "choose": [{"rules": [{"grant": False}]}]},
        {"question": "D-6S", "choose": [{"instructions": [{"do": "use", "kind": "hoplite"}]}]},
        {"question": "D-6A", "choose": [{"use": False}]},
        {"question": "D-6B", "choose": [{"force": force} for force in (*CITIES, "persia")]},
    ]


def bundles(position: Perikles, seat: str) -> list[dict[str, Any]]:
    """A ranked list of single placements: each of the seat's counters where it may attack now, then nothing."""
    if position.chapter < 5:
        return []
    attacks = [p for p in legal_placements(position, seat) if p.side == "attacker"]
    ranked = [
        {"placements": [{"counter": p.counter, "location": p.location, "side": p.side}]}
        for p in sorted(attacks, key=lambda p: key(seat, p.counter, p.location))
    ]
    return [*ranked[:90], *({} for _ in range(10))]
