"""5.31, 7.3: the Strategy Boards filled before the debates and shared by the seventh cards."""

from __future__ import annotations

from adjudicator.kernel import agenda_step
from adjudicator.pericles.assembly.political_cards import known
from adjudicator.pericles.events.assembly import BoardEmptied, BoardFilled
from adjudicator.pericles.events.common import TokensReceived
from adjudicator.pericles.events.politics import SeventhCard
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import SIDE_OF, FactionName


def fill_boards(running: Running) -> None:
    """5.31-A: up to five tokens from the Stock, fewer if it runs short."""
    position = running.position
    for side in position.sides:
        room = position.box.components.strategy_board_capacity - position.board[side]
        put = max(0, min(room, position.stock[side]))
        position.stock[side] -= put
        position.board[side] += put
        running.emit(BoardFilled(side=side, tokens=put, total=position.board[side]))


@agenda_step
def share_strategy_board(running: Running) -> None:
    """7.3-A, 7.3-B: the Controlling Faction of a Side takes first; what is left returns to the Stock."""
    position = running.position
    for side in position.sides:
        for faction in position.governing_first(side):
            reveal_seventh(running, faction)
        left = position.board[side]
        position.board[side] = 0
        position.stock[side] += left
        if left:
            running.emit(BoardEmptied(side=side, tokens=left))


def reveal_seventh(running: Running, faction: FactionName) -> None:
    """7.3-A, 7.3-C: the last card is discarded, a Leader kept out of the hand until the next deal."""
    position, side = running.position, SIDE_OF[faction]
    for card in known(position.hands[faction]):
        if card != position.box.leaders[faction]:
            position.discards[side].append(card)
        entitled = yield_of(position, card)
        running.emit(SeventhCard(faction=faction, card=card, entitled=entitled))
        take(running, faction, entitled)
    position.hands[faction] = []


def yield_of(position: Pericles, card: str) -> int:
    """7.3-A: what a seventh card entitles to: a Leader what is printed for the status of the Plague, others 1."""
    printed = {one.id: one for one in position.box.components.leader_cards}
    return printed[card].seventh_card["post_plague" if position.post_plague else "pre_plague"] if card in printed else 1


def take(running: Running, faction: FactionName, tokens: int) -> None:
    """7.3-B: tokens of the Board behind a shield, as long as it lasts."""
    position, side = running.position, SIDE_OF[faction]
    came = min(tokens, position.board[side])
    if came > 0:
        position.board[side] -= came
        position.shields[faction] = position.tokens(faction) + came
        running.emit(TokensReceived(faction=faction, tokens=came, why="7.3-A, from the Strategy Board"))
