"""What holds in every contest, at every moment of its log, whatever people do."""

import csv
import io
import re
from collections import Counter
from itertools import pairwise
from shlex import split
from xml.etree import ElementTree

import pytest
from msgspec import UNSET

from cli.contests.acts import read_act
from schemas.contests.allowed import act_refused, entry_refused, seat_refused
from schemas.contests.counting.sides import changed_sides, games_a_match
from schemas.contests.draws import seating
from schemas.contests.duties import together
from schemas.contests.exports import (
    appointments,
    calendar,
    exported,
    feed,
    results_csv,
    standings_csv,
    standings_json,
)
from schemas.contests.plan import plan_in_words
from schemas.contests.progress import final_places, is_knock_out, ladder, sizes_with_bots
from schemas.contests.ratings import rated_games
from schemas.contests.rounds import Wait, next_step, stuck
from schemas.contests.standings import lots, lots_by, standings
from schemas.contests.told.corrections import as_drawn, corrected_since, draw_in_words
from schemas.contests.told.crosstable import crosstable_csv
from schemas.contests.told.explaining import ROUNDED, Explained
from schemas.contests.verification import verify_contest
from schemas.keys.chance import draw_key
from schemas.log.contest_entries import Closed, ContestActed, Drawn, Finished, Result
from schemas.log.entries import Revealed
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.contests import CorrectResult
from schemas.statements.statements import Statement
from tests.schemas.contests.paper import enter_of, identity
from tests.schemas.contests.simulated import KINDS, Simulated, still_drawn

IN_SUITE = 49
SOAKED = 3_000


def look(contest):
    """All that anybody could look at, at this moment."""
    story, told = contest.story, []
    if isinstance(contest.log[-1].body, (Closed, Drawn, Result, ContestActed, Finished)) or len(story.entrants) < 3:
        for after in (None, *range(1, len(story.rounds))[-1:]):
            require_agreement(story, after)
        require_results(story)
        told = told_to_all(contest, story)
    require_nobody_named(contest, story, told)
    require_waiting(contest, story)
    require_duties(contest, story)


def told_to_all(contest, story):
    """What pages, files and notices tell, as text."""
    url, found = "https://host.example/c", Explained(story)
    atom = feed(story, url)
    ElementTree.fromstring(atom)
    return [
        *(atom.decode(), calendar(story.plan.name, story.contest, contest.now, appointments(story))),
        *(results_csv(story), standings_csv(story), repr(standings_json(story)), crosstable_csv(story)),
        *(sentence for line in found.lines for sentence in found.why(line.player)),
        *(*plan_in_words(story.plan, str), repr(stuck(story)), repr(contest.duties())),
    ]


def require_nobody_named(contest, story, told):
    """Before an anonymous contest is over nothing names who plays in it or counts for them; then all are named.

    That is told with the end, in one transaction of the host.
    """
    if not story.plan.anonymous:
        return
    holders = {alias: mask.holder for alias, mask in contest.masks.items() if alias in story.entrants}
    rated = {player for game in rated_games(story) for player in game.places}
    if story.finished is None and isinstance(contest.log[-1].body, Revealed):
        return
    if story.finished is None:
        text = "\n".join([*told, *payloads(contest.log[-1])])
        assert [mark for person in holders.values() for mark in marks(person) if mark in text] == []
        assert not rated
        assert {story.alias_of(person) for person in holders.values()} <= {None}
    else:
        assert story.holders == holders
        assert rated <= set(holders.values())
        assert all(row["holder"] == holders[row["player"]] for row in csv.DictReader(io.StringIO(results_csv(story))))


def payloads(entry):
    """What an entry of the log says, and each statement in it."""
    forms = [getattr(entry.body, name, None) for name in ("statement", "card")]
    return [str(entry.entry.body), *(Statement.from_form(form).payload.decode() for form in forms if form is not None)]


def marks(person):
    """What names somebody: handle, key id, key."""
    keys = identity(person)
    return person, keys.key_id, to_base64url(keys.signing_key)


def require_agreement(story, after):
    """JSON, CSV, words and places tell the same, and everybody has one line, the first first."""
    require_words(Explained(story, after))
    lines = standings_json(story, after)["lines"]
    rows = list(csv.DictReader(io.StringIO(standings_csv(story, after))))
    assert [(line["player"], str(line["place"])) for line in lines] == [(row["player"], row["place"]) for row in rows]
    assert [line["place"] for line in lines] == sorted(line["place"] for line in lines)
    if after is None:
        assert {line["player"]: line["place"] for line in lines} == final_places(story)


def require_words(found):
    """What is said of each line adds up to its points, ends with its place, and who is said to stand above does."""
    for line in found.lines:
        said = found.why(line.player)
        each = re.compile(r"place [0-9]+ of [0-9]+.*, ([0-9.]+) points")
        counting = [one for one in said if not re.search(r"; not (among )?their best", one)]
        sums = [float(one[1]) for sentence in counting if (one := each.search(sentence))]
        void = "(?:Byes|Annulled games|Sat out as they asked)"
        several = re.compile(rf"{void}: ([0-9]+), .*, ([0-9.]+) points(?: each)?(?:, of which (\w+) counts?)?\.")
        for times, each_worth, left in (one.groups() for sentence in said if (one := several.match(sentence))):
            sums.append(int((left or times).replace("none", "0")) * float(each_worth))
        [together] = [float(one[1]) for sentence in said if (one := re.match(r"Together ([0-9.]+) points", sentence))]
        assert any(ROUNDED in sentence for sentence in said) == (round(sum(sums) - together, 2) != 0), said
        assert abs(sum(sums) - together) < 0.1, said
        assert abs(together - line.points / 60) < 0.01
        [place] = [
            one[1] for sentence in said if (one := re.search(r"(?:^Now|:) place ([0-9]+) of [0-9]+\.$", sentence))
        ]
        assert int(place) == found.places[line.player], said
        for above in re.findall(r"(\S+) (?:has as many|came as far)", " ".join(said)):
            shares = "share the place" in said[-1]
            assert found.places[above] < int(place) or (shares and found.places[above] == int(place)), said


def require_even_hands(contest, before, story):
    """No entry but a result changes anybody's points; a bye and an annulled game are worth the mean of one's games; of
    the rounds that brought anything the best count, if the plan says so."""
    body, then, now = contest.log[-1].body, standings(before), standings(story)
    for player in now.gained:
        games = [game for game in now.games if player in game.places]
        mean = sum(0 if player in game.left else game.raw[player] for game in games) // len(games) if games else 360
        void = [
            one for one in story.games if not one.is_open and not one.counting and player in one.competitors.values()
        ]
        annulled = [one.round for one in void if player not in one.given_up] if story.edition > 1 else []
        a_match = games_a_match(story.plan)
        byes = [round_.number for round_ in story.rounds if player in round_.paid] * a_match
        brought = Counter(dict.fromkeys((game.round for game in now.games), 0))
        for game, points in now.gained[player].items():
            brought[story.game(game).round] += points
        for number in (*byes, *annulled):
            brought[number] += mean
        worth = {UNSET: mean, "half": 360, "nothing": 0}[story.plan.asked_worth] * a_match
        for round_ in (round_ for round_ in story.rounds if player in round_.asked):
            brought[round_.number] += worth
        best = None if story.plan.best is UNSET else story.plan.best
        assert now.points[player] == sum(sorted(brought.values(), reverse=True)[:best])
        if not isinstance(body, (Result, ContestActed)) and player in then.gained:
            had = story.rounds and isinstance(body, Drawn) and player in story.rounds[-1].paid
            gained = now.points[player] - then.points[player]
            if isinstance(body, Closed) and player in story.rounds[-1].asked:
                assert gained == (worth if best is None else min(gained, worth))
                continue
            assert gained == (mean * a_match if best is None else min(gained, mean * a_match)) if had else gained == 0


def require_draws_stand(log, before, story):
    """What an act corrects changes no draw and no logged result; each round that was drawn by it says so."""
    if len(story.deeds) == len(before.deeds) or not isinstance(story.deeds[-1].act, CorrectResult):
        return
    assert [(one.entrants, one.byes) for one in story.rounds] == [(one.entrants, one.byes) for one in before.rounds]
    assert [(one.game, one.seats, one.result) for one in story.games] == [
        (one.game, one.seats, one.result) for one in before.games
    ]
    table = story.game(story.deeds[-1].act.game)
    for round_ in story.rounds:
        hangs = story.plan.kind not in ("mini", "round-robin")
        is_later = hangs and round_.number > table.round and round_.drawn_at is not None
        assert (table in corrected_since(story, round_)) == is_later
        if is_later:
            then = as_drawn(log, story, round_.number)
            assert then.game(table.game).counting == before.game(table.game).counting or table.corrections[1:]
            assert table.game in draw_in_words(story, round_)


def require_results(story):
    """A player's points in `results.csv` and byes make those of the standings, but for what two digits leave out."""
    table, sums = standings(story), Counter()
    for row in csv.DictReader(io.StringIO(results_csv(story))):
        sums[row["player"]] += float(row["points"] or 0)
        sums[row["substitute"]] += float(row["substitute_points"] or 0)
    for line in table.lines:
        assert abs(sums[line.player] + table.unplayed(line.player) / 60 - line.points / 60) < 0.1


def require_waiting(contest, story):
    """Whatever does not go on by itself says for what it waits."""
    waits = stuck(story)
    assert (waits is None) == (story.finished is not None)
    if story.finished is None and next_step(story, contest.now, contest.ratings) == Wait(None):
        assert waits.games or not story.rounds
    if story.finished is not None:
        assert bool(story.finished.places) == story.has_results


def require_duties(contest, story):
    """What is said to wait for somebody's word does; they may give it; and nothing else waits for any."""
    found, last = contest.duties(), story.rounds[-1] if story.rounds and not story.finished else None
    ends = last.ends_at(story.plan) if last else None
    is_late = story.plan.late == "adjudicate" and ends is not None and contest.now >= ends and not story.ended
    asked = [duty for duty in found if duty.what.startswith("the time of round")]
    assert sorted({duty.game for duty in asked}) == sorted(stuck(story).games if is_late else [])
    vacant = [duty for duty in found if " is vacant, " in duty.what]
    names = not story.plan.anonymous
    held = [(table.game, contest.seats(table.game)) for table in last.tables if table.is_open] if last else []
    wanted = [game for game, seats in held for seat in seats if seat.waits and names and not story.ended]
    assert len(together(vacant)) == len(wanted)
    assert {duty.game for duty in vacant} == set(wanted)
    for duty in (*asked, *vacant):
        there = {*story.game(duty.game).seats.values(), *contest.sitting[duty.game].values()}
        helps = {story.assistant} if story.organiser in there and story.assistant else set()
        decide = {*story.officers.organisers, *helps} - there
        told = {one.player for one in (*asked, *vacant) if one.line == duty.line and one.what == duty.what}
        assert told == (decide or {*story.officers.organisers})
        assert (" act " in duty.line and " assistant " in duty.line) == (not decide)
    for duty in (duty for duty in asked if " act " in duty.line):
        kind, *words = split(duty.line.replace("PLAYER", "max"))[4:-2]
        act = read_act(kind, words, "because")
        assert act_refused(story, act) is None
        assert story.officers.may(duty.player, act)
    require_takers(contest, story, held, [duty for duty in found if duty.line.startswith("ostraka game join")])
    for duty in found:
        if duty.line.startswith("ostraka contest enter"):
            assert entry_refused(story, duty.player, enter_of(contest, duty.player)) is None
    back = {duty.player for duty in found if duty.line.startswith("ostraka contest enter")}
    goes_on = story.is_running and not story.ended and len(story.rounds) < story.plan.rounds
    assert back == (set(story.entered()) - set(story.playing()) if goes_on else set())


def require_takers(contest, story, held, found):
    """Whoever may take a seat for which all were asked is told so, and nobody else, such as who lost one there."""
    wanted = [
        (one, f"ostraka game join {game} {seat.seat}")
        for game, seats in held for seat in seats for one in story.entrants
        if seat.waits and not story.ended and one not in contest.sitting[game].values()
        and one not in contest.took.get(game, ()) and seat_refused(story, game, one, named=False) is None
    ]  # fmt: skip
    assert sorted((duty.player, duty.line) for duty in found) == sorted(wanted)


def look_at_draws(contest):
    """Nobody twice; nobody who is out; as few byes as can be, and none of whom no game counts while others have one."""
    before, body = contest.before, contest.log[-1].body
    contest.before = contest.story
    require_even_hands(contest, before, contest.story)
    require_draws_stand(contest.log, before, contest.story)
    if isinstance(body, Closed):
        require_winners_play_on(before, set(body.entrants))
    if not isinstance(body, Drawn):
        return
    playing, pool = still_drawn(before)
    a_match = games_a_match(before.plan)
    seated = [player for table in body.tables[::a_match] for player in table.seats.values()]
    if a_match > 1:
        assert [changed_sides(table.seats) for table in body.tables[::2]] == [
            table.seats for table in body.tables[1::2]
        ]
    assert len(seated + body.byes) == len({*seated, *body.byes})
    fill_ins = {*seated} - playing
    assert {*seated, *body.byes} - fill_ins == playing
    assert fill_ins <= pool
    sizes = sizes_with_bots(before.plan)
    wanted = {*before.rounds[-1].asked}
    assert not wanted & {*seated, *body.byes}
    assert len(body.byes) == (0 if fill_ins else seating.byes(len(playing), sizes))
    assert all(len(table.seats) in sizes for table in body.tables)
    if before.edition > 1:
        require_fairness(before, body)


def require_winners_play_on(story, playing):
    """Of two who met in a knock-out over both sides and are both still in, who has more points from it plays on."""
    last = story.rounds[-1] if story.rounds else None
    if last is None or games_a_match(story.plan) == 1 or not is_knock_out(story.plan, last.number):
        return
    gained = standings(story).gained
    for one, other in zip(last.tables[::2], last.tables[1::2], strict=True):
        games = [game.game for game in (one, other) if game.counting]
        points = {player: sum(gained.get(player, {}).get(game, 0) for game in games) for player in one.seats.values()}
        on = playing & set(points)
        if len(on) == 1 and set(points) <= set(story.playing()):
            assert points[min(on)] == max(points.values())


def require_fairness(story, drawn):
    """Who sits out has a game that counts, if anybody at a table has; on a ladder all tables are within reach."""
    counted = {player for table in story.games if table.counting for player in table.competitors.values()}
    seated = {player for table in drawn.tables for player in table.seats.values()}
    assert set(drawn.byes) <= counted or not seated & counted
    if story.plan.kind == "ladder" and not [one for one in story.challenges if one.round == drawn.round]:
        key = draw_key(
            from_base64url(drawn.secret, "secret", 32), story.rounds[-1].substance, story.contest, drawn.round
        )
        lot = lots(story) if drawn.round > 1 else lots_by(key, story.still_in(story.rounds[-1]))
        order = [player for player in ladder(story, drawn.round, lot, key) if player in seated]
        for table in drawn.tables:
            rungs = [order.index(player) for player in table.seats.values()]
            assert max(rungs) - min(rungs) <= story.plan.advance


def played(seed):
    def look_at_all(contest):
        if contest.log[1:]:
            look_at_draws(contest)
        else:
            contest.before = contest.story
        look(contest)

    contest = Simulated(seed, look_at_all)
    contest.play_at_random()
    return contest


def require_true(contest):
    """It is over, and who verifies it accuses nobody."""
    assert contest.story.finished is not None
    numbers = [(one.number, other.number) for one, other in pairwise(contest.story.rounds)]
    assert all(other == one + 1 for one, other in numbers)
    found = verify_contest(exported(contest.log, contest.host.signing_key, {}), others=None)
    assert [str(one) for one in found if one.accuses] == []


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_people_do_a_contest_goes_on_to_its_end_and_can_be_shown_and_proved_throughout(kind):
    for seed in range(KINDS.index(kind), IN_SUITE, len(KINDS)):
        require_true(played(seed))


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_soak_of_contests_at_random(kind):
    for seed in range(IN_SUITE + KINDS.index(kind), SOAKED, len(KINDS)):
        require_true(played(seed))
