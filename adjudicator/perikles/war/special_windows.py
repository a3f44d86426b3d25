"""X.10 to X.15: battle tiles in their windows; decisions D-6S (instructions) and D-6A (now or never), both veiled.

Which seats the game waits for is hidden (V.14). Who is asked follows from what the seats have filed, never from who
holds which tile (V.22, RULING-26).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import get_args

from adjudicator.kernel import Answers, Ask, Chance, Illegal, One, Parted, Question, Resolution, YesNo, agenda_step
from adjudicator.kernel.subjects import Naming
from adjudicator.perikles.components import Kind, force_of
from adjudicator.perikles.events.politics import SpecialUsed
from adjudicator.perikles.names import name_of, names_of
from adjudicator.perikles.politics.specials import spend
from adjudicator.perikles.state.orders import Column, Deed, Instruction, InstructOrder, SideName, WindowOrder
from adjudicator.perikles.state.position import Battle, Perikles, Place
from adjudicator.perikles.war.commit_growth import instructions
from adjudicator.perikles.war.strength import column, fighters, strength

Running = Resolution[Perikles]
DOUBLING: dict[str, tuple[Kind, str]] = {
    "brasidas": ("hoplite", "sparta"),
    "phormio": ("trireme", "athens"),
}  # X.11, X.12
TOKEN: dict[str, Kind] = {"thessalanian_allies": "hoplite", "persian_fleet": "trireme"}  # X.13
MOST_INSTRUCTIONS = 40
STRONGER: dict[Column, str] = {
    "1:2": "half as strong or less",
    "-2": "weaker by 2 or more",
    "1:1": "about as strong",
    "+2": "stronger by 2 or more",
    "2:1": "twice as strong",
    "3:1": "three times as strong",
}
"""6.22: as the first that applies from 3:1 down."""


def open_battle(position: Perikles) -> tuple[Battle, Place, Kind]:
    """The battle that is being fought, its Location and the type of its round."""
    battle = position.battle
    place = position.locations[battle.slot - 1] if battle else None
    if battle is None or place is None:
        raise ValueError("no battle is being fought")
    return battle, place, place.printed.rounds[battle.round]


def window_column(position: Perikles) -> Column:
    """The column of the round before any Special tile of the window (D.08)."""
    _, place, kind = open_battle(position)
    return column(strength(place, "attacker", kind, []), strength(place, "defender", kind, []))


def holders(position: Perikles) -> list[str]:
    """The seats that have not used their Special tile, whatever it is. Public."""
    return [seat for seat in position.seats if not position.special[seat].used]


def instruction(position: Perikles, seat: str) -> Instruction | None:
    """D.08: the seat's first instruction that fits the window; None means pass."""
    _, place, kind = open_battle(position)
    now = window_column(position)
    for one in position.instructions.get(seat, []):
        if one.location in (None, place.tile) and one.kind in (None, kind) and (not one.columns or now in one.columns):
            return one
    return None


def never_used(tile: str, one: Instruction) -> Illegal | None:
    """X.10 to X.13, RULING-36: why a tile can follow an instruction in no window; only its holder is told."""
    if one.do != "use":
        return None
    if tile not in DOUBLING and tile not in TOKEN:
        return Illegal("X.10", f"{name_of(tile)} is not used in battles; you can choose: pass, ask me")
    name = name_of(tile)
    wanted, side = (DOUBLING[tile][0], None) if tile in DOUBLING else (TOKEN[tile], one.side)
    if one.kind not in (None, wanted):
        return Illegal("X.10", f"{name} is used in {wanted} rounds, not in {one.kind} rounds")
    if tile in TOKEN and side is None:
        return Illegal("X.13", f"say which side {name} helps: attacker or defender")
    return Illegal("X.11", f"name no side for {name}") if one.side != side else None


def use_refusal(position: Perikles, seat: str, side: SideName | None) -> Illegal | None:
    """X.10 to X.13: why a seat may not use its tile in the window that is open."""
    battle, place, kind = open_battle(position)
    tile = str(position.special[seat].tile)
    name = name_of(tile)
    if tile in DOUBLING:
        wanted, force = DOUBLING[tile]
        present = any(force_of(p.counter) == force for s in ("attacker", "defender") for p in fighters(place, s, kind))
        if kind != wanted or not present:
            return Illegal(
                "X.11" if tile == "brasidas" else "X.12",
                f"{name} needs a {wanted} of {name_of(force)} in a {wanted} round",
            )
        return None if side is None else Illegal("X.11", f"name no side for {name}")
    if TOKEN.get(tile) != kind:
        return Illegal("X.10", f"{name} cannot be used in a {kind} round; you can only pass")
    if side is None:
        return Illegal("X.13", f"say which side {name} helps: attacker or defender")
    return Illegal("X.13", f"the {side} has a token already") if battle.tokens(side) else None


@agenda_step
def open_window(running: Running) -> None:
    """6.11 step 2: instructions answer; those that say *ask me* are asked, all together."""
    position = running.position
    asked = [s for s in holders(position) if (found := instruction(position, s)) and found.do == "ask me"]
    if asked:
        running.ask([Ask(seat, Window.id) for seat in asked], close_window, veiled=True)
    else:
        close_window(running, Answers())


@agenda_step
def close_window(running: Running, answers: Answers) -> None:
    """X.10: what the holders decided, together: instructions that say *use*, and answers."""
    position = running.position
    decided: dict[str, SideName | None] = {}
    for seat in holders(position):
        found = instruction(position, seat)
        if seat in answers:
            order: WindowOrder = answers[seat][Window.id]
            if order.use:
                decided[seat] = order.side
        elif found and found.do == "use" and use_refusal(position, seat, found.side) is None:
            decided[seat] = found.side
    for seat, side in decided.items():
        _use(running, seat, side)


def _use(running: Running, seat: str, side: SideName | None) -> None:
    battle, _, _ = open_battle(running.position)
    used: SpecialUsed = spend(running.position, seat)
    running.emit(used)
    if used.tile in DOUBLING:
        battle.doubled.append(DOUBLING[used.tile][1])
    elif side:
        battle.give_token(side)


@agenda_step
def ask_for_instructions(running: Running) -> None:
    """D.08: at the start of phase 6 every seat with an unused Special tile, veiled and together."""
    asked = holders(running.position)
    if asked:
        running.ask([Ask(seat, Instruct.id) for seat in asked], take_instructions, veiled=True)


@agenda_step
def take_instructions(running: Running, answers: Answers) -> None:
    """D.08: kept for the windows of this phase; no other seat ever sees them (V.13)."""
    running.position.instructions = {seat: given[Instruct.id].instructions for seat, given in answers.items()}


class Instruct(
    Question[Perikles, InstructOrder],
    id="D-6S",
    clause="X.10",
    listed=False,
    default="N.08",
    choices_stand=True,
    exact=True,
    subject="Say when to use the Special tile in battles",
    may_decline=True,
    nothing="pass in every battle",
):
    """D-6S: instructions for the windows of this phase 6."""

    def note(self, view: Perikles, ask: Ask, order: InstructOrder, field: str) -> str:
        """6.22: what a column compares."""
        columns = order.instructions[-1].columns if field == "instructions.columns" else ()
        return f"the attack is {STRONGER[columns[0]]}" if columns else ""

    field_words = {
        "instructions": ("Add an instruction?", ""),
        "instructions.do": ("Use the tile, pass, or be asked?", "{}"),
        "instructions.location": ("In the battle of which Location?", "at {}", "any Location"),
        "instructions.kind": ("In which round?", "in the {} round", "any round"),
        "instructions.columns": ("In which column of the battle table?", "in column {}", "any column"),
        "instructions.side": ("For which side?", "for the {}"),
    }

    def prompt(self, view: Perikles, ask: Ask) -> str:
        mine = view.special[ask.seat].tile
        return f"Choose when to use {name_of(str(mine))} in the battles of this turn; without instructions you pass."

    def space(self, view: Perikles, ask: Ask) -> Iterator[InstructOrder]:
        """None; and one instruction of each deed for any round of a type, where the tile can follow it."""
        tile = str(view.special[ask.seat].tile)
        sides = (None, *get_args(SideName))
        every = (Instruction(do=do, kind=k, side=s) for do, k, s in product(get_args(Deed), get_args(Kind), sides))
        return chain(
            [InstructOrder(instructions=[])],
            (InstructOrder(instructions=[one]) for one in every if never_used(tile, one) is None),
        )

    def refusal(self, view: Perikles, ask: Ask, order: InstructOrder) -> Illegal | None:
        """Locations on display, not too many instructions, and none to use the tile where it never can be."""
        if len(order.instructions) > MOST_INSTRUCTIONS:
            return Illegal("X.10", f"{MOST_INSTRUCTIONS} instructions at most, not {len(order.instructions)}")
        shown = [place.tile for _, place in view.places()]
        for one in order.instructions:
            if one.location is not None and one.location not in shown:
                return Illegal("X.10", f"{name_of(one.location)} is not on display; there are {names_of(shown)}")
        refused = (never_used(str(view.special[ask.seat].tile), one) for one in order.instructions)
        return next((illegal for illegal in refused if illegal is not None), None)

    def grown(self, view: Perikles, ask: Ask, order: InstructOrder | None) -> Iterator[InstructOrder]:
        """No instruction to begin with; then one after the other. A side is named with the tiles of X.13."""
        if order is None:
            return iter([InstructOrder(instructions=[])])
        last = order.instructions[-1:]
        if len(order.instructions) == MOST_INSTRUCTIONS or any(_fits_always(one) for one in last):
            return iter(())
        sides = get_args(SideName) if view.special[ask.seat].tile in TOKEN else (None,)
        tile = str(view.special[ask.seat].tile)
        more = instructions([place for _, place in view.places()], sides)
        fitting = (one for one in more if never_used(tile, one) is None)
        return (InstructOrder(instructions=[*order.instructions, one]) for one in fitting)

    def order_in_words(self, view: Perikles, order: InstructOrder, names: Naming) -> str:
        """The same as in a book."""
        return self.choice_in_words(order)

    def choice_in_words(self, choice: InstructOrder) -> str:
        """One instruction after the other: the first that fits counts."""
        return "; else ".join(map(_instruction_in_words, choice.instructions)) or self.nothing

    def sample(self, view: Perikles, ask: Ask, chance: Chance, label: str) -> InstructOrder | None:
        """Up to three instructions of any kind that the tile can follow."""
        tile = str(view.special[ask.seat].tile)
        shown = [None, *(place.tile for _, place in view.places())]
        columns: tuple[Column, ...] = get_args(Column)
        drawn = [
            Instruction(
                do=chance.pick(get_args(Deed), f"{label} do"),
                location=chance.pick(shown, f"{label} where"),
                kind=chance.pick((None, *get_args(Kind)), f"{label} kind"),
                columns=chance.shuffle(columns, f"{label} columns")[: chance.die(3, f"{label} how many") - 1],
                side=chance.pick((None, *get_args(SideName)), f"{label} side"),
            )
            for _ in range(chance.die(4, f"{label} instructions") - 1)
        ]
        return InstructOrder(instructions=[one for one in drawn if never_used(tile, one) is None])

    def orders_of(self, view: Perikles, ask: Ask, choice: InstructOrder) -> Iterator[InstructOrder]:
        """D.09: for good; what names Locations that are not on display, or uses the tile in vain, is passed over."""
        tile, here = str(view.special[ask.seat].tile), _shown(view, choice)
        yield InstructOrder(instructions=[one for one in here if never_used(tile, one) is None])

    def left_out(self, view: Perikles, ask: Ask, choice: InstructOrder) -> list[str]:
        """D.14, RULING-36: what the tile can follow in no window; its holder alone is told."""
        tile = str(view.special[ask.seat].tile)
        refused = [(one, never_used(tile, one)) for one in _shown(view, choice)]
        return [
            f"{self.choice_in_words(InstructOrder(instructions=[one]))} ({why})"
            for one, why in refused
            if why is not None
        ]

    def default(self, view: Perikles, ask: Ask) -> InstructOrder:
        """N.08: pass in every window."""
        return InstructOrder(instructions=[])


def _fits_always(one: Instruction) -> bool:
    """Whether an instruction fits every window, so that none after it counts."""
    return one.location is None and one.kind is None and not one.columns


def _instruction_in_words(one: Instruction) -> str:
    """What is done, and in which battles."""
    where = f" at {name_of(one.location)}" if one.location else ""
    kind = f" in the {one.kind} round" if one.kind else ""
    columns = f" in column {' or '.join(one.columns)}" if one.columns else ""
    side = f" for the {one.side}" if one.side else ""
    return f"{one.do}{side}{where}{kind}{columns}"


def _shown(view: Perikles, choice: InstructOrder) -> list[Instruction]:
    """The instructions for Locations that are on display, or for any."""
    shown = [None, *(place.tile for _, place in view.places())]
    return [one for one in choice.instructions if one.location in shown]


def sides_to_help(view: Perikles, ask: Ask, use: bool) -> list[SideName | None]:
    """X.13: the sides that the tile may help; X.11, X.12: no side is named."""
    if not use:
        return [None]
    sides = get_args(SideName) if view.special[ask.seat].tile in TOKEN else (None,)
    return [side for side in sides if use_refusal(view, ask.seat, side) is None]


def using(view: Perikles, ask: Ask) -> list[bool]:
    """X.10: whether the tile can be used in this window."""
    return [False, True] if sides_to_help(view, ask, use=True) else [False]


def side_in_words(side: SideName | None) -> str:
    """A side, where one is named."""
    return f"for the {side}" if side else ""


class Window(
    Parted[Perikles, WindowOrder],
    id="D-6A",
    passing={"use": False},
    clause="X.10",
    default="N.08",
    choices_stand=True,
    subject="Use the Special tile in a battle",
    may_decline=True,
):
    """D-6A: use the Special tile in the window that is open, or pass."""

    def prompt(self, view: Perikles, ask: Ask) -> str:
        battle, place, kind = open_battle(view)
        tokens = f"attack {battle.attacker_tokens}, defence {battle.defender_tokens}"
        fought = f"{name_of(place.tile)}, {kind} round: column {window_column(view)}; tokens: {tokens}"
        return f"{fought}. Use {name_of(str(view.special[ask.seat].tile))}?"

    parts = {
        "use": YesNo(using, yes="use it", no="pass"),
        "side": One(sides_to_help, words=side_in_words, asks="Which side does it help?"),
    }

    def refusal(self, view: Perikles, ask: Ask, order: WindowOrder) -> Illegal | None:
        # X.10 to X.13
        if order.use:
            return use_refusal(view, ask.seat, order.side)
        return None if order.side is None else Illegal("X.10", "name no side when you pass")

    def default(self, view: Perikles, ask: Ask) -> WindowOrder:
        """N.08: pass."""
        return WindowOrder(use=False)
