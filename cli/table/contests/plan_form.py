"""The form of a plan: what can be chosen in it, what is chosen at first, and the plan that it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from werkzeug.datastructures import MultiDict

from cli.contests.plan_file import LENGTH, TWO, PlanFile
from cli.errors import Misuse
from cli.games.terms import DAYS
from cli.rules.game_options import as_typed
from cli.table.shown.organising import DEADLINES, EXTRA, REMINDERS, lengths, options_of, plain_terms
from cli.times import zone_in_words
from schemas.contests.counting.scoring import NO_PLACES, scoring_of
from schemas.contests.matches.match import DECIDING
from schemas.contests.plan import FILLED_IN, KINDS, LATE, WORTH
from schemas.contests.standings import TIE_BREAKS
from schemas.contests.story import LATE_ENTRY, moment
from schemas.documents.game_in_words import CUT
from schemas.documents.game_in_words import DAYS as DAY_NAMES
from schemas.statements.contests import MOST_ENTRANTS, MOST_ROUNDS, Contest

if TYPE_CHECKING:
    from adjudicator.kernel import Title

Facts = dict[str, Any]
Form = MultiDict[str, str]
DAY, WEEK = 86_400, 7 * 86_400
ROUNDS: Final = (0, WEEK, 2 * WEEK, 4 * WEEK, 8 * WEEK, 12 * WEEK, 16 * WEEK, 26 * WEEK, 52 * WEEK)
SEEDS: Final = {"lot": "by lot", "rating": "by the ratings of this host", "list": "in a sequence of my own"}
ODD: Final = {"bye": "sits out the round", "bot": "is joined by a bot", "fill-in": "is joined by a substitute"}
SCORINGS: Final[dict[str, str]] = {
    "places": "as places are",
    "share": "shares of the scores",
    "squares": "shares of squared scores",
}
ADVANCE: Final = {
    "knock-out": "How many of each table play on",
    "cup": "How many of each table play on in the knock-out",
    "league": "How many of each division go up, and as many down",
    "ladder": "Within how many rungs players meet and challenge",
}
"""What `advance` says, in the kinds that have it."""
NUMBERS: Final = ("advance", "swiss_rounds", "no_shows", "best", "asked_byes")
"""Of the fields that may be left empty."""
LISTS: Final = ("reminders", "days_off", "also")
TICKS: Final = ("substitutes", "late_entry", "anonymous", "private", "both_sides")
TIED: Final = {"score": "scored more in both games together", "standing": "stood higher before it"}
LABELS: Final = {
    "name": "Its name",
    "tables": "Players at a table",
    "both_sides": "Over both sides",
    "tied": "A match that is tied",
    "rounds": "Rounds",
    "closes": "Entering closes",
    "fewest": "At least",
    "most": "At most",
    "round": "Time for a round",
    "late": "A game still being played then",
    "scoring": "What a game is worth",
    "best": "Rounds that count",
    "ties": "What parts equals",
    "advance": "How many play on",
    "swiss_rounds": "Swiss rounds before the knock-out",
    "seeds": "Who is seeded how",
    "apart": "Kept apart",
    "odd": "Who is left over",
    "asked_byes": "Rounds that may be sat out on request",
    "asked_worth": "What such a round brings",
    "no_shows": "Seats given up before somebody is drawn no more",
    "late_entry": "Entering later",
    "assistant": "Assistant",
    "organisers": "Who organises it with you",
    "reminders": "Reminders",
    "time_zone": "Time zone",
}
"""What the fields of a plan are called in the form."""


def choices(rules: Title[Any], scenario: str, kind: str, form: Form) -> Facts:
    """What can be chosen for a contest of a kind, and what is."""
    counts = sorted(rules.scenario(scenario).seat_counts)
    chosen: Facts = dict.fromkeys(at_first(rules, scenario, kind), "") | dict(form.items())
    chosen |= {name: form.getlist(name) for name in LISTS} | {name: name in form for name in TICKS}
    options = {one.removeprefix("option "): str(said) for one, said in form.items() if one.startswith("option ")}
    return {
        "kind": kind,
        "kind_words": KINDS[kind],
        "zone": zone_in_words(by_this_clock(chosen["closes"]) or datetime.now().astimezone()),
        "counts": counts,
        "for_two": TWO in counts,
        "tied": [*TIED.items()] if kind in DECIDING else [],
        "options": list(options_of(rules, rules.seats(scenario, counts[-1]), options)),
        "advances": ADVANCE.get(kind, ""),
        "oddities": [
            (one, words)
            for one, words in ODD.items()
            if (one != "bot" or rules.has_bot_for(rules.seats(scenario, counts[-1])))
            and (one != "fill-in" or kind in FILLED_IN)
        ],
        "seeds": list(SEEDS.items()),
        "lates": list(LATE.items()),
        "scorings": [*SCORINGS.items()] if kind not in NO_PLACES else [],
        "has_best": kind not in (*NO_PLACES, "knock-out", "cup"),
        "can_enter_late": kind in LATE_ENTRY,
        "worths": list(WORTH.items()),
        "most_entrants": MOST_ENTRANTS,
        "most_rounds": MOST_ROUNDS,
        "tie_breaks": list(TIE_BREAKS.items()),
        "lasts": [
            (said, words if int(said) else "as long as its games do")
            for said, words in lengths(ROUNDS, seconds(chosen["round_seconds"]))
        ],
        "deadlines": lengths(DEADLINES, seconds(chosen["phase_seconds"])),
        "banks": lengths(EXTRA, seconds(chosen["bank_seconds"])),
        "graces": lengths(EXTRA, seconds(chosen["grace_seconds"])),
        "leasts": lengths(EXTRA, seconds(chosen["least_seconds"])),
        "reminders": lengths(REMINDERS, *map(seconds, form.getlist("reminders"))),
        "cuts": list(CUT.items()),
        "days": list(enumerate(DAY_NAMES[day] for day in DAYS)),
        "chosen": chosen,
    }


def at_first(rules: Title[Any], scenario: str, kind: str, now: datetime | None = None) -> Form:
    """What stands in the form at first."""
    counts = sorted(rules.scenario(scenario).seat_counts, key=lambda size: (size != 4, size))
    closes = (now or datetime.now(UTC)).astimezone() + timedelta(weeks=3)
    closes += timedelta(days=6 - closes.weekday())
    one_table = kind == "mini"
    said = {
        "name": "",
        "table": str(counts[0]),
        "rounds": {"mini": "2", "knock-out": "3"}.get(kind, "5"),
        "closes": f"{closes:%Y-%m-%d}T18:00",
        "fewest": str(2 * counts[0]),
        "most": str(counts[0] if one_table else 64),
        "round_seconds": str(16 * WEEK),
        "tied": "score",
        "late": "end" if one_table else "adjudicate",
        "scoring": "places",
        "best": "",
        "asked_byes": "",
        "asked_worth": "mean",
        "ties": ", ".join(TIE_BREAKS),
        "advance": {"ladder": str(max(counts))}.get(kind, str(max(1, counts[0] // 2)) if kind in ADVANCE else ""),
        "swiss_rounds": "3" if kind == "cup" else "",
        "seeds": "lot",
        "seed_list": "",
        "apart": "",
        "odd": "bye",
        "no_shows": "1",
        "assistant": "",
        "organisers": "",
        "substitutes": "yes",
        "late_entry": "yes",
    }
    return with_terms(MultiDict(said), plain_terms())


def with_terms(form: Form, terms: Mapping[str, Any]) -> Form:
    """The form with the terms of the games."""
    for name, value in terms.items():
        if isinstance(value, list):
            several(form, name, value)
        else:
            form[name] = str(value)
    return form


def several(form: Form, name: str, values: Sequence[Any]) -> None:
    """Choose several values of a field, or none."""
    for one in values:
        form.add(name, str(one))


def as_in(plan: Contest) -> Form:
    """The form of a plan that was signed."""
    body = plan.to_body()
    rules_sizes = [str(len(seats)) for seats in plan.tables]
    plain = ("name", "rounds", "fewest", "most", "round_seconds", "late", "advance", "swiss_rounds", "seeds", "odd")
    form = MultiDict({name: str(body[name]) for name in plain})
    form["table"], *also = rules_sizes
    several(form, "also", also)
    form["closes"] = f"{moment(plan.closes_at).astimezone():%Y-%m-%dT%H:%M}" if plan.closes_at else ""
    form["ties"], form["seed_list"] = ", ".join(plan.ties), ", ".join(plan.seed_list)
    form["apart"] = "\n".join(", ".join(pair) for pair in plan.apart)
    form["assistant"], form["scoring"] = plan.assistant or "", scoring_of(plan)
    form["tied"] = str(body.get("tied", "score"))
    form["organisers"] = ", ".join(body.get("organisers", ()))
    for name in ("no_shows", "best", "asked_byes"):
        form[name] = str(body.get(name, ""))
    form["asked_worth"] = str(body.get("asked_worth", "mean"))
    ticked = {
        "substitutes": plan.substitutes,
        "late_entry": "late_entry" not in body,
        "both_sides": "both_sides" in body,
    }
    for name, is_ticked in (ticked | {"anonymous": plan.anonymous, "private": plan.private}).items():
        if is_ticked:
            form[name] = "yes"
    for name, value in plan.options.items():
        form[f"option {name}"] = as_typed(value)
    return with_terms(form, body["terms"])


# --- the plan that a form says ----------------------------------------------------------------------------------------


def plan_of(form: Form, rules: Title[Any], scenario: str, kind: str) -> PlanFile:
    """The plan as it would be written in a file."""
    said: Facts = {
        "name": form.get("name", "").strip(),
        "kind": kind,
        "title": rules.id,
        "scenario": scenario,
        "options": dict(options_said(form, rules)),
        "tables": [one for one in dict.fromkeys(map(as_number, [form.get("table", ""), *form.getlist("also")])) if one],
        "rounds": whole(form, "rounds"),
        "most": whole(form, "most"),
        "round": as_length(form.get("round_seconds", "")),
        "late": form.get("late", ""),
        "ties": words(form.get("ties", "")),
        "seeds": words(form.get("seed_list", "")) if form.get("seeds", "") == "list" else form.get("seeds", ""),
        "apart": [words(line) for line in form.get("apart", "").splitlines() if line.strip()],
        "odd": form.get("odd", ""),
        "substitutes": "substitutes" in form,
        "terms": terms_said(form),
        **{name: True for name in ("anonymous", "private") if name in form},
        **{name: found for name in NUMBERS if (found := whole(form, name)) is not None},
    }
    if kind != "mini":
        closes = form.get("closes", "").strip()
        there = by_this_clock(closes)
        said |= {"closes": there.isoformat(timespec="minutes") if there else closes or None}
        said["fewest"] = whole(form, "fewest")
    if kind in LATE_ENTRY and "late_entry" not in form:
        said["late_entry"] = False
    said |= {name: named for name in ("assistant", "scoring") if (named := form.get(name, "").strip())}
    if "both_sides" in form:
        said |= {"both_sides": True} | ({"tied": form.get("tied", "")} if kind in DECIDING else {})
    if "asked_byes" in said:
        said["asked_worth"] = form.get("asked_worth", "mean")
    if further := words(form.get("organisers", "")):
        said["organisers"] = further
    return PlanFile({name: value for name, value in said.items() if value is not None})


def by_this_clock(closes: str) -> datetime | None:
    """When entering closes, in the form by the clock of this device; None: what stands there is no time."""
    try:
        return datetime.fromisoformat(closes).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def options_said(form: Form, rules: Title[Any]) -> Iterator[tuple[str, Any]]:
    """The options of the games that are not as they are by default."""
    for name, one in rules.settings.items():
        said = form.get(f"option {name}", as_typed(one.default))
        if said != as_typed(one.default):
            yield name, next((value for value in one.values or () if as_typed(value) == said), said)


def terms_said(form: Form) -> Facts:
    """The terms of the games."""
    said: Facts = {
        "deadline": as_length(form.get("phase_seconds", "")),
        "bank": as_length(form.get("bank_seconds", "")),
        "grace": as_length(form.get("grace_seconds", "")),
        "least": as_length(form.get("least_seconds", "")),
        "reminders": [as_length(one) for one in sorted(form.getlist("reminders"), key=seconds, reverse=True)],
        "days_off": [DAYS[int(one)] for one in form.getlist("days_off") if one in [*"0123456"]],
        "time_zone": form.get("time_zone", "").strip() or "UTC",
        "cut": form.get("cut", ""),
        "absence": as_length(str((whole(form, "absence_days") or 0) * DAY)),
    }
    return said | {name: found for name in ("excused", "excused_back") if (found := whole(form, name)) is not None}


def whole(form: Form, name: str) -> int | None:
    """A number of the form; None where it is empty."""
    said = form.get(name, "").strip()
    found = as_number(said)
    if said and found is None:
        raise Misuse(f"{LABELS.get(name, name)}: {said[:20]} is not a number of at most nine digits.")
    return found


def as_number(said: str) -> int | None:
    """A whole number as it is typed; None for what is none, or has more than nine digits."""
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else None


def words(text: str) -> list[str]:
    """Names with commas or blanks between them."""
    return text.replace(",", " ").split()


def seconds(said: str) -> int:
    """A length of time that was chosen."""
    return as_number(said) or 0


def as_length(said: str) -> str | int:
    """A length of time as it is written in a plan: `2d`."""
    number = seconds(said)
    if not number:
        return 0
    found = next(f"{number // each}{unit}" for unit, each in UNITS if number % each == 0)
    return found if LENGTH.fullmatch(found) else 0


UNITS: Final = (("d", DAY), ("h", 3_600), ("m", 60), ("s", 1))


def called(faults: Sequence[str]) -> list[str]:
    """Faults of a plan, with the names that its fields have in the form."""
    parts = [fault.partition(": ") for fault in faults]
    return [f"{LABELS.get(name, name)}{colon}{rest}" for name, colon, rest in parts]
