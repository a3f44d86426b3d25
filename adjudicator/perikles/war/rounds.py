"""6.10 to 6.35: the rounds of a battle: who fights, tokens, dice, losses; decision D-6B."""

from __future__ import annotations

from adjudicator.kernel import Answers, Ask, One, Parted, Resolution, agenda_step, step
from adjudicator.perikles.components import Kind, components, force_of, strength_of
from adjudicator.perikles.events import battles as events
from adjudicator.perikles.names import name_of
from adjudicator.perikles.state.orders import LossOrder, SideName
from adjudicator.perikles.state.position import FORCES, PERSIA, Battle, Perikles, Place, Placed
from adjudicator.perikles.war.special_windows import open_battle, open_window
from adjudicator.perikles.war.strength import column, fighters, intrinsic, strength, targets

Running = Resolution[Perikles]
OPPOSITE: dict[SideName, SideName] = {"attacker": "defender", "defender": "attacker"}


@agenda_step
def begin_round(running: Running) -> None:
    """6.10, RULING-15, RULING-16: by whose counters of the type are there, it is fought, won unopposed or not fought.

    The sixteen cases of 6.50 follow.
    """
    battle, place, kind = open_battle(running.position)
    _starting_tokens(battle)
    attackers, defenders = fighters(place, "attacker", kind), fighters(place, "defender", kind)
    militia = intrinsic(place, "defender", kind)
    running.do(step(end_round))
    if attackers and (defenders or militia):
        running.do(step(open_window), step(fight))  # 6.10-D, 6.11
    elif attackers or defenders:
        battle.last_winner = "attacker" if attackers else "defender"  # 6.10-B, 6.10-C, 6.10-E
        running.emit(events.RoundUnopposed(location=place.tile, kind=kind, side=battle.last_winner))
    else:
        battle.last_winner = None  # 6.10-A
        running.emit(events.RoundNotFought(location=place.tile, kind=kind))


def _starting_tokens(battle: Battle) -> None:
    """6.12: none in the first round; in the second the winner of the first has one."""
    battle.attacker_tokens = battle.defender_tokens = 0
    battle.doubled = []  # X.14
    if battle.round and battle.last_winner:
        battle.give_token(battle.last_winner)


@agenda_step
def fight(running: Running) -> None:
    """6.20 to 6.27: strengths, column, dice; then the loss."""
    battle, place, kind = open_battle(running.position)
    attack, defence = (strength(place, side, kind, battle.doubled) for side in ("attacker", "defender"))
    name = column(attack, defence)
    running.emit(
        events.RoundFought(
            location=place.tile,
            kind=kind,
            attack=attack,
            defence=defence,
            column=name,
            attacker_tokens=battle.attacker_tokens,
            defender_tokens=battle.defender_tokens,
        )
    )
    battle.last_winner = _roll(running, battle, name, f"6.25 {place.tile} {kind}")
    running.emit(events.RoundWon(location=place.tile, kind=kind, side=battle.last_winner))
    _lose(running, battle, place, kind)


def _roll(running: Running, battle: Battle, name: str, label: str) -> SideName:
    """6.25 to 6.27: roll until exactly one side has won; both at two tokens roll on in the same column."""
    needed, enough = targets(name), components().limits.tokens_to_win  # type: ignore[arg-type]
    while True:
        attacker, defender = ([running.chance.die(6, label) for _ in range(2)] for _ in range(2))
        hits = {"attacker": sum(attacker) >= needed.attacker, "defender": sum(defender) >= needed.defender}
        tied = battle.attacker_tokens >= enough and battle.defender_tokens >= enough
        for side, hit in hits.items():
            if hit and not tied:
                battle.give_token("attacker" if side == "attacker" else "defender")
        running.emit(
            events.DiceRolled(
                attacker=attacker,
                defender=defender,
                attacker_tokens=battle.attacker_tokens,
                defender_tokens=battle.defender_tokens,
            )
        )
        if tied and hits["attacker"] != hits["defender"]:
            return "attacker" if hits["attacker"] else "defender"
        done = [side for side in OPPOSITE if battle.tokens(side) >= enough]
        if len(done) == 1:
            return done[0]


# --- losses -------------------------------------------------------------------------------------------------------


def _lose(running: Running, battle: Battle, place: Place, kind: Kind) -> None:
    """6.30 to 6.33, I.10: exactly one counter of the type, if the loser has any; a choice of forces is asked."""
    loser: SideName = "defender" if battle.last_winner == "attacker" else "attacker"
    forces = losing_forces(running.position, place, loser, kind)
    main = place.side(loser).main
    if len(forces) > 1 and main:
        running.ask([Ask(main, Loss.id, {"side": loser})], take_loss, seat=main)
    elif forces:
        _lost(running, forces[0])


def eligible(position: Perikles, place: Place, side: SideName, kind: Kind) -> list[Placed]:
    """6.31: the counters of lowest strength in the loser's main box of the type, else in its allied box."""
    here = fighters(place, side, kind)
    team = position.team(place.side(side).main or "")
    box = [placed for placed in here if placed.seat in team] or here
    lowest = min((strength_of(placed.counter) for placed in box), default=0)
    return [placed for placed in box if strength_of(placed.counter) == lowest]


def losing_forces(position: Perikles, place: Place, side: SideName, kind: Kind) -> list[str]:
    """6.32, RULING-17: the forces among which the loss is chosen, in the order of 0.06."""
    found = [force_of(placed.counter) for placed in eligible(position, place, side, kind)]
    return [force for force in FORCES if force in found]


@agenda_step
def take_loss(running: Running, answers: Answers, seat: str) -> None:
    """6.32: the force that the main player of the losing side has chosen."""
    _lost(running, answers[seat][Loss.id].force)


def _lost(running: Running, force: str) -> None:
    """6.34, 6.35: a city's counter goes to the dead pile, a Persian one to the shield."""
    position = running.position
    battle, place, kind = open_battle(position)
    loser: SideName = "defender" if battle.last_winner == "attacker" else "attacker"
    gone = next(p for p in eligible(position, place, loser, kind) if force_of(p.counter) == force)
    side = place.side(loser)
    side.counters = [placed for placed in side.counters if placed is not gone]
    if force == PERSIA:
        position.send_home([gone.counter])
    else:
        position.dead_pile = sorted([*position.dead_pile, gone.counter])
    running.emit(events.CounterLost(counter=gone.counter, to="shield" if force == PERSIA else "dead pile"))


@agenda_step
def end_round(running: Running) -> None:
    """6.13: after the first of two rounds its survivors go home, and the second begins."""
    battle, place, kind = open_battle(running.position)
    if battle.round + 1 == len(place.printed.rounds):
        return
    for side in (place.attacker, place.defender):
        gone = [placed for placed in side.counters if placed in _of_kind(place, kind)]
        side.counters = [placed for placed in side.counters if placed not in gone]
        running.position.send_home([placed.counter for placed in gone])
    battle.round += 1
    running.do(step(begin_round))


def _of_kind(place: Place, kind: Kind) -> list[Placed]:
    return [*fighters(place, "attacker", kind), *fighters(place, "defender", kind)]


def forces_to_lose(view: Perikles, ask: Ask) -> list[str]:
    """6.32: the forces among which the asked player chooses."""
    _, place, kind = open_battle(view)
    return losing_forces(view, place, ask.args["side"], kind)


class Loss(
    Parted[Perikles, LossOrder],
    id="D-6B",
    clause="6.32",
    default="N.09",
    choices_stand=True,
    subject="Choose a loss",
    public_options=True,
):
    """D-6B: the main player of the losing side chooses the force that loses a counter; the order of 0.06 is N.09's."""

    def prompt(self, view: Perikles, ask: Ask) -> str:
        _, place, kind = open_battle(view)
        return f"Your side has lost the {kind} round at {name_of(place.tile)}. Choose the force that loses a counter."

    parts = {"force": One(forces_to_lose, words=name_of)}
