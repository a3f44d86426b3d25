"""A game's terms in plain words, and what everybody may know of misses, absences and votes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from schemas.statements.in_words import counted, length, listed

DAYS: Final = {
    "mon": "Monday",
    "tue": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "fri": "Friday",
    "sat": "Saturday",
    "sun": "Sunday",
}
CUT: Final = {
    "final": "A phase is cut when all orders are final, or at the deadline.",
    "in": "A phase is cut when all orders are in, drafts included, or at the deadline.",
    "deadline": "A phase is cut only at the deadline.",
}
VOTES: Final = {
    "pause": "pausing the game",
    "resume": "resuming the game",
    "extend": "a later deadline",
    "end": "ending the game",
}


def terms_in_words(terms: Mapping[str, Any]) -> Iterator[str]:
    """A game's terms as sentences, as the organiser signed them."""
    bank = f", then a seat's bank of {length(terms['bank_seconds'])} runs" if terms["bank_seconds"] else ""
    yield f"A phase lasts {length(terms['phase_seconds'])}{bank}."
    yield CUT[terms["cut"]]
    if terms["least_seconds"]:
        yield f"No phase is cut within {length(terms['least_seconds'])} of its opening."
    if terms["reminders"]:
        yield f"The host reminds missing players {listed(list(map(length, terms['reminders'])))} before the deadline."
    if terms["grace_seconds"]:
        yield (
            f"The host waits {length(terms['grace_seconds'])} more for missing orders; the phase is cut when "
            "that time is over."
        )
    yield f"If a player misses the deadline, their book answers, or else the default. {misses(terms)}"
    yield from days_off(terms)
    yield absences(terms["absence_days"])


def terms_in_short(terms: Mapping[str, Any]) -> list[str]:
    """How long a phase lasts, when it is cut, and what a miss costs."""
    lasts, cut = islice(terms_in_words(terms), 2)
    return [lasts, cut, misses(terms)]


def misses(terms: Mapping[str, Any]) -> str:
    """How often a player may miss a deadline."""
    excused, back = terms["excused"], terms["excused_back"]
    if not excused:
        return "The first miss makes the seat vacant."
    return f"{counted(excused, 'miss')} {'is' if excused == 1 else 'are'} excused, the next makes the seat vacant; " + (
        f"{counted(back, 'answer')} in time {'makes' if back == 1 else 'make'} up for one."
    )


def days_off(terms: Mapping[str, Any]) -> Iterator[str]:
    """Which days do not count, and where they begin."""
    off = [list(DAYS.values())[day] for day in sorted(terms["days_off"])] + sorted(terms["dates_off"])
    if off:
        yield f"{listed(off)} {'does' if len(off) == 1 else 'do'} not count; days are those of {terms['time_zone']}."


def absences(days: int) -> str:
    """For how long a player may be away."""
    if not days:
        return "Players cannot announce absences."
    return f"A seat may announce absences of {counted(days, 'day')} in all; those days do not count either."


def absences_in_words(absences: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """The absences that seats have announced, each with its first and last day."""
    for away in absences:
        first, last = day_in_words(away["first"]), day_in_words(away["last"])
        yield f"{away['seat']} is absent {f'on {first}' if first == last else f'from {first} to {last}'}."


def votes_in_words(votes: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The votes that have not carried, with the seats for and against."""
    for vote in votes:
        against = f", {listed(vote['against'])} against" if vote["against"] else ""
        yield f"A vote on {VOTES[vote['on']]}: {listed(vote['for'])} for it{against}."


def misses_in_words(missed: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Who missed which phase."""
    for one in missed:
        yield f"{one['player']} ({one['seat']}) missed phase {one['phase']}."


def day_in_words(day: str) -> str:
    """`Thu 1 Jan 2099`."""
    said = date.fromisoformat(day)
    return f"{said:%a} {said.day} {said:%b %Y}"


OF_SEATS: Final = re.compile(r"A vote on |Vacant seat: |Phase \d+: (?:no orders came from|the deadline passed)")
"""How sentences begin that name seats and nobody else."""
DOES: Final = "(?: votes| is absent| will be away| left before| resigned)"
"""What a sentence tells of the seat with which it begins; others may begin with a player who is called like a seat."""


def in_names(sentence: str, names: Mapping[str, str], people: Mapping[str, str] = MappingProxyType({})) -> str:
    """A sentence in which seats that stand there by their ids are called by their names, or by those of people where it
    is sure that a seat is meant."""
    if not names:
        return sentence
    ids = f"(?<![\\w-])({'|'.join(map(re.escape, names))})(?![\\w-])"
    if OF_SEATS.match(sentence):
        return re.sub(ids, lambda one: people.get(one[1]) or as_name(names[one[1]]), sentence)
    begins = re.match(rf"(?:The player of )?{ids}(?={DOES})", sentence)
    if begins and begins[1] in people:
        return people[begins[1]] + sentence[begins.end() :]
    found = re.compile(rf"\b((?:vacant )?[Ss]eat |The player of )?{ids}")
    return found.sub(lambda one: called(one[1] or "", names[one[2]]), sentence)


def called(before: str, name: str) -> str:
    """A seat in a sentence, after the word *seat* (`seat Black`, `the seat of the Agiads`) or without it."""
    if not before.lower().endswith("seat ") or not name.startswith("the "):
        return f"{before}{as_name(name) if before else name}"
    article = "" if before.startswith("vacant ") else "The " if before.startswith("S") else "the "
    return f"{article}{before.lower()}of {name}"


def as_name(name: str) -> str:
    """A seat by its own name where that is not a word of the sentence: `Black`; `the Agiads` stays."""
    return name if name.startswith("the ") else f"{name[:1].upper()}{name[1:]}"
