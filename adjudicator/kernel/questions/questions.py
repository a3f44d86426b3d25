"""Questions and orders. A question type is one class: what it asks, which orders are legal, what silence means.

`options` and `refusal` are one piece of code: `options` is the space of conceivable orders without those that
`refusal` refuses. Both work from the seat's view, never from the position, so a refusal can tell nothing hidden.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import islice
from typing import Any, ClassVar, Generic, TypedDict, TypeVar, Unpack, get_args

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Fault, Illegal
from adjudicator.kernel.faults import NOT_CHECKED, Known, convert
from adjudicator.kernel.position.position import Ask, Position
from adjudicator.kernel.subjects import Naming


class Order(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="question"):
    """A seat's answer to a question. Subclasses add its fields and carry the question's id as their tag."""


class KeyedOrder(Order, frozen=True, kw_only=True):
    """An order to a question that is put to one seat several times in a phase: `key` says which ask it answers."""

    key: str


def question_of(order: Order) -> str:
    """The id of the question that an order answers."""
    return _question_of(type(order))


@cache
def _question_of(kind: type[Order]) -> str:
    return str(kind.__struct_config__.tag)


def ask_name(order: Order) -> str:
    """The name of the ask that an order answers: `D-9`, with a key `D-9/F08`."""
    question = question_of(order)
    return f"{question}/{order.key}" if isinstance(order, KeyedOrder) else question


V = TypeVar("V", bound=Position)
R = TypeVar("R", bound=Order)


class Said(TypedDict, total=False):
    """What the head of a question's class may say."""

    id: str
    clause: str
    unasked: bool
    choice: type[msgspec.Struct]
    choices_stand: bool
    queued: bool
    side_by_side: bool
    moments: tuple[str, ...]
    subject: str
    may_decline: bool
    nothing: str
    public_options: bool
    listed: bool
    exact: bool
    ahead: int
    ahead_words: str
    passing: Mapping[str, Any]
    counted_later: bool


class Question(ABC, Generic[V, R]):
    """One type of question, described in the head of its class:

        class Propose(Question[Perikles, ProposeOrder], id="D-3", clause="3.01", default="N.03"):

    `clause` is where the rules ask it, `default` the one that says what a missed deadline means. A class without an
    `id` is what several questions have in common. An `unasked` question is never opened: its orders may be sent with
    any envelope and are applied at the cut, before the others; where such orders stand `side_by_side`, none replaces
    another, and several entries of a book are carried out at one cut. In a book a choice is an order without its
    question's id, or what `choice` says; where `choices_stand`, one that was used may be used again. Where they are
    `queued`, the seat is asked as soon as one whose turn it is has become illegal; only at the cut the next legal one
    counts.
    `moments` are those at which it is asked, of those at which alone some quantities can be judged.

    `subject` says what is to be done, as an order: "Place a marker". Books are explained with it, and the others read
    it while they wait; where the seat `may_decline` they read that it decides whether to. `nothing` says in words
    what an order comes to that holds nothing: "move nothing".

    `public_options`: prompt, options and default follow from public facts only, so that they may stand in a mail in
    clear. What is not marked is told to its seat alone.

    `exact`: `space` is made of legal orders only, so that none of them needs to be checked again. `listed` is false
    where there are too many orders to name them all.

    `field_words` says, for a question whose orders grow, what is asked of each field of an order and how its value is
    said, and if need be what is said where it is left empty, or of a list what goes on to its next item:
    `{"placements.location": ("Where does it go?", "to {}")}`.

    `passing`: the fields of the order that does nothing. In a book `pass: true` gives it.

    `ahead`: how many answers more may be given with one, for the next times that it is asked; `ahead_words` offers
    them. Such a question has `after`.

    `counted_later`: an answer of a book is for decisions to come. The rules say themselves what those rested on, and
    count the `times` of its entries (`one_time_less`).
    """

    id: ClassVar[str]
    order: ClassVar[type[Order]]
    clause: ClassVar[str]
    default_clause: ClassVar[str] = ""
    unasked: ClassVar[bool] = False
    choice: ClassVar[type[msgspec.Struct] | None] = None
    choices_stand: ClassVar[bool] = False
    queued: ClassVar[bool] = False
    side_by_side: ClassVar[bool] = False
    moments: ClassVar[tuple[str, ...]] = ()
    subject: ClassVar[str] = "Answer the question"
    may_decline: ClassVar[bool] = False
    nothing: ClassVar[str] = "nothing"
    public_options: ClassVar[bool] = False
    listed: ClassVar[bool] = True
    exact: ClassVar[bool] = False
    field_words: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    ahead: ClassVar[int] = 0
    ahead_words: ClassVar[str] = "And the next time?"
    passing: ClassVar[Mapping[str, Any] | None] = None
    counted_later: ClassVar[bool] = False

    def __init_subclass__(cls, *, default: str | None = None, **said: Unpack[Said]) -> None:
        super().__init_subclass__()
        orders = (kind for base in vars(cls).get("__orig_bases__", ()) for kind in get_args(base))
        if order := next((kind for kind in orders if isinstance(kind, type) and issubclass(kind, Order)), None):
            cls.order = order
        for name, value in said.items():
            setattr(cls, name, value)
        if default is not None:
            cls.default_clause = default

    @abstractmethod
    def prompt(self, view: V, ask: Ask) -> str:
        """The question in words, for the seat that is asked."""

    def awaited(self, ask: Ask) -> str:
        """What the others read that they wait for, to stand after "to"; it follows from the question alone."""
        return f"decide whether to {self.deed}" if self.may_decline else self.deed

    @property
    def deed(self) -> str:
        """The subject, to stand after "to"."""
        return f"{self.subject[:1].lower()}{self.subject[1:]}"

    @abstractmethod
    def space(self, view: V, ask: Ask) -> Iterator[R]:
        """Every conceivable order, legal or not, in a fixed order."""

    @abstractmethod
    def refusal(self, view: V, ask: Ask, order: R) -> Illegal | None:
        """The clause that forbids an order, with what would be legal; None when it is legal."""

    def default(self, view: V, ask: Ask) -> R:
        """What a missed deadline means: the first legal order, unless the rules say otherwise."""
        return next(self.options(view, ask))

    def warning(self, view: V, ask: Ask, order: R) -> str:
        """What an order ends, or gives up for good: a person is told and asked once more before it is sent; else ""."""
        return ""

    def apply(self, resolution: Any, seat: str, order: R) -> None:
        """Carry out an unasked order. What is asked is carried out by the closing step of its phase, never here."""
        raise TypeError(f"{self.id} is asked of {seat}: the closing step of its phase carries it out")

    def options(self, view: V, ask: Ask) -> Iterator[R]:
        """The legal orders, in the order of `space`."""
        if self.exact:
            return self.space(view, ask)
        return (order for order in self.space(view, ask) if self.refusal(view, ask, order) is None)

    def sample(self, view: V, ask: Ask, chance: Chance, label: str) -> R | None:
        """One legal order; each has a positive chance. None where an unasked question offers nothing."""
        options = list(self.options(view, ask))
        return chance.pick(options, label) if options else None

    def grown(self, view: V, ask: Ask, order: R | None) -> Iterator[R]:
        """Orders that hold one part more than this one (None: to begin with), for people who answer step by step.

        One that is not legal yet becomes so with parts that `grown` gives later. By default an answer is one step.
        """
        return self.options(view, ask) if order is None else iter(())

    def note(self, view: V, ask: Ask, order: R, field: str) -> str:
        """What a person should know besides of what an order says in a field, where they choose it; `field` as in
        `field_words`."""
        return ""

    def short(self, order: R) -> str:
        """What a person says who leaves a legal order that grows as it is, where something is asked for it later."""
        return ""

    # --- standing orders ----------------------------------------------------------------------------------------

    def parse_choice(self, plain: dict[str, Any], known: Known = NOT_CHECKED) -> Any:
        """A choice of a book from plain data. Malformed tells all that is wrong, with names that there are not."""
        if self.choice is not None:
            return convert(plain, self.choice, known=known)
        return convert({**plain, "question": self.id}, self.order, known=known)

    @property
    def grammars(self) -> Mapping[str, Any]:
        """What the items of its lists may say (`books.items.Grammar`), by the name of the field."""
        return {}

    def faults(self, said: Any, known: Known) -> list[Fault]:
        """What is wrong inside an order or a choice of the right shape: items, conditions, names in other words."""
        return []

    def same(self, one: R, other: R) -> bool:
        """Whether two orders do the same, though one may say where it comes from."""
        return one == other

    def fields_of(self, order: R) -> dict[str, Any]:
        """The fields of an order as plain data."""
        return {name: value for name, value in msgspec.to_builtins(order).items() if name != "question"}

    def orders_of(self, view: V, ask: Ask, choice: Any) -> Iterator[R]:
        """The orders that a choice comes to in a view, best first; they need not be legal."""
        yield choice

    def left_out(self, view: V, ask: Ask, choice: Any) -> list[str]:
        """What a choice says that its order leaves out as illegal, in words with the reason: its author is told."""
        return []

    def concerns(self, view: V, ask: Ask, choice: Any) -> bool:
        """Whether a choice is meant for what is asked now; one that is not is passed by without a word."""
        return not isinstance(choice, KeyedOrder) or choice.key == ask.key

    def asks_the_seat(self, ask: Ask) -> bool:
        """Whether the seat itself is asked this, whatever its book says."""
        return False

    def is_standing(self, choice: Any) -> bool:
        """Whether a choice of a book may be used again and again."""
        return self.choices_stand

    def only_option(self, view: V, ask: Ask) -> R | None:
        """The only legal order, where there is just one."""
        first_two = list(islice(self.options(view, ask), 2))
        return first_two[0] if len(first_two) == 1 else None

    def pass_order(self, ask: Ask) -> R | None:
        """The order that does nothing, which need not be legal; None where there is none."""
        order: R | None = None if self.passing is None else convert({**ask.head, **self.passing}, self.order)
        return order

    def pass_in_words(self) -> str:
        """The order that passes, in words."""
        key = {"key": ""} if issubclass(self.order, KeyedOrder) else {}
        order = convert({"question": self.id, **key, **(self.passing or {})}, self.order)
        return self.choice_in_words(order)

    # --- answering ahead ----------------------------------------------------------------------------------------

    def after(self, view: V, ask: Ask, order: R) -> V | None:
        """The view as it will be when the seat is asked the next time, if nothing happens but this order.

        None where it will not be asked again for now.
        """
        raise TypeError(f"{self.id} is not answered ahead")

    def choice_of(self, view: V, ask: Ask, order: R) -> dict[str, Any]:
        """An order in the words of a choice, where they can say it."""
        return self.fields_of(order)

    def otherwise(self, view: V, ask: Ask) -> list[dict[str, Any]]:
        """What an answer ahead falls back on where it has become illegal; nothing: the seat is asked."""
        return []

    def variations(
        self, view: V, ask: Ask, choice: dict[str, Any]
    ) -> list[tuple[str, list[tuple[dict[str, Any], str]]]]:
        """What a choice of a plan may say beyond its order: by what is asked, the choices that it then is, in words."""
        return []

    def brake(self, view: V, ask: Ask) -> dict[str, Any] | None:
        """The condition under which an answer ahead that is given in this view still holds; None: always."""
        return None

    def order_in_words(self, view: V, order: R, names: Naming) -> str:
        """An order as people read it: as its deed; one that does nothing says so."""
        if not self.order.__struct_fields__:
            return self.deed
        plain = {k: v for k, v in msgspec.to_builtins(order).items() if k != "question"}
        if self.field_words:
            return ", ".join(phrases(plain, self.field_words, partial(names.word, view))) or self.nothing
        return names.phrase(view, plain) or self.nothing

    def answer_in_words(self, view: V, seat: str, order: R, names: Naming) -> str:
        """The order of a seat, for questions whose words depend on who answers."""
        return self.order_in_words(view, order, names)

    def choice_in_words(self, choice: Any) -> str:
        """A choice of a book, or an order: its own words where it has `in_words`, else its fields."""
        if hasattr(choice, "in_words"):
            return str(choice.in_words())
        if not choice.__struct_fields__:
            return self.deed
        held = {k: v for k, v in msgspec.to_builtins(choice).items() if k != "question" and v not in (None, [], {})}
        return in_words(held) or self.nothing


def phrases(
    plain: Any, field_words: Mapping[str, tuple[str, ...]], say: Callable[[str, str], str], field: str = ""
) -> list[str]:
    """Plain data in the phrases of its fields, each item of a list as one: `Argos hoplite 1 to Pylos as attacker`."""
    if isinstance(plain, list):
        return [said for item in plain for said in phrases(item, field_words, say, field)]
    if isinstance(plain, dict):
        inside = [said for key in plain for said in phrases(plain[key], field_words, say, f"{field}.{key}".strip("."))]
        return [" ".join(inside)] if field and inside else inside
    if plain in (None, "", False):
        return []
    said = field_words.get(field, ("", "{}"))[1]
    return [said.format(say(field, plain) if isinstance(plain, str) else plain)]


def in_words(plain: Any) -> str:
    """Plain data as people read it: `city athens, colour red`."""
    if isinstance(plain, dict):
        return ", ".join(f"{key.replace('_', ' ')} {in_words(value)}" for key, value in plain.items())
    if isinstance(plain, list):
        return " and ".join(f"({in_words(item)})" if isinstance(item, dict) else in_words(item) for item in plain)
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    return "-" if plain is None else str(plain)
