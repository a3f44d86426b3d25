"""Perikles (Martin Wallace), 3 to 5 players. The rules are in docs/rules/perikles.md; code cites their clauses."""

from adjudicator.kernel import Scenario, Title, declared, step
from adjudicator.perikles import quantities, setup, turn
from adjudicator.perikles.components import components
from adjudicator.perikles.forms import FORMS
from adjudicator.perikles.names import NAMING
from adjudicator.perikles.secrets import invariants
from adjudicator.perikles.secrets.zones import HIDDEN
from adjudicator.perikles.state import scoring
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.upgrades import UPGRADES, VERSION

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
    version=VERSION,
    position=Perikles,
    chapters={
        **{f.__name__: tuple(step(s) for s in setup.SETUP[index:]) for index, f in enumerate(setup.SETUP)},
        **{f.__name__: tuple(step(s) for s in turn.PHASES[index:]) for index, f in enumerate(turn.PHASES)},
        "begin_turn": (step(turn.begin_turn),),
    },
    scenarios={
        "standard": Scenario("standard", "The Peloponnesian War", "The whole game: three turns.", _SEATS),
        "opening": Scenario(
            "opening",
            "The opening",
            "Setup only (S.01 to S.10): everybody places cubes; for trying the service.",
            _SEATS,
        ),
    },
    seat_names=tuple(components().player_colours),
    set_up=setup.set_up,
    hidden=HIDDEN,
    invariants=invariants.check_invariants,
    scores=scoring.scores,
    quantities=quantities.QUANTITIES,
    forms=FORMS,
    periods={"turn": lambda position: position.turn, "chapter": lambda position: (position.turn, position.chapter)},
    naming=NAMING,
    upgrades=UPGRADES,
    open_tables=("permissions", "relations"),
)
