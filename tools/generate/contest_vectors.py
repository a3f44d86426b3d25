"""The log of a small contest with fixed keys, and the secrets that come from its root."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from schemas.keys import chance
from schemas.keys.chance import draw_key, draw_secrets, drawn_game, game_secret
from schemas.keys.identities import Identity
from schemas.log.chain import ContestLogEntry, append_to_contest, substance
from schemas.log.contest_entries import (
    Challenged,
    Closed,
    ContestActed,
    Drawn,
    DrawnTable,
    Entered,
    Finished,
    Left,
    Opened,
    Result,
)
from schemas.log.entries import Body
from schemas.statements import canonical
from schemas.statements.contests import Challenge, Contest, ContestAct, Enter, KeepApart, LeaveContest
from schemas.statements.payloads import Terms, instant
from schemas.statements.statements import Statement, sign_payload
from schemas.statements.texts import game_id
from tools.generate.vector_bench import fixed_identity

ROOT = hashlib.sha256(b"vector root").digest()
BEGIN = datetime(2026, 11, 21, 10, tzinfo=UTC)
ORGANISER = "olga"
ENTRANTS = ("alice", "bob")
text = canonical.to_base64url


def contest_vectors() -> dict[str, Any]:
    """What `contests.json` holds."""
    log, secrets = contest_log(), draw_secrets(ROOT)
    contest, keyed_by = log[0].entry.contest, substance(log[:5])
    return {
        "note": "`substance` is that of the log up to and with `closed`; draw 1, round 1, table 1.",
        "host_key": text(fixed_identity("host").signing_key),
        "root": text(ROOT),
        "commitment": text(chance.commitment(ROOT)),
        "draws": [text(secret) for secret in secrets[:3]],
        "substance": text(keyed_by),
        "draw_key": text(draw_key(secrets[1], keyed_by, contest, 1)),
        "game": game_id(drawn_game(contest, 1, 1)),
        "game_secret": text(game_secret(ROOT, contest, 1, 1)),
        "contest": contest,
        "log": [entry.statement.to_json_value() for entry in log],
    }


def contest_log() -> list[ContestLogEntry]:
    """Two entrants play one game; a second round is never drawn, for one of them leaves."""
    log: list[ContestLogEntry] = []
    host, plan = fixed_identity("host"), _plan()
    contest = game_id(plan.digest)
    for hours, body in enumerate(_bodies(contest, plan)):
        at = BEGIN + timedelta(hours=hours)
        log.append(append_to_contest(log[-1] if log else None, contest=contest, body=body, at=at, host=host))
    return log


def _plan() -> Statement:
    organiser = fixed_identity(ORGANISER)
    contest = Contest(
        nonce=text(bytes(32)),
        organiser=organiser.key_id,
        host=fixed_identity("host").key_id,
        name="Cup of Samos",
        kind="ladder",
        title="ballot",
        scenario="assembly",
        terms=Terms(phase_seconds=86_400),
        tables=[["red", "green"]],
        rounds=2,
        advance=1,
        closes_at=instant(BEGIN + timedelta(hours=5)),
    )
    return sign_payload(contest, organiser)


def _bodies(contest: str, plan: Statement) -> Iterator[Body]:
    organiser, commitment = fixed_identity(ORGANISER), text(chance.commitment(ROOT))
    secrets, game, zeros = draw_secrets(ROOT), game_id(drawn_game(contest, 1, 1)), text(bytes(32))
    yield Opened(
        statement=plan.to_form(), card=_card(organiser, ORGANISER), commitment=commitment, draws=text(secrets[0])
    )
    for name in ENTRANTS:
        keys = fixed_identity(name)
        enter = Enter(
            contest=contest,
            player=keys.key_id,
            host=fixed_identity("host").key_id,
            contribution=text(hashlib.sha256(name.encode()).digest()),
            commitment=commitment,
        )
        yield Entered(statement=sign_payload(enter, keys).to_form(), card=_card(keys, name))
    apart = KeepApart(players=["alice", "carol"], reason="of one club")
    act = ContestAct(contest=contest, organiser=organiser.key_id, number=1, act=apart)
    yield ContestActed(statement=sign_payload(act, organiser).to_form())
    yield Closed(round=1, entrants=["alice", "bob"])
    table = DrawnTable(game, {"red": "bob", "green": "alice"})
    yield Drawn(round=1, draw=1, secret=text(secrets[1]), tables=[table], byes=[], reason="")
    bob = fixed_identity("bob")
    challenge = Challenge(contest=contest, player=bob.key_id, number=1, opponent="alice")
    yield Challenged(statement=sign_payload(challenge, bob).to_form())
    yield Left(statement=sign_payload(LeaveContest(contest=contest, player=bob.key_id, number=2), bob).to_form())
    yield Result(
        round=1,
        game=game,
        outcome="played",
        places={"alice": 1, "bob": 2},
        scores={"alice": 3, "bob": 1},
        left=[],
        substitutes={},
        head=zeros,
    )
    yield Finished(places={"alice": 1, "bob": 2}, secret=text(ROOT), reason="fewer than two are left")


def _card(keys: Identity, handle: str) -> Any:
    return keys.card(handle).statement.to_form()
