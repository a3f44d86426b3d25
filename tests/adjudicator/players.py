"""Playing a title from setup to its end, for tests that look at what happens on the way."""

from collections.abc import Iterator

from adjudicator.kernel import Chance, Resolution, Scenario, Title

PLAYED_BEST = {"pericles": "14.1.08A"}  # a full turn; else the first


def key(*parts: object) -> bytes:
    """A chance key for a test, from whatever names it."""
    from hashlib import sha256

    return sha256(repr(parts).encode()).digest()


def played_best(title: Title) -> Scenario:
    """The scenario in which tests of every title see most of its rules in one game."""
    best = PLAYED_BEST.get(title.id, "")
    return title.scenarios.get(best) or next(iter(title.scenarios.values()))


def begin(title: Title, count: int, seed: object, scenario: str | None = None) -> Resolution:
    """A game set up to its first phase; without a scenario it is the one that is played best."""
    scenario = scenario or played_best(title).id
    return title.begin(scenario=scenario, seats=title.seats(scenario, count), chance=Chance(key(seed, "setup")))


def orders_of_bots(title: Title, position, seed: object, strategy: str = "random", missing: int = 0) -> dict:
    """Orders of a bot at every seat; one seat in `missing` sends nothing."""
    bot = title.bot(strategy)
    sent = {}
    unasked = any(question.unasked for question in title.questions.values())
    for number, seat in enumerate(position.seats):
        if not unasked and not position.phase.asked_of(seat):
            continue
        if missing and key(seed, position.phases, seat)[0] % missing == 0:
            continue
        orders = bot(title.view(position, seat), seat, Chance(key(seed, position.phases, number)))
        if orders:
            sent[seat] = orders
    return sent


def playthrough(
    title: Title, count: int, seed: object, strategy: str = "random", missing: int = 5, scenario: str | None = None
) -> Iterator:
    """(position before, orders sent, chance key, resolution) of every phase until the game is over."""
    yield from play_on(title, begin(title, count, seed, scenario), seed, strategy, missing)


def play_on(title: Title, resolution: Resolution, seed: object, strategy: str = "random", missing: int = 5) -> Iterator:
    """The same from the position that a resolution has left."""
    while resolution.position.phase is not None:
        before = resolution.position
        sent = orders_of_bots(title, before, seed, strategy, missing)
        chance_key = key(seed, before.phases, "dice")
        resolution = title.resolve(before, sent, Chance(chance_key))
        yield before, sent, chance_key, resolution


def watchers(position) -> tuple[str | None, str | None]:
    """Two of those who look on, the spectator (None) among them: others in every phase, each in turn."""
    viewers = (None, *position.seats)
    first = 2 * position.phases % len(viewers)
    return viewers[first], viewers[(first + 1) % len(viewers)]
