"""Chapters that the demo of every title has: the host, the players, a forgery, a sleeper, the proofs at the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import click

from cli.client import Client
from cli.errors import Refused
from cli.rules.order_form import read_form, write_orders
from cli.times import local_time
from schemas.envelopes import Envelope, seal
from schemas.statements.statements import Statement
from tools.demo.secret_search import places_of, secrets_of
from tools.demo.stage import Stage

ORGANISER, SLEEPER, BOTS = "aspasia", "kleon", {"nikias": "random", "thais": "steady"}
PLAYERS = (ORGANISER, SLEEPER, *BOTS)
Orders = Sequence[dict[str, Any]]
LONG = 60  # lines
POLL = "0.3"  # seconds between the looks of a bot


def open_host(stage: Stage, *options: str) -> None:
    """A real host with its database, keys and mails in one directory; `options` are those of serve."""
    stage.heading("A host is opened")
    stage.run(None, "db", "init", show=False)
    stage.start(None, "serve", "--port", stage.url.rsplit(":", 1)[1], *options, log="server.log")
    stage.wait_for("the service", lambda: Client(stage.url, home=stage.home("nobody")).host)


def register(stage: Stage) -> None:
    """The players, people and bots, make keys and register."""
    stage.heading("The players make keys; the client pins the host's key when it first meets it")
    for number, who in enumerate(stage.seats):
        stage.run(who, "key", "new", who, "--no-password", show=number == 0)
        stage.run(who, "key", "register", "--email", f"{who}@players.example", show=number == 0)


def open_game(stage: Stage, title: str, scenario: str, name: str, seconds: int) -> str:
    """Aspasia opens a game; each join adds 32 random bytes to its chance; she starts it."""
    terms = ("--scenario", scenario, "--seats", str(len(stage.seats)), "--name", name, "--deadline", f"{seconds}s")
    game = stage.run(ORGANISER, "game", "create", title, *terms).split()[0]
    for who, seat in stage.seats.items():
        stage.run(who, "game", "join", game, seat)
    stage.run(ORGANISER, "game", "start", game)
    stage.run(ORGANISER, "game", "show", game)
    bots = {who: BOTS.get(who, "random") for who in stage.seats if who not in (ORGANISER, SLEEPER)}
    if bots:
        stage.heading("Bots play the other seats: each sees and sends what a person there would see and send")
    for who, strategy in bots.items():
        stage.start(who, "bot", game, stage.seats[who], "--strategy", strategy, "--poll", POLL, log=f"{who}.log")
    return game


def whose_turn(stage: Stage, client: Client, game: str) -> str | None:
    """Which of the two people is asked; "nobody" when the game is over, None while bots are thinking."""
    if client.game(game)["status"] == "over":
        return "nobody"
    return next((who for who in (ORGANISER, SLEEPER) if asked_of(stage, client, game, who)), None)


def asked_of(stage: Stage, client: Client, game: str, who: str) -> list[str]:
    """The questions of the open phase to which somebody has not sent final orders yet."""
    try:
        asked = client.phase(game)["asked"]
    except Refused:
        return []
    return [ask["question"] for ask in asked if ask["seat"] == stage.seats[who] and not ask["final"]]


def aspasia_plays(
    stage: Stage, game: str, *, wrong: Orders, draft: Orders, forged: dict[str, Any], final: Orders, saying: str
) -> None:
    """A form, a mistake found at home, a draft, a forgery refused, the final orders, and her own copy of them."""
    seat = stage.seats[ORGANISER]
    stage.heading("Aspasia is asked; as organiser she gives herself ten minutes more")
    stage.run(ORGANISER, "game", "extend", game, "10m")
    stage.heading("The form of her orders")
    form = stage.root / "orders.yaml"
    form.write_text(stage.run(ORGANISER, "orders", "form", game, seat))
    stage.heading("She makes a mistake: her own machine finds it, and nothing is sent")
    fill(form, wrong)
    stage.run(ORGANISER, "orders", "check", game, seat, str(form), expect=1)
    stage.heading("She sends a draft: signed, sealed to this phase, and answered with a receipt")
    fill(form, draft)
    stage.run(ORGANISER, "orders", "send", game, seat, str(form), "--draft")
    show_kept_receipt(stage)
    stage.heading("Her own copy of what she sent, which only her key opens")
    stage.run(ORGANISER, "orders", "show", game, seat)
    stage.heading("Kleon forges orders for her seat, signed with his own key")
    forge(stage, game, seat, forged)
    stage.heading(saying)
    fill(form, final)
    stage.run(ORGANISER, "orders", "send", game, seat, str(form), "--final")


def show_kept_receipt(stage: Stage) -> None:
    """The host's signed word that it has stored the envelope, as it rests in her home."""
    kept = next((stage.home(ORGANISER).root / "receipts").rglob("*.json"))
    statement = Statement.from_json(json.loads(kept.read_text())["receipt"])
    click.echo(json.dumps({"signed by": statement.key_id, **statement.body}, indent=2))


def fill(form: Path, orders: Orders) -> None:
    """Edit a form as a person would: other orders below its head."""
    lines = form.read_text().splitlines()
    kept = lines[: next(number for number, line in enumerate(lines) if line.startswith("- question"))]
    form.write_text("\n".join([*kept, *write_orders(orders)]) + "\n")


def forge(stage: Stage, game: str, seat: str, order: dict[str, Any]) -> None:
    """Kleon seals orders for Aspasia's seat: rightly sealed, wrongly signed."""
    forger = stage.client(SLEEPER)
    key = forger.host.phase_key(game, forger.phase(game))
    forged = sealed_by(stage, key, game, seat, order)
    try:
        forger.deliver(forged)
    except Refused as refusal:
        click.secho(f"the host: {refusal}", fg="red")
        stage.require(refusal.code == "unknown-signer", "the forgery was refused for its signer")
    else:
        stage.require(False, "the forgery was refused")


def sealed_by(stage: Stage, key: Any, game: str, seat: str, order: dict[str, Any]) -> Envelope:
    """An envelope for a seat under Kleon's name."""
    return seal(
        identity=stage.identity(SLEEPER),
        version=key.version,
        suite=key.suite,
        game=game,
        phase=key.phase,
        seat=seat,
        sequence=9,
        word="final",
        phase_public=key.public,
        orders=[order],
    )


def kleon_sleeps(stage: Stage, game: str, seconds: int) -> None:
    """Kleon sends nothing; the deadline passes; the default counts, and the game goes on."""
    client = stage.client(SLEEPER)
    phase = client.phase(game)
    stage.heading(
        f"Kleon is asked, and sleeps through the deadline of phase {phase['phase']}, {local_time(phase['deadline'])}"
    )
    stage.wait_for("the deadline", lambda: client.game(game)["phase"] != phase["phase"], patience=seconds + 20)
    counted = stage.run(SLEEPER, "report", game, stage.seats[SLEEPER], "--after", str(phase["phase"] - 1))
    stage.require(
        ": 0 envelopes." in counted and "The default applies" in counted,
        "the default stood for Kleon; the log proves it",
    )


def order_once(stage: Stage, game: str, who: str) -> None:
    """Somebody plays without further ado: the form as it comes, its default order, final."""
    stage.heading(f"{who.capitalize()} is asked, and sends the form as it comes")
    form = stage.root / f"{who}.yaml"
    form.write_text(stage.run(who, "orders", "form", game, stage.seats[who], show=False))
    stage.run(who, "orders", "check", game, stage.seats[who], str(form))
    stage.run(who, "orders", "send", game, stage.seats[who], str(form))


def look_back(stage: Stage, game: str, hers: str, saying: str) -> None:
    """What everybody may know, what Aspasia alone knew (`hers` begins it), the mails, the board."""
    seat = stage.seats[ORGANISER]
    stage.heading("The game is over. What everyone may know of it")
    public = shown_end(stage, None, "report", game)
    stage.heading("What Aspasia may know: her own secrets too, and the proof that her second envelope counted")
    own = shown_end(stage, ORGANISER, "report", game, seat)
    only_hers = [line for line in own.splitlines() if hers in line]
    stage.require(only_hers and not any(line in public for line in only_hers), saying)
    stage.require("Your envelope 2 (final) counted" in own, "her final orders counted, not her draft")
    stage.run(SLEEPER, "report", game, seat, expect=1)
    stage.heading("The mails that went out")
    show_mails(stage)
    stage.heading("The board at the end")
    stage.run(None, "view", game)


def shown_end(stage: Stage, who: str | None, *words: str) -> str:
    """What a command prints, of which the end is shown where it is long."""
    printed = stage.run(who, *words, show=False)
    lines = printed.splitlines()
    click.secho(f"{who or 'host'}$ ostraka {' '.join(words)}", fg="cyan")
    if len(lines) > LONG:
        click.echo(f"[… {len(lines) - LONG} lines …]")
    click.echo("\n".join([*lines[-LONG:], ""]))
    return printed


def text_of(mail: EmailMessage) -> str:
    """The part of a mail that is plain text."""
    body = mail.get_body(("plain",))
    return str(body.get_content()) if body else ""


def show_mails(stage: Stage) -> None:
    """All mails in a line each, and one in full: the dice decide who is asked, and so who gets one that says so."""
    files = sorted((stage.root / "mails").glob("*.eml"), key=lambda path: path.stat().st_mtime)
    mails = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    for mail in mails:
        click.echo(f"{mail['To']:26} {mail['Subject']}")
    stage.require(
        len(mails) >= 3 * len(PLAYERS), "everyone had mail when the game began, when they were asked, and at the end"
    )
    asks = next((mail for mail in mails if "your turn" in mail["Subject"]), mails[0])
    click.echo("".join(f"\n{name}: {value}" for name, value in asks.items()) + f"\n\n{text_of(asks)}")


def prove(stage: Stage, game: str, was: str, becomes: str) -> None:
    """The log, and the replay to the same bytes; a record in which one order was changed is found out."""
    stage.heading("The log: every entry signed by the host and chained to the one before")
    stage.run(ORGANISER, "log", game)
    stage.heading("The record: every signature, die and position, verified from the start")
    record = stage.root / "record.json"
    stage.run(ORGANISER, "replay", game, "--save", str(record))
    stage.heading("The same record with one order changed")
    changed = stage.root / "record-changed.json"
    content = record.read_text()
    changed.write_text(content.replace(f'"{was}"', f'"{becomes}"', 1))
    stage.require(changed.read_text() != content, "one order was changed")
    stage.run(ORGANISER, "replay", str(changed), expect=4)


def search(stage: Stage, game: str) -> None:
    """Look for the secrets of the game in everything that the host leaves lying about in the clear."""
    stage.heading("A search for secrets in the database, the server's log and the mails")
    secrets = secrets_of([stage.client(who) for who in PLAYERS], game, stage.seats)
    files = [path for path in stage.root.rglob("*") if path.is_file() and is_left_lying(stage.root, path)]
    stage.require(places_of([f"{ORGANISER}@players.example".encode()], files), "the search finds what is there")
    found = places_of(secrets, files)
    for place in found:
        click.secho(place, fg="red")
    size = sum(path.stat().st_size for path in files)
    searched = f"none of {len(secrets)} secrets is in the {len(files)} files of the host ({size:,} bytes)"
    stage.require(not found and len(secrets) >= 2 * len(PLAYERS), searched)


def is_left_lying(root: Path, path: Path) -> bool:
    """Is this a file of the host that another may get to see: database, log or mail?"""
    part = path.relative_to(root).parts
    return part[0] in ("host", "mails") or path.name == "server.log"


def farewell(stage: Stage) -> None:
    """Name every file that is worth a look."""
    stage.heading("All is as it should be. Where to look next:")
    record = json.loads((stage.root / "record.json").read_text())
    kept = read_form(stage.root / "orders.yaml")
    places = {
        "orders.yaml": f"the form of phase {kept.phase} as Aspasia sent it",
        f"players/{ORGANISER}/receipts": "her receipts, each with its envelope",
        f"players/{ORGANISER}/hosts.json": "what her client will not let the host take back",
        "mails": "every mail as it was sent",
        "server.log": "what the host logged",
        "record.json": f"the record of the game, {len(record)} parts; replay it with: ostraka replay record.json",
    }
    for name, what in places.items():
        click.echo(f"  {stage.root / name}: {what}")
