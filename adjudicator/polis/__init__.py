"""Polis: Fight for the Hegemony (Fran Díaz), 2 players. The rules: docs/rules/polis.md; code cites their clauses."""

from adjudicator.kernel import Imagined, Title, Upgrade, declared, step
from adjudicator.kernel.rules.upgrades import without_passes
from adjudicator.polis import setup
from adjudicator.polis.components import add_components
from adjudicator.polis.forms import FORMS
from adjudicator.polis.names import NAMING
from adjudicator.polis.rounds import end_of_round, turns
from adjudicator.polis.secrets import invariants
from adjudicator.polis.secrets.zones import HIDDEN
from adjudicator.polis.setup import SCENARIOS, SEATS, SETTINGS
from adjudicator.polis.state.position import Polis, ended, scores, tally
from adjudicator.polis.state.quantities import QUANTITIES

ABOUT = (
    "An unofficial referee for Polis: Fight for the Hegemony by Fran Díaz (Asylum Games 2012), 2 players, who own the "
    "game they play. Map, figures and events are from public material of an earlier edition. What is marked [R] in "
    "docs/rules/polis.md and in the components is our own reconstruction: the distribution of the 24 combat cards, six "
    "events (E4-5, E4-6, E5a-4, E5a-8, E5a-12, E5b-9), parts of two more (E4-3, E5b-12), and the coasts of Boiotia "
    "and Achaia. Check it against your box, and lay a components file of your own over ours (option components); our "
    "answers where the rules are silent are in docs/rulings/polis.md."
)
VERSION = "polis/2"
UPGRADES = {
    "polis/1": Upgrade(
        (
            "You are no longer asked for Phoros where you can have no Prestige to spend (RULING-47).",
            "A list of poleis that grow first of which none is yours is refused; in a book the next item counts, "
            "or the default (RULING-59).",
            "In an end sheet stop: true does nothing, as it says, where that is legal; before, the "
            "default was carried out (RULING-60).",
            "Of a book's fee orders the first that holds counts, and of its choices the first; before, the last "
            "one counted (RULING-61).",
            "A book cannot pass at D11 and D13, where something must go. Such entries, which never answered, are gone.",
        ),
        without_passes("D11", "D13"),
    ),
}

TITLE = Title(
    **declared(__name__),
    name="Polis: Fight for the Hegemony",
    about=ABOUT,
    pitch="Feed your cities, trade, build and besiege, and stake your Prestige in battles of cards.",
    version=VERSION,
    position=Polis,
    chapters={
        "lay_out": (step(setup.lay_out), step(setup.shuffle_decks), step(turns.begin_round)),
        "begin_round": (step(turns.begin_round),),
        "begin_turns": (step(turns.begin_turns),),
        "end_round": (step(end_of_round.end_round),),
    },
    scenarios=SCENARIOS,
    seat_names=SEATS,
    set_up=setup.set_up,
    hidden=HIDDEN,
    invariants=invariants.check_invariants,
    scores=scores,
    tally=tally,
    ended=ended,
    settings=SETTINGS,
    add_components=add_components,
    quantities=QUANTITIES,
    forms=FORMS,
    imagined=Imagined("random", 220),
    periods={"round": lambda position: position.round},
    naming=NAMING,
    upgrades=UPGRADES,
    open_tables=("shipments", "collected", "collected.*"),
)
