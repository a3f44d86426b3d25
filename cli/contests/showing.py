"""`ostraka contest show`, `standings`, `explain`, `draw`: computed here from the verified log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cli.contests.shared.told import ended, facts_of, not_come, seated, waiting
from cli.errors import ClientError, Misuse
from cli.terminal.options import Connection, contest_argument, host_options, json_option
from cli.terminal.output import emit, table, tell
from cli.times import local_time, short_left

if TYPE_CHECKING:
    from schemas.contests.story import ContestStory
    from schemas.contests.told.crosstable import Row


@click.command()
@contest_argument()
@click.option("--stuck", is_flag=True, help="Only what it waits for: games, since when, and for whom.")
@json_option
@host_options
def show(connection: Connection, contest: str, stuck: bool, as_json: bool) -> None:
    """Show CONTEST: its plan, who is in, its tables, and what it waits for."""
    client = connection.spectator()
    story = client.contest_story(contest)
    found = waiting(client, story)
    if not stuck:
        found |= facts_of(story) | {"invited": own_invited(connection, contest, story.officers.organisers)}
    emit(found, as_json, show_contest)


def own_invited(connection: Connection, contest: str, organisers: Sequence[str]) -> list[str] | None:
    """Of those who are invited, who has not come yet; null for whoever is not an organiser, and where their
    password would have to be asked for: nobody is asked for it who only reads."""
    try:
        if connection.handle() not in organisers:
            return None
        if (client := connection.unasked()) is None:
            tell(f"Who has not come (asks for your password): ostraka contest invite {contest} --list", error=True)
            return None
        return not_come(client.contest_invitations(contest))
    except ClientError:  # no key here, or not theirs
        return None


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
        one_or_more = f"Organiser{'s' * (len(found['organisers']) > 1)}: {', '.join(found['organisers'])}"
        tell(f"{one_or_more}. {entered}{pool}")
        if found["out"]:
            tell(f"Out: {', '.join(f'{player} ({why})' for player, why in found['out'].items())}")
        if found["invited"]:
            tell(f"Invited, and not come yet: {', '.join(found['invited'])}")
        for one in found["rounds"]:
            show_round(one)
        for number, players in found["asking"].items():
            tell(f"Round {number} will be sat out by {', '.join(players)}.")
        for one in found["challenges"]:
            declined = ", who declined" if one["declined"] else ""
            tell(f"For the next round {one['challenger']} has challenged {one['opponent']}{declined}.")
        for one in found["acts"]:
            tell(f"{local_time(one['at'])}, {one['player']}: {one['what']} Reason: {one['reason']}")
        for one in found["words"]:
            tell(f"{local_time(one['at'])}, {one['player']} to all:")
            for line in one["text"].splitlines():
                tell(f"  {line}")
    show_stuck(found["stuck"])
    for (what, line), players in sharing(found["duties"]).items():
        tell(f"{' or '.join(players)}: {what}.\n  $ {line}")


def sharing(told: Sequence[Mapping[str, str]]) -> dict[tuple[str, str], list[str]]:
    """By what is to be done and the line that does it, who may."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in told:
        found.setdefault((one["what"], one["line"]), []).append(one["player"])
    return found


def show_round(found: dict[str, Any]) -> None:
    """The tables of a round."""
    tell("")
    byes = f"; byes: {', '.join(found['byes'])}" if found["byes"] else ""
    asked = f"; sitting out as they asked: {', '.join(found['asked'])}" if found["asked"] else ""
    tell(f"Round {found['round']}{byes}{asked}")
    rows = [(one["game"], seated(one["seats"], one["fill_ins"]), ended(one)) for one in found["tables"]]
    table(("game", "seats", "result"), rows)
    for one in found["matches"]:
        tell(one)
    if found["drawn_by"]:
        tell(f"{found['drawn_by']} Those standings: ostraka contest standings --drawn {found['round']}")


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
@click.option(
    "--drawn", type=click.IntRange(min=1), metavar="ROUND", help="By which this round was drawn, before corrections."
)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@json_option
@host_options
def standings_(
    connection: Connection, contest: str, after: int | None, drawn: int | None, as_csv: bool, as_json: bool
) -> None:
    """Show the standings of CONTEST, and the tie-breaks of equal points."""
    from schemas.contests.exports import standings_csv, standings_json

    story = connection.spectator().contest_story(contest)
    if drawn is not None:
        story = story_as_drawn(connection, story, drawn)
    if after is not None and after > len(story.rounds):
        raise Misuse(f"{story.plan.name} has come to round {len(story.rounds)}; there is no round {after} yet.")
    if as_csv:
        click.echo(standings_csv(story, after), nl=False)
        return
    emit(standings_json(story, after), as_json, partial(show_standings, story))


def story_as_drawn(connection: Connection, story: ContestStory, number: int) -> ContestStory:
    """What the log told when a round was drawn."""
    from schemas.contests.told.corrections import as_drawn
    from schemas.errors import BrokenLog

    try:
        return as_drawn(connection.spectator().contest_log(story.contest), story, number)
    except BrokenLog:
        raise Misuse(f"Round {number} of {story.plan.name} is not drawn yet.") from None


def show_standings(story: ContestStory, found: dict[str, Any]) -> None:
    """The standings as a table; in a league with divisions, and with whose the aliases were, once that is known."""
    from schemas.contests.standings import in_words
    from schemas.contests.told.explaining import Explained

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


@click.command("crosstable")
@contest_argument()
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@json_option
@host_options
def crosstable_(connection: Connection, contest: str, as_csv: bool, as_json: bool) -> None:
    """Show who met whom in CONTEST, and with what result: 1 ahead of the other, ½ at the same place, 0 behind.

    The rows add up to the standings. With more players than fit side by side they stand round by round.
    """
    from schemas.contests.told.crosstable import crosstable, crosstable_csv

    story = connection.spectator().contest_story(contest)
    if as_csv:
        click.echo(crosstable_csv(story), nl=False)
        return
    found = {"contest": contest, "rows": [as_row(row) for row in crosstable(story)]}
    emit(found, as_json, lambda _: show_crosstable(story))


def as_row(row: Row) -> dict[str, Any]:
    """A row of the crosstable as plain data: by opponent, the results against them."""
    from msgspec.structs import asdict

    met = {
        other: [{"round": one.round, "game": one.game, "result": one.result} for one in every]
        for other, every in row.met.items()
    }
    return asdict(row) | {"met": met}


def show_crosstable(story: ContestStory) -> None:
    """A column for each player, or if these are many for each round."""
    from schemas.contests.standings import in_words
    from schemas.contests.told.crosstable import crosstable, in_round, in_square

    rows = crosstable(story)
    if not story.rounds:
        tell("No round is closed yet: nobody has met anybody.")
        return
    is_square = len(rows) <= SIDE_BY_SIDE
    heads = [str(row.number) for row in rows] if is_square else [f"round {one.number}" for one in story.rounds]
    lines = [
        [
            row.place,
            f"{row.number} {row.player}",
            *(
                ["×" if other is row else " ".join(map(in_square, row.met.get(other.player, ()))) for other in rows]
                if is_square
                else [in_round(story.plan, one, row.player) for one in story.rounds]
            ),
            in_words(row.others) if row.others else "",
            in_words(row.points),
        ]
        for row in rows
    ]
    table(("place", "player", *heads, "else", "points"), lines)
    if is_square:
        tell("… goes on, – annulled. Else: byes, annulled games, and seats that were taken over.", error=True)


SIDE_BY_SIDE = 12


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[CONTEST] PLAYER")
@json_option
@host_options
def explain(connection: Connection, words: tuple[str, ...], as_json: bool) -> None:
    """Explain the place of PLAYER in CONTEST: each game, each sum, and what parted them from the one above."""
    from cli.terminal.finding import find_contest
    from schemas.contests.told.explaining import Explained

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
