"""`ostraka open`: what a mail of the host brought, verified, kept and shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import ClientError, Misuse, Refused
from cli.terminal.options import Connection, at_home, reading
from cli.terminal.output import board, emit, tell

if TYPE_CHECKING:
    from cli.mail.letters import Read
    from schemas.documents.armor import Armored


@click.command("open")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@reading
@at_home
def open_(connection: Connection, file: Path, as_json: bool) -> None:
    """Open what a mail of the host brought: your letter, or receipts.

    FILE is the attached .ostraka file, a text with an armored block in it, or the whole mail as your mail program
    saves it (.eml). A letter is verified with the pinned key of the host. Press is shown; a letter about a phase is
    kept besides: with --offline, `play`, `orders`, `book` and `try` work from it.
    """
    from cli.mail.find_documents import documents
    from schemas.documents.armor import Broken
    from schemas.errors import ProtocolError

    told: list[dict[str, Any]] = []
    failures: list[Exception] = []
    for found in documents(file.read_bytes(), str(file)):
        if isinstance(found, Broken):
            failures.append(Refused(f"{file}, line {found.line}: {found.message}.", "broken-block"))
            continue
        try:
            told.append(taken(connection, found))
        except (ClientError, ProtocolError) as failure:
            failures.append(failure)
    emit({"documents": told}, as_json, show)
    if failures:
        raise failures[0]
    if not told:
        raise Misuse(
            f"There is nothing in {file} for you to open. Wanted is the .ostraka file of a mail, or the mail itself; "
            "some mail programs save its text only: then save the attached file."
        )


def taken(connection: Connection, found: Armored) -> dict[str, Any]:
    """One document: verified and kept, or only named where it is not for players."""
    if found.kind == "letter":
        return take_letter(connection, found.document)
    if found.kind == "receipt":
        from cli.mail.mailed_receipts import take_receipt

        return take_receipt(connection.home, found.document)
    return {"kind": found.kind}


def take_letter(connection: Connection, raw: bytes) -> dict[str, Any]:
    """A letter: verified, kept unless a newer one is here or it is press, and told."""
    from cli.mail import mailed_press
    from cli.mail.letters import keep, read, verified

    identity = connection.identity()
    found, url, host = verified(raw, identity, connection.home)
    if found.kind == mailed_press.KIND:
        return mailed_press.PressLetter(found, host, url).told()
    letter = read(raw, identity, connection.home)
    newest = keep(connection.home, identity, letter)
    place = connection.home.letter_path(letter.letter.game, letter.letter.seat, letter.letter.phase)
    return {"kind": "letter", **plainly(letter), "newest": newest, "file": str(place) if newest else None}


def plainly(letter: Read) -> dict[str, Any]:
    """A letter as data: what it is and what it says."""
    import msgspec

    what = {field: getattr(letter.letter, field) for field in ("game", "seat", "phase", "at")}
    body = msgspec.to_builtins(letter.body)
    return {**what, "about": letter.letter.kind, "host": letter.host.name, "url": letter.url, "body": body}


def show(content: dict[str, Any]) -> None:
    """Each document in words."""
    for one in content["documents"]:
        {"letter": show_press_letter if one.get("about") == "press" else show_letter, "receipt": show_receipt}.get(
            one["kind"], show_other
        )(one)


def show_other(one: dict[str, Any]) -> None:
    """A document that tells a player nothing."""
    tell(f"a statement of kind {one['kind']}: for the host, nothing to open")


def show_receipt(one: dict[str, Any]) -> None:
    """What was acknowledged, and where the proof rests."""
    envelope = f"envelope {one['sequence']} of {one['seat']} for phase {one['phase']} of {one['game']}"
    tell(f"{one['word']}: {envelope} received {one['received_at']}")
    elsewhere = "the receipt is the host's; the envelope was sealed in another home, which keeps the proof"
    tell(f"receipt verified and kept in {one['file']}" if one["file"] else elsewhere)


def show_press_letter(one: dict[str, Any]) -> None:
    """The press that came in a letter."""
    from cli.mail.press import show_press

    tell(f"Press for {one['seat']} in {one['body']['name']} ({one['game']}), of {one['at']}")
    tell(f"signed by {one['host']}, whose pinned key it is; each message verified as its author's")
    show_press(one["body"]["messages"])


def show_letter(one: dict[str, Any]) -> None:
    """Who wrote it, the board, what happened, what is asked, and how to answer."""
    from cli.rules.local_check import lacks_rules, position_of, title_of

    body, seat = one["body"], one["seat"]
    tell(f"Letter to {seat} in {body['name']} ({one['game']}), phase {one['phase']}, {one['about']}, of {one['at']}")
    place = f"kept in {one['file']}" if one["newest"] else "older than the newest that you opened: not kept"
    tell(f"signed by {one['host']}, whose pinned key it is; {place}")
    if not lacks_rules(body["view"]):
        board(title_of(body["view"]).show(position_of(body["view"])), f"as {seat} knows it")
    for sentence in body["news"]:
        tell(f"  {sentence}")
    for fallen in body["fallen"]:
        tell(f"  Your order to {fallen['question']} fell: {fallen['message']} [{fallen['clause']}]")
    if body["key"]:
        show_questions(one)


def show_questions(one: dict[str, Any]) -> None:
    """What is asked of the seat, what its book would do, and the commands to answer without the service."""
    body, seat, where = one["body"], one["seat"], f"{one['game']} {one['seat']}"
    asked = prompts(body["view"], seat)
    tell(f"Deadline {body['deadline'] or 'none'}.")
    for question, prompt in asked.items():
        tell(f"{question}: {prompt}")
    for line in body["foreseen"] if body["sequences"].get("book") else ():
        tell(f"  {line}")
    if not asked:
        tell("Nothing is asked of you.")
    tell("To answer without the service:")
    tell(f"  ostraka orders form {where} --offline > orders.yaml")
    tell(f"  ostraka orders seal {where} orders.yaml --offline")
    tell(f"  ostraka book seal book.yaml {where} --offline")
    tell(f"and mail what that prints to {body['address']}")


def prompts(plain: dict[str, Any], seat: str) -> dict[str, str]:
    """What a view asks of its seat, in words; without its rules the questions by their names alone."""
    from adjudicator.registry import rules_of
    from cli.rules.local_check import position_of

    if (rules := rules_of(plain["version"])) is None:
        asks = (plain.get("phase") or {"asks": []})["asks"]
        return {ask["question"]: "asked of you" for ask in asks if ask["seat"] == seat}
    view = position_of(plain)
    return {ask.name: rules.prompt(view, seat, ask.name) for ask in rules.asked_of(view, seat)}
