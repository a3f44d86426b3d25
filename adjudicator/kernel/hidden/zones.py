"""Zones of hidden things: where they lie and who knows them is declared; view, redeal and imagined position follow.

What a stranger sees of a thing is all that divides unseen things: those that show the same may change places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.hidden.parts import Hidden, Unseen
from adjudicator.kernel.hidden.paths import Change, Path, Tidy, Up
from adjudicator.kernel.position.position import UNKNOWN, Unknown
from adjudicator.kernel.subjects import subject

Things = Callable[[Any], Iterable[Any]]


class Open(msgspec.Struct, frozen=True):
    """Things of a zone that lie there for all to see. `shared`: the same thing may be listed under several keys."""

    path: str
    shared: bool = False


class Held(msgspec.Struct, frozen=True):
    """Things that those know who know their owner's: `owner` of a thing, else the key under which it lies.

    What is `up` lies open. `tidy` is the order in which they lie; where strangers see no more of a thing than that it
    is there, those that everybody has seen come last for them. `chosen`: a seat put them there, not chance.
    """

    path: str
    owner: Callable[[Any], str] | None = None
    up: Up | None = None
    tidy: Tidy | None = None
    chosen: bool = False


class Pile(msgspec.Struct, frozen=True):
    """Things that no seat knows, in an order that counts: the path to the list, and the name that chance is asked by.

    `made_of` are the things of which everybody saw it made, if any.
    """

    path: str
    name: str = ""
    made_of: Things | None = None


def in_order(things: list[Any], _position: Any) -> list[Any]:
    """In the order of their names, which tells nothing."""
    return sorted(things)


def own(_position: Any, seat: str | None) -> Collection[str]:
    """Those whose things a seat knows in most zones: itself."""
    return () if seat is None else (seat,)


def unknown(_thing: Any) -> Hashable:
    """What strangers see of things in most zones: that there is one."""
    return UNKNOWN


class Zone(Hidden):
    """Things of one sort, each of which lies in exactly one place (`clause`), or all nowhere before the set-up.

    `things` are all that there are. `seen` are those that everybody has seen where they lie; others may be among them
    that come and go. `kind` and `holders` are the kinds of subject that the things are and that they are held by;
    `called` is their heading in words. `knows` gives the owners whose things a seat knows. `shows` is what strangers
    see of a thing. At the paths of `echoes` things are named again: redealt, they take their new names there.
    """

    def __init__(
        self,
        position: type,
        name: str,
        things: Things,
        *places: Open | Held | Pile,
        kind: str = "thing",
        holders: str = "seat",
        called: str = "",
        clause: str = "",
        knows: Callable[[Any, str | None], Collection[str]] = own,
        shows: Callable[[Any], Hashable] = unknown,
        seen: Things | None = None,
        echoes: Sequence[str] = (),
    ) -> None:
        self.name, self._clause = name, clause
        self._kind, self._holders, self._called = kind, holders, called or f"{name[:1].upper()}{name[1:]}"
        self.things, self._seen, self._knows, self._shows = things, seen, knows, shows
        self._open = [(Path(position, one.path), one.shared) for one in places if isinstance(one, Open)]
        self._held = [
            (Path(position, one.path, up=one.up, tidy=one.tidy), one) for one in places if isinstance(one, Held)
        ]
        rows = [held.path for _, held in self._held if held.tidy and shows is unknown]
        self._rows = [Path(position, path.removesuffix(".*")) for path in rows]
        self._each = [(path, held) for path, held in self._held if held.path not in rows]
        self._piles = [(Path(position, one.path), one) for one in places if isinstance(one, Pile)]
        self._echoes = [Path(position, path) for path in echoes]

    # --- who sees what ------------------------------------------------------------------------------------------

    def hide(self, view: Any, seat: str | None) -> None:
        """In the place of each thing that a seat does not know lies what strangers see of it."""
        if self._rows:
            known, veiled = self._knows(view, seat), _veiled_but_for(self._seen(view) if self._seen else ())
            for path in self._rows:
                path.change(view, veiled, known)
        if self._each:
            self._change_unseen(view, self._each, self._knows(view, seat), self._shows)
        for path, _ in self._piles:
            path.change(view, self._pile_shown)

    def _pile_shown(self, pile: list[Any]) -> list[Any]:
        return [UNKNOWN] * len(pile) if self._shows is unknown else [*map(self._shows, pile)]

    def _change_unseen(
        self, position: Any, places: Iterable[tuple[Path, Held]], known: Collection[str], change: Change
    ) -> None:
        """Change the things that one may not know who knows what these owners know."""
        if self._seen:
            change = _but_for(frozenset(self._seen(position)), change)
        for path, held in places:
            if held.owner is None:
                path.change(position, change, known)
            else:
                path.change(position, _of_others(held.owner, known, change))

    # --- dealing ------------------------------------------------------------------------------------------------

    def redeal(self, position: Any, seat: str | None, chance: Chance) -> None:
        """Things that a seat does not know change places within what they show."""
        self._deal(position, self._held, self._knows(position, seat), chance)

    def deal_again(self, position: Any, chance: Chance) -> None:
        """The same with all that is hidden from anybody and was not put there by a seat."""
        self._deal(position, [(path, held) for path, held in self._held if not held.chosen], (), chance)

    def reshuffle(self, position: Any, chance: Chance) -> None:
        """Each pile by its own name."""
        for path, pile in self._piles:
            self._shuffle(position, path, pile, "reshuffle", chance)

    def _shuffle(self, position: Any, path: Path, pile: Pile, verb: str, chance: Chance) -> None:
        path.change(position, lambda row: chance.shuffle(row, f"{verb} {pile.name or self.name}"))

    def _deal(self, position: Any, places: Sequence[tuple[Path, Held]], known: Collection[str], chance: Chance) -> None:
        """Unseen things change places within what they show; a pile that was made of known ones is shuffled alone."""
        old: list[Any] = []

        def gather(thing: Any) -> Any:
            old.append(thing)
            return thing

        self._change_unseen(position, places, known, gather)
        piles = []
        for path, pile in self._piles:
            if pile.made_of and pile.made_of(position):
                self._shuffle(position, path, pile, "redeal", chance)
            else:
                path.change(position, lambda row: [*map(gather, row)])
                piles.append(path)
        if not old:
            return
        stock = _Stock(chance.shuffle(old, f"redeal {self.name}"), self._shows)
        new: dict[Any, Any] = {}

        def deal(thing: Any) -> Any:
            new[thing] = stock.last(self._shows(thing))
            return new[thing]

        self._change_unseen(position, places, known, deal)
        for path in piles:
            path.change(position, lambda row: [stock.first(self._shows(thing)) for thing in row])
        for path in self._echoes:
            path.change(position, lambda thing: new.get(thing, thing))

    # --- filling in ---------------------------------------------------------------------------------------------

    def imagine(self, view: Any, seat: str | None, chance: Chance) -> None:
        """Every hidden thing is one of those that are nowhere to be seen."""
        every = Counter(iter(self.things(view)))
        left = every.copy()
        left.subtract([thing for thing in self._lying(view) if thing in every])
        piles: list[tuple[Path, _Stock]] = []
        others = []
        for path, pile in self._piles:
            made_of = [thing for thing in pile.made_of(view) if left[thing] > 0] if pile.made_of else []
            if made_of:
                left.subtract(made_of)
                piles.append((path, _Stock(chance.shuffle(made_of, f"imagine {pile.name}"), self._shows)))
            else:
                others.append(path)
        stock = _Stock(chance.shuffle([*left.elements()], f"imagine {self.name}"), self._shows)
        known = {*every, *(self._seen(view) if self._seen else ())}
        for path, _ in self._held:
            path.change(view, lambda shown: shown if shown in known else stock.last(shown))
        for path, made in (*piles, *((path, stock) for path in others)):
            path.change(view, made.heap)

    # --- what was never turned up -------------------------------------------------------------------------------

    def unseen(self, position: Any) -> list[Unseen]:
        """Hands by who held them, then piles; of what looks alike and is all in one hand everybody could tell it."""
        seen = self._seen(position) if self._seen else ()
        held = [
            (owner(thing) if owner else key, thing)
            for path, owner in ((path, one.owner) for path, one in self._held)
            for key, thing in path.lying(position)
            if thing not in seen
        ]
        piles = [[*pile] for path, _ in self._piles for pile in path.things(position) if pile]
        among: dict[Hashable, set[Any]] = {}
        for where, thing in [*held, *((number, thing) for number, pile in enumerate(piles) for thing in pile)]:
            among.setdefault(self._shows(thing), set()).add(where)
        hands: dict[str, list[Any]] = {}
        for holder, thing in held:
            if len(among[self._shows(thing)]) > 1:
                hands.setdefault(holder, []).append(thing)
        rows: list[tuple[tuple[str, ...], list[Any]]]
        rows = [((subject(self._holders, holder),), hands[holder]) for holder in sorted(hands)]
        rows += [((), pile) for pile in piles]
        return [Unseen(self._called, where, tuple(subject(self._kind, one) for one in row)) for where, row in rows]

    # --- each thing in one place --------------------------------------------------------------------------------

    def strayed(self, position: Any) -> list[str]:
        """Whether each thing lies in exactly one place, seen or unseen."""
        wanted = Counter(iter(self.things(position)))
        found = Counter(self._lying(position))
        for guest in self._seen(position) if self._seen else ():
            if guest not in wanted:
                del found[guest]
        return [self._clause] if found and found != wanted else []

    def _lying(self, position: Any) -> list[Any]:
        """Every thing of a position, wherever it lies."""
        lying: list[Any] = []
        for path, shared in self._open:
            lying += dict.fromkeys(path.things(position)) if shared else path.things(position)
        for path, _ in self._held:
            lying += path.things(position)
        for path, _ in self._piles:
            for pile in path.things(position):
                lying += pile
        return lying


def _but_for(seen: Collection[Any], change: Change) -> Change:
    """A change of the things that not everybody has seen."""
    return lambda thing: thing if thing in seen else change(thing)


def _veiled_but_for(seen: Iterable[Any]) -> Callable[[list[Any]], list[Any]]:
    """What strangers see of a row: how many things, and those that everybody has seen, at its end in their order."""
    shown = frozenset(seen)

    def veiled(row: list[Any]) -> list[Any]:
        open_ones = [thing for thing in row if not isinstance(thing, Unknown) and thing in shown]
        return [UNKNOWN] * (len(row) - len(open_ones)) + open_ones

    return veiled


def _of_others(owner: Callable[[Any], str], known: Collection[str], change: Change) -> Change:
    """A change of the things whose owners are not among the known ones."""
    return (lambda thing: thing if owner(thing) in known else change(thing)) if known else change


class _Stock:
    """Shuffled things, taken by what they show: into hands from the end, onto piles from the front."""

    def __init__(self, things: Sequence[Any], shows: Callable[[Any], Hashable]) -> None:
        self._left: dict[Hashable, list[Any]] = {}
        for thing in things:
            self._left.setdefault(shows(thing), []).append(thing)

    def last(self, shown: Hashable) -> Any:
        return self._left[shown].pop()

    def first(self, shown: Hashable) -> Any:
        return self._left[shown].pop(0)

    def heap(self, pile: Iterable[Hashable]) -> list[Any]:
        return [*map(self.first, pile)]
