"""4.1, 22: who may know what."""

import pytest

from adjudicator.kernel import Chance, Unknown
from adjudicator.pericles import TITLE
from adjudicator.pericles.secrets.markers import all_markers
from adjudicator.pericles.secrets.tokens import shared
from adjudicator.pericles.state.position import Marker
from adjudicator.pericles.words import FACTIONS, FACTIONS_OF, SIDES
from tests.adjudicator.pericles.playing import asked, moment, positions
from tests.adjudicator.players import key

TURN = "14.1.08A"
UNSEEN = {"team_sees_markers": False, "team_sees_tokens": False}


def in_debate(position):
    return asked(position, "D7")


def placing(position):
    return asked(position, "D16") and any(position.theaters[name].queue for name in position.in_play())


def hidden(values):
    return [isinstance(value, Unknown) for value in values]


def test_a_hand_is_its_factions_but_for_the_leader_whom_all_have_seen_dealt():
    position = moment(TURN, in_debate)
    assert TITLE.view(position, "AF").hands["AF"] == position.hands["AF"]
    for seat in (None, "DF", "EK"):
        hand = TITLE.view(position, seat).hands["AF"]
        assert hidden(hand) == [True] * (len(hand) - 1) + [False]
        assert hand[-1] == "LDR-AF"


def test_a_leader_that_was_shown_is_in_no_hand():
    position = moment(TURN, in_debate)
    position.hands["AF"].remove("LDR-AF")
    assert all(hidden(TITLE.view(position, "EK").hands["AF"]))


def test_the_card_that_a_brain_trust_drew_is_seen_by_all_and_the_others_are_not():
    position = moment(TURN, in_debate)
    drawn = position.entourages["AF"][1]
    position.debate.entourage_card = {"AF": drawn}
    seen = TITLE.view(position, "EK").entourages["AF"]
    assert [card for card in seen if not isinstance(card, Unknown)] == [drawn]
    for seed in range(5):
        assert drawn in TITLE.redeal(position, "EK", Chance(key(seed))).entourages["AF"]


@pytest.mark.parametrize(("options", "sees"), [({}, True), (UNSEEN, False), ({"cross_play": True}, False)])
def test_a_compatriot_sees_tokens_and_markers_where_the_game_says_so(options, sees):
    position = moment(TURN, placing, **options)
    view = TITLE.view(position, "AF")
    assert isinstance(view.shields["DF"], Unknown) is not sees
    theirs = [marker for holder, marker in all_markers(view) if holder == "DF" and marker.owner != "AF"]
    assert theirs
    assert [isinstance(marker.kind, Unknown) is not sees for marker in theirs] == [True] * len(theirs)
    assert all(isinstance(view.shields[faction], Unknown) for faction in ("EK", "AK"))


def test_a_lent_marker_is_seen_by_its_owner_and_its_place_in_the_hand_tells_nothing():
    position = moment(TURN, placing, **UNSEEN)
    position.markers["DF"] = [Marker("league", "DF"), Marker("oracle", "AF"), Marker("rumor", "DF")]
    seen = TITLE.view(position, "AF").markers["DF"]
    assert seen[0] == Marker("oracle", "AF")
    assert hidden(marker.kind for marker in seen) == [False, True, True]
    assert TITLE.view(position, "DF").markers["DF"] == position.markers["DF"]


def test_of_a_marker_in_a_queue_the_enemy_sees_who_placed_it_and_where():
    position = moment(TURN, placing)
    for spot, theater in position.theaters.items():
        seen = TITLE.view(position, None).theaters[spot].queue
        assert [marker.placer for marker in seen] == [marker.placer for marker in theater.queue]
        assert all(isinstance(marker.kind, Unknown) and isinstance(marker.owner, Unknown) for marker in seen)


def test_a_commitment_against_an_expedition_is_hidden_until_movement_is_over_even_from_the_compatriot():
    position = moment("14.1.01A", lambda one: asked(one, "D30") and len(one.expedition.revealed) == 2)
    general = position.expedition.general
    first, second = (faction for faction in FACTIONS if faction not in position.expedition.revealed)
    for viewer in (None, general, second):
        view = TITLE.view(position, viewer)
        assert isinstance(view.committed[first], Unknown)
        assert isinstance(view.shields[first], Unknown)
    assert TITLE.view(position, first).committed[first] == position.committed[first]
    assert TITLE.view(position, second).committed[general] == position.committed[general]


def test_who_plays_a_side_together_never_sees_the_cards_of_the_faction_that_the_bot_plays():
    for position in positions(TURN, athens="together"):
        playing = position.controlling_at_start["athens"]
        other = next(faction for faction in FACTIONS_OF["athens"] if faction != playing)
        for seat in FACTIONS_OF["athens"]:
            view = TITLE.view(position, seat)
            ordinary = [c for c in (*view.hands[other], *view.entourages[other]) if c != f"LDR-{other}"]
            drawn = position.debate.entourage_card.values() if position.debate else ()
            assert all(isinstance(card, Unknown) or card in drawn for card in ordinary)
        assert TITLE.view(position, playing).hands[playing] == position.hands[playing]
        assert TITLE.bot_view(position, other).hands[other] == position.hands[other]


# --- redealt and imagined -----------------------------------------------------------------------------------------


def tokens(position, side):
    """24-A."""
    behind = sum(position.shields[one] + position.committed[one] for one in FACTIONS_OF[side])
    return behind + position.stock[side] + position.board[side] + position.set_aside[side]


def cards(position, side):
    """24-D: the ordinary cards of a Side, wherever they are."""
    both = FACTIONS_OF[side]
    held = [card for one in both for card in (*position.hands[one], *position.entourages[one])]
    shown = [position.debate.cards.get(one, "LDR") for one in both] if position.debate else []
    found = [*held, *shown, *position.decks[side], *position.discards[side]]
    return sorted(card for card in found if not card.startswith("LDR"))


def lent(position):
    """Of each holder's markers, how many are whose, and of each owner's which kinds there are."""
    pairs = all_markers(position)
    return sorted((holder, m.owner) for holder, m in pairs), sorted((m.owner, m.kind) for _, m in pairs)


@pytest.mark.parametrize("viewer", [None, "AF", "AK"])
def test_what_is_redealt_or_imagined_keeps_tokens_cards_and_lending(viewer):
    for position in positions(TURN):
        view = TITLE.view(position, viewer)
        chance = Chance(key("other", position.phases))
        for other in (TITLE.redeal(position, viewer, chance), TITLE.imagine(view, viewer, chance)):
            for side in SIDES:
                assert tokens(other, side) == 26
                assert cards(other, side) == cards(position, side)
            assert lent(other) == lent(position)
            assert sorted(other.aristophanes_deck) == sorted(position.aristophanes_deck)


def test_a_redeal_changes_hands_tokens_and_markers_of_others():
    position = moment(TURN, placing)
    position.shields = {"AF": 3, "DF": 3, "EK": 4, "AK": 4}
    others = [TITLE.redeal(position, "AF", Chance(key("redeal", seed))) for seed in range(10)]
    assert len({other.shields["EK"] for other in others}) > 2
    assert len({str(all_markers(other)) for other in others}) > 2
    assert {other.shields["DF"] for other in others} == {3}


def test_a_redeal_changes_hands_entourages_and_decks_but_for_the_viewers_own():
    position = moment(TURN, in_debate)
    others = [TITLE.redeal(position, "AF", Chance(key("redeal", seed))) for seed in range(5)]
    for cards_of in (lambda one: one.hands["DF"], lambda one: one.entourages["EK"], lambda one: one.decks["athens"]):
        assert len({str(cards_of(other)) for other in others}) > 2
    for other in others:
        assert (other.hands["AF"], other.entourages["AF"]) == (position.hands["AF"], position.entourages["AF"])


def test_a_deck_that_was_made_anew_from_open_discards_keeps_its_cards():
    position = moment(TURN, placing)
    position.decks["sparta"], position.discards["sparta"] = position.discards["sparta"], position.decks["sparta"]
    position.remade["sparta"] = sorted(position.decks["sparta"])
    for seed in range(5):
        for other in (
            TITLE.redeal(position, "AF", Chance(key(seed))),
            TITLE.imagine(TITLE.view(position, "AF"), "AF", Chance(key(seed))),
        ):
            assert sorted(other.decks["sparta"]) == sorted(position.decks["sparta"])


def test_who_is_asked_about_a_military_issue_holds_a_token_in_every_redeal():
    position = moment("14.1.01A", lambda one: asked(one, "D25"))
    (general,) = {ask.seat for ask in position.phase.asks}
    side = next(side for side in SIDES if general in FACTIONS_OF[side])
    for faction in FACTIONS_OF[side]:
        position.stock[side] += position.shields[faction] - int(faction == general)
        position.shields[faction] = int(faction == general)
    for seed in range(5):
        assert TITLE.redeal(position, None, Chance(key(seed))).shields[general] == 1


def test_tokens_are_shared_within_bounds():
    for seed in range(20):
        shares = shared(9, [(1, 9), (0, 9), (0, 4)], Chance(key(seed)))
        assert sum(shares) == 9
        assert shares[0] >= 1
        assert 0 <= shares[2] <= 4


def test_an_organisers_redeal_leaves_entourages_leaders_and_markers_and_deals_the_hands():
    position = moment(TURN, in_debate)
    others = [TITLE.dealt_again(position, Chance(key("again", seed))) for seed in range(5)]
    for other in others:
        assert other.entourages == position.entourages
        assert [hand[-1] for hand in other.hands.values()] == [hand[-1] for hand in position.hands.values()]
        assert other.shields == position.shields
        assert all(cards(other, side) == cards(position, side) for side in SIDES)
    assert len({str(other.hands) for other in others}) == 5
