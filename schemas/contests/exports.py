"""A contest as text for other programs: CSV, JSON, NDJSON, iCalendar, Atom; and the folder that proves it offline.

Whoever has the log writes the same bytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from xml.etree import ElementTree

import msgspec

from schemas.contests.counting.corrections import change_in_words
from schemas.contests.counting.scoring import best_of
from schemas.contests.parts import DrawnGame, Round
from schemas.contests.progress import places_after
from schemas.contests.ratings import Ratings, ranked, ranked_seats
from schemas.contests.standings import Table, in_words, standings
from schemas.contests.story import ContestStory
from schemas.contests.told.explaining import Explained
from schemas.log.chain import ContestLogEntry
from schemas.log.contest_entries import Result
from schemas.record.form import Record
from schemas.statements import canonical
from schemas.statements.payloads import instant
from schemas.statements.texts import left_out

HEADER, LOG, RESULTS, STANDINGS = "contest.json", "log.ndjson", "results.csv", "standings.json"
CORRECTIONS: Final = "corrections.csv"
RECORDS: Final = "games/"
ATOM: Final = "http://www.w3.org/2005/Atom"
FOLDED: Final = 74
COLUMNS: Final = (
    "round", "table", "game", "seat", "player", "outcome", "place", "score", "points", "left", "substitute",
    "substitute_points",
)  # fmt: skip
NOTHING: Final = ("",) * 6
"""For the last of these, where a seat has no result that counts."""
DROPPED: Final = ("dropped", "substitute_dropped")
"""Where only the best rounds count: the points of others, which `points` and `substitute_points` are without."""


def results_csv(story: ContestStory) -> str:
    """A line a seat, from the first round on; games that go on have no place yet. At last, whose the aliases were."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    is_best = best_of(story.plan) is not None
    writer.writerow([*COLUMNS, *(DROPPED if is_best else ()), *(["holder"] if story.holders else [])])
    stands = standings(story)
    for table in story.games:
        for seat, player in table.seats.items():
            line = [table.round, table.number, table.game, seat, player, *_result(table, player, stands)]
            line += _dropped(table, player, stands) if is_best else []
            writer.writerow([*line, *([story.holders.get(player, "")] if story.holders else [])])
    return text.getvalue()


def standings_csv(story: ContestStory, after: int | None = None) -> str:
    """A line a player, the first first."""
    text, table = io.StringIO(), standings(story, after)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["place", "player", "points", *story.plan.ties])
    places = places_after(story, after)
    for line in sorted(table.lines, key=lambda line: places[line.player]):
        writer.writerow([places[line.player], line.player, in_words(line.points), *line.ties.values()])
    return text.getvalue()


def ratings_csv(ratings: Ratings) -> str:
    """A line a player, the highest first, then a line a seat of each scenario."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["of", "player", "scenario", "seat", "rating", "games", "provisional"])
    for player, one in ranked(ratings.players):
        writer.writerow(["player", player, "", "", one.value, one.games, one.is_provisional])
    for scenario, seat, one in ranked_seats(ratings):
        writer.writerow(["seat", "", scenario, seat, one.value, one.games, one.is_provisional])
    return text.getvalue()


def standings_json(story: ContestStory, after: int | None = None) -> dict[str, Any]:
    """The standings with what decided them; points in sixtieths."""
    found = Explained(story, after)
    parted = found.parted_by()
    return {
        "contest": story.contest,
        "after": len(story.rounds) if after is None else after,
        "final": story.finished is not None and after is None,
        "lines": [
            {
                "place": found.places[line.player],
                "player": line.player,
                "points": line.points,
                "ties": dict(line.ties),
                "decided_by": parted[line.player],
            }
            for line in found.lines
        ],
    }


def corrections_csv(story: ContestStory) -> str:
    """A line a player of each result that was corrected, in the sequence of the log: what counts now, and what did."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["at", "round", "table", "game", "by", "player", "place", "score", "place_before", "score_before"])
    found = [(one, table) for table in story.games for one in table.corrections]
    for one, table in sorted(found, key=lambda pair: pair[0].entry):
        where = [instant(one.at), table.round, table.number, table.game, one.player]
        for player, place in sorted(one.now.places.items()):
            scores = [result.scores.get(player, "") for result in (one.now, one.was)]
            writer.writerow([*where, player, place, scores[0], one.was.places[player], scores[1]])
    return text.getvalue()


def log_ndjson(log: Iterable[ContestLogEntry]) -> bytes:
    """A signed entry a line, as canonical JSON."""
    return b"".join(entry.statement.to_json() + b"\n" for entry in log)


def exported(log: Sequence[ContestLogEntry], host_key: bytes, records: Mapping[str, Record]) -> dict[str, bytes]:
    """The folder that proves a contest offline: its files by name. `records` are those of finished games, by id."""
    story = ContestStory.read(log)
    header = {"format": 1, "contest": story.contest, "host_key": canonical.to_base64url(host_key)}
    return {
        HEADER: canonical.dumps(header) + b"\n",
        LOG: log_ndjson(log),
        **derived(story),
        **{f"{RECORDS}{game}.json": record.to_json() for game, record in sorted(records.items())},
    }


def derived(story: ContestStory) -> dict[str, bytes]:
    """The files of the folder that follow from the log alone."""
    is_corrected = any(table.corrections for table in story.games)
    return {
        RESULTS: results_csv(story).encode(),
        STANDINGS: canonical.dumps(standings_json(story)) + b"\n",
        **({CORRECTIONS: corrections_csv(story).encode()} if is_corrected else {}),
    }


class Appointment(msgspec.Struct, frozen=True):
    """Something with a time in a calendar; `key` is unique in the calendar and stays the same."""

    key: str
    at: datetime
    what: str


def appointments(story: ContestStory) -> list[Appointment]:
    """When entering closes, and when the time of each round that was drawn is up."""
    found: list[Appointment] = []
    if (closes := story.closes_at) is not None:
        found.append(Appointment("closes", closes, f"{story.plan.name}: entering closes"))
    for round_ in story.rounds:
        if (ends := round_.ends_at(story.plan)) is not None:
            found.append(Appointment(f"round-{round_.number}", ends, f"{story.plan.name}: round {round_.number} ends"))
    return found


def calendar(name: str, of: str, stamp: datetime, found: Iterable[Appointment]) -> str:
    """An iCalendar (RFC 5545) of moments; `of` makes their ids unique in the world, `stamp` says how new they are."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ostraka//contests//EN", f"X-WR-CALNAME:{_escaped(name)}"]
    for one in found:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.key}@{of}.ostraka",
            f"DTSTAMP:{stamp:%Y%m%dT%H%M%SZ}",
            f"DTSTART:{one.at:%Y%m%dT%H%M%SZ}",
            f"DTEND:{one.at + timedelta(minutes=15):%Y%m%dT%H%M%SZ}",
            f"SUMMARY:{_escaped(one.what)}",
            "END:VEVENT",
        ]
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in _folded(line))


class News(msgspec.Struct, frozen=True):
    """One thing that happened, for feeds and pages."""

    key: str
    at: datetime
    title: str
    text: str


def news(story: ContestStory) -> list[News]:
    """What happened, the oldest first: opened, each word to all, each round's draw, each result, finished."""
    plan = story.plan
    found = [News("opened", story.opened_at, f"{plan.name} is open", f"{story.organiser} opened a {plan.kind}.")]
    for number, word in enumerate(story.words, start=1):
        found.append(News(f"word-{number}", word.at, f"{word.player} writes to all", word.text))
    for round_ in story.rounds:
        found += _news_of(round_)
    if story.finished is not None and story.finished_at is not None:
        first = [player for player, place in story.finished.places.items() if place == 1]
        won = f" Won by {' and '.join(sorted(first))}." if first else ""
        found.append(News("finished", story.finished_at, f"{plan.name} is over", f"{story.finished.reason}.{won}"))
    return sorted(found, key=lambda one: one.at)


def feed(story: ContestStory, url: str) -> bytes:
    """An Atom feed (RFC 4287) of what happened, the newest first; `url` is the contest's page."""
    ElementTree.register_namespace("", ATOM)
    root = ElementTree.Element(f"{{{ATOM}}}feed")
    happened = news(story)[::-1]
    _add(root, "id", f"urn:ostraka:contest:{story.contest}")
    _add(root, "title", story.plan.name)
    _add(root, "updated", instant(happened[0].at))
    ElementTree.SubElement(root, f"{{{ATOM}}}link", href=url)
    for one in happened:
        entry = ElementTree.SubElement(root, f"{{{ATOM}}}entry")
        _add(entry, "id", f"urn:ostraka:contest:{story.contest}:{one.key}")
        _add(entry, "title", one.title)
        _add(entry, "updated", instant(one.at))
        _add(_add(entry, "author", ""), "name", "the host")
        _add(entry, "summary", one.text)
        ElementTree.SubElement(entry, f"{{{ATOM}}}link", href=url)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _result(table: DrawnGame, player: str, stands: Table) -> list[object]:
    if player in table.fill_ins:
        return ["fill-in", *NOTHING]
    if (result := table.counting) is None:
        outcome = "annulled" if table.annulled or table.result is not None else ""
        return [outcome, *NOTHING]
    substitute = _came_in(result, player)
    points = in_words(stands.counts(player, table.game) if player in stands.gained else 0)
    came_in = in_words(stands.counts(substitute, table.game)) if substitute in stands.gained else ""
    left = "left" if player in result.left else ""
    place, score = result.places[player], result.scores.get(player, "")
    return [table.outcome, place, score, points, left, substitute, came_in]


def _came_in(result: Result, player: str) -> str:
    return next((handle for handle, whom in result.substitutes.items() if whom == player), "")


def _dropped(table: DrawnGame, player: str, stands: Table) -> list[object]:
    """The two points of `DROPPED`."""
    result = table.counting
    if result is None or player in table.fill_ins:
        return ["", ""]
    there = (player, _came_in(result, player))
    return [
        in_words(stands.gained[one].get(table.game, 0) - stands.counts(one, table.game)) if one in stands.gained else ""
        for one in there
    ]


def _news_of(round_: Round) -> list[News]:
    if round_.drawn_at is None:
        return []
    count, byes = len(round_.tables), f" Byes: {', '.join(round_.byes)}." if round_.byes else ""
    seated = "; ".join(f"{table.game}: {', '.join(table.seats.values())}" for table in round_.tables)
    title = f"Round {round_.number} is drawn: {count} {'game' if count == 1 else 'games'}"
    found = [News(f"draw-{round_.draw}", round_.drawn_at, title, f"{seated}.{byes}")]
    for table in round_.tables:
        if table.result is not None and table.result_at is not None:
            first = table.corrections[0].was if table.corrections else table.counting
            found.append(News(table.game, table.result_at, f"{table.game}: {_won(first)}", _ranked(first)))
        for one in table.corrections:
            text = f"It counts as {change_in_words(one.was, one.now)}. Reason: {one.act.reason}"
            found.append(News(f"correction-{one.entry}", one.at, f"{table.game} is corrected: {_won(one.now)}", text))
    return found


def _won(result: Result | None) -> str:
    if result is None:
        return "annulled"
    return " and ".join(player for player, place in sorted(result.places.items()) if place == 1) + " won"


def _ranked(result: Result | None) -> str:
    if result is None:
        return "The game counts for nothing."
    return ", ".join(f"{place}. {player}" for player, place in sorted(result.places.items(), key=lambda one: one[1]))


def _add(parent: ElementTree.Element, tag: str, text: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, f"{{{ATOM}}}{tag}")
    child.text = left_out(text) or None
    return child


def _escaped(text: str) -> str:
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return left_out(text)


def _folded(line: str) -> list[str]:
    """Lines of at most 75 bytes, as RFC 5545 wants them; no character is cut."""
    parts = [""]
    for character in line:
        if len((parts[-1] + character).encode()) > FOLDED:
            parts.append(" ")
        parts[-1] += character
    return parts
