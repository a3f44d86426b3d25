"""Games against bots on this machine: each in a file, saved after every phase and opened again by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from adjudicator.kernel import Book, Order, Title
from adjudicator.kernel.position.position import reason_in_words, result_of
from adjudicator.kernel.subjects import listed
from cli.errors import ClientError, Misuse, Refused
from cli.home.home import Home, make_private
from cli.rules.saved_games import (
    SavedGame,
    SavedInShort,
    all_saved,
    as_saved,
    free_name,
    games_folder,
    key_of,
    load_game,
    read_game,
    saved_here,
    secret_of,
    store_game,
)
from cli.seat.game import Chapter, Given, Held, Message, Moment, placed
from cli.seat.hotseat import HotSeat

if TYPE_CHECKING:
    from adjudicator.kernel.title.course import Course
    from schemas.statements.payloads import Word


class LocalGame:
    """A game on this machine, seen by one of its people; answers are carried out once nobody else there is asked."""

    drafts = False
    at_host = False
    trouble = ""
    advises = True
    may_again = True
    public_page = ""

    def __init__(self, game: HotSeat, name: str, seat: str) -> None:
        self.game, self.id, self.name, self.seat = game, name, name, seat
        self.rules = game.rules.calling(game.saved.names)
        self.file_name = f"{name}-{sha256(game.saved.setup_chance).hexdigest()[:12]}"

    @classmethod
    def opened(cls, path: Path, seed: str | None = None) -> LocalGame:
        """The game in a file, seen by whoever's turn it is; by the first person at the end."""
        game = HotSeat(load_game(path), secret_of(seed), path)
        return cls(game, path.stem, game.turn or game.saved.people[0])

    @property
    def players(self) -> Mapping[str, str]:
        """The reader, others who pass the machine on, and bots."""
        people = self.game.saved.people
        return {one: "you" if one == self.seat else "" if one in people else "bot" for one in self.game.saved.seats}

    @property
    def shared(self) -> bool:
        """Whether several people play in it."""
        return len(self.game.saved.people) > 1

    @property
    def next_here(self) -> LocalGame | None:
        """The game as the person whose turn it is sees it, where that is another."""
        turn = self.game.turn
        return LocalGame(self.game, self.name, turn) if turn not in (None, self.seat) else None

    @property
    def comes_next(self) -> str:
        """What becomes of an answer once it is given: it may have to wait for others at this machine.

        Of a veiled phase it tells of nobody whether they are asked, and of no phase whose book answers.
        """
        position, people = self.game.position, self.game.saved.people
        if self.shared and position.phase.veiled:
            return "It is noted, and opened when everybody who is asked has answered."
        asked = dict.fromkeys(ask.seat for ask in position.phase.asks if ask.seat in people)
        waited = [one for one in asked if one != self.seat and one not in self.game.answers]
        left = [self.rules.words(position, f"seat:{one}") for one in waited]
        if left:
            return f"It is noted, and opened when {listed(left)} {'has' if len(left) == 1 else 'have'} answered."
        has_bots = len(people) < len(self.game.saved.seats)
        return f"It is carried out at once{', and the bots play on' if has_bots else ''}."

    @property
    def again_as(self) -> str:
        """The seat that the one person gets in `again`, as it is called; of several people each is told in time."""
        if self.shared:
            return ""
        return self.game.rules.words(self.game.position, f"seat:{self._moved()[self.game.saved.people[0]]}")

    def _moved(self) -> dict[str, str]:
        """By seat, the one that its person gets in another game."""
        old = self.game.saved
        played = [one for one in old.seats if one not in self.rules.bot_seats(old.scenario, old.options, old.seats)]
        return {one: played[(place + 1) % len(played)] for place, one in enumerate(played)}

    def now(self) -> Moment:
        """The position as it is saved."""
        position, view = self.game.position, self.game.view(self.seat)
        if position.phase is None:
            return Moment(None, view, ending=ending(self.rules, position))
        asked = () if self.seat in self.game.answers else self.rules.unanswered(view, self.seat)
        return Moment(position.phases, view, tuple(ask.name for ask in asked))

    def listen(self, own: bool = False) -> None:
        """Nothing comes from anywhere else."""

    def stir(self) -> None:
        """Nobody writes to those who play here."""

    def came(self) -> Given | None:
        """Everything is sent at once."""
        return None

    @property
    def heard(self) -> int:
        """How many phases were resolved."""
        return len(self.game.resolutions)

    def chapters(self) -> Sequence[Chapter]:
        """Everything that happened, phase by phase."""
        return self.game.chapters(self.seat)

    @property
    def answered(self) -> Sequence[int]:
        """The phases that the person answered."""
        return self.game.answered(self.seat)

    def views(self) -> Sequence[int]:
        """Every phase."""
        return self.game.phases

    def view_after(self, phase: int) -> Any:
        """The position after a phase, as the seat knew it."""
        if phase not in self.views():
            raise KeyError(phase)
        return self.rules.view(self.game.after(phase).position, self.seat)

    def moments(self, phase: int) -> Sequence[int]:
        """Found by resolving the phase again."""
        return list(self.game.moments(phase, self.seat))

    def view_at(self, phase: int, told: int) -> Any:
        """The same."""
        return self.rules.view(self.game.moments(phase, self.seat)[told], self.seat)

    def again(self) -> tuple[str, list[str]]:
        """Begin a game like this one in the same folder, its people moved on by one seat; gives its name."""
        old, secret, path = self.game.saved, self.game.secret, self.game.save_to
        if path is None:
            raise Misuse("This game is in no file; begin a new one instead.")
        moved = self._moved()
        new = SavedGame(
            format=old.format,
            title=old.title,
            version=self.rules.version,
            scenario=old.scenario,
            seats=old.seats,
            people=[moved[one] for one in old.people],
            names={moved[one]: name for one, name in old.names.items()},
            bots=old.bots,
            books={},
            setup_chance=key_of(secret, "again", old.setup_chance),
            options=old.options,
            components=old.components,
            played=time(),
        )
        place = free_name(path.parent.parent, old.title)
        HotSeat(new, secret, place)
        return place.stem, []

    def course(self) -> Course | None:
        """By what is in the file; of a game that began under older rules only since those that are here."""
        from adjudicator.kernel.title.course import course

        phases = [(phase, self.game.after(phase)) for phase in self.views()]
        return course(self.rules, ((phase, one.position, one.events) for phase, one in phases))

    def given(self) -> Held | None:
        """Nothing: what is given is carried out at once."""
        return None

    def withdraw(self, phase: int) -> Given:
        """What was answered is carried out already."""
        raise Refused("An answer is carried out at once here, and cannot be taken back.", "carried-out")

    def give(self, phase: int, orders: Sequence[Order], word: Word, book: Book | None = None) -> Given:
        """Carry the answer out when nobody else at the machine is asked, and let the bots play until somebody is."""
        if phase != self.game.position.phases or self.game.position.phase is None:
            raise Refused(f"Phase {phase} is over already.", "phase-closed")
        if self.game.give(self.seat, orders, book):
            return Given(("Your order is carried out, and the game is saved.",))
        return Given(("Your order is noted; the others answer next.",))

    def standing(self) -> Book:
        """What is left of it."""
        book: Book = self.game.position.books.get(self.seat, [])
        return book

    def file(self, book: Book) -> Given:
        """The game never waits for others: a book that leaves something to be asked goes with the answer to that."""
        view = replace(self.game.view(self.seat), books={self.seat: book})
        if self.game.position.phase is None or self.rules.unanswered(view, self.seat):
            raise Misuse("In a game on this machine a book goes with your answer.")
        self.game.books[self.seat] = book
        self.game.close()
        return Given(("Your book has answered, and the game is saved.",))

    def press(self) -> Sequence[Message] | None:
        """Bots do not write."""
        return None

    def write(self, to: Sequence[str], text: str) -> None:
        """Bots do not read."""
        raise Misuse("Bots read no press.")


def ending(rules: Title[Any], position: Any) -> tuple[str, ...]:
    """How a game ended: why, then each seat with its place and score."""
    outcome, scores = position.outcome, rules.scores(position)
    places = outcome.places if outcome else {}
    reason = (
        f"The game is over: {reason_in_words(rules.why_over(position, outcome.reason))}."
        if outcome
        else "The game is over."
    )
    return reason, *placed(rules, position, places, scores)


# --- the folder ----------------------------------------------------------------------------------------------------


class Listed(NamedTuple):
    """A game on this machine as its file tells of it. `won`: how it ended, in words; `played`: when last."""

    name: str
    title: str
    scenario: str
    people: int
    scores: Mapping[str, int]
    over: bool
    won: str
    played: float


def games_here(home: Home) -> list[Listed]:
    """The games on this machine, the one that was played last first; nothing is replayed, and no rules are loaded."""
    return [
        Listed(path.stem, one.title, one.scenario, len(one.people), one.scores, one.over, _end_of(one), one.played)
        for path, one in all_saved(home.root)
    ]


def _end_of(saved: SavedInShort) -> str:
    """How a game ended: for the one person that played it; of several, who won."""
    outcome = saved.position and saved.position.outcome
    if not outcome or len(saved.people) > 1 or len(saved.scores) < len(saved.seats):
        return saved.won
    said = result_of(outcome["places"], dict(zip(saved.seats, saved.scores, strict=True)), saved.people[0])
    return f"{said[0].lower()}{said[1:]}"


def open_saved(home: Home, name: str, seed: str | None = None) -> LocalGame | None:
    """The game of that name; None where there is none."""
    path = saved_here(home.root, name)
    return LocalGame.opened(path, seed) if path else None


def take_in(home: Home, data: bytes, called: str) -> str:
    """Keep a game that was saved elsewhere; gives its name here. Misuse where the file cannot be played.

    Where the same game is here already, the one that has gone further stays under its name; one that went another way
    from somewhere on is kept beside it.
    """
    given = read_game(data, called)
    try:
        HotSeat(given, secret_of(None), None)
    except ClientError:
        raise
    except Exception as error:  # whatever a changed file may lead the rules into
        raise Misuse(f"{called} cannot be played: {error or type(error).__name__}.") from None
    given = read_game(data, called)  # the other one has played on
    for path, short in all_saved(home.root):
        if (short.title, short.scenario, short.seats) != (given.title, given.scenario, given.seats):
            continue
        known = as_saved(path.read_bytes(), str(path))
        if known.setup != given.setup:
            continue
        known.bring_up()
        if known.earlier == given.earlier:
            if goes_on(known, given):
                return path.stem
            if goes_on(given, known):
                store_game(given, path)
                return path.stem
    make_private(games_folder(home.root))
    path = free_name(home.root, given.title)
    store_game(given, path)
    return path.stem


def goes_on(longer: SavedGame, shorter: SavedGame) -> bool:
    """Has one game begun with all phases of another?"""
    return longer.phases[: len(shorter.phases)] == shorter.phases


def begin(
    home: Home,
    rules: Title[Any],
    scenario: str,
    seats: int,
    seat: str | None = None,
    seed: str | None = None,
    people: int = 1,
    names: Sequence[str] = (),
) -> str:
    """Begin a game of so many people, against bots in the other seats, under a name that is free; gives the name.

    `seat`: that of the person, else the first ones are people's. `names`: those of people, in the order of their seats.
    """
    make_private(games_folder(home.root))
    path = free_name(home.root, rules.id)
    named = (seat,) if seat else ()
    setup: dict[str, Any] = {"bots": "steady", "books": None, "options": (), "components": None}
    new_game(rules.id, named, seed, path, scenario=scenario, seats=seats, count=people, names=names, **setup)
    return path.stem


def new_game(
    title_id: str,
    people: tuple[str, ...],
    seed: str | None,
    save: Path,
    *,
    scenario: str | None,
    seats: int | None,
    bots: str,
    books: Callable[[Title[Any], list[str]], dict[str, list[dict[str, Any]]]] | None,
    options: tuple[str, ...],
    components: Path | None,
    count: int = 1,
    names: Sequence[str] = (),
) -> HotSeat:
    """A new game on this machine, of these people; of so many where none is named."""
    from adjudicator.registry import title as find_title
    from cli.rules.components_files import local_settings
    from cli.rules.saved_games import FORMAT

    rules = find_title(title_id)
    chosen = rules.scenario(scenario or next(iter(rules.scenarios)))
    every = list(rules.seats(chosen.id, seats or min(chosen.seat_counts)))
    given, text = local_settings(rules, options, components)
    played = [seat for seat in every if seat not in rules.bot_seats(chosen.id, given, every)]
    sit = [require_seat(seat, played) for seat in people] or played[:count]
    secret = secret_of(seed)
    saved = SavedGame(
        format=FORMAT,
        title=rules.id,
        version=rules.version,
        scenario=chosen.id,
        seats=every,
        people=sit,
        names={seat: name for seat, name in zip(sit, names, strict=False) if name},
        bots=bots,
        books=books(rules, played) if books else {},
        setup_chance=key_of(secret, "setup"),
        options=given,
        components=text,
        played=time(),
    )
    return HotSeat(saved, secret, save)


def require_seat(seat: str, names: list[str]) -> str:
    """A seat of this game that a person can play."""
    if seat not in names:
        raise Misuse(f"There is no seat {seat!r} to play in this game; its seats are {', '.join(names)}.")
    return seat
