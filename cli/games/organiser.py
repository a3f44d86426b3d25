"""`ostraka game pause` and so on: what the organiser of a running game does openly.

Each act is signed, stands in the log with its reason, and is told to all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse
from cli.terminal.durations import Duration
from cli.terminal.options import Command, Connection, connected, reading
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from schemas.statements.payloads import Acts

reason_option = click.option("--reason", default="", help="Why; everybody reads it.")
yes_option = click.option("--yes", is_flag=True, help="Do not ask whether it is meant.")
seat_argument = click.argument("seat")


def acting(command: Command) -> Command:
    """Argument GAME first, and the options of every act."""
    return click.argument("game")(reason_option(reading(connected(command))))


def act(connection: Connection, game: str, said: Acts, as_json: bool, sentence: str) -> None:
    """Have the organiser act, and tell what was done."""
    emit(connection.player().act(game, said), as_json, lambda _: tell(sentence))


def require_sure(question: str, yes: bool) -> None:
    """Ask, on stderr, whether what cannot be undone is meant."""
    if not yes:
        click.confirm(question, abort=True, err=True)


@click.command()
@acting
def pause(connection: Connection, game: str, reason: str, as_json: bool) -> None:
    """Pause GAME: nothing is cut and no deadline runs until it is resumed."""
    from schemas.statements.payloads import Pause

    act(connection, game, Pause(reason=reason), as_json, f"{game} is paused")


@click.command()
@acting
def resume(connection: Connection, game: str, reason: str, as_json: bool) -> None:
    """Resume GAME: deadlines are later by as long as it was paused."""
    from schemas.statements.payloads import Resume

    act(connection, game, Resume(reason=reason), as_json, f"{game} goes on")


@click.command()
@acting
@click.argument("duration", type=Duration())
def extend(connection: Connection, game: str, duration: int, reason: str, as_json: bool) -> None:
    """Give the open phase of GAME a deadline that is DURATION later, as in 12h or 2d."""
    from schemas.statements.durations import length
    from schemas.statements.payloads import Extend

    said = Extend(reason=reason, seconds=duration)
    act(connection, game, said, as_json, f"the deadline in {game} is {length(duration)} later")


@click.command()
@acting
def remind(connection: Connection, game: str, reason: str, as_json: bool) -> None:
    """Remind those for whom GAME waits, by mail and now."""
    from schemas.statements.payloads import Remind

    act(connection, game, Remind(reason=reason), as_json, "those who are awaited are reminded")


@click.command()
@acting
@seat_argument
def vacate(connection: Connection, game: str, seat: str, reason: str, as_json: bool) -> None:
    """Take SEAT of GAME from its player; anybody may join there."""
    from schemas.statements.payloads import Vacate

    act(connection, game, Vacate(reason=reason, seat=seat), as_json, f"{seat} is vacant; anybody may join there")


@click.command()
@acting
@seat_argument
@click.argument("player")
def replace(connection: Connection, game: str, seat: str, player: str, reason: str, as_json: bool) -> None:
    """Take SEAT of GAME from its player and keep it for PLAYER, who has to join."""
    from schemas.statements.payloads import Replace

    said = Replace(reason=reason, seat=seat, player=player)
    act(connection, game, said, as_json, f"{seat} is vacant and kept for {player}, who has to join there")


@click.command()
@acting
@yes_option
def end(connection: Connection, game: str, reason: str, yes: bool, as_json: bool) -> None:
    """End GAME where it stands: places by the scores of this moment. Asks first."""
    from schemas.statements.payloads import End

    require_sure(f"End {game} here, with places by the present scores?", yes)
    act(connection, game, End(reason=reason), as_json, f"{game} is over")


@click.command()
@acting
@yes_option
def annul(connection: Connection, game: str, reason: str, yes: bool, as_json: bool) -> None:
    """End GAME without places. Asks first."""
    from schemas.statements.payloads import Annul

    require_sure(f"Annul {game}, so that it has no places?", yes)
    act(connection, game, Annul(reason=reason), as_json, f"{game} is annulled")


@click.command()
@acting
@click.option("--phase", type=click.IntRange(min=1), required=True, help="The phase that is played again.")
@yes_option
def rollback(connection: Connection, game: str, phase: int, reason: str, yes: bool, as_json: bool) -> None:
    """Take GAME back to before a phase was resolved. Asks first.

    What was resolved since is void; the phase is open again under a new number, and decks that nobody has seen are
    shuffled anew.
    """
    from schemas.statements.payloads import Rollback

    require_sure(f"Take {game} back to before phase {phase} was resolved? What came after is void.", yes)
    act(connection, game, Rollback(reason=reason, phase=phase), as_json, f"{game} is back before phase {phase}")


@click.command()
@acting
@click.option("--set", "changes", multiple=True, metavar="PATH=VALUE", help="A path of docs/cases.md; repeatable.")
@click.option("--redeal", is_flag=True, help="Deal anew what chance dealt face down; what players chose stays.")
@yes_option
def amend(
    connection: Connection, game: str, changes: tuple[str, ...], redeal: bool, reason: str, yes: bool, as_json: bool
) -> None:
    """Change the position of GAME openly, by the paths of case files. Asks first.

    Values are YAML: --set cities.athens.temple.red=2. Hidden things can only be dealt anew.
    """
    from schemas.statements.payloads import Amend

    said = Amend(reason=reason, changes=dict(map(change, changes)), redeal=redeal)
    if not said.changes and not redeal:
        raise Misuse("An amendment changes something: say --set PATH=VALUE, or --redeal.")
    require_sure(f"Amend the position of {game}? The open phase is void and opened anew.", yes)
    act(connection, game, said, as_json, f"the position of {game} is amended")


def change(given: str) -> tuple[str, Any]:
    """A path and its value."""
    from adjudicator.kernel import Malformed
    from adjudicator.kernel.strict_yaml import load

    path, equals, value = given.partition("=")
    try:
        if equals and path:
            return path, load(value)
        why = "it is written PATH=VALUE, such as cities.athens.temple.red=2"
    except Malformed as error:
        why = " ".join(str(error).split())
    raise Misuse(f"--set {given}: {why}.")


@click.command()
@click.argument("game")
@click.argument("who", nargs=-1, required=True)
@click.option("--seat", help="Keep this seat for the one player who is invited.")
@reading
@connected
def invite(connection: Connection, game: str, who: tuple[str, ...], seat: str | None, as_json: bool) -> None:
    """Invite players to GAME: WHO is the handle of a player, or an e-mail address."""
    if seat and len(who) > 1:
        raise Misuse(f"--seat keeps a seat for one player, and {len(who)} are named.")
    client = connection.player()
    for one in who:
        client.invite(game, one, seat)
    told = {"game": game, "invited": list(who), "seat": seat}
    emit(told, as_json, lambda _: tell(f"invited to {game}: {', '.join(who)}"))


ORGANISING = (pause, resume, extend, remind, vacate, replace, end, annul, rollback, amend, invite)
