"""`ostraka play GAME`: a game at a host, question by question; the answer is sealed and sent, or sealed for a mail."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.kernel import Book, OstrakaError, Position, Title
from adjudicator.kernel.questions.questions import ask_name
from cli.books.book_files import plain_book
from cli.client import Client
from cli.client.answers import GameSummary
from cli.errors import Refused, Unreachable
from cli.home.home import safe_name
from cli.play.ahead.cards import tell_what_came
from cli.play.ahead.command import ask_for_cards, hand_of
from cli.play.ahead.next_times import Ahead
from cli.play.bot import wait_for_news
from cli.play.prompt import Person
from cli.play.review import Review
from cli.play.screen import Left, read_line, show_news
from cli.seat.delivery import give_envelope, send_or_seal, show_receipt
from cli.seat.known_game import KnownGame, load_known_game
from cli.terminal.finding import find_seat
from cli.terminal.output import fallen_in_words, table, tell
from cli.times import time_left
from schemas.documents.game_in_words import reason_in_words
from schemas.statements.payloads import BOOK, Word

if TYPE_CHECKING:
    from cli.terminal.options import Connection

Payload = dict[str, Any]
BETWEEN_LOOKS = 20.0  # seconds, if nothing is heard
PATIENCE, PAUSE = 4.0, 0.1  # seconds to wait for a phase that can be resolved at once, and between looks
MOST_NEWS = 60  # sentences shown at once


class HostedGame:
    """A game of a host as one seat knows it, with its unread news."""

    def __init__(self, known: KnownGame) -> None:
        self.known, self.seat = known, known.seat
        self.news: Mapping[str | None, Sequence[str]] = {known.seat: unread_news(known)}

    @property
    def rules(self) -> Title[Any]:
        """The rules that it is played by."""
        return self.known.rules

    def view(self, seat: str | None) -> Position:
        """The position as the seat may know it; no other is known here."""
        return self.known.view

    def board(self, seat: str | None) -> str:
        """The board as the seat may know it."""
        return self.rules.show(self.known.view)


def play_game(connection: Connection, game: str, seat: str | None, word: Word, board: bool, stay: bool) -> None:
    """Answer what a game asks a seat, phase after phase, as long as it asks and the person goes on.

    With `stay` it also waits for the others, until the game is over or the person leaves.
    """
    client = connection.player()
    seat = client.own_seat(client.game(game), seat, f"ostraka play {game} SEAT")
    news_shown = False
    while True:
        known = KnownGame(client, game, seat, client.view(game, seat)["view"])
        if stay and not known.phase:
            show_over(client.game(game))
            return
        if known.phase and not known.asked:
            tell(f"{seat} is asked nothing in {game} now.")
            show_waiting(client, game)
            if not (stay and wait_until_asked(known, known.phase)):
                return
            continue
        try:
            show_receipt(answer(known, word, board, news_shown))
        except Left:
            tell(f"You have left the game. {kept_in_words(known)}")
            return
        if not continue_after(known, stay):
            return
        board, news_shown = False, True


def play_letter(
    connection: Connection, game: str, seat: str | None, word: Word, board: bool, output: Path | None
) -> None:
    """Answer what the newest letter to a seat asks; the answer is sealed for a mail."""
    known = load_known_game(connection, game, seat or find_seat(connection, game, offline=True), offline=True)
    if known.phase and not known.asked:
        tell(f"By {known.source}, {known.seat} is asked nothing in {game}.")
        return
    try:
        sealed = answer(known, word, board, news_shown=False)
    except Left:
        tell(f"You have left the game. {kept_in_words(known)}")
        return
    give_envelope(sealed, output, as_json=False)


def answer(known: KnownGame, word: Word, board: bool, news_shown: bool) -> Payload:
    """Ask all questions, let the player review the answer, then send or seal it; gives what `send_or_seal` gives."""
    person = Person(HostedGame(known), known.seat, reviewed=True)
    hand = hand_of(known)
    came = hand.follow(known.view, known.phase)
    if board:
        person.show_board()
    if not news_shown:
        person.show_news()
        tell("Type ? to see what you can type, b to see the board.")
    tell_what_came(hand, came)
    try:
        restore_sent_orders(known, person)
        restore_kept_orders(known, person)
        ahead = Ahead(person, hand)
        settled = Review(person, word, ahead, hand).settle()
    except Left:
        keep_begun_orders(known, person)
        raise
    except Refused as refusal:
        if refusal.code != "input-ended":
            raise
        raise Refused(f"The input ended before the answer of {known.seat} was sent.", refusal.code) from None
    book = hand.book(ahead.book) if hand.waiting else ahead.book
    given = send_with_book(known, known.phase, person.begun, settled, book)
    if hand.waiting:
        hand.filed(known.phase)
    kept_file(known).unlink(missing_ok=True)
    return given


def kept_file(known: KnownGame) -> Path:
    """Where an answer is kept that was begun and not sent."""
    name = f"{safe_name(known.game)}-{safe_name(known.seat)}-{known.phase}.json"
    return known.client.home.root / "drafts" / name


def keep_begun_orders(known: KnownGame, person: Person) -> None:
    """Keep what was answered so far, so that leaving loses nothing."""
    if person.orders:
        known.client.home.keep_file(kept_file(known), json.dumps(person.begun).encode())


def restore_kept_orders(known: KnownGame, person: Person) -> None:
    """Begin with what was answered for this phase before, and not sent."""
    with suppress(OSError, ValueError):
        person.restore(json.loads(kept_file(known).read_bytes()))


def kept_in_words(known: KnownGame) -> str:
    """What became of an answer that was not sent."""
    kept = kept_file(known).exists()
    return "Nothing was sent; your answers so far are kept." if kept else "Nothing was sent."


def send_with_book(known: KnownGame, phase: int, orders: Sequence[Payload], word: Word, book: Book | None) -> Payload:
    """Send orders and a book for after this phase, or seal both for a mail; gives what `send_or_seal` gives.

    A draft goes first: the seat has then taken the phase into its own hands, and the book does not answer in its place.
    """
    if book is None:
        return send_or_seal(known, phase, orders, word)
    if known.letter:
        sealed = send_or_seal(known, phase, orders, word)
        with_it = send_or_seal(known, BOOK, plain_book(book), "final")
        return {**sealed, "armored": f"{sealed['armored']}\n{with_it['armored']}"}
    send_or_seal(known, phase, orders, "draft")
    show_receipt(send_or_seal(known, BOOK, plain_book(book), "final"))
    return send_or_seal(known, phase, orders, word)


def restore_sent_orders(known: KnownGame, person: Person) -> None:
    """Begin with what the seat has sent for this phase already, as far as the rules can still read it."""
    held = known.own()
    if held is None or held[0].header.word == "withdrawn":
        return
    header, sent = held[0].header, held[1]
    try:
        orders = known.rules.decode_orders(list(sent))
    except OstrakaError:
        orders = []
    for order in orders:
        name = ask_name(order)
        if known.rules.question(name).unasked:
            person.unasked.append(order)
        elif name in known.asked:
            person.answers[name] = order
    tell(f"Envelope {header.sequence} ({header.word}) is already in; what you send now replaces it.")


def unread_news(known: KnownGame) -> list[str]:
    """What happened since the seat's last answer with a receipt here; for a letter, its news."""
    if known.letter:
        return [*known.letter.body.news, *map(fallen_sentence, known.letter.body.fallen)]
    client, game, seat = known.client, known.game, known.seat
    answered = [phase for phase in client.home.receipt_phases(game, seat) if 0 < phase < known.phase]
    found = sentences(client.report(game, seat, answered[-1] - 1 if answered else None))
    earlier = [f"… for what came before: ostraka history {game} {seat}"] if len(found) > MOST_NEWS else []
    return [*earlier, *found[-MOST_NEWS:]]


def sentences(phases: Sequence[Mapping[str, Any]]) -> list[str]:
    """The sentences of a report."""
    found: list[str] = []
    for phase in phases:
        found += [event["sentence"] for event in phase["events"]]
        found += map(fallen_sentence, phase["fallen"])
    return found


def fallen_sentence(one: Mapping[str, str]) -> str:
    """An order that was not carried out, as a report has it."""
    return fallen_in_words(one["question"], one["message"], one["clause"])


# --- after the answer ------------------------------------------------------------------------------------------------


def continue_after(known: KnownGame, stay: bool) -> bool:
    """Show what came of the answer; if the seat is asked again, ask whether to go on, or with `stay` wait for it."""
    client, game, seat = known.client, known.game, known.seat
    summary = wait_for_resolution(client, game, known.phase)
    if summary["phase"] != known.phase:
        tell(f"Phase {known.phase} is resolved.")
        show_news(sentences(client.report(game, seat, known.phase - 1)))
    if summary["status"] == "over":
        show_over(summary)
        return False
    view = client.view(game, seat)["view"]
    asked = KnownGame(client, game, seat, view).asked if summary["phase"] != known.phase else []
    if not asked:
        tell(f"{seat} is asked nothing more in {game} now.")
        show_waiting(client, game)
        if stay and sys.stdin.isatty():
            offer_cards(KnownGame(client, game, seat, view))
        else:
            tell(f"To answer ahead what you may still be asked this turn: ostraka ahead {game} {seat}")
        return stay and wait_until_asked(known, int(summary["phase"] or 0))
    if stay:
        return True
    for question in client.questions(game, seat)["questions"]:
        tell(f"{question['prompt']} ({question['question']})")
    return wants_more(seat)


def offer_cards(known: KnownGame) -> None:
    """While the game waits for others: have the person answer ahead what they may still be asked this turn."""
    with suppress(Left, Refused):
        if read_line("Type c to answer ahead what you may still be asked this turn; Enter waits").casefold() == "c":
            hand = hand_of(known)
            tell_what_came(hand, hand.follow(known.view, known.phase))
            ask_for_cards(known, hand)


def wait_until_asked(known: KnownGame, phase: int) -> bool:
    """Wait until the seat is asked, telling what happens meanwhile; False once the game is over, or after Ctrl-C."""
    client, game, seat = known.client, known.game, known.seat
    tell("You are asked as soon as it is your turn; Ctrl-C leaves.")
    read = 0
    try:
        while True:
            read = wait_for_news(client, game, seat, read, BETWEEN_LOOKS)
            with suppress(Unreachable):
                summary = client.game(game)
                if summary["phase"] == phase:
                    continue
                show_news(sentences(client.report(game, seat, phase - 1)))
                if summary["status"] == "over":
                    show_over(summary)
                    return False
                phase = int(summary["phase"] or 0)
                if KnownGame(client, game, seat, client.view(game, seat)["view"]).asked:
                    click.echo("\a", nl=False)
                    return True
    except KeyboardInterrupt:
        tell("\nYou have left the game; nothing is lost.")
        return False


def wants_more(seat: str) -> bool:
    """Does the player want to answer the next phase now?"""
    try:
        return read_line(f"{seat} is asked again: press Enter to go on, or type q to leave").casefold() in (
            "",
            "y",
            "yes",
        )
    except (Left, Refused):
        return False


def wait_for_resolution(client: Client, game: str, sent: int) -> GameSummary:
    """The game's summary, once it has gone as far as it can without an answer, or after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while True:
        summary = client.game(game)
        if summary["phase"] is None or time.monotonic() > end or not may_be_cut_now(client, summary, sent):
            return summary
        time.sleep(PAUSE)


def may_be_cut_now(client: Client, summary: GameSummary, sent: int) -> bool:
    """Can the open phase be cut now, as far as everyone may know? A veiled one: has this seat sent?"""
    try:
        phase = client.phase(summary["game"])
    except Refused:  # it is over by now
        return True
    if phase["phase"] != summary["phase"] or phase["status"] == "cut":
        return True
    cut = summary["terms"]["cut"]
    if cut == "deadline" or summary["paused_at"]:
        return False
    if phase["veiled"]:
        return phase["phase"] == sent
    return all(ask["final"] if cut == "final" else ask["in"] for ask in phase["asked"])


def show_waiting(client: Client, game: str) -> None:
    """Whom the game is waiting for, as everyone may know it; nobody if it ended between two requests."""
    try:
        phase = client.phase(game)
    except Refused as refusal:
        if refusal.code != "no-open-phase":
            raise
        return
    tell(f"Phase {phase['phase']} is open until {time_left(phase['deadline'])}.")
    for sentence in phase["waiting"]:
        tell(f"  {sentence}")


def show_over(summary: GameSummary) -> None:
    """Print why a game ended, with places and scores."""
    tell(f"{summary['game']} is over: {reason_in_words(str(summary['reason']))}.")
    places, scores = summary["places"] or {}, summary["scores"] or {}
    names = [seat["seat"] for seat in summary["seats"]]
    table(("place", "seat", "score"), sorted((places.get(one, ""), one, scores.get(one, "")) for one in names))
