"""D15 to D17: the end-of-round sheets (15.2-A): plans of which the first item that holds and is legal is done."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.kernel import Ask, Chance, Illegal, Order, Resolution
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.run.plan_questions import NOBODY_IS_ASKED, PlanQuestion
from adjudicator.kernel.run.plans import Runner
from adjudicator.kernel.subjects import Naming, listed
from adjudicator.polis.events import ending as events
from adjudicator.polis.names import GROWTH, PHOROS, RELEASE, counts, name_of
from adjudicator.polis.rounds.feeding import (
    default_growth,
    default_release,
    eaten,
    feed,
    growth_in_order,
    growth_refusal,
    order_refusal,
    release_refusal,
    releases,
    room_to_grow,
    shortage,
)
from adjudicator.polis.secrets.zones import seen_by
from adjudicator.polis.state.orders import FeedOrder, GrowOrder, PhorosOrder
from adjudicator.polis.state.position import Deeds, Polis
from adjudicator.polis.state.quantities import QUANTITIES
from adjudicator.polis.words import PolisName, SideName

Running = Resolution[Polis]
E = TypeVar("E", bound=Order)
A = TypeVar("A", bound=msgspec.Struct)
IN_TURN: Final = "in turn"
Prestige = Annotated[int, msgspec.Meta(ge=0)]
OSTRACISED: Final = "This may leave you without Prestige: you would be ostracised, and lose the game (9.7-A)."
MOST_SETS: Final = 64  # of which a sample is drawn


class _Deed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an item of an end sheet does."""


class Release(_Deed, frozen=True, kw_only=True):
    """D15: the poleis that are released; none: Prestige covers it all."""

    release: list[PolisName]


class Grow(_Deed, frozen=True, kw_only=True):
    """D16: what grows: by so much; or as far as it goes, in this order."""

    poleis: dict[PolisName, int] = {}
    first: list[PolisName] = []

    def __post_init__(self) -> None:
        """Not both. ValueError says so."""
        if self.poleis and self.first:
            raise ValueError("give either poleis with numbers or first (a list), not both")


class Spend(_Deed, frozen=True, kw_only=True):
    """D17: the Prestige that is spent, or that is kept."""

    prestige: Prestige | None = None
    keep: Prestige | None = None

    def __post_init__(self) -> None:
        """One of the two. ValueError says so."""
        if (self.prestige is None) == (self.keep is None):
            raise ValueError("give either prestige or keep")


def deeds_of(position: Polis, side: SideName) -> Deeds:
    """What a side has done at the end of this round."""
    return position.deeds.setdefault(side, Deeds())


class EndRunner(Runner[Polis, A]):
    """How the items of one of the sheets are read, judged and carried out."""

    quantities = QUANTITIES
    refuses = NOBODY_IS_ASKED
    kind: type[A]
    nothing: A
    """What `stop: true` comes to (RULING-60)."""

    def done(self, item: Item) -> Item:
        """RULING-60: an item with the deed of doing nothing in the place of `stop: true`."""
        if item.stop:
            return Item(when=item.when, do=msgspec.to_builtins(self.nothing))
        return replace(item, first=[self.done(one) for one in item.first])

    def item_in_words(self, item: Item) -> str:
        """RULING-60: what it does."""
        return super().item_in_words(self.done(item))

    def view(self, running: Running, seat: str) -> Polis:
        return seen_by(running.position, seat)

    @abstractmethod
    def default(self, position: Polis, side: SideName) -> A:
        """What is done where the sheet says nothing that holds and is legal (RULING-43)."""

    def left(self, view: Polis, side: SideName, action: A) -> int:
        """The Prestige that an action leaves, as far as a view shows."""
        return 1

    def is_certain(self, view: Polis, side: SideName) -> bool:
        """Whether the default can be foretold in a view."""
        return True

    @abstractmethod
    def has_choice(self, position: Polis, side: SideName) -> bool:
        """RULING-47: whether there is anything to decide."""


class Feeding(EndRunner[Release]):
    """9.2: what is released when wheat is short."""

    kind = Release
    nothing = Release(release=[])

    def refusal(self, view: Polis, seat: str, action: Release) -> Illegal | None:
        return release_refusal(view, view.side(seat), action.release)

    def make(self, running: Running, seat: str, action: Release) -> None:
        side = running.position.side(seat)
        deeds_of(running.position, side).released = [*action.release]
        feed(running, side, action.release)

    def in_words(self, action: Release) -> str:
        return f"release {listed([*map(name_of, action.release)]) if action.release else 'no polis'}"

    def left(self, view: Polis, side: SideName, action: Release) -> int:
        missing = shortage(view, side) - eaten(view, action.release)
        return view.sides[side].prestige - max(0, missing)

    def default(self, position: Polis, side: SideName) -> Release:
        # 15.3-C
        return Release(release=default_release(position, side))

    def has_choice(self, position: Polis, side: SideName) -> bool:
        found = releases(position, side)
        return next(found, None) is not None and next(found, None) is not None


class Growing(EndRunner[Grow]):
    """9.3: what grows on the wheat that is left."""

    kind = Grow
    nothing = Grow()

    def refusal(self, view: Polis, seat: str, action: Grow) -> Illegal | None:
        side = view.side(seat)
        refused = growth_refusal(view, side, action.poleis, view.stock(side, "wheat"))
        return refused or order_refusal(view, side, action.first)

    def make(self, running: Running, seat: str, action: Grow) -> None:
        position = running.position
        side = position.side(seat)
        chosen = growth_in_order(position, side, action.first) if action.first else action.poleis
        grown = {polis: chosen[polis] for polis in position.owned(side) if polis in chosen}
        for polis, number in grown.items():
            position.poleis[polis].population += number
        position.gain(side, {"wheat": -sum(grown.values())})
        deeds_of(position, side).grown = grown
        if grown:
            running.emit(events.Grown(side=side, poleis=counts(grown)))

    def in_words(self, action: Grow) -> str:
        if action.first:
            return f"let {', then '.join(map(name_of, action.first))} grow as far as the wheat goes"
        by_number = [f"{name_of(polis)} grow by {number}" for polis, number in action.poleis.items()]
        return f"let {listed(by_number) if by_number else 'no polis grow'}"

    def default(self, position: Polis, side: SideName) -> Grow:
        # 15.3-D
        return Grow(poleis=default_growth(position, side))

    def is_certain(self, view: Polis, side: SideName) -> bool:
        """Not before the poleis are fed: growth takes the wheat that feeding leaves."""
        return view.deeds.get(side) is not None

    def has_choice(self, position: Polis, side: SideName) -> bool:
        """Before feeding as after it: wheat may be left over for a polis that can grow."""
        owned = position.owned(side)
        if position.deeds.get(side) is not None:
            return position.stock(side, "wheat") > 0 and any(room_to_grow(position, polis) for polis in owned)
        short = shortage(position, side)
        return any(
            eaten(position, released) > short and any(room_to_grow(position, p) for p in owned if p not in released)
            for released in releases(position, side)
        )


class Phoros(EndRunner[Spend]):
    """9.6: silver for Prestige."""

    kind = Spend
    nothing = Spend(prestige=0)

    def refusal(self, view: Polis, seat: str, action: Spend) -> Illegal | None:
        prestige = view.sides[view.side(seat)].prestige
        if action.prestige is not None and not 0 <= action.prestige <= prestige:
            return Illegal("9.6-A", f"you can spend 0 to {prestige} Prestige, not {action.prestige}")
        if action.keep is not None and action.keep < 0:
            return Illegal("9.6-A", "you can keep 0 Prestige or more, not less")
        return None

    def make(self, running: Running, seat: str, action: Spend) -> None:
        """9.6-A: 1 silver for each."""
        position = running.position
        side = position.side(seat)
        prestige = position.sides[side].prestige
        spent = action.prestige if action.prestige is not None else max(0, prestige - (action.keep or 0))
        position.gain_prestige(side, -spent)
        position.gain(side, {"silver": spent})
        deeds_of(position, side).phoros = spent
        if spent:
            running.emit(events.PhorosPaid(side=side, prestige=spent))

    def in_words(self, action: Spend) -> str:
        if action.prestige is None:
            return f"keep {action.keep} Prestige and spend the rest"
        return f"spend {action.prestige or 'no'} Prestige"

    def left(self, view: Polis, side: SideName, action: Spend) -> int:
        return view.sides[side].prestige - (action.prestige or 0) if action.keep is None else action.keep

    def default(self, position: Polis, side: SideName) -> Spend:
        # D17
        return Spend(prestige=0)

    def has_choice(self, position: Polis, side: SideName) -> bool:
        """9-C: not in the last round. Before feeding: whether after any release Prestige can be left, or be gained."""
        if position.last_round:
            return False
        if position.deeds.get(side) is not None:
            return position.sides[side].prestige > 0
        return any(_may_have_prestige(position, side, released) for released in releases(position, side))


def _may_have_prestige(position: Polis, side: SideName, released: Sequence[PolisName]) -> bool:
    """9.2-C, 9.3-A, 9.4-A: fed so, whether Prestige is left, or a polis is or can grow to be a megalopolis."""
    wheat = eaten(position, released) - shortage(position, side)
    if position.sides[side].prestige + min(0, wheat) > 0:
        return True
    kept = [polis for polis in position.owned(side) if polis not in released]
    return any(
        position.poleis[polis].population + min(max(0, wheat), room_to_grow(position, polis))
        > position.box.poleis[polis].base
        for polis in kept
    )


RUNNERS: Final[Mapping[str, EndRunner[Any]]] = {"D15": Feeding(), "D16": Growing(), "D17": Phoros()}


class _EndQuestion(PlanQuestion[Polis, E], public_options=True, choices_stand=True):
    """15.2-A, 15.2-E, RULING-43: nobody is asked; where nothing of the plan goes, the default is done."""

    @property
    def runner(self) -> EndRunner[Any]:
        return RUNNERS[self.id]

    def warning(self, view: Polis, ask: Ask, order: E) -> str:
        """9.7-A, 9-C: of a deed that may take the last Prestige, but in the last round."""
        side, runner = view.side(ask.seat), self.runner
        plan = [runner.done(item) for item in self.plan(order)]
        deeds = [runner.read(do) for do in _done(plan)] or [runner.default(view, side)]
        ruinous = not view.last_round and any(runner.left(view, side, deed) <= 0 for deed in deeds)
        return OSTRACISED if ruinous else ""

    def answer_in_words(self, view: Polis, seat: str, order: E, names: Naming) -> str:
        """Of no plan what the default does."""
        side = view.side(seat)
        if self.plan(order) or not self.runner.is_certain(view, side):
            return self.choice_in_words(order)
        return self.runner.in_words(self.runner.default(view, side))


def _done(plan: Sequence[Item]) -> Iterator[dict[str, Any]]:
    """What the items of a plan may do."""
    for item in plan:
        yield from [item.do] if item.do is not None else _done(item.first)


class FeedQuestion(
    _EndQuestion[FeedOrder], id="D15", clause="9.2-B", default="15.3-C", subject="Feed the poleis", exact=True
):
    """D15."""

    field_words = RELEASE
    default_in_words = "release the smallest poleis that must go to keep 1 Prestige"

    def prompt(self, view: Polis, ask: Ask) -> str:
        short = shortage(view, view.side(ask.seat))
        return f"You lack {short} wheat. Which poleis do you release? You pay 1 Prestige for each wheat still missing."

    def deeds(self, view: Polis, ask: Ask) -> Iterator[_Deed]:
        return (Release(release=released) for released in releases(view, view.side(ask.seat)))

    def sample(self, view: Polis, ask: Ask, chance: Chance, label: str) -> FeedOrder:
        return chance.pick([order for order, _ in zip(self.space(view, ask), range(MOST_SETS), strict=False)], label)


class GrowQuestion(
    _EndQuestion[GrowOrder], id="D16", clause="9.3-A", default="15.3-D", subject="Let poleis grow", may_decline=True
):
    """D16."""

    field_words = GROWTH
    default_in_words = "let poleis grow above their base population first, then the capital, as far as the wheat goes"

    def prompt(self, view: Polis, ask: Ask) -> str:
        return "Which poleis grow, and by how much? Each growth by 1 takes 1 of the wheat left after feeding."

    def deeds(self, view: Polis, ask: Ask) -> Iterator[_Deed]:
        side = view.side(ask.seat)
        yield Grow()
        for polis in view.owned(side):
            if room_to_grow(view, polis):
                yield Grow(first=[polis])
                if view.stock(side, "wheat"):
                    yield Grow(poleis={polis: 1})

    def grown(self, view: Polis, ask: Ask, order: GrowOrder | None) -> Iterator[GrowOrder]:
        """A population more in one polis."""
        plan = [] if order is None else order.plan
        if order is None:
            yield self.default(view, ask)
        elif len(plan) < 2 and all(item.do is not None and "first" not in item.do for item in plan):
            now: dict[PolisName, int] = (plan[0].do or {}).get("poleis", {}) if plan else {}
            for polis in view.owned(view.side(ask.seat)):
                further = self.made(Grow(poleis={**now, polis: now.get(polis, 0) + 1}))
                if self.refusal(view, ask, further) is None:
                    yield further


class PhorosQuestion(
    _EndQuestion[PhorosOrder],
    id="D17",
    clause="9.6-A",
    default="9.6-A",
    subject="Spend Prestige for silver",
    may_decline=True,
    exact=True,
):
    """D17."""

    field_words = PHOROS
    default_in_words = "spend no Prestige"

    def prompt(self, view: Polis, ask: Ask) -> str:
        return (
            "How much Prestige do you spend? You gain 1 silver for each. With none left you are ostracised, and lose."
        )

    def never(self, view: Polis, ask: Ask, deed: Spend) -> Illegal | None:
        """9.4-A: not more than there is, and one for each megalopolis."""
        side = view.side(ask.seat)
        most = view.sides[side].prestige + (len(view.owned(side)) if view.deeds.get(side) is None else 0)
        if deed.prestige is not None and not 0 <= deed.prestige <= most:
            return Illegal("9.6-A", f"you can spend 0 to {most} Prestige, not {deed.prestige}")
        return self.runner.refusal(view, ask.seat, deed) if deed.keep is not None else None

    def sample(self, view: Polis, ask: Ask, chance: Chance, label: str) -> PhorosOrder:
        """Mostly the default: who is drawn any number is soon ostracised."""
        if chance.die(4, f"{label} spend") > 1:
            return self.default(view, ask)
        return chance.pick([*self.space(view, ask)], label)

    def grown(self, view: Polis, ask: Ask, order: PhorosOrder | None) -> Iterator[PhorosOrder]:
        """No plan spends nothing: that need not be offered twice."""
        found = super().grown(view, ask, order)
        return (one for one in found if one != self.made(self.runner.nothing))

    def deeds(self, view: Polis, ask: Ask) -> Iterator[_Deed]:
        for number in range(view.sides[view.side(ask.seat)].prestige + 1):
            yield Spend(prestige=number)
            yield Spend(keep=number)
