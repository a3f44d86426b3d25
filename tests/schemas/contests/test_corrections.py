"""An organiser corrects the result of a game: what counts is counted anew, and nothing that happened is rewritten."""

import csv
import io
from datetime import timedelta

import msgspec
import pytest
from msgspec import UNSET

from cli.contests.acts import read_act
from cli.errors import Misuse
from schemas.contests.allowed import act_refused
from schemas.contests.exports import exported, news, results_csv, standings_json
from schemas.contests.progress import final_places, last_places
from schemas.contests.ratings import contest_ratings
from schemas.contests.standings import standings
from schemas.contests.told.acts import act_in_words
from schemas.contests.told.corrections import as_drawn, correction_in_words, draw_in_words
from schemas.contests.verification import verify_contest
from schemas.errors import BrokenLog
from schemas.log.contest_entries import ContestActed
from schemas.statements.contests import Adjudicate, AnnulGame, CorrectResult, Redraw
from tests.schemas.contests.paper import Paper, by_handle


def accused(paper, files=None):
    files = files or exported(paper.log, paper.host.signing_key, {})
    return [str(one) for one in verify_contest(files) if one.accuses]


def turned(table):
    """The last first."""
    places = by_handle(table)
    return {player: 1 + len(places) - place for player, place in places.items()}


def correct(paper, table, places=None, scores=UNSET, by="organiser"):
    said = places or turned(table)
    paper.act(CorrectResult(reason="a die was read wrong", game=table.game, places=said, scores=scores), by)


@pytest.fixture
def cup():
    """Two rounds of eight are played; the first game is corrected after the second round was drawn."""
    paper = Paper(8, rounds=2)
    paper.play_round()
    paper.play_round()
    return paper


def test_points_places_and_ratings_are_those_of_the_corrected_result_and_the_old_one_stays(cup):
    table = cup.story.games[0]
    before, rated = standings(cup.story).points, contest_ratings([cup.story])["perikles"].players
    correct(cup, table)
    story, last = cup.story, max(table.seats.values())
    assert standings(story).points[last] == before[last] + 720
    assert contest_ratings([story])["perikles"].players[last].value > rated[last].value
    assert story.games[0].result == table.result
    assert story.games[0].counting.places == turned(table)
    assert story.games[0].outcome == "corrected"
    assert sum(row["outcome"] == "corrected" for row in csv.DictReader(io.StringIO(results_csv(story)))) == 4
    assert accused(cup) == []


def test_a_draw_made_before_stands_and_says_by_which_standings(cup):
    story, table = cup.story, cup.story.games[0]
    assert draw_in_words(story, story.rounds[1]) == ""
    correct(cup, table)
    now = cup.story
    assert [one.seats for one in now.games] == [one.seats for one in story.games]
    assert draw_in_words(now, now.rounds[1]) == (
        "Round 2 was drawn by the standings of then. Since then the result of "
        f"{table.game} was corrected; the draw stands."
    )
    assert draw_in_words(now, now.rounds[0]) == ""
    assert standings(as_drawn(cup.log, now, 2)).points == standings(story, 1).points != standings(now, 1).points
    with pytest.raises(BrokenLog, match="round 3 is not drawn"):
        as_drawn(cup.log, now, 3)


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("knock-out", {"advance": 1, "rounds": 2}),
        ("league", {"advance": 1, "rounds": 3}),
        ("ladder", {"advance": 3, "rounds": 3}),
    ],
)
def test_in_kinds_that_move_players_places_follow_the_correction_and_later_draws_still_prove(kind, changes):
    paper = Paper(8, kind=kind, **changes)
    paper.play_round()
    paper.play_round()
    before = final_places(paper.story)
    for round_ in paper.story.rounds:
        correct(paper, round_.tables[0])
    assert final_places(paper.story) != before
    assert sorted(final_places(paper.story)) == sorted(before)
    paper.play()
    assert accused(paper) == []


def test_a_contest_that_is_over_can_be_corrected_and_nothing_else_be_done_in_it():
    paper = Paper(4, rounds=1)
    paper.play()
    [table], ended = paper.story.games, paper.story.finished.places
    paper.now += timedelta(days=1)
    correct(paper, table)
    story = paper.story
    assert story.finished.places == ended
    assert last_places(story) == {player: turned(table)[player] for player in last_places(story)} != ended
    assert standings_json(story)["lines"][0]["player"] == max(ended)
    assert accused(paper) == []
    assert news(story)[-1].title == f"{table.game} is corrected: {max(ended)} won"
    paper.act(AnnulGame(reason="too late", game=table.game))
    with pytest.raises(BrokenLog, match="it is 'act', and the contest is over"):
        _ = paper.story


def test_what_counted_before_is_exported_and_a_changed_byte_of_it_is_named(cup):
    table = cup.story.games[0]
    assert "corrections.csv" not in exported(cup.log, cup.host.signing_key, {})
    correct(cup, table, scores={player: 5 * place for player, place in by_handle(table).items()})
    files = exported(cup.log, cup.host.signing_key, {})
    first, *_ = csv.DictReader(io.StringIO(files["corrections.csv"].decode()))
    told = {name: first[name] for name in ("player", "place", "score", "place_before", "score_before", "by")}
    player = min(table.seats.values())
    assert told == {
        "player": player, "place": "4", "score": "5", "place_before": "1", "score_before": "9", "by": "organiser",
    }  # fmt: skip
    changed = files["corrections.csv"].replace(b",4,5,1,9", b",1,9,1,9")
    assert accused(cup, files | {"corrections.csv": changed}) == [
        "corrections.csv, line 2: is not what follows from the log"
    ]


def test_a_correction_by_a_stranger_is_found(cup):
    correct(cup, cup.story.games[0], by="mallory")
    assert accused(cup) == [
        f"log entry {len(cup.log) - 1}: mallory signed the act, which is by neither organiser nor assistant"
    ]


def test_a_host_that_turns_a_signed_correction_round_is_found(cup):
    correct(cup, cup.story.games[0])
    [signed] = [entry.body for entry in cup.log if isinstance(entry.body, ContestActed)]
    other = CorrectResult(reason="x", game=cup.story.games[0].game, places=by_handle(cup.story.games[0]))
    cup.log.pop()
    cup.act(other)
    forged = cup.log.pop().body.statement
    cup.write(ContestActed(statement=msgspec.structs.replace(forged, signatures=signed.statement.signatures)))
    assert any("signature" in one for one in accused(cup))


def test_what_cannot_be_corrected_is_refused_in_words():
    paper = Paper(8, rounds=2)
    paper.step()
    paper.step()
    first, second = paper.story.games

    def why(game, places, scores=UNSET):
        return act_refused(paper.story, CorrectResult(reason="x", game=game, places=places, scores=scores)).why

    assert "is still being played: adjudicate it instead." in why(first.game, turned(first))
    paper.result(first.game)
    paper.act(AnnulGame(reason="the host was down", game=second.game))
    assert "is annulled, and counts for nothing." in why(second.game, turned(second))
    assert why("lusab-babad-gutih", turned(first)) == "The contest has no game with that id."
    assert why(first.game, by_handle(first)) == f"Game {first.game} counts so already."
    assert why(first.game, turned(second)).endswith(" needs a place, and nobody else.")
    assert why(first.game, turned(first), {"player-001": 3, "zoe": 1}).startswith("`scores` needs a score for each of ")
    assert act_refused(paper.story, CorrectResult(reason="x", game=first.game, places=turned(first))) is None
    assert act_refused(paper.story, Redraw(reason="x", round=1)) is not None


def test_where_scores_count_a_correction_has_to_name_them():
    paper = Paper(4, rounds=1, scoring="share")
    paper.play()
    [table] = paper.story.games
    act = CorrectResult(reason="x", game=table.game, places=turned(table))
    assert act_refused(paper.story, act).why.startswith("This contest counts scores: `scores` needs the right one for")
    scores = {player: 10 * place for player, place in by_handle(table).items()}
    correct(paper, table, scores=scores)
    assert standings(paper.story).points == {player: 14 * score + score * 2 // 5 for player, score in scores.items()}


def test_an_adjudicated_game_counts_by_scores_once_a_correction_names_them():
    paper = Paper(4, rounds=1, scoring="share")
    paper.step()
    paper.step()
    [table] = paper.story.games
    paper.result(table.game, outcome="adjudicated")
    four = sorted(table.seats.values())
    assert [standings(paper.story).points[one] for one in four] == [720, 480, 240, 0]
    correct(paper, table, by_handle(table), dict(zip(four, (4, 3, 2, 1), strict=True)))
    assert [standings(paper.story).points[one] for one in four] == [576, 432, 288, 144]


def test_a_round_that_was_drawn_after_a_correction_was_drawn_by_it():
    paper = Paper(8, rounds=3)
    paper.play_round()
    correct(paper, paper.story.games[0])
    paper.play_round()
    assert draw_in_words(paper.story, paper.story.rounds[1]) == ""
    assert standings(as_drawn(paper.log, paper.story, 2)).points == standings(paper.story, 1).points


def test_what_a_correction_changed_is_told_in_sentences(cup):
    before, table = cup.story, cup.story.games[0]
    correct(cup, table)
    a, b, c, d = sorted(table.seats.values())
    change = f"1. {d}, 2. {c}, 3. {b}, 4. {a}; it was 1. {a}, 2. {b}, 3. {c}, 4. {d}"
    said = list(correction_in_words(before, cup.story, table.game))
    assert said[0] == f"Round 1, table 1, {table.game} now counts as {change}."
    assert said[1].startswith("Standings and ratings are counted anew. Places now: ")
    assert said[2] == "Round 2 was drawn by the standings before that, and stands."
    deed = cup.story.deeds[-1]
    called = f"round 1, table 1 ({table.game})"
    assert act_in_words(deed.act, cup.story, has_begun=True, was=deed.was) == f"{called} counts as {change}."
    judged = Adjudicate(reason="They are away", game=table.game, places={a: 1, b: 2, c: 2, d: 4})
    told = f"{called} is adjudicated: 1. {a}, 2. {b} and {c}, 4. {d}."
    assert act_in_words(judged, cup.story, has_begun=True) == told
    annulled = AnnulGame(reason="The room was flooded", game=table.game)
    assert act_in_words(annulled, cup.story, has_begun=True) == f"{called} does not count."


def test_who_left_and_who_came_in_stay_as_they_were():
    paper = Paper(4, rounds=1)
    paper.enter("zoe", substitute=True)
    paper.step()
    paper.step()
    [table] = paper.story.games
    gone = min(table.seats.values())
    paper.result(table.game, left=[gone], substitutes={"zoe": gone})
    correct(paper, table, turned(table) | {gone: 1, max(table.seats.values()): 4})
    assert standings(paper.story).points[gone] == 0
    assert paper.story.games[0].counting.substitutes == {"zoe": gone}


def test_a_correction_is_typed_with_places_and_scores():
    act = read_act("correct", ["lusab-babad-gutih", "anna:31", "bert:20=cleo:20"], "a rule")
    assert act.places == {"anna": 1, "bert": 2, "cleo": 2}
    assert act.scores == {"anna": 31, "bert": 20, "cleo": 20}
    assert read_act("correct", ["lusab-babad-gutih", "anna", "bert"], "a rule").scores is UNSET
    with pytest.raises(Misuse, match=r"bert has none, as in bert:20"):
        read_act("correct", ["lusab-babad-gutih", "anna:31", "bert"], "a rule")
    with pytest.raises(Misuse, match=r"lots is not a score of anna: give a whole number, as in anna:20"):
        read_act("correct", ["lusab-babad-gutih", "anna:lots", "bert:1"], "a rule")
