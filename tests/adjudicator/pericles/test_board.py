"""The board of Pericles as text."""

import pytest

from adjudicator.pericles import TITLE
from adjudicator.pericles.components import box
from adjudicator.pericles.state.position import Marker
from tests.adjudicator.pericles.playing import asked, moment, positions, started

TURN = "14.1.08A"


def shown(position, seat):
    return TITLE.show(TITLE.view(position, seat))


@pytest.mark.parametrize("scenario", ["14.1.01B", TURN])
def test_the_board_is_never_wider_than_a_hundred_columns_and_has_no_loose_ends(scenario):
    for position in positions(scenario):
        for seat in (None, position.seats[0]):
            lines = shown(position, seat).split("\n")
            assert max(map(len, lines)) <= 100
            assert [line for line in lines if line != line.rstrip() or "_" in line or "unknown" in line.lower()] == []


def test_every_theater_in_play_stands_on_the_board_and_persia_with_them():
    position = started("14.2")
    text = shown(position, None)
    for name in position.in_play():
        assert box().theaters[name].name in text
    assert "Persia: closed" in text
    assert "20 Eastern Mediterranean: closed" in shown(started("14.3"), None)


def test_a_seat_reads_its_own_hand_with_the_lines_that_are_aligned_and_no_other():
    position = moment(TURN, lambda one: asked(one, "D7"))
    mine = shown(position, "AF")
    assert "Hand of the Aristocrats" in mine
    assert "Hand of the Demagogues" not in mine
    assert "Entourage of the Aristocrats" in mine
    assert "Hand of" not in shown(position, None)
    issue = position.tracks["athens"][position.debate.selected["athens"]]
    assert f"Debate {position.debate.number} of 6" in mine
    position.hands["AF"] = ["ATH-01"]  # Military +4 with 3 tokens for AF
    issue.kind = "military"
    assert "Erechtheis (1): Military +4, 3 tokens; aligned now: Military +4, 3" in shown(position, "AF")
    issue.kind = "games"
    assert "Erechtheis (1): Military +4, 3 tokens; aligned now: no line" in shown(position, "AF")


def test_tokens_are_read_where_they_are_known_and_lie_face_down_elsewhere():
    position = moment(TURN, lambda one: asked(one, "D7"))
    position.shields = {"AF": 11, "DF": 12, "EK": 13, "AK": 14}
    row = next(line for line in shown(position, "AF").split("\n") if line.startswith("  Eurypontids"))
    assert "face down" in row
    assert "13" not in row
    row = next(line for line in shown(position, "EK").split("\n") if line.startswith("  Eurypontids"))
    assert "13" in row


def test_issues_are_told_by_their_space_from_the_end_of_the_first_named_faction():
    position = moment("14.1.01B", lambda one: asked(one, "D7"))
    position.tracks["athens"][0].kind, position.tracks["athens"][0].space = "games", 7
    assert (
        "Track of Athens from the Aristocrats to the Demagogues: space 7 of the Aristocrats, captured: Games; "
        in " ".join(shown(position, None).split())
    )


def test_a_queue_is_read_from_the_top_with_what_the_viewer_knows():
    position = moment(TURN, lambda one: asked(one, "D16"))
    position.theaters["boeotia"].queue = [Marker("oracle", "EK", "AK"), Marker("league", "AF", "AF")]
    seen = {seat: " ".join(shown(position, seat).split()) for seat in ("DF", "EK", None)}
    assert "the first one first: league, placed by the Aristocrats, face down, placed by the Agiads" in seen["DF"]
    assert (
        "the first one first: face down, placed by the Aristocrats, oracle, placed by the Agiads, of the Eurypontids"
        in seen["EK"]
    )
    assert "the first one first: face down, placed by the Aristocrats, face down, placed by the Agiads" in seen[None]


def test_pieces_treachery_and_status_are_told_for_each_theater():
    position = started(TURN)
    boeotia = position.theaters["boeotia"]
    boeotia.pieces = {"delian_base": 1, "three_hundred": 1}
    boeotia.treachery = {"sparta": 2}
    text = " ".join(shown(position, None).split())
    assert "8 Boeotia: Contested; land theater; Athens has 1 Delian base; Sparta has the 300, 2 Treachery" in text
