"""12.1: play by mail: one message a Player Turn; cards and the rest from standing orders."""

from adjudicator.kernel import Ask, Chance
from adjudicator.kernel.contract.playing import key, orders_of_bots
from tests.adjudicator.athens_sparta.tables import TITLE, start

GAME_TURNS = 4
ASKED = ("D-4", "D-7", "D-8B")


def filed(position):
    """A card queue, and the defaults to all that is not a message of the active player."""
    others = [{"question": name, "default": True} for name, one in TITLE.questions.items() if not one.unasked]
    others = [entry for entry in others if entry["question"] not in ASKED]
    queue = {seat: {"question": "D-4", "choose": [{"card": card} for card in position.hands[seat]]} for seat in sides()}
    return {seat: TITLE.check_book([queue[seat], *others]) for seat in sides()}


def sides():
    return ("sparta", "athens")


def test_12_1_A_12_1_B_12_1_C_a_game_turn_takes_one_message_of_each_side_and_a_card_queue():
    position = start("one message")
    position = TITLE.with_books(position, filed(position))
    waits = []
    while position.phase is not None and position.game_turn <= GAME_TURNS and position.olympiad == 84:
        waiting = TITLE.waits_for(position)
        for seat in waiting:
            asked = {ask.question for ask in position.phase.asked_of(seat)}
            assert asked <= ({*ASKED, "D-5", "D-6"} if seat == position.turn.side else {"D-8B"})
            waits.append((position.game_turn, position.turn.side, seat))
        sent = orders_of_bots(TITLE, position, "one message", "steady")
        sent = {seat: orders for seat, orders in sent.items() if seat in waiting}
        position = TITLE.resolve(position, sent, Chance(key("one message", position.phases))).position
    active = [one for one in waits if one[1] == one[2]]
    assert len({*active}) >= 2 * (GAME_TURNS - 1)  # but for an Earthquake
    assert sorted({*waits}) == sorted(waits)


def test_4_3_B_samples_move_within_the_mp_and_leave_the_view_as_it_was():
    position = start("samples")
    position = TITLE.resolve(position, {}, Chance(key("samples"))).position
    ask = Ask(position.turn.side, "D-7")
    question, view = TITLE.questions["D-7"], TITLE.view(position, ask.seat)
    before, lengths = TITLE.encode(view), set()
    for seed in range(40):
        order = question.sample(view, ask, Chance(key("sample", seed)), "sample")
        assert question.refusal(view, ask, order) is None
        lengths.add(len(order.plan))
    assert TITLE.encode(view) == before
    assert len(lengths) > 1
