"""A payload of every kind of statement that travels by itself; the private keys here are zeros."""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import Any, Final

from schemas.keys.identities import Identity
from schemas.keys.kept_keys import salt_of
from schemas.keys.sealing import HYBRID, LIGHT, PhaseKey
from schemas.statements.canonical import to_base64url as b64
from schemas.statements.contests import (
    Challenge,
    Contest,
    ContestAct,
    ContestEntry,
    ContestInvitation,
    Enter,
    LeaveContest,
    Redraw,
    RequestBye,
)
from schemas.statements.forms import StatementForm
from schemas.statements.payloads import (
    Act,
    Claim,
    Entry,
    Extend,
    Game,
    Header,
    Invitation,
    InvitationLink,
    Join,
    KeptKey,
    LockedCopy,
    Payload,
    PhaseKeyNotice,
    Player,
    Preferences,
    Press,
    Receipt,
    Rotation,
    SeatAct,
    Start,
    Terms,
    Vote,
    Withdrawal,
)

GAME: Final = "lufud-kosum-tabik"
SEAT: Final = "red"
HANDLE: Final = "ann"
AT: Final = "2026-05-01T12:00:00Z"
KEY: Final = "ed25519:139e3940e64b5491722088d9a0d74162"
BYTES32: Final = b64(bytes(range(32)))
TERMS: Final[dict[str, Any]] = {"phase_seconds": 172_800, "reminders": [43_200], "time_zone": "Europe/Athens"}


@lru_cache(maxsize=1)
def nobody() -> Identity:
    """A key pair that no player has."""
    return Identity(bytes(32), PhaseKey(HYBRID, bytes(96)))


def locked(host: str = KEY, handle: str = HANDLE) -> LockedCopy:
    """What has the form of the copy that a host keeps of a player's key, and opens with nothing."""
    salt = base64.b64encode(salt_of(host, handle)).rstrip(b"=")
    file = b"age-encryption.org/v1\n-> scrypt %s 17\n%s\n--- %s\n" % (salt, b"A" * 43, b"A" * 43)
    return LockedCopy(file=b64(file + bytes(48)), verifier=BYTES32)


def card() -> StatementForm:
    """The card of nobody's key."""
    return nobody().card(HANDLE).statement.to_form()


@lru_cache(maxsize=1)
def payloads() -> dict[str, Payload]:
    """A payload of every kind of statement that travels by itself."""
    me: Final = {"game": GAME, "organiser": KEY}
    seat: Final = {"game": GAME, "seat": SEAT, "player": KEY}
    phase: Final[dict[str, Any]] = {"game": GAME, "phase": 7}
    light: Final = PhaseKey(LIGHT, bytes(32))
    said: tuple[Payload, ...] = (
        Player(handle=HANDLE, signing_key=b64(nobody().signing_key), sealing_key=b64(nobody().sealing_key)),
        Game(nonce=BYTES32, organiser=KEY, host=KEY, name="The long war", title="perikles", scenario="standard",
             seats=["red", "green", "black"], options={}, terms=Terms(**TERMS)),
        Join(**seat, contribution=BYTES32, host=KEY, commitment=BYTES32),
        Start(**me),
        Act(**me, number=1, act=Extend(seconds=86_400, reason="A holiday.")),
        SeatAct(**seat, number=2, act=Vote(on="pause", yes=True)),
        Press(**seat, number=3, to=["green"], text="Peace?"),
        Preferences(
            host=KEY, player=KEY, number=1, address="ann@example.org", muted=["digest"], muted_press=[], time_zone=None
        ),
        Rotation(host=KEY, player=KEY, card=card()),
        Claim(host=KEY, player=KEY, card=card()),
        KeptKey(host=KEY, player=KEY, number=1, locked=locked()),
        Invitation(**me, number=4, player="bob", address=None, seat="green"),
        InvitationLink(**me, number=5, word=BYTES32, seat="green", until=AT),
        Withdrawal(**me, number=6, invitation=BYTES32),
        PhaseKeyNotice(**phase, version="perikles/1", suite=LIGHT, key=b64(light.public)),
        Receipt(**phase, seat=SEAT, sequence=1, word="final", envelope=BYTES32, received_at=AT),
        Header(**phase, format=1, version="perikles/1", suite=LIGHT, seat=SEAT, sequence=1, word="withdrawn",
               signer=KEY, phase_key=light.id, commitment=BYTES32, body_sha256=BYTES32, copy_sha256=BYTES32),
        Contest(nonce=BYTES32, organiser=KEY, host=KEY, name="Cup of Samos", kind="swiss", title="perikles",
                scenario="standard", terms=Terms(**TERMS), tables=[["red", "green", "black", "orange"]], rounds=5,
                closes_at=AT),
        Enter(contest=GAME, player=KEY, host=KEY, contribution=BYTES32, commitment=BYTES32),
        LeaveContest(contest=GAME, player=KEY, number=1),
        RequestBye(contest=GAME, player=KEY, number=1, round=2, withdrawn=False),
        Challenge(contest=GAME, player=KEY, number=2, opponent="bob"),
        ContestAct(contest=GAME, organiser=KEY, number=1, act=Redraw(round=2, reason="Two of one club.")),
        ContestInvitation(contest=GAME, organiser=KEY, number=2, player="bob", address=None),
        ContestEntry(contest=GAME, index=12, previous=BYTES32, kind="left", at=AT, body={}),
        Entry(game=GAME, index=12, previous=BYTES32, kind="resolved", at=AT, body={"phase": 7, "position": BYTES32}),
    )  # fmt: skip
    return {payload.document: payload for payload in said}
