"""8: the Replacement Phase: secret lists of both sides (D-19), carried out together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, takewhile

import msgspec

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.olympiad.accounts import building_places, duty_of, is_reserve, open_account
from adjudicator.athens_sparta.olympiad.actions import Replacing
from adjudicator.athens_sparta.places import support_asks, use_support
from adjudicator.athens_sparta.sieges.captures import update_control
from adjudicator.athens_sparta.sieges.postures import end_patrols
from adjudicator.athens_sparta.state.accounts import Build, Disband, Reinforce, Replacement
from adjudicator.athens_sparta.state.orders import ReplacementOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import SIDES, HexName, SideName
from adjudicator.kernel import Answers, Ask, Chance, Illegal, Resolution, agenda_step, step
from adjudicator.kernel.run.plans import carry_out
from adjudicator.kernel.run.series import Series

Running = Resolution[AthensSparta]
REPLACING = Replacing()


class ReplacementQuestion(
    Series[AthensSparta, ReplacementOrder],
    id="D-19",
    passing={"plan": []},
    clause="8.0-A",
    default="8.0-A",
    subject="Spend PP",
    listed=False,
    may_decline=True,
    nothing="spend nothing",
):
    """D-19, 12.1-D: a list sent while the decision is open is refused whole; in a book what is illegal is skipped."""

    runner = REPLACING
    field_words = {
        "plan": ("More", ""),
        "plan.do.action": ("What do you do?", "{}"),
        "plan.do.block": ("Which block?", "{}"),
        "plan.do.steps": ("How many steps?", "steps {}"),
        "plan.do.place": ("In which city?", "in {}"),
    }

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        account = open_account(view, side_of(ask))
        return f"You have {account.all_pp} PP. What do you disband, reinforce and build?"

    def scratch(self, view: AthensSparta, ask: Ask) -> AthensSparta:
        table = view.scratch()
        table.accounts = {side_of(ask): open_account(view, side_of(ask))}
        return table

    def unfinished(self, table: AthensSparta, ask: Ask) -> Illegal | None:
        """9.5-H, RULING-53: the blocks of joined cities first; where items are skipped, the duty lapses."""
        duty = duty_of(table, side_of(ask))
        return duty and Illegal(
            "9.5-H", (f"you must spend at least {duty[1]} PP on the blocks of {table.box.names[duty[0]]}")
        )

    def refusal(self, view: AthensSparta, ask: Ask, order: ReplacementOrder) -> Illegal | None:
        """9.5-H, RULING-94, RULING-111: a sealed list of which no item would be skipped owes what any list owes."""
        found = super().refusal(view, ask, order)
        if found or not order.sealed:
            return found
        strictly = super().refusal(view, ask, msgspec.structs.replace(order, sealed=False))
        return strictly if strictly and strictly.clause == "9.5-H" else None

    def further(self, table: AthensSparta, ask: Ask) -> Sequence[Replacement]:
        """Disbands, and what can be bought; first of all what 9.5-H demands."""
        side = side_of(ask)
        disbands, bought = (
            self._legal(table, side, _disbands(table, side)),
            self._legal(table, side, _bought(table, side)),
        )
        cities = [duty[0]] if (duty := duty_of(table, side)) else [] if not disbands else joined(table, side)
        names = [name for city in cities for name in table.box.green_blocks[city]]
        return [*disbands, *([one for one in bought if one.block in names] or bought)]

    def options(self, view: AthensSparta, ask: Ask) -> Iterator[ReplacementOrder]:
        """Where nothing can be owed, each action that is legal is an order that is."""
        return super().options(view, ask) if joined(self.scratch(view, ask), side_of(ask)) else self.space(view, ask)

    def _legal(self, table: AthensSparta, side: SideName, alike: Iterable[Sequence[Replacement]]) -> list[Replacement]:
        """Of actions that are alike those before the first that is illegal."""
        legal = partial(takewhile, lambda one: self.runner.refusal(table, side, one) is None)
        return [*chain.from_iterable(map(legal, alike))]

    def drawn(self, table: AthensSparta, ask: Ask, chance: Chance, label: str) -> Replacement | None:
        """A kind first: there are many blocks to disband, and few that can be built."""
        found = self.further(table, ask)
        kinds = [kind for kind in (Disband, Reinforce, Build) if any(isinstance(one, kind) for one in found)]
        if not kinds:
            return None
        kind = chance.pick(kinds, f"{label} kind")
        return chance.pick([one for one in found if isinstance(one, kind)], label)


def joined(table: AthensSparta, side: SideName) -> list[HexName]:
    """9.5-H: the green cities that yield their PP to a side."""
    return [hex for hex in table.accounts[side].limits if table.box.colour_owner(hex) is None]


def _disbands(table: AthensSparta, side: SideName) -> Iterator[list[Disband]]:
    """Each block."""
    yield from ([Disband(block=block.name)] for block in table.of(side))


def _bought(table: AthensSparta, side: SideName) -> Iterator[list[Replacement]]:
    """Each block, each place, and each number of steps, the lowest first: where that is too many, more are."""
    for block in table.of(side):
        steps = range(1, table.facts(block).steps - block.steps + 1)
        yield [Reinforce(block=block.name, steps=number) for number in steps]
    for name in map(str, table.pools[side]):
        steps = range(1, table.box.blocks[name].steps + 1)
        for hex in building_places(table, side, name):
            place = hex if is_reserve(table, name) else None
            yield [Build(block=name, steps=number, place=place) for number in steps]


# --- the Phase --------------------------------------------------------------------------------------------------------


@agenda_step
def begin_replacement(running: Running) -> None:
    """8.0-A, 9.3-B, RULING-81: Persian support is taken before anybody spends, or it is not."""
    asks = support_asks(running.position)
    if asks:
        running.ask(asks, take_support_first)
    else:
        ask_replacements(running)


@agenda_step
def take_support_first(running: Running, answers: Answers) -> None:
    """9.3-B: it holds for what is bought in this Phase."""
    use_support(running, answers)
    ask_replacements(running)


def ask_replacements(running: Running) -> None:
    """D-19: of both at the same time."""
    running.ask([Ask(side, ReplacementQuestion.id) for side in SIDES], replace)


@agenda_step
def replace(running: Running, answers: Answers) -> None:
    """8.0-A, RULING-52: both lists rest on the same facts; 1.1-C: cities that were left change at the end."""
    position = running.position
    position.accounts = {side: open_account(position, side) for side in SIDES}
    for side in SIDES:
        order = answers.of(side, ReplacementQuestion.id)
        carry_out(running, side, ReplacementQuestion.id, order.plan, REPLACING)
    position.accounts = {}
    running.do(step(update_control), step(end_replacement))


@agenda_step
def end_replacement(running: Running) -> None:
    """6.7-A: patrols of which the enemy has gone."""
    end_patrols(running)
