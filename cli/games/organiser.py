"""`ostraka game pause` and so on: the public acts of a game's organiser.

Each is signed, stands in the log with its reason, and is announced to all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse
from cli.games.act_words import done, question, then
from cli.terminal.durations import Duration
from cli.terminal.options import Command, Connection, game_argument, host_options, json_option, require_sure, yes_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.statements.payloads import Acts


reason_option = click.option("--reason", default="", help="Why; everyone can read it.")
seat_argument = click.argument("seat")


def act_options(command: Command) -> Command:
    """Argument GAME first, and the options of every act."""
    return game_argument()(reason_option(json_option(host_options(command))))


def send_act(connection: Connection, game: str, said: Acts, as_json: bool, sentence: str) -> None:
    """Send an act of the organiser, and say what was done."""
    emit(connection.player().act(game, said), as_json, lambda _: tell(sentence))


@click.command()
@act_options
def pause(connection: Connection, game: str, reason: str, as_json: bool) -> None:
    """Pause GAME: nothing is cut and no deadline runs until it is resumed."""
    from schemas.statements.payloads import Pause

    send_act(connection, game, Pause(reason=reason), as_json, done("pause", game))


@click.command()
@act_options
def resume(connection: Connection, game: str, reason: str, as_json: bool) -> None:
    """Resume GAME: deadlines move by as long as it was paused."""
    from schemas.statements.payloads import Resume

    send_act(connection, game, Resume(reason=reason), as_json, done("resume", game))


@click.command()
@act_options
@click.argument("duration", type=Duration())
def extend(connection: Connection, game: str, duration: int, reason: str, as_json: bool) -> None:
    """Give the open phase of GAME a deadline that is DURATION later, as in 12h or 2d."""
    from schemas.statements.in_words import length
    from schemas.statements.payloads import Extend

    said = Extend(reason=reason, seconds=duration)
    send_act(connection, game, said, as_json, done("extend", game, length=length(duration)))


@click.command()
@act_options
def remind(connection: Connection, game: str, reason: str, as_json: bool) -> None:
    """Send a reminder now to everyone GAME is waiting for."""
    from schemas.statements.payloads import Remind

    send_act(connection, game, Remind(reason=reason), as_json, done("remind", game))


@click.command()
@act_options
@seat_argument
def vacate(connection: Connection, game: str, seat: str, reason: str, as_json: bool) -> None:
    """Take SEAT of GAME from its player: it falls vacant.

    Anyone may join there; in a game of a contest its substitutes are asked, or the player whom you name.
    """
    from schemas.statements.payloads import Vacate

    client = connection.player()
    said = done("vacate", game, seat=seat, then=then(client, client.game(game)["contest"]))
    send_act(connection, game, Vacate(reason=reason, seat=seat), as_json, said)


@click.command()
@act_options
@seat_argument
@click.argument("player")
def replace(connection: Connection, game: str, seat: str, player: str, reason: str, as_json: bool) -> None:
    """Take SEAT of GAME from its player and reserve it for PLAYER, who has to join."""
    from schemas.statements.payloads import Replace

    said = Replace(reason=reason, seat=seat, player=player)
    send_act(connection, game, said, as_json, done("replace", game, seat=seat, player=player))


@click.command()
@act_options
@yes_option
def end(connection: Connection, game: str, reason: str, yes: bool, as_json: bool) -> None:
    """End GAME now, with places by the present scores. Asks first."""
    from schemas.statements.payloads import End

    require_sure(question("end", game), yes)
    send_act(connection, game, End(reason=reason), as_json, done("end", game))


@click.command()
@act_options
@yes_option
def annul(connection: Connection, game: str, reason: str, yes: bool, as_json: bool) -> None:
    """End GAME without places. Asks first."""
    from schemas.statements.payloads import Annul

    require_sure(question("annul", game), yes)
    send_act(connection, game, Annul(reason=reason), as_json, done("annul", game))


@click.command()
@act_options
@click.option("--phase", type=click.IntRange(min=1), required=True, help="The phase to play again.")
@yes_option
def rollback(connection: Connection, game: str, phase: int, reason: str, yes: bool, as_json: bool) -> None:
    """Take GAME back to before a phase was resolved. Asks first.

    Everything resolved since is void. The phase opens again under a new number, and decks that nobody has seen are
    shuffled again.
    """
    from schemas.statements.payloads import Rollback

    require_sure(question("rollback", game, phase=phase), yes)
    send_act(connection, game, Rollback(reason=reason, phase=phase), as_json, done("rollback", game, phase=phase))


@click.command("set-aside")
@act_options
@click.argument("seat")
@click.option("--phase", type=click.IntRange(min=1), required=True, help="The phase that cannot be resolved.")
@yes_option
def set_aside(connection: Connection, game: str, seat: str, phase: int, reason: str, yes: bool, as_json: bool) -> None:
    """Have a phase of GAME that could not be resolved tried without what SEAT sent ahead for it. Asks first.

    The default answers of SEAT count in it, and its book stands again in the next phase.
    """
    from schemas.statements.payloads import SetAside

    require_sure(question("set-aside", game, seat=seat, phase=phase), yes)
    said = SetAside(reason=reason, seat=seat, phase=phase)
    send_act(connection, game, said, as_json, done("set-aside", game, seat=seat, phase=phase))


@click.command()
@act_options
@click.option("--set", "changes", multiple=True, metavar="PATH=VALUE", help="A path of docs/cases.md; repeatable.")
@click.option("--redeal", is_flag=True, help="Deal again what chance dealt face down; what players chose stays.")
@yes_option
def amend(
    connection: Connection, game: str, changes: tuple[str, ...], redeal: bool, reason: str, yes: bool, as_json: bool
) -> None:
    """Change the position of GAME openly, by the paths of case files. Asks first.

    Values are YAML: --set cities.athens.temple.red=2. Hidden things can only be dealt again.
    """
    from schemas.statements.payloads import Amend

    said = Amend(reason=reason, changes=dict(map(change, changes)), redeal=redeal)
    if not said.changes and not redeal:
        raise Misuse("Name what to change: add --set PATH=VALUE or --redeal.")
    require_sure(question("amend", game), yes)
    send_act(connection, game, said, as_json, done("amend", game))


def change(given: str) -> tuple[str, Any]:
    """A path and its value."""
    from adjudicator.kernel import Malformed
    from adjudicator.kernel.strict_yaml import load

    path, equals, value = given.partition("=")
    try:
        if equals and path:
            return path, load(value)
        why = "write PATH=VALUE, such as cities.athens.temple.red=2"
    except Malformed as error:
        why = " ".join(str(error).split())
    raise Misuse(f"--set {given}: {why}.")


ORGANISER_COMMANDS = (pause, resume, extend, remind, vacate, replace, end, annul, rollback, amend, set_aside)


@click.command()
@game_argument()
@click.argument("player")
@click.argument("key_id")
@click.option("--reason", default="", help="Why; everyone can read it.")
@yes_option
@json_option
@host_options
def rekey(connection: Connection, game: str, player: str, key_id: str, reason: str, yes: bool, as_json: bool) -> None:
    """Confirm that KEY_ID is the new key of PLAYER, who lost theirs: from then on it speaks for them in GAME.

    Anyone can make a claim: ask PLAYER for the id of their key, in a way that shows you who they are. Everybody is
    told.
    """
    client = connection.player()
    old = current_key(client, game, player)
    if key_id not in client.claims(player):
        raise Misuse(f"No key {key_id} claims to be {player} at {client.url}: check it against what {player} told you.")
    require_sure(question("rekey", game, key=key_id, player=player), yes)
    from schemas.statements.payloads import Rekey

    after = client.act(game, Rekey(player=old, key=key_id, reason=reason))
    emit(after, as_json, lambda _: tell(done("rekey", game, key=key_id, player=player)))


def current_key(client: Client, game: str, player: str) -> str:
    """The key that speaks for a player in a game now, by its log."""
    from cli.trust.log_summary import LogSummary

    seats = [seat["seat"] for seat in client.game(game)["seats"] if seat["player"] == player]
    if not seats:
        raise Misuse(f"{player} holds no seat in {game}.")
    return LogSummary.of(client.log(game)).now[seats[0]]
