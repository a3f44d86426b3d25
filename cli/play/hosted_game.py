"""`ostraka play GAME`: a game at a host, question by question; the answer is sealed and sent, or sealed for a mail."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.answer.sitting import Sitting
from cli.errors import Refused
from cli.play.prompt import Person
from cli.play.review import Review
from cli.play.screen import Left, read_line, show_news, tell_what_came
from cli.play.waiting import Waiting
from cli.seat.game import Given, news, told_since
from cli.seat.hosted import HostedGame, LetterGame
from cli.terminal.envelopes import give_envelope, show_sealed
from cli.terminal.finding import find_seat
from cli.terminal.output import tell
from cli.times import time_left
from schemas.statements.payloads import Word

if TYPE_CHECKING:
    from cli.terminal.options import Connection

BETWEEN_LOOKS = 20.0  # seconds, if nothing is heard
MOST_NEWS = 60  # sentences shown at once


def play_game(connection: Connection, game: str, seat: str | None, word: Word, board: bool, stay: bool) -> None:
    """Answer what a game asks a seat, phase after phase, as long as it asks and the person goes on.

    With `stay` it also waits for the others, until the game is over or the person leaves.
    """
    client = connection.player()
    seat = client.own_seat(client.game(game), seat, f"ostraka play {game} SEAT")
    sitting, news_shown = Sitting(HostedGame(client, game, seat), client.home), False
    wait = Waiting(client, game, seat)
    if sitting.now.phase is None and not stay:
        raise Refused(f"{game} is over.", "no-open-phase")
    while sitting.now.phase is not None:
        if not sitting.now.asked:
            tell_notices(sitting)
            tell(f"{seat} is asked nothing in {game} now.")
            show_waiting(sitting)
            if not (stay and wait_until_asked(sitting, wait)):
                return
            continue
        phase = sitting.now.phase
        try:
            given = answer(sitting, word, board, news_shown)
        except Left:
            tell(f"You have left the game. {kept_in_words(sitting)}")
            return
        if show_given(given):
            return
        wait.for_resolution(phase)
        sitting.listen()
        if not continue_after(sitting, wait, phase, stay):
            return
        board, news_shown = False, True
    show_over(sitting)


def play_letter(
    connection: Connection, game: str, seat: str | None, word: Word, board: bool, output: Path | None
) -> None:
    """Answer what the newest letter to a seat asks; the answer is sealed for a mail."""
    client = connection.player(game)
    letter = LetterGame(client, game, seat or find_seat(connection, game, offline=True))
    if letter.older:
        tell(letter.trouble, error=True)
    sitting = Sitting(letter, client.home)
    if not sitting.now.asked:
        tell(f"By {letter.known.source}, {letter.seat} is asked nothing in {game}.")
        return
    try:
        given = answer(sitting, word, board, news_shown=False)
    except Left:
        tell(f"You have left the game. {kept_in_words(sitting)}")
        return
    give_envelope(dict(given.done or {}), output, as_json=False)


def answer(sitting: Sitting, word: Word, board: bool, news_shown: bool) -> Given:
    """Ask all questions, let the player review the answer, then send or seal it."""
    sheet, phase, hand = sitting.sheet, sitting.now.phase, sitting.ahead
    assert sheet is not None and phase is not None  # noqa: S101, PT018 - it is asked
    found = news(sitting.game)
    earlier = [f"… for what came before: ostraka history {sitting.game.id} {sitting.seat}"] if found[MOST_NEWS:] else []
    person = Person(sheet, [*earlier, *found[-MOST_NEWS:]], sitting.do)
    if board:
        person.show_board()
    if not news_shown:
        person.show_news()
        tell("Type ? to see what you can type, b to see the board.")
    tell_what_came(hand, sitting.came)
    tell_notices(sitting)
    if sitting.sent is not None and (held := sitting.game.given()) is not None:
        tell(f"Envelope {held.sequence} ({held.word}) is already in; what you send now replaces it.")
    if sheet.begun:
        tell("What you had answered when you left is kept; you are asked the rest.")
    try:
        settled = Review(person, hand, word).settle()
    except Refused as refusal:
        if refusal.code != "input-ended":
            raise
        raise Refused(f"The input ended before the answer of {sitting.seat} was sent.", refusal.code) from None
    sitting.send(settled, phase, sure=True)
    if sitting.given is None:
        raise sitting.failure or Refused(" ".join(sitting.notice), "phase-closed")
    return sitting.given


def tell_notices(sitting: Sitting) -> None:
    """Print what is to be said once."""
    for line in sitting.notice:
        tell(line)
    sitting.notice.clear()


def kept_in_words(sitting: Sitting) -> str:
    """What became of an answer that was not sent."""
    kept = sitting.sheet is not None and sitting.sheet.begun
    return "Nothing was sent; your answers so far are kept." if kept else "Nothing was sent."


def show_given(given: Given) -> bool:
    """What came of the answer, line by line; gives whether it is sealed for a mail, since no host answers."""
    if given.armored is not None:
        tell(given.words[0], error=True)
        show_sealed(dict(given.done or {}))
        return True
    for line in given.words:
        tell(line)
    return False


# --- after the answer ------------------------------------------------------------------------------------------------


def continue_after(sitting: Sitting, wait: Waiting, phase: int, stay: bool) -> bool:
    """Show what came of the answer; if the seat is asked again, ask whether to go on, or with `stay` wait for it."""
    game, seat, now = sitting.game, sitting.seat, sitting.now
    if now.phase != phase:
        tell(f"Phase {phase} is resolved.")
        show_news(news(game))
    if now.phase is None:
        show_over(sitting)
        return False
    if not now.asked or now.phase == phase:
        tell(f"{seat} is asked nothing more in {game.id} now.")
        show_waiting(sitting)
        tell(f"To answer ahead what you may still be asked this turn: ostraka ahead {game.id} {seat}")
        return stay and wait_until_asked(sitting, wait)
    if stay:
        return True
    for name in now.asked:
        tell(f"{game.rules.prompt(now.view, seat, name)} ({name})")
    return wants_more(seat)


def wait_until_asked(sitting: Sitting, wait: Waiting) -> bool:
    """Wait until the seat is asked, telling what happens meanwhile; False once the game is over, or after Ctrl-C."""
    tell("You are asked as soon as it is your turn; Ctrl-C leaves.")
    phase = sitting.now.phase or 0
    try:
        while True:
            wait.for_news(BETWEEN_LOOKS)
            sitting.listen()
            if sitting.now.phase == phase:
                continue
            show_news(told_since(sitting.game, phase))
            if sitting.now.phase is None:
                show_over(sitting)
                return False
            phase = sitting.now.phase or 0
            if sitting.now.asked:
                click.echo("\a", nl=False)
                return True
    except KeyboardInterrupt:
        tell("\nYou have left the game; nothing is lost.")
        return False


def wants_more(seat: str) -> bool:
    """Does the player want to answer the next phase now?"""
    try:
        typed = read_line(f"{seat} is asked again: press Enter to go on, or type q to leave")
    except (Left, Refused):
        return False
    return typed.casefold() in ("", "y", "yes")


def show_waiting(sitting: Sitting) -> None:
    """Whom the game waits for, as everyone may know it."""
    now = sitting.now
    if now.deadline is not None:
        tell(f"Phase {now.phase} is open until {time_left(now.deadline)}.")
    for sentence in now.waiting:
        tell(f"  {sentence}")


def show_over(sitting: Sitting) -> None:
    """Print why a game ended, with places and scores."""
    for line in sitting.now.ending:
        tell(line.replace("The game", sitting.game.id, 1))
