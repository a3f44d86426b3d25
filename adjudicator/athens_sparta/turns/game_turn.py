"""0.1, 10: Olympiads and Game Turns; Sudden Death, the Victory Check, resigning, and a draw by agreement."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.athens_sparta.cards.card_phase import begin_card_phase
from adjudicator.athens_sparta.cards.deal import deal
from adjudicator.athens_sparta.events.turns import DrawWithdrawn, SuddenDeath, VictoryChecked
from adjudicator.athens_sparta.olympiad.replacement import begin_replacement
from adjudicator.athens_sparta.state.orders import DrawOrder, ResignOrder, WithdrawOrder
from adjudicator.athens_sparta.state.position import AthensSparta, tell_end_of_olympiad
from adjudicator.athens_sparta.state.victory import finish_won, sudden_winner, victory_points
from adjudicator.athens_sparta.turns.player_turn import begin_player_turn, quake
from adjudicator.athens_sparta.words import ENEMY, SIDES
from adjudicator.kernel import Ask, Chance, Concede, Draw, Illegal, Question, Resolution, agenda_step, step

Running = Resolution[AthensSparta]


@agenda_step
def begin_olympiad(running: Running) -> None:
    """0.1-A, RULING-1, 7.0-B: the next Olympiad."""
    position = running.position
    position.olympiad = position.olympiad + 1 if position.olympiad else position.box.constants.first_olympiad
    position.game_turn, position.revolted = 0, {}
    running.do(step(deal))


@agenda_step
def begin_game_turn(running: Running) -> None:
    """0.1-C (1)."""
    position = running.position
    position.game_turn += 1
    position.cards = {}
    running.do(step(begin_card_phase))


@agenda_step
def begin_player_turns(running: Running) -> None:
    """0.1-C (2) and (3), 4.6-G: Player 1, then Player 2; in an Earthquake only attrition, in the same order."""
    position = running.position
    part = quake if position.event == "earthquake" else begin_player_turn
    order = (position.first, ENEMY[position.first])
    running.do(*(step(part, side=side) for side in order), step(end_game_turn))


@agenda_step
def end_game_turn(running: Running) -> None:
    """0.1-C (4), 10.1-A, RULING-57: Sudden Death; offers of a draw lapse.

    0.3-C, RULING-3: there are as many Game Turns as cards in a hand.
    """
    position = running.position
    position.draw_offers = {}
    winner = sudden_winner(position)
    if winner is not None:
        running.emit(SuddenDeath(winner=winner, place=position.box.capitals[ENEMY[winner]]))
        finish_won(running, f"10.1-A, {position.box.names[position.box.capitals[ENEMY[winner]]]} is taken", winner)
    elif any(position.hands[side] for side in SIDES):
        running.do(step(begin_game_turn))
    else:
        running.do(step(check_victory))


@agenda_step
def check_victory(running: Running) -> None:
    """10.2-A, 10.2-C, 0.1-B: 30 PP or more win; after the last Olympiad Athens does."""
    position = running.position
    tell_end_of_olympiad(running)
    points = {side: victory_points(position, side) for side in SIDES}
    running.emit(VictoryChecked(sparta=points["sparta"], athens=points["athens"]))
    constants = position.box.constants
    for side in SIDES:
        if points[side] >= constants.victory_pp:
            finish_won(running, f"10.2-A, {constants.victory_pp} PP of {side.capitalize()}", side)
            return
    if position.olympiad == constants.last_olympiad:
        finish_won(running, "10.2-C, the last Olympiad is over", "athens")
    else:
        running.do(step(begin_replacement), step(begin_olympiad))


# --- resigning, and a draw by agreement (10.3) ------------------------------------------------------------------------


class ResignQuestion(Concede[AthensSparta, ResignOrder], id="D-21", clause="10.3-A"):
    """D-21."""

    def places(self, position: AthensSparta, seat: str) -> dict[str, int]:
        return {side: 2 if side == seat else 1 for side in SIDES}

    def places_of_all(self, position: AthensSparta, seats: object) -> dict[str, int]:
        """RULING-60: both at once: a draw."""
        return dict.fromkeys(SIDES, 1)


class DrawQuestion(Draw[AthensSparta, DrawOrder], id="D-21D", clause="10.3-A"):
    """D-21, RULING-57: an offer stands until it is answered, withdrawn, or the Game Turn ends."""

    until = "the end of the Game Turn"

    def standing(self, position: AthensSparta) -> dict[str, int]:
        made = position.draw_offers
        return {seat: made[seat] for seat in position.seats if seat in made}


class WithdrawQuestion(
    Question[AthensSparta, WithdrawOrder],
    id="D-21W",
    clause="10.3-A",
    subject="Withdraw the offer of a draw",
    unasked=True,
    public_options=True,
):
    """D-21, RULING-57."""

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return "Withdraw your offer of a draw (10.3-A)."

    def space(self, view: AthensSparta, ask: Ask) -> Iterator[WithdrawOrder]:
        yield WithdrawOrder()

    def refusal(self, view: AthensSparta, ask: Ask, order: WithdrawOrder) -> Illegal | None:
        return None if ask.seat in view.draw_offers else Illegal("10.3-A", "you have no offer of a draw to withdraw")

    def apply(self, resolution: Resolution[AthensSparta], seat: str, order: WithdrawOrder) -> None:
        del resolution.position.draw_offers[seat]
        resolution.emit(DrawWithdrawn(seat=seat))

    def sample(self, view: AthensSparta, ask: Ask, chance: Chance, label: str) -> WithdrawOrder | None:
        return None
