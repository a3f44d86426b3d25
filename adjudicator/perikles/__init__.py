"""Perikles (Martin Wallace), 3 to 5 players. The rules are in docs/rules/perikles.md; code cites their clauses."""

from adjudicator.kernel import Scenario, Title, step
from adjudicator.perikles import bots, picture, setup, turn
from adjudicator.perikles.components import components
from adjudicator.perikles.events import EVENTS
from adjudicator.perikles.politics import candidates, first_cubes, influence
from adjudicator.perikles.questions import QUESTIONS
from adjudicator.perikles.secrets import imagining, invariants
from adjudicator.perikles.state import scoring, visibility
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.text import board, conditions, facts, naming
from adjudicator.perikles.war import forces, permission, player_turns, rounds, special_windows
from adjudicator.perikles.war.battles import end_battle, resolve_location

_STEPS = (
    *setup.SETUP,
    first_cubes.ask_for_cube,
    first_cubes.take_cube,
    turn.begin_turn,
    *turn.PHASES,
    influence.ask_for_tile,
    influence.take_tile,
    candidates.next_proposer,
    candidates.take_proposal,
    forces.take_back,
    player_turns.next_committer,
    player_turns.take_commitment,
    player_turns.ask_again,
    permission.take_answers,
    special_windows.ask_for_instructions,
    special_windows.take_instructions,
    resolve_location,
    rounds.begin_round,
    special_windows.open_window,
    special_windows.close_window,
    rounds.fight,
    rounds.take_loss,
    rounds.end_round,
    end_battle,
)
ABOUT = (
    "An unofficial referee for Perikles by Martin Wallace (Warfrog 2006), 3 to 5 players, who own the game they play. "
    "The rulebook that we had breaks off in the fifth phase: battles, scoring and the component tables are from public "
    "material, and what is marked [R] in docs/rules/perikles.md and in the components is our own reconstruction. "
    "Check it against your box; our answers where the rules are silent are in docs/rulings/perikles.md."
)
_SEATS = tuple(components().players.allowed)

TITLE = Title(
    id="perikles",
    name="Perikles",
    about=ABOUT,
    version="perikles/1",
    position=Perikles,
    questions=QUESTIONS,
    events=EVENTS,
    steps={function.__name__: function for function in _STEPS},
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
    hide=visibility.hide,
    redeal_hidden=visibility.redeal_hidden,
    imagine_hidden=imagining.imagine_hidden,
    reshuffle=visibility.reshuffle,
    invariants=invariants.check_invariants,
    scores=scoring.scores,
    show=board.show,
    draw=picture.draw,
    steady=bots.steady,
    deal_again=visibility.deal_again,
    facts=facts.FACTS,
    conditions=conditions.CONDITIONS,
    say=naming.say,
)
