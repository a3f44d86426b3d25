"""What the second edition promises: nobody gains or loses by lot, and everything a contest says of itself agrees."""

import hashlib

import pytest
from msgspec import UNSET

from schemas.contests.allowed import act_refused, challenge_refused, entry_refused
from schemas.contests.duties import SeatNow, duties
from schemas.contests.exports import exported, standings_json
from schemas.contests.plan import plan_faults, plan_in_words
from schemas.contests.progress import final_places
from schemas.contests.ratings import contest_ratings
from schemas.contests.rounds import Close, Draw
from schemas.contests.standings import standings
from schemas.contests.told.explaining import Explained
from schemas.contests.verification import verify_contest
from schemas.errors import BrokenLog
from schemas.statements.contests import Adjudicate, AnnulGame, Disqualify, KeepApart
from tests.schemas.contests.paper import Paper, enter_of, handles, plan


def accused(paper):
    return [str(one) for one in verify_contest(exported(paper.log, paper.host.signing_key, {})) if one.accuses]


def drawn(paper):
    """Close and draw the next round; its tables."""
    assert isinstance(paper.step(), Close)
    assert isinstance(paper.step(), Draw)
    return paper.story.rounds[-1].tables


def together(paper):
    """Who sits with whom in the newest round."""
    return [set(table.seats.values()) for table in paper.story.rounds[-1].tables]


# --- draws ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tables", [(2,), (3,)])
def test_on_a_ladder_two_who_are_kept_apart_are_not_seated_together_where_it_can_be_helped(tables):
    for seed in (0, 2, 5):
        pair = handles(12)[2 * seed :][:2]
        root, seeds = hashlib.sha256(b"apart %d" % seed).digest(), {"seeds": "list", "seed_list": handles(12)}
        paper = Paper(12, root, kind="ladder", tables=tables, advance=5, apart=[pair], **seeds)
        for _ in range(3):
            paper.play_round()
            assert not any(set(pair) <= seated for seated in together(paper))
        assert accused(paper) == []


def test_a_challenge_between_two_who_are_kept_apart_is_refused_and_lapses():
    paper = Paper(8, kind="ladder", rounds=3, advance=3, tables=(2,), seeds="list", seed_list=handles(8))
    paper.play_round(lambda table: dict.fromkeys(table.seats.values(), 1))
    paper.challenge("player-007", "player-004")
    paper.act(KeepApart(reason="one club", players=["player-004", "player-007"]))
    why = challenge_refused(paper.story, "player-004", "player-007", declined=False)
    assert why == "you and player-007 are kept apart"
    drawn(paper)
    assert {"player-004", "player-007"} not in together(paper)
    assert accused(paper) == []


def test_in_a_league_nobody_can_be_kept_apart_by_plan_or_act():
    [fault] = plan_faults(plan(kind="league", advance=1, apart=[handles(2)]))
    assert fault == "apart: in a league the divisions say who sits together; leave it out"
    paper = Paper(8, kind="league", advance=1)
    refused = act_refused(paper.story, KeepApart(reason="one club", players=handles(2)))
    assert refused.why == "In a league who sits together follows from the divisions: nobody can be kept apart."


def test_on_a_ladder_all_sit_within_reach_and_a_plan_whose_largest_table_cannot_is_refused():
    [fault] = plan_faults(plan(kind="ladder", tables=(2, 5), advance=1))
    assert fault == "advance: among how many rungs below are opponents found? At least 4, not 1"
    for seed in range(2):
        root = hashlib.sha256(b"reach %d" % seed).digest()
        paper = Paper(23, root, kind="ladder", tables=(4, 3), advance=5, rounds=4, seeds="list", seed_list=handles(23))
        for _ in range(4):
            places = final_places(paper.story) if paper.story.rounds else dict(zip(handles(23), range(23), strict=True))
            for table in drawn(paper):
                rungs = [places[player] for player in table.seats.values()]
                assert max(rungs) - min(rungs) <= 5
                paper.result(table.game)


@pytest.mark.parametrize("kind", ["league", "ladder"])
def test_late_entrants_stand_by_lot_and_not_as_the_host_wrote_them_into_its_log(kind):
    seats = []
    for late in (("anna", "bert", "zoe", "max"), ("zoe", "max", "bert", "anna")):
        paper = Paper(8, kind=kind, advance=1 if kind == "league" else 3, rounds=3)
        paper.play_round()
        for who in late:
            paper.enter(who)
        drawn(paper)
        seats.append([table.seats for table in paper.story.games])
        assert accused(paper) == []
    assert seats[0] == seats[1]


def test_who_has_no_game_that_counts_is_last_to_sit_out():
    paper = Paper(9)
    [first, second] = drawn(paper)
    paper.result(first.game, outcome="annulled")
    paper.result(second.game)
    paper.enter("anna")
    drawn(paper)
    assert set(paper.story.rounds[1].byes) <= set(second.seats.values())


# --- points -----------------------------------------------------------------------------------------------------------


def test_an_annulled_game_is_worth_the_mean_of_ones_games_to_all_who_had_not_given_it_up():
    paper = Paper(8, rounds=2)
    paper.play_round()
    [first, second] = drawn(paper)
    before = standings(paper.story).points
    paper.result(first.game, outcome="annulled", left=[min(first.seats.values())])
    paper.result(second.game)
    after = standings(paper.story).points
    for player in first.seats.values():
        assert after[player] == before[player] * (1 if player == min(first.seats.values()) else 2)
    one = max(first.seats.values())
    worth = f"{before[one] / 60:g}"
    assert f"Annulled games: 1, worth the mean of their games, {worth} points." in Explained(paper.story).why(one)


def test_before_any_game_counts_a_bye_and_an_annulled_game_are_worth_the_same():
    paper = Paper(9)
    for table in drawn(paper):
        paper.act(AnnulGame(reason="the host was down", game=table.game))
    assert set(standings(paper.story).points.values()) == {360}


def test_who_met_somebody_disqualified_keeps_what_that_is_worth_in_tie_breaks():
    paper = Paper(8, rounds=2, ties=["opponents", "beaten"])
    paper.play_round()
    [table, _] = paper.story.games
    before = {line.player: line.ties for line in standings(paper.story).lines}
    paper.act(Disqualify(reason="puppets", player=sorted(table.seats.values())[0]))
    after = {line.player: line.ties for line in standings(paper.story).lines}
    assert len(after) == 7
    assert all(before[player] == ties for player, ties in after.items())


def test_an_adjudication_counts_for_those_it_names_though_their_seat_was_vacant():
    paper = Paper(8, rounds=2, no_shows=1)
    [first, second] = drawn(paper)
    places = dict(zip(sorted(first.seats.values()), (1, 2, 3, 4), strict=True))
    paper.act(Adjudicate(reason="it was stuck", game=first.game, places=places))
    winner = min(places)
    paper.result(first.game, places, outcome="adjudicated", left=[winner])
    paper.result(second.game)
    assert standings(paper.story).points[winner] == 720
    assert not paper.story.rests(winner)
    ratings = contest_ratings([paper.story])["perikles"].players
    assert ratings[winner].value == max(one.value for one in ratings.values())


# --- places and words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": "knock-out", "advance": 1, "rounds": 2}, "where 4 to 10, 12 to 13 and 16 enter; else points part"),
        ({"kind": "knock-out", "advance": 1, "rounds": 4}, "where 4 to 130 and some numbers up to 256 enter; else"),
        ({"kind": "knock-out", "advance": 3, "rounds": 1}, "where 4 enter; else points part the best of several."),
        ({"kind": "cup", "advance": 1, "rounds": 2, "swiss_rounds": 1, "fewest": 4, "most": 8}, None),
    ],
)
def test_a_plan_says_for_how_many_its_rounds_lead_to_one_last_table(changes, words):
    said = [one for one in plan_in_words(plan(**changes), str) if "one last table" in one]
    assert [words in one for one in said] == ([True] if words else [])


@pytest.mark.parametrize(("players", "is_enough"), [(10, True), (11, False), (16, True), (17, False)])
def test_what_is_said_of_a_plans_rounds_is_so(players, is_enough):
    paper = Paper(players, kind="knock-out", advance=1, rounds=2)
    paper.play()
    last = paper.story.rounds[-1]
    assert (len(last.tables) == 1 and not last.byes) is is_enough


def test_who_sits_out_the_last_round_of_a_knock_out_is_not_behind_those_who_lost_there():
    paper = Paper(9, kind="knock-out", advance=1, rounds=1, tables=(4,), seeds="list", seed_list=handles(9))
    paper.play()
    [round_] = paper.story.rounds
    [bye] = round_.byes
    places = final_places(paper.story)
    assert [place for player, place in places.items() if player == bye] == [3]
    assert "and sits out there: place 3 of 9." in Explained(paper.story).why(bye)[-2]


@pytest.mark.parametrize("kind", ["league", "ladder"])
def test_rungs_and_divisions_are_told_with_each_move(kind):
    paper = Paper(8, kind=kind, rounds=2, advance={"league": 1, "ladder": 3}[kind], seeds="list", seed_list=handles(8))
    paper.play_round(lambda table: {player: -int(player[-1]) + 9 for player in table.seats.values()})
    story = paper.story
    mover = next(player for player, place in final_places(story).items() if place == 4)
    said = Explained(story).why(mover)
    assert said[-1] == "Now place 4 of 8."
    assert said[-2].startswith(f"Round 1: {'division' if kind == 'league' else 'table'} ")
    assert said[-2].endswith(" to 4.")
    assert {line["decided_by"] for line in standings_json(story)["lines"]} == {None}


# --- duties -----------------------------------------------------------------------------------------------------------


def test_whoever_decides_is_named_with_the_line_to_type_and_nobody_before_it_is_late():
    paper = Paper(8, round_seconds=86_400, late="adjudicate", assistant="max")
    [first, second] = drawn(paper)
    seats = {first.game: [SeatNow("a", "organiser")], second.game: [SeatNow("b", None, waits=True)]}
    early = duties(paper.story, paper.now, seats.__getitem__)
    assert [(duty.player, duty.line) for duty in early] == [
        ("organiser", f"ostraka game replace {second.game} b PLAYER --reason TEXT")
    ]
    paper.step()
    late = duties(paper.story, paper.now, seats.__getitem__)
    assert [duty.player for duty in late] == ["max", "organiser", "organiser"]
    players = " ".join(sorted(first.seats.values()))
    assert late[0].line == (f"ostraka contest act {paper.contest} adjudicate {first.game} {players} --reason TEXT")


def test_who_gave_up_as_many_seats_as_the_plan_allows_is_drawn_again_once_they_are_back():
    paper = Paper(9, no_shows=1)
    [first, second] = drawn(paper)
    gone = min(first.seats.values())
    paper.result(first.game, left=[gone])
    paper.result(second.game)
    assert gone not in paper.step().entrants
    [duty] = duties(paper.story, paper.now, lambda _: [])
    assert (duty.player, duty.line) == (gone, f"ostraka contest enter {paper.contest}")
    paper.step()
    for table in paper.story.rounds[-1].tables:
        paper.result(table.game)
    assert entry_refused(paper.story, gone, enter_of(paper, gone)) is None
    paper.enter(gone)
    assert gone in paper.step().entrants
    assert accused(paper) == []
    plain = Paper(9, no_shows=UNSET)
    [first, second] = drawn(plain)
    plain.result(first.game, left=[min(first.seats.values())])
    plain.result(second.game)
    assert plain.step().entrants == handles(9)


def test_nobody_enters_for_rounds_that_do_not_come():
    paper = Paper(8, rounds=2)
    paper.play_round()
    assert entry_refused(paper.story, "zoe", enter_of(paper, "zoe")) is None
    drawn(paper)
    refused = entry_refused(paper.story, "zoe", enter_of(paper, "zoe"))
    assert (refused.code, refused.why) == ("entering-closed", "Entry is closed: the last round has been drawn.")
    assert entry_refused(paper.story, "zoe", enter_of(paper, "zoe", substitute=True)) is None


def test_a_plan_may_forbid_to_enter_late():
    paper = Paper(8, late_entry=False)
    paper.play_round()
    refused = entry_refused(paper.story, "zoe", enter_of(paper, "zoe"))
    assert refused.why.startswith("Entry is closed: the first round has been drawn.")
    paper.enter("zoe")
    with pytest.raises(BrokenLog, match="entering is closed"):
        _ = paper.story
    assert "Nobody enters later." in plan_in_words(plan(late_entry=False), str)
    [fault] = plan_faults(plan(kind="knock-out", advance=1, late_entry=False))
    assert fault == "late_entry: nobody enters a knock-out late anyway; leave it out"
