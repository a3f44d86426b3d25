"""Leaks that are looked for without asking what is declared to be hidden: what a view shows must have been told.

Whatever chance or another seat decides, and no event tells a viewer, must not be in its view either. So one draw, or
the orders of one seat, are replaced: who is told the same must see the same, also at the moments inside a phase that
they may look at, which are the ends of their own scenes. Redealing would not find a zone that was
left out or a place that was forgotten, for it goes by the same declaration as the view.
"""

from itertools import islice

from adjudicator.kernel import Ask, Chance
from adjudicator.kernel.chance import KEY_BYTES
from adjudicator.kernel.run.resolution import moments_of
from adjudicator.kernel.scenes.grouping import Told
from adjudicator.kernel.scenes.telling import ends
from tests.adjudicator.players import key, orders_of_bots, play_on, played_best
from tests.adjudicator.redealing import looking_like


class OneDrawElse(Chance):
    """The same draws, but for those of one label: drawn otherwise, or what is shuffled ends otherwise.

    `labels` are those that were drawn.
    """

    def __init__(self, chance_key, label=None, only_the_end=False):
        super().__init__(chance_key)
        self._label, self._only_the_end = label, only_the_end
        self._other = Chance(bytes(KEY_BYTES))
        self.labels = []

    def shuffle(self, items, label):
        shuffled = super().shuffle(items, label)
        if label == self._label and self._only_the_end:
            shuffled[-2:] = reversed(shuffled[-2:])
        return shuffled

    def _stream(self, label, ordinal):
        self.labels.append(label)
        return (self._other if label == self._label and not self._only_the_end else super())._stream(label, ordinal)


def comparisons(rules, count, seed):
    """Of each replacement that a viewer is told nothing of: None, or (phase, viewer, what was replaced) if it shows."""
    for resolved, others in _resolved(rules, count, seed):
        viewers = (None, *resolved.position.seats)
        told = {viewer: rules.encode_events(rules.events_for(resolved.events, viewer)) for viewer in viewers}
        seen = {viewer: _seen(rules, resolved, viewer) for viewer in viewers}
        for what, whose, other in others():
            for viewer in viewers:
                if viewer != whose and rules.encode_events(rules.events_for(other.events, viewer)) == told[viewer]:
                    same = _seen(rules, other, viewer) == seen[viewer]
                    yield None if same else (resolved.position.phases, viewer, what)


def _seen(rules, resolution, viewer):
    """What a viewer can look at: the list of scenes, the boards at their ends, and the one that all has led to."""
    if not resolution.moments:  # the set-up is no phase that was resolved
        return [], [rules.encode(rules.view(resolution.position, viewer))]
    moments, phase = moments_of(resolution, viewer), resolution.moments[0].position.phases
    scenes = rules.in_scenes([Told(phase, rules.events_for(resolution.events, viewer), [*moments])])
    looked_at = [moments[told] for told in ends(scenes, phase)]
    return scenes, [rules.encode(rules.view(position, viewer)) for position in (*looked_at, resolution.position)]


def _resolved(rules, count, seed):
    """The set-up and every phase of a game: resolved, and a function for all that it could have been instead."""
    scenario, chance_key = played_best(rules).id, key(seed, "setup")

    def set_up(chance):
        return rules.begin(scenario=scenario, seats=rules.seats(scenario, count), chance=chance)

    chance = OneDrawElse(chance_key)
    begun = set_up(chance)
    yield begun, lambda: _drawn_otherwise(set_up, chance_key, chance.labels)
    for before, sent, chance_key, _ in play_on(rules, begun, seed):
        chance = OneDrawElse(chance_key)

        def resolve(chance, before=before, sent=sent):
            return rules.resolve(before, sent, chance, moments=True)

        def others(before=before, sent=sent, chance_key=chance_key, resolve=resolve, chance=chance):
            yield from _drawn_otherwise(resolve, chance_key, chance.labels)
            for seat, orders in _ordered_otherwise(rules, before, sent, chance_key):
                yield orders, seat, rules.resolve(before, {**sent, seat: orders}, Chance(chance_key), moments=True)

        yield resolve(chance), others


def _drawn_otherwise(resolve, chance_key, labels):
    for label in dict.fromkeys(labels):
        for only_the_end in (False, True):
            yield label, (), resolve(OneDrawElse(chance_key, label, only_the_end))


def _ordered_otherwise(rules, before, sent, seed):
    """Other orders of one seat, those that look like its own to everybody else, or an unasked one besides."""
    yield from orders_of_bots(rules, before, ("otherwise", seed)).items()
    for seat, orders in sent.items():
        for number, order in enumerate(orders):
            for other in islice(looking_like(before, seat, order), 1):
                yield seat, [*orders[:number], other, *orders[number + 1 :]]
    for question in rules.questions.values():
        for seat in before.seats if question.unasked else ():
            view, chance = rules.view(before, seat), Chance(key("unasked", seed))
            if (order := question.sample(view, Ask(seat, question.id), chance, "unasked")) is not None:
                yield seat, [*sent.get(seat, []), order]
