"""`ostraka contest show`, `standings`, `explain`, `draw`: computed here from the verified log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cli.errors import ClientError, Misuse, Refused
from cli.terminal.options import Connection, contest_argument, host_options, json_option
from cli.terminal.output import emit, table, tell
from cli.times import local_time, short_left

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.contests.story import ContestStory, DrawnGame, Entrant


@click.command()
@contest_argument()
@click.option("--stuck", is_flag=True, help="Only what it waits for: games, since when, and for whom.")
@json_option
@host_options
def show(connection: Connection, contest: str, stuck: bool, as_json: bool) -> None:
    """Show CONTEST: its plan, who is in, its tables, and what it waits for."""
    from schemas.contests.plan import plan_in_words
    from schemas.contests.told.acts import act_in_words
    from schemas.statements.payloads import instant

    client = connection.spectator()
    story = client.contest_story(contest)
    told = client.contest(contest)["duties"] if story.is_running else []
    asked = [{field: one[field] for field in ("player", "what", "line")} for one in told]
    found: dict[str, Any] = {"contest": contest, "name": story.plan.name, "stuck": stuck_at(client, story)}
    found |= {"duties": asked}
    if not stuck:
        found |= {
            "organiser": story.organiser,
            "meaning": plan_in_words(story.plan, local_time),
            "entrants": story.playing(),
            "pool": story.pool(),
            "out": {one.handle: why for one in story.entrants.values() if (why := out(story, one))},
            "invited": not_come(connection, contest, story.organiser),
            "acts": [
                {
                    "at": instant(one.at),
                    "player": one.player,
                    "what": act_in_words(one.act, story.organiser, has_begun=one.has_begun),
                    "reason": one.act.reason,
                }
                for one in story.deeds
            ],
            "challenges": [
                {"challenger": one.challenger, "opponent": one.opponent, "declined": one.declined}
                for one in story.challenges
                if one.round > len(story.rounds)
            ],
            "rounds": [
                {"round": one.number, "byes": one.byes, "tables": [as_data(table) for table in one.tables]}
                for one in story.rounds
            ],
        }
    emit(found, as_json, show_contest)


def not_come(connection: Connection, contest: str, organiser: str) -> list[str] | None:
    """Of those who are invited, who has not come yet; null for whoever is not the organiser."""
    from schemas.contests.told.invited import COMING

    try:
        if connection.handle() != organiser:
            return None
        told = connection.player().contest_invitations(contest)
    except ClientError:  # no key here, or not theirs
        return None
    return [one["player"] or one["address"] for one in told if one["status"] in COMING]


def out(story: ContestStory, one: Entrant) -> str:
    """Why somebody who entered is drawn no more; empty where they are, or wait as a substitute."""
    if one.disqualified or one.left:
        return "disqualified" if one.disqualified else "left"
    return "until they enter again" if story.rests(one.handle) else ""


def as_data(table: DrawnGame) -> dict[str, Any]:
    """A table as plain data; places are null while its game goes on, empty where it counts for nothing."""
    counting = table.counting
    places = None if table.is_open else counting.places if counting else {}
    left = sorted(table.given_up)
    return {"game": table.game, "seats": table.seats, "fill_ins": table.fill_ins, "places": places, "left": left}


def stuck_at(client: Client, story: ContestStory) -> dict[str, Any] | None:
    """What a contest waits for, with the players whom its games wait for."""
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
        "games": [awaited(client, game) for game in waits.games],
    }


def awaited(client: Client, game: str) -> dict[str, Any]:
    """The open phase of a game, since when and for whom it waits."""
    try:
        phase, held = client.phase(game), client.game(game)["seats"]
    except Refused:  # between two phases, or over
        return {"game": game, "phase": None, "since": None, "deadline": None, "players": []}
    players = {seat["seat"]: seat["player"] or vacant(seat) for seat in held}
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


def show_contest(found: dict[str, Any]) -> None:
    """The contest in words and tables."""
    tell(f"{found['name']} ({found['contest']})")
    if "meaning" in found:
        for line in found["meaning"]:
            tell(line)
        pool = f"; substitutes: {', '.join(found['pool'])}" if found["pool"] else ""
        entered = (
            f"{len(found['entrants'])} in: {', '.join(found['entrants'])}" if found["entrants"] else "Nobody is in yet"
        )
        tell(f"Organiser: {found['organiser']}. {entered}{pool}")
        if found["out"]:
            tell(f"Out: {', '.join(f'{player} ({why})' for player, why in found['out'].items())}")
        if found["invited"]:
            tell(f"Invited, and not come yet: {', '.join(found['invited'])}")
        for one in found["rounds"]:
            show_round(one)
        for one in found["challenges"]:
            declined = ", who declined" if one["declined"] else ""
            tell(f"For the next round {one['challenger']} has challenged {one['opponent']}{declined}.")
        for one in found["acts"]:
            tell(f"{local_time(one['at'])}, {one['player']}: {one['what']} Reason: {one['reason']}")
    show_stuck(found["stuck"])
    for one in found["duties"]:
        tell(f"{one['player']}: {one['what']}.\n  $ {one['line']}")


def show_round(found: dict[str, Any]) -> None:
    """The tables of a round."""
    tell("")
    byes = f"; byes: {', '.join(found['byes'])}" if found["byes"] else ""
    tell(f"Round {found['round']}{byes}")
    rows = [(one["game"], seated(one["seats"], one["fill_ins"]), ended(one)) for one in found["tables"]]
    table(("game", "seats", "result"), rows)


def seated(seats: dict[str, str], fill_ins: Sequence[str]) -> str:
    """Who sits where."""
    return ", ".join(f"{seat} {player}{' (fills in)' if player in fill_ins else ''}" for seat, player in seats.items())


def ended(table: Mapping[str, Any]) -> str:
    """The result of a table, and who had left it."""
    left = f"; {', '.join(table['left'])} left" if table["left"] else ""
    return f"{ranked(table['places'])}{left}"


def ranked(places: dict[str, int] | None) -> str:
    """The result of a table."""
    if not places:
        return "goes on" if places is None else "annulled"
    return ", ".join(f"{place}. {player}" for player, place in sorted(places.items(), key=lambda one: (one[1], one[0])))


def show_stuck(stuck: dict[str, Any] | None) -> None:
    """What it waits for."""
    if stuck is None:
        tell("It is over.")
        return
    until = f"; until {local_time(stuck['until'])} ({short_left(stuck['until'])})" if stuck["until"] else ""
    until += f": {stuck['then']}" if stuck["then"] else ""
    tell(f"Waiting: {stuck['what']}, since {local_time(stuck['since'])}{until}.")
    if stuck["games"]:
        rows = [
            (one["game"], one["phase"], one["since"] and local_time(one["since"]), ", ".join(one["players"]))
            for one in stuck["games"]
        ]
        table(("game", "phase", "since", "waits for"), rows)


@click.command("standings")
@contest_argument()
@click.option("--after", type=click.IntRange(min=1), metavar="ROUND", help="As they were after this round.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@json_option
@host_options
def standings_(connection: Connection, contest: str, after: int | None, as_csv: bool, as_json: bool) -> None:
    """Show the standings of CONTEST, and the tie-breaks of equal points."""
    from schemas.contests.exports import standings_csv, standings_json

    story = connection.spectator().contest_story(contest)
    if after is not None and after > len(story.rounds):
        raise Misuse(f"{story.plan.name} has come to round {len(story.rounds)}; there is no round {after} yet.")
    if as_csv:
        click.echo(standings_csv(story, after), nl=False)
        return
    emit(standings_json(story, after), as_json, partial(show_standings, story))


def show_standings(story: ContestStory, found: dict[str, Any]) -> None:
    """The standings as a table; in a league with divisions, and with whose the aliases were, once that is known."""
    from schemas.contests.explaining import Explained
    from schemas.contests.standings import in_words

    was = {alias: f"{alias} (was {holder})" for alias, holder in story.holders.items()}
    stands, is_league = Explained(story, found["after"] or None), story.plan.kind == "league"
    rows = [
        (one["place"], was.get(one["player"], one["player"]), in_words(one["points"]),
         stands.division(one["player"]) if is_league else parted(one["decided_by"]))
        for one in found["lines"]
    ]  # fmt: skip
    table(("place", "player", "points", "division" if is_league else "above the next by"), rows)
    if not any(one["points"] for one in found["lines"]):
        tell("No game has been counted yet: the lot stands for what will part them.", error=True)
    tell("Why: ostraka contest explain PLAYER", error=True)


def parted(tie: str | None) -> str:
    """What parts a line from the next."""
    from schemas.contests.standings import TIE_BREAKS

    return TIE_BREAKS[tie] if tie else ""


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[CONTEST] PLAYER")
@json_option
@host_options
def explain(connection: Connection, words: tuple[str, ...], as_json: bool) -> None:
    """Explain the place of PLAYER in CONTEST: each game, each sum, and what parted them from the one above."""
    from cli.terminal.finding import find_contest
    from schemas.contests.explaining import Explained

    if len(words) > 2:
        raise Misuse("Write it as: ostraka contest explain CONTEST PLAYER.")
    contest, player = find_contest(connection, words[0] if len(words) == 2 else None), words[-1]
    story = connection.spectator().contest_story(contest)
    emit({"contest": contest, "player": player, "why": Explained(story).why(player)}, as_json, show_why)


def show_why(found: dict[str, Any]) -> None:
    """The sentences, and where those about the rating are."""
    tell("\n".join(found["why"]))
    tell(f"What it made of their rating: ostraka player show {found['player']}", error=True)


@click.command()
@contest_argument()
@click.option("--dry-run", is_flag=True, help="With chance of this machine; the host's own draw will be another.")
@json_option
@host_options
def draw(connection: Connection, contest: str, dry_run: bool, as_json: bool) -> None:
    """See what a draw of the next round of CONTEST could look like: who would sit out, who would meet again.

    Nothing is sent. The host draws by itself when the plan says so, with a secret that it committed to.
    """
    if not dry_run:
        raise Misuse(
            "The host draws by itself when the plan says so; add --dry-run to see what a draw could look like."
        )
    from cli.contests.trial import trial_draw

    emit(trial_draw(connection.spectator().contest_log(contest)), as_json, show_trial)


def show_trial(found: dict[str, Any]) -> None:
    """The tables of a draw that nobody made."""
    tell(f"Round {found['round']} could look like this:")
    rows = [(n, seated(seats, found["fill_ins"])) for n, seats in enumerate(found["tables"], start=1)]
    table(("table", "seats"), rows)
    for what in ("byes", "again", "together"):
        if found[what]:
            tell(f"{TRIAL[what]}: {', '.join(found[what])}.")


TRIAL = {"byes": "Sitting out", "again": "Meeting again", "together": "Seated together although kept apart"}
