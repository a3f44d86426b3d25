"""The operations that are made to fail: how each finds the host, what its client or the worker does, and does again."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

from api.mail_in.handling import take_mail
from api.referee.resolution import cut, resolve
from api.store.seals import rotate
from api.store.vault import Vault
from api.transfer.arrival import arrive
from api.transfer.departure import move
from api.transfer.rows import ExportRefused
from schemas.documents.armor import armor
from schemas.documents.game_exports import Exported
from schemas.keys.identities import Identity
from schemas.statements import payloads
from schemas.statements.payloads import Act, Claim, Rotation, SeatAct
from schemas.statements.statements import sign_payload
from tests.api.faults.stages import OTHER_MASTER_KEY, Stage
from tests.api.hosts import MASTER_KEY, HostUnderTest
from tests.patience import PATIENCE

SEATS = ("alpha", "beta", "gamma")
NEW = "https://new.example"
Things = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """What is prepared once, and what is then done."""

    prepare: Callable[[HostUnderTest], Things]
    do: Callable[[Stage], object]
    sends: bool = False
    """Mails may go out twice when it is stopped: nothing tells whether they left."""


def played(host: HostUnderTest, phases: int) -> str:
    """A game after so many of its two phases, whose mails are out."""
    game = host.started(SEATS, title="ballot", scenario="assembly")
    host.play_on(game, phases)
    host.rows("update mails set status = 'sent'")
    return game


def envelopes(host: HostUnderTest, game: str, word: str = "final") -> dict[str, bytes]:
    """An envelope of every seat."""
    return {seat: host.envelope(game, seat, host.default(game, seat), word).to_json() for seat in SEATS}


def with_envelopes(host: HostUnderTest, phases: int = 1) -> Things:
    """Every seat has sent a draft; the final orders are ready."""
    game = played(host, phases)
    for seat in SEATS:
        assert host.send(game, seat, host.default(game, seat), "draft").status_code == 201
    return {"game": game, "phase": phases + 1, "envelopes": envelopes(host, game)}


def with_one_awaited(host: HostUnderTest, phases: int = 1) -> Things:
    """Two seats are done; the third's final orders let the phase be cut."""
    things = with_envelopes(host, phases)
    for seat in SEATS[1:]:
        assert host.put(things["envelopes"][seat], things["game"], things["phase"], seat).status_code == 201
    return things


def due(host: HostUnderTest, phases: int = 1) -> Things:
    """All are done, and nobody has looked yet."""
    things = with_one_awaited(host, phases)
    assert host.put(things["envelopes"]["alpha"], things["game"], things["phase"], "alpha").status_code == 201
    return things


def cut_already(host: HostUnderTest, phases: int = 1) -> Things:
    """The phase is cut, and not resolved."""
    things = due(host, phases)
    assert cut(host.host, things["game"])
    return things


def with_act(act: payloads.Acts, host: HostUnderTest) -> Things:
    """An act of the organiser is signed."""
    things = with_one_awaited(host)
    organiser = host.players["p-alpha"].identity
    payload = Act(game=things["game"], organiser=organiser.key_id, number=host.next_number(), act=act)
    return {**things, "act": sign_payload(payload, organiser).to_json()}


def with_seat_act(host: HostUnderTest) -> Things:
    """A player gives up the seat that is awaited."""
    things = with_one_awaited(host)
    player = host.players["p-alpha"].identity
    payload = SeatAct(
        game=things["game"], seat="alpha", player=player.key_id, number=host.next_number(), act=payloads.Resign()
    )
    return {**things, "seat_act": sign_payload(payload, player).to_json()}


def with_mails(host: HostUnderTest) -> Things:
    """The mails that a game has begun are due."""
    return {"game": host.started(SEATS, title="ballot", scenario="assembly")}


def with_mailed_envelope(host: HostUnderTest) -> Things:
    """The envelope that is awaited comes by mail."""
    things = with_one_awaited(host)
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = "alpha@players.test", "host@ostraka.test", "<1@mua.test>"
    message.set_content(armor("envelope", things["envelopes"]["alpha"]))
    return {**things, "mail": message.as_bytes()}


def with_rotation(host: HostUnderTest) -> Things:
    """A player has signed for a new key."""
    things = with_one_awaited(host)
    old, new = host.players["p-alpha"].identity, Identity.generate()
    card = new.card("p-alpha").statement.to_form()
    statement = sign_payload(Rotation(host=host.host.identity.key_id, player=old.key_id, card=card), old)
    return {**things, "rotation": statement.to_json()}


def with_claim(host: HostUnderTest) -> Things:
    """A player has lost the key, and claims with another; the organiser has signed for it."""
    things = with_one_awaited(host)
    new, organiser = Identity.generate(), host.players["p-alpha"].identity
    card = new.card("p-beta").statement.to_form()
    claim = sign_payload(Claim(host=host.host.identity.key_id, player=new.key_id, card=card), new)
    assert host.post("/players/p-beta/claims", claim).status_code == 201
    act = payloads.Rekey(player=host.players["p-beta"].identity.key_id, key=new.key_id)
    payload = Act(game=things["game"], organiser=organiser.key_id, number=host.next_number(), act=act)
    return {**things, "act": sign_payload(payload, organiser).to_json()}


def with_export(host: HostUnderTest) -> Things:
    """A game has left another host for this one."""
    with tempfile.TemporaryDirectory() as folder:
        source = HostUnderTest(Path(folder), host.clock, bytes(range(1, 33)))
        things = with_one_awaited(source)
        export = move(source.host, things["game"], host.host.card, NEW)
        source.close()
    host.players, host.seats, host.numbers = source.players, source.seats, source.numbers
    return {**things, "export": export}


def with_new_host(host: HostUnderTest) -> Things:
    """The game is to go to a new host."""
    return {**with_one_awaited(host), "card": Identity.generate().card("host")}


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


def take_over(stage: Stage) -> None:
    """What an operator does with an export, until it is said that the game is here."""
    try:
        arrive(stage.host.host, Exported.parse(stage.things["export"]))
    except ExportRefused:
        if stage.host.json(f"/games/{stage.game}")["status"] != "running":
            raise


def change_master_key(stage: Stage) -> None:
    """The command, run until it ends well; then the host starts with the new key."""
    rotate(stage.host.host.database, Vault(MASTER_KEY), Vault(OTHER_MASTER_KEY))
    stage.reopen()


extended = partial(with_act, payloads.Extend(seconds=3600))
rolled_back = partial(with_act, payloads.Rollback(phase=1))
post_act = partial(post, "/games/{game}/acts", "act")
OPERATIONS = {
    "accept an envelope": Operation(with_one_awaited, put_alpha),
    "accept three in a group": Operation(with_envelopes, put_all),
    "cut": Operation(due, lambda stage: cut(stage.host.host, stage.game)),
    "resolve": Operation(partial(cut_already, phases=0), lambda stage: resolve(stage.host.host, stage.game)),
    "resolve the last": Operation(cut_already, lambda stage: resolve(stage.host.host, stage.game)),
    "organiser's act": Operation(extended, post_act),
    "rollback": Operation(rolled_back, post_act),
    "seat's act": Operation(with_seat_act, partial(post, "/games/{game}/seats/alpha/acts", "seat_act")),
    "send mails": Operation(with_mails, Stage.send_mails, sends=True),
    "take mail in": Operation(with_mailed_envelope, take_in),
    "rotate a key": Operation(with_rotation, partial(post, "/players/p-alpha/keys", "rotation")),
    "rekey in a game": Operation(with_claim, post_act),
    "game leaves": Operation(with_new_host, lambda stage: move(stage.host.host, stage.game, stage.things["card"], NEW)),
    "game arrives": Operation(with_export, take_over),
    "rotate master key": Operation(with_one_awaited, change_master_key),
}
