"""What every title must keep, whatever its rules. A title's own tests run it, under pytest, by a class of theirs:

    class TestPolis(TitleContract):
        rules = TITLE

It plays whole games with bots and asks what no title may break. Tests are methods without pytest's help, so that the
package does not need it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from math import gcd
from typing import Any, ClassVar

import msgspec

from adjudicator.kernel.books.reading import consult
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.contract.playing import Phase, begin, key, orders_of_bots, play_out, playthrough, watchers
from adjudicator.kernel.contract.told_in_scenes import ToldInScenes
from adjudicator.kernel.contract.written_ahead import WrittenAhead
from adjudicator.kernel.errors import Illegal
from adjudicator.kernel.hidden.parts import Filed, Hidden
from adjudicator.kernel.position.position import Ask, Book, Entry, Unknown
from adjudicator.kernel.questions.questions import Order, ask_name, question_of
from adjudicator.kernel.run.events import ChapterBegins, Event
from adjudicator.kernel.run.resolution import Resolution
from adjudicator.kernel.title.codec import without_books
from adjudicator.kernel.title.course import unseen
from adjudicator.kernel.title.title import Played, Sent, Title, replay

DRAWN = 4
"""The board of every so manieth position is drawn, where drawing is not all that is tried."""
LOOKED_AT = 60
"""So many phases of a game are looked at, or fewer, where each costs much."""
MANY = 100
"""So many options are compared where a question can have thousands."""
FEW_PHASES = 40
"""In so many every form is filled in, with every answer, by all who are asked; so many are played by books alone."""
ENTRIES = 40
"""So many entries has a book at most that is made of what was chosen in a game."""

NO_WORDS = re.compile(
    r"\[\(|[{}`]|#\d|[a-z]+_[a-z]|\b[a-z]{3,}-[a-z]?\d|\b(None|True|False|grant (yes|no))\b|"
    r"right would be|is not open here|not so that"
)
"""What a sentence has where a program's own writing shows through."""
ONE_OF_MANY = re.compile(
    r"(?<![\d,.:+-])\b1 (?!(?:is|has|was|goes|begins|ends|wins|leads|takes)\b)[a-z]*[^sui]s\b|\bPrestiges\b"
)
"""One of a thing, in the plural."""


class TitleContract(WrittenAhead, ToldInScenes):
    """The battery. `scenario` is the one in which tests see most of the rules in one game (None: the first)."""

    rules: ClassVar[Title[Any]]
    scenario: ClassVar[str | None] = None
    games: ClassVar[int] = 10
    """So many are played at most; a title whose games take seconds plays fewer."""
    _one_game: ClassVar[tuple[int, list[Phase]] | None] = None

    @property
    def all_is_open(self) -> bool:
        """Whether the title hides nothing: then nothing can be dealt anew, and everybody sees the position."""
        return not self.rules.hidden

    def made_public(self, event: Event) -> bool:
        """Whether an event shows everybody what was hidden: then nothing is compared with another deal."""
        return False

    def alike(
        self, before: Any, dealt: Any, sent: Sent, resolution: Resolution[Any], viewer: str | None
    ) -> tuple[Any, Sent] | None:
        """Another deal and the orders that look the same in it to a viewer; None where no two can be compared.

        What the resolution turns up for all to see has to lie in it where it lay before.
        """
        return None if any(map(self.made_public, resolution.events)) else (dealt, sent)

    def comparable(self, again: Any, after: Any) -> bool:
        """Whether the same hidden things came to light in both resolutions."""
        return True

    # --- how it plays ------------------------------------------------------------------------------------------

    @property
    def counts(self) -> tuple[int, ...]:
        """How many seats the scenario can have."""
        return self.rules.scenarios[self.scenario or next(iter(self.rules.scenarios))].seat_counts

    def begin(self, count: int, seed: object) -> Resolution[Any]:
        """A game set up to its first phase."""
        return begin(self.rules, count, seed, self.scenario)

    def playthrough(self, count: int, seed: object, strategy: str = "random", missing: int = 5) -> Iterator[Phase]:
        """(position before, orders sent, chance key, resolution) of every phase until the game is over."""
        return playthrough(self.rules, count, seed, strategy, missing, self.scenario)

    def one_game(self, count: int) -> list[Phase]:
        """The phases of one game of random bots, played once for all tests that only look at one."""
        cls = type(self)
        if cls._one_game is None or cls._one_game[0] != count:
            cls._one_game = count, [*self.playthrough(count, "one game")]
        return cls._one_game[1]

    def looked_at(self, count: int) -> list[Phase]:
        """The same, and of a long game only some phases, where each costs much to look at; in turn for all viewers."""
        phases = self.one_game(count)
        step = 1 + len(phases) // LOOKED_AT
        while gcd(step, count + 1) > 1:
            step += 1
        return phases[::step]

    # --- the battery -------------------------------------------------------------------------------------------

    def test_games_of_random_bots_end_and_keep_the_invariants(self) -> None:
        self.play_to_the_end("random")

    def test_games_of_steady_bots_end_and_keep_the_invariants(self) -> None:
        self.play_to_the_end("steady")

    def play_to_the_end(self, strategy: str) -> None:
        rules, counts = self.rules, self.counts
        for seed in range(self.games):
            told: list[Event] = []
            for resolution in play_out(rules, counts[seed % len(counts)], seed, strategy, scenario=self.scenario):
                rules.invariants(resolution.position)
                assert resolution.position.phases < 10_000
                told.extend(event for event in resolution.events if not event.only)
            assert resolution.position.outcome is not None
            assert sorted(resolution.position.outcome.places) == sorted(resolution.position.seats)
            scores = rules.scores(resolution.position)
            assert scores.keys() == resolution.position.outcome.places.keys()
            tally = rules.tally(resolution.position, told)
            assert not tally or {seat: sum(points.values()) for seat, points in tally.items()} == scores

    def test_a_playout_plays_the_same_game_as_resolutions_that_check_and_copy(self) -> None:
        rules, count = self.rules, self.counts[-1]
        for seed, strategy in enumerate(("steady", "random", "random")[: self.games]):
            played = self.playthrough(count, f"sooner {seed}", strategy)
            sooner = play_out(rules, count, f"sooner {seed}", strategy, scenario=self.scenario)
            for (*_, resolution), again in zip(played, sooner, strict=True):
                assert rules.encode(again.position) == rules.encode(resolution.position)
                assert rules.encode_events(again.events) == rules.encode_events(resolution.events)
                assert again.counted == resolution.counted
                assert again.fallen == resolution.fallen

    def test_what_bots_send_is_legal(self) -> None:
        rules, counts = self.rules, self.counts
        for seed in range(self.games):
            for before, sent, _, resolution in self.playthrough(counts[0], seed):
                for seat, orders in sent.items():
                    assert rules.check(rules.view(before, seat), seat, orders) == []
                    assert msgspec.json.decode(rules.encode_orders(orders)) == [*map(rules.order_to_dict, orders)]
                assert resolution.fallen == []

    def test_the_same_inputs_give_the_same_bytes(self) -> None:
        rules, counts = self.rules, self.counts
        for seed in range(min(5, self.games)):
            started = self.begin(counts[-1], seed)
            played, positions = [], [rules.encode(started.position)]
            for _, _, chance_key, resolution in self.playthrough(counts[-1], seed):
                played.append(Played(resolution.counted, chance_key))
                positions.append(rules.encode(resolution.position))
            again = replay(
                rules,
                scenario=started.position.scenario,
                seats=started.position.seats,
                options={},
                setup_chance=key(seed, "setup"),
                played=played,
            )
            assert [rules.encode(resolution.position) for resolution in again] == positions

    def test_a_position_from_the_store_plays_like_the_one_in_memory(self) -> None:
        """Bytes have their names sorted: no event, order or picture may follow the order of a mapping."""
        rules, counts = self.rules, self.counts
        for before, sent, chance_key, resolution in self.looked_at(counts[-1]):
            stored = rules.decode(rules.encode(before))
            again = rules.resolve(stored, sent, Chance(chance_key))
            assert rules.encode_events(again.events) == rules.encode_events(resolution.events)
            assert [rules.sentence(e) for e in again.events] == [rules.sentence(e) for e in resolution.events]
            assert again.counted == resolution.counted
            drawn_for = watchers(before)[0]
            for seat in (None, *before.seats):
                view, other = rules.view(before, seat), rules.view(stored, seat)
                if seat == drawn_for:
                    assert rules.show(view) == rules.show(other)
                if seat == drawn_for and before.phases % DRAWN == 0:
                    assert rules.draw(view, seat, False) == rules.draw(other, seat, False)
                for ask in before.phase.asked_of(seat):
                    options = [islice(rules.options(v, seat, ask.name), MANY) for v in (view, other)]
                    assert [*options[0]] == [*options[1]]

    def test_positions_and_events_survive_their_bytes(self) -> None:
        rules, counts = self.rules, self.counts
        for before, _, _, resolution in self.one_game(counts[0]):
            assert rules.decode(rules.encode(before)) == before
            assert rules.decode_events(rules.encode_events(resolution.events)) == resolution.events
            for viewer in (None, *before.seats):
                view = rules.view(before, viewer)
                assert rules.decode(rules.encode(view)) == view

    def test_resolving_leaves_the_position_as_it_was(self) -> None:
        rules, counts = self.rules, self.counts
        for before, sent, chance_key, _ in self.one_game(counts[0]):
            as_it_was = rules.encode(before)
            rules.resolve(before, sent, Chance(chance_key))
            assert rules.encode(before) == as_it_was

    def test_every_question_has_a_legal_default_and_its_options_pass_the_check(self) -> None:
        rules, counts = self.rules, self.counts
        for before, *_ in self.looked_at(counts[0]):
            for ask in before.phase.asks:
                view = rules.view(before, ask.seat)
                default = rules.default(view, ask.seat, ask.name)
                options = list(rules.options(view, ask.seat, ask.name))
                assert default in options
                assert len(options) == len({rules.encode_orders([o]) for o in options})
                for order in options:
                    assert rules.check(view, ask.seat, [order]) == []
                    assert rules.decode_orders(rules.encode_orders([order])) == [order]
                    assert says_a_deed(rules.order_in_words(view, ask.seat, order)), order
                assert rules.prompt(view, ask.seat, ask.name)

    def test_what_people_read_is_english(self) -> None:
        """Prompts, choices, defaults, refusals (of an order of another time), who is waited for, and what happens."""
        rules, earlier = self.rules, dict[str, Order]()
        for before, sent, _, resolution in self.looked_at(self.counts[0]):
            said = [*rules.waiting(rules.view(before, None)), *map(rules.sentence, resolution.events)]
            for ask in before.phase.asks:
                view = rules.view(before, ask.seat)
                said += [rules.prompt(view, ask.seat, ask.name), *rules.foreseen(view, ask.seat, ask.name)]
                said.append(rules.said_in_full(view, ask.seat, rules.default(view, ask.seat, ask.name)))
                if illegal := rules.refusal(view, ask.seat, earlier[ask.name]) if ask.name in earlier else None:
                    said.append(illegal.message)
                if offer := rules.offer(view, ask.seat, ask.name):
                    assert offer.asks, ask.name
                    assert not offer.asks.startswith("Which to"), ask.name
                    said += [offer.asks, *(option.words for option in offer.options)]
            for words in said:
                assert is_english(words), words
            earlier |= {ask_name(order): order for orders in sent.values() for order in orders}

    def test_an_order_that_is_not_asked_falls_and_leaves_no_other_trace(self) -> None:
        rules, counts = self.rules, self.counts
        for before, sent, chance_key, resolution in self.playthrough(counts[0], "stray", missing=0):
            strays = [
                (seat, order)
                for seat in before.seats
                for other, orders in sent.items()
                for order in orders
                if other != seat and rules.refusal(rules.view(before, seat), seat, order) is not None
            ]
            for seat, order in strays:
                forged = rules.resolve(before, {**sent, seat: [*sent.get(seat, []), order]}, Chance(chance_key))
                assert [fallen.seat for fallen in forged.fallen] == [seat]
                if seat not in sent or not any(type(o) is type(order) for o in sent[seat]):
                    assert rules.encode(forged.position) == rules.encode(resolution.position)
                    assert forged.events == resolution.events

    def test_a_view_is_the_same_whatever_its_seat_may_not_know(self) -> None:
        rules, counts = self.rules, self.counts
        for before, *_ in self.looked_at(counts[-1]):
            for viewer in watchers(before):
                view = rules.encode(rules.view(before, viewer))
                for seed in range(5):
                    other = rules.redeal(before, viewer, Chance(key("redeal", seed)))
                    assert rules.encode(rules.view(other, viewer)) == view

    def test_where_nothing_is_hidden_everybody_sees_the_position(self) -> None:
        rules, phases = self.rules, self.one_game(self.counts[0]) if self.all_is_open else []
        for before, *_ in phases:
            for viewer in (None, *before.seats):
                assert without_books(rules.encode(rules.view(before, viewer))) == without_books(rules.encode(before))

    def test_a_redeal_does_deal_anew(self) -> None:
        if self.all_is_open:
            return
        dealt = set()
        for before, *_ in self.one_game(self.counts[0]):
            dealt = {
                self.rules.encode(self.rules.redeal(before, None, Chance(key("anew", seed)))) for seed in range(10)
            }
            if len(dealt) > 1:
                break
        assert len(dealt) > 1

    def test_what_a_seat_is_told_does_not_depend_on_what_it_may_not_know(self) -> None:
        """Redeal, resolve with the same orders and chance: view and events are the same, byte for byte."""
        if self.all_is_open:
            return
        compared = differing = 0
        for seed in range(self.games):
            played = self.playthrough(self.counts[-1], f"redeal and resolve {seed}")
            for before, sent, chance_key, resolution in played:
                for viewer in (None, *before.seats):
                    again = self.dealt_otherwise(before, sent, chance_key, resolution, viewer)
                    if again is not None:
                        assert _known(self.rules, again, viewer) == _known(self.rules, resolution, viewer)
                        compared += 1
                        differing += self.rules.encode(again.position) != self.rules.encode(resolution.position)
            if compared > 5 and differing > 5:
                return
        raise AssertionError(f"{compared} of two deals could be compared, {differing} differed: too few")

    def dealt_otherwise(
        self, before: Any, sent: Sent, chance_key: bytes, resolution: Resolution[Any], viewer: str | None
    ) -> Resolution[Any] | None:
        """The same resolution after another deal that looks the same to a viewer; None where it cannot be compared.

        That is where the deal has made an order illegal, or something else has come to light, for all to see.
        """
        dealt = self.rules.redeal(before, viewer, Chance(key("redeal", before.phases, viewer)))
        other = self.alike(before, dealt, sent, resolution, viewer)
        again = self.rules.resolve(*other, Chance(chance_key)) if other else None
        return again if again and not again.fallen and self.comparable(again.position, resolution.position) else None

    def test_a_position_imagined_from_a_view_looks_like_it_and_can_be_played_on(self) -> None:
        """For every seat and the spectator: the same view byte for byte, sound, and resolved with any legal orders."""
        rules, counts = self.rules, self.counts
        differing = 0
        for count in counts:
            for before, *_ in self.looked_at(count):
                for viewer in watchers(before):
                    view = rules.view(before, viewer)
                    imagined = rules.imagine(view, viewer, Chance(key("imagine", before.phases, viewer)))
                    assert rules.encode(rules.view(imagined, viewer)) == rules.encode(view)
                    assert not _hidden(msgspec.to_builtins(imagined))
                    rules.invariants(imagined)
                    sent = orders_of_bots(rules, imagined, "imagine")
                    resolution = rules.resolve(imagined, sent, Chance(key("imagined", before.phases)))
                    rules.invariants(resolution.position)
                    assert resolution.fallen == []
                    differing += rules.encode(imagined) != rules.encode(before)
        assert bool(differing) is not self.all_is_open

    def test_at_the_end_all_is_told_that_nobody_could_see_and_nothing_that_was_filed(self) -> None:
        """What can be dealt otherwise without anybody's noticing is told, but for what seats have filed or said ahead.

        A title that hides something in a way of its own may leave it in the dark.
        """
        rules, position = self.rules, self.one_game(self.counts[0])[-1][-1].position
        hidden = [type(part) for part in rules.hidden if not isinstance(part, Filed)]
        mute = any(kind.unseen is Hidden.unseen and kind.redeal is not Hidden.redeal for kind in hidden)
        told, as_it_was = unseen(rules, position), rules.encode(_unfiled(rules, position))
        for seed in range(5):
            other = rules.redeal(position, None, Chance(key("unseen", seed)))
            dealt_anew = rules.encode(_unfiled(rules, other)) != as_it_was
            assert (unseen(rules, other) != told) is (dealt_anew and not mute)
        assert unseen(rules, _unfiled(rules, position)) == told
        before = self.one_game(self.counts[0])[-1][0]
        try:
            unseen(rules, before)
        except ValueError:
            return
        raise AssertionError("a game that goes on tells what nobody can see")

    def test_options_that_are_said_to_be_public_follow_from_what_everybody_sees(self) -> None:
        """They stand in mails in clear: prompt, options and default are the spectator's as well."""
        rules, counts = self.rules, self.counts
        compared = []
        for before, *_ in self.looked_at(counts[-1]):
            everybody = rules.view(before, None)
            asked = [*before.phase.asks]
            unasked = [name for name, kind in rules.questions.items() if kind.unasked]
            asked += [Ask(seat, name) for seat in before.seats for name in unasked]
            for ask in asked:
                kind = rules.question(ask.question)
                if kind.public_options:
                    view = rules.view(before, ask.seat)
                    assert list(kind.options(everybody, ask)) == list(kind.options(view, ask))
                    assert kind.prompt(everybody, ask) == kind.prompt(view, ask)
                    if not kind.unasked:
                        assert kind.default(everybody, ask) == kind.default(view, ask)
                    compared.append(ask.question)
        marked = [name for name, kind in rules.questions.items() if kind.public_options]
        assert set(compared) <= set(marked)
        assert bool(compared) == bool(marked)
        assert self.all_is_open or set(marked) < set(rules.questions)

    def test_every_answer_to_a_form_writes_a_book_that_can_be_explained(self) -> None:
        rules = self.rules
        for before, *_ in self.one_game(self.counts[0]) if rules.forms else ():
            for ask in before.phase.asks:
                view = rules.view(before, ask.seat)
                for name in (next(iter(rules.forms)), *rules.forms_after(ask.question)):
                    for offer in rules.form_offers(view, ask.seat, name):
                        for option in offer.options:
                            book = rules.book_of_form(view, ask.seat, name, {offer.fields[0]: option.value})
                            assert len(rules.explain_book(book)) == len(book)
            if before.phases > FEW_PHASES:
                return

    def test_an_answer_ahead_is_what_the_book_answers_if_nothing_else_happens(self) -> None:
        """Also if the answer now was any legal one. Looking ahead changes nothing in the view."""
        rules, seen = self.rules, set()
        for seed in range(2):
            for before, sent, *_ in self.playthrough(self.counts[0], f"ahead {seed}", missing=0):
                for seat, orders in sent.items():
                    view = rules.view(before, seat)
                    for order in orders:
                        if rules.question(ask_name(order)).ahead:
                            seen.add(ask_name(order))
                            as_it_was = rules.encode(view)
                            self.answer_ahead(view, seat, order)
                            assert rules.encode(view) == as_it_was
        assert bool(seen) == any(kind.ahead for kind in rules.questions.values())

    def answer_ahead(self, view: Any, seat: str, order: Order) -> None:
        """Answer once more than is asked; the book then answers the same."""
        rules, name = self.rules, ask_name(order)
        later = rules.later_view(view, seat, name, [order])
        if later is None:
            return
        ask, kind = rules.ask(later, seat, name), rules.question(name)
        ahead = kind.sample(later, ask, Chance(key("ahead", view.phases)), "ahead")
        assert ahead is not None
        choices = [rules.choice_of(later, seat, ahead), *kind.otherwise(later, ask)]
        entry = {"question": kind.id, "when": kind.brake(later, ask), "choose": choices, "times": 1}
        book = rules.with_entries([], [entry])
        answer = consult(rules, msgspec.structs.replace(later, books={seat: book}), ask).answer
        assert answer is not None
        assert kind.choice_of(later, ask, answer.order) == kind.choice_of(later, ask, ahead)

    def test_a_book_does_the_same_without_the_entries_on_which_nothing_rested(self) -> None:
        """So those need not be published. A title that reads books itself has to say which entries it took (`use`)."""
        whole = {seat: [*map(msgspec.to_builtins, book)] for seat, book in self.books_of_a_game().items()}
        used, results = self.played_by_books(whole)
        assert used
        entries = {seat: [*enumerate(book)] for seat, book in whole.items()}
        parts = {seat: [one if n in used.get(seat, ()) else None for n, one in book] for seat, book in entries.items()}
        assert any(None in part for part in parts.values())
        assert self.played_by_books(parts) == (used, results)

    def books_of_a_game(self) -> dict[str, Book]:
        """For each seat what it chose in a game as entries, and below them some `ask_me`, and one never come to."""
        rules, books = self.rules, dict[str, Book]()
        for before, sent, *_ in self.one_game(self.counts[0]):
            for seat, orders in sent.items():
                choices = [(order, rules.choice_of(rules.view(before, seat), seat, order)) for order in orders]
                new = [Entry(question=question_of(order), choose=[choice]) for order, choice in choices if choice]
                books[seat] = [*books.get(seat, []), *(one for one in new if one not in books.get(seat, ()))]
        asks = [Entry(question=name, ask_me=True) for name, one in rules.questions.items() if not one.unasked][::3]
        last = Entry(question=asks[0].question, default=True)
        return {seat: [*book[:ENTRIES], *asks, last] for seat, book in books.items()}

    def played_by_books(self, books: dict[str, list[Any]]) -> tuple[dict[str, list[int]], list[Any]]:
        """The first phases of a game in which nobody sends anything: on which entries they rest, what comes of it."""
        rules, used, results = self.rules, dict[str, list[int]](), list[Any]()
        position, new = self.begin(self.counts[0], "books").position, books
        while position.phase is not None and len(results) < FEW_PHASES:
            in_force = {seat: rules.book_in_part(book) for seat, book in new.items()}
            resolution = rules.resolve(position, {}, Chance(key("books", position.phases)), in_force)
            position, new = resolution.position, {}
            for seat, entries in resolution.used.items():
                used[seat] = sorted({*used.get(seat, ()), *entries})
            results.append((without_books(rules.encode(position)), resolution.counted))
        return used, results

    def test_a_chapter_begins_once_and_is_told_to_all(self) -> None:
        """Reports are told by chapters; a chapter is named like no other of the game."""
        counts = self.counts
        begun = [e for e in self.begin(counts[-1], "chapters").events if isinstance(e, ChapterBegins)]
        for *_, resolution in self.one_game(counts[-1]):
            begun += [event for event in resolution.events if isinstance(event, ChapterBegins)]
        assert len({event.chapter for event in begun}) == len({event.name for event in begun}) == len(begun)
        assert all(event.only is None for event in begun)
        assert begun

    def test_a_spectator_does_not_know_everything(self) -> None:
        encode, view = self.rules.encode, self.rules.view
        positions = [before for before, *_ in self.one_game(self.counts[0])]
        hides = any(encode(view(position, None)) != encode(position) for position in positions)
        assert hides is not self.all_is_open
        assert not any(_hidden(msgspec.to_builtins(position)) for position in positions)

    def test_asking_about_a_question_that_is_not_open_names_what_is(self) -> None:
        position = self.begin(self.counts[0], "closed").position
        asked = {ask.seat for ask in position.phase.asks}
        for seat in position.seats:
            if seat not in asked:
                assert "is not asked of" in self.refused(position, seat, position.phase.asks[0].name)

    def refused(self, position: Any, seat: str, name: str) -> str:
        """Why a seat has no default for a question of another."""
        try:
            self.rules.default(self.rules.view(position, seat), seat, name)
        except Illegal as refused:
            return str(refused)
        return f"{seat} has a default for {name}"


def says_a_deed(words: str) -> bool:
    """Whether an order in words says what it does: not just nothing, nor its default, and nothing of a program's."""
    return words not in ("", "none", "nothing", "by the default") and NO_WORDS.search(words) is None


def is_english(words: str) -> bool:
    """Whether a text is fit for people: not empty, nothing of a program's, one of a thing in the singular."""
    return bool(words) and NO_WORDS.search(words) is None and ONE_OF_MANY.search(words) is None


def _known(rules: Title[Any], resolution: Resolution[Any], viewer: str | None) -> tuple[bytes, bytes]:
    events = rules.events_for(resolution.events, viewer)
    return rules.encode_events(events), rules.encode(rules.view(resolution.position, viewer))


def _unfiled(rules: Title[Any], position: Any) -> Any:
    """A position without what seats have filed in secret, or written ahead."""
    bare = rules.with_books(position, {seat: [] for seat in position.books})
    for part in rules.hidden:
        if isinstance(part, Filed):
            setattr(bare, part.name, {})
    return bare


def _hidden(tree: Any, path: str = "") -> list[str]:
    if isinstance(tree, dict):
        if tree == msgspec.to_builtins(Unknown()):
            return [path]
        return [found for name, node in tree.items() for found in _hidden(node, f"{path}.{name}")]
    if isinstance(tree, list):
        return [found for index, node in enumerate(tree) for found in _hidden(node, f"{path}.{index}")]
    return []
