"""Who plays when and whom: the kinds of contest, byes, late and annulled games, who leaves and comes back."""

import hashlib
from collections import Counter
from datetime import timedelta
from itertools import combinations

import pytest

from cli.contests.shared.told import facts_of
from schemas.contests.allowed import Refusal, act_refused, challenge_refused
from schemas.contests.exports import exported, news, standings_json
from schemas.contests.progress import final_places, seeded
from schemas.contests.rounds import Close, Draw, EndGames, Finish, Wait, next_step, stuck
from schemas.contests.standings import lots
from schemas.contests.verification import verify_contest
from schemas.errors import BrokenLog
from schemas.keys.chance import MOST_DRAWS
from schemas.statements.contests import AnnulGame, Disqualify, EndContest, KeepApart, Lengthen, Redraw
from tests.schemas.contests.paper import BEGIN, Paper, handles

DAY = timedelta(days=1)


def meetings(story):
    met = {}
    for table in story.games:
        for pair in combinations(sorted(table.seats.values()), 2):
            met[pair] = met.get(pair, 0) + 1
    return met


@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
def test_sixteen_meet_each_other_once_at_most_and_have_each_side_in_turn(kind):
    paper = Paper(16, kind=kind, rounds=3)
    finish = paper.play()
    assert finish.reason == "all rounds are played"
    assert max(meetings(paper.story).values()) == 1
    for player in handles(16):
        sides = [seat for table in paper.story.games for seat, who in table.seats.items() if who == player]
        assert len(sides) == 3
        assert len(set(sides)) >= 2


def test_a_mini_begins_when_it_is_full_and_not_before():
    paper = Paper(3, kind="mini", closes_at=None, most=4, rounds=1)
    assert paper.step(90 * DAY) == Wait(None)
    paper.enter("late-one")
    assert paper.step(timedelta()) == Close(1, ["late-one", *handles(3)])


def test_entering_closes_at_its_time_put_off_by_an_act():
    paper = Paper(8)
    assert isinstance(paper.step(DAY - timedelta(seconds=1)), Wait)
    paper.act(Lengthen(reason="a holiday", round=1, seconds=86_400))
    assert paper.step(timedelta(hours=1)) == Wait(BEGIN + 2 * DAY)
    assert paper.step(DAY) == Close(1, handles(8))
    put_off = "until 2026-12-03T18:00:00Z (put off from 2026-12-02T18:00:00Z)"
    assert f"Anybody may enter {put_off}; at least " in " ".join(facts_of(paper.story, str)["meaning"])


def test_a_contest_that_too_few_enter_ends_without_a_game():
    assert Paper(3).play().reason == "too few entered: 3 of at least 4"


def test_where_a_bot_makes_up_the_number_three_are_enough_for_a_table_of_four_and_two_are_too_few():
    paper = Paper(5, odd="bot", rounds=4)
    for left in (4, 3):
        paper.leave(paper.story.playing()[0])
        paper.play_round()
        assert [len(table.seats) for table in paper.story.rounds[-1].tables] == [left]
    paper.leave(paper.story.playing()[0])
    assert paper.play().reason == "too few are left for another round"
    assert Paper(3, odd="bot", kind="mini", closes_at=None, most=3, rounds=1).play().reason == "all rounds are played"


def test_a_swiss_seats_players_of_like_points_together():
    paper = Paper(16, rounds=2)
    paper.play()
    second = paper.story.rounds[1]
    winners = {table.result.places and min(table.seats.values()) for table in paper.story.rounds[0].tables}
    assert any(winners <= set(table.seats.values()) for table in second.tables)


def test_of_a_knock_out_so_many_of_each_table_play_on_to_one_last_table():
    paper = Paper(32, kind="knock-out", advance=1, rounds=4)
    finish = paper.play()
    assert [len(round_.entrants) for round_ in paper.story.rounds] == [32, 8, 4]
    assert finish.places["player-001"] == 1
    assert sorted(finish.places.values())[:4] == [1, 2, 3, 4]


def test_who_won_a_table_of_a_knock_out_and_left_is_followed_by_the_next_best():
    paper = Paper(16, kind="knock-out", advance=1, rounds=2)
    paper.play_round()
    paper.leave("player-001")
    paper.play_round()
    final = paper.story.rounds[1]
    assert len(final.entrants) == 4
    assert "player-001" not in final.entrants


def test_a_table_of_a_knock_out_that_was_annulled_sends_on_its_best_so_far():
    paper = Paper(8, kind="knock-out", advance=2, rounds=2)
    paper.step()
    paper.step()
    first, second = paper.story.rounds[0].tables
    paper.result(first.game, outcome="annulled")
    paper.result(second.game)
    step = paper.step()
    assert isinstance(step, Close)
    assert len(step.entrants) == 4
    assert len(set(step.entrants) & set(first.seats.values())) == 2


def test_a_cup_takes_as_many_of_its_swiss_rounds_as_lead_to_one_last_table():
    paper = Paper(21, kind="cup", swiss_rounds=2, advance=2, rounds=4)
    finish = paper.play()
    assert [len(round_.entrants) for round_ in paper.story.rounds] == [21, 21, 8, 4]
    assert finish.places["player-001"] == 1


def test_in_a_league_the_first_of_a_division_changes_places_with_the_last_of_the_one_above():
    paper = Paper(8, kind="league", rounds=2, advance=1, seeds="list", seed_list=handles(8))
    paper.play_round(lambda table: {player: -int(player[-1]) + 9 for player in table.seats.values()})
    upper, lower = (set(table.seats.values()) for table in paper.story.rounds[0].tables)
    assert upper == set(handles(8)[:4])
    assert lower == set(handles(8)[4:])
    paper.play_round()
    assert set(paper.story.rounds[1].tables[0].seats.values()) == {
        "player-002",
        "player-003",
        "player-004",
        "player-008",
    }


def test_on_a_ladder_neighbours_play_and_share_their_rungs_out():
    paper = Paper(8, kind="ladder", rounds=1, advance=1, tables=(2,), seeds="list", seed_list=handles(8))
    finish = paper.play(lambda table: dict(zip(sorted(table.seats.values()), (2, 1), strict=True)))
    assert [finish.places[player] for player in handles(8)] == [2, 1, 4, 3, 6, 5, 8, 7]


@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
def test_nobody_sits_out_twice(kind):
    paper = Paper(9, kind=kind, rounds=4)
    paper.play()
    byes = [player for round_ in paper.story.rounds for player in round_.byes]
    assert len(byes) == len(set(byes)) == 4


def test_who_leaves_and_comes_back_gets_no_bye():
    paper = Paper(9, rounds=5)
    paper.play_round()
    back = next(player for player in handles(9) if player not in paper.story.rounds[0].byes)
    paper.leave(back)
    paper.play_round()
    assert back not in paper.story.rounds[1].entrants
    paper.enter(back)
    paper.play()
    assert back in paper.story.rounds[4].entrants
    assert all(back not in round_.byes for round_ in paper.story.rounds)


def test_a_bye_of_who_came_back_is_worth_nothing():
    paper = Paper(5, rounds=2)
    paper.play_round()
    for player in handles(5):
        paper.leave(player)
        paper.enter(player)
    paper.play_round()
    assert paper.story.rounds[1].byes
    assert not paper.story.rounds[1].paid


def test_who_enters_late_is_drawn_from_the_next_round_on_where_the_kind_allows_it():
    paper = Paper(8)
    paper.play_round()
    for late in ("late-1", "late-2", "late-3", "late-4"):
        paper.enter(late)
    paper.play_round()
    assert "late-1" in paper.story.rounds[1].entrants
    cup = Paper(8, kind="knock-out", advance=2)
    cup.play_round()
    cup.enter("late-1")
    with pytest.raises(BrokenLog, match="entering is closed"):
        _ = cup.story


def test_an_annulled_game_blocks_no_round():
    paper = Paper(8)
    paper.step()
    paper.step()
    first, second = paper.story.rounds[0].tables
    paper.result(first.game)
    assert paper.step() == Wait(None)
    assert stuck(paper.story).games == [second.game]
    paper.act(AnnulGame(reason="the host lost it", game=second.game))
    assert isinstance(paper.step(), Close)


def test_late_games_end_by_the_plan_after_the_rounds_time_lengthened_by_acts():
    paper = Paper(8, round_seconds=10 * 86_400, late="end")
    paper.step()
    paper.step()
    drawn = paper.now
    assert paper.step(DAY) == Wait(drawn + 10 * DAY)
    paper.act(Lengthen(reason="Easter", round=1, seconds=86_400))
    assert paper.step(9 * DAY) == Wait(drawn + 11 * DAY)
    games = [table.game for table in paper.story.rounds[0].tables]
    assert paper.step(DAY) == EndGames(1, games)
    assert isinstance(paper.step(), Close)


@pytest.mark.parametrize("late", ["wait", "adjudicate"])
def test_other_plans_wait_for_late_games(late):
    paper = Paper(8, round_seconds=86_400, late=late)
    paper.step()
    paper.step()
    assert paper.step(30 * DAY) == Wait(None)
    assert paper.story.rounds[0].ends_at(paper.story.plan) < paper.now


def test_players_kept_apart_are_not_seated_together():
    pairs = [[one, other] for one, other in combinations(handles(4), 2)]
    paper = Paper(16, rounds=3, apart=pairs[:3])
    for one, other in pairs[3:]:
        paper.act(KeepApart(reason="one family", players=[one, other]))
    paper.play()
    met = meetings(paper.story)
    assert not any(met.get((one, other)) for one, other in pairs)


def test_seeds_sit_at_one_table_each():
    paper = Paper(16, seeds="list", seed_list=["player-007", "player-011", "player-003", "player-016"])
    paper.step()
    paper.step()
    for table in paper.story.rounds[0].tables:
        assert len({"player-007", "player-011", "player-003", "player-016"} & set(table.seats.values())) == 1


def test_ratings_seed_in_the_sequence_in_which_the_first_round_closes():
    paper = Paper(8, seeds="rating")
    paper.ratings = {"player-005": 1700, "player-008": 1600}
    assert paper.step().entrants[:3] == ["player-005", "player-008", "player-001"]
    paper.step()
    first, second = (set(table.seats.values()) for table in paper.story.rounds[0].tables)
    assert ("player-005" in first) != ("player-008" in first)
    assert first | second == set(handles(8))


def test_a_second_draw_takes_an_act_and_the_next_secret_and_voids_the_games_of_the_first():
    paper = Paper(8)
    paper.step()
    paper.step()
    before = [table.game for table in paper.story.rounds[0].tables]
    assert isinstance(paper.step(), Wait)
    paper.act(Redraw(reason="a club sat together", round=1))
    assert paper.step() == Draw(1)
    story = paper.story
    assert story.draws == 2
    assert paper.log[-1].body.reason == "a club sat together"
    assert not set(before) & {table.game for table in story.games}
    paper.result(before[0], outcome="annulled")
    assert isinstance(paper.step(), Wait)


def test_who_is_disqualified_plays_no_more_and_has_no_line():
    paper = Paper(9)
    paper.play_round()
    paper.act(Disqualify(reason="puppets", player="player-001"))
    finish = paper.play()
    assert "player-001" not in paper.story.rounds[1].entrants
    assert "player-001" not in finish.places


def test_an_organiser_may_end_a_contest_with_the_standings_of_the_moment():
    paper = Paper(8)
    paper.play_round()
    paper.act(EndContest(reason="the hall burnt down"))
    step = paper.step()
    assert isinstance(step, Finish)
    assert step.places["player-001"] <= 2
    assert step.reason == "ended by the organiser: the hall burnt down"
    assert next_step(paper.story, paper.now) == Wait(None)


def test_the_same_log_and_secret_give_the_same_tables():
    one, other = Paper(17, tables=(4, 3, 5)), Paper(17, tables=(4, 3, 5))
    for paper in (one, other):
        paper.play_round()
        paper.play_round()
    seats = [[table.seats for table in paper.story.games] for paper in (one, other)]
    assert seats[0] == seats[1]
    assert sum(len(table) for table in seats[0]) == 34


def ladder_of(count: int, tables: tuple[int, ...] = (2,)) -> Paper:
    """A ladder on which so many stand by their numbers, for nothing was decided in its first round."""
    paper = Paper(count, kind="ladder", rounds=3, advance=3, tables=tables, seeds="list", seed_list=handles(count))
    paper.play_round(lambda table: dict.fromkeys(table.seats.values(), 1))
    return paper


def accused(paper: Paper) -> list[str]:
    """What is found against the host."""
    findings = verify_contest(exported(paper.log, paper.host.signing_key, {}))
    return [str(finding) for finding in findings if finding.accuses]


def seated(paper: Paper) -> list[list[str]]:
    """Who sits together in the newest round, by the ends of their handles."""
    return [sorted(one[-1] for one in table.seats.values()) for table in paper.story.rounds[-1].tables]


def test_who_challenges_sits_with_the_one_above_and_takes_their_rung_by_winning():
    paper = ladder_of(8)
    paper.challenge("player-007", "player-004")
    paper.challenge("player-005", "player-004")
    paper.play_round(lambda table: dict(zip(sorted(table.seats.values(), reverse=True), (1, 2), strict=True)))
    assert ["4", "7"] in seated(paper)
    places = final_places(paper.story)
    assert (places["player-007"], places["player-004"]) == (4, 7)
    assert accused(paper) == []


def test_a_challenge_that_is_declined_has_lapsed_and_only_one_a_round_can_be():
    paper = ladder_of(8)
    paper.challenge("player-007", "player-004")
    paper.challenge("player-004", "player-007", declined=True)
    paper.challenge("player-006", "player-004")
    assert challenge_refused(paper.story, "player-004", "player-006", declined=True) == (
        "you have declined one challenge for round 2, and you can decline only one a round"
    )
    paper.play_round()
    assert ["4", "6"] in seated(paper)
    assert ["4", "7"] not in seated(paper)


@pytest.mark.parametrize(
    ("player", "opponent", "why"),
    [
        (
            "player-007",
            "player-003",
            "within 3 rungs above you: you can challenge player-004, player-005 and player-006",
        ),
        ("player-003", "player-004", "within 3 rungs above you: you can challenge player-001 and player-002"),
        ("player-001", "player-002", "nobody is above you"),
        ("player-002", "somebody", "somebody is not on the ladder"),
        ("player-008", "player-007", "you have challenged somebody for round 2 already"),
    ],
)
def test_a_challenge_that_cannot_be_is_refused_in_words_and_found_in_a_log(player, opponent, why):
    paper = ladder_of(8)
    paper.challenge("player-008", "player-006")
    assert why in challenge_refused(paper.story, player, opponent, declined=False)
    paper.challenge(player, opponent)
    [found] = accused(paper)
    assert why in found


def test_challenges_at_tables_of_four_gather_who_challenged_the_same_and_neighbours():
    paper = ladder_of(8, (4,))
    paper.challenge("player-008", "player-005")
    paper.challenge("player-007", "player-005")
    paper.play_round()
    upper, lower = seated(paper)
    assert {"5", "7", "8"} < set(lower)
    assert len(upper) == len(lower) == 4


# --- who plays on, who is drawn, and how it ends ----------------------------------------------------------------------


def places_of(paper):
    return [(line["place"], line["player"]) for line in standings_json(paper.story)["lines"]]


@pytest.mark.parametrize("kind", ["league", "ladder"])
def test_league_and_ladder_have_standings_from_the_first_entrant_to_the_end_without_a_round(kind):
    paper = Paper(1, kind=kind, advance=3 if kind == "ladder" else 1)
    assert places_of(paper) == [(1, "player-001")]
    paper.enter("player-002")
    paper.leave("player-001")
    finish = paper.play()
    assert finish == Finish({}, "too few entered: 1 of at least 4")
    assert places_of(paper) == [(1, "player-002")]
    assert exported(paper.log, paper.host.signing_key, {})["standings.json"]


def test_who_share_a_place_in_the_first_round_of_a_knock_out_are_parted_by_lot():
    on = Counter()
    for number in range(16):
        root = hashlib.sha256(b"lot %d" % number).digest()
        paper = Paper(9, root, kind="knock-out", advance=1, rounds=2, tables=(3,))
        paper.play_round(lambda table: dict.fromkeys(table.seats.values(), 1))
        paper.play_round()
        first, second = paper.story.rounds
        drawn_to = {player: seat for table in first.tables for seat, player in table.seats.items()}
        on.update(drawn_to[player] for player in second.entrants)
        assert accused(paper) == []
    assert sum(on.values()) == 48
    assert set(on) == {"athens", "sparta", "corinth"}
    assert max(on.values()) < 28


def test_of_an_annulled_table_in_the_first_round_of_a_knock_out_who_plays_on_is_drawn_by_lot():
    on = Counter()
    for number in range(20):
        paper = Paper(6, hashlib.sha256(b"annulled %d" % number).digest(), kind="knock-out", advance=1, tables=(3, 2))
        paper.step()
        paper.step()
        for table in paper.story.rounds[0].tables:
            paper.result(table.game, outcome="annulled")
        for player in paper.step().entrants:
            on.update(seat for table in paper.story.games for seat, who in table.seats.items() if who == player)
    assert len(on) == 3
    assert max(on.values()) < 30


def test_those_rated_alike_are_seeded_by_lot():
    strongest = set()
    for number in range(12):
        paper = Paper(4, hashlib.sha256(b"rated %d" % number).digest(), tables=(2,), seeds="rating")
        paper.ratings = dict.fromkeys(handles(4), 1600)
        paper.play_round()
        strongest.add(tuple(seeded(paper.story, handles(4), lots(paper.story))))
    assert len(strongest) > 6


@pytest.mark.parametrize("kind", ["swiss", "ladder"])
def test_who_left_or_was_disqualified_since_the_closing_is_not_drawn_again(kind):
    paper = Paper(8, kind=kind, tables=(2,), advance=2 if kind == "ladder" else 0)
    paper.step()
    paper.step()
    paper.act(Disqualify(reason="puppets", player="player-001"))
    paper.leave("player-002")
    paper.leave("player-003")
    paper.enter("player-003")
    paper.act(Redraw(reason="puppets", round=1))
    assert paper.step() == Draw(1)
    [round_] = paper.story.rounds
    assert sorted(player for table in round_.tables for player in table.seats.values()) == handles(8)[2:]
    for table in round_.tables:
        paper.result(table.game)
    paper.play()
    assert accused(paper) == []


def test_who_is_disqualified_between_closing_and_draw_is_not_drawn():
    paper = Paper(9)
    paper.step()
    paper.act(Disqualify(reason="puppets", player="player-001"))
    assert paper.step() == Draw(1)
    assert "player-001" not in {player for table in paper.story.games for player in table.seats.values()}
    assert accused(paper) == []


def test_a_round_of_which_too_few_are_left_is_not_drawn_again_and_ends_the_contest_where_it_is_to_be():
    paper = Paper(4)
    paper.step()
    paper.step()
    paper.leave("player-001")
    refused = act_refused(paper.story, Redraw(reason="why not", round=1))
    assert refused == Refusal("too-few-left", "Only 3 players of round 1 are still in, and a table needs 4.")
    soon = Paper(4)
    soon.step()
    soon.leave("player-001")
    assert soon.step() == Finish({}, "too few are left for another round")
    assert accused(soon) == []


def test_a_contest_keeps_a_draw_for_each_of_its_rounds():
    paper = Paper(2, tables=(2,), rounds=2)
    paper.step()
    paper.step()
    redraw = Redraw(reason="again", round=1)
    while act_refused(paper.story, redraw) is None:
        paper.act(redraw)
        paper.step()
    assert paper.story.draws == MOST_DRAWS - 1
    assert act_refused(paper.story, redraw).code == "no-more-draws"
    paper.result(paper.story.games[0].game)
    assert paper.play().reason == "all rounds are played"
    assert paper.story.draws == MOST_DRAWS
    assert accused(paper) == []


def test_a_contest_whose_draws_were_used_up_before_that_was_refused_ends():
    paper = Paper(2, tables=(2,))
    paper.step()
    paper.step()
    for _ in range(MOST_DRAWS):
        paper.act(Redraw(reason="again", round=1))
        paper.step()
    assert paper.story.finished.reason == f"it has had {MOST_DRAWS} draws, and no secret is left for another"
    assert accused(paper) == []


@pytest.mark.parametrize("kind", ["swiss", "ladder", "knock-out"])
def test_nobody_wins_a_contest_of_which_no_game_counted(kind):
    advance = {"swiss": 0, "ladder": 3, "knock-out": 1}[kind]
    early = Paper(6, kind=kind, advance=advance)
    early.act(EndContest(reason="summer"))
    assert early.play() == Finish({}, "ended by the organiser: summer")
    assert news(early.story)[-1].text == "ended by the organiser: summer."
    late = Paper(8, kind=kind, advance=advance, rounds=1)
    late.step()
    late.step()
    for table in late.story.rounds[0].tables:
        late.result(table.game, outcome="annulled")
    assert late.play() == Finish({}, "all rounds are played")
    assert accused(early) == accused(late) == []


def test_a_log_in_which_something_is_put_off_too_long_is_broken():
    paper = Paper(3)
    for _ in range(18):
        paper.act(Lengthen(reason="no hurry", round=1, seconds=60 * 86_400))
    assert paper.story.longer.days == 18 * 60
    paper.act(Lengthen(reason="no hurry", round=1, seconds=60 * 86_400))
    with pytest.raises(BrokenLog, match="round 1 is put off for too long"):
        _ = paper.story
