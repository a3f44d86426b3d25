"""The forms of Pericles: six questions at the beginning, and the debate sheet of a turn (20-H)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.kernel.books.forms import (
    ASK,
    Entries,
    Form,
    FormOption,
    FormQuestion,
    Ranking,
    by_rule,
    defaults,
    fixed,
    form_of_the_start,
)
from adjudicator.kernel.subjects import subject
from adjudicator.pericles.assembly.political_cards import known
from adjudicator.pericles.names import card_name, name_of
from adjudicator.pericles.state.card_lines import total_of
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FACTIONS, ISSUES, SIDE_OF, FactionName, IssueKind

BEST: Final = (
    "put Military, League and Diplomatic on the track first, debate what my best card wins, play high cards on issues "
    "that I select, low ones on the others"
)
OF_THE_ASSEMBLY: Final = (
    "keep the Hostages, use the Brain Trust unless I am ahead, let War/Peace go on, build and remove as much as an "
    "issue allows, send units Home, lend Rumors first"
)
OF_THE_THEATERS: Final = (
    "reveal Diplomatic markers first, resolve all, commit 2 to 4 tokens or what I have, build a base or else units, "
    "take 3 Honor from an Oracle"
)
OF_EXPEDITIONS: Final = (
    "build at Home if I can maintain it, raid where I am weaker, else commit half of my tokens and move no unit; "
    "commit a third against an enemy, and have a second battle where I am stronger"
)
OF_THE_END: Final = (
    "eliminate as many enemy units and bases as possible, City-State first; make the Peace of Callias from the second "
    "turn on; give up League land units first; move only what must move; return naval units first"
)
STRONG_ON_OWN: Final = "high cards on issues that I select, low ones on the others"
WARLIKE: Final[tuple[IssueKind, ...]] = ("military", "league")
PEACEFUL: Final[tuple[IssueKind, ...]] = ("diplomatic", "oracle", "games")


START: Final = form_of_the_start(
    FormQuestion(
        "entourage",
        "Which cards do you discard from your Entourage and set aside?",
        fixed(*by_rule("D1", "D2", words="discard none, and set aside cards of value 3 (else 4, 2, 5, 1)")),
    ),
    FormQuestion(
        "debates",
        "How do you fill the Boule and debate?",
        fixed(
            FormOption("sheet", "ask me; with the first choice of a turn I may fill in a sheet for the whole turn"),
            FormOption("rule", BEST, defaults("D5", "D6", "D7")),
        ),
    ),
    FormQuestion(
        "politics",
        "In the Assembly: Hostages, Brain Trust, War/Peace on the centre, what the issues do?",
        fixed(*by_rule("D3", "D4", *(f"D{number}" for number in range(8, 16)), words=OF_THE_ASSEMBLY)),
    ),
    FormQuestion(
        "theaters",
        "Which queue is resolved next, and what do your Diplomatic, League and Oracle markers do?",
        fixed(*by_rule(*(f"D{number}" for number in range(17, 25)), words=OF_THE_THEATERS)),
    ),
    FormQuestion(
        "expeditions",
        "How do you lead expeditions?",
        fixed(
            FormOption(
                "tokens",
                "ask me; but commit 3 tokens as Commanding General, 1 for my Compatriot, 2 against an enemy, and have "
                "a second battle where I am stronger",
                [
                    *({"question": q, "choose": [{"tokens": n}]} for q, n in (("D27", 3), ("D28", 1), ("D29", 2))),
                    *defaults("D27", "D28", "D29", "D35"),
                ],
            ),
            FormOption("rule", OF_EXPEDITIONS, defaults(*(f"D{number}" for number in (*range(25, 31), 35)))),
            ASK,
        ),
    ),
    FormQuestion(
        "losses",
        "At the end of battles and of the turn: losses, bases, Peace of Callias, upkeep, redeployment?",
        fixed(*by_rule("D31", "D32", "D33", "D34", *(f"D{number}" for number in range(36, 40)), words=OF_THE_END)),
    ),
)


def _ranked(*first: IssueKind) -> list[IssueKind]:
    """All kinds, these at the head, twice where a slot takes several."""
    return [*first, *first, *(kind for kind in ISSUES if kind not in first)]


def _issues(view: Pericles, seat: str) -> Sequence[FormOption]:
    """D5 and D6: what goes on the track and what is debated."""
    named = (("war", WARLIKE), ("peace", PEACEFUL))
    return (
        FormOption("bot", "Military, League and Diplomatic first; debate what my best card wins", defaults("D5", "D6")),
        *(
            FormOption(
                id,
                f"{', '.join(map(name_of, first))} first",
                [
                    {"question": "D5", "choose": [{"issues": _ranked(*first)}]},
                    {"question": "D6", "choose": [{"issues": _ranked(*first)}]},
                    *defaults("D5", "D6"),
                ],
            )
            for id, first in named
        ),
    )


def _cards(view: Pericles, seat: str) -> Sequence[FormOption]:
    """D7: the hand by what it comes to on each kind of issue."""
    faction: FactionName = next(one for one in FACTIONS if one == seat)
    hand = known(view.hands[faction])
    if not hand:
        return (FormOption("bot", STRONG_ON_OWN, defaults("D7")),)

    def ranked(kind: IssueKind, sign: int) -> list[str]:
        return sorted(hand, key=lambda card: (-sign * total_of(view, faction, card, kind), card))

    def keen(*kinds: IssueKind) -> Entries:
        strong = [{"issue": kind, "cards": ranked(kind, 1)} for kind in kinds]
        weak = [{"issue": kind, "cards": ranked(kind, -1)} for kind in ISSUES if kind not in kinds]
        return [{"question": "D7", "choose": [*strong, *weak]}, *defaults("D7")]

    return (
        FormOption("bot", STRONG_ON_OWN, defaults("D7")),
        FormOption(
            "war", "high cards on Military, League and War/Peace, low ones on the others", keen(*WARLIKE, "war_peace")
        ),
        FormOption("peace", "high cards on Diplomatic, Oracle and Games, low ones on the others", keen(*PEACEFUL)),
    )


def _issue_kinds(view: Pericles, seat: str) -> list[tuple[str, str]]:
    """Every kind of issue."""
    return [(kind, name_of(kind)) for kind in ISSUES]


def _hand(view: Pericles, seat: str) -> list[tuple[str, str]]:
    """The cards in the hand, the highest first."""
    faction: FactionName = next(one for one in FACTIONS if one == seat)
    held = sorted(known(view.hands[faction]), key=lambda card: (-view.box.cards[card].value, card))
    return [(card, card_name(card)) for card in held]


def _discs(view: Pericles, seat: str, kind: str) -> list[str]:
    """The issues of a kind on the track of the seat's Side."""
    side = SIDE_OF[next(one for one in FACTIONS if one == seat)]
    return [subject("issue", f"{kind}@{side}", one.space) for one in view.tracks[side] if one.kind == kind]


def _held_card(view: Pericles, seat: str, card: str) -> list[str]:
    return [subject("card", card)]


DEBATES: Final = Form(
    "debates",
    "And for the whole turn? The debate sheet.",
    (
        FormQuestion("issues", "Which issues do you want on the track, and debated?", _issues),
        FormQuestion("cards", "Which cards do you play?", _cards),
    ),
    after=("D5", "D6", "D7"),
    until="turn",
    rankings=(
        Ranking("D5", "issues", "Issues for the Boule, the most wanted first", _issue_kinds),
        Ranking("D6", "issues", "Issues to debate, the most wanted first", _issue_kinds, _discs),
        Ranking("D7", "cards", "Cards to play, the best first", _hand, _held_card),
    ),
)

FORMS: Final[Mapping[str, Form]] = {form.id: form for form in (START, DEBATES)}
