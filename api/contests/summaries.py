"""A contest as everybody may see it."""

from __future__ import annotations

from sqlmodel import Session

from api.contests.contest_log import ContestLog
from api.contests.duties import describe_duty, duties_in
from api.host.host import Host
from api.openapi.contest_answers import (
    ContestAnswer,
    ContestBye,
    ContestChallenge,
    ContestCorrection,
    ContestEntrant,
    ContestResult,
    ContestRound,
    ContestStuck,
    ContestSummary,
    ContestTable,
    ContestWord,
    StandingsAnswer,
    StandingsLine,
)
from api.store.models import ContestRow, Game
from schemas.contests.counting.corrections import change_in_words
from schemas.contests.parts import DrawnGame, Round
from schemas.contests.progress import last_places
from schemas.contests.rounds import stuck
from schemas.contests.story import ContestStory
from schemas.contests.told.corrections import corrected_since
from schemas.contests.told.explaining import Explained
from schemas.statements.payloads import instant


def summary_fields(row: ContestRow) -> dict[str, str]:
    """What lists and the contest itself share."""
    return {
        "contest": row.id,
        "name": row.plan.name,
        "kind": row.plan.kind,
        "title": row.title,
        "organiser": row.organiser,
        "status": row.status,
        "created_at": instant(row.created_at),
    }


def summarize_contest(row: ContestRow) -> ContestSummary:
    """A contest at a glance."""
    return ContestSummary(**summary_fields(row))


def describe_contest(log: ContestLog, row: ContestRow) -> ContestAnswer:
    """A contest with its plan, entrants and rounds."""
    story = log.story()
    waits = stuck(story)
    return ContestAnswer(
        **summary_fields(row),
        commitment=row.commitment,
        organisers=list(story.officers.organisers),
        assistant=story.assistant,
        plan=story.plan.to_body(),
        closes_at=instant(story.closes_at) if story.closes_at else None,
        entrants=[
            ContestEntrant(
                player=one.handle,
                holder=story.holders.get(one.handle),
                entered_at=instant(one.at),
                substitute=one.substitute,
                left=one.left,
                disqualified=one.disqualified,
            )
            for one in sorted(story.entrants.values(), key=lambda one: one.joined)
        ],
        rounds=[describe_round(story, round_) for round_ in story.rounds],
        challenges=[
            ContestChallenge(round=one.round, challenger=one.challenger, opponent=one.opponent, declined=one.declined)
            for one in story.challenges
        ],
        byes=[
            ContestBye(round=number, player=player)
            for number, players in sorted(story.asking.items())
            for player in players
            if number > len(story.rounds)
        ],
        words=[ContestWord(at=instant(one.at), player=one.player, text=one.text) for one in story.words],
        stuck=ContestStuck(
            what=waits.what,
            since=instant(waits.since),
            until=instant(waits.until) if waits.until else None,
            games=waits.games,
        )
        if waits
        else None,
        duties=[describe_duty(row, duty) for duty in duties_in(log)],
        places=last_places(story) if story.finished else None,
        reason=story.finished.reason if story.finished else None,
    )


def describe_round(story: ContestStory, round_: Round) -> ContestRound:
    """A round with its tables."""
    ends_at = round_.ends_at(story.plan)
    return ContestRound(
        round=round_.number,
        closed_at=instant(round_.closed_at),
        draw=round_.draw,
        drawn_at=instant(round_.drawn_at) if round_.drawn_at else None,
        ends_at=instant(ends_at) if ends_at else None,
        entrants=round_.entrants,
        byes=round_.byes,
        asked=round_.asked,
        corrected_since=[table.game for table in corrected_since(story, round_)],
        tables=[describe_table(table) for table in round_.tables],
    )


def describe_table(table: DrawnGame) -> ContestTable:
    """A table with its result."""
    result = table.result
    shown = None
    if result is not None or table.annulled:
        counts = table.counting
        shown = ContestResult(
            outcome=table.outcome,
            places=dict(counts.places) if counts else {},
            scores=dict(scored.scores) if (scored := counts or result) else {},
            left=list(result.left) if result else [],
            substitutes=dict(result.substitutes) if result else {},
            corrections=[
                ContestCorrection(
                    at=instant(one.at),
                    player=one.player,
                    reason=one.act.reason,
                    places=dict(one.was.places),
                    scores=dict(one.was.scores),
                )
                for one in table.corrections
            ],
        )
    return ContestTable(game=table.game, seats=table.seats, fill_ins=table.fill_ins, result=shown)


def corrections_of(host: Host, session: Session, game: Game) -> list[str]:
    """Of a game of a contest whose result was corrected: what it counts as now, a sentence."""
    table = ContestLog(host, session, game.contest).story().game(game.id) if game.contest else None
    return [
        f"In its contest this game counts as {change_in_words(one.was, one.now)}. {one.player} corrected it: "
        f"{one.act.reason}"
        for one in (table.corrections[-1:] if table else ())
    ]


def describe_standings(story: ContestStory, after: int | None) -> StandingsAnswer:
    """The standings now, or after a round, each line with why it stands there."""
    found = Explained(story, after)
    parted = found.parted_by()
    return StandingsAnswer(
        contest=story.contest,
        after=len(story.rounds) if after is None else after,
        lines=[
            StandingsLine(
                player=line.player,
                place=found.places[line.player],
                points=line.points,
                division=found.division(line.player),
                ties={str(tie): count for tie, count in line.ties.items()},
                decided_by=parted[line.player],
                why=found.why(line.player),
            )
            for line in found.lines
        ],
    )
