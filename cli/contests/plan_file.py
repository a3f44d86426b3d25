"""A plan as organisers write it: PLAN.yaml, in their own units; every fault with its line and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin, get_type_hints

from cli.errors import Misuse
from cli.terminal.durations import UNITS

if TYPE_CHECKING:
    import yaml

    from adjudicator.kernel import Title
    from schemas.statements.contests import Contest


LENGTH: Final = re.compile(r"([1-9][0-9]{0,5})([smhdw])")
TWO: Final = 2
"""Who can play a match over both sides."""
QUOTE: Final = "'"
DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
SEEDS: Final = ("lot", "rating")
TERMS: Final = {
    "deadline": "phase_seconds", "bank": "bank_seconds", "grace": "grace_seconds", "least": "least_seconds",
    "absence": "absence_days", "reminders": "reminders", "excused": "excused", "excused_back": "excused_back",
    "days_off": "days_off", "dates_off": "dates_off", "time_zone": "time_zone", "cut": "cut",
}  # fmt: skip
"""What the file calls the terms of the games, and what the statement does."""
FIELDS: Final = {
    "name": "name", "kind": "kind", "title": "title", "scenario": "scenario", "options": "options",
    "tables": "tables", "both_sides": "both_sides", "tied": "tied", "rounds": "rounds", "closes": "closes_at",
    "fewest": "fewest", "most": "most", "round": "round_seconds", "late": "late", "scoring": "scoring", "best": "best",
    "ties": "ties", "advance": "advance", "swiss_rounds": "swiss_rounds", "seeds": "seeds", "apart": "apart",
    "odd": "odd", "anonymous": "anonymous", "private": "private", "substitutes": "substitutes",
    "no_shows": "no_shows", "late_entry": "late_entry", "asked_byes": "asked_byes", "asked_worth": "asked_worth",
    "assistant": "assistant",
    "organisers": "organisers", "terms": "terms",
}  # fmt: skip
NEEDED: Final = ("name", "kind", "title")
Where = tuple[str | int, ...]

EXAMPLE: Final = """\
# The plan of a contest. It is signed by you and never changes; what it does not say has the default named here.
name: {name}
kind: swiss            # mini, round-robin, swiss, knock-out, cup, league or ladder
title: {title}
scenario: {scenario}
tables: {tables}
rounds: {rounds}              # at most 12

closes: {closes}   # when entering closes; the first round is drawn then (a mini: leave it out)
fewest: {fewest}              # with fewer nothing is played
most: 64

round: 16w             # how long a round may last; leave it out for as long as its games take
late: adjudicate       # what becomes of games that go on then: wait, end (as they stand), or adjudicate (you decide)
scoring: places        # what a game is worth: by places, by share of its scores, or by the squares of its scores
ties: [wins, beaten, opponents, share, meeting, lot]   # what parts those who have as many points, in this order

seeds: lot             # lot, rating (by this host's), or a list of players, the strongest first
apart: []              # pairs not to be seated together, as in [[anna, bert], [anna, carla]]
substitutes: true      # seats that fall vacant are offered to those who entered as substitutes
no_shows: 1            # who gave up or lost so many seats is not drawn again until they enter once more

terms:                 # of every game
  deadline: 2d         # for each phase, in s, m, h, d or w
  grace: 12h
  reminders: [12h]
  days_off: [sat, sun]
  time_zone: {zone}
"""


class PlanFile:
    """A plan as somebody wrote it, in a file or a form, and what is wrong with it."""

    def __init__(self, said: dict[str, Any], lines: dict[Where, int] | None = None) -> None:
        """`lines`: where each part of it stands, if it is a file."""
        self.said, self.lines = said, lines or {}
        self.faults: list[tuple[int, str]] = []
        self.zone = self._zone()

    def fields(self) -> dict[str, Any]:
        """The fields of the statement but for those that are the player's and the host's own."""
        self._names(self.said, FIELDS, ())
        for name in NEEDED:
            if name not in self.said:
                self._wrong((), f"{name} is missing; {HINTS[name]}")
        terms = self._terms()
        found = {field: self._value(name) for name, field in FIELDS.items() if name in self.said and name != "terms"}
        found |= {"terms": terms}
        self._seeds(found)
        self._tables(found)
        return {name: value for name, value in found.items() if value is not None}

    def refuse(self, path: str) -> None:
        """Misuse with everything that is wrong, line by line, if anything is."""
        if self.faults:
            lines = [f"line {line}: {what}" if line else what for line, what in sorted(self.faults)]
            raise Misuse(f"{path} is not a valid plan yet:", "wrong-plan", lines)

    def note(self, faults: list[str]) -> None:
        """Faults that begin with the name of a field of the statement, such as those of `plan_faults`."""
        for fault in faults:
            field, colon, rest = fault.partition(": ")
            name = next((name for name, of in FIELDS.items() if of == field), "seeds" if field == "seed_list" else "")
            self._wrong((name,) if name in self.said else (), f"{name or field}{colon}{rest}")

    def note_form(self, error: str) -> None:
        """What msgspec says of the statement: `Expected int <= 12 - at `$.rounds``."""
        what, _, where = error.partition(" - at `$.")
        parts = re.findall(r"[A-Za-z_]+", where)
        names = [name for name, field in (FIELDS | TERMS).items() if parts and field == parts[-1]]
        path: Where = ("terms", names[0]) if names and names[0] in TERMS else tuple(names[:1])
        said, word = what[:1].lower() + what[1:], what.removeprefix("Invalid enum value ")
        if names and word != what:
            said = f"{word.strip(QUOTE)}? Write one of {', '.join(choices(parts[-1], of_terms=len(path) > 1))}"
        self._wrong(path, ": ".join([*names[:1], said]))

    def _wrong(self, path: Where, what: str) -> None:
        self.faults.append((self.lines.get(path, 0) if path else 0, what))

    def _names(self, said: Mapping[str, Any], known: Mapping[str, str], path: Where) -> None:
        for name in said:
            if name not in known:
                near = get_close_matches(str(name), known, 1)
                meant = f"do you mean {near[0]}?" if near else f"there are {', '.join(known)}"
                self._wrong((*path, name), f"{name} is not a field of a plan; {meant}")

    def _value(self, name: str) -> Any:
        value, convert = self.said[name], CONVERTED.get(name)
        return convert(self, (name,), value) if convert else value

    def _zone(self) -> tzinfo:
        """UTC where this machine knows no time zones: then the host says whether there is one of that name."""
        from schemas.statements.times import find_zone

        terms = self.said.get("terms")
        name = terms.get("time_zone", "UTC") if isinstance(terms, dict) else "UTC"
        zone = find_zone(str(name))
        if zone is None and find_zone("Europe/Athens") is not None:
            self._wrong(("terms", "time_zone"), f"time_zone: {name} is not a time zone, such as Europe/Athens or UTC")
        return zone or UTC

    def _terms(self) -> dict[str, Any]:
        said = self.said.get("terms", {})
        if not isinstance(said, dict):
            self._wrong(("terms",), "terms: write its fields below it, indented, as in `deadline: 2d`")
            return {}
        self._names(said, TERMS, ("terms",))
        if "deadline" not in said:
            self._wrong(("terms",), "terms: deadline is missing; how long is there for a phase? As in `deadline: 2d`")
        return {field: self._term(name, said[name]) for name, field in TERMS.items() if name in said}

    def _term(self, name: str, value: Any) -> Any:
        path = ("terms", name)
        if name in ("deadline", "bank", "grace", "least"):
            return self.length(path, value)
        if name == "absence":
            return (self.length(path, value) or 0) // UNITS["d"]
        if name == "reminders" and isinstance(value, list):
            return [self.length((*path, at), one) for at, one in enumerate(value)]
        if name == "days_off" and isinstance(value, list):
            return [self._weekday((*path, at), one) for at, one in enumerate(value)]
        return value

    def _weekday(self, path: Where, value: Any) -> int:
        if value in DAYS:
            return DAYS.index(value)
        self._wrong(path, f"days_off: {value} is not a weekday; the days are {', '.join(DAYS)}")
        return 0

    def length(self, path: Where, value: Any) -> int | None:
        """A length of time in seconds."""
        found = LENGTH.fullmatch(str(value))
        if value == 0:
            return 0
        if not found:
            self._wrong(path, f"{_last(path)}: {value} is not a length of time, such as 36h, 3d or 16w")
            return None
        return int(found[1]) * UNITS[found[2]]

    def instant(self, path: Where, value: Any) -> str | None:
        """A time, in the time zone of the terms where it names none."""
        from schemas.statements.payloads import instant

        try:
            read = datetime.fromisoformat(str(value))
            return instant(read if read.tzinfo else read.replace(tzinfo=self.zone))
        except (ValueError, OverflowError):
            example = f"{datetime.now(UTC):%Y}-12-31 18:00"
            self._wrong(path, f"{_last(path)}: {value} is not a time, such as {example}")
            return None

    def _seeds(self, found: dict[str, Any]) -> None:
        seeds = found.get("seeds")
        if isinstance(seeds, list):
            found["seeds"], found["seed_list"] = "list", seeds
        elif seeds is not None and seeds not in SEEDS:
            self._wrong(("seeds",), f"seeds: {seeds}? Write lot, rating, or a list of players, the strongest first")
            found["seeds"] = None

    def _tables(self, found: dict[str, Any]) -> None:
        """Sizes become the seats that the title has for them."""
        rules = self._rules(found)
        if rules is None:
            return
        scenario = found.setdefault("scenario", next(iter(rules.scenarios)))
        counts = rules.scenario(scenario).seat_counts
        wanted = TWO if found.get("both_sides") else 4
        if wanted == TWO:
            self._both_sides(rules, scenario, counts)
        sizes = found.get("tables", [max(counts, key=lambda size: (size == wanted, size))])
        sizes = sizes if isinstance(sizes, list) else [sizes]
        for at, size in enumerate(sizes):
            if size not in counts:
                played = " or ".join(map(str, counts))
                path = ("tables", at) if ("tables", at) in self.lines else ("tables",)
                self._wrong(path, f"tables: {rules.name} has no table of {size}; its {scenario} is played by {played}")
        if found.get("odd") == "bot" and not rules.has_bot_for(rules.seats(scenario, max(counts))):
            self._wrong(("odd",), f"odd: {rules.name} has no bot in its rules; say `odd: bye`")
        found["tables"] = [list(rules.seats(scenario, size)) for size in sizes if size in counts] or None
        self._options(found, rules)

    def _both_sides(self, rules: Title[Any], scenario: str, counts: Sequence[int]) -> None:
        """Refuse matches over both sides where nobody plays alone against another."""
        from adjudicator.registry import title, titles

        if TWO in counts:
            return
        here = [one.id for one in rules.scenarios.values() if TWO in one.seat_counts]
        known = [title(name) for name in sorted(titles())]
        for_two = [one.name for one in known if any(TWO in scenario.seat_counts for scenario in one.scenarios.values())]
        say = f"scenario: {here[0]}" if here else f"a title for two: {', '.join(for_two)}"
        played = " or ".join(map(str, counts))
        why = f"a match is between two, and {rules.name}, {scenario}, is played by {played}; choose {say}"
        self._wrong(("both_sides",), f"both_sides: {why}")

    def _rules(self, found: dict[str, Any]) -> Title[Any] | None:
        from adjudicator.kernel import UnknownName
        from adjudicator.registry import title, titles

        try:
            rules = title(str(found.get("title")))
        except UnknownName:
            if "title" in found:
                self._wrong(
                    ("title",), f"title: {found['title']} is not a title; the titles are {', '.join(sorted(titles()))}"
                )
            return None
        scenario = found.get("scenario")
        if scenario is not None and scenario not in rules.scenarios:
            known = ", ".join(rules.scenarios)
            self._wrong(("scenario",), f"scenario: {rules.name} has no {scenario}; there are {known}")
            return None
        return rules

    def _options(self, found: dict[str, Any], rules: Title[Any]) -> None:
        from cli.rules.game_options import as_typed, parse_value

        options = found.get("options")
        if options is None:
            return
        if not isinstance(options, dict):
            self._wrong(("options",), "options: write them below it, indented, as in `name: value`")
            return
        for name, value in options.items():
            if name not in rules.settings:
                known = ", ".join(rules.settings) or "none"
                self._wrong(("options", name), f"options: {rules.name} has no {name}; there are {known}")
                continue
            try:
                parse_value(name, rules.settings[name], as_typed(value))
            except Misuse as error:
                self._wrong(("options", name), error.message.removeprefix("--option "))


def _last(path: Where) -> str:
    return next(str(part) for part in reversed(path) if isinstance(part, str))


HINTS: Final = {
    "name": "what is the contest called? As in `name: Winter cup`",
    "kind": "write mini, round-robin, swiss, knock-out, cup, league or ladder",
    "title": "what is played? As in `title: perikles` (ostraka title list)",
}
LEFT_OUT: Final = {"scoring": ("places",), "asked_worth": ("mean",)}
"""Words for which the statement leaves a field out."""
CONVERTED: Final[dict[str, Callable[[PlanFile, Where, Any], Any]]] = {
    "closes": PlanFile.instant,
    "round": PlanFile.length,
    "asked_worth": lambda _file, _path, value: None if value in LEFT_OUT["asked_worth"] else value,
    "organisers": lambda _file, _path, value: None if value == [] else value,
    "late_entry": lambda _file, _path, value: None if value is True else value,
    "scoring": lambda _file, _path, value: None if value in LEFT_OUT["scoring"] else value,
    "both_sides": lambda _file, _path, value: None if value is False else value,
}


def choices(field: str, *, of_terms: bool) -> tuple[str, ...]:
    """The words that a field of a plan, or of its terms, may have, or the words of its list."""
    from schemas.statements.contests import Contest
    from schemas.statements.payloads import Terms

    hint = get_type_hints(Terms if of_terms else Contest)[field]
    hint = get_args(hint)[0] if get_origin(hint) is list else hint
    literals = [hint] if get_origin(hint) is Literal else get_args(hint)
    return (*LEFT_OUT.get(field, ()), *(word for one in literals for word in get_args(one)))


# --- a plan to start from -------------------------------------------------------------------------------------------


def first_plan(title_id: str, now: datetime | None = None) -> str:
    """A Swiss of the title's first scenario that can be played by several, closing in three weeks on a Sunday."""
    from adjudicator.registry import title

    rules = title(title_id)
    scenario = max(rules.scenarios.values(), key=lambda one: 4 in one.seat_counts)
    counts = sorted(scenario.seat_counts, key=lambda size: (size != 4, size))
    closes = (now or datetime.now(UTC)) + timedelta(weeks=3)
    closes += timedelta(days=6 - closes.weekday())
    return EXAMPLE.format(
        name=f"{rules.name.partition(':')[0]} Cup {closes:%Y}",
        title=title_id,
        scenario=scenario.id,
        tables=f"[{', '.join(map(str, counts))}]",
        rounds=5,
        fewest=2 * counts[0],
        closes=f"{closes:%Y-%m-%d} 18:00",
        zone="UTC",
    )


# --- read, and refused with all that is wrong in it -----------------------------------------------------------------


def written(text: str) -> PlanFile:
    """A plan in YAML."""
    from adjudicator.kernel import Malformed
    from adjudicator.kernel.strict_yaml import compose, load

    try:
        said = load(text)
    except Malformed as error:
        why = " ".join(str(error).split())
        hint = " A text with a colon in it stands in quotes." if "mapping values" in why else ""
        raise Misuse(f"The plan cannot be read: {why}.{hint}", "wrong-plan") from None
    if not isinstance(said, dict):
        raise Misuse(
            "The plan is not a list of fields: write one a line, as in `name: Winter cup`. A plan to start from: "
            "ostraka contest plan",
            "wrong-plan",
        )
    node = compose(text)
    return PlanFile(said, dict(_lines(node, ())) if node is not None else {})


def _lines(node: yaml.Node, path: Where) -> Iterator[tuple[Where, int]]:
    """Where each part stands; of a field, its name."""
    yield path, node.start_mark.line + 1
    if isinstance(node.value, list):
        for at, one in enumerate(node.value):
            key, value = one if isinstance(one, tuple) else (None, one)
            below = (*path, key.value if key is not None else at)
            yield from _lines(value, below)
            if key is not None:
                yield below, key.start_mark.line + 1


NOBODY = {"nonce": "A" * 43, "organiser": "ed25519:" + "0" * 32, "host": "ed25519:" + "0" * 32}


def read_plan(path: Path, components: str | None = None) -> Contest:
    """The plan in a file; Misuse with every fault and its line."""
    return checked_plan(written(path.read_text(encoding="utf-8")), str(path), components)


def checked_plan(file: PlanFile, called: str, components: str | None = None) -> Contest:
    """A plan, with organiser, host and nonce left open (`NOBODY`); Misuse with every fault.

    A components file is laid over the title of all games, and named in their options.
    """
    from schemas.contests.plan import plan_faults
    from schemas.errors import Malformed
    from schemas.statements.contests import NEWEST_EDITION, Contest
    from schemas.statements.payloads import instant

    fields = file.fields()
    file.refuse(called)
    if components is not None:
        fields["options"] = lay_over(fields, components)
    try:
        plan = Contest.from_body(fields | NOBODY | {"edition": NEWEST_EDITION})
    except Malformed as error:
        file.note_form(error.why)
    else:
        file.note(plan_faults(plan))
        if plan.closes_at is not None and plan.closes_at <= instant(datetime.now(UTC)):
            file.note([f"closes_at: {file.said['closes']} is over already; entering must close later than now"])
    file.refuse(called)
    return plan


def lay_over(fields: dict[str, Any], components: str) -> dict[str, Any]:
    """The options of the games, with the components file among them."""
    from adjudicator.registry import title
    from schemas.documents.components_files import OPTION, WrongComponents, add_components, digest_of

    options = {**fields.get("options", {}), OPTION: digest_of(components)}
    try:
        add_components(title(str(fields["title"])), options, components)
    except WrongComponents as error:
        raise Misuse(f"--components: {error.message}", error.code) from None
    return options


def fields_of(plan: Contest) -> dict[str, Any]:
    """Its fields but for those three."""
    return {name: value for name, value in plan.to_body().items() if name not in NOBODY}
