"""Perikles (Martin Wallace), 3 to 5 players. The rules are in docs/rules/perikles.md; code cites their clauses."""

from typing import Any

from adjudicator.kernel import Scenario, Title, Upgrade, declared, step
from adjudicator.perikles import quantities, setup, turn
from adjudicator.perikles.components import components
from adjudicator.perikles.forms import FORMS
from adjudicator.perikles.names import NAMING
from adjudicator.perikles.secrets import invariants
from adjudicator.perikles.secrets.zones import HIDDEN
from adjudicator.perikles.state import scoring
from adjudicator.perikles.state.position import PERSIA, Perikles

VERSION = "perikles/3"


def _persians_turned_up(plain: dict[str, Any]) -> dict[str, Any]:
    """RULING-31: in a battle under way Persian counters stand for the main player, if a Persian leader, or Persia."""
    battle = plain["battle"]
    place = plain["locations"][battle["slot"] - 1] if battle else None
    led = {city["leader"] for city in plain["cities"].values()}
    for side in (place["attacker"], place["defender"]) if place else ():
        leader = side["main"] if side["main"] not in led else PERSIA
        for placed in side["counters"]:
            if placed["counter"].startswith(PERSIA):
                placed["seat"] = leader
    return plain


UPGRADES = {
    "perikles/1": Upgrade(
        (
            "Instructions that your Special tile can never follow in a battle are refused (RULING-36).",
            "A fallback of forces that can never become legal is refused when you send it (RULING-29).",
            "Persian counters that are turned up no longer carry a seat that may have sent them (RULING-31).",
            "While you hold an unused Special tile, whichever it is, only_option in a book waits for you (RULING-35).",
            "After a revolt that leaves you nothing to send, your player turn passes; you are not asked (RULING-43).",
        ),
        _persians_turned_up,
    ),
    "perikles/2": Upgrade(
        (
            "An entry of a book for what is never asked is carried out once, with the first of its "
            "choices that is legal; before, one choice after the other was, and the last held (RULING-45).",
            "What your book says of Special tiles in battles and yours can never follow is told to you (D.14).",
            "Names that there are not are refused in books and in fallbacks of forces. A book with such a name, "
            "or with more beside the colours of tiles, which was never read, stands no more: send it again.",
        ),
    ),
}


ABOUT = (
    "An unofficial referee for Perikles by Martin Wallace (Warfrog 2006), 3 to 5 players, who own the game they play. "
    "The rulebook that we had breaks off in the fifth phase: battles, scoring and the component tables are from public "
    "material, and what is marked [R] in docs/rules/perikles.md and in the components is our own reconstruction. "
    "Check it against your box; our answers where the rules are silent are in docs/rulings/perikles.md."
)
_SEATS = tuple(components().players.allowed)

TITLE = Title(
    **declared(__name__),
    name="Perikles",
    about=ABOUT,
    pitch="Win the elections of six cities, then lead their armies, perhaps against the city that you led a turn ago.",
    version=VERSION,
    position=Perikles,
    chapters={
        **{f.__name__: tuple(step(s) for s in setup.SETUP[index:]) for index, f in enumerate(setup.SETUP)},
        **{f.__name__: tuple(step(s) for s in turn.PHASES[index:]) for index, f in enumerate(turn.PHASES)},
        "begin_turn": (step(turn.begin_turn),),
    },
    scenarios={
        "standard": Scenario("standard", "The Peloponnesian War", "The whole game: three turns.", _SEATS, answers=43),
        "opening": Scenario(
            "opening",
            "The opening",
            "Setup only (S.01 to S.10): everybody places cubes; for trying the service.",
            _SEATS,
            answers=1,
        ),
    },
    seat_names=tuple(components().player_colours),
    set_up=setup.set_up,
    hidden=HIDDEN,
    invariants=invariants.check_invariants,
    scores=scoring.scores,
    tally=scoring.tally,
    quantities=quantities.QUANTITIES,
    forms=FORMS,
    periods={"turn": lambda position: position.turn, "chapter": lambda position: (position.turn, position.chapter)},
    naming=NAMING,
    upgrades=UPGRADES,
    open_tables=("permissions", "relations"),
)
