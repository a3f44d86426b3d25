"""`ostraka contest`: plan, open, enter and leave contests, and act on them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.contests.acts import KINDS, read_act
from cli.contests.inviting import invite
from cli.contests.proof import export, verify
from cli.contests.showing import crosstable_, draw, explain, show, standings_
from cli.errors import ClientError, Misuse
from cli.terminal.help_pages import Group
from cli.terminal.options import (
    Connection,
    contest_argument,
    host_options,
    json_option,
    require_sure,
    text_file_option,
    text_of,
    yes_option,
)
from cli.terminal.output import emit, table, tell

if TYPE_CHECKING:
    from schemas.statements.contests import Contest


@click.group(cls=Group)
def contest() -> None:
    """Hold cups, leagues and ladders: games in rounds under one plan (docs/contests.md).

    Where CONTEST may be left out, it is the one that is under way at your host, if there is just one.
    """


@contest.command()
@click.argument("title_id", metavar="[TITLE]", default="perikles")
def plan(title_id: str) -> None:
    """Print a plan of a contest of TITLE to start from. Save it, change it, and give it to `contest create`."""
    from cli.contests.plan_file import first_plan

    click.echo(first_plan(title_id), nl=False)


@contest.command()
@click.argument("file", metavar="PLAN", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--check", is_flag=True, help="Only say what is wrong with the plan, or what it means; open nothing.")
@click.option(
    "--components",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A components file for all games, as with `game create`.",
)
@click.option(
    "--instead",
    metavar="CONTEST",
    help="End CONTEST, which nobody has entered yet, and invite whom you had invited there.",
)
@json_option
@host_options
def create(
    connection: Connection, file: Path, check: bool, components: Path | None, instead: str | None, as_json: bool
) -> None:
    """Open a contest by the plan in the file PLAN; you are its organiser. Prints the contest's id.

    The plan is signed and never changes; as long as nobody has entered, another one can take its place (--instead).
    `ostraka contest plan` prints one to start from.
    """
    from cli.contests.plan_file import fields_of, read_plan
    from cli.contests.shared.opening import meaning_of, open_contest
    from cli.rules.components_files import read_components
    from cli.terminal.finding import find_contest

    text = read_components(components) if components else None
    found = read_plan(file, text)
    fields = fields_of(found)
    if check:
        emit(
            {"plan": fields, "meaning": meaning_of(found), "unknown": unknown_to(connection, found)},
            as_json,
            show_meaning,
        )
        return
    before = find_contest(connection, instead) if instead else None
    emit(open_contest(connection.player(), fields, text, before), as_json, show_created)


def unknown_to(connection: Connection, plan: Contest) -> list[str]:
    """Whom the plan names and the host does not know, if there is a host to ask."""
    from cli.contests.shared.opening import unknown

    try:
        return unknown(connection.spectator(), plan)
    except ClientError:
        return []


def show_meaning(checked: dict[str, Any]) -> None:
    """What a plan means, line by line."""
    for line in checked["meaning"]:
        tell(line)
    if checked["unknown"]:
        tell(f"Not registered at this host yet: {', '.join(checked['unknown'])}.", error=True)
    tell("The plan can be played. Nothing is opened yet: leave --check out.", error=True)


def show_created(made: dict[str, Any]) -> None:
    """The id on standard output, for scripts; what to do next on standard error."""
    tell(made["contest"])
    tell("# Nothing more is needed: it closes, draws and starts its games by the plan. If you like:", error=True)
    tell(f"#   ostraka contest invite {made['contest']} --csv FILE", error=True)


@contest.command("list")
@click.option(
    "--status", type=click.Choice(["entering", "running", "finished"]), help="Only contests with this status."
)
@click.option("--title", metavar="TITLE", help="Only contests of this title.")
@click.option("--organiser", metavar="PLAYER", help="Only contests of this organiser.")
@click.option("--mine", is_flag=True, help="Ask under your name: private contests that concern you are listed too.")
@json_option
@host_options
def list_contests(connection: Connection, as_json: bool, mine: bool, **chosen: str | None) -> None:
    """List the contests of the host, newest first."""
    client = connection.player() if mine else connection.spectator()
    emit(client.contests(**chosen), as_json, show_list)


def show_list(found: list[dict[str, Any]]) -> None:
    """Print the contests as a table."""
    rows = [(one["contest"], one["name"], one["kind"], one["title"], one["organiser"], one["status"]) for one in found]
    table(("contest", "name", "kind", "title", "organiser", "status"), rows)


@contest.command()
@contest_argument()
@click.option("--substitute", is_flag=True, help="Only for seats that fall vacant, or to fill in.")
@json_option
@host_options
def enter(connection: Connection, contest: str, substitute: bool, as_json: bool) -> None:
    """Enter CONTEST: you are seated in its games as the draws say, without another word.

    Your signed statement brings 32 random bytes, which enter every draw.
    """
    from cli.contests.shared.entering import entered_in_words

    client = connection.player()
    after = client.enter_contest(contest, substitute=substitute)
    emit(after, as_json, lambda _: tell(entered_in_words(client, after, substitute=substitute)))


@contest.command()
@contest_argument()
@yes_option
@json_option
@host_options
def leave(connection: Connection, contest: str, yes: bool, as_json: bool) -> None:
    """Leave CONTEST: you are in no further draw. Asks first.

    Games that go on are still yours (give one up: ostraka resign).
    """
    require_sure(f"Leave {contest}? You are drawn in no later round.", yes)
    after = connection.player().leave_contest(contest)
    emit(after, as_json, lambda _: tell(f"You have left {after['name']}; the next draw leaves you out."))


@contest.command()
@click.argument("words", nargs=-1, required=True, metavar="[CONTEST] PLAYER")
@click.option("--decline", is_flag=True, help="You will not play PLAYER, who has challenged you.")
@json_option
@host_options
def challenge(connection: Connection, words: tuple[str, ...], decline: bool, as_json: bool) -> None:
    """Challenge PLAYER, who is above you on the ladder CONTEST: in the next round you meet.

    How many rungs above you at most is the plan's `advance`. One challenge a round may be declined.
    """
    from cli.terminal.finding import find_contest

    if len(words) > 2:
        raise Misuse("Write it as: ostraka contest challenge CONTEST PLAYER.")
    chosen, player = find_contest(connection, words[0] if len(words) == 2 else None), words[-1]
    after = connection.player().challenge(chosen, player, declined=decline)
    said = f"You have declined the challenge of {player}." if decline else f"{player} is told that you challenge them."
    emit(after, as_json, lambda _: tell(f"{said} It counts at the draw of round {len(after['rounds']) + 1}."))


@contest.command()
@click.argument("words", nargs=-1, required=True, metavar="[CONTEST] ROUND")
@click.option("--withdraw", is_flag=True, help="You play in it after all.")
@json_option
@host_options
def bye(connection: Connection, words: tuple[str, ...], withdraw: bool, as_json: bool) -> None:
    """Sit out ROUND of CONTEST, which is not drawn yet.

    How many rounds you may, and what each brings you, says the plan. Until the draw you can take it back.
    """
    from cli.contests.acts import round_typed
    from cli.terminal.finding import find_contest

    if len(words) > 2:
        raise Misuse("Write it as: ostraka contest bye CONTEST ROUND.")
    number = round_typed(words[-1])
    chosen = find_contest(connection, words[0] if len(words) == 2 else None)
    after = connection.player().ask_bye(chosen, number, withdrawn=withdraw)
    said = f"You play in round {number} after all." if withdraw else f"You sit out round {number}."
    emit(after, as_json, lambda _: tell(said))


@contest.command()
@click.argument("words", nargs=-1, required=True, metavar="[CONTEST] KIND [WHAT]…")
@click.option("--reason", required=True, help="Why; everyone can read it.")
@yes_option
@json_option
@host_options
def act(connection: Connection, words: tuple[str, ...], reason: str, yes: bool, as_json: bool) -> None:
    """Act as an organiser of CONTEST, or as its assistant. The log shows every act with its reason.

    \b
    apart PLAYER PLAYER          two are not seated together from the next draw on
    redraw ROUND                 the round is drawn once more; its games are annulled
    disqualify PLAYER            a player is out
    adjudicate GAME PLAYER…      a game ends with these players first, second and so on; = joins equals: anna=bert
    extend ROUND LENGTH          a round (1 before it is drawn: entering) lasts so much longer, as in 3d
    assistant PLAYER             this player decides in games in which the organiser plays
    organiser PLAYER             this player organises the contest too, with your rights
    dismiss PLAYER               they organise it no more; an organiser can dismiss themselves, you all but yourself
    annul GAME                   a game does not count
    correct GAME PLAYER…         a game that is over counts with these places, and scores if you add them: anna:31
    end                          the contest ends now, with the standings of the moment
    """
    from cli.terminal.finding import find_contest

    given, rest = (None, words) if words[0] in KINDS else (words[0], words[1:])
    if not rest or rest[0] not in KINDS:
        raise Misuse(f"Which act? After the contest, write one of these: {', '.join(KINDS)}.")
    said = read_act(rest[0], rest[1:], reason)
    chosen = find_contest(connection, given)
    require_sure(f"{' '.join(rest)} in {given or chosen}, for everybody to read?", yes)
    after = connection.player().contest_act(chosen, said)
    emit(after, as_json, lambda _: tell(f"Done, and in the log: {' '.join(rest)} ({reason})."))


@contest.command()
@click.argument("words", nargs=-1, metavar="[CONTEST] [TEXT]")
@text_file_option
@yes_option
@json_option
@host_options
def announce(connection: Connection, words: tuple[str, ...], file: Path | None, yes: bool, as_json: bool) -> None:
    """Write to all who are in CONTEST, which you organise: TEXT, or the text of --file or standard input.

    Everybody in it gets a mail, and everybody can read it, signed by you, in the log and on the contest's page. Asks
    first.
    """
    from cli.terminal.finding import find_contest
    from schemas.statements.contests import Announce

    if len(words) > 2:
        raise Misuse('Put TEXT in quotes: ostraka contest announce CONTEST "The hall opens at six."')
    given, typed = (words[0], None) if file and words else (None, *words)[-2:] if words else (None, None)
    text = text_of(typed, file).strip()
    chosen = find_contest(connection, given)
    require_sure(f"Send this to all who are in {given or chosen}?\n{text}\n", yes)
    after = connection.player().contest_act(chosen, Announce(text=text))
    emit(after, as_json, lambda _: tell(f"All who are in {after['name']} get it by mail."))


for command in (invite, show, standings_, crosstable_, explain, draw, export, verify):
    contest.add_command(command)
