"""15.1-C, 15.2-A, 15.2-B, 15.3: who may hold which Factions together."""

from __future__ import annotations

from adjudicator.pericles.settings import SETTINGS, sharing

FULL, THEATER = "14.3", "14.1.01A"
TWO = {"AF": "ann", "DF": "ann", "EK": "bob", "AK": "bob"}
CROSS = {"AF": "ann", "AK": "ann", "DF": "bob", "EK": "bob"}
EACH = {"AF": "ann", "DF": "bob", "EK": "cid", "AK": "dan"}


def refused(holders: dict[str, str], scenario: str = FULL, **options: object) -> str | None:
    chosen = {name: setting.default for name, setting in SETTINGS.items()}
    return sharing(scenario, {**chosen, **options}, holders)


def test_four_players_hold_one_faction_each() -> None:
    assert refused(EACH) is None


def test_a_side_is_held_by_one_player_where_it_is_played_together() -> None:
    assert refused(TWO, athens="together", sparta="together") is None
    assert "athens=together" in str(refused(TWO, sparta="together"))


def test_a_side_that_is_played_together_is_not_held_by_two() -> None:
    assert "15.2-B" in str(refused(EACH, athens="together"))
    assert "15.2-B" in str(refused({"AF": "ann", "DF": "bob"}, athens="together"))


def test_factions_of_both_sides_are_held_by_one_player_only_with_cross_play() -> None:
    assert refused(CROSS, cross_play=True) is None
    assert "cross_play" in str(refused(CROSS))
    assert "of one Side" in str(refused(TWO, cross_play=True))


def test_across_the_sides_a_full_scenario_pairs_the_factions_as_the_rules_do() -> None:
    other = {"AF": "ann", "EK": "ann", "DF": "bob", "AK": "bob"}
    assert "AF and AK or DF and EK" in str(refused(other, cross_play=True))
    assert refused(other, THEATER, cross_play=True) is None


def test_where_players_share_the_seats_as_they_like_both_sides_still_need_cross_play() -> None:
    assert refused(TWO, THEATER) is None
    assert "cross_play" in str(refused(dict.fromkeys(EACH, "ann"), THEATER))
    assert refused(dict.fromkeys(EACH, "ann"), THEATER, cross_play=True) is None
