"""What the pages of an organiser say: what can be done in a game, and what can be chosen for a new one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cli.games.terms import DAYS
from cli.rules.game_options import as_typed, value_in_words
from cli.table.shown.about import About, as_heading, names_of
from schemas.documents.game_in_words import CUT, in_names
from schemas.documents.game_in_words import DAYS as DAY_NAMES
from schemas.statements.in_words import length
from schemas.statements.payloads import Terms

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.client.answers import GameSummary

Facts = dict[str, Any]
HOUR, DAY = 3_600, 86_400
DEADLINES: Final = (600, HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY)
EXTRA: Final = (0, HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""For a bank, for grace, for the shortest phase."""
REMINDERS: Final = (HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY)
LATER: Final = (HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
LASTS: Final = (DAY, 7 * DAY, 30 * DAY, 90 * DAY)
"""How long the link of an invitation holds."""
PRIVATE: Final = {
    "no": "Everybody",
    "until-over": "Only its players and who is invited, until it is over",
    "always": "Only its players and who is invited, for good",
}


def organising(about: About, claims_of: str) -> Facts:
    """What can be done in a game by its organiser; `claims_of`: whose claims of a new key are looked for."""
    summary, client = about.summary, about.client
    seats = [one for one in summary["seats"] if not one["unmanned"]]
    held = [one for one in seats if one["player"]]
    players = list(dict.fromkeys(str(one["player"]) for one in held))
    return {
        "empty": [about.names[str(one["seat"])] for one in seats if not one["player"]],
        "held": [{**named(about, one), "player": one["player"]} for one in held],
        "open_seats": [named(about, one) for one in seats if not one["player"]],
        "players": players,
        "invitations": list(invited(about)),
        "lasts": [(seconds, length(seconds)) for seconds in LASTS],
        "later": [(seconds, length(seconds)) for seconds in LATER],
        "claims_of": claims_of,
        "claims": client.own.claims(claims_of)[:-1] if claims_of in players else [],
        "phases": list(range((summary["phase"] or 1) - 1, 0, -1)),
    }


def named(about: About, one: Any) -> Facts:
    """A seat to choose."""
    return {"seat": one["seat"], "name": as_heading(about.names[str(one["seat"])])}


def invited(about: About) -> Iterator[Facts]:
    """Whom the organiser has invited, to which seat, and whether they have come."""
    from cli.games.invitation_links import said

    for one in about.client.invitations(about.game):
        words = in_names(f"{', '.join(said(one))}.", about.names)
        yield {"id": one["invitation"], "words": words, "stands": not one["withdrawn"] and not one["taken_by"]}


# --- a new game -------------------------------------------------------------------------------------------------------


def choices(rules: Title[Any], scenario: str, model: GameSummary | None, typed: Mapping[str, Any]) -> Facts:
    """What can be chosen for a game of a scenario: as it was typed, else as in the game it is like, else as usual."""
    terms = model["terms"] if model else plain_terms()
    chosen = {one.removeprefix("option "): said for one, said in typed.items() if one.startswith("option ")}
    chosen = chosen or {name: as_typed(value) for name, value in (model["options"] if model else {}).items()}
    counts = sorted(rules.scenario(scenario).seat_counts)
    return {
        "counts": counts,
        "options": list(options_of(rules, rules.seats(scenario, counts[-1]), chosen)),
        "deadlines": lengths(DEADLINES, terms["phase_seconds"]),
        "banks": lengths(EXTRA, terms["bank_seconds"]),
        "graces": lengths(EXTRA, terms["grace_seconds"]),
        "leasts": lengths(EXTRA, terms["least_seconds"]),
        "reminders": lengths(REMINDERS, *terms["reminders"]),
        "cuts": list(CUT.items()),
        "days": list(enumerate(DAY_NAMES[day] for day in DAYS)),
        "privacy": list(PRIVATE.items()),
        "chosen": {**as_before(model, terms, counts), **typed},
    }


def plain_terms() -> Facts:
    """The terms of whoever says nothing of them."""
    import msgspec

    found: Facts = msgspec.to_builtins(Terms(phase_seconds=3 * DAY))
    return found


def as_before(model: GameSummary | None, terms: Mapping[str, Any], counts: list[int]) -> Facts:
    """What is chosen at first."""
    seats = len(model["seats"]) if model else counts[0]
    lists = ("reminders", "days_off")
    return {
        **{name: str(value) for name, value in terms.items() if name not in lists},
        **{name: [str(one) for one in terms[name]] for name in lists},
        "name": model["name"] if model else "",
        "seats_a_player": "",
        "seats": str(seats if seats in counts else counts[0]),
        "start": model["start"] if model else "organiser",
        "private": model["private"] if model else "no",
        "anonymous": bool(model and model["anonymous"]),
    }


def options_of(rules: Title[Any], seats: Sequence[str], chosen: Mapping[str, str]) -> Iterator[Facts]:
    """The settings of a title that have values to choose from."""
    names = names_of(rules, [*seats])
    for name, one in rules.settings.items():
        if one.values:
            now = chosen.get(name, as_typed(one.default))
            values = [(as_typed(value), value_in_words(value), as_typed(value) == now) for value in one.values]
            said = in_names(f"{one.summary[:1].upper()}{one.summary[1:]}", names)
            yield {"name": name, "words": said, "values": values}


def lengths(usual: tuple[int, ...], *chosen: int) -> list[tuple[str, str]]:
    """Lengths of time to choose from, in words."""
    return [(str(seconds), length(seconds) if seconds else "none") for seconds in sorted({*usual, *chosen})]
