"""Athens & Sparta (Columbia Games), 2 players. The rules: docs/rules/athens_sparta.md; code cites their clauses."""

from adjudicator.athens_sparta import setup
from adjudicator.athens_sparta.components import add_components
from adjudicator.athens_sparta.forms import FORMS
from adjudicator.athens_sparta.names import NAMING
from adjudicator.athens_sparta.secrets import invariants
from adjudicator.athens_sparta.secrets.zones import HIDDEN
from adjudicator.athens_sparta.setup import SCENARIOS, SETTINGS
from adjudicator.athens_sparta.state import victory
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.quantities import QUANTITIES
from adjudicator.athens_sparta.turns import game_turn
from adjudicator.athens_sparta.upgrades import UPGRADES, VERSION
from adjudicator.athens_sparta.words import SIDES
from adjudicator.kernel import Imagined, Title, declared, step

ABOUT = (
    "An unofficial referee for Athens & Sparta by Columbia Games, 2 players, who own the game they play. The printed "
    "map was not found: the map of hexes, most blocks and cards and the contents of most events are our own "
    "reconstruction, marked [R] in docs/rules/athens_sparta.md and in the components, made to satisfy every fact that "
    "the rulebook states. Check them against your box, and lay a components file of your own over ours (option "
    "components); our answers where the rules are silent are in docs/rulings/athens_sparta.md."
)

TITLE = Title(
    **declared(__name__),
    name="Athens & Sparta",
    about=ABOUT,
    pitch="March, blockade, storm and stir revolt on a map of hexes, with blocks that only their owner sees.",
    version=VERSION,
    position=AthensSparta,
    chapters={
        "lay_out": (step(setup.lay_out), step(game_turn.begin_olympiad)),
        "begin_olympiad": (step(game_turn.begin_olympiad),),
        "begin_game_turn": (step(game_turn.begin_game_turn),),
        "begin_player_turns": (step(game_turn.begin_player_turns),),
        "end_game_turn": (step(game_turn.end_game_turn),),
        "check_victory": (step(game_turn.check_victory),),
    },
    scenarios=SCENARIOS,
    seat_names=SIDES,
    set_up=setup.set_up,
    hidden=HIDDEN,
    invariants=invariants.check_invariants,
    scores=victory.scores,
    tally=victory.tally,
    settings=SETTINGS,
    add_components=add_components,
    quantities=QUANTITIES,
    periods={
        "turn": lambda position: position.game_turn and (position.olympiad, position.game_turn),
        "olympiad": lambda position: position.olympiad,
    },
    plans_hold="olympiad",
    imagined=Imagined("random", 60),
    naming=NAMING,
    forms=FORMS,
    upgrades=UPGRADES,
    open_tables=("control", "joined", "revolted"),
)
