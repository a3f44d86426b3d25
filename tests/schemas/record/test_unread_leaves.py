"""What did not count is a hash in a record: it verifies all the same, and what is hidden or shown wrongly is found.

By anybody where anybody can, else by the author, who holds the leaves.
"""

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator import registry
from schemas.envelopes import open_copy
from schemas.errors import Malformed
from schemas.keys.identities import Identity
from schemas.record import Record, verify_record
from schemas.statements.canonical import dumps, to_base64url
from tests.titles import ballot, ballot_2
from tools.generate.playing import Playing

CANARY = "canary"
SEATS = ("alpha", "beta", "gamma")
NEVER_LEGAL = {"question": "B-1", "choose": [{"against": CANARY}]}
BOOK = [
    NEVER_LEGAL,
    {"question": "B-1", "choose": [{"against": "gamma"}, {"against": "beta"}]},
    {"question": "B-1", "default": True},
    {"question": "B-N", "choose": [{"text": f"{CANARY} " * 9}]},
]


class Game(Playing):
    """A game in which alpha sends nothing and has a book; what the players sealed is kept."""

    def __init__(self, host, rules=ballot.TITLE):
        players = {seat: Identity.generate() for seat in SEATS}
        super().__init__(title=rules, scenario="assembly", seats=list(SEATS), host=host, players=players)
        self.kept = []

    def file_book(self, seat, entries, **how):
        super().file_book(seat, entries, **how)
        self.kept.append((seat, self.new_books[seat]))

    def _envelope(self, position, number, seat, key, *, clumsy):
        self.kept.append((seat, super()._envelope(position, number, seat, key, clumsy=clumsy)))
        return self.kept[-1][1]

    def to_the_end(self, position):
        while position.phase is not None:
            clumsy = "beta" if "B-N" in self.title.questions else ""
            position = self.phase(position, silent="alpha", clumsy=clumsy).position
        return self.finish(position)

    def whole(self):
        position = self.begin().position
        self.file_book("alpha", BOOK)
        return self.to_the_end(position)

    def leaves(self, author):
        """What a seat's player holds: each leaf that they sealed, by its hash."""
        mine = [open_copy(envelope, self.players[author]) for seat, envelope in self.kept if seat == author]
        return {to_base64url(leaf.hash): leaf for leaves in mine for leaf in leaves}


class PassingOver(Game):
    """A host that passes over the first entry of a book that would answer, and each envelope's first order."""

    passes_over = "book"

    def book_in(self, leaves):
        left = [None if leaf.order == BOOK[1] and self.passes_over == "book" else leaf.order for leaf in leaves]
        return self.title.book_in_part(left)

    def orders_in(self, leaves):
        return super().orders_in(leaves[1:] if self.passes_over == "envelope" else leaves)


@pytest.fixture(autouse=True)
def _rules_are_known(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    for rules in (ballot.TITLE, ballot_2.TITLE):
        registry.register(rules)


@pytest.fixture
def game(host):
    return Game(host)


def findings(record, **how):
    found = verify_record(Record.from_json(record.to_json()), **how)
    return [(one.code, one.phase, one.message) for one in found]


def with_leaf(record, what, number, **fields):
    """The record with a leaf of the first envelope or book of its first phase changed."""
    first = record.phases[0]
    [changed, *others] = getattr(first, what)
    leaves = [*changed.leaves]
    leaves[number] = replace(leaves[number], **fields)
    phase = replace(first, **{what: [replace(changed, leaves=leaves), *others]})
    return replace(record, phases=[phase, *record.phases[1:]])


def shown(leaf):
    return {"salt": to_base64url(leaf.salt), "order": leaf.order}


def test_entries_that_decided_nothing_are_hashes_and_the_record_verifies(game):
    record = game.whole()
    [book] = record.phases[0].books
    assert [leaf.order for leaf in book.leaves] == [None, BOOK[1], None, None]
    assert {order.source for phase in record.phases for order in phase.orders} == {"envelope", "book", "default"}
    assert CANARY.encode() not in record.to_json()
    assert findings(record) == findings(record, opened=game.leaves("alpha") | game.leaves("beta")) == []


def test_a_hidden_leaf_that_was_tampered_with_is_found(game):
    record = game.whole()
    tampered = with_leaf(record, "books", 0, hash=to_base64url(bytes(32)))
    assert findings(tampered)[0][:2] == ("commitment-mismatch", 1)


@pytest.mark.parametrize("what", ["books", "envelopes"])
def test_a_leaf_that_is_hidden_although_it_counted_is_found(game, what):
    number = 1 if what == "books" else 0
    hidden = with_leaf(game.whole(), what, number, salt=None, order=None)
    assert [one[:2] for one in findings(hidden)] == [("diverged", 1)]


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("books", "entry 1 of the book of seat 'alpha' is shown, but never counted"),
        ("envelopes", "an order of seat 'beta' is shown, but did not count"),
    ],
)
def test_a_leaf_that_is_shown_although_it_did_not_count_is_found(game, what, says):
    record = game.whole()
    [leaves] = [one.leaves for one in getattr(record.phases[0], what) if one.seat in ("alpha", "beta")]
    number = next(n for n, leaf in enumerate(leaves) if leaf.order is None)
    known = (game.leaves("alpha") | game.leaves("beta"))[leaves[number].hash]
    assert findings(with_leaf(record, what, number, **shown(known))) == [("false-record", 1, says)]


@pytest.mark.parametrize("given", [{"salt": None}, {"order": None}])
def test_an_order_without_its_salt_is_no_bodys_word_and_refused(game, given):
    plain = game.whole().to_json_value()
    plain["phases"][0]["envelopes"][0]["leaves"][0] |= given
    with pytest.raises(Malformed, match="a leaf has both salt and order, or neither"):
        Record.from_json(dumps(plain))


@pytest.mark.parametrize(("what", "author"), [("book", "alpha"), ("envelope", "beta")])
def test_that_a_leaf_was_passed_over_which_would_have_counted_its_author_finds_and_can_show_to_others(
    host, what, author
):
    game = PassingOver(host)
    game.passes_over = what
    record = game.whole()
    assert findings(record) == []
    assert findings(record, opened=game.leaves("gamma")) == [] if what == "book" else True
    [(code, phase, message)] = findings(record, opened=game.leaves(author))
    assert (code, phase, f"'source': '{what}'" in message) == ("diverged", 1, True)
    assert findings(record.opened(game.leaves(author))) == [(code, phase, message)]


def test_that_an_entry_decided_something_which_is_hidden_its_author_finds_where_nothing_else_shows_it(host):
    """Its answer was the default anyhow."""
    game = Game(host)
    position = game.begin().position
    game.file_book("alpha", [{"question": "B-1", "ask_me": True}, NEVER_LEGAL])
    record = game.to_the_end(position)
    assert [leaf.order is None for leaf in record.phases[0].books[0].leaves] == [False, True]
    hidden = with_leaf(record, "books", 0, salt=None, order=None)
    assert findings(hidden) == []
    says = "entry 1 of the book of seat 'alpha' counted, but the record hides it"
    assert findings(hidden, opened=game.leaves("alpha")) == [("false-record", 1, says)]


def test_an_entry_that_had_its_seat_asked_is_shown_since_others_below_it_answer_at_other_times(game):
    position = game.begin().position
    asks_once = {"question": "B-2", "ask_me": True}
    game.file_book("alpha", [asks_once, {"question": "B-2", "default": True}, BOOK[1]])
    record = game.to_the_end(position)
    assert [leaf.order is None for leaf in record.phases[0].books[0].leaves] == [False, True, False]
    assert findings(record) == []


def test_a_book_that_another_has_replaced_shows_what_counted_while_it_was_in_force(game):
    position = game.begin().position
    game.file_book("alpha", BOOK)
    position = game.phase(position, silent="alpha").position
    game.file_book("alpha", [{"question": "B-2", "default": True}, NEVER_LEGAL, BOOK[1]])
    record = game.to_the_end(position)
    books = [book for phase in record.phases for book in phase.books]
    assert [[leaf.order is not None for leaf in book.leaves] for book in books] == [
        [False, True, False, False],
        [True, False, "alpha" in [o.seat for phase in record.phases[2:] for o in phase.orders if o.question == "B-1"]],
    ]
    assert findings(record) == findings(record, opened=game.leaves("alpha")) == []


# --- where the rules change ---------------------------------------------------------------------------------------


def change(game, book):
    """A game of alpha's book whose rules change after the first phase."""
    position = game.begin().position
    game.file_book("alpha", book)
    position = game.change(ballot_2.TITLE, game.phase(position, silent="alpha").position)
    return game.to_the_end(position)


@pytest.mark.parametrize("known", [(ballot.TITLE, ballot_2.TITLE), (ballot_2.TITLE,)])
@pytest.mark.parametrize("book", [BOOK, BOOK[:3], [BOOK[1]]])
def test_a_book_that_the_newer_rules_cannot_read_falls_for_who_does_not_see_why_too(game, monkeypatch, known, book):
    record = change(game, book)
    assert CANARY.encode() not in record.to_json()
    assert ("alpha" in record.phases[1].position["books"]) == (book != BOOK)
    monkeypatch.setattr(registry, "_registered", {})
    for rules in known:
        registry.register(rules)
    for opened in ({}, game.leaves("alpha")):
        assert [code for code, *_ in findings(record, opened=opened)] == ["not-recomputed"] * (len(known) < 2)


@pytest.mark.parametrize(
    "books", [{"alpha": [{"question": "B-1", "default": True}]}, {"beta": [BOOK[1]]}, {"alpha": 1}]
)
def test_another_book_than_stood_when_the_rules_changed_is_found(game, books):
    record = change(game, BOOK[:3])
    lying = replace(record.phases[1], position={**record.phases[1].position, "books": books})
    [(code, phase, message)] = findings(replace(record, phases=[record.phases[0], lying, *record.phases[2:]]))
    assert (code, phase, "book" in message) == ("diverged", 2, True)


def test_that_a_book_is_said_to_have_fallen_its_author_finds(host):
    """Where the book would have answered once more, and not as the default does: chance decides who is asked again."""
    asked_again = False
    while not asked_again:
        game = Game(host)
        position = game.begin().position
        game.file_book(
            "alpha", [NEVER_LEGAL, {"question": "B-1", "choose": [{"against": "beta"}, {"against": "gamma"}]}]
        )
        position = game.change(ballot_2.TITLE, game.phase(position, silent="alpha").position)
        position.books.clear()
        game.phases[-1].position["books"].clear()
        record = game.to_the_end(position)
        assert findings(record) == []
        later = [one for phase in record.phases[2:] for one in phase.orders]
        asked_again = ("alpha", "B-1") in [(one.seat, one.question) for one in later]
    assert [code for code, *_ in findings(record, opened=game.leaves("alpha"))] == ["diverged"]


def test_what_is_shown_of_a_phase_that_was_voided_is_found(game):
    record = change(game, BOOK[:3])
    assert record.phases[1].position is not msgspec.UNSET
    lying = replace(record.phases[1], envelopes=record.phases[0].envelopes)
    found = findings(replace(record, phases=[record.phases[0], lying, *record.phases[2:]]))
    assert found == [
        ("false-record", 2, "the log voids this phase, but the record shows something that was sent to it")
    ]
