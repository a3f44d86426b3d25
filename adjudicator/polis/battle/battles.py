"""8: battles, one after the other; each assault by assault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from adjudicator.kernel import Answers, Ask, Resolution, agenda_step, step
from adjudicator.polis.battle.cards import assault
from adjudicator.polis.battle.doctrines import (
    AttackQuestion,
    BattleOrderQuestion,
    DefenceQuestion,
    DoubleQuestion,
    RetreatQuestion,
    in_battle,
)
from adjudicator.polis.events import battles as events
from adjudicator.polis.names import card_name
from adjudicator.polis.state.position import Battle, Polis, branch_of
from adjudicator.polis.words import CARDS, ENEMY, REGIONS, SIDES, CardName, Region, SideName

Running = Resolution[Polis]
FEWEST = 2  # 8-K: units with which a side is attacked again


@agenda_step
def check_battles(running: Running, side: SideName) -> None:
    """8-A, 8-B, 8-N, 13-D: the regions with enough units now; the side whose turn ended may order them."""
    position = running.position
    threshold = position.effect.battle_threshold or position.box.components.battle_threshold
    position.battles = [region for region in REGIONS if sum(position.units[region].values()) >= threshold]
    if len(position.battles) > 1:
        running.ask([Ask(position.seat(side), BattleOrderQuestion.id)], order_battles, side=side)
    elif position.battles:
        running.do(step(next_battle))


@agenda_step
def order_battles(running: Running, answers: Answers, side: SideName) -> None:
    """8-B: those that were not named come in the order of the components."""
    position = running.position
    named: list[Region] = answers.of(position.seat(side), BattleOrderQuestion.id).regions
    position.battles = [*named, *(region for region in position.battles if region not in named)]
    running.emit(events.BattleOrdered(regions=[*position.battles]))
    running.do(step(next_battle))


@agenda_step
def next_battle(running: Running) -> None:
    """8-C, 8-D: shuffle, and deal a hand to each, the first attacker's first (15.3-E)."""
    position = running.position
    if not position.battles:
        return
    region = position.battles.pop(0)
    attacker: SideName = "sparta" if branch_of(region) == "land" else "athens"
    battle = position.battle = Battle(region=region, attacker=attacker, sums=dict.fromkeys(SIDES, 0))
    counts = {side: position.count(side, region) for side in SIDES}
    running.emit(events.BattleBegins(region=region, side=attacker, sparta=counts["sparta"], athens=counts["athens"]))
    battle.pile = [*running.chance.shuffle(CARDS, "8-C combat cards")]
    battle.hands = {side: [] for side in SIDES}
    running.do(step(draw_cards))


@agenda_step
def draw_cards(running: Running) -> None:
    """8-C, 8-K: each hand up to the number of units, the attacker's first; then the assault."""
    position, battle = running.position, in_battle(running.position)
    for side in (battle.attacker, battle.defender):
        number = position.count(side, battle.region) - len(battle.hands[side])
        cards, battle.pile = battle.pile[:number], battle.pile[number:]
        battle.hands[side] = sorted([*battle.hands[side], *cards], key=str)
        if cards:
            running.emit(events.HandsDrawn(side=side, number=number))
            known = [str(card) for card in cards]
            drawn = events.CardsDrawn(
                side=side, cards=known, shown=_shown(position, known), only=(position.seat(side),)
            )
            running.emit(drawn)
    running.ask([Ask(position.seat(battle.attacker), AttackQuestion.id)], lay_attack)


def _shown(position: Polis, cards: Sequence[str]) -> list[str]:
    """The halves of cards that count in this battle, as they are printed."""
    branch = branch_of(in_battle(position).region)
    return [f"{card} {card_name(position.box, card, branch)}" for card in cards]


@agenda_step
def lay_attack(running: Running, answers: Answers) -> None:
    """8-E (1): two cards face up; then the defender is asked."""
    position, battle = running.position, in_battle(running.position)
    side = battle.attacker
    cards: tuple[CardName, ...] = answers.of(position.seat(side), AttackQuestion.id).cards
    battle.laid = [*cards]
    battle.hands[side] = [card for card in battle.hands[side] if card not in cards]
    running.emit(events.AttackLaid(side=side, cards=[*cards], shown=_shown(position, cards)))
    running.ask([Ask(position.seat(battle.defender), DefenceQuestion.id)], lay_defence)


@agenda_step
def lay_defence(running: Running, answers: Answers) -> None:
    """8-E (2) and (3), 8-G to 8-J: the slots are resolved, the four cards discarded."""
    position, battle = running.position, in_battle(running.position)
    side, other, branch = battle.attacker, battle.defender, branch_of(battle.region)
    cards: tuple[CardName, ...] = answers.of(position.seat(other), DefenceQuestion.id).cards
    result = assault(position.box, branch, cast("list[CardName]", battle.laid), cards)
    battle.hands[other] = [card for card in battle.hands[other] if card not in cards]
    battle.discards += [*battle.laid, *cards]
    battle.laid = []
    running.emit(events.DefenceLaid(side=other, cards=[*cards], shown=_shown(position, cards)))
    position.units[battle.region][other] -= result.losses
    battle.sums[side] += result.prestige
    gained = position.gain_prestige(side, result.prestige)  # 0-D: what it has not it does not lose
    running.emit(
        events.AssaultResolved(region=battle.region, side=side, other=other, losses=result.losses, prestige=gained)
    )
    drawn = result == (0, 0)
    running.do(step(end_assault, repeated=position.effect.repeat_drawn_assaults and drawn))


@agenda_step
def end_assault(running: Running, repeated: bool) -> None:
    """8-K, 13-I, RULING-15: whether the battle ends, and who attacks next."""
    position, battle = running.position, in_battle(running.position)
    wanted = sum(position.count(side, battle.region) - len(battle.hands[side]) for side in SIDES)
    if position.count(battle.defender, battle.region) < FEWEST:
        end_battle(running, "the defender has fewer than 2 units")
    elif len(battle.pile) < wanted:
        end_battle(running, "the cards do not go round")
    else:
        if not repeated:
            battle.attacker = battle.defender
        battle.assault += 1
        running.do(step(offer_retreat, side=battle.attacker, last=False))


@agenda_step
def offer_retreat(running: Running, side: SideName, last: bool) -> None:
    """8-L, RULING-16: the next attacker decides first; without Prestige there is no retreat."""
    if running.position.sides[side].prestige:
        running.ask([Ask(running.position.seat(side), RetreatQuestion.id)], take_retreat, side=side, last=last)
    else:
        _fight_on(running, side, last)


@agenda_step
def take_retreat(running: Running, answers: Answers, side: SideName, last: bool) -> None:
    """8-L: 1 Prestige goes to the opponent, the units stay."""
    position = running.position
    if not answers.of(position.seat(side), RetreatQuestion.id).retreat:
        _fight_on(running, side, last)
        return
    position.gain_prestige(side, -1)
    position.gain_prestige(ENEMY[side], 1)
    running.emit(events.Retreated(side=side, other=ENEMY[side]))
    end_battle(running, "a retreat")


def _fight_on(running: Running, side: SideName, last: bool) -> None:
    running.do(step(draw_cards) if last else step(offer_retreat, side=ENEMY[side], last=True))


def end_battle(running: Running, why: str) -> None:
    """8-M: the units stay, the cards are put together unseen; then Great Commanders, and the next battle."""
    position, battle = running.position, in_battle(running.position)
    running.emit(events.BattleEnds(region=battle.region, why=why))
    battle.hands, battle.pile, battle.discards = {}, [], []
    asked = [
        side
        for side in SIDES
        if position.effect.doubled_battles and battle.sums[side] > 0 and not position.sides[side].doubled
    ]
    if asked:  # 13-F, RULING-44
        running.ask([Ask(position.seat(side), DoubleQuestion.id) for side in asked], double)
    else:
        position.battle = None
        running.do(step(next_battle))


@agenda_step
def double(running: Running, answers: Answers) -> None:
    """13-F, RULING-36: the Prestige as computed, once more."""
    position, battle = running.position, in_battle(running.position)
    for side in SIDES:
        if position.seat(side) in answers and answers.of(position.seat(side), DoubleQuestion.id).double:
            position.sides[side].doubled = True
            position.gain_prestige(side, battle.sums[side])
            running.emit(events.PrestigeDoubled(side=side, prestige=battle.sums[side]))
    position.battle = None
    running.do(step(next_battle))
