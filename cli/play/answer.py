"""`ostraka answer`: one command reads a mail, asks its questions, and writes the sealed reply."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, redirect_stdout
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, home_options, json_option, word_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from email.message import EmailMessage

    from schemas.statements.payloads import Word

MAIL = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("mail", type=MAIL)
@word_option
@click.option("--send", is_flag=True, help="Send the answer to the host at once, instead of writing a mail.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the reply to this file.")
@json_option
@home_options
def answer(connection: Connection, mail: Path, final: bool, send: bool, output: Path | None, as_json: bool) -> None:
    """Answer MAIL, as your mail program saves it (.eml), or the letter attached to it.

    You are asked what it asks, question by question, and review your answer. Then it is sealed, and a reply is written
    beside MAIL: open it with your mail program and send it, from any address. Nobody on its way can read it. A mail
    with press asks you for a word in return. With --json the questions are on standard error.
    """
    letters = opened_letters(connection, mail)
    if not letters:
        raise Misuse(f"There is nothing to answer in {mail}. Give the whole mail, or the .ostraka file attached to it.")
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        answers = [one for letter in letters for one in answered(connection, letter, "final" if final else "draft")]
    if send:
        emit([sent(connection, one) for one in answers], as_json, show_sent)
        return
    sealed = [signed(connection, one) if "to" in one else one for one in answers]
    if not sealed:
        emit({"file": None, "address": None, "answers": []}, as_json, lambda _: tell("No reply is written."))
        return
    path = output or free_path(mail)
    mailed = reply(mail, sealed)
    path.write_bytes(mailed.as_bytes())
    written = {"file": str(path), "address": str(mailed["To"]), "answers": [described(one) for one in sealed]}
    emit(written, as_json, show_written)


def opened_letters(connection: Connection, mail: Path) -> list[dict[str, Any]]:
    """The letters in a mail, verified and kept as `ostraka open` does."""
    from cli.mail.find_documents import find_documents
    from cli.mail.open import take_document
    from schemas.documents.armor import Armored

    found = find_documents(mail.read_bytes(), str(mail))
    armored = [one for one in found if isinstance(one, Armored) and one.kind == "letter"]
    letters = [take_document(connection, one) for one in armored]
    if letters:
        connection.found_url = letters[0]["url"]
    return letters


def answered(connection: Connection, letter: dict[str, Any], word: Word) -> Iterator[dict[str, Any]]:
    """What a person answers to a letter: sealed orders, or press."""
    if letter["about"] == "press":
        yield from answered_press(connection, letter)
        return
    from cli.answer.sitting import Sitting
    from cli.play.hosted_game import answer as ask
    from cli.play.hosted_game import kept_in_words
    from cli.play.screen import Left
    from cli.seat.hosted import LetterGame

    game, seat, name = letter["game"], letter["seat"], letter["body"]["name"]
    if not letter["newest"]:
        raise Misuse(f"You have opened a newer letter to {seat} in {name}: answer the mail that it came with.")
    client = connection.player(game)
    sitting = Sitting(LetterGame(client, game, seat), client.home)
    if not letter["body"]["key"] or not sitting.now.asked:
        tell(f"{seat} is asked nothing in {name}.")
        return
    tell(f"{name}, {seat}:")
    try:
        yield dict(ask(sitting, word, board=True, news_shown=False).done or {})
    except Left:
        tell(f"You have left the game. {kept_in_words(sitting)}")


def answered_press(connection: Connection, letter: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A word in return for press, to everybody who wrote; none where nothing is typed."""
    from cli.mail.open import show_press_letter
    from cli.play.screen import read_line

    show_press_letter(letter)
    authors = list(dict.fromkeys(one["from"] for one in letter["body"]["messages"]))
    if text := read_line(f"Your answer to {', '.join(authors)} (Enter for none)"):
        yield {**letter, "to": authors, "text": text}


def signed(connection: Connection, press: dict[str, Any]) -> dict[str, Any]:
    """Press, signed for a mail. A letter about a phase knows the game's address; else the mail that brought it does."""
    from cli.mail.letters import newest_letter
    from cli.mail.press import signed_press

    game, seat = press["game"], press["seat"]
    client = connection.player(game)
    opened = seat in client.home.letter_seats(game)
    address = newest_letter(client.home, client.me, game, seat).body.address if opened else None
    block = signed_press(connection, press["url"], game, seat, press["to"], press["text"])
    return {**press, "address": address, "armored": block}


def sent(connection: Connection, answer: dict[str, Any]) -> dict[str, Any]:
    """Send an answer to the host; gives the receipt, or the number of the press."""
    from cli.client import Client
    from cli.seat.delivery import with_receipt_file
    from cli.terminal.finding import address_of
    from schemas.envelopes import Envelope

    known = connection.player(answer["game"])
    client = Client(str(address_of(known.home, answer["game"])), known.identity, known.handle, known.home)
    if "to" in answer:
        about = {name: answer[name] for name in ("game", "seat", "to")}
        return about | {
            "number": client.send_press(answer["game"], answer["seat"], answer["to"], answer["text"])["number"]
        }
    return with_receipt_file(client, client.deliver(Envelope.parse(Path(answer["file"]).read_bytes())))


def show_sent(sent: Sequence[dict[str, Any]]) -> None:
    """Each receipt, and whom press went to."""
    from cli.terminal.envelopes import show_receipt

    for one in sent:
        if "to" in one:
            tell(f"{described(one)}: sent.")
        else:
            show_receipt(one)
    if not sent:
        tell("Nothing was sent.")


# --- the reply -------------------------------------------------------------------------------------------------------


def reply(mail: Path, sealed: Sequence[dict[str, Any]]) -> EmailMessage:
    """The mail that brings answers to the game's address, in the thread of the mail that asked."""
    from email import message_from_bytes, policy
    from email.message import EmailMessage
    from email.utils import formatdate

    asked = message_from_bytes(mail.read_bytes(), policy=policy.default)
    answer = EmailMessage(policy=policy.SMTP)
    subject = one_line(asked["Subject"]) or f"Answer for {sealed[0]['game']}"
    answer["To"] = str(sealed[0]["address"] or one_line(asked["Reply-To"]) or one_line(asked["From"]))
    answer["Subject"] = subject if subject.casefold().startswith("re:") else f"Re: {subject}"
    answer["Date"] = formatdate(localtime=True)
    answer["X-Unsent"] = "1"  # mail programs then open it to be sent
    if identified := one_line(asked["Message-ID"]):
        answer["In-Reply-To"] = identified
        answer["References"] = f"{one_line(asked['References'])} {identified}".strip()
    texts = [f"{described(one)}:\n\n{one['armored']}" for one in sealed]
    answer.set_content("\n".join(texts))
    return answer


def one_line(value: object) -> str:
    """A header without line breaks; nothing without one."""
    return " ".join(str(value or "").split())


def described(sealed: dict[str, Any]) -> str:
    """What a sealed answer is, in words."""
    if "to" in sealed:
        return f"Press from {sealed['seat']} to {', '.join(sealed['to'])}"
    from cli.terminal.envelopes import envelope_in_words

    return envelope_in_words(sealed).capitalize()


def free_path(mail: Path) -> Path:
    """A file beside the mail that does not exist yet."""
    names = (f"{mail.stem}-answer{number if number > 1 else ''}.eml" for number in count(1))
    return next(path for name in names if not (path := mail.with_name(name)).exists())


def show_written(written: dict[str, Any]) -> None:
    """Where the reply is, and what to do with it."""
    for one in written["answers"]:
        tell(f"{one}.")
    tell(f"The reply is in {written['file']}. Open it with your mail program and send it to {written['address']}")
    tell("The host's mail in return brings the receipt; to keep it: ostraka open FILE")
