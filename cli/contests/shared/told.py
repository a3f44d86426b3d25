"""What is told of a contest at a terminal and at the table: computed here from its verified log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from cli.errors import Refused
from cli.times import local_time

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.contests.parts import DrawnGame, Entrant
    from schemas.contests.story import ContestStory

Facts = dict[str, Any]


def waiting(client: Client, story: ContestStory) -> Facts:
    """What a contest waits for: moves of its games, and the word of somebody."""
    told = client.contest(story.contest)["duties"] if story.is_running else []
    asked = [{field: one[field] for field in ("player", "what", "line")} for one in told]
    return {"contest": story.contest, "name": story.plan.name, "stuck": stuck_at(client, story), "duties": asked}


def facts_of(story: ContestStory, moment: Callable[[str], str] = local_time) -> Facts:
    """Its plan, who is in, what was decided, and its rounds; `moment` says instants of the plan."""
    from schemas.contests.matches.in_words import results_in_words
    from schemas.contests.plan import plan_in_words
    from schemas.contests.told.acts import act_in_words
    from schemas.contests.told.corrections import draw_in_words
    from schemas.statements.payloads import instant

    return {
        "organiser": story.organiser,
        "organisers": list(story.officers.organisers),
        "meaning": plan_in_words(story.plan, moment, longer=story.longer),
        "entrants": story.playing(),
        "pool": story.pool(),
        "out": {one.handle: why for one in story.entrants.values() if (why := out(story, one))},
        "acts": [
            {
                "at": instant(one.at),
                "player": one.player,
                "what": act_in_words(one.act, story, has_begun=one.has_begun, was=one.was),
                "reason": one.act.reason,
            }
            for one in story.deeds
        ],
        "asking": {str(n): who for n, who in sorted(story.asking.items()) if n > len(story.rounds) and who},
        "words": [{"at": instant(one.at), "player": one.player, "text": one.text} for one in story.words],
        "challenges": [
            {"challenger": one.challenger, "opponent": one.opponent, "declined": one.declined}
            for one in story.challenges
            if one.round > len(story.rounds)
        ],
        "rounds": [
            {
                "round": one.number,
                "byes": one.byes,
                "asked": one.asked,
                "tables": [as_data(table) for table in one.tables],
                "matches": results_in_words(story.plan, one),
                "drawn_by": draw_in_words(story, one),
            }
            for one in story.rounds
        ],
    }


def not_come(invited: Sequence[Mapping[str, Any]]) -> list[str]:
    """Of those whom the organiser invited, who has not come yet."""
    from schemas.contests.told.invited import COMING

    return [one["player"] or one["address"] for one in invited if one["status"] in COMING]


def out(story: ContestStory, one: Entrant) -> str:
    """Why somebody who entered is drawn no more; empty where they are, or wait as a substitute."""
    if one.disqualified or one.left:
        return "disqualified" if one.disqualified else "left"
    return "until they enter again" if story.finished is None and story.rests(one.handle) else ""


def as_data(table: DrawnGame) -> dict[str, Any]:
    """A table as plain data; places are null while its game goes on, empty where it counts for nothing."""
    counting = table.counting
    places = None if table.is_open else counting.places if counting else {}
    left = sorted(table.given_up)
    return {
        "game": table.game,
        "seats": table.seats,
        "fill_ins": table.fill_ins,
        "places": places,
        "left": left,
        "corrected": bool(table.corrections),
    }


def stuck_at(client: Client, story: ContestStory, most: int | None = None) -> dict[str, Any] | None:
    """What a contest waits for, with the players whom its games wait for; of `most` games, or of all."""
    from schemas.contests.rounds import stuck
    from schemas.statements.payloads import instant

    waits = stuck(story)
    if waits is None:
        return None
    return {
        "what": waits.what,
        "since": instant(waits.since),
        "until": instant(waits.until) if waits.until else None,
        "then": waits.then,
        "games": client.at_once(*(partial(awaited, client, game) for game in waits.games[:most])),
    }


def awaited(client: Client, game: str) -> dict[str, Any]:
    """The open phase of a game, since when and for whom it waits."""
    try:
        phase, summary = client.at_once(lambda: client.phase(game), lambda: client.game(game))
    except Refused:  # between two phases, or over
        return {"game": game, "phase": None, "since": None, "deadline": None, "players": []}
    players = {seat["seat"]: seat["player"] or vacant(seat) for seat in summary["seats"]}
    silent = sorted({str(players.get(ask["seat"], ask["seat"])) for ask in phase["asked"] if not ask["final"]})
    return {
        "game": game,
        "phase": phase["phase"],
        "since": phase["opened_at"],
        "deadline": phase["deadline"],
        "players": silent or phase["waiting"],
    }


def vacant(seat: Mapping[str, Any]) -> str:
    """A vacant seat, with the player to whom it is offered."""
    offered = f", offered to {seat['kept_for']}" if seat["kept_for"] else ""
    return f"nobody ({seat['seat']} is vacant{offered})"


def seated(seats: dict[str, str], fill_ins: Sequence[str]) -> str:
    """Who sits where."""
    return ", ".join(f"{seat} {player}{' (fills in)' if player in fill_ins else ''}" for seat, player in seats.items())


def ended(table: Mapping[str, Any]) -> str:
    """The result of a table, who had left it, and whether it was corrected."""
    left = f"; {', '.join(table['left'])} left" if table["left"] else ""
    return f"{ranked(table['places'])}{left}{'; corrected' if table['corrected'] else ''}"


def ranked(places: dict[str, int] | None) -> str:
    """The result of a table."""
    if not places:
        return "goes on" if places is None else "annulled"
    return ", ".join(f"{place}. {player}" for player, place in sorted(places.items(), key=lambda one: (one[1], one[0])))
