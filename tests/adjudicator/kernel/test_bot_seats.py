"""Seats that the rules' bot plays, for good or for now; who may hold several; files laid over a title's numbers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator.kernel import Chance, Malformed, Resolution, UnknownName
from tests.titles.ballot import TITLE, Mercy, SherdDealt, Vote

SEATS = ("alpha", "beta", "gamma")


def begun(seats: tuple[str, ...] = SEATS, **options: Any) -> Resolution[Any]:
    return TITLE.begin(scenario="assembly", seats=seats, options=options, chance=Chance(bytes(32)))


def voted(position: Any) -> Any:
    sent = {seat: [Vote(against="alpha" if seat == "beta" else "beta")] for seat in SEATS}
    return TITLE.resolve(position, sent, Chance(bytes(32)))


def test_what_is_meant_for_a_seat_of_the_bot_alone_is_never_told() -> None:
    resolution = begun(gamma="bot")
    told = [event.only for event in resolution.events if isinstance(event, SherdDealt)]
    assert told == [("alpha",), ("beta",)]


def test_a_seat_of_the_bot_is_struck_from_the_readers_of_what_others_may_know() -> None:
    resolution = begun(gamma="bot")
    resolution.emit(SherdDealt(seat="alpha", sherd=3, only=("alpha", "gamma")))
    assert resolution.events[-1].only == ("alpha",)


def test_what_a_seat_was_not_told_while_the_bot_played_does_not_reach_it_later() -> None:
    position = begun(asleep="beta").position
    later = msgspec.structs.replace(position, round=2)
    resolution = Resolution(later, Chance(bytes(32)), TITLE.steps, TITLE.bots_now)
    resolution.emit(SherdDealt(seat="beta", sherd=3, only=("beta",)))
    later.round = 1
    assert not TITLE.events_for(resolution.events, "beta")


def test_the_player_of_a_seat_of_the_bot_is_asked_nothing_and_waited_for_by_nobody() -> None:
    position = begun(gamma="bot").position
    view = TITLE.view(position, "gamma")
    assert view.phase is not None
    assert view.phase.asked_of("gamma")
    assert not TITLE.asked_of(view, "gamma")
    assert TITLE.waits_for(position) == ["alpha", "beta"]
    assert TITLE.waiting(TITLE.view(position, None)) == ["The game waits for alpha and beta to vote."]


def test_what_is_sent_for_a_seat_of_the_bot_is_refused_ahead_and_falls_at_the_cut() -> None:
    position = begun(gamma="bot").position
    order = Vote(against="alpha")
    refusals = TITLE.check(TITLE.view(position, "gamma"), "gamma", [order])
    fallen = voted(position).fallen
    assert [refusal.clause for refusal in refusals] == ["bot"]
    assert [(one.seat, one.clause, one.message) for one in fallen] == [("gamma", "bot", refusals[0].message)]


def test_the_book_of_a_seat_orders_nothing_while_the_bot_plays_it() -> None:
    book = TITLE.check_book([{"question": "B-N", "choose": [{"question": "B-N", "text": "remember"}]}])
    first = begun((*SEATS, "delta"), asleep="beta").position
    asleep = TITLE.resolve(voted(first).position, {}, Chance(bytes(32))).position
    assert TITLE.bots_now(asleep) == ["beta"]
    resolution = TITLE.resolve(asleep, {}, Chance(bytes(32)), {"beta": book, "alpha": book})
    noted = [one.seat for one in resolution.counted if one.question == "B-N"]
    assert noted == ["alpha"]


def test_the_bot_answers_in_a_veiled_phase_too() -> None:
    position = voted(begun(gamma="bot").position).position
    sent = {seat: [Mercy(mercy=False)] for seat in SEATS}
    counted = TITLE.resolve(position, sent, Chance(bytes(32))).counted
    assert {one.seat: one.source for one in counted} == {"alpha": "envelope", "beta": "envelope", "gamma": "bot"}


def test_only_seats_that_are_in_the_game_are_the_bots() -> None:
    assert TITLE.bot_seats("assembly", {"gamma": "bot", "epsilon": "bot"}, SEATS) == ["gamma"]


@pytest.mark.parametrize(("options", "refused"), [({}, True), ({"shared": True}, False)])
def test_one_player_holds_two_seats_only_where_the_title_lets_him(options: dict[str, Any], refused: bool) -> None:
    why = TITLE.holders_refused("assembly", options, {"alpha": "ann", "beta": "bob", "gamma": "ann"})
    assert ("alpha would be" in str(why)) if refused else why is None
    assert TITLE.holders_refused("assembly", options, {"alpha": "ann", "beta": "bob"}) is None


def test_a_file_is_laid_over_the_numbers_of_a_title_and_named_by_its_digest() -> None:
    assert TITLE.add_components is not None
    digest = TITLE.add_components("rounds: 1\n")
    position = voted(begun(components=digest).position).position
    assert TITLE.resolve(position, {}, Chance(bytes(32))).position.outcome is not None


def test_a_file_that_was_never_laid_is_no_option() -> None:
    with pytest.raises(UnknownName, match="components file"):
        begun(components="00" * 32)


def test_a_malformed_file_is_refused_by_the_path_that_is_wrong() -> None:
    assert TITLE.add_components is not None
    with pytest.raises(Malformed, match=r"\$\.rounds"):
        TITLE.add_components("rounds: many\n")
