"""9: the end of a round, phase by phase, the first passer before the other (9-A); 11: the end of the game."""

from __future__ import annotations

from adjudicator.kernel import Answers, Ask, Concede, Resolution, Step, agenda_step, step
from adjudicator.kernel.books.items import Item, first
from adjudicator.kernel.run.plans import carry_out
from adjudicator.polis.events import ending as events
from adjudicator.polis.events.rounds import PrestigeChanged
from adjudicator.polis.rounds.end_sheets import IN_TURN, RUNNERS
from adjudicator.polis.rounds.feeding import capital_lost, lose_capital
from adjudicator.polis.rounds.sending import bring_back
from adjudicator.polis.rounds.turns import begin_round
from adjudicator.polis.state.orders import ConcedeOrder
from adjudicator.polis.state.position import EndSheet, Polis, finish_scored, finish_won, score, tell_chapter
from adjudicator.polis.words import ENEMY, POLEIS, SIDES, PolisName, ProjectName, SideName

Running = Resolution[Polis]
FIELD = {"D15": "feed", "D16": "grow", "D17": "phoros"}


@agenda_step
def end_round(running: Running) -> None:
    """6-G, 9-A, 9-C: the phases; in the last round the first four only, then the end of the game (11-C)."""
    position = running.position
    tell_chapter(running, "end")
    both = position.passed
    running.do(
        *(step(end_event, side=side) for side in both),
        step(bring_back),
        *(step(finish_projects, side=side) for side in (*both, None)),
        step(ask_sheets),
        *(step(decide, side=side, question="D15") for side in both),
        *(step(decide, side=side, question="D16") for side in both),
        *(step(count_megalopoleis, side=side) for side in both),
        *([step(end_game)] if position.last_round else _later_phases(both)),
    )


def _later_phases(both: list[SideName]) -> list[Step]:
    """9.5 to 9.7."""
    goods = [step(adjust_goods, side=side) for side in both]
    return [*goods, *(step(decide, side=side, question="D17") for side in both), step(ostracise)]


@agenda_step
def end_event(running: Running, side: SideName) -> None:
    """9-B, 13-C, E5a-12: what the event brings at the end of the round."""
    position = running.position
    for territory, prestige in position.effect.part(side).prestige_at_end_for_hoplite_in.items():
        if position.count(side, territory):
            running.emit(PrestigeChanged(side=side, prestige=position.gain_prestige(side, prestige)))


@agenda_step
def finish_projects(running: Running, side: SideName | None) -> None:
    """9.1-A, 9.1-C: the projects of a side, or those on neutral poleis, for nobody's Prestige."""
    position = running.position
    for polis in POLEIS:
        city = position.poleis[polis]
        if city.owner == side and city.project is not None:
            _finish_project(running, side, polis, city.project)


def _finish_project(running: Running, side: SideName | None, polis: PolisName, project: ProjectName) -> None:
    position = running.position
    city = position.poleis[polis]
    city.project = None
    city.finished.append(project)
    prestige = immediate(position, project) if side else 0
    if side:
        position.gain_prestige(side, prestige)
    running.emit(events.ProjectFinished(project=project, polis=polis, owner=side, prestige=prestige))


def immediate(position: Polis, project: ProjectName) -> int:
    """9.1-A, 9.1-B: the immediate Prestige; Phidias gives half of the population of Athenai, rounded up."""
    printed = position.box.projects[project].immediate
    if isinstance(printed, int):
        return printed
    return (position.poleis[position.box.capitals["athens"]].population + 1) // 2


# --- what is decided --------------------------------------------------------------------------------------------------


@agenda_step
def ask_sheets(running: Running) -> None:
    """15.2-A, RULING-27, RULING-55, RULING-57: both are asked at once for all that they may have to decide."""
    position = running.position
    if position.options.get("end_sheets") == IN_TURN:
        return
    asks = [
        Ask(position.seat(side), question)
        for side in SIDES
        if not capital_lost(position, side)
        for question, runner in RUNNERS.items()
        if runner.has_choice(position, side)
    ]
    if asks:
        running.ask(asks, file_sheets)


@agenda_step
def file_sheets(running: Running, answers: Answers) -> None:
    """15.2-A: sealed until each part is carried out."""
    for seat in running.position.seats:
        if seat in answers:
            plans = {FIELD[question]: [*order.plan] for question, order in answers[seat].items()}
            running.position.sheets[seat] = EndSheet(**plans)


@agenda_step
def decide(running: Running, side: SideName, question: str) -> None:
    """9.2, 9.3, 9.6: a side's part of a phase, by its sheet, or asked for now (RULING-27)."""
    position = running.position
    if question == "D15" and capital_lost(position, side):
        lose_capital(running, side)
        return
    seat = position.seat(side)
    if position.options.get("end_sheets") == IN_TURN and RUNNERS[question].has_choice(position, side):
        running.ask([Ask(seat, question)], take_decision, side=side, question=question)
        return
    follow(running, side, question, getattr(position.sheets.get(seat, EndSheet()), FIELD[question]))


@agenda_step
def take_decision(running: Running, answers: Answers, side: SideName, question: str) -> None:
    """15.2-A: of players who want to be asked one after the other."""
    follow(running, side, question, answers.of(running.position.seat(side), question).plan)


def follow(running: Running, side: SideName, question: str, plan: list[Item]) -> None:
    """RULING-43, RULING-60: what is illegal when its turn comes is skipped; where nothing is left, the default."""
    seat, runner = running.position.seat(side), RUNNERS[question]
    carried = carry_out(running, seat, question, [runner.done(item) for item in plan], runner, among=first)
    if not carried.made:
        runner.make(running, seat, runner.default(running.position, side))


# --- what follows -----------------------------------------------------------------------------------------------------


@agenda_step
def count_megalopoleis(running: Running, side: SideName) -> None:
    """9.4-A."""
    position = running.position
    number = sum(position.poleis[polis].population > position.box.poleis[polis].base for polis in position.owned(side))
    if number:
        position.gain_prestige(side, number)
        running.emit(events.MegalopolisGained(side=side, prestige=number))


@agenda_step
def adjust_goods(running: Running, side: SideName) -> None:
    """9.5-A: halved, rounded up."""
    position = running.position
    stock = position.sides[side].stock
    for good in position.box.components.perishable_goods:
        stock[good] = (stock[good] + 1) // 2
    running.emit(events.GoodsAdjusted(side=side, goods={good: stock[good] for good in position.box.components.goods}))


@agenda_step
def ostracise(running: Running) -> None:
    """9.7-A, 11-B, RULING-20: who has no Prestige has lost; where both have none, the score decides."""
    position = running.position
    position.sheets = {}
    poor = [side for side in SIDES if not position.sides[side].prestige]
    running.emit(*(events.Ostracised(side=side) for side in poor))
    if len(poor) > 1:
        finish_scored(running, "11-B, both are ostracised")
    elif poor:
        finish_won(running, "11-B, ostracism", ENEMY[poor[0]])
    else:
        running.do(step(begin_round))


@agenda_step
def end_game(running: Running) -> None:
    """11-C, RULING-21: after phase 4 of the last round."""
    running.position.sheets = {}
    finish_scored(running, "11-C, the last round is over")


class ConcedeQuestion(Concede[Polis, ConcedeOrder], id="D18", clause="11-G"):
    """D18."""

    def places(self, position: Polis, seat: str) -> dict[str, int]:
        return {one: 2 if one == seat else 1 for one in position.seats}

    def places_of_all(self, position: Polis, seats: object) -> dict[str, int]:
        """RULING-46: the score decides (11-D, 11-E)."""
        if not position.sides:
            return dict.fromkeys(position.seats, 1)
        ranks = {position.seat(side): (score(position, side), position.goods(side)) for side in SIDES}
        best = max(ranks.values())
        return {seat: 1 if ranks[seat] == best else 2 for seat in position.seats}
