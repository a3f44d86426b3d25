"""Games of Pericles played by bots up to a moment that a test wants."""

from functools import cache

from adjudicator.kernel import Chance
from adjudicator.pericles import TITLE
from tests.adjudicator.players import key


def started(scenario, seed=1, **options):
    """A game set up, before its first phase."""
    seats = TITLE.seats(scenario, len(TITLE.scenarios[scenario].seats))
    return TITLE.begin(scenario=scenario, seats=seats, options=options, chance=Chance(key(seed, "setup"))).position


@cache
def positions(scenario, seed=1, **options):
    """The positions of a whole game before each of its phases, played by random bots; options as names and values."""
    position = started(scenario, seed, **options)
    found = []
    while position.phase is not None:
        before = position
        found.append(before)
        people = [seat for seat in before.seats if seat not in TITLE.bots_now(before)]
        bot = TITLE.bot("random")
        sent = {seat: bot(TITLE.view(before, seat), seat, Chance(key(seed, before.phases, seat))) for seat in people}
        position = TITLE.resolve(before, sent, Chance(key(seed, before.phases, "dice"))).position
    return found


def moment(scenario, holds, seed=1, **options):
    """A copy of the first position of a game of which something holds."""
    return TITLE.copy(next(position for position in positions(scenario, seed, **options) if holds(position)))


def asked(position, question):
    """Whether somebody is asked this question."""
    return any(ask.question == question for ask in position.phase.asks)
