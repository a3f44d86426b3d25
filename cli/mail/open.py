"""`ostraka open`: what a mail from the host brought, verified, kept and shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import ClientError, Misuse, Refused
from cli.terminal.envelopes import received_in_words
from cli.terminal.options import Connection, home_options, json_option
from cli.terminal.output import board, emit, fallen_in_words, tell
from cli.times import local_time, time_left

if TYPE_CHECKING:
    from cli.mail.letters import VerifiedLetter
    from schemas.documents.armor import Armored


@click.command("open")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
@home_options
def open_(connection: Connection, file: Path, as_json: bool) -> None:
    """Open what a mail from the host brought: your letter, or receipts.

    FILE is the attached .ostraka file, a text with an armored block in it, or the whole mail as your mail program
    saves it (.eml). A letter is verified with the host's pinned key, and shown. A letter about a phase is also kept:
    with --offline, `play`, `orders`, `book` and `try` work from it.
    """
    from cli.mail.find_documents import find_documents
    from schemas.documents.armor import Broken
    from schemas.errors import ProtocolError

    opened: list[dict[str, Any]] = []
    failures: list[Exception] = []
    raw = file.read_bytes()
    for found in find_documents(raw, str(file)):
        if isinstance(found, Broken):
            failures.append(Refused(f"{file}, line {found.line}: {found.message}.", "broken-block"))
            continue
        try:
            opened.append(take_document(connection, found))
        except (ClientError, ProtocolError) as failure:
            failures.append(failure)
    notes = opened_notes(connection, raw, file.name, failures)
    opened += notes if not opened else []
    emit({"documents": opened}, as_json, show_documents)
    if failures:
        raise failures[0]
    if not opened:
        raise Misuse(
            f"There is nothing to open in {file}. Give the .ostraka file attached to a mail, or the whole mail. "
            "If your mail program saves only the text, save the attached file instead."
        )


def opened_notes(connection: Connection, raw: bytes, name: str, failures: list[Exception]) -> list[dict[str, Any]]:
    """The checkpoints in a mail, each compared with those that came by other roads."""
    from cli.mail.find_documents import find_notes
    from cli.mail.mailed import take_note
    from schemas.log.checkpoints import BrokenNote

    taken: list[dict[str, Any]] = []
    for note in find_notes(raw):
        if isinstance(note, BrokenNote):
            said = f"{name}, line {note.line}: this checkpoint is not as the host signed it: {note.message}."
            failures.append(Refused(said, "broken-checkpoint"))
            continue
        try:
            taken.append(take_note(connection.home, note, f"file {name}"))
        except ClientError as failure:
            failures.append(failure)
    return taken


def take_document(connection: Connection, found: Armored) -> dict[str, Any]:
    """Verify and keep one document; one that is not for players is only named."""
    if found.kind == "letter":
        return take_letter(connection, found.document)
    if found.kind == "receipt":
        from cli.mail.mailed import take_receipt

        return take_receipt(connection.home, found.document)
    return {"kind": found.kind}


def take_letter(connection: Connection, raw: bytes) -> dict[str, Any]:
    """Verify a letter, and keep it unless a newer one is here or it is press; gives what to show."""
    from cli.mail.letters import keep_letter, read_letter, take_checkpoint, verify_letter
    from cli.mail.mailed import KIND, PressLetter

    identity = connection.identity()
    found, url, host = verify_letter(raw, identity, connection.home)
    if found.kind == KIND:
        take_checkpoint(connection.home, found, url, host)
        return PressLetter(found, host, url).as_data()
    letter = read_letter(raw, identity, connection.home)
    newest = keep_letter(connection.home, identity, letter)
    place = connection.home.letter_path(letter.letter.game, letter.letter.seat, letter.letter.phase)
    return {"kind": "letter", **letter_as_data(letter), "newest": newest, "file": str(place) if newest else None}


def letter_as_data(letter: VerifiedLetter) -> dict[str, Any]:
    """What a letter is, and what it says, as plain data."""
    import msgspec

    what = {field: getattr(letter.letter, field) for field in ("game", "seat", "phase", "at")}
    body = msgspec.to_builtins(letter.body)
    return {**what, "about": letter.letter.kind, "host": letter.host.name, "url": letter.url, "body": body}


def show_documents(content: dict[str, Any]) -> None:
    """Print each document, a letter of press as press."""
    shown = {"receipt": show_receipt, "checkpoint": show_note}
    for one in content["documents"]:
        letter = show_press_letter if one.get("about") == "press" else show_letter
        (letter if one["kind"] == "letter" else shown.get(one["kind"], show_other))(one)


def show_other(one: dict[str, Any]) -> None:
    """A document that is not for players."""
    tell(f"This is a statement for the host ({one['kind']}): there is nothing to open.")


def show_note(one: dict[str, Any]) -> None:
    """A checkpoint that contradicts nothing that came here."""
    tell(f"Checkpoint of {one['game']}: its log had {one['entries']} entries, the last with the hash {one['head']}")
    tell("It is signed with the host's pinned key, and agrees with everything received here.")
    tell(f"To compare it with the log of today: ostraka log {one['game']}")


def show_receipt(one: dict[str, Any]) -> None:
    """What the host has acknowledged, and where the proof is kept."""
    tell(received_in_words(one))
    elsewhere = "The receipt is verified. Its envelope was sealed on another device: open it there to keep it."
    tell(f"The receipt is verified and kept in {one['file']}" if one["file"] else elsewhere)


def show_press_letter(one: dict[str, Any]) -> None:
    """The press that came in a letter."""
    from cli.mail.press import show_press

    tell(f"Press for {one['seat']} in {one['body']['name']} ({one['game']}), {local_time(one['at'])}")
    tell(f"It is signed with the pinned key of {one['host']}, and each message by its author.")
    show_press(one["body"]["messages"])


def show_letter(one: dict[str, Any]) -> None:
    """Which letter it is, the board, what happened, what is asked, and how to answer."""
    from cli.rules.local_check import position_of, title_of
    from cli.terminal.envelopes import warn_if_unchecked

    body, seat = one["body"], one["seat"]
    tell(f"Letter to {seat} in {body['name']} ({one['game']}), phase {one['phase']}, {local_time(one['at'])}")
    place = f"kept in {one['file']}" if one["newest"] else "not kept, because you have opened a newer one"
    tell(f"It is signed with the pinned key of {one['host']}, and {place}")
    if not warn_if_unchecked(body["view"]):
        board(title_of(body["view"]).show(position_of(body["view"])), f"as {seat} sees it")
    for sentence in body["news"]:
        tell(f"  {sentence}")
    for fallen in body["fallen"]:
        tell(f"  {fallen_in_words(fallen['question'], fallen['message'], fallen['clause'])}")
    if body["key"]:
        show_questions(one)


def show_questions(one: dict[str, Any]) -> None:
    """What the seat is asked, what its book would do, and the commands to answer by mail."""
    body, seat, where = one["body"], one["seat"], f"{one['game']} {one['seat']}"
    asked = prompts(body["view"], seat)
    tell(f"Deadline: {time_left(body['deadline']) if body['deadline'] else 'none'}")
    for question, prompt in asked.items():
        tell(f"{prompt} ({question})")
    for line in body["foreseen"] if body["sequences"].get("book") else ():
        tell(f"  {line}")
    if standing := standing_orders(body["view"], seat):
        tell("Your book:")
        for line in standing:
            tell(f"  {line}")
    if not asked:
        tell("You are asked nothing.")
    tell("To answer question by question, and get an envelope to mail:")
    tell(f"  ostraka play {where} --offline")
    tell("To answer with a form, or to send a book:")
    tell(f"  ostraka orders form {where} --offline > orders.yaml")
    tell(f"  ostraka orders seal {where} orders.yaml --offline")
    tell(f"  ostraka book seal book.yaml {where} --offline")
    tell(f"Mail the envelope that the last command prints to {body['address']}")


def prompts(plain: dict[str, Any], seat: str) -> dict[str, str]:
    """What a view asks its seat, in words; without its rules, the ids of the questions alone."""
    from adjudicator.registry import rules_of
    from cli.rules.local_check import position_of

    if (rules := rules_of(plain["version"])) is None:
        asks = (plain.get("phase") or {"asks": []})["asks"]
        return {ask["question"]: "your answer is wanted" for ask in asks if ask["seat"] == seat}
    view = position_of(plain)
    return {ask.name: rules.prompt(view, seat, ask.name) for ask in rules.asked_of(view, seat)}


def standing_orders(plain: dict[str, Any], seat: str) -> list[str]:
    """What is left of the seat's book, in words; nothing without its rules."""
    from adjudicator.registry import rules_of
    from cli.rules.local_check import position_of

    if (rules := rules_of(plain["version"])) is None:
        return []
    return rules.explain_book(position_of(plain).books.get(seat, []))
