"""An audit: all evidence checked against all other, and what came of it: what is wrong, proved, and left open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from cli.audit import words
from cli.audit.evidence import ALL, Evidence, Finding, KeptReceipt
from cli.audit.histories import History, forks, histories, listed
from cli.audit.receipts import forgotten, sound, twice
from cli.trust.own_leaves import OwnLeaves, hidden_leaves
from schemas.contests.exports import LOG, RECORDS
from schemas.contests.story import ContestStory
from schemas.contests.verification import verify_contest
from schemas.errors import ProtocolError
from schemas.log.chain import ContestLogEntry
from schemas.record import verify_record
from schemas.record.form import NOT_RECOMPUTED
from schemas.statements.statements import Statement, key_id

PROVED, IN_PART, BROKEN = 0, 5, 4


class Report(msgspec.Struct):
    """What an audit found. `open_`: what these files cannot prove, which accuses nobody."""

    logs: list[str] = []
    wrong: list[Finding] = []
    proved: list[str] = []
    open_: list[str] = []
    in_part: bool = False
    """Could something that should prove more not be looked at?"""

    @property
    def exit_code(self) -> int:
        """0: all that was looked at holds; 4: something does not; 5: not all could be looked at."""
        return BROKEN if self.wrong else IN_PART if self.in_part else PROVED

    def to_json_value(self) -> dict[str, Any]:
        """The report as data."""
        wrong = [
            {
                "code": one.code,
                "message": one.message,
                "files": list(one.files),
                "concerns": one.concerns,
                "notes": list(one.notes),
            }
            for one in self.wrong
        ]
        return {"logs": self.logs, "wrong": wrong, "proved": self.proved, "open": self.open_}


def audit(evidence: Evidence, pinned: Mapping[bytes, str]) -> Report:
    """Check everything against everything. `pinned`: the keys of hosts that were met here, with their addresses."""
    report = Report()
    found, false_logs = histories(evidence, pinned)
    held, unknown, false_receipts = sound(evidence, found, [*pinned])
    report.logs = sorted(filter(None, found))
    report.wrong += [one for history in found.values() for one in forks(history)]
    report.wrong += [*evidence.changed, *false_logs, *false_receipts, *twice(held), *forgotten(held, evidence.records)]
    own = evidence.own or OwnLeaves()
    add_records(report, evidence, own)
    add_contests(report, evidence, own)
    add_own(report, evidence, own)
    for history in apart(report, evidence, found, pinned):
        add_history(report, history, pinned)
    add_receipts(report, held, unknown, evidence)
    add_limits(report, evidence, found)
    return report


def add_records(report: Report, evidence: Evidence, own: OwnLeaves) -> None:
    """Each record by itself, from the first signature to the last die; those of contests are checked with them."""
    in_contests = tuple("" if folder == "." else f"{folder}/" for folder, _ in evidence.contests)
    for kept in evidence.records:
        if in_contests and kept.file.startswith(in_contests):
            continue
        findings = verify_record(kept.record, opened=own.leaves)
        wrong = [str(one) for one in findings if one.code != NOT_RECOMPUTED]
        if wrong:
            said = f"The record in {kept.file} is not valid: {'; '.join(wrong)}."
            report.wrong.append(Finding("false-record", said, (kept.file,), ALL))
            continue
        about = {"file": kept.file, "game": kept.record.game, "title": kept.record.title}
        report.proved.append(words.RECORD.format(**about, phases=len(kept.record.phases)))
        report.open_ += [f"{kept.file}: {one.message}" for one in findings]
        report.in_part |= bool(findings)


def add_own(report: Report, evidence: Evidence, own: OwnLeaves) -> None:
    """What the records hide: of one's own whether it would have counted, and that of others' only they can tell."""
    for said in own.denied:
        report.wrong.append(Finding("false-record", f"The record is not valid: {said}.", (), "you"))
    counts = [hidden_leaves(kept.record, own.leaves) for kept in evidence.records]
    hidden, known = sum(one for one, _ in counts), sum(one for _, one in counts)
    if known and not report.wrong and not report.in_part:
        report.proved.append(words.OWN.format(number=known))
    if hidden > known:
        report.open_.append(words.HIDDEN.format(number=hidden - known))
    report.open_ += [words.LOCKED.format(name=name) for name in own.locked]


def add_contests(report: Report, evidence: Evidence, own: OwnLeaves) -> None:
    """Each exported contest: its draws, results and standings."""
    for folder, files in evidence.contests:
        findings = verify_contest(files, others=evidence.others, opened=own.leaves)
        story = told_by(files)
        for one in findings:
            named = one.where.partition(",")[0]
            file = "/".join(
                part for part in ("" if folder == "." else folder, named if named in files else LOG) if part
            )
            if one.accuses:
                said = f"The contest in {folder} is not valid: {one.where}: {one.message}."
                report.wrong.append(Finding("false-contest", said, (file,), concerned(story, named)))
            else:
                report.open_.append(f"{folder}: {one.where}: {one.message}")
                report.in_part = True
        if story is not None and not any(one.accuses for one in findings):
            add_contest(report, folder, story, sum(name.startswith(RECORDS) for name in files))


def add_contest(report: Report, folder: str, story: ContestStory, records: int) -> None:
    """What a contest that holds proves, and what it leaves open."""
    going = [table.game for table in story.games if table.is_open]
    about = {"folder": folder, "name": story.plan.name, "records": words.counted(records, "record")}
    about |= {"entrants": words.counted(len(story.entrants), "entrant"), "draws": words.counted(story.draws, "draw")}
    about |= {"games": words.counted(len(story.games), "game"), "going": listed(going)}
    report.proved.append(words.CONTEST.format(**about))
    report.proved += [said.format(**about) for said in words.CONTEST_DRAWS if story.draws]
    report.proved += [said.format(**about) for said in words.CONTEST_GAMES if records]
    if corrected := [table.game for table in story.games if table.corrections]:
        which = f"{listed(corrected)} {'is' if len(corrected) == 1 else 'are'}"
        report.proved.append(words.CONTEST_CORRECTED.format(**about, corrected=which))
    report.open_ += [words.CONTEST_GOING.format(**about)] if going else []
    report.open_.append(words.CONTEST_LIMITS.format(**about))


def told_by(files: Mapping[str, bytes]) -> ContestStory | None:
    """What the log among the files of a contest tells, if it can be read."""
    try:
        lines = [Statement.parse(line, 1 << 20) for line in files.get(LOG, b"").splitlines()]
        return ContestStory.read([ContestLogEntry.from_statement(line) for line in lines])
    except ProtocolError:
        return None


def concerned(story: ContestStory | None, file: str) -> str:
    """The players whom a fault in a file concerns: in a game's record those who were drawn there."""
    table = story.game(file.removeprefix(RECORDS).removesuffix(".json")) if story is not None else None
    if table is None:
        return "everybody who entered it"
    return f"{listed(sorted(table.seats.values()))}, who were drawn there, and everybody whose place depends on it"


def apart(
    report: Report, evidence: Evidence, found: Mapping[str, History], pinned: Mapping[bytes, str]
) -> list[History]:
    """Put the logs of each contest into one sentence, unless one of them needs its own; give those as well."""
    left = dict(found)
    for _, files in evidence.contests:
        if (story := told_by(files)) is not None:
            own = [story.contest, *(table.game for table in [*story.games, *story.void])]
            plain = [left[log] for log in own if log in left and is_plain(left[log], found[story.contest].host)]
            if len(plain) > 1:
                add_logs(report, story.plan.name, plain, pinned)
                left = {log: history for log, history in left.items() if history not in plain}
    return list(left.values())


def is_plain(history: History, host: bytes | None) -> bool:
    """One key, one line, and the log is there?"""
    forked = any(len(sides) > 1 for sides in history.told.values())
    return bool(history.copies) and history.host == host and not history.strangers and not forked


def add_logs(report: Report, name: str, plain: Sequence[History], pinned: Mapping[bytes, str]) -> None:
    """What the logs of a contest and its games prove together."""
    key = plain[0].host or b""
    entries = sum(max(len(statements) for _, statements in history.copies) for history in plain)
    about = {"name": name, "logs": len(plain), "entries": entries, "key": key_id(key)}
    report.proved.append(words.LOGS.format(**about, owner=words.owner(pinned.get(key))))
    if notes := [note for history in plain for note in history.notes]:
        number = words.counted(len({note.checkpoint for note in notes}), "checkpoint")
        files = listed(list(dict.fromkeys(note.file for note in notes)))
        report.proved.append(words.AGREED_IN.format(name=name, number=number, files=files))
    if key not in pinned:
        report.open_.append(words.WHOSE_KEY.format(log=name, key=key_id(key)))
    if alone := [history.log for history in plain if not any(len(files) > 1 for files in sides_of(history))]:
        report.open_.append(words.ALONE_IN.format(**about, alone=len(alone)))


def sides_of(history: History) -> list[list[str]]:
    """The files that tell of each entry."""
    return [files for sides in history.told.values() for files in sides.values()]


def add_history(report: Report, history: History, pinned: Mapping[bytes, str]) -> None:
    """How far the files agree about one log, and whose key that is."""
    told, log = history.told, history.log
    key = history.host
    whose = f"{key_id(key)}, {words.owner(pinned.get(key))}" if key else ""
    if key and key not in pinned:
        report.open_.append(words.WHOSE_KEY.format(log=log, key=key_id(key)))
    for note in history.strangers:
        report.open_.append(words.STRANGER.format(file=note.file, key=note.checkpoint.key_id, log=log))
    if any(len(sides) > 1 for sides in told.values()):
        return
    if history.notes:
        files = list(dict.fromkeys(note.file for note in history.notes))
        number = words.counted(len({note.checkpoint for note in history.notes}), "checkpoint")
        report.proved.append(words.AGREED.format(log=log, number=number, files=listed(files), whose=whose))
    for kept, statements in history.copies:
        number = words.counted(len(statements), "entry")
        report.proved.append(words.CHAINED.format(file=kept.file, log=log, number=number, whose=whose))
    if not any(len(files) > 1 for files in sides_of(history)):
        report.open_.append(words.ALONE.format(log=log))
    if not history.copies:
        report.open_.append(words.NO_LOG.format(log=log))


def add_receipts(
    report: Report, held: Sequence[KeptReceipt], unknown: Sequence[KeptReceipt], evidence: Evidence
) -> None:
    """What the host has acknowledged, and whether it counted."""
    recorded = {one.record.game for one in evidence.records}
    waiting = [one for one in held if one.receipt.game not in recorded]
    if held:
        report.proved.append(words.ACKNOWLEDGED.format(number=words.counted(len(held), "receipt")))
    if waiting:
        report.open_.append(words.NOT_YET.format(number=words.counted(len(waiting), "receipt")))
    elif held and not any(forgotten(held, evidence.records)):
        report.proved.append(words.COUNTED)
    for kept in unknown:
        report.open_.append(words.NO_KEY.format(file=kept.file, key=kept.statement.key_id))
        report.in_part = True


def add_limits(report: Report, evidence: Evidence, found: Mapping[str, History]) -> None:
    """What no such files can prove."""
    if evidence.mails:
        report.open_.append(words.MAILS.format(number=words.counted(len(evidence.mails), "mail")))
    if evidence.sealed:
        report.open_.append(words.SEALED.format(files=listed(list(dict.fromkeys(evidence.sealed)))))
    if evidence.unread:
        report.open_.append(words.UNREAD.format(files=listed(evidence.unread)))
        report.in_part = True
    if found:
        report.open_.append(words.UNSEEN)
