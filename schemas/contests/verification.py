"""Is a contest true? Its exported files alone say: the log, and the records of its games.

Nothing is believed but the host's key, and that is compared with the one pinned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UnsetType

from schemas.contests.allowed import bye_refused, challenge_refused
from schemas.contests.draws.drawing import drawn_tables
from schemas.contests.exports import HEADER, LOG, derived
from schemas.contests.proof.findings import ContestFinding
from schemas.contests.proof.games import game_findings
from schemas.contests.proof.words import word_findings
from schemas.contests.ratings import seeding_ratings
from schemas.contests.rounds import Close, Draw, Finish, next_step
from schemas.contests.story import ContestStory, instant_of
from schemas.documents.successions import require_revealed
from schemas.envelopes import Leaf
from schemas.errors import FalseRecord, ProtocolError
from schemas.keys import chance
from schemas.keys.chance import before, draw_secrets, drawn_game
from schemas.log.chain import ContestLogEntry, verify_contest_chain
from schemas.log.contest_entries import (
    ByeAsked,
    Challenged,
    Closed,
    Drawn,
    Entered,
    Finished,
)
from schemas.log.entries import Revealed
from schemas.record.verification import NO_LEAVES
from schemas.statements import canonical
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.contests import Challenge, RequestBye
from schemas.statements.statements import Statement, key_id
from schemas.statements.texts import game_id

Logs = Iterable[Sequence[ContestLogEntry]]


def verify_contest(
    files: Mapping[str, bytes],
    host_public: bytes | None = None,
    others: Logs | None = None,
    opened: Mapping[str, Leaf] = NO_LEAVES,
) -> list[ContestFinding]:
    """Every fault of an exported contest; an empty list when it has none.

    (0) the files are written as `exported` writes them; the host is the one that the plan names, and the one pinned
    (1) the log is signed by the host and chained, and tells a possible contest
    (2) the plan, every entrant, who left, and each act are signed by who they name, whose cards are in the log
    (3) each round closed when the plan closes it, with those who were in; each draw reveals the next secret of the
        chain, and drawing once more gives the same tables and games; the contest ended when the plan ends it
    (4) each game's record is true, was opened by its draw, and tells the result that the log has; who took a vacant
        seat was named by the organiser, or waited as a substitute, and played nowhere else in the round
    (5) the last standings follow from the results; the secret opens all draws and all games' dice; a result that was
        corrected, then or later, keeps what the game's record proves, and counts as the signed act says
    (6) results and standings are those that follow from the log

    (7) with the logs of the host's other contests of that title (`others`, verified before): the ratings that seeded
        the first round are those that follow from them; without, the round only stands in the sequence they give

    `opened` are leaves that the records hide, by hash, as for `verify_record`.

    NOT provable: that the host told everybody the same log (compare its heads), that there are no other contests than
    `others`, and, for a game whose record is missing, its result.
    """
    return list(_findings(files, host_public, others, opened))


def _findings(
    files: Mapping[str, bytes], host_public: bytes | None, others: Logs | None, opened: Mapping[str, Leaf]
) -> Iterator[ContestFinding]:
    try:
        contest, host = _header(files, host_public)  # (0)
        statements = _statements(files)
        _require_header(statements[0], contest, host)
        log = verify_contest_chain(statements, host, contest)  # (1)
        story = ContestStory.read(log)
    except _NotSo as error:
        yield error.finding
        return
    except ProtocolError as error:
        yield ContestFinding(LOG, error.message)
        return
    if key_id(host) != story.plan.host:
        yield ContestFinding(HEADER, f"the host's key is {key_id(host)}, but the plan names {story.plan.host}")
    yield from word_findings(log, story)
    yield from _steps(log)
    yield from _seeding(log, others)
    yield from game_findings(files, story, host, log, opened)
    yield from _secrets(story, log)
    yield from _derived(files, story)


class _NotSo(Exception):
    """What ends the search."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.finding = ContestFinding(where, message)


def _header(files: Mapping[str, bytes], host_public: bytes | None) -> tuple[str, bytes]:
    raw = files.get(HEADER)
    if raw is None:
        raise _NotSo(HEADER, "is missing")
    header = _canonical(HEADER, raw)
    if not isinstance(header, dict) or set(header) != {"format", "contest", "host_key"} or header["format"] != 1:
        raise _NotSo(HEADER, "is not a header of format 1 with format, contest and host_key")
    try:
        host = from_base64url(str(header["host_key"]), "host_key", 32)
    except ProtocolError as error:
        raise _NotSo(HEADER, error.message) from error
    if host_public is not None and host != host_public:
        raise _NotSo(HEADER, f"by host {key_id(host)}; the pinned key is {key_id(host_public)}")
    return str(header["contest"]), host


def _require_header(first: Statement, contest: str, host: bytes) -> None:
    """The log's first entry is of this contest, and signed by this host."""
    if first.key_id != key_id(host):
        raise _NotSo(HEADER, f"the host's key is {key_id(host)}, but {first.key_id} signed the log")
    if (found := ContestLogEntry.from_statement(first).entry.contest) != contest:
        raise _NotSo(HEADER, f"names contest {contest}, but the log is that of {found}")


def _canonical(where: str, raw: bytes) -> Any:
    """A file that holds one canonical JSON value and a newline."""
    try:
        value = canonical.loads(raw, where)
        written = canonical.dumps(value, where) + b"\n"
    except ProtocolError as error:
        raise _NotSo(where, error.message) from error
    if written != raw:
        raise _NotSo(where, "differs from what an export writes")
    return value


def _statements(files: Mapping[str, bytes]) -> list[Statement]:
    raw = files.get(LOG)
    if raw is None:
        raise _NotSo(LOG, "is missing")
    found: list[Statement] = []
    for number, line in enumerate(raw.removesuffix(b"\n").split(b"\n"), start=1):
        try:
            statement = Statement.parse(line, max_bytes=1 << 20)
        except ProtocolError as error:
            raise _NotSo(f"{LOG}, line {number}", error.message) from error
        if statement.to_json() != line:
            raise _NotSo(f"{LOG}, line {number}", "differs from what an export writes")
        found.append(statement)
    if not raw.endswith(b"\n"):
        raise _NotSo(LOG, "does not end with a newline")
    return found


def _steps(log: Sequence[ContestLogEntry]) -> Iterator[ContestFinding]:
    """(3) and (5): at each step of the host, what the plan makes of the log before it."""
    for entry in log:
        if isinstance(entry.body, Closed | Drawn | Finished | Challenged | ByeAsked):
            try:
                _require_step(ContestStory.read(log[: entry.index]), entry)
            except ProtocolError as error:
                yield ContestFinding(f"log entry {entry.index}", error.message)


def _require_step(story: ContestStory, entry: ContestLogEntry) -> None:
    body = entry.body
    if isinstance(body, Closed):
        ratings = None if isinstance(body.ratings, UnsetType) else dict(body.ratings)
        step = next_step(story, instant_of(entry), ratings)
        if step != Close(body.round, body.entrants, ratings):
            raise FalseRecord(f"round {body.round} closes with {len(body.entrants)}; by the plan: {_said(step)}")
    elif isinstance(body, Finished):
        step = next_step(story, instant_of(entry))
        if step != Finish(body.places, body.reason):
            raise FalseRecord(f"the contest is finished ({body.reason}); by the plan: {_said(step)}")
    elif isinstance(body, Drawn):
        _require_draw(story, body)
    elif isinstance(body, Challenged):
        said = Statement.from_form(body.statement).read(Challenge)
        player = next((one.handle for one in story.entrants.values() if one.key == said.player), said.player)
        if (why := challenge_refused(story, player, said.opponent, declined=said.declined)) is not None:
            raise FalseRecord(f"a challenge by {player} that the plan does not allow: {why}")

    elif isinstance(body, ByeAsked):
        asked = Statement.from_form(body.statement).read(RequestBye)
        player = next((one.handle for one in story.entrants.values() if one.key == asked.player), asked.player)
        if (why := bye_refused(story, player, asked.round, withdrawn=asked.withdrawn)) is not None:
            raise FalseRecord(f"{player} asks to sit out round {asked.round}, which the plan does not allow: {why}")


def _seeding(log: Sequence[ContestLogEntry], others: Logs | None) -> Iterator[ContestFinding]:
    """(7)"""
    entry = next((entry for entry in log if isinstance(entry.body, Closed)), None)
    if entry is None or not isinstance(entry.body, Closed) or isinstance(entry.body.ratings, UnsetType):
        return
    where, said = f"log entry {entry.index}", entry.body.ratings
    if others is None:
        yield ContestFinding(
            where,
            "the ratings that seed round 1 are the host's word here; they follow from the logs of its other contests, "
            "which these files have not (verify the contest by its id, not by a folder)",
            accuses=False,
        )
        return
    wanted = seeding_ratings(ContestStory.read(log[: entry.index]), entry.body.entrants, others)
    for player in sorted({*said, *wanted}):
        if said.get(player) != wanted.get(player):
            yield ContestFinding(
                where,
                f"{player} is seeded with the rating {said.get(player)}, but {wanted.get(player)} follows from the "
                "logs of the host's other contests",
            )


def _said(step: object) -> str:
    match step:
        case Close(round=number, entrants=entrants):
            return f"round {number} closes with {', '.join(entrants)}"
        case Finish(places=places, reason=reason):
            ranked = ", ".join(f"{place}. {player}" for player, place in sorted(places.items(), key=lambda one: one[1]))
            return f"it is finished ({reason}): {ranked}"
        case Draw(round=number):
            return f"round {number} is drawn"
        case _:
            return "nothing yet"


def _require_draw(story: ContestStory, body: Drawn) -> None:
    secret = from_base64url(body.secret, "draw secret", 32)
    revealed = from_base64url(story.revealed, "draws", 32)
    if before(secret) != revealed:
        raise FalseRecord(f"the secret of draw {body.draw} does not hash to the one revealed before it")
    found = drawn_tables(story, body.round, secret)
    wanted = [
        (game_id(drawn_game(story.contest, body.draw, number)), seats)
        for number, seats in enumerate(found.tables, start=1)
    ]
    said = [(table.game, dict(table.seats)) for table in body.tables]
    if said != wanted or body.byes != found.byes:
        different = [game for game, seats in said if (game, seats) not in wanted]
        raise FalseRecord(
            f"draw {body.draw} should come out otherwise: {', '.join(different) or 'the byes or the tables'}"
        )
    if body.reason != (story.rounds[-1].again or ""):
        raise FalseRecord(f"draw {body.draw} gives another reason than the act that asked for it")


def _secrets(story: ContestStory, log: Sequence[ContestLogEntry]) -> Iterator[ContestFinding]:
    """(5)"""
    if story.finished is None:
        return
    root = from_base64url(story.finished.secret, "secret", 32)
    if to_base64url(chance.commitment(root)) != story.opened.commitment:
        yield ContestFinding("log, last entry", "the secret is not the one the host committed to")
    elif to_base64url(draw_secrets(root)[0]) != story.opened.draws:
        yield ContestFinding("log entry 0", "the chain of draws does not follow from the secret")
    entered = [entry.body for entry in log if isinstance(entry.body, Entered)]
    aliases = {(Statement.from_form(one.statement).key_id, str(one.alias)) for one in entered}
    revealed = [entry.body for entry in log if isinstance(entry.body, Revealed)]
    try:
        committed = aliases if story.plan.anonymous else set()
        require_revealed(story.contest, story.plan.host, committed, revealed, root)
    except ProtocolError as error:
        yield ContestFinding("log, last entries", error.message)


def _derived(files: Mapping[str, bytes], story: ContestStory) -> Iterator[ContestFinding]:
    """(6)"""
    for name, wanted in derived(story).items():
        if name not in files:
            yield ContestFinding(name, "is missing", accuses=False)
        elif files[name] != wanted:
            lines = list(zip(files[name].split(b"\n"), wanted.split(b"\n"), strict=False))
            line = next((n for n, (found, right) in enumerate(lines, start=1) if found != right), len(lines))
            yield ContestFinding(f"{name}, line {line}", "is not what follows from the log")
