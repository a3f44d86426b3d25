"""What is kept here of a game at a host, and what it proves, in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from cli.audit.command import VERDICTS, own_leaves
from cli.audit.report import audit
from cli.audit.served import of_game
from cli.client.cut_proofs import prove_cut
from cli.errors import TrustBroken
from cli.home.home import Home, safe_name
from cli.home.kept_envelopes import own_envelopes
from cli.table.shown.about import About
from cli.terminal.envelopes import received_in_words
from cli.trust.record_proof import proof_in_words, prove_record
from schemas.documents.game_in_words import in_names
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.in_words import counted
from schemas.statements.statements import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cli.audit.evidence import Evidence
    from cli.client.answers import PhaseReport

Facts = dict[str, Any]


class Checked(msgspec.Struct, frozen=True):
    """One thing that was checked: what came of it, in sentences."""

    heading: str
    lines: list[str]
    wrong: bool = False


def receipts(home: Home, about: About) -> Iterator[Facts]:
    """Every receipt that is kept here, the newest phase first."""
    kept = []
    for path in (home.root / "receipts" / safe_name(about.game)).glob("*.json"):
        said = Statement.from_json(json.loads(path.read_bytes())["receipt"]).body
        kept.append(said)
    for said in sorted(kept, key=lambda one: (one["phase"] or 10**9, one["sequence"]), reverse=True):
        where = {name: said[name] for name in ("seat", "phase", "sequence")}
        yield {**where, "words": in_names(received_in_words({**said, "game": "this game"}), about.names)}


def checked(home: Home, about: About) -> Iterator[Checked]:
    """The whole game, if it is over; the cuts of the reader's seats; and all that is kept, against all that is told.

    Whatever the host is asked for is asked first: what is worked out takes long.
    """
    begun, is_over = about.summary["started_at"], about.summary["status"] == "over"
    record = json.dumps(about.client.record(about.game)).encode() if begun and is_over else None
    cuts = [counted_ones(home, about, seat) for seat in about.mine] if begun else []
    evidence = of_game(about.client, about.game)
    if record is not None:
        yield replayed(home, about, record)
    yield from cuts
    yield from audited(home, about, evidence)


def replayed(home: Home, about: About, record: bytes) -> Checked:
    """The record, from the first signature to the last position."""
    heading = "The whole game, replayed here"
    try:
        proved = prove_record(record, home, about.client.host.key)
    except TrustBroken as broken:
        return Checked(heading, [broken.message, *broken.errors], True)
    return Checked(heading, [in_short(home, about, line) for line in proof_in_words(proved)])


def counted_ones(home: Home, about: About, seat: str) -> Checked:
    """For every cut, that the newest that the seat had sent is what counted."""
    heading = f"What {about.names[seat]} sent"
    phases = [one for one in about.client.report(about.game, seat) if one["cut"]]
    if not phases:
        return Checked(heading, ["No phase has been cut yet."])
    try:
        sent = sum(prove_own_cut(home, about, seat, phase) for phase in phases)
    except TrustBroken as broken:
        return Checked(heading, [broken.message, *broken.errors], True)
    said = f"The log proves for {counted(len(phases), 'cut')} that the newest you had sent counted: "
    return Checked(heading, [f"{said}{counted(sent, 'envelope')}."])


def prove_own_cut(home: Home, about: About, seat: str, phase: PhaseReport) -> bool:
    """Whether something of the seat counted; the host is asked for it only where it is not kept here."""
    seats, log = [str(one["seat"]) for one in about.summary["seats"]], [one.statement.body for one in about.entries]
    kept = own_envelopes(home, about.game, seat, phase["phase"])
    newest = kept[-1] if kept else None
    said = phase["cut"]["digest"] if phase["cut"] else None
    known = newest if newest and to_base64url(newest.digest) == said else None
    return prove_cut(about.client, about.game, seat, dict(phase), log, seats, known) is not None


def audited(home: Home, about: About, evidence: Evidence) -> Iterator[Checked]:
    """What the host tells now against what is kept here, as `ostraka audit` has it."""
    evidence.own = own_leaves(home, evidence)
    pinned: Mapping[bytes, str] = {
        from_base64url(one["key"], "pinned key", 32): url for url, one in home.hosts().items()
    }
    report = audit(evidence, pinned)
    wrong = [line for one in report.wrong for line in (one.message, f"It concerns {one.concerns}.", *one.notes)]
    parts = {"What is wrong": wrong, "What is proved": report.proved, "What this cannot prove": report.open_}
    for heading, lines in parts.items():
        yield Checked(heading, [in_short(home, about, line) for line in lines], lines is wrong)
    yield Checked("All in all", [VERDICTS[report.exit_code]], bool(wrong))


def in_short(home: Home, about: About, line: str) -> str:
    """A sentence of an audit, in which files are those of this home and the game has its name."""
    return re.sub(rf"(?<!/){about.game}", lambda _: about.summary["name"], line.replace(f"{home.root}/", ""))
