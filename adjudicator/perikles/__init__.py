"""Perikles (Martin Wallace), 3 to 5 players. The rules are in docs/rules/perikles.md; code cites their clauses."""

from adjudicator.kernel import Scenario, Title, step
from adjudicator.perikles import board, bots, scoring, setup, visibility
from adjudicator.perikles.components import components
from adjudicator.perikles.events import EVENTS
from adjudicator.perikles.position import FACTS, Perikles

_QUESTIONS = (setup.FirstCube(), setup.SecondCubeAhead())
_STEPS = (*setup.SETUP, setup.ask_for_cube, setup.take_cube)

TITLE = Title(
    id="perikles",
    name="Perikles",
    version="perikles/1",
    position=Perikles,
    questions={question.id: question for question in _QUESTIONS},
    events=EVENTS,
    steps={function.__name__: function for function in _STEPS},
    chapters={
        function.__name__: tuple(step(s) for s in setup.SETUP[index:]) for index, function in enumerate(setup.SETUP)
    },
    scenarios={
        "opening": Scenario("opening", "The opening", "Setup only (S.01 to S.10): everybody places cubes.", (3, 4, 5))
    },
    seat_names=tuple(components().player_colours),
    set_up=setup.set_up,
    hide=visibility.hide,
    redeal_hidden=visibility.redeal_hidden,
    invariants=visibility.check_invariants,
    scores=scoring.scores,
    show=board.show,
    steady=bots.steady,
    facts=FACTS,
)
