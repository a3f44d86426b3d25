"""Battles are told whole, and so that one understands what dice have done."""

from __future__ import annotations

from adjudicator.athens_sparta import TITLE
from adjudicator.athens_sparta.events.battles import BattleBegins, BlockFired, BlockLeft, HalfHit, RoundBegins
from adjudicator.athens_sparta.events.blocks import PostureChanged
from adjudicator.kernel.scenes.grouping import Told

ATHENS, MEGARA = "J09", "I09"


def fired(block, dice, hits):
    return BlockFired(place=ATHENS, side="sparta", block=block, dice=dice, hits=hits)


def rows_of(*events):
    [scene] = TITLE.in_scenes([Told(1, [BattleBegins(place=ATHENS, side="sparta"), *events])])
    return scene.rows[1:]


def test_a_retreat_to_another_place_does_not_cut_a_battle_into_two():
    retreat = BlockLeft(place=ATHENS, side="sparta", block="S12", to=MEGARA)
    now = PostureChanged(place=MEGARA, side="sparta", block="S12", posture="FIELD")
    rows = rows_of(RoundBegins(place=ATHENS, number=2), retreat, now, fired("S09", [1], 1))
    assert [one.part for one in rows] == ["head", "note", "note", "fire"]
    assert rows[1].words.endswith("retreats to Megara.")


def test_a_half_hit_says_why_it_costs_no_step():
    [row] = rows_of(HalfHit(place=ATHENS, side="athens", block="A01"))
    assert (row.words, row.title) == (
        "First Athens hoplite of Athens takes a half-hit.",
        "1 hit, half a step: walls (5.53-A)",
    )


def test_what_hits_stands_beside_the_dice_as_far_as_they_tell_it():
    rolls = [fired("S09", [5], 0), fired("A05", [3, 4], 1), fired("A05", [2, 6], 0), fired("A05", [1, 6], 1)]
    hoplite, at_sea, storming, either = rows_of(*rolls)
    assert hoplite.title == "B3: 3 or less hits"
    assert at_sea.title == "C3: 3 or less hits"
    assert storming.title == "C1: 1 hits"
    assert either.title == "C3: 3 or less hits (C1 in a storm)"
    assert rows_of(fired("A05", [6], 1))[0].title == ""
