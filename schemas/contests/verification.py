"""Is a contest true? Its exported files alone say: the log, and the records of its games.

Nothing is believed but the host's key, and that is compared with the one pinned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

import msgspec
from msgspec import UnsetType

from schemas.contests.allowed import bye_refused, challenge_refused, seat_refused
from schemas.contests.draws.drawing import drawn_tables
from schemas.contests.exports import HEADER, LOG, RECORDS, derived
from schemas.contests.figures import ending
from schemas.contests.parts import DrawnGame
from schemas.contests.ratings import seeding_ratings
from schemas.contests.rounds import Close, Draw, Finish, next_step
from schemas.contests.story import ContestStory, instant_of
from schemas.documents.successions import require_revealed
from schemas.envelopes import Leaf
from schemas.errors import FalseRecord, ProtocolError
from schemas.keys import chance
from schemas.keys.chance import before, draw_secrets, drawn_game, game_secret
from schemas.keys.identities import Card
from schemas.log.chain import ContestLogEntry, LogEntry, verify_chain, verify_contest_chain
from schemas.log.contest_entries import (
    ByeAsked,
    Challenged,
    Closed,
    ContestActed,
    Drawn,
    Entered,
    Finished,
    Left,
    Opened,
    Result,
)
from schemas.log.contest_officers import Officers
from schemas.log.entries import Created, Revealed
from schemas.record.contest_games import came_in
from schemas.record.form import NOT_RECOMPUTED, Record
from schemas.record.verification import NO_LEAVES, verify_record
from schemas.statements import canonical
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.contests import Challenge, Contest, ContestAct, Enter, LeaveContest, RequestBye
from schemas.statements.forms import StatementForm
from schemas.statements.statements import Statement, key_id
from schemas.statements.texts import game_id

AT_ONCE: Final = timedelta(seconds=10)
"""Two logs are written at the same time: within so long nobody can tell which entry came first."""
Logs = Iterable[Sequence[ContestLogEntry]]


class ContestFinding(msgspec.Struct, frozen=True):
    """One thing that does not hold, or (`accuses` is false) could not be looked at. `where` names file or entry."""

    where: str
    message: str
    accuses: bool = True

    def __str__(self) -> str:
        """The finding as people read it."""
        return f"{self.where}: {self.message}"


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
    yield from _words(log, story)
    yield from _steps(log)
    yield from _seeding(log, others)
    yield from _games(files, story, host, log, opened)
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


def _words(log: Sequence[ContestLogEntry], story: ContestStory) -> Iterator[ContestFinding]:
    """(2)"""
    cards: dict[str, Card] = {}
    numbers: dict[tuple[str, str], int] = {}
    officers = Officers.of(story.plan, story.organiser)
    for entry in log:
        try:
            _require_words(entry, story, cards, numbers, officers)
        except ProtocolError as error:
            yield ContestFinding(f"log entry {entry.index}", error.message)
        if isinstance(entry.body, ContestActed):
            officers = officers.after(Statement.from_form(entry.body.statement).read(ContestAct).act)


def _require_words(
    entry: ContestLogEntry,
    story: ContestStory,
    cards: dict[str, Card],
    numbers: dict[tuple[str, str], int],
    officers: Officers,
) -> None:
    """`officers` are those before this entry."""
    match entry.body:
        case Opened(statement=form, card=card):
            plan = _signed(form, _card(card, cards))
            if game_id(plan.digest) != story.contest or plan.read(Contest).organiser != plan.key_id:
                raise FalseRecord(f"the plan is that of contest {game_id(plan.digest)}, not {story.contest}")
        case Entered(statement=form, card=card, alias=alias):
            enter = _signed(form, _card(card, cards)).read(Enter)
            _require_same(enter.player, cards[enter.player].key_id, "player")
            _require_same(enter.contest, story.contest, "contest")
            _require_same(enter.host, story.plan.host, "host")
            _require_same(enter.commitment, story.opened.commitment, "commitment")
            _require_same(not isinstance(alias, UnsetType), story.plan.anonymous, "being under an alias")
        case Left(statement=form):
            leave = Statement.from_form(form).read(LeaveContest)
            _signed(form, _of(cards, leave.player))
            _require_same(leave.contest, story.contest, "contest")
            _require_rising(numbers, "leave", leave.player, leave.number)
        case Challenged(statement=form):
            challenge = Statement.from_form(form).read(Challenge)
            _signed(form, _of(cards, challenge.player))
            _require_same(challenge.contest, story.contest, "contest")
            _require_rising(numbers, "challenge", challenge.player, challenge.number)
        case ByeAsked(statement=form):
            bye = Statement.from_form(form).read(RequestBye)
            _signed(form, _of(cards, bye.player))
            _require_same(bye.contest, story.contest, "contest")
            _require_rising(numbers, "bye", bye.player, bye.number)
        case ContestActed(statement=form, card=card):
            act = Statement.from_form(form).read(ContestAct)
            if card is not None:
                _card(card, cards)
            signer = _of(cards, act.organiser)
            _signed(form, signer)
            _require_same(act.contest, story.contest, "contest")
            _require_rising(numbers, "act", act.organiser, act.number)
            if not officers.may(signer.handle, act.act):
                holds = signer.handle in (*officers.organisers, officers.assistant)
                why = "was not theirs to decide" if holds else "is by neither organiser nor assistant"
                raise FalseRecord(f"{signer.handle} signed the act, which {why}")
        case _:
            pass


def _card(form: StatementForm, cards: dict[str, Card]) -> Card:
    card = Card.from_statement(Statement.from_form(form))
    known = next((other for other in cards.values() if other.key_id == card.key_id), card)
    _require_same(card.handle, known.handle, "handle")
    cards[card.key_id] = card
    return card


def _of(cards: Mapping[str, Card], key: str) -> Card:
    if key not in cards:
        raise FalseRecord(f"the card of {key} is missing")
    return cards[key]


def _signed(form: StatementForm, card: Card) -> Statement:
    statement = Statement.from_form(form)
    card.verify(statement)
    return statement


def _require_rising(numbers: dict[tuple[str, str], int], what: str, signer: str, number: int) -> None:
    newest = numbers.get((what, signer), 0)
    if number <= newest:
        raise FalseRecord(f"{what} {number} is not above {newest}, which the same signer used before")
    numbers[what, signer] = number


def _require_same(found: object, wanted: object, what: str) -> None:
    if found != wanted:
        raise FalseRecord(f"its {what} is {found!r}; expected {wanted!r}")


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


def _games(
    files: Mapping[str, bytes],
    story: ContestStory,
    host: bytes,
    log: Sequence[ContestLogEntry],
    opened: Mapping[str, Leaf],
) -> Iterator[ContestFinding]:
    """(4)"""
    known = {f"{RECORDS}{table.game}.json": table for table in [*story.games, *story.void]}
    for name in sorted(set(files) - {HEADER, LOG, *derived(story)} - set(known)):
        yield ContestFinding(name, "nothing in the contest speaks of it")
    for name, table in known.items():
        if name in files:
            record = _record(name, files[name], table, story, log, host)
            if isinstance(record, ContestFinding):
                yield record
                continue
            for finding in verify_record(record, host, opened):
                yield ContestFinding(name, str(finding), accuses=finding.code != NOT_RECOMPUTED)
        elif table.counting is not None:
            yield ContestFinding(name, f"is missing, so nothing proves the result of {table.game}", accuses=False)


def _record(
    name: str, raw: bytes, table: DrawnGame, story: ContestStory, contest: Sequence[ContestLogEntry], host: bytes
) -> Record | ContestFinding:
    """The record of a game, if it is of this table and tells the result that the log has."""
    try:
        record = Record.from_json(raw)
        if record.to_json() != raw:
            raise FalseRecord("differs from what an export writes")
        _require_same(record.game, table.game, "game")
        drawn = (entry for entry in contest if isinstance(entry.body, Drawn) and entry.body.draw == table.draw)
        _require_opening(record, table, story, next(drawn))
        log = verify_chain([Statement.from_form(form) for form in record.log], host, record.game)
        _require_result(record, table, log)
        _require_substitutes(record, contest, log)
    except ProtocolError as error:
        return ContestFinding(name, error.message)
    return record


def _require_opening(record: Record, table: DrawnGame, story: ContestStory, drawn: ContestLogEntry) -> None:
    created = Created.from_body(Statement.from_form(record.log[0]).content["body"])
    _require_same(created.drawn, drawn.statement.to_form(), "draw")
    _require_same(created.statement, story.opened.statement, "plan")
    if story.finished is not None:
        root = from_base64url(story.finished.secret, "secret", 32)
        secret = game_secret(root, story.contest, table.draw, table.number)
        _require_same(created.commitment, to_base64url(chance.commitment(secret)), "commitment")


def _require_substitutes(record: Record, contest: Sequence[ContestLogEntry], log: Sequence[LogEntry]) -> None:
    """Each substitute could take their seat by the contest's log of then; of events at once any may be first."""
    handles = {card.key_id: card.handle for card in _cards(record)}
    for index, join, kept in came_in([entry.body for entry in log]):
        handle, at = handles.get(join.player, join.player), log[index].at
        refused = [
            seat_refused(ContestStory.read(contest[:length]), record.game, handle, named=kept == handle)
            for slack in (timedelta(), -AT_ONCE, AT_ONCE)
            if (length := sum(entry.at <= at + slack for entry in contest))
        ]
        if all(refused):
            raise FalseRecord(f"{handle} took seat {join.seat!r}, but could not: {refused[0]}")


def _cards(record: Record) -> list[Card]:
    return [Card.from_statement(Statement.from_form(form)) for form in record.players]


def _require_result(record: Record, table: DrawnGame, log: Sequence[LogEntry]) -> None:
    result: Result | None = table.result
    if result is None:
        return
    _require_same(to_base64url(log[-1].hash), result.head, "last entry")
    found = ending(log, table.competitors, {card.key_id: card.handle for card in _cards(record)})
    if result.outcome == "annulled":
        return
    _require_same(found.places, result.places, "places")
    _require_same(found.scores, result.scores, "scores")
    _require_same(found.left, sorted(result.left), "leavers")
    _require_same(found.substitutes, result.substitutes, "substitutes")


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
