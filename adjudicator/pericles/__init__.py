"""Pericles: The Peloponnesian Wars (Mark Herman, GMT), 4 Factions. The rules are in docs/rules/pericles.md."""

from adjudicator.kernel import Imagined, Title, Upgrade, declared
from adjudicator.kernel.rules.upgrades import without_passes
from adjudicator.pericles import quantities, settings, setup, turn
from adjudicator.pericles.components import add_components
from adjudicator.pericles.forms import FORMS
from adjudicator.pericles.names import NAMING
from adjudicator.pericles.secrets.invariants import check_invariants
from adjudicator.pericles.secrets.zones import HIDDEN, HIDDEN_FROM_BOT
from adjudicator.pericles.state import scoring
from adjudicator.pericles.state.position import Pericles

VERSION = "pericles/3"

UPGRADES = {
    "pericles/1": Upgrade(
        (
            "The bot, which also answers for you when you miss a placement, puts an Oracle or a Rumor in Persia "
            "where the tallest queue topped by an enemy marker is there; before, it passed Persia over (RULING-86).",
        ),
    ),
    "pericles/2": Upgrade(
        (
            "A book cannot pass at D15 and D27, where a marker or a token must go. Such entries, which never answered, "
            "are gone.",
            "Where none of the units can be built that a book names for a League issue, its next choice counts; "
            "before, others were built as the bot would (RULING-91).",
            "A list of markers in a book for D15 that is a legal order lends just these; before, every list was read "
            "as a ranking (RULING-94).",
        ),
        without_passes("D15", "D27"),
    ),
}


ABOUT = (
    "An unofficial referee for Pericles: The Peloponnesian Wars by Mark Herman (GMT 2017), 1 to 4 players, who own the "
    "game they play. The two rulebooks that we had, Spanish and Greek, have lost their icons, and cards, map and "
    "scenarios were not in them: what is marked [R] in docs/rules/pericles.md and in the components is our own "
    "reconstruction. Owners of the box can replace our numbers with a components file of their own when they create a "
    "game. Our answers where the rules are silent are in docs/rulings/pericles.md."
)


TITLE = Title(
    **declared(__name__),
    name="Pericles: The Peloponnesian Wars",
    about=ABOUT,
    pitch="Two Factions rule Athens and two rule Sparta: rivals in the Assembly, allies in the field.",
    version=VERSION,
    position=Pericles,
    chapters=turn.CHAPTERS,
    scenarios=settings.SCENARIOS,
    seat_names=("AF", "DF", "EK", "AK"),
    set_up=setup.set_up,
    hidden=HIDDEN,
    invariants=check_invariants,
    scores=scoring.scores,
    tally=scoring.tally,
    settings=settings.SETTINGS,
    require_settings=settings.require_settings,
    bots_now=settings.bots_now,
    add_components=add_components,
    sharing=settings.sharing,
    hidden_from_bot=HIDDEN_FROM_BOT,
    quantities=quantities.QUANTITIES,
    forms=FORMS,
    imagined=Imagined(phases=900),
    periods={
        "turn": lambda position: position.nth_turn,
        "chapter": lambda position: (position.nth_turn, quantities.chapter_of(position)),
    },
    naming=NAMING,
    upgrades=UPGRADES,
    open_tables=("theaters.*.pieces", "theaters.*.treachery"),
)
