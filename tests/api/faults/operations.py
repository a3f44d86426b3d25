"""The operations that are made to fail: how each finds the host, what its client or the worker does, and does again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from functools import partial
from typing import Any

from sqlmodel import SQLModel, col, select, update

from api.contests import contest_log, steps
from api.mail_in.handling import take_mail
from api.mail_out.timed_mails import write_due
from api.referee.resolution import cut, resolve
from api.store.models import SENT, Game, MailRow, PhaseRow
from api.store.sealed_rows import forget_phase_key, rotate
from api.store.vault import Vault
from api.transfer.archives import ExportRefused, archive
from api.transfer.restoring import restore
from schemas.documents.armor import armor
from schemas.documents.game_exports import Exported
from schemas.keys.identities import Identity
from schemas.statements import payloads
from schemas.statements.payloads import Act, Claim, Rotation, SeatAct
from schemas.statements.statements import sign_payload
from tests.api.contests.contests import Contests
from tests.api.faults.stages import OTHER_MASTER_KEY, Stage, Step, Things
from tests.api.hosts import MASTER_KEY, HostUnderTest
from tests.patience import PATIENCE

SEATS = ("alpha", "beta", "gamma")


@dataclass(frozen=True)
class Operation:
    """How the host is found, and what is then done."""

    begin: tuple[Step, ...]
    do: Callable[[Stage], object]
    sends: bool = False
    """Mails may go out twice when it is stopped: nothing tells whether they left."""


# --- steps to where an operation begins -------------------------------------------------------------------------------


def start(host: HostUnderTest, things: Things) -> Things:
    """A game has begun; its mails are due."""
    return {"game": host.started(SEATS, title="ballot", scenario="assembly")}


def play(host: HostUnderTest, things: Things) -> Things:
    """Its first phase is played, of two; no mail is due."""
    host.play_on(things["game"], phases=1)
    return post_mails(host, things)


def post_mails(host: HostUnderTest, things: Things) -> Things:
    """All mails are out."""
    with host.host.database.write() as session:
        session.exec(update(MailRow).values(status=SENT))
    return {}


def send_drafts(host: HostUnderTest, things: Things) -> Things:
    """Every seat has sent a draft; the final orders are ready."""
    game = things["game"]
    for seat in SEATS:
        assert host.send(game, seat, host.default(game, seat), "draft").status_code == 201
    ready = {seat: host.envelope(game, seat, host.default(game, seat)) for seat in SEATS}
    return {
        "phase": ready["alpha"].header.phase,
        "envelopes": {seat: envelope.to_json() for seat, envelope in ready.items()},
    }


def send(*seats: str) -> Step:
    """These seats have sent final orders."""

    def step(host: HostUnderTest, things: Things) -> Things:
        for seat in seats:
            assert host.put(things["envelopes"][seat], things["game"], things["phase"], seat).status_code == 201
        return {}

    return step


def cut_it(host: HostUnderTest, things: Things) -> Things:
    """The phase is cut, and not resolved."""
    assert cut(host.host, things["game"])
    return {}


def resolve_it(host: HostUnderTest, things: Things) -> Things:
    """The phase is resolved, and its mails are not written."""
    assert resolve(host.host, things["game"])
    return {}


def sign(act: payloads.Acts) -> Step:
    """An act of the organiser is signed."""

    def step(host: HostUnderTest, things: Things) -> Things:
        organiser = host.players["p-alpha"].identity
        payload = Act(game=things["game"], organiser=organiser.key_id, number=host.next_number(), act=act)
        return {"act": sign_payload(payload, organiser).to_json()}

    return step


def sign_to_resign(host: HostUnderTest, things: Things) -> Things:
    """The player whose seat is awaited has signed to give it up."""
    player = host.players["p-alpha"].identity
    about = {"game": things["game"], "seat": "alpha", "player": player.key_id, "number": host.next_number()}
    return {"seat_act": sign_payload(SeatAct(**about, act=payloads.Resign()), player).to_json()}


def write_a_mail(host: HostUnderTest, things: Things) -> Things:
    """The envelope that is awaited comes by mail."""
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = "alpha@players.test", "host@ostraka.test", "<1@mua.test>"
    message.set_content(armor("envelope", things["envelopes"]["alpha"]))
    return {"mail": message.as_bytes()}


def sign_for_a_new_key(host: HostUnderTest, things: Things) -> Things:
    """A player has signed for a new key."""
    old, new = host.players["p-alpha"].identity, Identity.generate()
    card = new.card("p-alpha").statement.to_form()
    statement = sign_payload(Rotation(host=host.host.identity.key_id, player=old.key_id, card=card), old)
    return {"rotation": statement.to_json()}


def claim(host: HostUnderTest, things: Things) -> Things:
    """A player has lost the key, and claims with another; the organiser has signed for it."""
    new = Identity.generate()
    card = new.card("p-beta").statement.to_form()
    statement = sign_payload(Claim(host=host.host.identity.key_id, player=new.key_id, card=card), new)
    assert host.post("/players/p-beta/claims", statement).status_code == 201
    return sign(payloads.Rekey(player=host.players["p-beta"].identity.key_id, key=new.key_id))(host, things)


def lose(host: HostUnderTest, things: Things) -> Things:
    """The game was archived, and is in the database no more."""
    raw = archive(host.host, things["game"])
    with host.host.database.write() as session:
        for phase in session.exec(select(PhaseRow).where(col(PhaseRow.private_key).is_not(None))):
            forget_phase_key(session, phase)
        session.flush()
        for table in reversed(SQLModel.metadata.sorted_tables):
            if "game" in table.columns:
                session.execute(table.delete().where(table.columns["game"] == things["game"]))
        session.delete(session.get_one(Game, things["game"]))
    return {"archive": raw}


def fill_a_contest(host: HostUnderTest, _things: Things) -> Things:
    """Three have entered a contest, and it is to be drawn now."""
    contests = Contests(host)
    contest = contests.opened(rounds=1)
    contests.entered(contest, "ann", "bob", "cid")
    host.clock.forward(days=1)
    return {"contest": contest}


FIRST = (start, post_mails, send_drafts)
DRAFTS = (start, play, send_drafts)
ONE_AWAITED = (*DRAFTS, send("beta", "gamma"))
LAST = send("alpha")
DUE = (*ONE_AWAITED, LAST)
CUT = (*DUE, cut_it)

# --- what is done -----------------------------------------------------------------------------------------------------


def put_alpha(stage: Stage) -> None:
    stage.put(stage.things["envelopes"]["alpha"])


def put_all(stage: Stage) -> None:
    """All seats at once: one begins a commit, and while it waits the others queue for the next, which they share."""
    together, leave = stage.host.host.database.together, threading.Event()
    begin, outcomes = together._begin, list[BaseException]()

    @contextmanager
    def waits(of: Any) -> Any:
        assert leave.wait(PATIENCE)
        with begin(of) as cursor:
            yield cursor

    def send(raw: bytes) -> None:
        try:
            stage.put(raw)
        except BaseException as error:
            outcomes.append(error)

    together._begin = waits  # type: ignore[assignment]
    threads = []
    for raw in stage.things["envelopes"].values():
        thread = threading.Thread(target=send, args=(raw,), daemon=True)
        queued = len(together._waiting), together._busy
        thread.start()
        threads.append(thread)
        while thread.is_alive() and queued == (len(together._waiting), together._busy):
            time.sleep(0.0005)
    leave.set()
    for thread in threads:
        thread.join(PATIENCE)
    together._begin = begin
    if outcomes:
        raise next((error for error in outcomes if not isinstance(error, Exception)), outcomes[0])


def post(path: str, name: str, stage: Stage) -> None:
    stage.answered(stage.host.post(path.format(game=stage.game), stage.things[name]))


def take_in(stage: Stage) -> None:
    """What a mail server does until its mail is taken."""
    take_mail(stage.host.host, stage.things["mail"], "alpha@players.test")


def bring_back(stage: Stage) -> None:
    """What an operator does with an archive, until it is said that the game is here."""
    try:
        restore(stage.host.host, Exported.parse(stage.things["archive"]))
    except ExportRefused:
        if stage.host.json(f"/games/{stage.game}")["status"] != "running":
            raise


def change_master_key(stage: Stage) -> None:
    """The command, run until it ends well; then the host starts with the new key."""
    database = stage.host.host.database
    rotate(database, Vault(MASTER_KEY, database.phase_keys), Vault(OTHER_MASTER_KEY, database.phase_keys))
    stage.reopen()


def draw(stage: Stage) -> None:
    """Close, draw, and have the games of the round played."""
    contest_log._READ.clear()  # or the statements would be fewer each time
    steps.advance(stage.host.host, stage.things["contest"])


post_act = partial(post, "/games/{game}/acts", "act")
OPERATIONS = {
    "accept an envelope": Operation(ONE_AWAITED, put_alpha),
    "accept three in a group": Operation(DRAFTS, put_all),
    "cut": Operation(DUE, lambda stage: cut(stage.host.host, stage.game)),
    "resolve": Operation((*FIRST, send(*SEATS), cut_it), lambda stage: resolve(stage.host.host, stage.game)),
    "write mails": Operation((*FIRST, send(*SEATS), cut_it, resolve_it), lambda stage: write_due(stage.host.host)),
    "resolve the last": Operation(CUT, lambda stage: resolve(stage.host.host, stage.game)),
    "organiser's act": Operation((*ONE_AWAITED, sign(payloads.Extend(seconds=3600))), post_act),
    "rollback": Operation((*ONE_AWAITED, sign(payloads.Rollback(phase=1))), post_act),
    "seat's act": Operation(
        (*ONE_AWAITED, sign_to_resign), partial(post, "/games/{game}/seats/alpha/acts", "seat_act")
    ),
    "send mails": Operation((start,), Stage.send_mails, sends=True),
    "take mail in": Operation((*ONE_AWAITED, write_a_mail), take_in),
    "rotate a key": Operation((*ONE_AWAITED, sign_for_a_new_key), partial(post, "/players/p-alpha/keys", "rotation")),
    "rekey in a game": Operation((*ONE_AWAITED, claim), post_act),
    "game comes back": Operation((*ONE_AWAITED, lose), bring_back),
    "draw a round": Operation((start, fill_a_contest, post_mails), draw),
    "rotate master key": Operation(ONE_AWAITED, change_master_key),
}
