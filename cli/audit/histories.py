"""One game has one history: every log and checkpoint of it, from whomever, is laid on one line, entry by entry.

A line is what one host's key signed. Where two files of a line have different entries at one place, the host has told
two histories, and the first such place is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from cli.audit.evidence import ALL, Evidence, Finding, KeptLog, Note
from cli.trust.host_proofs import require_opened_at
from schemas.contests.story import ContestStory
from schemas.errors import BrokenLog, ProtocolError
from schemas.log.chain import verify_chain, verify_contest_chain
from schemas.log.contest_entries import Opened
from schemas.log.entries import Body, Created
from schemas.log.openings import drawn_seats
from schemas.statements.canonical import to_base64
from schemas.statements.statements import Statement, key_id
from schemas.statements.texts import game_id

MOST_NAMED = 6
"""Files named on one side of a contradiction."""


class History(msgspec.Struct):
    """What is known of the log of one game or contest."""

    log: str
    copies: list[tuple[KeptLog, list[Statement]]] = []
    """The logs whose signatures and chain hold."""
    host: bytes | None = None
    """The key of its host, as a log proves it; else the one that signed most checkpoints."""
    is_proved: bool = False
    notes: list[Note] = []
    strangers: list[Note] = []
    """Checkpoints under keys that are not its host's."""

    @property
    def told(self) -> dict[int, dict[bytes, list[str]]]:
        """By number of entries and hash of the last: the files that say so."""
        points: dict[int, dict[bytes, list[str]]] = defaultdict(lambda: defaultdict(list))
        for kept, statements in self.copies:
            for count, statement in enumerate(statements, 1):
                points[count][statement.digest].append(kept.file)
        for note in self.notes:
            files = points[note.checkpoint.count][note.checkpoint.head]
            if note.file not in files:
                files.append(note.file)
        return points


def histories(evidence: Evidence, pinned: Collection[bytes]) -> tuple[dict[str, History], list[Finding]]:
    """The history of each log, and the logs that do not hold by themselves."""
    found: dict[str, History] = defaultdict(lambda: History(""))
    wrong: list[Finding] = []
    keys = [*pinned, *(note.checkpoint.host for note in evidence.notes)]
    for kept in evidence.logs:
        history = found[kept.log]
        try:
            host = verified(kept, keys)
        except ProtocolError as error:
            said = f"The log in {kept.file} is not valid: {error.message}."
            wrong.append(Finding("false-log", said, (kept.file,), ALL))
            continue
        history.copies.append((kept, list(kept.statements)))
        history.host, history.is_proved = host, True
    for note in evidence.notes:
        found[note.checkpoint.log].notes.append(note)
    for log, history in found.items():
        history.log = log
        sort_out_keys(history, set(pinned))
    return dict(found), wrong


def verified(kept: KeptLog, keys: Sequence[bytes]) -> bytes:
    """The host of a log whose signatures and chain hold."""
    first = kept.statements[0] if kept.statements else None
    if first is None:
        raise BrokenLog("it has no entry")
    host = kept.host or next((key for key in keys if key_id(key) == first.key_id), None)
    if host is None:
        raise BrokenLog(f"no file here has the key {first.key_id}, with which it is signed")
    if "contest" in first.body:
        contest_log = verify_contest_chain(kept.statements, host, kept.log)
        plan = ContestStory.read(contest_log).plan
        if plan.host != key_id(host):
            raise BrokenLog(f"it is signed with {key_id(host)}, but the plan names the host {plan.host}")
        require_named(contest_log[0].body, kept.log)
        return host
    log = verify_chain(kept.statements, host, kept.log)
    require_opened_at(log, host)
    require_named(log[0].body, kept.log)
    return host


def require_named(first: Body, log: str) -> None:
    """The id of a game or contest follows from the organiser's statement, so no other can be put in its place.

    That of a game of a contest follows from the draw.
    """
    if not isinstance(first, Created | Opened):
        raise BrokenLog("its first entry holds no statement of an organiser")
    if isinstance(first, Created) and drawn_seats(first, log) is not None:
        return
    named = game_id(Statement.from_form(first.statement).digest)
    if named != log:
        raise BrokenLog(f"the organiser's statement is of {named}; expected {log}")


def sort_out_keys(history: History, pinned: Collection[bytes]) -> None:
    """Which checkpoints are by the host of this log; without a log: by the pinned key, or that which signed most."""
    if not history.is_proved:
        signed = [note.checkpoint.host for note in history.notes]
        history.host = min(set(signed), key=lambda key: (key not in pinned, -signed.count(key), key), default=None)
    history.strangers = [note for note in history.notes if note.checkpoint.host != history.host]
    history.notes = [note for note in history.notes if note.checkpoint.host == history.host]


def forks(history: History) -> Iterator[Finding]:
    """Two histories of one log: named by the first entry in which they differ, with a checkpoint of each."""
    told = history.told
    differing = [count for count in sorted(told) if len(told[count]) > 1]
    if differing:
        yield two_histories(history, differing[0], told[differing[0]])
    ends = [(len(statements), kept.file) for kept, statements in history.copies if kept.whole]
    for length, file in ends[:1]:
        for note in (one for one in history.notes if one.checkpoint.count > length):
            yield Finding(
                "two-histories",
                f"The host told two histories of {history.log}: by {file} its log is over after {length} entries; by "
                f"{note.file} it had {note.checkpoint.count}.",
                (file, note.file),
                ALL,
                (note.checkpoint.to_note(),),
            )
            break


def two_histories(history: History, count: int, sides: Mapping[bytes, Sequence[str]]) -> Finding:
    """What the files of each side say of the entry, with a checkpoint of each as the proof."""
    signer = key_id(history.host) if history.host else ""
    said = "; ".join(
        f"by {listed(files)} it is {described(history, count, head)}" for head, files in sorted(sides.items())
    )
    same = f"The {count - 1} entries before it are the same. " if agreed_before(history, count, sides) else ""
    return Finding(
        "two-histories",
        f"The host told two histories of {history.log}. Entry {count - 1} is not the same for everybody: {said}. {same}"
        f"Both are signed with the host's key ({signer}). No mistake on the way can do this, and no player can: "
        "only the holder of that key can have signed both.",
        tuple(dict.fromkeys(file for files in sides.values() for file in files)),
        ALL,
        tuple(note_of(history, count, head) for head in sorted(sides) if note_of(history, count, head)),
    )


def agreed_before(history: History, count: int, sides: Mapping[bytes, Sequence[str]]) -> bool:
    """Does some file of every side say what the entry before was? They agree on it: this is the first that differs."""
    before = {file for files in history.told.get(count - 1, {}).values() for file in files}
    return all(before & set(files) for files in sides.values())


def described(history: History, count: int, head: bytes) -> str:
    """An entry by its kind and time where a log has it, and by its hash."""
    for _, statements in history.copies:
        if count <= len(statements) and statements[count - 1].digest == head:
            body = statements[count - 1].body
            phase = f" of phase {body['body']['phase']}" if "phase" in body["body"] else ""
            return f"“{body['kind']}”{phase} of {body['at']} (hash {to_base64(head)})"
    return f"the one with the hash {to_base64(head)}"


def note_of(history: History, count: int, head: bytes) -> str:
    """The checkpoint that says so, if there is one; an entry of a log is signed by itself."""
    every = (note.checkpoint for note in history.notes)
    return next((one.to_note() for one in every if (one.count, one.head) == (count, head)), "")


def listed(files: Sequence[str]) -> str:
    """Files, not too many of them."""
    more = len(files) - MOST_NAMED
    return ", ".join(files[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
